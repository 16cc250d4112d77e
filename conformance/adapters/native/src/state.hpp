// The whole game as one flat value: no pointers, copied by one memcpy.
#pragma once
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "ids.hpp"

namespace colt {

// A fixed array was about to overflow. It is told, never cut short.
struct TooMuch : std::length_error {
  using std::length_error::length_error;
};
// An engine that contradicts itself: reported instead of going on with a broken game.
struct Broken : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] inline void too_much(int room) {
  throw TooMuch("expected at most " + std::to_string(room) + " things in one place of the game; one more came");
}

template <class T, int N>
struct List {
  u8 n;
  T at[N];

  bool empty() const { return n == 0; }
  const T* begin() const { return at; }
  const T* end() const { return at + n; }
  const T& back() const { return at[n - 1]; }
  void clear() { n = 0; }
  void push(const T& item) {
    if (n >= N) too_much(N);
    at[n++] = item;
  }
  T pop() { return at[--n]; }
  void push_front(const T& item) {
    if (n >= N) too_much(N);
    std::memmove(at + 1, at, sizeof(T) * n);
    at[0] = item;
    ++n;
  }
  void erase(int index) {
    std::memmove(at + index, at + index + 1, sizeof(T) * (n - index - 1));
    --n;
  }
  int find(const T& item) const {
    for (int i = 0; i < n; ++i)
      if (at[i] == item) return i;
    return -1;
  }
  bool has(const T& item) const { return find(item) >= 0; }
  // Takes out the first one that is equal; false if there is none.
  bool take(const T& item) {
    const int index = find(item);
    if (index < 0) return false;
    erase(index);
    return true;
  }
  int count(const T& item) const {
    int found = 0;
    for (int i = 0; i < n; ++i) found += at[i] == item;
    return found;
  }
};

constexpr int MAX_HAND = 64, MAX_DECK = 80, MAX_DISCARD = 80, MAX_BORROWED = 32, MAX_PILE = 72, MAX_ORDER = 16;
constexpr int MAX_ROUNDS = 8, MAX_HORSES = 8, MAX_KEPT = 16, MAX_TEAMS = 3, MAX_WOUNDS = 12, MAX_MEASURES = 8;

struct Played {
  u8 seat;
  Card card;
  u8 face_down;
};

struct Figure {
  u8 seat;  // NONE: not in this game
  Place place;
  u8 bullets;  // left in the stack
  u8 powers;   // one bit a character; the Marshal has none
  i32 ransom;
};

struct Cards {
  List<Card, MAX_HAND> hand;
  List<Card, MAX_DECK> deck;        // top LAST, so that drawing and putting on top are cheap
  List<Card, MAX_DISCARD> discard;  // top last
  List<Card, MAX_BORROWED> borrowed;
  u8 uncounted;
};

struct Round {
  u8 number;
  u8 card;   // NONE: none revealed
  Shown shown;  // what it shows; nothing where there is none
  u8 first;  // seat, NONE before it is drawn
  signed char turn;
  List<u8, MAX_SEATS> undealt;
  List<u8, MAX_ORDER> order;
  u8 hidden;
  u8 drew[MAX_SEATS];  // one bit for each turn in which the seat drew
  List<Played, MAX_PILE> pile;
  u8 has_current;
  Played current;
  u8 acted;
  u8 happened;
  List<u8, BANDITS> due;
  u8 drawing;  // seat
  List<u8, MAX_SEATS> keeping;
  u8 answered;
};

struct Standing {
  u8 rank;
  u8 seat;
  u8 bullets;
  i32 money;
};

struct Attack {
  u8 on;
  u8 car;  // position
  List<u8, BANDITS> riders;
  u8 chosen;             // one bit for each seat that has hidden its pawns
  u8 boards[MAX_SEATS];  // one bit a bandit
};

struct Pour {
  u8 on;
  u8 seat;
  u8 kind;
  u8 draw;
  u8 cards;
};

