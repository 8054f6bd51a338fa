#include "manifest.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "files.h"
#include "problem.h"

namespace course {

RunnerParts runner_parts(const Repository& repository, const std::string& lab, const Task& task,
                         const std::string& machine) {
  const fs::path build = machine == "cuda" ? repository.cuda_build() : repository.build;
  const fs::path file = build / "labs" / lab / (machine == "cuda" ? "manifest-cuda.json" : "manifest.json");
  if (!fs::exists(file))
    throw Problem(fmt::format("lab {} is not built ({} is missing): run {}", lab, repository.shown(file),
                              repository.build_line(build)));
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
        fmt::format("{} does not describe the task {}: the build is older than lab.json; run {}", repository.shown(file),
                    task.name, repository.build_line(build)));
  }
}

}  // namespace course
