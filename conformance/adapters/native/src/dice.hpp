// The engine's own dice: xoshiro256**, seeded with splitmix64. The same seed gives the same game on every machine.
#pragma once
#include "ids.hpp"

namespace colt {

class Dice {
 public:
  explicit Dice(u64 seed = 0) {
    for (u64& word : words_) {
      seed += 0x9E3779B97F4A7C15ull;
      u64 z = seed;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
      word = z ^ (z >> 31);
    }
  }

  // One of 0 .. sides - 1, each as likely as the others (Lemire's method).
  u32 roll(u32 sides) {
    u64 product = (next() >> 32) * sides;
    u32 low = static_cast<u32>(product);
    if (low < sides) {
      const u32 threshold = (0u - sides) % sides;
      while (low < threshold) {
        product = (next() >> 32) * sides;
        low = static_cast<u32>(product);
      }
    }
    return static_cast<u32>(product >> 32);
  }

  // Puts a random row of `count` items at the front of `items`.
  void shuffle(u8* items, int size, int count) {
    for (int i = 0; i < count && i < size - 1; ++i) {
      const int j = i + static_cast<int>(roll(static_cast<u32>(size - i)));
      const u8 kept = items[i];
      items[i] = items[j];
      items[j] = kept;
    }
  }

 private:
  u64 next() {
    const u64 result = rotated(words_[1] * 5, 7) * 9;
    const u64 shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = rotated(words_[3], 45);
    return result;
  }
  static u64 rotated(u64 word, int by) { return (word << by) | (word >> (64 - by)); }

  u64 words_[4];
};

}  // namespace colt
