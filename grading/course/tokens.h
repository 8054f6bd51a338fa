#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace course {

/// The C++ tokens of a source text: comments and white space gone, line splices joined, string literals (raw ones too)
/// whole. The end of a preprocessor directive is a token of its own ("\n"), since there a line break has a meaning.
/// A closing angle bracket is always one token, so that `> >` and `>>` compare equal, as they do in template arguments.
std::vector<std::string> tokenise(std::string_view source);

/// Are the two texts the same program, token by token? This is how a task still to do is told from one begun.
bool same_tokens(std::string_view a, std::string_view b);

}  // namespace course
