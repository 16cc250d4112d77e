// Many games on several threads, without the interpreter's lock.
#pragma once
#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "wire.hpp"

namespace colt {

// Runs `work(share)` on each of so many threads; there `share(each)` calls `each(i)` for the numbers below `count` that fall
// to this thread, every number on one of them. What is thrown first is thrown again when all have ended.
template <class Work>
void on_threads(int threads, u64 count, Work work) {
  constexpr u64 BATCH = 16;
  std::atomic<u64> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  auto share = [&](auto each) {
    for (u64 at; (at = next.fetch_add(BATCH)) < count;)
      for (u64 i = at; i < std::min(at + BATCH, count); ++i) each(i);
  };
  auto one_of_them = [&] {
    try {
      work(share);
    } catch (...) {
      std::lock_guard<std::mutex> lock(guard);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    nb::gil_scoped_release release;
    std::vector<std::thread> crew;
    for (int i = 1; i < threads; ++i) crew.emplace_back(one_of_them);
    one_of_them();
    for (std::thread& one : crew) one.join();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace colt
