#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "explain.h"
#include "files.h"

namespace course {
namespace {

using sim::report::Traffic;

constexpr std::size_t width = 100;
constexpr std::size_t gutter = 42;  // what row() writes, with the mark

/// At most `columns` characters, cut with an ellipsis; tabs become spaces. UTF-8 is cut between characters.
std::string cut(std::string_view text, std::size_t columns) {
  std::string out;
  std::size_t characters = 0, keep = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      if (characters + 3 == columns) keep = out.size();
      if (++characters > columns) return out.substr(0, keep) + "...";
    }
    if (c != '\r') out += c == '\t' ? ' ' : c;
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Eight columns at most.
std::string short_count(std::uint64_t n) {
  return n < 100'000'000 ? std::to_string(n) : fmt::format("{}M", n / 1'000'000);
}

class Writer {
 public:
  Writer(const Explanation& explanation, const Repository& repository, const Console& console)
      : told_(explanation), repository_(repository), console_(console) {}

  std::string text(const std::string& source) {
    heading();
    if (told_.built && told_.calls > 0)
      table(source);
    else
      excerpt(source);
    other_files();
    loose_faults();
    groups();
    checks();
    return std::move(out_);
  }

 private:
  void heading() {
    out_ += console_.strong(fmt::format("{}  {}", repository_.shown(told_.source), told_.task)) + "\n";
    std::string names;
    for (const CheckOutcome& check : told_.checks) names += (names.empty() ? "" : ", ") + check.name;
    if (told_.calls > 0)
      out_ +=
          wrapped(fmt::format("Counts of {}: sums over {} launch{} in {} call{} of the function. sectors: of 32 bytes, "
                              "global memory and surfaces; wavefronts: shared memory; requests: constant memory.",
                              names, told_.launches(), told_.launches() == 1 ? "" : "es", told_.calls,
                              told_.calls == 1 ? "" : "s"),
                  0);
    if (told_.built && told_.broken())
      out_ += console_.bad("Counts end where the fault (X) is: repair it first.") + "\n";
    out_ += "\n";
  }

  /// Counts of one kind of traffic, padded to the gutter; `lanes` only beside the first kind of a line.
  std::string row(const Traffic& t, const std::string& lanes) const {
    const auto requests = static_cast<double>(t.requests);
    const std::string each = fmt::format("{:.4g}", static_cast<double>(t.moved) / requests);
    const std::string ideal = t.ideal > 0 ? fmt::format("{:.4g}", static_cast<double>(t.ideal) / requests) : "-";
    const bool bad = above_ideal(t);
    const std::string text = fmt::format("{} {:>4} {:<13} {:>8} {:>6} {:>5}", bad ? '!' : ' ', lanes, t.what,
                                         short_count(t.requests), each, ideal);
    return bad ? console_.bad(text) : text;
  }

  void numbered(const std::string& left, const std::string& number, std::string_view source) {
    out_ += fmt::format("{} {}{}{}\n", left, console_.faint(fmt::format("{:>4}", number)), source.empty() ? "" : " ",
                        cut(source, width - gutter - 6));
  }

  void cost(const ExplainedLine* line, const std::string& number, std::string_view source) {
    const auto traffic = line == nullptr ? std::vector<Traffic>() : line->traffic();
    if (traffic.empty()) return numbered(std::string(gutter, ' '), number, source);
    numbered(row(traffic.front(), fmt::format("{:.3g}", line->lanes())), number, source);
    for (std::size_t i = 1; i < traffic.size(); ++i) out_ += row(traffic[i], "") + "\n";
    for (const Traffic& t : traffic)
      if (const std::string words = excess(t); !words.empty()) remark(words);
    if (line->lanes() < 16) remark(fmt::format("only {:.3g} of 32 lanes take part", line->lanes()));
  }

  void remark(const std::string& words) {
    std::string lines = wrapped(words, 7);
    lines.replace(5, 1, "^");
    out_ += console_.open(lines.substr(0, lines.size() - 1)) + "\n";
  }

  void fault(const std::string& sentence) {
    std::string lines = wrapped(sentence, 7);
    lines.replace(5, 1, "X");
    out_ += console_.bad(lines.substr(0, lines.size() - 1)) + "\n";
  }

  bool is_at(const LineFault& fault, std::size_t number) const {
    const auto colon = fault.where.rfind(':');
    return colon != std::string::npos && fault.where.substr(colon + 1) == std::to_string(number) &&
           std::filesystem::path(fault.where.substr(0, colon)).filename() == told_.source.filename();
  }

