#include "grading/harness/blame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace course::harness {

namespace {

// Lanes of one address take a sector each, as do lanes whose addresses lie apart: the counts do not tell which it is.
std::string sentence_of_atomics(double requests, double sectors, bool apart) {
  const std::string counted = fmt::format("{:.0f} requests with {:.0f} sectors", requests, sectors);
  if (!apart) return fmt::format("its atomics make {}", counted);
  return fmt::format("its atomics take {:.3g} sectors a request ({}): lanes that name one address are served one after the other, and "
                     "lanes whose addresses lie apart take a sector each; combine values in registers or shared memory first",
                     sectors / requests, counted);
}

std::string sentence_of_sectors(const Traffic& one, const Counts& counts, bool apart) {
  const double requests = one.requests(counts), sectors = one.sectors(counts), ideal = one.ideal(counts);
  if (&one == &traffic::atomics()) return sentence_of_atomics(requests, sectors, apart);
  // Few lanes take part: their sectors are packed as well as can be, and hold little that anybody asked for.
  const double bytes = one.bytes ? one.bytes(counts) : 0;
  if (!apart && bytes > 0 && bytes < 16 * sectors)
    return fmt::format("its {} ask for {:.3g} bytes a request, and a sector has 32 ({:.0f} requests take {:.0f} sectors)", one.verb,
                       bytes / requests, requests, sectors);
  const std::string each = fmt::format("{:.3g} sector{} a request", sectors / requests, sectors == requests ? "" : "s"),
                    would_do = fmt::format(" where {:.3g} would do", ideal / requests);
  if (apart) return fmt::format("its {} take {}{} ({:.0f} sectors, {:.0f} would do)", one.verb, each, would_do, sectors, ideal);
  return fmt::format("its {} are {}packed ({}{}), but there are {:.0f} requests with {:.0f} sectors", one.verb,
                     sectors > ideal ? "almost " : "", each, sectors > ideal ? would_do : "", requests, sectors);
}

// Lines that may be to blame. Repeated work has perfect ratios: where next to nothing is above its ideal, the fault is not in
// the little that is (a scattered store beside a loop that moves everything twice), but where most of it comes from.
class Suspects {
 public:
  void add(double amount, double above_ideal, const LineCounts& line, std::string sentence) {
    amount_ += amount;
    above_ += above_ideal;
    all_.push_back({amount, above_ideal, line.where(), std::move(sentence)});
  }

  void blame_worst(Measured& measured) const {
    constexpr double next_to_nothing = 0.1;
    const double Suspect::* by = above_ > next_to_nothing * amount_ ? &Suspect::above_ideal : &Suspect::amount;
    const auto worst = std::max_element(all_.begin(), all_.end(), [by](const Suspect& a, const Suspect& b) { return a.*by < b.*by; });
    if (worst == all_.end()) return;
    measured.where = worst->where;
    measured.line_sentence = worst->sentence;
  }

 private:
  struct Suspect {
    double amount = 0, above_ideal = 0;
    std::string where, sentence;
  };
  std::vector<Suspect> all_;
  double amount_ = 0, above_ = 0;
};

}  // namespace

void blame_sectors(Measured& measured, const Evidence& evidence, const Traffic& traffic) {
  const std::vector<const Traffic*> directions = traffic.parts.empty() ? std::vector{&traffic} : traffic.parts;
  Suspects suspects;
  for (const LineCounts& line : evidence.lines()) {
    for (const Traffic* one : directions) {
      const double requests = one->requests(line.counters), sectors = one->sectors(line.counters),
                   ideal = one->ideal(line.counters);
      if (requests == 0) continue;
      // Lanes side by side that begin off a sector boundary touch a quarter more at worst; what is beyond lies apart.
      const bool apart = sectors > 1.25 * ideal;
      suspects.add(sectors, apart ? sectors - ideal : 0, line, sentence_of_sectors(*one, line.counters, apart));
    }
  }
  suspects.blame_worst(measured);
}

void blame_most(Measured& measured, const Evidence& evidence, const Quantity& quantity, const char* unit) {
  double worst = 0;
  for (const LineCounts& line : evidence.lines()) {
    const double amount = quantity(line.counters);
    if (amount <= worst) continue;
    worst = amount;
    measured.where = line.where();
    measured.line_sentence = fmt::format("{:.0f} {} come from this line", amount, unit);
  }
}

void blame_requests(Measured& measured, const Evidence& evidence, std::initializer_list<Asked> directions) {
  Suspects suspects;
  for (const LineCounts& line : evidence.lines()) {
    for (const auto& [one, counted, widest] : directions) {
      const double requests = one->requests(line.counters), bytes = sum(line.counters, {counted});
      if (requests == 0) continue;
      suspects.add(requests, requests - std::ceil(bytes / widest), line,
                   fmt::format("its {} make {:.0f} requests, for {:.3g} bytes each", one->verb, requests, bytes / requests));
    }
  }
  suspects.blame_worst(measured);
}

void blame_wavefronts(Measured& measured, const Evidence& evidence) {
  Suspects suspects;
  for (const LineCounts& line : evidence.lines()) {
    for (const Traffic* one : traffic::shared_accesses().parts) {
      const double accesses = one->requests(line.counters), wavefronts = one->sectors(line.counters),
                   ideal = one->ideal(line.counters);
      if (accesses == 0) continue;
      suspects.add(wavefronts, wavefronts - ideal, line,
                   wavefronts > ideal
                       ? fmt::format("its {} take {:.3g} wavefronts each where {:.3g} would do ({:.0f} wavefronts, {:.0f} would do)",
                                     one->verb, wavefronts / accesses, ideal / accesses, wavefronts, ideal)
                       : fmt::format("its {} are free of bank conflicts, but there are {:.0f} of them with {:.0f} wavefronts",
                                     one->verb, accesses, wavefronts));
    }
  }
  suspects.blame_worst(measured);
}

}  // namespace course::harness
