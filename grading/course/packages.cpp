#include "packages.h"

#include <unistd.h>

#include <sstream>

#include "files.h"
#include "problem.h"
#include "process.h"

namespace course {

std::vector<Package> missing_packages(const Repository& repository, const std::string& groups) {
  const fs::path answer = repository.build / "missing-packages.txt";
  Command command{
      .arguments = {(repository.root / "course").string(), "packages", "--missing"}, .output = answer, .folder = {}};
  std::istringstream names(groups);
  for (std::string group; names >> group;) command.arguments.push_back(group);
  make_folder(repository.build);
  if (!run_process(command).ok()) throw Problem("the root script could not look for packages: " + read_file(answer));
  std::vector<Package> packages;
  std::istringstream lines(read_file(answer));
  Package package;
  while (std::getline(lines, package.group, '|') && std::getline(lines, package.name, '|') &&
         std::getline(lines, package.purpose))
    packages.push_back(package);
  return packages;
}

std::string install_line(const std::vector<Package>& packages) {
  if (packages.empty()) return "";
  std::string line = ::geteuid() == 0 ? "apt-get install -y" : "sudo apt-get install -y";
  for (const Package& package : packages) line += " " + package.name;
  return line;
}

}  // namespace course
