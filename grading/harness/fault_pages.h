#pragma once
// Which glossary page is about a fault itself, rather than about what the check that met it asks for.
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace course::harness {

// Pairs of a fault's word (Finding::fault) and the stem of its page.
std::span<const std::pair<std::string_view, std::string_view>> fault_pages();

// The stem of the page on `fault`; empty: there is none, and the check's own page is the one to read. Where words of the
// message say more than the fault does, it is the page on those: a kernel that follows the host's shadow of a __constant__
// variable goes out of bounds, and bounds are not what its author has to read about.
std::string page_on(std::string_view fault, std::string_view message = {});

}  // namespace course::harness
