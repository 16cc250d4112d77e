// Many random games counted while they are played: nothing is kept of a game but what it adds to the sums.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "threads.hpp"

namespace colt {

using namespace nb::literals;
using i64 = std::int64_t;

// How somebody fared: a bandit, or whoever sat at a place of the table.
struct Fared {
  i64 games, wins, shared, money, squares;

  void add(const Standing& standing, bool shares) {
    ++games;
    wins += standing.rank == 1;
    shared += standing.rank == 1 && shares;
    money += standing.money;
    squares += static_cast<i64>(standing.money) * standing.money;
  }
};

// What a thing brought that a player could get.
struct Brought {
  i64 offered, taken, wins, money, squares;

  void add(const State& s, u8 owner, i64 amount, u8 won) {
    ++offered;
    if (owner == NONE) return;
    ++taken;
    wins += (won >> s.figures[owner].seat) & 1;
    money += amount;
    squares += amount * amount;
  }
};

struct Counts {
  i64 games, level, shared, nobody, otherwise;
  Fared seats[MAX_SEATS];  // by turn in the first round
  Fared bandits[BANDITS];
  Brought hostages[HOSTAGES], time_travellers, cursed_purses, cursed_jewels, cursed_strongboxes;
};

static_assert(std::is_trivially_copyable_v<Counts> && sizeof(Counts) % sizeof(i64) == 0);

// All of it are sums, so it does not matter who adds what first.
static void add_all(Counts& to, const Counts& more) {
  i64 sums[sizeof(Counts) / sizeof(i64)], others[sizeof(Counts) / sizeof(i64)];
  std::memcpy(sums, &to, sizeof to);
  std::memcpy(others, &more, sizeof more);
  for (size_t i = 0; i < sizeof(Counts) / sizeof(i64); ++i) sums[i] += others[i];
  std::memcpy(&to, sums, sizeof to);
}

static u8 side_at(const State& s, u8 seat) { return static_cast<u8>(has(s, TEAM) ? seat / 2 : seat); }

static bool side_is_caught(const State& s, u8 side) {
  for (u8 b = 0; b < BANDITS; ++b)
    if (s.figures[b].seat != NONE && side_at(s, s.figures[b].seat) == side &&
        !is_caught(s, b))
      return false;
  return true;
}

// Who is level on money for the first place, and what the tie-break would say if every bullet counted.
static void count_tie_break(const State& s, Counts& counts) {
  i32 most = 0;
  bool first = true;
  u8 level = 0, won = 0;  // one bit a side
  int bullets[MAX_SEATS] = {};
  for (const Standing& standing : s.ranking) {
    const u8 side = side_at(s, standing.seat);
    if (standing.rank == 1) won |= static_cast<u8>(1u << side);
    if (side_is_caught(s, side)) continue;
    if (first || standing.money > most) most = standing.money, level = 0, first = false;
    if (standing.money == most) level |= static_cast<u8>(1u << side);
    bullets[side] = standing.bullets;
  }
  for (u8 seat = 0; seat < s.options.seats; ++seat) bullets[side_at(s, seat)] += s.cards[seat].uncounted;
  counts.nobody += won == 0;
  counts.shared += size_of(won) > 1;
  if (size_of(level) < 2) return;
  ++counts.level;
  int fewest = 1 << 30;
  u8 otherwise = 0;
  for (u8 side = 0; side < MAX_SEATS; ++side) {
    if (!((level >> side) & 1) || bullets[side] > fewest) continue;
    if (bullets[side] < fewest) fewest = bullets[side], otherwise = 0;
    otherwise |= static_cast<u8>(1u << side);
  }
  counts.otherwise += otherwise != won;
}

static void count_hostages(const State& s, u8 won, Counts& counts) {
  for (u8 hostage : s.coach.hostages) counts.hostages[hostage].add(s, NONE, 0, won);
  for (u8 b = 0; b < BANDITS; ++b)
    if (captive_of(s, b) != NONE) counts.hostages[captive_of(s, b)].add(s, b, hostage_ransom(s, b), won);
}

static void count_time_traveller(const State& s, u8 won, Counts& counts) {
  const u8 bandit = s.machine.rewarded;
  counts.time_travellers.add(s, bandit, bandit == NONE || is_caught(s, bandit) ? 0 : TIME_TRAVELLER_REWARD, won);
}

static void count_cursed_tokens(const State& s, u8 won, Counts& counts) {
  Tokens cursed = s.valued;
  for (Tokens left = s.valued; left != 0; left &= left - 1)
    if (s.values[lowest(left)] > LOOT_VALUES[FACE_10]) cursed &= ~token_bit(static_cast<Token>(lowest(left)));
  const auto add = [&](Tokens owned, u8 owner) {
    for (owned &= cursed; owned != 0; owned &= owned - 1) {
      const Token token = static_cast<Token>(lowest(owned));
      Brought& brought = is_purse(token) ? counts.cursed_purses : token < FIRST_STRONGBOX ? counts.cursed_jewels : counts.cursed_strongboxes;
      brought.add(s, owner, s.values[token], won);
    }
  };
  for (const Tokens lying : s.floor) add(lying, NONE);
  for (u8 b = 0; b < BANDITS; ++b) add(s.loot[b], b);
}

static void count(const State& s, Counts& counts) {
  ++counts.games;
  count_tie_break(s, counts);
  int winners = 0;
  for (const Standing& standing : s.ranking) winners += standing.rank == 1;
  const bool shares = winners > (has(s, TEAM) ? 2 : 1);
  // The first player changes every round, in teams by two seats.
  const int gone = (s.round.number - 1) * (has(s, TEAM) ? 2 : 1), seats = s.options.seats;
  const int first = ((s.round.first - gone) % seats + seats) % seats;
  u8 won = 0;  // one bit a seat
  for (const Standing& standing : s.ranking) {
    counts.seats[(standing.seat - first + seats) % seats].add(standing, shares);
    for (u8 b = 0; b < BANDITS; ++b)
      if (s.figures[b].seat == standing.seat) counts.bandits[b].add(standing, shares);
    if (standing.rank == 1) won |= static_cast<u8>(1u << standing.seat);
  }
  if (has(s, STAGECOACH)) count_hostages(s, won, counts);
  if (has(s, TIME_MACHINE)) count_time_traveller(s, won, counts);
  if (has(s, CURSED_LOOT)) count_cursed_tokens(s, won, counts);
}

// Who sits where in the game of this seed. The dice are others than those of the game: the same seats and seed play it again.
static void seat_them(const std::vector<u8>& free, const std::vector<u8>& required, u64 seed, GameOptions& options) {
  Dice dice(~seed);
  List<u8, 32> row{};
  for (u8 name : free) row.push(name);
  dice.shuffle(row.at, row.n, options.seats - static_cast<int>(required.size()));
  row.n = static_cast<u8>(options.seats - required.size());
  for (u8 name : required) row.push(name);
  dice.shuffle(row.at, row.n, row.n);
  std::memcpy(options.seat_names, row.at, row.n);
}

struct TallyTable {
  GameOptions options{};
  std::vector<u8> free, required, house_rules;  // of the names in `free` seats are drawn; if `drawn` is false, the first are taken
  bool drawn;

