// A game as bytes, for pickles: what lies in memory, after the layout it has there and a checksum.
#pragma once
#include "wire.hpp"

namespace colt {

constexpr u64 LAYOUT = COLT_LAYOUT;  // a hash of the headers that say how a game lies in memory: see CMakeLists.txt

// Fletcher's checksum, by words.
struct Checksum {
  u64 sum = 0, sums = 0;

  Checksum() = default;
  Checksum(const char* bytes, size_t size) : sum(size) {
    for (; size >= sizeof(u64); bytes += sizeof(u64), size -= sizeof(u64)) add(bytes, sizeof(u64));
    add(bytes, size);
  }
  bool operator!=(const Checksum& other) const { return sum != other.sum || sums != other.sums; }

 private:
  void add(const char* bytes, size_t size) {
    u64 word = 0;
    std::memcpy(&word, bytes, size);
    sums += sum += word;
  }
};

struct PackedHead {
  u64 layout;
  Checksum sum;
};

class Packing {
 public:
  Packing() {
    bytes_.reserve(4 * sizeof(State));
    put(PackedHead{});
  }

  template <class T>
  void put(const T& item) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&item), sizeof item);
  }
  void put_row(const std::vector<u8>& row) {
    put(static_cast<u32>(row.size()));
    bytes_.append(row.begin(), row.end());
  }
  nb::bytes sealed() {
    const PackedHead head{LAYOUT, Checksum(bytes_.data() + sizeof head, bytes_.size() - sizeof head)};
    std::memcpy(bytes_.data(), &head, sizeof head);
    return nb::bytes(bytes_.data(), bytes_.size());
  }

 private:
  std::string bytes_;
};

class Unpacking {
 public:
  explicit Unpacking(const nb::bytes& packed) : at_(packed.c_str()), left_(packed.size()) {
    const PackedHead head = take<PackedHead>();
    if (head.layout != LAYOUT) throw BadPosition(OTHER_ENGINE);
    if (head.sum != Checksum(at_, left_)) throw BadPosition(CHANGED);
  }

  template <class T>
  void take_into(T& item) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&item, take_bytes(sizeof item), sizeof item);
  }
  template <class T>
  T take() {
    T item;
    take_into(item);
    return item;
  }
  std::vector<u8> take_row() {
    const u32 size = take<u32>();
    const char* row = take_bytes(size);
    return std::vector<u8>(row, row + size);
  }

 private:
  static constexpr const char* OTHER_ENGINE =
      "expected a game that was pickled by this version of the engine, got one of another; between versions send to_state() or commands";
  static constexpr const char* CHANGED = "expected a pickled game, got bytes that are cut off or changed";
  const char* at_;
  size_t left_;

  const char* take_bytes(size_t size) {
    if (size > left_) throw BadPosition(CHANGED);
    const char* taken = at_;
    at_ += size;
    left_ -= size;
    return taken;
  }
};

}  // namespace colt
