#include "batch.hpp"

#include <stdexcept>

namespace colt {

void Seat::begin(const State& begun, u64 seed, const Layout& layout, const BatchOptions& how) {
  state_ = begun;
  dice_ = Dice(seed);
  alone_ = how.alone ? static_cast<u8>(seed % begun.options.seats) : NONE;
  if (settle(layout, how)) throw Broken("expected a game in which somebody has to choose, got one without");
}

bool Seat::settle(const Layout& layout, const BatchOptions& how) {
  thread_local Choices choices;
  thread_local std::vector<u16> order;
  for (;;) {
    if (how.remember) look(state_);
    if (state_.awaiting.empty()) return true;
    const Awaited& ask = state_.awaiting.at[0];
    if (ask.actor == CHANCE) {
      deal_by_dice(state_, dice_);
      continue;
    }
    choices.n = 0;
    list_choices(state_, ask, choices);
    if (choices.n == 0) throw Broken("expected somebody with a choice, got none");
    if (how.alone && ask.actor != alone_) {
      apply(state_, Command(scheme(state_, ask, choices, dice_)));
      continue;
    }
    if (choices.n == 1 && (how.alone || how.steps)) {
      apply(state_, choices.at[0]);
      continue;
    }
    if (!how.steps) {
      in_order(state_, choices, order);
      commands_.resize(order.size());
      for (size_t i = 0; i < order.size(); ++i) commands_[i] = choices.at[order[i]];
      return false;
    }
    commands_.assign(choices.at, choices.at + choices.n);
    steps_.begin(state_, ask.actor, layout, choices);
    return false;
  }
}

bool Seat::can(int action, const BatchOptions& how) const {
  return how.steps ? steps_.can(action) : action >= 0 && action < offered(count(), how.most);
}

bool Seat::take(int action, const Layout& layout, const BatchOptions& how) {
  int chosen = how.steps ? -1 : spread(action, count(), how.most);
  if (how.steps) {
    steps_.take(action);
    chosen = steps_.chosen();
    if (chosen < 0) return false;
  }
  const Command command = choice(chosen);
  apply(state_, command);
  return settle(layout, how);
}

static void reward(const List<Standing, MAX_SEATS>& ranking, bool by_rank, float* out) {
  i32 money = 0;
  int last = 0;
  for (const Standing& row : ranking) {
    money += std::max(0, row.money);
    last = std::max<int>(last, row.rank);
  }
  for (const Standing& row : ranking)
    out[row.seat] = by_rank ? (last > 1 ? static_cast<float>(last - row.rank) / static_cast<float>(last - 1) : 1.0f)
                            : static_cast<float>(std::max(0, row.money)) / static_cast<float>(money != 0 ? money : 1);
}

Batch::Batch(const Layout& layout, const State& begun, int games, int threads, BatchOptions how)
    : layout(layout), how(how), begun_(begun), crew_(threads) {
  if (games < 1 || games > 1000000) throw std::invalid_argument("games: expected 1 to 1,000,000, got " + std::to_string(games));
  if (how.most < 2 || how.most > MAX_CHOICES) throw std::invalid_argument("most_choices: expected 2 to 4096, got " + std::to_string(how.most));
  games_.resize(static_cast<size_t>(games));
  seeds_.resize(static_cast<size_t>(games));
}

void Batch::reset(u64 seed, const Written& out) {
  on_threads(crew_, games_.size(), [&](auto& share) {
    share([&](u64 i) {
      seeds_[i] = seed + i;
      games_[i].begin(begun_, seeds_[i], layout, how);
      observe(i, out);
    });
  });
}

void Batch::check(const std::int64_t* actions) const {
  for (int i = 0; i < size(); ++i) {
    const std::int64_t action = actions[i];
    if (action < 0 || action >= this->actions() || !game(i).can(static_cast<int>(action), how))
      throw std::invalid_argument("game " + std::to_string(i) + ": expected an action that its mask shows, got " + std::to_string(action));
  }
}

void Batch::step(const std::int64_t* actions, float* rewards, signed char* ended, const Written& out) {
  check(actions);
  const size_t seats = static_cast<size_t>(this->seats());
  // A game is observed right after its step, while it is in the processor's cache.
  on_threads(crew_, games_.size(), [&](auto& share) {
    share([&](u64 i) {
      float* its = rewards + i * seats;
      std::memset(its, 0, sizeof(float) * seats);
      ended[i] = games_[i].take(static_cast<int>(actions[i]), layout, how);
      if (ended[i]) {
        reward(games_[i].state().ranking, how.by_rank, its);
        seeds_[i] += games_.size();
        games_[i].begin(begun_, seeds_[i], layout, how);
      }
      observe(i, out);
    });
  });
}

void Batch::observe(size_t i, const Written& out) const {
  const Seat& game = games_[i];
  const u8 me = game.actor();
  const size_t width = static_cast<size_t>(actions());
  out.actors[i] = me;
  layout.observe(game.state(), me, out.observations + i * static_cast<size_t>(layout.numbers));
  signed char* mask = out.masks + i * width;
  std::memset(mask, 0, width);
  if (how.steps) {
    game.steps().mask(mask);
    if (out.taken == nullptr) return;
    std::memset(out.taken + i * width, 0, width);
    for (u8 action : game.steps().taken()) out.taken[i * width + action] = 1;
    return;
  }
  const int count = game.count(), shown = offered(count, how.most);
  std::memset(mask, 1, static_cast<size_t>(shown));
  if (out.choices == nullptr) return;
  const size_t columns = static_cast<size_t>(layout.choice_numbers);
  float* its = out.choices + i * width * columns;
  for (int k = 0; k < shown; ++k)
    layout.describe(game.state(), me, game.choice(spread(k, count, how.most)), its + static_cast<size_t>(k) * columns);
  std::memset(its + static_cast<size_t>(shown) * columns, 0, sizeof(float) * columns * (width - static_cast<size_t>(shown)));
}

}  // namespace colt
