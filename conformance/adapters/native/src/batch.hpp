// Many games stepped at once: see colt_rules/research/batch.py.
#pragma once
#include <vector>

#include "observe.hpp"
#include "threads.hpp"

namespace colt {

struct BatchOptions {
  bool steps;    // an action is a name; otherwise the number of a choice
  int most;      // how many choices are offered, if actions are their numbers
  bool by_rank;  // what is rewarded at the end; otherwise the share of all money
  bool remember;
  bool alone;    // one seat is played from outside, and asked only if it has a choice; schemers play the others
};

// One game of a batch: where somebody has to choose.
class Seat {
 public:
  // A new game from a position that waits for its first deal. The seed also says which seat plays alone, if one does.
  void begin(const State& begun, u64 seed, const Layout& layout, const BatchOptions& how);
  bool can(int action, const BatchOptions& how) const;
  // Takes an action that can be taken; true if the game has ended.
  bool take(int action, const Layout& layout, const BatchOptions& how);

  u8 actor() const { return state_.awaiting.at[0].actor; }
  int count() const { return static_cast<int>(commands_.size()); }
  const State& state() const { return state_; }
  const Dice& dice() const { return dice_; }
  const Steps& steps() const { return steps_; }
  const Command& choice(int index) const { return commands_[static_cast<size_t>(index)]; }

 private:
  State state_;
  Dice dice_;
  u8 alone_;  // NONE if all seats are played from outside
  std::vector<Command> commands_;  // in the order of the choices if actions are their numbers
  Steps steps_;

  bool settle(const Layout& layout, const BatchOptions& how);  // true if the game has ended
};

// Where a batch writes, a row a game; `choices` and `taken` may be null.
struct Written {
  float* observations;
  signed char* masks;
  std::int64_t* actors;
  float* choices;      // the rows of the choices
  signed char* taken;  // the steps of the choice that is being made
};

class Batch {
 public:
  Batch(const Layout& layout, const State& begun, int games, int threads, BatchOptions how);

  const Layout& layout;
  const BatchOptions how;
  int seats() const { return begun_.options.seats; }
  int size() const { return static_cast<int>(games_.size()); }
  int actions() const { return how.steps ? layout.actions : how.most; }
  const Seat& game(int index) const { return games_[static_cast<size_t>(index)]; }

  void reset(u64 seed, const Written& out);
  // Throws invalid_argument for the first action that cannot be taken; then nothing has changed.
  void step(const std::int64_t* actions, float* rewards, signed char* ended, const Written& out);

 private:
  State begun_;
  Crew crew_;
  std::vector<Seat> games_;
  std::vector<u64> seeds_;  // of the game that each of them plays now

  void check(const std::int64_t* actions) const;
  void observe(size_t game, const Written& out) const;
};

}  // namespace colt