struct Horses {
  u8 known;  // whether the record is there yet
  u8 stands[MAX_HORSES];  // position of the car, NONE: no such horse
  Tokens flasks, old, used;
  Attack attack;
  Pour pour;
};

struct Melee {
  u8 on;
  u8 sealed;  // one bit a seat
  u8 shown;
  Card card[MAX_SEATS];  // NO_CARD: a draw
  u8 face_down[MAX_SEATS];
};

// Cards kept for the next round (plan.keep, prison.plan.keep).
struct Plan {
  u8 on;
  u8 round;
  u8 plans;
  u8 said;  // one bit a seat
  List<u8, MAX_SEATS> waiting;
  List<Card, MAX_KEPT> kept[MAX_SEATS];
};

struct Stagecoach {
  u8 known;
  u8 car;  // position, NONE before it is placed
  Place shotgun;
  u8 hostages_drawn;
  List<u8, HOSTAGES> hostages;
  u8 captive[FIGURES];  // the hostage of each bandit, or NONE; in no game one of the Marshal
  List<u8, BANDITS> running;
  u8 fell_back, bitten;
  Melee melee;
  u8 drink_round;  // NONE: nothing drunk yet
  Place drink_to;
  u8 remembered[FIGURES];  // NONE: no entry
  u8 has_tolerated;
  List<u8, BANDITS> tolerated;
};

struct TimeMachine {
  u8 known;       // whether it has been placed
  u8 hidden;      // the bandit who hides, or NONE
  Place beneath;  // inside of what it comes out
  u8 crowded;     // the last round at whose end nobody travelled though somebody was there
  u8 rewarded;    // a bandit, or NONE
};

struct LastCard {
  u8 on;
  u8 round;
  u8 bandit;
  u8 action;  // a kind of decision
};

struct Measure {
  u8 round;
  u8 turn;  // how many there are: the pile was turned over
  u8 laid;
};

// How far something has come that a round card brings.
struct Reflexes {
  u8 on;
  u8 round;
  List<u8, MAX_SEATS> waiting;
  u8 over;
};
struct Anger {
  u8 on;
  u8 round;
  u8 actions;
};

struct MarshalPlayer {
  u8 known;  // whether the record is there yet
  u8 named;  // whether the table has named all it wants to
  u8 has_symbols, has_measured;
  u16 turns_named, symbols_named;  // one bit a card that can be named
  Shown faces[NAMED_CARDS];        // what has been named
  List<u8, CYLINDER_SIZE> loads[CYLINDERS];
  List<u8, 4> printed;
  u8 loaded;                                    // one bit a cylinder
  List<u8, MAX_WOUNDS> cylinders[CYLINDERS];  // kinds of bullets, the top one first
  u8 goals_dealt, goals_judged, prisoners_drawn;
  List<u8, GOALS_IN_ALL> goals_drawn, future, current, shown, met;
  List<u8, BRAWLERS> brawlers, punches[BANDITS];
  List<u8, BANDITS> posters, prisoners, recaptured;
  u8 companion[FIGURES];  // of each bandit, or NONE
  Tokens mailbags;
  List<Card, MAX_WOUNDS> wounds[BANDITS];
  LastCard last_card;
  u8 plus;
  u8 searching;         // a seat, or NONE
  u8 freed, liberator;  // NONE: no payment
  Reflexes reflexes;
  Anger anger;
  u8 rumoured, drank;
  List<Measure, MAX_MEASURES> measured;
};

struct Options {
  u8 edition;  // NONE before the game is started
  u16 modules;  // one bit each
  u8 seats;    // how many
  u8 seat_names[MAX_SEATS];
  u8 powers, happenings, stations;
  List<u8, ORDINARY_CARS - 1> train;
  List<u8, HOUSE_RULES> rulings;
  u64 house_rules;  // the same, one bit each
};

