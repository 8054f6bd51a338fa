# The root script with made-up packages, apt-get, sudo and cmake: what it installs, when it builds, what it says.
. "$(dirname -- "$0")/cli.sh"
repo="$scratch/a checkout"
fakes="$scratch/fakes"
calls="$scratch/calls"
export calls
mkdir -p "$repo/grading/course" "$repo/labs/03-x/grader" "$repo/cmake" "$fakes"
cp "$ROOT/course" "$repo/course"
touch "$repo/CMakeLists.txt" "$repo/CMakePresets.json" "$repo/grading/part.cpp" "$repo/labs/03-x/task.cu"
cat >"$repo/grading/course/packages.txt" <<'PACKAGES'
build|sh|dash|is there
build|course-fake-compiler|fake-compiler|compiles things
docs|course-fake-docs|fake-docs|draws things
PACKAGES

fake() { # fake NAME: a program that logs its call and does what standard input says
  { echo '#!/bin/sh'; echo "echo \"$1 \$*\" >>\"\$calls\""; cat; } >"$fakes/$1"
  chmod +x "$fakes/$1"
}
fake apt-get <<'BODY'
case "$*" in *install*) printf '#!/bin/sh\n' >"${0%/*}/course-fake-compiler"; chmod +x "${0%/*}/course-fake-compiler" ;; esac
BODY
fake cmake <<'BODY'
[ ! -e "${0%/*}/broken" ] || { echo "part.cpp:1: error: this build is broken"; seq 101 130; exit 1; }
mkdir -p build/sim/bin
printf '#!/bin/sh\necho "the tool in $COURSE_ROOT got: $*"\nexit 7\n' >build/sim/bin/course
chmod +x build/sim/bin/course
BODY
PATH="$fakes:$PATH"
unset COURSE_SKIP_PACKAGES
as() { printf '#!/bin/sh\necho %s\n' "$1" >"$fakes/id"; chmod +x "$fakes/id"; }
called() { grep -q -- "$1" "$calls" 2>/dev/null; }
not_called() { ! called "$1"; }

# Without root: the line to run, and nothing else happens.
as 1000
fake sudo <<'BODY'
exit 1
BODY
expect 2 "sudo apt-get update && sudo apt-get install -y fake-compiler" "$repo/course" list
holds "compiles things"
lacks "fake-docs"
that not_called cmake
expect 0 "docs|fake-docs|draws things" "$repo/course" packages --missing build docs
holds "build|fake-compiler|compiles things"
lacks "dash"

# With sudo that asks for no password, and without a terminal: installs, builds, hands over with its exit status.
fake sudo <<'BODY'
[ "$1" = -n ] && shift
exec "$@"
BODY
expect 7 "the tool in $repo got: list a b" "$repo/course" list "a b"
that called "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends fake-compiler"
that called "cmake --preset sim"
that called "cmake --build --preset sim --target course_ready"

# The second call only starts the tool, from anywhere and through a link; an edited kernel changes nothing.
rm "$calls"
sleep 0.01
touch "$repo/labs/03-x/task.cu" "$repo/labs/03-x/task.cu.1.bak" "$repo/labs/03-x/README.md"
ln -s "$repo/course" "$scratch/link"
cd /
expect 7 "got: grade" "$scratch/link" grade
that not_called cmake

# A changed source, a new grader kernel, a vanished file: built again.
for change in "touch grading/part.cpp" "touch labs/03-x/grader/runner.cpp" "rm grading/part.cpp" "touch CMakePresets.json"; do
  rm -f "$calls"
  sleep 0.01
  (cd "$repo" && $change)
  expect 7 "got: grade" "$repo/course" grade
  called "cmake --build" || complain "after $change nothing was built"
done

# A build that fails shows its first error, not what came of it, and is tried again next time.
touch "$fakes/broken" "$repo/CMakeLists.txt"
expect 2 "the course could not be built" "$repo/course" grade
holds "error: this build is broken"
holds "above: the first error in"
lacks "130"
rm "$fakes/broken"
expect 7 "got: grade" "$repo/course" grade

# As root: no sudo. A build folder that cannot be made: one sentence.
as 0
rm -rf "$fakes/course-fake-compiler" "$repo/build" "$calls"
expect 7 "got: grade" "$repo/course" grade
that not_called sudo
rm -rf "$repo/build"
mkdir -p "$repo/build/course-build.log" # as little to be written as in a build folder of somebody else
expect 2 "cannot write to $repo/build" "$repo/course" grade
one_line
rm -rf "$repo/build"
touch "$repo/build"
expect 2 "cannot write to $repo/build" "$repo/course" grade
one_line
finish
