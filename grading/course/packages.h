#pragma once

#include <string>
#include <vector>

#include "repository.h"

namespace course {

struct Package {
  std::string group, name, purpose;
};

/// The packages of the given groups (grading/course/packages.txt) that this machine lacks. The root script knows how to
/// look for them, since it must do so before there is a tool; it is asked.
std::vector<Package> missing_packages(const Repository& repository, const std::string& groups);

/// "sudo apt-get install -y a b" ("sudo" only where it is needed), or "" if nothing is missing.
std::string install_line(const std::vector<Package>& packages);

}  // namespace course
