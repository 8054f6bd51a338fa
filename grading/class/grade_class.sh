#!/bin/sh
# Grades a folder of submissions, each task of each student in a sandbox (bubblewrap) of its own:
#   sh grading/class/grade_class.sh SUBMISSIONS REPORTS [LAB...]
# SUBMISSIONS/STUDENT/03-coalescing/scale_image.cu is a student's file; everything else comes from this clone, which was
# built (./course list). REPORTS/STUDENT/03-coalescing/scale_image.json is what `course grade --strict --json` says of it, and beside it,
# as .txt, what it says to people. REPORTS/gradebook.csv has a row for each student and task. What has its report is not
# graded again, so an interrupted call is just made once more; calls for different labs may run side by side.
# Exit status: 0, or 2 if some task has no verdict: the fault is the machine's, or the submission ended the grading itself.
set -u
say() { printf 'grade_class: %s\n' "$*" >&2; }
[ $# -ge 2 ] || { say "SUBMISSIONS REPORTS [LAB...]: where the students' folders are, and where the reports go"; exit 2; }
command -v bwrap >/dev/null || { say "bwrap is missing: ./course packages class installs it"; exit 2; }
course=${COURSE_ROOT:-$(dirname -- "$(readlink -f -- "$0")")/../..}
course=$(readlink -f -- "$course")
build=$(readlink -f -- "${COURSE_BUILD:-$course/build/sim}")
[ -x "$build/bin/course" ] && [ -d "$build/labs" ] || { say "$build holds no built course: ./course list builds it"; exit 2; }
submissions=$(readlink -e -- "$1") && [ -d "$submissions" ] || { say "there is no folder $1"; exit 2; }
mkdir -p -- "$2" && reports=$(readlink -e -- "$2") && [ -w "$reports" ] || { say "cannot write to $2"; exit 2; }
case $reports/ in "$submissions"/*) say "$2 lies among the submissions: name another place for the reports"; exit 2 ;; esac
shift 2
[ $# -gt 0 ] || set -- "$course"/labs/[0-9][0-9]-*/
# What a build folder was made of and what it links with may lie elsewhere.
libraries=$(dirname -- "$(readlink -f -- "$build/labs")")
sources=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$libraries/CMakeCache.txt")
[ -d "$sources/solutions" ] || { say "$libraries was built from a folder that is gone: ./course list builds it again"; exit 2; }
# So that no submission fills the memory with files; older versions of bubblewrap cannot say how much.
size=
if bwrap --help | grep -q -- '--size BYTES'; then size="--size 1000000000"; fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
all=0
open=0
most=1000000

# grade_one STUDENT LAB FILE: the student's file instead of the starter, in a copy of the lab that only this sandbox sees.
grade_one() {
  into=$reports/$1/$2
  report=$into/${3%.cu}.json
  all=$((all + 1))
  [ ! -e "$report" ] || return 0
  rm -rf "$work/repo"
  mkdir -p -- "$into" "$work/repo/labs" "$work/repo/solutions" "$work/repo/build/labs" "$work/repo/build/grade"
  cp -R "$course/labs/$2" "$work/repo/labs/$2"
  rm -rf "$work/repo/labs/$2/grader/corpus" "$work/repo/labs/$2/grader/plain" "$work/repo/labs/$2/$3"
  # A link would be followed out of the submission.
  [ ! -L "$submissions/$1" ] && [ ! -L "$submissions/$1/$2" ] && [ ! -L "$submissions/$1/$2/$3" ] &&
    [ -f "$submissions/$1/$2/$3" ] && head -c $most <"$submissions/$1/$2/$3" >"$work/repo/labs/$2/$3" &&
    [ "$(wc -c <"$submissions/$1/$2/$3")" -gt $most ] && say "$1: $3 is longer than $most bytes, and is cut there"
  # shellcheck disable=SC2086  # $size is two words or none
  # Later binds lie over earlier ones. The report leaves through standard output, which the tool keeps for itself.
  bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL \
    --ro-bind / / --dev /dev --proc /proc --tmpfs /home --tmpfs /root $size --tmpfs /tmp \
    --ro-bind "$sources" "$sources" --ro-bind "$course" "$course" --ro-bind "$libraries" "$libraries" --ro-bind "$build" "$build" \
    --tmpfs "$submissions" --tmpfs "$reports" --tmpfs "$sources/solutions" --tmpfs "$course/solutions" --tmpfs "$course/labs/$2/grader" \
    --bind "$work/repo" "$work/repo" --ro-bind "$work/repo/labs" "$work/repo/labs" --ro-bind "$build/labs" "$work/repo/build/labs" \
    --setenv COURSE_ROOT "$work/repo" --setenv COURSE_BUILD "$work/repo/build" --setenv COURSE_CACHE "$work/repo/build/cache" \
    --setenv TMPDIR /tmp --chdir "$work/repo" \
    "$build/bin/course" grade --strict --json - "labs/$2/$3" >"$work/report" 2>"$work/told" </dev/null
  status=$?
  cp -- "$work/told" "$into/${3%.cu}.txt"
  if [ $status -le 1 ] && [ -s "$work/report" ]; then
    cp -- "$work/report" "$report.$$" && mv -- "$report.$$" "$report" && return 0
  fi
  open=$((open + 1))
  say "$1: $2/$3 has no verdict (status $status), see $into/${3%.cu}.txt; made once more, this call tries it again"
}

# each WHAT LAB...: calls it with each student, lab and file.
each() {
  what=$1
  shift
  for student in "$submissions"/* "$submissions"/.[!.]*; do
    [ -d "$student" ] || continue
    for lab in "$@"; do
      lab=${lab%/}
      lab=${lab##*/}
      for file in "$course/labs/$lab"/*.cu; do
        [ -f "$file" ] || { say "there is no lab $lab"; exit 2; }
        "$what" "${student##*/}" "$lab" "${file##*/}"
      done
    done
  done
}

# row STUDENT LAB FILE: from the task's own members, which stand at this indentation alone.
row() {
  report=$reports/$1/$2/${3%.cu}.json
  member() { sed -n "s/^          \"$1\": \"\{0,1\}\([^\",]*\).*/\1/p" "$report" 2>/dev/null; }
  verdict=$(member verdict)
  printf '"%s",%s,%s,%s,%s,%s\n' "$(printf %s "$1" | sed 's/"/""/g')" "$2" "${3%.cu}" "${verdict:-none}" "$(member points)" "$(member max_points)"
}

each grade_one "$@"
graded=$(find "$reports" -mindepth 2 -maxdepth 2 -type d -name '[0-9][0-9]-*' -printf '%f\n' | sort -u)
# shellcheck disable=SC2086  # names of labs have no spaces
{ echo "student,lab,task,verdict,points,max_points" && each row $graded; } >"$reports/gradebook.csv.$$" &&
  mv -- "$reports/gradebook.csv.$$" "$reports/gradebook.csv" || { say "cannot write $reports/gradebook.csv"; exit 2; }
printf '%s: %d tasks, %d without a verdict\n' "$reports/gradebook.csv" "$all" "$open"
[ $open -eq 0 ] || exit 2
