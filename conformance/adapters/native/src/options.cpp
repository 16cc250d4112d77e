// What a table may agree on before the game: editions, modules, players, cars, house rules, round cards.
#include <algorithm>

#include "rules.hpp"

namespace colt {

static bool in(u16 modules, Module module) { return (modules >> module) & 1; }

// setup.train.cars, duo.train, duo.train.four, ruling.mei.six-cars, prison.setup.train: without the prison car
int cars_for(u8 edition, u16 modules, int players) {
  if (in(modules, MARSHAL_BOX)) return players <= 5 ? 4 : 5;
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
// ruling.mei.not-with-duo, ruling.time-machine.goes-with, ruling.marshal-player.not-with-duo,
// ruling.marshal-player.not-with-team, ruling.marshal-player.with-mei, duo.expert-always, ruling.horses.first-games, horses.setup.stagecoach
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
  if (in(m, MARSHAL_BOX) && !in(m, MEI_BOX)) return why = "expected mei with the Marshal", false;
  if (in(m, MARSHAL_BOX) && in(m, TEAM)) return why = "marshal and team do not go together", false;
  return true;
}

// setup.players, mei.seven-players, duo.players, duo.players.two, team.pairs, ruling.team.two-teams-at-least,
// setup.character.choice, mei.character, prison.setup.players
static bool seats_fit(const GameOptions& o, std::string& why) {
  const bool duo = in(o.modules, DUO), team = in(o.modules, TEAM), marshal = in(o.modules, MARSHAL_BOX);
  const int fewest = duo ? 2 : team ? 4 : 3;
  const int most = duo ? (o.edition == PL_BASE ? 2 : 3) : team ? 6 : marshal ? 8 : in(o.modules, MEI_BOX) ? 7 : 6;
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
    if (name >= (marshal ? FIGURES : BANDITS))
      return why = "expected seats that are named after bandits" + std::string(marshal ? " or the Marshal" : ""), false;
    if (name == MEI && !in(o.modules, MEI_BOX)) return why = "expected the module mei in a game with her", false;
    if ((taken >> name) & 1) return why = "expected each bandit once", false;
    taken |= static_cast<u8>(1u << name);
  }
  if (marshal && !(taken & bit(THE_MARSHAL))) return why = "expected one of the players to be the Marshal", false;
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
  u8 taken = 1 << LOCOMOTIVE | 1 << PRISON;  // prison.setup.prison-car-last: it is not chosen
  for (u8 car : o.train) {
    if ((taken >> car) & 1) return why = "expected each ordinary car behind the locomotive once", false;
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
bool asks_round_choice(const State& s) { return (has(s, STAGECOACH) && by_edition(s, RU_FULL)) || has(s, MARSHAL_BOX); }

// setup.rounds.by-player-count, duo.round-cards, mei.round-cards, horses.setup.rounds.mixed, prison.setup.rounds.mixed,
// ruling.marshal-player.rounds-by-bandits
RoundCards round_card_pool(const State& s, bool stations) {
  const int counted = s.options.seats - (has(s, MARSHAL_BOX) && agreed(s, ROUNDS_BY_BANDITS));
  const Deck wanted = stations ? STATION : counted >= 5 ? FIVE_TO_SIX : TWO_TO_FOUR;
  RoundCards pool = 0;
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if (ROUND_CARDS[i].deck == wanted && has(s, ROUND_CARDS[i].box)) pool |= round_card_bit(i);
  return pool;
}

// setup.rounds.chosen, ruling.setup.chosen-rounds: seven cards and three stations, or all.
bool agree(State& s, RoundCards chosen, std::string& why) {
  if (s.awaiting.empty() || s.awaiting.at[0].kind != ASK_ROUND_CHOICE)
    return why = "expected an agreement on round cards only before the set-up, where there are more than seven", false;
  if (chosen != 0) {
    const RoundCards rounds = round_card_pool(s, false), stations = s.options.stations ? round_card_pool(s, true) : 0;
    if (chosen & ~(rounds | stations)) return why = "expected round cards for this number of players", false;
    if (size_of(chosen & rounds) != 7 || size_of(chosen & stations) != (s.options.stations ? 3 : 0))
      return why = "expected seven round cards and, with stations, three of them; or none to draw from all", false;
  }
  s.has_agreed = 1;
  s.agreed = chosen;
  advance(s);
  return true;
}

// --- what the table names of Marshal & Prisoners ------------------------------------------------------------------------------

struct Named {
  u8 what, happening, plans;
  const std::vector<u8>& items;  // turns, bullets, kinds of loot
};

// ruling.prison.card-faces: turns of the kinds that the game has
static bool name_turns(MarshalPlayer& m, const State& s, const Named& n, std::string& why) {
  if (n.what < FIRST_NAMED_CARD) return why = "expected a round card or station of Marshal & Prisoners", false;
  const int number = n.what - FIRST_NAMED_CARD;
  if ((m.turns_named >> number) & 1) return why = "expected the turns of a card to be named once", false;
  if (n.items.empty() || n.items.size() > MAX_TURNS) return why = "expected one to five turns", false;
  for (u8 turn : n.items)
    if (turn == MELEE && !has(s, STAGECOACH)) return why = "expected no melee without the stagecoach", false;
  m.turns_named |= static_cast<u16>(1u << number);
  m.faces[number].turn_count = static_cast<u8>(n.items.size());
  for (size_t i = 0; i < n.items.size(); ++i) m.faces[number].turns[i] = static_cast<Turn>(n.items[i]);
  return true;
}

// ruling.prison.card-faces: a happening that round cards have in the game
static bool name_symbols(MarshalPlayer& m, const State& s, const Named& n, std::string& why) {
  if (n.what < FIRST_NAMED_CARD || ROUND_CARDS[n.what].deck == STATION)
    return why = "expected a round card of Marshal & Prisoners", false;
  const int number = n.what - FIRST_NAMED_CARD;
  if ((m.symbols_named >> number) & 1) return why = "expected the symbols of a card to be named once", false;
  if (n.plans > 2) return why = "expected at most two plans of attack", false;
  bool known = n.happening == NO_HAPPENING;
  for (const RoundCard& card : ROUND_CARDS)
    known |= card.shown.happening == n.happening && card.deck != STATION && has(s, card.box);
  if (!known) return why = "expected a happening that round cards of this game have", false;
  m.has_symbols = 1;
  m.symbols_named |= static_cast<u16>(1u << number);
  m.faces[number].happening = static_cast<Happening>(n.happening);
  m.faces[number].plans = n.plans;
  return true;
}

// ruling.cylinders.kinds
static bool name_bullets(MarshalPlayer& m, const State& s, const Named& n, std::string& why) {
  auto& load = m.loads[n.what];
  if (!load.empty()) return why = "expected the bullets of a cylinder to be named once", false;
  if (n.items.size() != CYLINDER_SIZE) return why = "expected six bullets", false;
  if (std::count(n.items.begin(), n.items.end(), GOLDEN) > 1 && !agreed(s, CYLINDERS_ANY_SIX))
    return why = "expected the golden bullet at most once", false;
  for (u8 kind : n.items) load.push(kind);
  return true;
}

// ruling.prison-car.loot
static bool name_loot(MarshalPlayer& m, const Named& n, std::string& why) {
  if (!m.printed.empty()) return why = "expected the loot of the prison car to be named once", false;
  if (n.items.empty() || n.items.size() > 4) return why = "expected one to four purses and jewels", false;
  if (!std::is_sorted(n.items.begin(), n.items.end())) return why = "expected the loot sorted by kind", false;
  for (u8 kind : n.items) m.printed.push(kind);
  return true;
}

bool name(State& s, const Command& c, const std::vector<u8>& items, std::string& why) {
  if (s.awaiting.empty() || s.awaiting.at[0].kind != ASK_CARD_FACES)
    return why = "expected the faces of cards to be named only right after the start of a game with the Marshal", false;
  MarshalPlayer& m = s.marshal_player;
  const Named n{c.what, c.other, c.yes, items};
  const bool stands = c.type == NAME_TURNS     ? name_turns(m, s, n, why)
                      : c.type == NAME_SYMBOLS ? name_symbols(m, s, n, why)
                      : c.type == NAME_BULLETS ? name_bullets(m, s, n, why)
                      : c.type == NAME_LOOT    ? name_loot(m, n, why)
                                               : true;
  if (!stands) return false;
  m.known = 1;
  if (c.type == FINISH_NAMING) m.named = 1;
  advance(s);
  return true;
}

}  // namespace colt
