# Helper of the command-line tests: COURSE is the tool, ROOT the repository, BUILD its build folder. Each test works on a
# copy of a lab in a folder whose name has a space in it, with the graders of the real build.
set -u
scratch=$(mktemp -d "${TMPDIR:-/tmp}/course cli XXXXXX")
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
failures=0
lab=03-coalescing

# copy_lab NAME: a lab and its solutions as an untouched clone has them, in $scratch/repo.
copy_lab() {
  cp -R "$ROOT/labs/$1" "$scratch/repo/labs/$1"
  cp -R "$ROOT/solutions/$1" "$scratch/repo/solutions/$1"
  cp "$ROOT/labs/$1/grader/starter/"*.cu "$scratch/repo/labs/$1/"
  rm -f "$scratch/repo/labs/$1/"*.bak # kept by resets of whoever works in this checkout
}

# fresh_copy: the lab of this test, made the tool's repository.
fresh_copy() {
  rm -rf "$scratch/repo"
  mkdir -p "$scratch/repo/labs" "$scratch/repo/solutions" "$scratch/repo/build/sim" "$scratch/repo/grading/course"
  copy_lab "$lab"
  cp "$ROOT/course" "$scratch/repo/course"
  cp "$ROOT/grading/course/packages.txt" "$scratch/repo/grading/course/"
  ln -s "$BUILD/labs" "$scratch/repo/build/sim/labs"
  export COURSE_ROOT="$scratch/repo" COURSE_BUILD="$scratch/repo/build/sim"
  cd "$scratch/repo" || exit 1
}

complain() {
  printf 'FAILED: %s\n' "$*"
  sed 's/^/    | /' "$scratch/output"
  failures=$((failures + 1))
}

# expect STATUS TEXT COMMAND...: the command ends with this status and its output (both streams) holds TEXT.
expect() {
  wanted=$1
  text=$2
  shift 2
  "$@" >"$scratch/output" 2>&1 </dev/null
  status=$?
  [ "$status" -eq "$wanted" ] || complain "$*: exit status $status, expected $wanted"
  grep -qF -- "$text" "$scratch/output" || complain "$*: the output lacks: $text"
}

# holds TEXT / lacks TEXT: about the output of the last command.
holds() { grep -qF -- "$1" "$scratch/output" || complain "the output lacks: $1"; }
lacks() { if grep -qF -- "$1" "$scratch/output"; then complain "the output should not hold: $1"; fi; }
one_line() { [ "$(wc -l <"$scratch/output")" -eq 1 ] || complain "more than one line"; }
that() { "$@" || complain "not so: $*"; }

finish() {
  [ "$failures" -eq 0 ] || { echo "$failures failed"; exit 1; }
  echo "all as expected"
}
