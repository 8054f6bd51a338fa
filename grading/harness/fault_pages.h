#pragma once
// Which glossary page is about a fault itself, rather than about what the check that met it asks for.
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace course::harness {

// Pairs of a fault's word (Finding::fault) and the stem of its page.
std::span<const std::pair<std::string_view, std::string_view>> fault_pages();

// The stem of the page on `fault`; empty: there is none, and the check's own page is the one to read.
std::string page_on(std::string_view fault);

}  // namespace course::harness
