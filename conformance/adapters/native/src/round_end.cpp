// The end of a round: the happening, the stagecoach that falls back, the next first player.
#include <algorithm>

#include "rules.hpp"

namespace colt {

static u8 on_roofs(const State& s) {
  u8 set = 0;
  for (int car = 0; car <= last_car(s); ++car) set |= s.standing[roof(car)];
  return bandits_of(set);  // happening.not-the-marshal
}

static u8 inside_cars(const State& s) {
  u8 set = 0;
  for (int car = 0; car <= last_car(s); ++car) set |= s.standing[inside(car)];
  if (!agreed(s, CELL_OUT_OF_REACH)) set |= s.standing[CELL];  // ruling.cell.happenings
  return bandits_of(set);
}

static int toward_tail(const State& s, int car) { return std::min(car + 1, last_car(s)); }

// happening.angry-marshal.shoots, .moves, .tail; happening.angry-marshal.player
static void angry_marshal(State& s) {
  if (has(s, MARSHAL_BOX)) return s.round.due.push(THE_MARSHAL);
  give_neutral_bullets(s, in_order(s, s.standing[s.marshal ^ 1]), BY_HAPPENING);
  s.marshal = inside(toward_tail(s, position_of(s.marshal)));
}

// happening.swivel-arm, happening.braking, happening.higher-speed.roofs; train.no-leaving, ruling.braking.locomotive,
// ruling.happenings.stagecoach, ruling.time-machine.happenings, time-machine.braking
static void sweep_roofs(State& s, Happening how) {
  const u8 swept = on_roofs(s);
  for (u8 b = 0; b < BANDITS; ++b) {
    if (!((swept >> b) & 1)) continue;
    const int car = position_of(s.figures[b].place);
    const int to = how == SWIVEL_ARM ? last_car(s) : how == BRAKING ? std::max(foremost(s), car - 1) : toward_tail(s, car);
    put(s, b, roof_or_machine(to));
  }
}

// happening.take-it-all, ruling.take-it-all.marshal-player
static void take_it_all(State& s) {
  const Tokens boxes = s.aside & ALL_STRONGBOXES;
  if (boxes == 0) return;
  const Tokens box = boxes & (~boxes + 1);
  const Place place = has(s, MARSHAL_BOX) ? inside_his_car(s) : s.marshal;
  if (place == NOWHERE) return;
  s.aside &= ~box;
  s.floor[place] |= box;
}

// station.marshals-revenge, station.marshals-revenge.no-purse, ruling.marshals-revenge.equal-purses,
// station.marshals-revenge.both-levels
static void marshals_revenge(State& s) {
  const u8 reached = has(s, MARSHAL_BOX) ? his_company(s) : s.standing[s.marshal ^ 1];
  for (u8 b = 0; b < BANDITS; ++b) {
    if (!((reached >> b) & 1)) continue;
    Token lost = NO_TOKEN;
    for (Tokens purses = s.loot[b] & ALL_PURSES; purses != 0; purses &= purses - 1) {
      const Token purse = static_cast<Token>(lowest(purses));
      if (lost == NO_TOKEN || s.values[purse] < s.values[lost] ||
          (s.values[purse] == s.values[lost] && s.gained[purse] < s.gained[lost]))
        lost = purse;
    }
    if (lost != NO_TOKEN) s.loot[b] &= ~token_bit(lost);
  }
}

// station.pickpocketing, ruling.pickpocketing.company
static void pickpocketing(State& s) {
  u8 alone = 0;
  for (int place = 0; place < PLACES; ++place) {
    if (!is_like_a_car(s, static_cast<Place>(place))) continue;
    const u8 there = at_large(s, static_cast<Place>(place));
    u8 company = s.standing[place];
    if (agreed(s, COMPANY_WHOLE_CAR)) company |= in_same_car(s, static_cast<Place>(place));
    if (!agreed(s, MARSHAL_IS_COMPANY)) company = bandits_of(company);  // ruling.marshal-player.company
    if (there != 0 && size_of(company) == 1 && (s.floor[place] & ALL_PURSES)) alone |= there;
  }
  s.round.due = in_order(s, alone);
}

void list_pickpocketing(const State& s, u8 bandit, Choices& out) {
  const u8 seat = seat_of(s, bandit);
  out.add(command(PICKPOCKET, seat, NO_TOKEN));
  for (Tokens purses = s.floor[s.figures[bandit].place] & ALL_PURSES; purses != 0; purses &= purses - 1)
    out.add(command(PICKPOCKET, seat, static_cast<u8>(lowest(purses))));
}

void pickpocket(State& s, const Command& c, u8 bandit) {
  s.round.due.take(bandit);
  if (c.what != NO_TOKEN) take_token(s, bandit, s.figures[bandit].place, c.what);
}

// station.conductor, ruling.conductor.money
static void conductor(State& s) {
  const u8 there = s.standing[inside(0)] | s.standing[roof(0)];
  for (u8 b = 0; b < BANDITS; ++b)
    if ((there >> b) & 1) s.figures[b].ransom += 250;
}

// happening.panting-horses, happening.panting-horses.two, ruling.panting-horses.as-many-as-there-are
static void panting_horses(State& s) {
  for (int leave = s.options.seats >= 5 ? 2 : 1; leave > 0; --leave) {
    int nearest = -1;
    for (int horse = 0; horse < MAX_HORSES; ++horse)
      if (s.horses.stands[horse] != NONE && (nearest < 0 || s.horses.stands[horse] > s.horses.stands[nearest]))
        nearest = horse;
    if (nearest < 0) return;
    s.horses.stands[nearest] = NONE;
  }
}

// happening.higher-speed.roofs, happening.higher-speed.beside, happening.higher-speed.added, ruling.higher-speed.at-once
static void higher_speed(State& s) {
  sweep_roofs(s, HIGHER_SPEED);
  for (u8& stand : s.horses.stands)
    if (stand != NONE) stand = static_cast<u8>(toward_tail(s, stand));
  s.coach.car = static_cast<u8>(toward_tail(s, s.coach.car));
  if (on_train(s.coach.shotgun) && position_of(s.coach.shotgun) < last_car(s))
    shotgun_to(s, roof(position_of(s.coach.shotgun) + 1));
}

// happening.shotgun-rage, ruling.shotgun-rage.even-if-inactive, ruling.cell.happenings
static void shotgun_rage(State& s) {
  u8 hit = s.standing[COACH_INSIDE] | s.standing[COACH_ROOF] | in_same_car(s, inside(s.coach.car));
  if (agreed(s, CELL_OUT_OF_REACH)) hit &= static_cast<u8>(~s.standing[CELL]);
  give_neutral_bullets(s, in_order(s, bandits_of(hit)), BY_HAPPENING);
}

// round-end.happening-last
static void start_happening(State& s, Happening happening) {
  s.round.happened = 1;
  switch (happening) {
    case ANGRY_MARSHAL: return angry_marshal(s);
    case SWIVEL_ARM: case BRAKING: return sweep_roofs(s, happening);
    case TAKE_IT_ALL: return take_it_all(s);
    case PASSENGERS_REBELLION: return give_neutral_bullets(s, in_order(s, inside_cars(s)), BY_HAPPENING);
    case MARSHALS_REVENGE: return marshals_revenge(s);
    case PICKPOCKETING: return pickpocketing(s);
    case CONDUCTOR: return conductor(s);
    case PANTING_HORSES: return panting_horses(s);
    case HIGHER_SPEED: return higher_speed(s);
    case SHOTGUN_RAGE: return shotgun_rage(s);
    case SAFE_PLACE: return bring_loot_up(s);
    // DRINK_FOR_THE_MARSHAL and RUMOURS go on below; the stations of the stagecoach are counted at the end of the game
    // (ruling.stations.counted-last).
    default: return;
  }
}

// happening.drink-for-the-marshal, .classic, .old, ruling.drink-for-the-marshal.tail
void drink(State& s, Token flask) {
  s.floor[s.marshal] &= ~token_bit(flask);
  s.horses.used |= token_bit(flask);
  s.coach.drink_round = s.round.number;
  const bool old = (s.horses.old & token_bit(flask)) != 0;
  s.coach.drink_to = inside(old ? last_car(s) : toward_tail(s, position_of(s.marshal)));
}

// happening.drink-for-the-marshal.no-flask, .meetings, ruling.drink-for-the-marshal.which-flask
static Progress drink_step(State& s) {
  if (s.coach.drink_round != s.round.number) {
    const Tokens flasks = s.floor[s.marshal] & ALL_FLASKS;
    if (tokens_in(flasks) > 1) return await(s, DRINK, CHANCE), WAITS;
    if (flasks != 0) return drink(s, static_cast<Token>(lowest(flasks))), DID;
    s.coach.drink_round = s.round.number;
    s.coach.drink_to = s.marshal;
    return DID;
  }
  if (s.marshal == s.coach.drink_to) return NOTHING_DUE;
  s.marshal = inside(position_of(s.marshal) + (s.coach.drink_to > s.marshal ? 1 : -1));
  return DID;
}

// stagecoach.falls-back, stagecoach.falls-back.tail, shotgun.keeps-facing, ruling.stagecoach.last-round
static bool falls_back(State& s) {
  if (!has(s, STAGECOACH) || s.coach.fell_back == s.round.number) return false;
  if (s.rounds.empty() && agreed(s, COACH_NOT_ANY_MORE)) return false;
  s.coach.fell_back = s.round.number;
  if (s.coach.car == last_car(s)) return true;
  ++s.coach.car;
  if (on_train(s.coach.shotgun) && position_of(s.coach.shotgun) < last_car(s))
    shotgun_to(s, roof(position_of(s.coach.shotgun) + 1));
  return true;
}

// round-end.next-first-player, team.next-first-player, end.after-five-rounds, ruling.time-machine.order
bool round_end_step(State& s) {
  const Progress arrivals = arrivals_step(s);
  if (arrivals != NOTHING_DUE) return arrivals == DID;
  const Happening happening = happening_now(s);
  if (happening != NO_HAPPENING && !s.round.happened) {
    start_happening(s, happening);
    return true;
  }
  if (!s.round.due.empty()) {
    const u8 figure = s.round.due.at[0];
    await(s, figure == THE_MARSHAL ? ASK_ANGER : ASK_PICKPOCKETING, seat_of(s, figure), figure);
    return false;
  }
  if (happening == DRINK_FOR_THE_MARSHAL) {
    const Progress drinking = has(s, MARSHAL_BOX) ? flask_step(s) : drink_step(s);
    if (drinking != NOTHING_DUE) return drinking == DID;
  }
  if (happening == RUMOURS) {
    const Progress rumour = rumour_step(s);
    if (rumour != NOTHING_DUE) return rumour == DID;
  }
  const bool travels_first = has(s, STAGECOACH) && agreed(s, MACHINE_AT_ONCE);
  if (!travels_first && falls_back(s)) return true;
  if (has(s, MARSHAL_BOX) && !travels_first && return_open_bullets(s)) return true;
  const Progress travel = travel_step(s);
  if (travel != NOTHING_DUE) return travel == DID;
  if (travels_first && falls_back(s)) return true;
  if (has(s, MARSHAL_BOX) && ((travels_first && return_open_bullets(s)) || (s.rounds.empty() && settle_leftovers(s)))) return true;
  if (s.rounds.empty()) {
    end_game(s);
    return true;
  }
  u8 first = next_seat(s, s.round.first);
  if (has(s, TEAM)) first = next_seat(s, first);
  start_round(s, s.round.number + 1, first);
  return true;
}

}  // namespace colt
