#pragma once
#include <chrono>
#include <filesystem>

namespace course::harness {

// Removes a folder with all that is in it, however deep and with whatever permissions: what a student's program leaves there
// must not stay and fill the disk. Links are removed, never followed. What resists (another user's, immutable) stays, and so
// does what is not done in time: a folder is made in a tenth of the time that some file systems take to remove it.
// @return whether it is gone
bool remove_tree(const std::filesystem::path& folder, std::chrono::milliseconds at_most);

}  // namespace course::harness
