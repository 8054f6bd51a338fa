#pragma once

#include <string>
#include <string_view>

#include "report.h"
#include "repository.h"

namespace course {

/// Text for a terminal of 100 columns. Colour only if standard output is one and NO_COLOR is not set.
class Console {
 public:
  Console();  ///< looks at standard output
  explicit Console(bool colour) : colour_(colour) {}

  std::string good(std::string_view text) const { return painted(text, "32"); }
  std::string bad(std::string_view text) const { return painted(text, "31"); }
  std::string open(std::string_view text) const { return painted(text, "33"); }
  std::string strong(std::string_view text) const { return painted(text, "1"); }
  std::string faint(std::string_view text) const { return painted(text, "2"); }
  /// A verdict of a task or check in its colour and in a reader's words ("to do"), padded to `width`.
  std::string verdict(std::string_view word, int width = 0) const;

 private:
  std::string painted(std::string_view text, std::string_view code) const;
  bool colour_;
};

/// Breaks text at spaces so that no line is longer than `columns`; every line begins with `indent` spaces.
/// Line breaks of the text stay.
std::string wrapped(std::string_view text, int indent, int columns = 100);

/// The whole report of `course grade`: a table for each lab, then what every failed check has to say.
/// `sources`: the folder name shown in front of a line ("labs" or "solutions").
std::string to_text(const Report& report, const Repository& repository, const Console& console,
                    std::string_view sources);

}  // namespace course
