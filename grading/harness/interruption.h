#pragma once
// Ctrl-C and its like in a grader: never in the middle of something that leaves a folder or a process behind.

namespace course::harness {

// Holds SIGINT, SIGTERM and SIGHUP back from here on, unless the caller of this program ignores them. Once, at the start.
void hold_interruptions();

// The signal that waits, or 0. Whoever waits for long asks, tidies up and throws Interrupted.
int interruption();

struct Interrupted {};

// Lets the signal that waits, if any, end this process, as it would have done at once.
void release_interruptions();

}  // namespace course::harness
