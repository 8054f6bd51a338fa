#pragma once
// From an unchanged .cu file to a program for the simulated GPU: clang compiles the device side to PTX and the host
// side to an object with that PTX inside; launches call the simulated runtime.
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace sim::frontend {

// Whose fault a failure is: the author of the source, or the machine it is compiled on.
enum class Blame { none, student, environment };

struct Problem {
  Blame blame = Blame::none;
  std::string message;  // "scale.cu:12:5: error: text" and the source line below it; or one sentence
  std::string output;   // everything that the compiler said
  explicit operator bool() const { return blame != Blame::none; }
};

template <class T>
struct Result {
  T value{};
  Problem problem;
  // Of a compile that came through: "scale.cu:12:5: warning: text [-Wname]" and the source line below it, those inside
  // the source file itself (not of headers), in order, each once. Told again when the object comes from the cache.
  std::vector<std::string> warnings{};
  bool ok() const { return problem.blame == Blame::none; }
};

struct Compiler {
  std::filesystem::path path;
  int major = 0;
  std::string name;  // "clang 19.1.7"
};

// The newest clang++ of 14 or later on PATH and in /usr/lib/llvm-*; the environment variable COURSE_CLANG overrides.
Result<Compiler> find_compiler();

struct Settings {
  std::filesystem::path headers;          // the folder of cuda_runtime.h
  std::filesystem::path runtime_library;  // libcudasim.so
  std::filesystem::path cache;            // compiled objects; made when missing
  std::vector<std::filesystem::path> include;
  std::vector<std::string> defines;            // "NAME" or "NAME=value"
  std::string device_compiler = "clang";            // of the device side: clang or nvcc
  // Of one compiler process; the largest files of the course take two seconds and half a gigabyte.
  std::chrono::seconds limit{30};                   // processor time
  std::chrono::seconds wall_limit{120};             // for one that waits, for a pipe that the file includes, say
  std::size_t memory_limit = std::size_t{4} << 30;  // bytes of address space
};

// Headers and library of this build. The cache is COURSE_CACHE, else a folder of the build, else one for temporary files.
// COURSE_DEVICE_COMPILER=nvcc in the environment has nvcc compile the device side.
Settings default_settings();

// Compiles one .cu (or .cpp) file. The object lies in the cache and must not be changed. A file that was compiled before
// with the same flags, and whose included files are all unchanged, is taken from the cache.
Result<std::filesystem::path> compile(const std::filesystem::path& source, const Settings& settings);

// Links objects (and static libraries) with the simulated runtime into `program`, which appears whole or not at all.
Result<std::filesystem::path> link(const std::vector<std::filesystem::path>& objects, const std::filesystem::path& program,
                                   const Settings& settings);

}  // namespace sim::frontend
