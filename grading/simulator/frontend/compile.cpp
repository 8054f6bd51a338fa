// One compilation: both sides of the file in parallel, joined by a named pipe through which the host side reads the
// finished PTX; then the object goes into the cache.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

#include "grading/simulator/frontend/cache.h"
#include "grading/simulator/frontend/diagnostics.h"
#include "grading/simulator/frontend/flags.h"
#include "grading/simulator/frontend/frontend.h"
#include "grading/simulator/frontend/nvcc.h"
#include "grading/simulator/frontend/process.h"
#include "grading/simulator/frontend/ptx_checks.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

Problem unwritable(const fs::path& folder, int error) {
  return {Blame::environment,
          fmt::format("{} cannot be written: {}; make room or rights there, or name another folder in COURSE_CACHE",
                      folder.string(), std::strerror(error)),
          {}};
}

// A folder of its own for the files of one compilation, gone with the object.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& parent) {
    std::string name = (parent / "work.XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
    else error_ = errno;
  }
  ~WorkFolder() {
    std::error_code none;
    if (!path_.empty()) fs::remove_all(path_, none);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const fs::path& path() const { return path_; }
  int error() const { return error_; }

 private:
  fs::path path_;
  int error_ = 0;
};

// A pipe whose reader is gone must be an error of write, not the end of this process. For this thread alone: others compile
// at the same time, and what a program does with a signal is one setting for all of its threads.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigemptyset(&broken_pipe_);
    sigaddset(&broken_pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &broken_pipe_, &before_);
  }
  ~NoBrokenPipe() {
    constexpr timespec at_once{};
    while (::sigtimedwait(&broken_pipe_, nullptr, &at_once) > 0 || errno == EINTR) {}  // or it would come once it is let through
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  sigset_t broken_pipe_, before_;
};

