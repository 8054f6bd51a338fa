#pragma once
// What course_site understands of Markdown: links, images, headings, and the blocks that it generates itself.
// Fenced code, code spans and comments are never taken for links or headings.
#include <string>
#include <string_view>
#include <vector>

namespace site {

struct Link {
  bool image = false;
  std::string text;       // the alternative text of an image
  std::string target;     // path, path#anchor, #anchor or URL as written
  std::size_t begin = 0;  // offsets of the whole construct in the text
  std::size_t end = 0;
};

struct Heading {
  int level = 1;
  std::string text;
  std::string anchor;     // as GitHub makes it, unique in the text
  std::size_t begin = 0;  // offset of its line
  std::size_t body = 0;   // offset of the line after it
};

// A region that `course_site refresh` rewrites:
//   <!-- begin KIND {json} -->
//   content
//   <!-- end KIND -->
struct Block {
  std::string kind;
  std::string arguments;  // JSON text, may be empty
  std::size_t begin = 0;  // offset of the opening comment
  std::size_t content = 0, content_end = 0;
  std::size_t end = 0;  // after the closing comment
};

// Same length as `text`, with fenced code, code spans and comments blanked out (line ends kept).
std::string without_code(std::string_view text);

std::vector<Link> links_of(std::string_view text);
std::vector<Heading> headings_of(std::string_view text);
// Throws std::runtime_error (with the kind) for a block that is not closed.
std::vector<Block> blocks_of(std::string_view text);

// Lower bound for reading: words outside code, comments, tables and generated blocks.
int word_count(std::string_view text);

}  // namespace site