  GameOptions game(u64 seed) const {
    GameOptions options_here = options;
    if (drawn) seat_them(free, required, seed, options_here);
    else std::memcpy(options_here.seat_names, free.data(), options.seats);
    return options_here;
  }

  State started(u64 seed) const {
    State s = new_state();
    std::string why;
    for (u8 one : house_rules)
      if (!agree_on_ruling(s, one, why)) throw Refused(why);
    if (!start_game(s, game(seed), why)) throw Refused(why);
    return s;
  }
};

static std::vector<u8> labels(const std::vector<std::string>& names, const char* where) {
  std::vector<u8> out;
  for (const std::string& name : names) {
    const int label = seat_label_named(name);
    if (label < 0) throw std::invalid_argument(std::string(where) + ": expected bandits (" + listed(BANDIT_NAMES) +
                                                ") or player-1 and so on, got \"" + name + "\"");
    out.push_back(static_cast<u8>(label));
  }
  return out;
}

static TallyTable table_for(const std::string& edition, const std::vector<std::string>& modules,
                            const std::vector<std::string>& names, int players, const std::vector<std::string>& required,
                            bool drawn, bool powers, bool happenings, bool stations,
                            const std::vector<std::pair<std::string, std::string>>& house_rules) {
  TallyTable table;
  const int known = index_of(EDITION_NAMES, edition);
  if (known < 0) throw std::invalid_argument("edition: expected one of " + listed(EDITION_NAMES) + "; got \"" + edition + "\"");
  table.options.edition = static_cast<Edition>(known);
  for (const std::string& name : modules) {
    const int module = index_of(MODULE_NAMES, name);
    if (module < 0) throw std::invalid_argument("modules: expected some of " + listed(MODULE_NAMES) + "; got \"" + name + "\"");
    table.options.modules |= static_cast<u16>(1u << module);
  }
  for (const std::string& name : names)
    if (std::find(required.begin(), required.end(), name) == required.end()) table.free.push_back(labels({name}, "names")[0]);
  table.required = labels(required, "required");
  const int fewest = std::max<int>(1, static_cast<int>(required.size()));
  const int most = std::min<int>(MAX_SEATS, static_cast<int>(table.free.size() + required.size()));
  if (players < fewest || players > most || table.free.size() > 16)
    throw std::invalid_argument("players: expected " + std::to_string(fewest) + " to " + std::to_string(most) + " with these names, got " +
                                std::to_string(players));
  table.options.seats = static_cast<u8>(players);
  table.options.powers = powers;
  table.options.happenings = happenings;
  table.options.stations = stations;
  table.drawn = drawn;
  for (const auto& [ruling, answer] : house_rules) {
    const int id = house_rule_named(ruling, answer);
    if (id < 0) throw std::invalid_argument("house_rules: expected a ruling and an answer that can be agreed on, got \"" + ruling + "=" + answer + "\"");
    table.house_rules.push_back(static_cast<u8>(id));
  }
  table.started(0);  // whatever is wrong is told before any game is played
  return table;
}

static Counts count_many(const TallyTable& table, u64 seed, u64 games, int threads) {
  Counts all{};
  std::mutex guard;
  Crew crew(threads);
  on_threads(crew, games, [&](auto& share) {
    Counts mine{};
    share([&](u64 i) {
      State s = table.started(seed + i);
      Dice dice(seed + i);
      play_to_the_end(s, dice);
      count(s, mine);
    });
    std::lock_guard<std::mutex> lock(guard);
    add_all(all, mine);
  });
  return all;
}

static nb::dict fared_out(const Fared& fared) {
  nb::dict out;
  out["games"] = fared.games;
  out["wins"] = fared.wins;
  out["shared"] = fared.shared;
  out["money"] = fared.money;
  out["squares"] = fared.squares;
  return out;
}

static void brought_out(const nb::dict& things, std::string_view name, const Brought& brought) {
  if (brought.offered == 0) return;
  nb::dict one;
  one["offered"] = brought.offered;
  one["taken"] = brought.taken;
  one["wins"] = brought.wins;
  one["money"] = brought.money;
  one["squares"] = brought.squares;
  things[text(name)] = one;
}

static nb::dict counts_out(const Counts& counts, int players) {
  nb::dict out, bandits, brought, hostages, time_travellers, cursed;
  nb::list seats;
  for (int i = 0; i < players; ++i) seats.append(fared_out(counts.seats[i]));
  for (int b = 0; b < BANDITS; ++b)
    if (counts.bandits[b].games) bandits[text(BANDIT_NAMES[b])] = fared_out(counts.bandits[b]);
  for (int h = 0; h < HOSTAGES; ++h) brought_out(hostages, HOSTAGE_NAMES[h], counts.hostages[h]);
  brought_out(time_travellers, "time-machine", counts.time_travellers);
  brought_out(cursed, "purse", counts.cursed_purses);
  brought_out(cursed, "jewel", counts.cursed_jewels);
  brought_out(cursed, "strongbox", counts.cursed_strongboxes);
  const std::pair<const char*, nb::dict> kinds[] = {{"hostage", hostages}, {"time-traveller", time_travellers}, {"cursed-token", cursed}};
  for (const auto& [kind, things] : kinds)
    if (nb::len(things)) brought[kind] = things;
  out["games"] = counts.games;
  out["level"] = counts.level;
  out["shared"] = counts.shared;
  out["nobody"] = counts.nobody;
  out["otherwise"] = counts.otherwise;
  out["seats"] = seats;
  out["characters"] = bandits;
  out["brought"] = brought;
  return out;
}

void bind_tally(nb::module_& m) {
  using Names = std::vector<std::string>;
  using HouseRules = std::vector<std::pair<std::string, std::string>>;
  m.def(
      "tally",
      [](const std::string& edition, const Names& modules, const Names& names, int players, u64 seed, long long games, int threads,
         const Names& required, bool drawn, bool powers, bool happenings, bool stations, const HouseRules& house_rules) {
        if (games < 0) throw std::invalid_argument("games: expected 0 or more, got " + std::to_string(games));
        const TallyTable table = table_for(edition, modules, names, players, required, drawn, powers, happenings, stations, house_rules);
        return counts_out(count_many(table, seed, static_cast<u64>(games), threads), players);
      },
      "edition"_a, "modules"_a, "names"_a, "players"_a, "seed"_a, "games"_a, "threads"_a = 1, nb::kw_only(), "required"_a = Names{},
      "drawn"_a = true, "powers"_a = true, "happenings"_a = true, "stations"_a = true, "house_rules"_a = HouseRules{});
  m.def(
      "seating",
      [](const Names& names, int players, u64 seed, const Names& required) {
        TallyTable table;
        for (const std::string& name : names)
          if (std::find(required.begin(), required.end(), name) == required.end()) table.free.push_back(labels({name}, "names")[0]);
        table.required = labels(required, "required");
        if (players < static_cast<int>(required.size()) || players > MAX_SEATS ||
            players > static_cast<int>(table.free.size() + required.size()) || table.free.size() > 16)
          throw std::invalid_argument("players: expected as many as there are names, got " + std::to_string(players));
        table.options.seats = static_cast<u8>(players);
        table.drawn = true;
        const GameOptions options = table.game(seed);
        Names out;
        for (int i = 0; i < players; ++i) out.push_back(seat_label(options.seat_names[i]));
        return out;
      },
      "names"_a, "players"_a, "seed"_a, nb::kw_only(), "required"_a = Names{});
}

}  // namespace colt