// Writes to the pipe while its reader lives.
void feed(const fs::path& pipe, std::string_view text, Process& reader) {
  const NoBrokenPipe blocked;
  int file = -1;
  while ((file = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0) {
    if (errno != ENXIO || !reader.running()) return;  // ENXIO: the reader has not opened it yet
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  while (!text.empty()) {
    const ssize_t wrote = ::write(file, text.data(), text.size());
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
    else if (errno == EAGAIN && reader.running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    else if (errno != EINTR) break;
  }
  ::close(file);
}

struct Job {
  const Compiler& compiler;  // of the host side
  const Compiler& device;    // clang again, or nvcc
  const Settings& settings;
  const fs::path& source;
  const fs::path& folder;
  fs::path object() const { return folder / "host.o"; }
  fs::path rule() const { return folder / "host.d"; }
};

bool by_nvcc(const Settings& settings) { return settings.device_compiler == "nvcc"; }

std::vector<std::string> device_words(const Compiler& device, const Settings& settings, const std::vector<std::string>& common,
                                      const fs::path& source, const fs::path& ptx) {
  return by_nvcc(settings) ? nvcc_command(device, settings, source, ptx) : device_command(device, common, source, ptx);
}

// The device side's text, from the file that its compiler wrote.
std::string device_text(const Job& job, const fs::path& ptx) {
  std::ifstream file(ptx, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return "// front end: " + job.device.name + "\n" + (by_nvcc(job.settings) ? with_plain_names(text) : text);
}

// clang goes down an expression by recursion: with the usual 8 MB one of 120,000 terms, such as a program writes, is too
// deep for it, and it takes no more time with more.
constexpr std::size_t compiler_stack = std::size_t{128} << 20;

Problem run(const Job& job, const std::vector<std::string>& common, std::vector<std::string>& warnings) {
  const fs::path ptx = job.folder / "device.ptx", pipe = job.folder / "embedded.ptx";
  ::unlink(pipe.c_str());
  if (::mkfifo(pipe.c_str(), 0600) != 0) return unwritable(job.folder, errno);
  const Limits limits{job.settings.limit, job.settings.wall_limit, job.settings.memory_limit, compiler_stack};
  Process device(device_words(job.device, job.settings, common, job.source, ptx), limits);
  Process host(host_command(job.compiler, common, job.source, pipe, job.object(), job.rule()), limits);
  // The device side sees every error of the source, so its words are the ones to show.
  Outcome done = device.wait();
  if (by_nvcc(job.settings)) done.output = with_clang_places(done.output);
  if (!done.ok()) return compile_problem(job.source, done, job.settings);
  // Both sides see the whole file, so the device side's words are enough.
  warnings = warnings_of(job.source, done.output);
  const std::string text = device_text(job, ptx);
  if (Problem problem = check_ptx(text, job.source)) return problem;
  // clang embeds the bytes as they are; the runtime finds the end of the text by its zero.
  // A file without kernels and device variables compiles without ever reading its device code.
  feed(pipe, text + '\0', host);
  if (done = host.wait(); !done.ok()) return compile_problem(job.source, done, job.settings);
  return {};
}

bool crashed(const Problem& problem) {
  return problem.blame == Blame::environment && problem.output.find("PLEASE submit a bug report") != std::string::npos;
}

// Counts up when the front end makes something else of the same source, so that older objects are not taken.
constexpr int object_format = 4;

// All that decides the object, apart from the contents of files.
std::string key_of(const Compiler& compiler, const Compiler& device, const Settings& settings, const fs::path& source,
                   const std::vector<std::string>& common) {
  std::uint64_t key = hash(fmt::format("{}\n{}\n{}\n{}\n", object_format, compiler.name, device.name, fs::current_path().string()));
  for (const auto& command : {device_words(device, settings, common, source, "ptx"), host_command(compiler, common, source, "ptx", "object", "rule")})
    for (const std::string& word : command) key = hash(word + "\n", key);
  return fmt::format("{}-{:016x}", source.stem().string(), key);
}

}  // namespace

Result<fs::path> compile(const fs::path& source, const Settings& settings) {
  std::error_code none;
  if (fs::exists(source, none) && !fs::is_regular_file(source, none))
    return {{}, {Blame::student, fmt::format("{} is no ordinary file, so it cannot be compiled", source.string()), {}}};
  if (std::ifstream readable(source); !readable)
    return {{}, {Blame::student, fmt::format("{} cannot be read: {}", source.string(), std::strerror(errno)), {}}};
  const Result<Compiler> compiler = find_compiler();
  if (!compiler.ok()) return {{}, compiler.problem};
  if (settings.device_compiler != "clang" && settings.device_compiler != "nvcc")
    return {{}, {Blame::environment, fmt::format("COURSE_DEVICE_COMPILER={} is neither clang nor nvcc", settings.device_compiler), {}}};
  const Result<Compiler> device = by_nvcc(settings) ? find_nvcc() : compiler;
  if (!device.ok()) return {{}, device.problem};
  if (!fs::exists(settings.headers / "cuda_runtime.h", none))
    return {{}, {Blame::environment, fmt::format("the headers of the simulated GPU are not in {}: was this build moved, or its checkout?", settings.headers.string()), {}}};
  std::error_code error;
  fs::create_directories(settings.cache, error);
  if (error) return {{}, unwritable(settings.cache, error.value())};

  std::vector<std::string> common = common_flags(settings);
  const std::string key = key_of(compiler.value, device.value, settings, source, common);
  const Cache cache(settings.cache);
  if (std::optional<Cache::Kept> kept = cache.find(key)) return {kept->object, {}, std::move(kept->warnings)};

  const WorkFolder work(settings.cache);
  if (work.error()) return {{}, unwritable(settings.cache, work.error())};
  const Job job{compiler.value, device.value, settings, source, work.path()};
  std::vector<std::string> warnings;
  Problem problem = run(job, common, warnings);
  // clang 14 crashes on constrained members of libstdc++ 12 (std::map of std::function, say); it comes through when the
  // library leaves its concepts out.
  if (crashed(problem) && compiler.value.major < 16) {
    common.insert(common.end(), {"-Wno-builtin-macro-redefined", "-U__cpp_concepts"});
    problem = run(job, common, warnings);
  }
  if (problem) return {{}, problem};
  const std::vector<std::string> included = files_of_rule(job.rule());
  // clang takes /dev/zero for an empty file; its contents, which the cache asks for, never end.
  for (const std::string& file : included)
    if (fs::exists(file, error) && !fs::is_regular_file(file, error))
      return {{}, {Blame::student, fmt::format("{}: error: it includes {}, which is no ordinary file: include headers only", source.string(), file), {}}};
  if (std::optional<fs::path> kept = cache.keep(key, job.object(), included, warnings)) return {*kept, {}, std::move(warnings)};
  return {{}, unwritable(settings.cache, ENOSPC)};
}

Settings default_settings() {
  Settings settings;
  settings.headers = SIM_HEADERS;
  settings.runtime_library = SIM_RUNTIME_LIBRARY;
  settings.cache = SIM_CACHE;
  if (const char* device = std::getenv("COURSE_DEVICE_COMPILER"); device && *device) settings.device_compiler = device;
  if (const char* named = std::getenv("COURSE_CACHE"); named && *named) {
    settings.cache = named;
    return settings;
  }
  std::error_code error;
  fs::create_directories(settings.cache, error);
  if (error || ::access(settings.cache.c_str(), W_OK) != 0)
    settings.cache = fs::temp_directory_path(error) / fmt::format("cuda-by-counting-{}", ::getuid());
  return settings;
}

Result<fs::path> link(const std::vector<fs::path>& objects, const fs::path& program, const Settings& settings) {
  const Result<Compiler> compiler = find_compiler();
  if (!compiler.ok()) return {{}, compiler.problem};
  std::error_code error;
  if (program.has_parent_path()) fs::create_directories(program.parent_path(), error);
  if (error) return {{}, unwritable(program.parent_path(), error.value())};
  const fs::path part = program.string() + fmt::format(".part.{}", ::getpid());
  std::vector<std::string> command = {compiler.value.path.string(), "-pthread"};
  for (const fs::path& object : objects) command.push_back(object.string());
  const std::string library = settings.runtime_library.string();
  command.insert(command.end(), {library, "-Wl,-rpath," + settings.runtime_library.parent_path().string(), "-o", part.string()});
  if (const Outcome done = Process(command, {settings.limit, settings.wall_limit, settings.memory_limit, 0}).wait(); !done.ok()) {
    fs::remove(part, error);
    return {{}, link_problem(done)};
  }
  fs::rename(part, program, error);
  if (error) return {{}, unwritable(program, error.value())};
  return {program, {}};
}

}  // namespace sim::frontend
