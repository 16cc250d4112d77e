// The set-up, in the order that events/README.md gives: the table agrees, bandits are taken, the train, its loot, hostages,
// flasks, round cards, the station, the first player, and where everybody starts.
#include "rules.hpp"

namespace colt {

static bool any_figure(const State& s) {
  for (const Figure& figure : s.figures)
    if (figure.seat != NONE) return true;
  return false;
}

static bool all_placed(const State& s) {
  for (const Figure& figure : s.figures)
    if (figure.seat != NONE && figure.place == NOWHERE) return false;
  return true;
}

// duo.teams.drawn: not in the Polish book, where teams are free.
static bool draws_teams(const State& s) { return has(s, DUO) && !by_edition(s, PL_BASE); }

// setup.character.choice, setup.purse.starting, setup.deck.ten-actions, setup.bullets.descending, horses.setup.ride-card;
// duo.deck.eleven, duo.each-bandit-equipped, ruling.duo.which-marshal-card, ruling.horses.duo-ride-cards;
// prison.setup.no-marshal-card, prison.setup.idea-card
void take_seat(State& s, u8 seat, u8 bandit, bool marshal_card) {
  Figure& figure = s.figures[bandit];
  figure.seat = seat;
  figure.place = NOWHERE;
  figure.bullets = 6;
  figure.powers = s.options.powers ? static_cast<u8>(1u << bandit) : 0;
  figure.ransom = 0;
  s.figures_of[seat] |= static_cast<u8>(1u << bandit);
  const int each = has(s, DUO) ? 1 : 2;
  auto& deck = s.cards[seat].deck;
  for (u8 face : {MOVE, FLOOR_CHANGE, FIRE, ROBBERY})
    for (int i = 0; i < each; ++i) deck.push(card_of(bandit, face));
  deck.push(card_of(bandit, PUNCH));
  if (marshal_card && !has(s, MARSHAL_BOX)) deck.push(card_of(bandit, MARSHAL));
  if (has(s, HORSES)) deck.push(card_of(bandit, RIDE));
  if (has(s, MARSHAL_BOX)) deck.push(card_of(bandit, BRILLIANT_IDEA));
  const Token purse = static_cast<Token>(FIRST_OWN_PURSE + bandit);
  s.values[purse] = 250;
  s.valued |= token_bit(purse);
  s.loot[bandit] |= token_bit(purse);
  s.gained[purse] = s.gains++;
}

// setup.train.locomotive-first, time-machine.setup, prison.setup.prison-car-last
void build_train(State& s, const u8* cars, int count) {
  s.train[s.cars++] = LOCOMOTIVE;
  for (int i = 0; i < count; ++i) s.train[s.cars++] = cars[i];
  if (has(s, MARSHAL_BOX)) s.train[s.cars++] = PRISON;
  s.machine.known = has(s, TIME_MACHINE);
}

static int printed_on_train(const State& s, const u8 (&printed)[CARS]) {
  int count = 0;
  for (int i = 1; i < s.cars; ++i) count += printed[s.train[i]];
  return count;
}

int purses_on_train(const State& s) { return printed_on_train(s, CAR_PURSES); }
int jewels_on_train(const State& s) { return printed_on_train(s, CAR_JEWELS); }

void give_value(State& s, Token token, u8 face) {
  s.values[token] = LOOT_VALUES[face];
  s.valued |= token_bit(token);
}

void lay(State& s, Place place, Token token, u8 face) {
  s.floor[place] |= token_bit(token);
  give_value(s, token, face);
}

static void lay_in_cars(State& s, const u8 (&printed)[CARS], Token token, const u8* faces) {
  for (int i = 1; i < s.cars; ++i)
    for (int k = 0; k < printed[s.train[i]]; ++k) lay(s, inside(i), token++, *faces++);
}

// setup.loot.as-printed, setup.loot.purses-blind, setup.loot.rest-away
void lay_purses(State& s, const u8* faces) { lay_in_cars(s, CAR_PURSES, FIRST_PURSE, faces); }
void lay_jewels(State& s, const u8* faces) { lay_in_cars(s, CAR_JEWELS, FIRST_JEWEL, faces); }

// The neutral bullets are stacked last.
bool loot_is_laid(const State& s) { return s.neutral >= 0; }

// setup.locomotive.marshal-and-strongbox, setup.strongbox.second-aside, setup.neutral-bullets.thirteen;
// horses.setup.neutral-bullets.sixteen; prison.setup.mailbags: with the Marshal as a player there is no first one
void lay_strongboxes(State& s, const u8* faces) {
  const Token second = FIRST_STRONGBOX + 1;
  if (!has(s, MARSHAL_BOX)) {
    lay(s, inside(0), FIRST_STRONGBOX, *faces++);
    s.marshal = inside(0);
  }
  give_value(s, second, *faces);
  s.aside |= token_bit(second);
  s.neutral = has(s, STAGECOACH) ? 16 : 13;
}

// horses.setup.stagecoach, horses.setup.strongbox-and-shotgun
void place_stagecoach(State& s, u8 face) {
  s.coach.known = 1;
  s.coach.car = 0;
  lay(s, COACH_ROOF, COACH_STRONGBOX, face);
  s.coach.shotgun = COACH_ROOF;
}

// Jewels and strongboxes that are all alike.
void lay_other_loot(State& s) {
  u8 jewels[NUMBERED_JEWELS];
  std::memset(jewels, FACE_500, sizeof jewels);
  lay_jewels(s, jewels);
  constexpr u8 BOXES[] = {FACE_1000, FACE_1000};
  lay_strongboxes(s, BOXES);
}

// duo.teams.choice, duo.teams.free, ruling.duo.team-order
void list_team(const State& s, u8 seat, Choices& out) {
  auto offer = [&](u8 one, u8 other) {
    Command c = command(CHOOSE_TEAM, seat, one);
    c.other = other;
    out.add(c);
  };
  if (draws_teams(s)) {
    for (int i = 0; i < s.teams; ++i) {
      offer(s.team_pairs[i][0], s.team_pairs[i][1]);
      offer(s.team_pairs[i][1], s.team_pairs[i][0]);
    }
    return;
  }
  for (u8 one = 0; one < BANDITS; ++one)
    for (u8 other = 0; other < BANDITS; ++other)
      if (one != other && one != MEI && other != MEI && s.figures[one].seat == NONE && s.figures[other].seat == NONE)
        offer(one, other);
}

void choose_team(State& s, const Command& c) {
  for (int i = 0; i < s.teams; ++i) {
    const u8* pair = s.team_pairs[i];
    if ((pair[0] == c.what && pair[1] == c.other) || (pair[1] == c.what && pair[0] == c.other)) {
      --s.teams;
      for (int k = i; k < s.teams; ++k) std::memcpy(s.team_pairs[k], s.team_pairs[k + 1], 2);
      break;
    }
  }
  take_seat(s, c.actor, c.what, true);
  take_seat(s, c.actor, c.other, false);
}

// setup.placement.odd-last, setup.placement.even-next-to-last, setup.placement.inside; team.placement;
// prison.setup.placement.even, prison.setup.placement.odd, ruling.prison-car.from-the-tail: the other way round, before the prison
static void place_by_number(State& s) {
  const bool marshal = has(s, MARSHAL_BOX);
  const int rear = last_ordinary_car(s) - (marshal && agreed(s, ORDINARY_CARS_ONLY));
  u8 seat = s.round.first;
  for (int i = 0; i < s.options.seats; ++i, seat = next_seat(s, seat)) {
    const bool odd = has(s, TEAM) ? seat % 2 == 0 : i % 2 == 0;
    for (u8 b = 0; b < BANDITS; ++b)
      if (seat_of(s, b) == seat) put(s, b, inside(odd == marshal ? rear - 1 : rear));
  }
}

// duo.placement.one-each, ruling.duo.placement-in-turn: openly and in turn by the Polish book.
static bool places_openly(const State& s) { return by_edition(s, PL_BASE) && !agreed(s, PLACEMENT_HIDDEN); }

void list_placement(const State& s, u8 seat, Choices& out) {
  for (u8 b = 0; b < BANDITS; ++b)
    if (seat_of(s, b) == seat) out.add(command(PLACE_BANDITS, seat, b));
}

static void place_pair(State& s, u8 last, u8 before) {
  put(s, last, inside(last_car(s)));
  put(s, before, inside(last_car(s) - 1));
}

// duo.placement.both-hands, duo.placement.one-each
void place_bandits(State& s, const Command& c) {
  u8 mate = NONE;
  for (u8 b = 0; b < BANDITS; ++b)
    if (seat_of(s, b) == c.actor && b != c.what) mate = b;
  if (mate == NONE) throw Broken("a player of duo with one bandit");
  if (places_openly(s)) return place_pair(s, c.what, mate);
  s.sealed_seats |= static_cast<u8>(1u << c.actor);
  s.sealed[c.actor][0] = c.what;
  s.sealed[c.actor][1] = mate;
}

static bool placement_step(State& s) {
  if (!has(s, DUO)) return place_by_number(s), true;
  if (places_openly(s)) {
    u8 seat = s.round.first;
    for (int i = 0; i < s.options.seats; ++i, seat = next_seat(s, seat))
      for (u8 b = 0; b < BANDITS; ++b)
        if (seat_of(s, b) == seat && s.figures[b].place == NOWHERE) return await(s, ASK_PLACEMENT, seat, seat), false;
    throw Broken("nobody to place");
  }
  bool waiting = false;
  u8 who = s.round.first;
  for (int i = 0; i < s.options.seats; ++i, who = next_seat(s, who))
    if (!((s.sealed_seats >> who) & 1)) await(s, ASK_PLACEMENT, who, who), waiting = true;
  if (waiting) return false;
  for (u8 seat = 0; seat < s.options.seats; ++seat) place_pair(s, s.sealed[seat][0], s.sealed[seat][1]);
  return true;
}

// attack.first-player.rearmost, ruling.attack.first-player-in-teams
static bool draws_rearmost(const State& s) { return has(s, HORSES) && by_edition(s, FR_HORSES) && !has(s, TEAM); }

bool setup_step(State& s) {
  const bool marshal = has(s, MARSHAL_BOX);
  if (marshal && !s.marshal_player.named) return await(s, ASK_CARD_FACES, TABLE), false;
  if (asks_round_choice(s) && !s.has_agreed) return await(s, ASK_ROUND_CHOICE, TABLE), false;
  if (has(s, DUO)) {
    if (draws_teams(s) && s.teams == 0 && !any_figure(s)) return await(s, PARTNERS, CHANCE), false;
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      if (s.figures_of[seat] == 0) return await(s, ASK_TEAM, seat, seat), false;
  } else if (!any_figure(s)) {
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      if (s.options.seat_names[seat] == THE_MARSHAL) seat_the_marshal(s, seat);
      else take_seat(s, seat, s.options.seat_names[seat], true);
    return true;
  }
  if (marshal && !goals_step(s)) return false;
  if (s.cars == 0) {
    if (s.options.train.empty()) return await(s, TRAIN_CARS, CHANCE), false;
    build_train(s, s.options.train.at, s.options.train.n);
    return true;
  }
  if (!loot_is_laid(s)) return await(s, loot_to_draw(s), CHANCE), false;
  if (marshal && !prison_step(s)) return false;
  if (has(s, STAGECOACH) && s.coach.car == NONE) {
    if (has(s, CURSED_LOOT)) return await(s, COACH_BOX, CHANCE), false;
    place_stagecoach(s, FACE_1000);
  }
  if (has(s, STAGECOACH) && !s.coach.hostages_drawn) return await(s, HOSTAGE_ROW, CHANCE), false;
  if (has(s, HORSES) && s.horses.flasks == 0) return await(s, FLASKS, CHANCE), false;
  if (s.rounds.empty()) return await(s, ROUND_DECK, CHANCE), false;
  if (s.options.stations && s.rounds.n < 5) return await(s, STATION_CARD, CHANCE), false;
  if (s.round.first == NONE && marshal) s.round.first = seat_of(s, THE_MARSHAL);  // marshal-player.first-player
  if (s.round.first == NONE && !draws_rearmost(s)) return await(s, FIRST_PLAYER, CHANCE), false;
  if (s.horses.attack.on || !all_placed(s)) return has(s, HORSES) ? attack_step(s) : placement_step(s);
  if (s.round.first == NONE) return await(s, REARMOST, CHANCE), false;
  start_round(s, 1, s.round.first);
  return true;
}

// schemin.card-revealed, ruling.round-start.card-first, schemin.hands-first (the Polish book reveals the card later)
void start_round(State& s, int number, u8 first) {
  s.phase = SCHEMIN;
  Round fresh;
  std::memset(&fresh, 0, sizeof fresh);
  fresh.number = static_cast<u8>(number);
  fresh.card = NONE;
  fresh.first = first;
  fresh.turn = -1;
  fresh.drawing = NONE;
  u8 seat = first;
  for (int i = 0; i < s.options.seats; ++i, seat = next_seat(s, seat)) fresh.undealt.push(seat);
  if (!by_edition(s, PL_BASE)) {
    fresh.card = s.rounds.at[0];
    fresh.shown = face_of_card(s, fresh.card);
    s.rounds.erase(0);
  }
  s.round = fresh;
  if (has(s, MARSHAL_BOX)) goal_comes_up(s);
  std::memset(s.memory.this_round, 0, sizeof s.memory.this_round);
}

}  // namespace colt
