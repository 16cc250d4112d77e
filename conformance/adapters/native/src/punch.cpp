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
// belle.not-if-another, shotgun.punched, shotgun.before-belle, hostage.teacher.no-punch, hostage.never-lost;
// marshal-player.punched, station.deadly-fall, ruling.deadly-fall.stagecoach-roof, ruling.mailbags.cheyenne
void list_punch(const State& s, u8 bandit, Choices& out) {
  if (captive_of(s, bandit) == TEACHER) return;
  const Place place = s.figures[bandit].place;
  const u8 seat = seat_of(s, bandit);
  const bool shotgun = place == COACH_ROOF && s.coach.shotgun == COACH_ROOF;
  u8 targets = s.standing[place] & static_cast<u8>(~(1u << bandit));
  const u8 belles = belles_among(s, targets);
  targets = shotgun ? targets & static_cast<u8>(~belles) : without_belle(targets, belles);
  const bool falls = happening_now(s) == DEADLY_FALL && on_train(place) && is_roof(place);
  const List<Place, 3> places = pushed_to(s, place);
  if (targets & bit(THE_MARSHAL)) {
    for (Place to : places)
      if (to != MACHINE) out.add(command(PUNCH_THE_MARSHAL, seat, NONE, to));  // ruling.time-machine.marshal-stays
    if (falls) {
      Command c = command(THROW_OFF, seat, THE_MARSHAL);
      c.other = NO_TOKEN;
      out.add(c);
    }
  }
  for (u8 b = 0; b < BANDITS; ++b) {
    if (!((targets >> b) & 1)) continue;
    Command c = command(PUNCH_BANDIT, seat, b);
    Tokens loot = s.loot[b];
    do {
      const Token token = loot == 0 ? NO_TOKEN : static_cast<Token>(lowest(loot));
      const bool may_keep = token != NO_TOKEN && has_power(s, bandit, CHEYENNE) &&
                            (is_purse(token) || (is_mailbag(token) && agreed(s, CHEYENNE_KEEPS_MAIL)));
      c.other = token;
      for (Place to : places) {
        c.to = to;
        c.yes = 0;
        out.add(c);
        c.yes = 1;
        if (may_keep) out.add(c);
      }
      if (falls) {
        Command off = c;
        off.type = THROW_OFF;
        off.to = NOWHERE;
        for (off.yes = 0; off.yes <= may_keep; ++off.yes) out.add(off);
      }
      loot &= loot - 1;
    } while (loot != 0);
  }
  if (shotgun) out.add(command(PUNCH_SHOTGUN, seat));
}

// marshal-player.punched.brawler, marshal-player.punched.pushed, marshal-player.punched.keeps-mail,
// ruling.marshal-player.no-brawler-left
static void take_brawler(State& s, u8 bandit) {
  auto& brawlers = s.marshal_player.brawlers;
  if (brawlers.empty()) return;
  s.marshal_player.punches[bandit].push(brawlers.at[0]);
  brawlers.erase(0);
}

// punch.loot.dropped, punch.push.adjacent, shotgun.thrown-off, station.deadly-fall.out-of-the-game,
// ruling.deadly-fall.loot-first
void punch(State& s, const Command& c, u8 bandit) {
  if (c.type == PUNCH_SHOTGUN) return throw_shotgun(s);
  const u8 target = c.type == PUNCH_THE_MARSHAL ? THE_MARSHAL : c.what;
  if (target == THE_MARSHAL) take_brawler(s, bandit);
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
  put(s, target, c.type == THROW_OFF ? FALLEN : c.to);
}

}  // namespace colt
