// "Every figure has its raw file": a time or a speed in the text of a lab, a solution or a glossary page has to be in a
// record that `course measure` wrote.
#include <fmt/format.h>

#include "docs/site/block.h"
#include "docs/site/check.h"
#include "docs/site/measured.h"

namespace site {

Problems check_figures(const Site& site) {
  Problems problems;
  const auto values = recorded_figures(site.root);
  for (const auto& [path, document] : site.documents) {
    if (document.kind != Kind::lab && document.kind != Kind::solution && document.kind != Kind::glossary) continue;
    for (const FigureInText& figure : figures_in(without_code(document.text)))
      if (!recorded(figure, values))
        problems.push_back({place(path, figure.line),
                            fmt::format("the figure {} {} is in no record below glossary/data: measure it with ./course "
                                        "measure --json, or say it without a number",
                                        figure.text, figure.unit)});
  }
  return problems;
}

}  // namespace site
