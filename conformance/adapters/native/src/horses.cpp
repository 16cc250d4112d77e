// Horses: the attack before the first round, and the Ride.
#include "rules.hpp"

namespace colt {

// --- the attack ------------------------------------------------------------------------------------------------------

static u8 riding(const State& s, u8 seat) {
  u8 set = 0;
  for (u8 rider : s.horses.attack.riders)
    if (seat_of(s, rider) == seat) set |= static_cast<u8>(1u << rider);
  return set;
}

// attack.boards, attack.horse-left
static void board(State& s, u8 bandit, int car) {
  put(s, bandit, inside(car));
  s.horses.attack.riders.take(bandit);
  for (u8& stand : s.horses.stands)
    if (stand == NONE) {
      stand = static_cast<u8>(car);
      return;
    }
  throw TooMuch("expected at most 8 horses; one more came");
}

// attack.secret-choice, attack.two-pawns: any of one's riding bandits
void list_attack(const State& s, u8 seat, Choices& out) {
  const u8 mine = riding(s, seat);
  for (unsigned set = 0; set <= mine; ++set)
    if ((set & ~static_cast<unsigned>(mine)) == 0) out.add(command(HIDE_PAWNS, seat, static_cast<u8>(set)));
}

void hide_pawns(State& s, const Command& c) {
  s.horses.attack.chosen |= static_cast<u8>(1u << c.actor);
  s.horses.attack.boards[c.actor] = c.what;
}

// attack.last-rider, attack.cars-only: any car that has not been done with
void list_start(const State& s, u8 bandit, Choices& out) {
  for (int car = 1; car <= s.horses.attack.car; ++car)
    out.add(command(BOARD_CAR, seat_of(s, bandit), static_cast<u8>(car)));
}

void board_car(State& s, const Command& c) { board(s, s.horses.attack.riders.at[0], c.what); }

// attack.instead-of-placement, attack.from-the-tail, attack.rides-on, attack.front-car, ruling.attack.alone-with-two
bool attack_step(State& s) {
  Attack& attack = s.horses.attack;
  if (!attack.on) {
    s.horses.known = 1;
    attack.on = 1;
    attack.car = static_cast<u8>(last_ordinary_car(s));  // prison.setup.attack
    attack.riders.clear();
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      for (u8 b = 0; b < BANDITS; ++b)
        if (seat_of(s, b) == seat) attack.riders.push(b);
    return true;
  }
  if (attack.riders.empty()) {
    std::memset(&attack, 0, sizeof attack);
    return true;
  }
  if (attack.car == 1) {
    while (!attack.riders.empty()) board(s, attack.riders.at[0], 1);
    return true;
  }
  const u8 one = attack.riders.at[0];
  bool alone = true;
  for (u8 rider : attack.riders) alone &= seat_of(s, rider) == seat_of(s, one);
  if (alone) return await(s, ASK_START, seat_of(s, one), one), false;
  bool waiting = false;
  for (u8 seat = 0; seat < s.options.seats; ++seat)
    if (riding(s, seat) != 0 && !((attack.chosen >> seat) & 1)) await(s, ASK_ATTACK, seat, seat), waiting = true;
  if (waiting) return false;
  for (u8 seat = 0; seat < s.options.seats; ++seat)
    for (u8 b = 0; b < BANDITS; ++b)
      if (((attack.chosen >> seat) & 1) && ((attack.boards[seat] >> b) & 1)) board(s, b, attack.car);
  attack.chosen = 0;
  std::memset(attack.boards, 0, sizeof attack.boards);
  if (!attack.riders.empty()) --attack.car;
  return true;
}

// attack.first-player.rearmost: who is in the rearmost car that was boarded
u8 rearmost(const State& s) {
  for (int car = last_car(s); car >= 0; --car)
    if (s.standing[inside(car)] != 0) return s.standing[inside(car)];
  throw Broken("an attack in which nobody boarded");
}

// --- Ride ------------------------------------------------------------------------------------------------------------

static int horse_beside(const State& s, int car) {  // ruling.ride.which-horse: the smallest number
  for (int horse = 0; horse < MAX_HORSES; ++horse)
    if (s.horses.stands[horse] == car) return horse;
  return -1;
}

// ride.mount, ruling.ride.from-the-stagecoach, ruling.time-machine.horses: the car beside which the bandit can mount, or -1
// marshal-player.ride
static int mounts_at(const State& s, u8 bandit) {
  const Place place = s.figures[bandit].place;
  if (on_train(place)) return position_of(place);
  if (place == MACHINE) return 0;
  if (on_coach(place) && !agreed(s, RIDE_ONLY_FROM_THE_TRAIN)) return s.coach.car;
  return -1;
}

// ride.no-horse, ride.distance, ride.dismount, ride.into-stagecoach, ride.go-between, ruling.ride.locomotive,
// station.escape.ride-away, ruling.escape.needs-a-horse; hostage.zealot.no-ride; time-machine.ride
void list_ride(const State& s, u8 bandit, Choices& out) {
  if (captive_of(s, bandit) == ZEALOT) return;
  const int mount = mounts_at(s, bandit);
  if (mount < 0 || horse_beside(s, mount) < 0) return;
  const int from = s.figures[bandit].place == MACHINE ? AHEAD : mount;
  const u8 seat = seat_of(s, bandit);
  for (int car = from - 3; car <= from + 3; ++car) {
    if (car < foremost(s, bandit) || car > last_car(s)) continue;
    out.add(command(RIDE_TO, seat, NONE, car == AHEAD ? MACHINE : inside(car)));
    if (has(s, STAGECOACH) && s.coach.car == car) out.add(command(RIDE_TO, seat, NONE, COACH_INSIDE));
  }
  if (happening_now(s) == ESCAPE && bandit != THE_MARSHAL) out.add(command(RIDE_AWAY, seat));
}

void ride(State& s, const Command& c, u8 bandit) {
  const int horse = horse_beside(s, mounts_at(s, bandit));
  if (c.type == RIDE_AWAY) {  // station.escape.out-of-the-game
    s.horses.stands[horse] = NONE;
    put(s, bandit, AWAY);
    return;
  }
  s.horses.stands[horse] = c.to == COACH_INSIDE ? s.coach.car : c.to == MACHINE ? 0 : static_cast<u8>(position_of(c.to));
  put(s, bandit, c.to);
}

}  // namespace colt
