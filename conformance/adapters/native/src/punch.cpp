// Punch, also against the Shotgun.
#include "rules.hpp"

namespace colt {

// punch.push.adjacent, punch.push.train-ends, punch.push.same-level, stagecoach.inside.push, stagecoach.roof.push,
// time-machine.push-in, time-machine.push-out
static List<Place, 3> pushed_to(const State& s, Place place) {
  List<Place, 3> places{};
  if (on_coach(place)) {
    places.push(is_roof(place) ? roof(s.coach.car) : inside(s.coach.car));
    return places;
  }
  if (place == MACHINE) {
    places.push(inside(0));
    return places;
  }
  if (position_of(place) > 0) places.push(static_cast<Place>(place - 2));
  else if (has(s, TIME_MACHINE)) places.push(MACHINE);
  if (position_of(place) < last_car(s)) places.push(static_cast<Place>(place + 2));
  if (has(s, STAGECOACH) && s.coach.car == position_of(place)) places.push(is_roof(place) ? COACH_ROOF : COACH_INSIDE);
  return places;
}

// punch.target, punch.loot.chosen, ruling.punch.which-purse, cheyenne.keeps-purse, cheyenne.other-loot-drops,
// belle.not-if-another, shotgun.punched, shotgun.before-belle, hostage.teacher.no-punch, hostage.never-lost
void list_punch(const State& s, u8 bandit, Choices& out) {
  if (captive_of(s, bandit) == TEACHER) return;
  const Place place = s.figures[bandit].place;
  const u8 seat = seat_of(s, bandit);
  const bool shotgun = place == COACH_ROOF && s.coach.shotgun == COACH_ROOF;
  u8 targets = s.standing[place] & static_cast<u8>(~(1u << bandit));
  const u8 belle = 1 << BELLE;
  if ((targets & belle) && has_power(s, BELLE, BELLE) && (shotgun || (targets & ~belle)))
    targets &= static_cast<u8>(~belle);
  const List<Place, 3> places = pushed_to(s, place);
  for (u8 b = 0; b < BANDITS; ++b) {
    if (!((targets >> b) & 1)) continue;
    Command c = command(PUNCH_BANDIT, seat, b);
    Tokens loot = s.loot[b];
    do {
      const Token token = loot == 0 ? NO_TOKEN : static_cast<Token>(lowest(loot));
      const bool may_keep = token != NO_TOKEN && is_purse(token) && has_power(s, bandit, CHEYENNE);
      c.other = token;
      for (Place to : places) {
        c.to = to;
        c.yes = 0;
        out.add(c);
        c.yes = 1;
        if (may_keep) out.add(c);
      }
      loot &= loot - 1;
    } while (loot != 0);
  }
  if (shotgun) out.add(command(PUNCH_SHOTGUN, seat));
}

// punch.loot.dropped, punch.push.adjacent, shotgun.thrown-off
void punch(State& s, const Command& c, u8 bandit) {
  if (c.type == PUNCH_SHOTGUN) return throw_shotgun(s);
  const Token token = c.other;
  if (token != NO_TOKEN) {
    s.loot[c.what] &= ~token_bit(token);
    if (c.yes) {
      s.loot[bandit] |= token_bit(token);
      s.gained[token] = s.gains++;
    } else {
      s.floor[s.figures[bandit].place] |= token_bit(token);
    }
  }
  put(s, c.what, c.to);
}

}  // namespace colt
