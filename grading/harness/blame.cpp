#include "grading/harness/blame.h"

#include <fmt/format.h>

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

}  // namespace

void blame_sectors(Measured& measured, const Evidence& evidence, const Traffic& traffic) {
  const std::vector<const Traffic*> directions = traffic.parts.empty() ? std::vector{&traffic} : traffic.parts;
  double worst = -1;
  for (const LineCounts& line : evidence.lines()) {
    for (const Traffic* one : directions) {
      const double requests = one->requests(line.counters), sectors = one->sectors(line.counters),
                   ideal = one->ideal(line.counters);
      if (requests == 0) continue;
      // Lanes side by side that begin off a sector boundary touch a quarter more at worst; what is beyond lies apart.
      const bool apart = sectors > 1.25 * ideal;
      // By what is too much; where nothing is, by what there is at all (repeated work has perfect ratios).
      const double blame = apart ? 1e6 * (sectors - ideal) : sectors;
      if (blame <= worst) continue;
      worst = blame;
      measured.where = line.where();
      if (one == &traffic::atomics()) {
        measured.line_sentence = sentence_of_atomics(requests, sectors, apart);
        continue;
      }
      // Few lanes take part: their sectors are packed as well as can be, and hold little that anybody asked for.
      const double bytes = one->bytes ? one->bytes(line.counters) : 0;
      const bool thin = !apart && bytes > 0 && bytes < 16 * sectors;
      if (thin) {
        measured.line_sentence =
            fmt::format("its {} ask for {:.3g} bytes a request, and a sector has 32 ({:.0f} requests take {:.0f} sectors)",
                        one->verb, bytes / requests, requests, sectors);
        continue;
      }
      const std::string each = fmt::format("{:.3g} sector{} a request", sectors / requests, sectors == requests ? "" : "s"),
                        would_do = fmt::format(" where {:.3g} would do", ideal / requests);
      measured.line_sentence =
          apart
              ? fmt::format("its {} take {}{} ({:.0f} sectors, {:.0f} would do)", one->verb, each, would_do, sectors,
                            ideal)
              : fmt::format("its {} are {}packed ({}{}), but there are {:.0f} requests with {:.0f} sectors", one->verb,
                            sectors > ideal ? "almost " : "", each, sectors > ideal ? would_do : "", requests, sectors);
    }
  }
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
  double worst = 0;
  for (const LineCounts& line : evidence.lines()) {
    for (const auto& [one, bytes] : directions) {
      const double requests = one->requests(line.counters);
      if (requests <= worst) continue;
      worst = requests;
      measured.where = line.where();
      measured.line_sentence = fmt::format("its {} make {:.0f} requests, for {:.3g} bytes each", one->verb, requests,
                                           sum(line.counters, {bytes}) / requests);
    }
  }
}

void blame_wavefronts(Measured& measured, const Evidence& evidence) {
  double worst = -1;
  for (const LineCounts& line : evidence.lines()) {
    for (const Traffic* one : traffic::shared_accesses().parts) {
      const double accesses = one->requests(line.counters), wavefronts = one->sectors(line.counters),
                   ideal = one->ideal(line.counters);
      if (accesses == 0) continue;
      // By what is too much; where nothing is, by what there is at all (repeated work has no conflicts).
      const double blame = wavefronts > ideal ? 1e6 * (wavefronts - ideal) : wavefronts;
      if (blame <= worst) continue;
      worst = blame;
      measured.where = line.where();
      measured.line_sentence =
          wavefronts > ideal
              ? fmt::format("its {} take {:.3g} wavefronts each where {:.3g} would do ({:.0f} wavefronts, {:.0f} would "
                            "do)",
                            one->verb, wavefronts / accesses, ideal / accesses, wavefronts, ideal)
              : fmt::format("its {} are free of bank conflicts, but there are {:.0f} of them with {:.0f} wavefronts",
                            one->verb, accesses, wavefronts);
    }
  }
}

}  // namespace course::harness
