#include "docs/site/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "docs/site/text.h"

namespace site {
namespace {

using nlohmann::json;

constexpr int lanes = 32, sector_bytes = 32;
constexpr double margin = 8, width = 744, lane_height = 18, gap = 38, strip_height = 26, panel_height = 146;

struct Access {
  int lane, byte;
};

std::vector<Access> accesses_of(const json& panel) {
  const int element = panel.at("element"), base = panel.value("base", 0), stride = panel.value("stride", element);
  const int first = panel.value("first", 0), last = panel.value("last", lanes - 1), every = panel.value("every", 1);
  std::vector<Access> accesses;
  for (int lane = first; lane <= last; lane += every) {
    const int byte = panel.contains("words")
                         ? base + element * panel["words"].at(static_cast<std::size_t>(lane)).get<int>()
                         : base + stride * lane;
    accesses.push_back({lane, byte});
  }
  return accesses;
}

std::string draw_panel(const json& panel, int bytes, double top) {
  const int element = panel.at("element");
  const auto accesses = accesses_of(panel);
  const auto x_of = [&](double byte) { return margin + width * byte / bytes; };
  const double lane_width = width / lanes, lanes_top = top + 42, strip_top = lanes_top + lane_height + gap;

  std::set<int> sectors, used;
  std::set<int> active;
  for (const auto& a : accesses) {
    if (a.byte < 0 || a.byte + element > bytes)
      throw std::runtime_error(
          fmt::format("lane {} asks for byte {}, outside the {} bytes shown", a.lane, a.byte, bytes));
    active.insert(a.lane);
    for (int b = a.byte; b < a.byte + element; ++b) {
      used.insert(b);
      sectors.insert(b / sector_bytes);
    }
  }

  std::string svg = fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"600\">{}</text>\n"
      "<text x=\"{:.1f}\" y=\"{:.1f}\">{} sector{}: {} of {} bytes used</text>\n",
      margin, top + 14, html_escaped(panel.at("label").get<std::string>()), margin, top + 33, sectors.size(),
      sectors.size() == 1 ? "" : "s", used.size(), sectors.size() * sector_bytes);
  for (int lane = 0; lane < lanes; ++lane) {
    const double x = margin + lane * lane_width;
    svg += fmt::format(
        "<g opacity=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"3\" fill=\"none\" "
        "stroke=\"currentColor\"/><text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" "
        "text-anchor=\"middle\">{}</text></g>\n",
        active.contains(lane) ? "1" : "0.3", x + 1, lanes_top, lane_width - 2, lane_height, x + lane_width / 2,
        lanes_top + 13, lane);
  }
  for (const auto& a : accesses)
    svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"reach\"/>\n",
                       margin + (a.lane + 0.5) * lane_width, lanes_top + lane_height, x_of(a.byte + element / 2.0),
                       strip_top);
  for (int s = 0; s < bytes / sector_bytes; ++s)
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" class=\"{}\"/>\n",
                       x_of(s * sector_bytes), strip_top, width * sector_bytes / bytes, strip_height,
                       sectors.contains(s) ? "moved" : "idle");
  for (auto b = used.begin(); b != used.end();) {  // neighbouring bytes of one access drawn as one bar
    const int from = *b;
    int to = from;
    while (b != used.end() && *b == to && to - from < element) ++b, ++to;
    svg +=
        fmt::format("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" class=\"used\"/>\n",
                    x_of(from) + 0.5, strip_top + 5, std::max(1.0, width * (to - from) / bytes - 1), strip_height - 10);
  }
  return svg;
}

}  // namespace

std::string render_figure(std::string_view specification) {
  try {
    const json figure = json::parse(specification);
    const int bytes = figure.at("bytes");
    if (bytes <= 0 || bytes % sector_bytes != 0)
      throw std::runtime_error(
          fmt::format("\"bytes\" is {}, but has to be a positive multiple of {}", bytes, sector_bytes));
    std::string body;
    double top = 4;
    for (const auto& panel : figure.at("panels")) {
      body += draw_panel(panel, bytes, top);
      top += panel_height;
    }
    // The style is for readers of the bare file; the site draws the picture inline, where it inherits its colours.
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"system-ui, sans-serif\" "
        "font-size=\"14\" fill=\"currentColor\">\n"
        "<style>svg {{ color: #1f2328 }} @media (prefers-color-scheme: dark) {{ svg {{ color: #e6edf3 }} }}</style>\n"
        "<defs><style>.reach {{ stroke: #3b82f6; stroke-width: 1; opacity: .65 }} .used {{ fill: #3b82f6 }} "
        ".moved {{ fill: currentColor; fill-opacity: .18; stroke: currentColor }} "
        ".idle {{ fill: none; stroke: currentColor; stroke-opacity: .3 }}</style></defs>\n{}</svg>\n",
        2 * margin + width, top, body);
  } catch (const json::exception& broken) {
    throw std::runtime_error(std::string("the figure's description is not in the right form: ") + broken.what());
  }
}

}  // namespace site
