// Reading evidence, and the measures that lessons are judged by. Counts are chosen here; ratios follow by arithmetic.
#include "grading/harness/evidence.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "grading/harness/measures.h"

using namespace course::harness;

namespace {

const char* const document = R"json({ "schema": 1, "machine": "sim", "front_end": "clang 19",
  "launches": [
    { "index": 0, "kernel": "k(float*)", "grid": [2,1,1], "block": [64,1,1], "argument_bytes": 8, "status": 0, "refused": "",
      "counters": { "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 4, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 72,
                    "sim__t_sectors_ideal_mem_global_op_ld.sum": 16,
                    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 4, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 16,
                    "sim__t_sectors_ideal_mem_global_op_st.sum": 16,
                    "sim__warp_instructions.sum": 10, "sim__thread_instructions.sum": 240 },
      "lines": [ { "file": "/home/s/a.cu", "line": 3, "counters": { "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 2,
                     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 8, "sim__t_sectors_ideal_mem_global_op_ld.sum": 8 } },
                 { "file": "/home/s/a.cu", "line": 5, "counters": { "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 2,
                     "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 64, "sim__t_sectors_ideal_mem_global_op_ld.sum": 8,
                     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 4, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 16,
                     "sim__t_sectors_ideal_mem_global_op_st.sum": 16 } } ] },
    { "index": 1, "kernel": "k(float*)", "grid": [1,1,1], "block": [2048,1,1], "status": 9, "refused": "too many threads" } ],
  "copies": [ { "kind": "HtoD", "bytes": 100, "call": "cudaMemcpy" }, { "kind": "DtoD", "bytes": 28, "call": "cudaMemcpy2D", "to_constant": true } ],
  "synchronisations": 3,
  "events": [ { "launches_before": 1, "launches_missed": 1 } ],
  "errors": [ { "call": "cudaMemcpyToSymbol", "status": 13, "name": "cudaErrorInvalidSymbol", "sentence": "No such symbol." } ],
  "faults": [ { "kind": "out-of-bounds", "launch": 0, "kernel": "k(float*)", "where": "a.cu:5", "block": [1,0,0], "thread": [33,0,0],
                "status": 700, "sentence": "past the end" } ],
  "notes": [ "a note" ] })json";

double value(std::string_view name, const Evidence& evidence, Useful useful = {}) {
  const auto measured = measure(name, evidence, useful);
  REQUIRE(measured);
  CHECK(measured->defined);
  return measured->value;
}

}  // namespace

TEST_CASE("a document is read in full") {
  const Evidence evidence = parse_evidence(document);
  CHECK(evidence.machine == "sim");
  REQUIRE(evidence.launches.size() == 2);
  CHECK(evidence.launches[1].refused == "too many threads");
  CHECK(evidence.launches[0].argument_bytes == 8);
  CHECK(evidence.launches[1].argument_bytes == 0);
  CHECK(evidence.copies[1].kind == "DtoD");
  CHECK(evidence.copies[1].to_constant);
  CHECK_FALSE(evidence.copies[0].to_constant);
  CHECK(evidence.errors[0].status == 13);
  CHECK(evidence.faults[0].thread == Index3{33, 0, 0});
  CHECK(evidence.faults[0].launch == 0);
  CHECK(evidence.notes.size() == 1);
  REQUIRE(evidence.lines().size() == 2);
  CHECK(evidence.lines()[1].where() == "a.cu:5");
}

TEST_CASE("documents of another form are refused") {
  CHECK_THROWS_AS(parse_evidence(""), EvidenceError);
  CHECK_THROWS_AS(parse_evidence("{}"), EvidenceError);
  CHECK_THROWS_AS(parse_evidence("[1]"), EvidenceError);
  CHECK_THROWS_AS(parse_evidence(R"({"schema":2})"), EvidenceError);
  // 2^64, which no integer holds, in place of a grid's extent.
  CHECK_THROWS_WITH_AS(parse_evidence(R"({"schema":1,"machine":"sim","launches":[{"kernel":"k","grid":[18446744073709551616,1,1],"block":[1,1,1],"status":0}],"copies":[],"errors":[],"faults":[]})"),
                       doctest::Contains("which no counter can be"), EvidenceError);
  CHECK_THROWS_AS(parse_evidence(R"({"schema":1,"machine":"sim","launches":3,"copies":[],"errors":[],"faults":[]})"),
                  EvidenceError);
  std::string negative = document;
  negative.replace(negative.find("\"bytes\": 100"), 12, "\"bytes\": \"x\"");
  CHECK_THROWS_AS(parse_evidence(negative), EvidenceError);
}

