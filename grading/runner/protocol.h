#pragma once
/// @file
/// @brief File names and exit statuses that runner and harness agree on (docs/architecture.md, "Runner and harness").
#include <cstddef>
#include <cstdint>
#include <string>

namespace course::protocol {

inline constexpr const char* order_file = "order.json";
inline constexpr const char* complete_file = "complete";        ///< repeats the order's nonce; written last
inline constexpr const char* fault_file = "runner_fault.json";  ///< a fault of machine or lab, with the order's nonce
/// Where a program was that crashed or was ended: the order's nonce, then, a line each in hexadecimal, the addresses of
/// its own code on the stack, counted from its beginning, the innermost first.
inline constexpr const char* stack_file = "stack";
inline constexpr std::size_t most_frames = 64;
inline constexpr const char* evidence_file = "evidence.json";   ///< in a case's folder
inline constexpr const char* result_file = "result.json";       ///< in a case's folder: statuses, returned values

inline std::string case_folder(std::size_t index) { return "case-" + std::to_string(index); }
inline std::string input_file(const std::string& array) { return array + ".in"; }
inline std::string output_file(const std::string& array) { return array + ".out"; }

/// A runner started as `TASK --turns FOLDER` finds a socket to the grader here. Lines of JSON go to and fro:
/// {"do":"device"}                           -> what the GPU is
/// {"do":"copy","bytes":N}                   -> {"ready":true}, then, after {"do":"go"}, {"ms":t}
/// {"do":"call","case":{...},"seed":N}       -> the same, with the statuses of the call
/// {"do":"verify","salt":N,"samples":{array: count}}, after a call
///                                           -> {"hashes":{array: hash},"samples":{array:[...]}}; its buffers are given back
/// A line {"fault":{"status","sentence"}} ends the runner. Files of given arrays are in FOLDER.
inline constexpr int turns_descriptor = 3;

/// What red zones, row padding and outputs are filled with before the call. Always the same, so that student code
/// learns nothing from it; a float of it is a NaN.
inline constexpr unsigned char poison = 0xFF;

/// The same around arrays that are given (input, in_out): another byte, or a function that treats padding like a row's
/// elements would leave the output's padding as it was (a NaN times a gain is a NaN). A float of it is -1.7e38. In timed
/// calls it is around all arrays: what comes back in one of two of them has the same hash in both.
inline constexpr unsigned char given_poison = 0xFE;

/// Exit statuses. They explain; a verdict never rests on them alone, since student code can exit with any of them.
enum ExitStatus : int {
  finished = 0,
  lab_fault = 70,     ///< order and runner.cpp do not fit together
  cannot_write = 71,  ///< no room or no permission for results
  no_device = 72,     ///< the machine has no usable GPU, or no memory on it for the arrays
};

}  // namespace course::protocol