// What has been seen so far beside the position. It changes no rule, and two games that differ in it are equal.
struct Memory {
  u8 revealed[256];    // by card: how often it was turned up
  u8 this_round[256];  // the same in this round
  RoundCards rounds;   // the round cards that have come up
  Tokens owned[MAX_SEATS];  // the tokens that the bandits of a seat have had
};

// Kinds of open decisions. Those of chance have the numbers of what it deals.
enum Kind : u8 {
  ASK_PLAYERS = WHATS,
  ASK_GAME = ASK_PLAYERS, ASK_CARD_FACES, ASK_ROUND_CHOICE, ASK_TEAM, ASK_PLACEMENT, ASK_ATTACK, ASK_START, ASK_CHOSEN_CARD,
  ASK_SCHEME, ASK_ADDED_CARD, ASK_FLASK_CARD, ASK_PLUS_CARD, ASK_MELEE, ASK_PLAN, ASK_HOLD, ASK_KEPT_CARDS, ASK_REFLEX,
  ASK_KEPT_AFTER_REFLEXES, ASK_MOVE, ASK_FLOOR_CHANGE, ASK_FIRE, ASK_ROBBERY, ASK_PUNCH, ASK_MARSHAL, ASK_RIDE,
  ASK_ARREST, ASK_DOUBLE_SHOT, ASK_IDEA, ASK_PICKPOCKETING, ASK_RUN, ASK_HOSTAGE, ASK_HIDE, ASK_PAYMENT, ASK_ANGER, KINDS
};
constexpr std::string_view KIND_NAMES[KINDS] = {
    "train", "purses", "round-cards", "station", "first-player", "deck", "discard", "partners", "flasks", "rearmost",
    "hostages", "drink", "jewels", "strongboxes", "coach-strongbox", "warrants", "special-goals", "goals", "cylinder",
    "mailbags", "prison-purses", "prison-jewels", "prisoners", "searched-deck", "rumour", "flask-for-the-marshal",
    "game", "card-faces", "round-choice", "team", "placement", "attack", "start", "chosen-card",
    "scheme", "added-card", "flask-card", "plus-card", "melee", "plan", "hold", "kept-cards", "reflex",
    "kept-after-reflexes", "move", "floor-change", "fire", "robbery", "punch", "marshal", "ride",
    "arrest", "double-shot", "brilliant-idea", "pickpocketing", "run", "hostage", "hide", "payment", "angry-marshal"};
constexpr bool about_a_figure(u8 kind) { return kind >= ASK_MOVE || kind == ASK_START; }
constexpr bool keeps_cards(u8 kind) {
  return kind == ASK_KEPT_CARDS || kind == ASK_PLAN || kind == ASK_HOLD || kind == ASK_KEPT_AFTER_REFLEXES;
}

// The action of a card, as the kind of decision that it leads to.
constexpr u8 NO_ACTION = NONE;
constexpr u8 BANDIT_ACTIONS[FACES] = {
    NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION,
    ASK_FIRE, ASK_FLOOR_CHANGE, ASK_MARSHAL, ASK_MOVE, ASK_PUNCH, ASK_RIDE, ASK_ROBBERY, ASK_IDEA};
constexpr u8 MARSHAL_ACTIONS[FACES] = {
    NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION, NO_ACTION,
    ASK_DOUBLE_SHOT, ASK_FLOOR_CHANGE, ASK_FLOOR_CHANGE, ASK_MOVE, ASK_MOVE, ASK_RIDE, ASK_ARREST, NO_ACTION};
constexpr u8 action_of(Card card) { return (is_marshals(card) ? MARSHAL_ACTIONS : BANDIT_ACTIONS)[face_of(card)]; }

struct Awaited {
  u8 kind;
  u8 actor;    // seat, TABLE or CHANCE
  u8 subject;  // seat, or the figure that acts, or the cylinder that is loaded, or NONE
};

