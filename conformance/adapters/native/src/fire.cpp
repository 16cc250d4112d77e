// Fire.
#include "rules.hpp"

namespace colt {

// Whom a shooter on a roof of the train or in the time machine sees in one direction. fire.roof.line-of-sight,
// fire.roof.side-by-side, shotgun.blocks-sight, time-machine.fire.line-of-sight
static u8 seen_along(const State& s, int from, int direction, u8 transparent) {
  for (int car = from + direction; car >= AHEAD && car <= last_car(s); car += direction) {
    const u8 there = s.standing[roof_or_machine(car)];
    if ((there & ~transparent) != 0) return there;
    if (s.coach.known && s.coach.shotgun == roof_or_machine(car)) return there;
    if (there != 0 && (there & transparent) != 0) {
      const u8 beyond = seen_along(s, car, direction, transparent);
      return static_cast<u8>(there | beyond);
    }
  }
  return 0;
}

// fire.not-same-place, fire.inside.adjacent, fire.roof.any-distance, stagecoach.inside.fire, stagecoach.roof.fire,
// tuco.through-the-roof, tuco.upward-only, ruling.stagecoach.like-a-car, time-machine.fire, time-machine.fire.stagecoach
static u8 in_reach(const State& s, u8 bandit, u8 transparent) {
  const Place place = s.figures[bandit].place;
  u8 reach = 0;
  if (place == COACH_INSIDE) {
    reach = s.standing[inside(s.coach.car)];
  } else if (place == COACH_ROOF) {
    for (int car = 0; car <= last_car(s); ++car) reach |= s.standing[roof(car)];
    reach |= s.standing[MACHINE];
  } else if (place == MACHINE) {
    reach = s.standing[inside(0)] | s.standing[COACH_ROOF] | seen_along(s, AHEAD, 1, transparent);
  } else {
    const int car = position_of(place);
    if (is_roof(place)) {
      reach = seen_along(s, car, -1, transparent) | seen_along(s, car, 1, transparent);
      if (has(s, STAGECOACH)) reach |= s.standing[COACH_ROOF];
    } else {
      reach |= s.standing[car > 0 ? inside(car - 1) : MACHINE];
      if (car < last_car(s)) reach |= s.standing[inside(car + 1)];
      if (has(s, STAGECOACH) && s.coach.car == car) reach |= s.standing[COACH_INSIDE];
    }
  }
  if (has_power(s, bandit, TUCO) && !(by_edition(s, RU_BASE) && is_roof(place))) reach |= s.standing[place ^ 1];
  return reach;
}

// Who has Belle's power, of a set (prisoner.another-power).
u8 belles_among(const State& s, u8 figures) {
  if (!has(s, MARSHAL_BOX)) return has_power(s, BELLE, BELLE) ? figures & bit(BELLE) : 0;
  u8 belles = 0;
  for (u8 b = 0; b < BANDITS; ++b)
    if ((figures & bit(b)) && has_power(s, b, BELLE)) belles |= bit(b);
  return belles;
}

// ruling.fire.opponents, ruling.duo.own-targets, ruling.team.partner-targets
static u8 without_own_side(const State& s, u8 bandit, u8 targets) {
  if (!agreed(s, OTHER_SIDES_ONLY)) return targets;
  for (u8 b = 0; b < BANDITS; ++b)
    if (((targets >> b) & 1) && same_side(s, bandit, b)) targets &= static_cast<u8>(~(1u << b));
  return targets;
}

// fire.target, ruling.belle.blocks-sight, marshal-player.shot, ruling.marshal-player.in-between
Targets targets_of(const State& s, u8 figure) {
  const u8 belles = belles_among(s, static_cast<u8>(~bit(figure)));
  const u8 seen_past = agreed(s, MARSHAL_SEEN_PAST) ? bit(THE_MARSHAL) : 0;
  u8 targets = without_own_side(s, figure, in_reach(s, figure, seen_past));
  if (belles != 0 && agreed(s, BELLE_TRANSPARENT)) {
    const u8 past_her = without_own_side(s, figure, in_reach(s, figure, belles | seen_past));
    if (past_her & ~belles) targets = past_her;
  }
  return {targets, static_cast<u8>(targets & belles)};
}

// belle.not-if-another, prisoner.belle-first, ruling.prisoner.belle-and-a-third, ruling.marshal-player.belle
u8 without_belle(u8 targets, u8 belles) {
  if (targets & ~belles) return targets & static_cast<u8>(~belles);
  return size_of(belles) > 1 ? targets & static_cast<u8>(~bit(BELLE)) : targets;
}

// station.deadly-fall.django, ruling.deadly-fall.stagecoach-roof, ruling.time-machine.deadly-fall
static bool can_shoot_off(const State& s, u8 bandit, u8 target) {
  const Place place = s.figures[target].place;
  return happening_now(s) == DEADLY_FALL && has_power(s, bandit, DJANGO) && !on_coach(s.figures[bandit].place) &&
         (place == roof(0) || place == roof(last_car(s)));
}

// fire.target, fire.no-target, fire.no-bullets
void list_fire(const State& s, u8 bandit, Choices& out) {
  if (s.figures[bandit].bullets == 0) return;
  const Targets seen = targets_of(s, bandit);
  const u8 targets = without_belle(seen.all, seen.belles), seat = seat_of(s, bandit);
  for (u8 f = 0; f < FIGURES; ++f) {
    if (!((targets >> f) & 1)) continue;
    out.add(command(FIRE_AT, seat, f));
    if (can_shoot_off(s, bandit, f)) out.add(command(SHOOT_OFF, seat, f));
  }
}

// django.knock-back, django.train-end, stagecoach.roof.no-knock-back, ruling.stagecoach.django-inside, time-machine.django,
// ruling.time-machine.django-inside, ruling.time-machine.django-from-it, ruling.time-machine.marshal-stays,
// prison-car.cell.not-pushed-in
static void knock_back(State& s, Place from, u8 target) {
  const Place place = s.figures[target].place;
  if (on_coach(from) || !on_train(place) || position_or_ahead(from) == position_of(place)) return;
  const int beyond = position_of(place) + (position_of(place) > position_or_ahead(from) ? 1 : -1);
  if (beyond < foremost(s, target) || beyond > last_car(s)) return;
  if (beyond != AHEAD) return put(s, target, is_roof(place) ? roof(beyond) : inside(beyond));
  if (is_roof(place) || agreed(s, DJANGO_INTO_MACHINE)) put(s, target, MACHINE);
}

// fire.bullet-given, fire.bullet.stays, expert.bullets-on-deck, duo.own-bandit-hit
void fire(State& s, const Command& c, u8 bandit) {
  const u8 target = c.what;
  Figure& shooter = s.figures[bandit];
  const u8 seat = seat_of(s, target);
  s.cards[seat].deck.push(card_of(bandit, static_cast<u8>(BULLET_1 + shooter.bullets - 1)));
  --shooter.bullets;
  bullet_received(s, target);
  if (same_side(s, bandit, target)) uncount(s, seat);  // ruling.duo.own-bullets
  if (c.type == SHOOT_OFF) put(s, target, FALLEN);
  else if (has_power(s, bandit, DJANGO)) knock_back(s, shooter.place, target);
}

}  // namespace colt
