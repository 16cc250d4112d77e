// The time machine: who travels at the end of a round, where they hide and when they come out. What it is as a place stands
// where bandits move, shoot, punch and ride.
#include "rules.hpp"

namespace colt {

// ruling.time-machine.happenings, ruling.happenings.stagecoach: where a station asks who is with whom, both are like cars
bool is_like_a_car(const State& s, Place place) {
  if (place == MACHINE) return !agreed(s, MACHINE_NEVER_REACHED);
  return !on_coach(place) || !agreed(s, COACH_NEVER_REACHED);
}

// time-machine.alone, time-machine.end, time-machine.end.loot, ruling.time-machine.company, ruling.time-machine.last-round
Progress travel_step(State& s) {
  TimeMachine& machine = s.machine;
  const u8 there = at_large(s, MACHINE);
  if (there == 0 || machine.hidden != NONE || machine.rewarded != NONE || machine.crowded == s.round.number) return NOTHING_DUE;
  const BanditRow travellers = in_order(s, there);
  const u8 bandit = travellers.at[0];
  if (travellers.n > 1) {
    machine.crowded = s.round.number;
    return DID;
  }
  if (!s.rounds.empty()) return await(s, ASK_HIDE, seat_of(s, bandit), bandit), WAITS;
  machine.rewarded = bandit;
  for (Tokens tokens = s.floor[MACHINE]; tokens != 0; tokens &= tokens - 1)
    take_token(s, bandit, MACHINE, static_cast<Token>(lowest(tokens)));
  return DID;
}

// time-machine.hide, ruling.time-machine.must-hide
void list_hide(const State& s, u8 bandit, Choices& out) {
  const u8 seat = seat_of(s, bandit);
  for (int car = 0; car <= last_car(s); ++car) out.add(command(HIDE_BANDIT, seat, bandit, inside(car)));
  if (has(s, STAGECOACH)) out.add(command(HIDE_BANDIT, seat, bandit, COACH_INSIDE));
  if (agreed(s, MACHINE_MAY_STAY)) out.add(command(FORGO, seat));
}

void hide(State& s, const Command& c, u8 bandit) {
  if (c.type == FORGO) {
    s.machine.crowded = s.round.number;
    return;
  }
  put(s, bandit, BENEATH);
  s.machine.hidden = bandit;
  s.machine.beneath = c.to;
}

// time-machine.reappear, ruling.time-machine.comes-out
void come_out(State& s) {
  if (s.machine.hidden == NONE) return;
  put(s, s.machine.hidden, s.machine.beneath);
  s.machine.hidden = NONE;
  s.machine.beneath = NOWHERE;
}

}  // namespace colt