TEST_CASE("measures") {
  const Evidence evidence = parse_evidence(document);
  CHECK(value("sectors", evidence) == 88);
  CHECK(value("load_sectors", evidence) == 72);
  CHECK(value("store_requests", evidence) == 4);
  CHECK(value("sectors_per_request", evidence) == 11);
  CHECK(value("load_sectors_per_request", evidence) == 18);
  CHECK(value("store_sectors_per_request", evidence) == 4);
  CHECK(value("load_sectors_above_ideal", evidence) == 4.5);
  CHECK(value("bytes_per_useful_byte", evidence, {512, 512}) == 2.75);     // 88 * 32 / 1024
  CHECK(value("store_bytes_per_useful_byte", evidence, {512, 512}) == 1);  // 16 * 32 / 512
  CHECK(value("requests_per_useful_kib", evidence, {512, 512}) == 8);
  CHECK(value("lanes_per_instruction", evidence) == 24);
  CHECK(value("launches", evidence) == 2);
  CHECK(value("blocks", evidence) == 2);  // the refused launch has none
  CHECK(value("copies", evidence) == 2);
  CHECK(value("device_copies", evidence) == 1);
  CHECK(value("copied_bytes", evidence) == 128);
  CHECK(value("copied_bytes_per_useful_byte", evidence, {192, 64}) == 0.5);  // 128 / 256
  CHECK(value("synchronisations", evidence) == 3);
  CHECK(value("local_sectors", evidence) == 0);
  CHECK_FALSE(measure("sectors_per_cow", evidence, {}));
  for (const auto name : measure_names()) CHECK(measure(name, evidence, {}));
}

TEST_CASE("a ratio without a denominator is no number") {
  const Evidence evidence = parse_evidence(document);
  const auto constant = measure("constant_requests_per_instruction", evidence, {});
  REQUIRE(constant);
  CHECK_FALSE(constant->defined);
  CHECK(constant->undefined_because == "no kernel loads anything from constant memory");
  CHECK_FALSE(measure("bytes_per_useful_byte", evidence, {})->defined);
  CHECK_FALSE(measure("copied_bytes_per_useful_byte", evidence, {})->defined);
  CHECK_FALSE(measure("sectors_per_request", Evidence{}, {})->defined);
}

TEST_CASE("the line to blame is the one with most above its ideal") {
  const Evidence evidence = parse_evidence(document);
  const auto loads = measure("load_sectors_per_request", evidence, {});
  CHECK(loads->where == "a.cu:5");
  CHECK(loads->line_sentence == "its loads take 32 sectors a request where 4 would do (64 sectors, 8 would do)");
  const auto stores = measure("store_sectors_per_request", evidence, {});
  CHECK(stores->where == "a.cu:5");
  CHECK(stores->line_sentence ==
        "its stores are packed (4 sectors a request), but there are 4 requests with 16 sectors");
}

TEST_CASE("of the runtime's copies the call is told that moved most") {
  CHECK(measure("copied_bytes_per_useful_byte", parse_evidence(document), {256, 0})->line_sentence.starts_with("1 call of cudaMemcpy moved 100 bytes"));
  const Evidence columns = parse_evidence(R"({"schema":1,"machine":"sim","launches":[],"errors":[],"faults":[],"copies":[
    {"kind":"DtoD","bytes":40,"call":"cudaMemcpy2D"},{"kind":"DtoD","bytes":40,"call":"cudaMemcpy2D"},{"kind":"HtoD","bytes":64,"call":"cudaMemcpy"}]})");
  CHECK(measure("copied_bytes_per_useful_byte", columns, {256, 0})->line_sentence.starts_with("2 calls of cudaMemcpy2D moved 80 bytes"));
}

// Per warp of 32 particles: the words of records go once to seven arrays that are apart (line 3), 40 steps store six arrays where
// three change (line 9), and the records come back (line 15).
TEST_CASE("where next to nothing is above its ideal, the line with most is blamed") {
  const auto stores = [](int steps) {
    return *measure("store_bytes_per_useful_byte", parse_evidence(fmt::format(R"({{"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
      {{"kernel":"k","grid":[1,1,1],"block":[32,1,1],"status":0,"counters":{{}},"lines":[
       {{"file":"a.cu","line":3,"counters":{{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum":7,
         "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum":70,"sim__t_sectors_ideal_mem_global_op_st.sum":28}}}},
       {{"file":"a.cu","line":9,"counters":{{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum":{0},
         "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum":{1},"sim__t_sectors_ideal_mem_global_op_st.sum":{1}}}}},
       {{"file":"a.cu","line":15,"counters":{{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum":7,
         "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum":28,"sim__t_sectors_ideal_mem_global_op_st.sum":28}}}}]}}]}})",
        6 * steps, 4 * 6 * steps)), {0, 1});
  };
  CHECK(stores(40).where == "a.cu:9");  // 42 of 1058 sectors are above the ideal: 4 %
  CHECK(stores(40).line_sentence == "its stores are packed (4 sectors a request), but there are 240 requests with 960 sectors");
  CHECK(stores(4).where == "a.cu:3");  // 42 of 194: 22 %
}

