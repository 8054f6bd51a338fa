// Branches that lanes of one warp take differently: nested ifs, switches, short-circuit conditions, early returns,
// goto.
#include "check.h"

__host__ __device__ int nested(int i) {
  int value = 0;
  if (i % 2 == 0) {
    value += 1;
    if (i % 3 == 0) {
      value += 10;
      if (i % 5 == 0)
        value += 100;
      else
        value -= 7;
    } else if (i % 7 == 0) {
      value += 1000;
    } else {
      value *= 3;
    }
    value += 5;
  } else {
    if (i > 40) value = -i;
    value ^= 0x55;
  }
  return value * 2 + 1;
}

// Dense labels make a jump table, sparse ones a tree of comparisons; some cases fall through.
__host__ __device__ int dense_switch(int i, int start) {
  int value = start;
  switch (i % 13) {
    case 0:
      value = i * 3;
      break;
    case 1:
      value = i ^ 77;
      [[fallthrough]];
    case 2:
      value += 11;
      break;
    case 3:
      value = value * value;
      break;
    case 4:
      return -1;
    case 5:
      value -= i << 2;
      break;
    case 6:
      value = ~value;
      break;
    case 7:
      value %= 9;
      [[fallthrough]];
    case 8:
      value *= 5;
      break;
    case 9:
      value = i / 3 + start;
      break;
    case 10:
      return value + 1000;
    default:
      value = 42 - i;
  }
  return value + 1;
}

__host__ __device__ int sparse_switch(int i) {
  switch (i * 37 % 1000) {
    case 0:
      return 1;
    case 37:
      return 2;
    case 111:
      return 3;
    case 370:
      return 5;
    case 555:
      return 8;
    case 999:
      return 13;
    case -5:
      return 21;
    default:
      return i * 37 % 1000 > 500 ? 34 : 55;
  }
}

__host__ __device__ bool touch(int* calls, int weight, bool answer) {
  *calls += weight;
  return answer;
}

// The right operand runs only where the left one leaves the answer open.
__host__ __device__ int short_circuit(int i) {
  int calls = 0;
  bool a = touch(&calls, 1, i & 1) && touch(&calls, 10, i & 2);
  bool b = touch(&calls, 100, i & 4) || touch(&calls, 1000, i & 8);
  bool c = (a || touch(&calls, 10000, i & 16)) && !b;
  return calls * 8 + a * 4 + b * 2 + c;
}

__host__ __device__ int early_return(int i) {
  if (i < 3) return i;
  if (i % 4 == 1) return -i;
  int value = i * i;
  if (value % 3 == 1) return value;
  return value + 1;
}

__host__ __device__ int with_goto(int i) {
  int value = i, turns = 0;
again:
  if (value > 50) goto high;
  value = value * 2 + 1;
  if (++turns < 9) goto again;
high:
  if (value % 2 && turns < 12) {
    value -= 17;
    turns += 3;
    goto again;
  }
  return value * 100 + turns;
}

__host__ __device__ int ternaries(int i) {
  return (i & 1 ? (i & 2 ? i * 3 : -i) : (i & 4 ? i + 100 : (i & 8 ? i / 2 : 7))) + (i > 30 ? i % 5 : i % 3);
}

// A store under divergence must not happen in the lanes that did not branch.
__global__ void all(int* results, int* touched, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int* mine = results + i * 7;
  mine[0] = nested(i);
  mine[1] = dense_switch(i, 4);
  mine[2] = sparse_switch(i);
  mine[3] = short_circuit(i);
  mine[4] = early_return(i);
  mine[5] = with_goto(i);
  mine[6] = ternaries(i);
  if (i % 3 == 1) {
    touched[i] = 1;
    if (i % 2)
      touched[i] += 2;
    else
      return;
    touched[i] += 4;
  } else if (i % 3 == 2) {
    touched[i] = 8;
    return;
  }
  touched[i] += 16;
}

int main() {
  constexpr int count = 333;
  check::DeviceArray<int> results(count * 7), touched(count);
  all<<<4, 96>>>(results.get(), touched.get(), count);
  auto got = results.download();
  const char* names[] = {"nested ifs", "dense switch", "sparse switch", "short circuit", "early return", "goto", "?:"};
  int (*functions[])(int) = {
      nested,   [](int i) { return dense_switch(i, 4); }, sparse_switch, short_circuit, early_return, with_goto,
      ternaries};
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 7; ++k) {
      check::expect_equal(std::string(names[k]) + " of " + check::text(i), got[i * 7 + k], functions[k](i));
    }
  }
  auto marks = touched.download();
  for (int i = 0; i < count; ++i) {
    int wanted = i % 3 == 0 ? 16 : i % 3 == 2 ? 8 : i % 2 ? 1 + 2 + 4 + 16 : 1;
    check::expect_equal("mark of " + check::text(i), marks[i], wanted);
  }
  return check::verdict();
}
