// The Shotgun, and the hostages in the stagecoach.
#include "rules.hpp"

namespace colt {

// --- the Shotgun -----------------------------------------------------------------------------------------------------

// shotgun.never-back, ruling.shotgun.comes-to-them: by the house rule those he comes to may stay until they leave
void shotgun_to(State& s, Place place) {
  s.coach.shotgun = place;
  if (!agreed(s, SHOTGUN_ONLY_WHO_MOVES)) return;
  const u8 there = at_large(s, place);
  if (there == 0 && s.coach.tolerated.empty()) return;
  s.coach.has_tolerated = 1;
  s.coach.tolerated = in_order(s, there);
}

// shotgun.thrown-off
void throw_shotgun(State& s) { shotgun_to(s, roof(s.coach.car)); }

// shotgun.never-together, shotgun.meeting.neutral-bullet, shotgun.meeting.flight, shotgun.inactive
Progress shotgun_step(State& s) {
  if (!on_train(s.coach.shotgun)) return NOTHING_DUE;
  const u8 there = at_large(s, s.coach.shotgun);  // marshal-player.shotgun
  u8 tolerated = 0;
  for (int i = 0; i < s.coach.tolerated.n; ++i) tolerated |= static_cast<u8>(1u << s.coach.tolerated.at[i]);
  if (!s.coach.running.empty()) {
    const u8 bandit = s.coach.running.at[0];
    await(s, ASK_RUN, seat_of(s, bandit), bandit);
    return WAITS;
  }
  const u8 met = there & static_cast<u8>(~tolerated);
  if (met == 0) return NOTHING_DUE;
  s.coach.running = in_order(s, met);
  give_neutral_bullets(s, s.coach.running, BY_SHOTGUN);
  return DID;
}

// shotgun.meeting.flight, shotgun.meeting.not-to-stagecoach, ruling.time-machine.flight
void list_run(const State& s, u8 bandit, Choices& out) {
  const int car = position_of(s.figures[bandit].place);
  const u8 seat = seat_of(s, bandit);
  if (car > 0) out.add(command(RUN_TO, seat, NONE, roof(car - 1)));
  else if (has(s, TIME_MACHINE) && agreed(s, FLIGHT_INTO_MACHINE)) out.add(command(RUN_TO, seat, NONE, MACHINE));
  if (car < last_car(s)) out.add(command(RUN_TO, seat, NONE, roof(car + 1)));
}

void run(State& s, const Command& c, u8 bandit) {
  put(s, bandit, c.to);
  s.coach.running.take(bandit);
}

// --- hostages --------------------------------------------------------------------------------------------------------

// hostage.must-take, hostage.none-left, hostage.one-each, horses.duo.hostages, ruling.hostage.own-player-chooses
Progress hostage_step(State& s) {
  if (s.coach.hostages.empty()) return NOTHING_DUE;
  u8 without = 0;
  for (u8 b = 0; b < BANDITS; ++b)
    if (((s.standing[COACH_INSIDE] >> b) & 1) && s.coach.captive[b] == NONE) without |= static_cast<u8>(1u << b);
  if (without == 0) return NOTHING_DUE;
  const u8 bandit = in_order(s, without).at[0];
  await(s, ASK_HOSTAGE, seat_of(s, bandit), bandit);
  return WAITS;
}

void list_hostage(const State& s, u8 bandit, Choices& out) {
  for (u8 hostage : s.coach.hostages) out.add(command(TAKE_HOSTAGE, seat_of(s, bandit), hostage));
}

// hostage.burden.at-once, hostage.never-lost, hostage.poker-player.no-power, ruling.hostage.poker-player-which-power
void take_hostage(State& s, const Command& c, u8 bandit) {
  s.coach.hostages.take(c.what);
  s.coach.captive[bandit] = c.what;
  if (c.what == POKER_PLAYER) s.figures[bandit].powers &= static_cast<u8>(~(1u << bandit));
}

}  // namespace colt
