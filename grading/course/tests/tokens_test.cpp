#include "grading/course/tokens.h"

#include <doctest/doctest.h>

using course::same_tokens;
using course::tokenise;
using Tokens = std::vector<std::string>;

TEST_CASE("comments, white space and line splices are no part of a program") {
  CHECK(same_tokens("int a = 1; // one\n/* two\n lines */ int b;", "int a=1;int b;"));
  CHECK(same_tokens("in\\\nt a;", "int a;"));
  CHECK(same_tokens("// a comment that goes on \\\n int hidden;\nint a;", "int a;"));
  CHECK(same_tokens("int a;\r\nint b;\r\n", "int a;\nint b;\n"));
  CHECK(same_tokens("\xEF\xBB\xBFint a;", "int a;"));  // the mark that some editors put before UTF-8
  CHECK(tokenise("").empty());
  CHECK(tokenise("/* never closed").empty());
}

TEST_CASE("anything else makes it another program") {
  CHECK_FALSE(same_tokens("int a;", "int b;"));
  CHECK_FALSE(same_tokens("int ab;", "int a b;"));
  CHECK_FALSE(same_tokens("a + +b", "a++ b"));
  CHECK_FALSE(same_tokens("a < < b", "a << b"));
  CHECK_FALSE(same_tokens("k<<<1, 32>>>()", "k<<<1, 64>>>()"));
  CHECK_FALSE(same_tokens("1 e5", "1e5"));
  CHECK_FALSE(same_tokens("int a;", "int a; int b;"));
}

TEST_CASE("what looks like a comment inside a literal is none") {
  CHECK_FALSE(same_tokens(R"(f("a // b");)", R"(f("a");)"));
  CHECK_FALSE(same_tokens(R"(f("a /* b */");)", R"(f("a ");)"));
  CHECK_FALSE(same_tokens(R"(f("a  b");)", R"(f("a b");)"));
  CHECK(tokenise(R"(f('"', "\"// no", '\'');)") ==
        Tokens{"f", "(", R"('"')", ",", R"("\"// no")", ",", R"('\'')", ")", ";"});
  CHECK(tokenise("u8\"x\" L'c' R\"(raw // \" \n)\" x") == Tokens{"u8\"x\"", "L'c'", "R\"(raw // \" \n)\"", "x"});
  CHECK(tokenise("R\"tag()\" // still raw)tag\" y") == Tokens{"R\"tag()\" // still raw)tag\"", "y"});
}

TEST_CASE("numbers are one token with signs, separators and suffixes") {
  CHECK(tokenise("1.5e-3f 0x1p+4 1'000'000 .5 32'u") == Tokens{"1.5e-3f", "0x1p+4", "1'000'000", ".5", "32'u"});
  CHECK(tokenise("a-1") == Tokens{"a", "-", "1"});
}

TEST_CASE("a line break counts where a directive ends, and only there") {
  CHECK_FALSE(same_tokens("#define A\nB", "#define A B"));
  CHECK(same_tokens("#define A \\\n B\nC", "#define A B\nC"));
  CHECK(same_tokens("#include <cuda_runtime.h>  // why\n\n\nint a;", "#include <cuda_runtime.h>\nint a;"));
}

TEST_CASE("closing angle brackets are single tokens") {
  CHECK(same_tokens("vector<vector<int> > a;", "vector<vector<int>> a;"));
  CHECK_FALSE(same_tokens("a >= b", "a > = b"));
}
