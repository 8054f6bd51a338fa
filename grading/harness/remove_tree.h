#pragma once
#include <filesystem>

namespace course::harness {

// Removes a folder with all that is in it, however deep and with whatever permissions: what a student's program leaves there
// must not stay and fill the disk. Links are removed, never followed. What resists (another user's, immutable) stays.
void remove_tree(const std::filesystem::path& folder);

}  // namespace course::harness