  void table_heading() {
    out_ += console_.faint(fmt::format("  {:>4} {:<13} {:>8} {:>6} {:>5} {:>4} {}", "lanes", "memory", "requests",
                                       "each", "ideal", "line", "source")) +
            "\n";
  }

  void table(const std::string& source) {
    table_heading();
    const auto lines = lines_of(source);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto known = std::find_if(told_.lines.begin(), told_.lines.end(), [&](const ExplainedLine& line) {
        return line.line == i + 1 && line.file == told_.source.string();
      });
      cost(known == told_.lines.end() ? nullptr : &*known, std::to_string(i + 1), lines[i]);
      for (const LineFault& one : told_.faults)
        if (is_at(one, i + 1)) fault(one.sentence);
    }
  }

  /// Without counts only the lines around a fault are of use.
  void excerpt(const std::string& source) {
    const auto lines = lines_of(source);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto near = [&](const LineFault& f) { return is_at(f, i) || is_at(f, i + 1) || is_at(f, i + 2); };
      if (std::none_of(told_.faults.begin(), told_.faults.end(), near)) continue;
      out_ += fmt::format("{} {}\n", console_.faint(fmt::format("{:>4}", i + 1)), cut(lines[i], width - 5));
      for (const LineFault& one : told_.faults)
        if (is_at(one, i + 1)) fault(one.sentence);
    }
  }

  /// Headers, and whatever else the kernels' code came from.
  void other_files() {
    std::string file;
    std::vector<std::string> lines;
    for (const ExplainedLine& line : told_.lines) {
      if (line.file == told_.source.string() || line.traffic().empty()) continue;
      if (line.file != file) {
        file = line.file;
        lines = std::filesystem::is_regular_file(file) ? lines_of(read_file(file)) : std::vector<std::string>();
        out_ += fmt::format("\n{}\n", file.empty() ? "code without a line" : "in " + repository_.shown(file));
      }
      cost(&line, line.line > 0 ? std::to_string(line.line) : "",
           line.line > 0 && line.line <= lines.size() ? lines[line.line - 1] : "");
    }
  }

  /// What no line of the source was marked with.
  void loose_faults() {
    for (const LineFault& one : told_.faults) {
      const auto colon = one.where.rfind(':');
      const bool inside = colon != std::string::npos &&
                          std::filesystem::path(one.where.substr(0, colon)).filename() == told_.source.filename();
      if (!inside) fault(one.where.empty() ? one.sentence : one.where + ": " + one.sentence);
    }
  }

  static std::string extent(const nlohmann::json& d) {
    return fmt::format("({},{},{})", d[0].get<unsigned>(), d[1].get<unsigned>(), d[2].get<unsigned>());
  }

  void groups() {
    if (!told_.groups.empty()) out_ += "\n" + console_.strong("Launches") + "\n";
    for (const LaunchGroup& group : told_.groups) {
      const auto& launch = group.launch;
      const std::string kernel = launch.at("kernel");
      out_ += cut(fmt::format("{} x {}  grid {} block {}", group.count, kernel.substr(0, kernel.find('(')),
                              extent(launch.at("grid")), extent(launch.at("block"))),
                  width) +
              "\n";
      if (const std::string refused = launch.at("refused"); !refused.empty()) {
        fault(fmt::format("did not run: {}", refused));
        continue;
      }
      if (const auto occupancy = sim::report::occupancy_of(launch, told_.capability); !occupancy.empty())
        out_ += cut(fmt::format("  occupancy of {}: {}", told_.capability, occupancy), width) + "\n";
      for (const Traffic& t : sim::report::traffic(launch.at("counters")))
        out_ +=
            row(t, "") +
            fmt::format("   {} {}{}", t.moved, t.unit, above_ideal(t) ? fmt::format(", {} would do", t.ideal) : "") +
            "\n";
    }
  }

  void checks() {
    out_ += "\n";
    for (const CheckOutcome& check : told_.checks) {
      out_ += fmt::format("{} {}\n", console_.strong(told_.task + "/" + check.name), console_.verdict(check.verdict));
      const bool told = std::any_of(told_.faults.begin(), told_.faults.end(),
                                    [&](const LineFault& one) { return one.sentence == check.message; });
      if (check.verdict != "pass" && !check.message.empty() && !told) out_ += wrapped(check.message, 2);
    }
  }

  const Explanation& told_;
  const Repository& repository_;
  const Console& console_;
  std::string out_;
};

}  // namespace

std::string to_text(const Explanation& explanation, const std::string& source, const Repository& repository,
                    const Console& console) {
  return Writer(explanation, repository, console).text(source);
}

}  // namespace course
