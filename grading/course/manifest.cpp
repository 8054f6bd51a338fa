#include "manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "files.h"
#include "problem.h"

namespace course {

RunnerParts runner_parts(const std::filesystem::path& build, const std::string& lab, const Task& task,
                         const std::string& machine) {
  const fs::path file = build / "labs" / lab / (machine == "cuda" ? "manifest-cuda.json" : "manifest.json");
  if (!fs::exists(file))
    throw Problem(fmt::format("lab {} is not built ({} is missing): run cmake --preset {} && cmake --build --preset {}",
                              lab, file.string(), build.filename().string(), build.filename().string()));
  try {
    const auto parts = nlohmann::json::parse(read_file(file)).at("tasks").at(task.name);
    RunnerParts result;
    for (const auto& path : parts.at("objects")) result.objects.emplace_back(path.get<std::string>());
    for (const auto& path : parts.at("libraries")) result.libraries.emplace_back(path.get<std::string>());
    for (const auto& path : parts.at("include_directories"))
      result.include_directories.emplace_back(path.get<std::string>());
    return result;
  } catch (const nlohmann::json::exception&) {
    throw Problem(
        fmt::format("{} does not describe the task {}: the build is older than lab.json; run cmake --build --preset {}",
                    file.string(), task.name, build.filename().string()));
  }
}

}  // namespace course