struct State {
  Options options;
  u8 phase;
  u8 cars;  // with the locomotive; 0 before the train is built
  u8 train[MAX_CARS];
  Place marshal;
  Figure figures[FIGURES];
  u8 standing[WHEREABOUTS];  // who is at a place, one bit a figure; follows from the figures
  u8 figures_of[MAX_SEATS];  // the same by seat
  Cards cards[MAX_SEATS];
  Tokens floor[PLACES];
  Tokens loot[FIGURES];
  Tokens aside;
  Tokens valued;          // tokens that have a value
  u16 values[TOKEN_ROOM];
  u16 gained[TOKEN_ROOM];         // when its owner got it, to tell what is owned longest
  u16 gains;
  signed char neutral;    // -1 before they are stacked
  List<u8, MAX_ROUNDS> rounds;
  Round round;
  List<Standing, MAX_SEATS> ranking;
  u8 teams;
  u8 team_pairs[MAX_TEAMS][2];
  u8 sealed_seats;  // one bit a seat
  u8 sealed[MAX_SEATS][2];
  u8 has_agreed;
  RoundCards agreed;  // none: all of them
  Plan plan;
  Horses horses;
  Stagecoach coach;
  TimeMachine machine;
  Memory memory;
  // What is waited for now. It follows from all the above; `advance` writes it.
  List<Awaited, MAX_SEATS + 1> awaiting;
  MarshalPlayer marshal_player;
};

static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::is_standard_layout_v<State>);

State new_state();

// --- small questions to a state --------------------------------------------------------------------------------------

inline bool has(const State& s, Module module) { return (s.options.modules >> module) & 1; }
inline bool agreed(const State& s, HouseRuleId house_rule) { return (s.options.house_rules >> house_rule) & 1; }
inline bool by_edition(const State& s, Edition edition) { return s.options.edition == edition; }
inline int last_car(const State& s) { return s.cars - 1; }
inline int foremost(const State& s) { return has(s, TIME_MACHINE) ? AHEAD : 0; }
// time-machine.not-the-marshal
inline int foremost(const State& s, u8 figure) { return has(s, TIME_MACHINE) && figure != THE_MARSHAL ? AHEAD : 0; }
inline bool has_power(const State& s, u8 bandit, u8 character) {
  return (s.figures[bandit].powers >> character) & 1;
}
inline u8 seat_of(const State& s, u8 bandit) { return s.figures[bandit].seat; }
inline u8 next_seat(const State& s, u8 seat) { return static_cast<u8>(seat + 1 == s.options.seats ? 0 : seat + 1); }
inline u8 previous_seat(const State& s, u8 seat) {
  return static_cast<u8>(seat == 0 ? s.options.seats - 1 : seat - 1);
}
inline u8 partner(u8 seat) { return seat ^ 1; }  // in teams A sits on an even seat, B on A's left
// The seat whose bandit is on a card.
inline u8 owner_of(const State& s, Card card) { return seat_of(s, bandit_of(card)); }
inline bool same_side(const State& s, u8 one, u8 other) {
  const u8 a = seat_of(s, one), b = seat_of(s, other);
  return a == b || (has(s, TEAM) && partner(a) == b);
}
inline Happening happening_now(const State& s) { return s.options.happenings ? s.round.shown.happening : NO_HAPPENING; }
// What a round card shows in this game.
inline Shown face_of_card(const State& s, u8 card) {
  Shown shown = ROUND_CARDS[card].shown;
  if (card < FIRST_NAMED_CARD) return shown;
  const MarshalPlayer& m = s.marshal_player;
  const int number = card - FIRST_NAMED_CARD;
  const Shown& named = m.faces[number];
  if ((m.turns_named >> number) & 1) {
    shown.turn_count = named.turn_count;
    std::memcpy(shown.turns, named.turns, sizeof shown.turns);
  }
  if ((m.symbols_named >> number) & 1) {
    shown.happening = named.happening;
    shown.plans = named.plans;
  }
  return shown;
}
inline u8 captive_of(const State& s, u8 bandit) { return s.coach.known ? s.coach.captive[bandit] : NONE; }
// Whether a bandit of this seat has this hostage (ruling.hostage.two-bandits).
inline bool seat_has_hostage(const State& s, u8 seat, Hostage hostage) {
  if (!s.coach.known) return false;
  for (u8 f = 0; f < FIGURES; ++f)
    if (s.coach.captive[f] == hostage && seat_of(s, f) == seat) return true;
  return false;
}
inline bool seat_has_power(const State& s, u8 seat, u8 character) {
  for (u8 b = 0; b < BANDITS; ++b)
    if (((s.figures_of[seat] >> b) & 1) && has_power(s, b, character)) return true;
  return false;
}

