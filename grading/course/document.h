#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace course {

/// A document that a command was asked to write: to a file, or to standard output by the name "-".
/// From then on standard output is the document's alone: whatever else the tool says goes to standard error.
class Document {
 public:
  /// `name`: empty if none was asked for. Throws Problem if it could not be written.
  explicit Document(std::string name);
  ~Document();
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  bool wanted() const { return !name_.empty(); }
  /// A file holds the last of many versions; standard output, a pipe or a device takes one.
  bool may_grow() const;
  /// Does nothing if none is wanted. Throws Problem if it cannot be written.
  void write(std::string_view content) const;

 private:
  std::string name_;
  int output_ = -1;  // standard output as it was, for "-"
};

}  // namespace course
