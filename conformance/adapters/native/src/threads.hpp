// Many games on several threads, without the interpreter's lock.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "wire.hpp"

namespace colt {

// Threads that wait for work: to wake them costs less than to start new ones. They start with the first work.
class Crew {
 public:
  explicit Crew(int threads) : threads_(threads) {
    if (threads < 1 || threads > 256) throw std::invalid_argument("threads: expected 1 to 256, got " + std::to_string(threads));
  }
  ~Crew() {
    if (waiting_ && process_ == getpid()) waiting_->dismiss();
    else static_cast<void>(waiting_.release());
  }
  Crew(const Crew&) = delete;

  // Runs `job` on every thread, this one included, and waits until all have ended.
  void run(const std::function<void()>& job) {
    if (threads_ > 1) {
      if (process_ != getpid()) hire();
      waiting_->begin(job);
    }
    job();
    if (threads_ > 1) waiting_->wait();
  }

 private:
  struct Waiting {
    std::mutex guard;
    std::condition_variable begins, ends;
    const std::function<void()>* job = nullptr;
    u64 jobs = 0;
    size_t busy = 0;
    bool dismissed = false;
    std::vector<std::thread> threads;

    void begin(const std::function<void()>& next) {
      const std::lock_guard<std::mutex> lock(guard);
      job = &next;
      busy = threads.size();
      ++jobs;
      begins.notify_all();
    }
    void wait() {
      std::unique_lock<std::mutex> lock(guard);
      ends.wait(lock, [&] { return busy == 0; });
    }
    void dismiss() {
      {
        const std::lock_guard<std::mutex> lock(guard);
        dismissed = true;
        begins.notify_all();
      }
      for (std::thread& one : threads) one.join();
    }
    void work() {
      std::unique_lock<std::mutex> lock(guard);
      for (u64 done = 0;;) {
        begins.wait(lock, [&] { return dismissed || jobs != done; });
        if (dismissed) return;
        done = jobs;
        lock.unlock();
        (*job)();
        lock.lock();
        if (--busy == 0) ends.notify_one();
      }
    }
  };

  const int threads_;
  pid_t process_ = 0;  // which process the threads are in: a fork has none of them, and starts its own
  std::unique_ptr<Waiting> waiting_;

  void hire() {
    static_cast<void>(waiting_.release());
    waiting_ = std::make_unique<Waiting>();
    for (int i = 1; i < threads_; ++i) waiting_->threads.emplace_back(&Waiting::work, waiting_.get());
    process_ = getpid();
  }
};

// Runs `work(share)` on each thread of a crew; there `share(each)` calls `each(i)` for the numbers below `count` that fall
// to this thread, every number on one of them. What is thrown first is thrown again when all have ended.
template <class Work>
void on_threads(Crew& crew, u64 count, Work work) {
  constexpr u64 BATCH = 16;
  std::atomic<u64> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  auto share = [&](auto each) {
    for (u64 at; (at = next.fetch_add(BATCH)) < count;)
      for (u64 i = at; i < std::min(at + BATCH, count); ++i) each(i);
  };
  {
    nb::gil_scoped_release release;
    crew.run([&] {
      try {
        work(share);
      } catch (...) {
        const std::lock_guard<std::mutex> lock(guard);
        if (!failure) failure = std::current_exception();
      }
    });
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace colt
