// An object of its own, linked with every runner: a task file that defines main too is refused by the linker.
#include "grading/runner/runner.h"

int main(int argc, char** argv) { return course::runner::run(argc, argv); }
