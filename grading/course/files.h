#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace course {

namespace fs = std::filesystem;

/// The whole file as bytes. Throws Problem if it cannot be read.
std::string read_file(const fs::path& file);

/// Replaces `file` in one step, so that a reader never sees half of it and a failure leaves the old content.
/// Throws Problem ("cannot write ...") without leaving anything behind.
void write_file(const fs::path& file, std::string_view content);

/// Throws Problem if `file` cannot be written: better said before a minute of work than after it.
void expect_writable(const fs::path& file);

/// Makes `folder` and its parents. Throws Problem if that is not possible or the folder cannot be written to.
void make_folder(const fs::path& folder);

}  // namespace course