TEST_CASE("what is missing is in no line, and has a sentence of its own") {
  const auto some = measure("load_bytes_per_useful_byte", parse_evidence(document), {8192, 0});
  CHECK(some->value == 0.28125);  // 72 * 32 / 8192
  CHECK(some->too_little.starts_with("That is less than the data have: work was left out"));
  const auto nothing = measure("load_bytes_per_useful_byte", Evidence{}, {8192, 0});
  CHECK(nothing->value == 0);
  CHECK(nothing->too_little.starts_with("No kernel was launched"));
  const auto added = measure("store_bytes_per_useful_byte", parse_evidence(R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
    {"kernel":"k","grid":[1,1,1],"block":[32,1,1],"status":0,"counters":{"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum":4},"lines":[]}]})"), {0, 128});
  CHECK(added->value == 0);
  CHECK(added->too_little.find("Atomic functions are counted apart (4 sectors)") != std::string::npos);
}

// 8 warps load 32 bytes each, a sector, and count in 22 sectors each.
TEST_CASE("atomics are blamed where they are most of it, and counted alone") {
  const Evidence evidence = parse_evidence(R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
    {"kernel":"k","grid":[1,1,1],"block":[256,1,1],"status":0,"counters":{
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":8,"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":8,
       "sim__t_sectors_ideal_mem_global_op_ld.sum":8,
       "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum":8,"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum":176},"lines":[
     {"file":"a.cu","line":5,"counters":{
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":8,"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":8,
       "sim__t_sectors_ideal_mem_global_op_ld.sum":8,
       "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum":8,"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum":176}}]}]})");
  const char* sentence = "its atomics take 22 sectors a request (8 requests with 176 sectors)";
  const auto all = measure("bytes_per_useful_byte", evidence, {256, 0});
  CHECK(all->value == 23);
  CHECK(all->line_sentence.starts_with(sentence));
  const auto atomics = measure("atomic_sectors_per_request", evidence, {});
  CHECK(atomics->value == 22);
  CHECK(atomics->line_sentence.starts_with(sentence));
  CHECK(measure("atomic_sectors", evidence, {})->value == 176);
  CHECK(measure("atomic_requests", evidence, {})->value == 8);
}

// One warp: a line that loads 4 bytes a lane, one that stores 16, and one that keeps an array in local memory.
TEST_CASE("requests are blamed by what each of them brings, local memory with what lies there") {
  const Evidence evidence = parse_evidence(R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
    {"kernel":"k","grid":[1,1,1],"block":[32,1,1],"status":0,"counters":{
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":4,"sim__bytes_mem_global_op_ld.sum":512,
       "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum":1,"sim__bytes_mem_global_op_st.sum":512,
       "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum":8},"lines":[
     {"file":"a.cu","line":5,"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":4,"sim__bytes_mem_global_op_ld.sum":512}},
     {"file":"a.cu","line":6,"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum":1,"sim__bytes_mem_global_op_st.sum":512}},
     {"file":"a.cu","line":7,"counters":{"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum":8}}]}]})");
  const auto requests = measure("requests_per_useful_kib", evidence, {512, 512});
  CHECK(requests->value == 5);
  CHECK(requests->where == "a.cu:5");
  CHECK(requests->line_sentence == "its loads make 4 requests, for 128 bytes each");
  const auto local = measure("local_sectors", evidence, {});
  CHECK(local->value == 8);
  CHECK(measure("local_bytes_per_useful_byte", evidence, {512, 512})->value == 0.25);  // 8 * 32 / 1024
  CHECK(local->where == "a.cu:7");
  CHECK(local->line_sentence.starts_with("8 sectors of local memory come from this line: what a thread keeps for itself"));
}

// Four blocks of one warp: each moves 512 bytes in line 5, and each the same head of three floats again in line 6.
TEST_CASE("requests as wide as can be are not blamed where others bring next to nothing") {
  const auto requests = measure("requests_per_useful_kib", parse_evidence(R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
    {"kernel":"k","grid":[4,1,1],"block":[32,1,1],"status":0,"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":8},"lines":[
     {"file":"a.cu","line":5,"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":4,"sim__bytes_mem_global_op_ld.sum":2048}},
     {"file":"a.cu","line":6,"counters":{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":4,"sim__bytes_mem_global_op_ld.sum":48}}]}]})"), {2048, 0});
  CHECK(requests->value == 4);  // 8 requests, 2 KiB
  CHECK(requests->where == "a.cu:6");
  CHECK(requests->line_sentence == "its loads make 4 requests, for 12 bytes each");
}

// A warp whose lanes ask for 16 different words in one load, and for one word in another.
TEST_CASE("requests to constant memory by the work they serve") {
  const auto constant = measure("constant_requests_per_useful_kib", parse_evidence(fmt::format(R"({{"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
    {{"kernel":"k","grid":[1,1,1],"block":[32,1,1],"status":0,"counters":{{"{0}":17}},"lines":[
     {{"file":"a.cu","line":5,"counters":{{"{0}":1}}}},{{"file":"a.cu","line":6,"counters":{{"{0}":16}}}}]}}]}})",
      "idc__requests.sum")), {128, 128});
  CHECK(constant->value == 68);  // 17 requests, a quarter of a KiB
  CHECK(constant->where == "a.cu:6");
  CHECK(constant->line_sentence == "16 requests to constant memory come from this line");
}

