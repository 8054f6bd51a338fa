// SHA-256 of many messages, one a thread: a long chain of 32-bit rotations, additions and logic with known answers.
#include "check.h"

__constant__ unsigned round_constants[64];

__device__ unsigned rotate(unsigned x, int by) { return x >> by | x << (32 - by); }

// One message of up to 55 bytes: a single block.
__global__ void sha256(const unsigned char* messages, const int* lengths, unsigned* digests, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned char block[64] = {};
  int length = lengths[i];
  for (int k = 0; k < length; ++k) block[k] = messages[i * 55 + k];
  block[length] = 0x80;
  block[62] = static_cast<unsigned char>(length * 8 >> 8);
  block[63] = static_cast<unsigned char>(length * 8);
  unsigned w[64];
  for (int k = 0; k < 16; ++k)
    w[k] = block[4 * k] << 24 | block[4 * k + 1] << 16 | block[4 * k + 2] << 8 | block[4 * k + 3];
  for (int k = 16; k < 64; ++k) {
    unsigned s0 = rotate(w[k - 15], 7) ^ rotate(w[k - 15], 18) ^ w[k - 15] >> 3;
    unsigned s1 = rotate(w[k - 2], 17) ^ rotate(w[k - 2], 19) ^ w[k - 2] >> 10;
    w[k] = w[k - 16] + s0 + w[k - 7] + s1;
  }
  const unsigned initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned s[8];
  for (int k = 0; k < 8; ++k) s[k] = initial[k];
  for (int k = 0; k < 64; ++k) {
    unsigned s1 = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25), choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    unsigned first = s[7] + s1 + choice + round_constants[k] + w[k];
    unsigned s0 = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
    unsigned second = s0 + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int j = 7; j > 0; --j) s[j] = s[j - 1];
    s[4] += first;
    s[0] = first + second;
  }
  for (int k = 0; k < 8; ++k) digests[i * 8 + k] = s[k] + initial[k];
}

int main() {
  // The constants are the first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4).
  std::vector<unsigned> constants;
  for (unsigned n = 2; constants.size() < 64; ++n) {
    bool prime = true;
    for (unsigned d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
    if (!prime) continue;
    // floor(cbrt(n) * 2^32) in whole numbers: the largest x with x^3 <= n * 2^96, found bit by bit from the top.
    unsigned long long root = 0;
    for (int bit = 35; bit >= 0; --bit) {
      unsigned long long x = root | 1ull << bit;
      // x^3 <= n * 2^96, compared in long double first and exactly by division where they are close: x < 2^36.
      unsigned __int128 square = static_cast<unsigned __int128>(x) * x;
      unsigned __int128 limit = (static_cast<unsigned __int128>(n) << 96) / x;  // n < 2^9: fits
      if (square <= limit) root = x;
    }
    constants.push_back(unsigned(root));
  }
  check::expect_equal("first round constant", constants[0], 0x428a2f98u);
  check::expect_equal("last round constant", constants[63], 0xc67178f2u);
  check::succeed(cudaMemcpyToSymbol(round_constants, constants.data(), 256));

  const char* texts[] = {"", "abc", "The quick brown fox jumps over the lazy dog", "message digest"};
  const char* wanted[] = {"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                          "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592",
                          "f7846f55cf23e14eebeab5b4e1550cad5b509e3348fbc4efa3a1413d393cb650"};
  constexpr int count = 200;
  std::vector<unsigned char> messages(count * 55);
  std::vector<int> lengths(count);
  for (int i = 0; i < count; ++i) {
    lengths[i] = int(std::strlen(texts[i % 4]));
    std::memcpy(messages.data() + i * 55, texts[i % 4], lengths[i]);
  }
  check::DeviceArray<unsigned char> device_messages(messages);
  check::DeviceArray<int> device_lengths(lengths);
  check::DeviceArray<unsigned> digests(count * 8);
  sha256<<<2, 128>>>(device_messages.get(), device_lengths.get(), digests.get(), count);
  auto got = digests.download();
  for (int i = 0; i < count; ++i) {
    char hex[65];
    for (int k = 0; k < 8; ++k) std::snprintf(hex + 8 * k, 9, "%08x", got[i * 8 + k]);
    check::expect_equal<std::string>(std::string("SHA-256 of \"") + texts[i % 4] + "\"", hex, wanted[i % 4]);
  }
  return check::verdict();
}
