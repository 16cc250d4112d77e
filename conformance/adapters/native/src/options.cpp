// What a table may agree on before the game: editions, modules, players, cars, house rules, round cards.
#include "rules.hpp"

namespace colt {

static bool in(u16 modules, Module module) { return (modules >> module) & 1; }

// setup.train.cars, duo.train, duo.train.four, ruling.mei.six-cars
int cars_for(u8 edition, u16 modules, int players) {
  if (in(modules, DUO)) return edition == PL_BASE ? 4 : players + 1;
  return players > 6 ? 6 : players;
}

// AgreeOnRuling: before the game is set up, one answer a question.
bool agree_on_ruling(State& s, u8 house_rule, std::string& why) {
  if (s.phase != NEW) return why = "expected a house rule before the game is started; it has begun", false;
  for (u8 other : s.options.rulings)
    if (HOUSE_RULE_TABLE[other].ruling == HOUSE_RULE_TABLE[house_rule].ruling)
      return why = "expected one answer to a question; another one has been agreed on", false;
  s.options.rulings.push(house_rule);
  s.options.house_rules |= u64{1} << house_rule;
  advance(s);
  return true;
}

// ruling.edition.modules, ruling.duo.not-with-expert, ruling.team.not-with-expert, ruling.duo.not-with-team,
// ruling.mei.not-with-duo, ruling.time-machine.goes-with, duo.expert-always, ruling.horses.first-games, horses.setup.stagecoach
static bool modules_go_together(u8 edition, u16 m, std::string& why) {
  constexpr u16 PLAYED[EDITIONS] = {
      (1 << MODULES) - 1,  // ru-full: all of them
      1 << BASE | 1 << EXPERT | 1 << DUO | 1 << TEAM | 1 << HORSES | 1 << STAGECOACH,
      1 << BASE | 1 << EXPERT | 1 << DUO,
      1 << BASE | 1 << EXPERT | 1 << DUO,
  };
  if (!in(m, BASE)) return why = "expected the module base in every game", false;
  if (m & ~PLAYED[edition]) return why = "expected modules that this edition has; it does not tell one of them", false;
  if (in(m, STAGECOACH) && !in(m, HORSES)) return why = "expected horses with the stagecoach", false;
  if (in(m, HORSES) && !in(m, STAGECOACH) && edition != FR_HORSES)
    return why = "expected the stagecoach with the horses in this edition", false;
  if (in(m, DUO) && in(m, EXPERT) && edition != PL_BASE) return why = "duo and expert do not go together here", false;
  if (in(m, DUO) && !in(m, EXPERT) && edition == PL_BASE) return why = "expected expert with duo in this edition", false;
  if (in(m, TEAM) && in(m, EXPERT)) return why = "team and expert do not go together", false;
  if (in(m, TEAM) && in(m, DUO)) return why = "team and duo do not go together", false;
  if (in(m, MEI_BOX) && in(m, DUO)) return why = "mei and duo do not go together", false;
  return true;
}

// setup.players, mei.seven-players, duo.players, duo.players.two, team.pairs, ruling.team.two-teams-at-least,
// setup.character.choice, mei.character
static bool seats_fit(const GameOptions& o, std::string& why) {
  const bool duo = in(o.modules, DUO), team = in(o.modules, TEAM);
  const int fewest = duo ? 2 : team ? 4 : 3;
  const int most = duo ? (o.edition == PL_BASE ? 2 : 3) : team ? 6 : in(o.modules, MEI_BOX) ? 7 : 6;
  if (o.seats < fewest || o.seats > most || (team && o.seats % 2))
    return why = "expected " + std::to_string(fewest) + " to " + std::to_string(most) + " players" +
                 (team ? ", an even number" : "") + "; got " + std::to_string(o.seats), false;
  u8 taken = 0;
  for (int i = 0; i < o.seats; ++i) {
    const u8 name = o.seat_names[i];
    if (duo) {
      if (name != PLAYER + i + 1) return why = "expected the seats player-1, player-2 and so on in duo", false;
      continue;
    }
    if (name >= BANDITS) return why = "expected seats that are named after bandits", false;
    if (name == MEI && !in(o.modules, MEI_BOX)) return why = "expected the module mei in a game with her", false;
    if ((taken >> name) & 1) return why = "expected each bandit once", false;
    taken |= static_cast<u8>(1u << name);
  }
  return true;
}

// setup.advanced.optional, setup.advanced.always, setup.rounds.station-always, setup.rounds.station-optional,
// ruling.setup.stations-are-happenings
static bool advanced_rules_fit(const State& s, const GameOptions& o, std::string& why) {
  if (o.edition == PL_BASE && !(o.powers && o.happenings && o.stations))
    return why = "expected powers, happenings and a station: this edition has them always", false;
  if (o.edition == FR_HORSES && !o.stations) return why = "expected a station: this edition has one always", false;
  if (o.stations && !o.happenings && !agreed(s, PLAIN_STATION))
    return why = "expected happenings in a game with stations, or the house rule plain-station", false;
  return true;
}

// setup.train.cars, setup.train.free-choice
static bool train_fits(const GameOptions& o, std::string& why) {
  if (o.train.empty()) return true;
  const int cars = cars_for(o.edition, o.modules, o.seats);
  u8 taken = 1 << LOCOMOTIVE;
  for (u8 car : o.train) {
    if ((taken >> car) & 1) return why = "expected each car behind the locomotive once", false;
    taken |= static_cast<u8>(1u << car);
  }
  if (o.train.n != cars)
    return why = "expected " + std::to_string(cars) + " cars behind the locomotive, or none named; got " +
                 std::to_string(o.train.n), false;
  return true;
}

bool start_game(State& s, const GameOptions& o, std::string& why) {
  if (s.phase != NEW) return why = "expected StartGame once; the game has been started", false;
  if (!modules_go_together(o.edition, o.modules, why) || !seats_fit(o, why) || !advanced_rules_fit(s, o, why) ||
      !train_fits(o, why))
    return false;
  for (u8 c : s.options.rulings)
    if ((HOUSE_RULE_TABLE[c].settled_in >> o.edition) & 1)
      return why = "expected no house rule to a question that the book of this edition answers: " +
                   std::string(HOUSE_RULE_TABLE[c].ruling), false;
  s.options.edition = o.edition;
  s.options.modules = o.modules;
  s.options.seats = o.seats;
  std::memcpy(s.options.seat_names, o.seat_names, sizeof o.seat_names);
  s.options.powers = o.powers;
  s.options.happenings = o.happenings;
  s.options.stations = o.stations;
  s.options.train = o.train;
  s.phase = SETUP;
  advance(s);
  return true;
}

// setup.rounds.chosen: only where there are more cards than seven, or more stations than three; not in the French book
// (horses.setup.rounds.all-mixed).
bool asks_round_choice(const State& s) { return has(s, STAGECOACH) && by_edition(s, RU_FULL); }

// setup.rounds.by-player-count, duo.round-cards, mei.round-cards, horses.setup.rounds.mixed
u32 round_card_pool(const State& s, bool stations) {
  const Deck wanted = stations ? STATION : s.options.seats >= 5 ? FIVE_TO_SIX : TWO_TO_FOUR;
  u32 pool = 0;
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if (ROUND_CARDS[i].deck == wanted && has(s, ROUND_CARDS[i].box)) pool |= u32{1} << i;
  return pool;
}

// setup.rounds.chosen, ruling.setup.chosen-rounds: seven cards and three stations, or all.
bool agree(State& s, u32 chosen, std::string& why) {
  if (s.awaiting.empty() || s.awaiting.at[0].kind != ASK_ROUND_CHOICE)
    return why = "expected an agreement on round cards only before the set-up, where there are more than seven", false;
  if (chosen != 0) {
    const u32 rounds = round_card_pool(s, false), stations = s.options.stations ? round_card_pool(s, true) : 0;
    if (chosen & ~(rounds | stations)) return why = "expected round cards for this number of players", false;
    if (size_of(chosen & rounds) != 7 || size_of(chosen & stations) != (s.options.stations ? 3 : 0))
      return why = "expected seven round cards and, with stations, three of them; or none to draw from all", false;
  }
  s.coach.has_agreed = 1;
  s.coach.agreed = chosen;
  advance(s);
  return true;
}

}  // namespace colt