TEST_CASE("a shift of the lanes is not blamed where work is done twice") {
  const auto loads = [](int sectors) {
    return measure(
               "load_bytes_per_useful_byte",
               parse_evidence(fmt::format(
                   R"({{"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[{{"kernel":"k","grid":[1,1,1],
                         "block":[32,1,1],"status":0,"counters":{{}},"lines":[{{"file":"a.cu","line":5,"counters":{{
                         "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":2,"sim__t_sectors_ideal_mem_global_op_ld.sum":8,
                         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":{}}}}}]}}]}})",
                   sectors)),
               {128, 0})
        ->line_sentence;
  };
  CHECK(loads(8) == "its loads are packed (4 sectors a request), but there are 2 requests with 8 sectors");
  CHECK(loads(10) ==
        "its loads are almost packed (5 sectors a request where 4 would do), but there are 2 requests with 10 sectors");
  CHECK(loads(11) == "its loads take 5.5 sectors a request where 4 would do (11 sectors, 8 would do)");
}

// One lane of 32 loads 4 bytes: a sector of 32 bytes each time, of which 28 are nobody's.
TEST_CASE("a request of one lane is not called packed") {
  const auto loads = measure("load_bytes_per_useful_byte", parse_evidence(R"({"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
    {"kernel":"k","grid":[1,1,1],"block":[1,1,1],"status":0,"counters":{},"lines":[{"file":"a.cu","line":5,"counters":{
       "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":10,"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":10,
       "sim__t_sectors_ideal_mem_global_op_ld.sum":10,"sim__bytes_mem_global_op_ld.sum":40}}]}]})"), {40, 0});
  CHECK(loads->line_sentence == "its loads ask for 4 bytes a request, and a sector has 32 (10 requests take 10 sectors)");
}

// A histogram: 4 warps load 4 bytes a lane, packed, in line 5, and add to bins in line 6.
TEST_CASE("atomics are blamed where lanes meet at an address or lie apart, and where there are most of them") {
  const auto histogram = [](int atomic_sectors) {
    return *measure("bytes_per_useful_byte", parse_evidence(fmt::format(R"({{"schema":1,"machine":"sim","copies":[],"errors":[],"faults":[],"launches":[
      {{"kernel":"k","grid":[1,1,1],"block":[128,1,1],"status":0,"counters":{{
         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":16,"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum":{0}}},"lines":[
       {{"file":"a.cu","line":5,"counters":{{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":4,
         "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum":16,"sim__t_sectors_ideal_mem_global_op_ld.sum":16,"sim__bytes_mem_global_op_ld.sum":512}}}},
       {{"file":"a.cu","line":6,"counters":{{"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum":4,
         "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum":{0}}}}}]}}]}})", atomic_sectors)), {512, 0});
  };
  const Measured one_bin = histogram(128);  // 32 lanes of 4 warps, one after the other
  CHECK(one_bin.value == 9);                // 32 * (16 + 128) / 512
  CHECK(one_bin.where == "a.cu:6");
  CHECK(one_bin.line_sentence.starts_with("its atomics take 32 sectors a request (4 requests with 128 sectors): lanes that name one address"));
  CHECK(histogram(41).line_sentence.starts_with("its atomics take 10.2 sectors a request"));  // beyond 1.25 * 8 * 4
  // 32 lanes with 8 bytes each of their own: nothing is wasted, there is just more of it than of the loads.
  CHECK(histogram(32).line_sentence == "its atomics make 4 requests with 32 sectors");
  CHECK(histogram(4).where == "a.cu:5");
}

TEST_CASE("evidence of several cases adds up") {
  Evidence both = parse_evidence(document);
  both += parse_evidence(document);
  CHECK(value("sectors", both) == 176);
  CHECK(value("synchronisations", both) == 6);
  // The second run's event comes after its own launches and all of the first's.
  REQUIRE(both.events.size() == 2);
  CHECK(both.events[0].launches_before == 1);
  CHECK(both.events[0].launches_missed == 1);
  CHECK(both.events[1].launches_before == parse_evidence(document).launches.size() + 1);
  CHECK(both.lines().size() == 2);
}