inline void put(State& s, u8 bandit, Place place) {
  Figure& figure = s.figures[bandit];
  if (figure.place != NOWHERE) {
    s.standing[figure.place] &= static_cast<u8>(~(1u << bandit));
    s.coach.tolerated.take(bandit);  // ruling.shotgun.comes-to-them: only until the bandit leaves
  }
  figure.place = place;
  if (place != NOWHERE) s.standing[place] |= static_cast<u8>(1u << bandit);
}

// Remembers what lies in sight now.
inline void look(State& s) {
  if (s.round.card != NONE) s.memory.rounds |= round_card_bit(s.round.card);
  for (u8 f = 0; f < FIGURES; ++f)
    if (s.figures[f].seat < MAX_SEATS) s.memory.owned[s.figures[f].seat] |= s.loot[f];
  if (s.marshal_player.mailbags != 0) s.memory.owned[s.figures[THE_MARSHAL].seat] |= s.marshal_player.mailbags;
}
// The inside of the prison car (prison-car.corridor-and-roof), or NOWHERE.
inline Place corridor(const State& s) { return has(s, MARSHAL_BOX) && s.cars != 0 ? inside(last_car(s)) : NOWHERE; }
// Who is in the car or stagecoach of a place, on either level or in its cell.
inline u8 in_same_car(const State& s, Place place) {
  const Place level = place == CELL ? corridor(s) : place;
  const u8 there = s.standing[level] | s.standing[level ^ 1];
  return (level & ~1) == corridor(s) ? there | s.standing[CELL] : there;
}
inline int last_ordinary_car(const State& s) { return last_car(s) - has(s, MARSHAL_BOX); }
inline u8 at_large(const State& s, Place place) { return bandits_of(s.standing[place]); }  // the bandits there
inline bool is_wounded(const State& s, u8 bandit, u8 action) {
  for (Card bullet : s.marshal_player.wounds[bandit]) {
    const u8 kind = face_of(bullet);
    if (action == (kind == DISARMED ? ASK_FIRE : kind == KNEE ? ASK_FLOOR_CHANGE : ASK_PUNCH)) return true;
  }
  return false;
}

// Bandits of a set, clockwise from the first player, two of one player by name (ruling.order.first-player-clockwise).
using BanditRow = List<u8, BANDITS>;
inline BanditRow in_order(const State& s, u8 set) {
  BanditRow row{};
  if (set == 0) return row;
  u8 seat = s.round.first == NONE ? 0 : s.round.first;
  for (int i = 0; i < s.options.seats; ++i, seat = next_seat(s, seat))
    for (u8 mine = set & s.figures_of[seat], b = 0; mine != 0; ++b, mine >>= 1)
      if (mine & 1) row.push(b);
  return row;
}

inline int lowest(Tokens set) {
  const u64 low = static_cast<u64>(set);
  return low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<u64>(set >> 64));
}
inline int tokens_in(Tokens set) {
  return __builtin_popcountll(static_cast<u64>(set)) + __builtin_popcountll(static_cast<u64>(set >> 64));
}
inline int size_of(u64 set) { return __builtin_popcountll(set); }

}  // namespace colt
