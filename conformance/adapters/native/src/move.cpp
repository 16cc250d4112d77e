// Move and Floor change.
#include <algorithm>

#include "rules.hpp"

namespace colt {

static void list_roofs(const State& s, u8 figure, int from, int most, int apart, Choices& out) {
  const u8 seat = seat_of(s, figure);
  for (int car = std::max(foremost(s, figure), from - most); car <= std::min(last_car(s), from + most); ++car)
    if (std::abs(car - from) >= apart) out.add(command(MOVE_TO, seat, NONE, roof_or_machine(car)));
}

// move.inside.adjacent, move.roof.one-to-three, move.must-move, stagecoach.inside.not-by-move, stagecoach.roof.move,
// hostage.old-lady.one-roof, ruling.hostage.old-lady-own-move, time-machine.move, ruling.time-machine.like-a-roof,
// marshal-player.any-place, ruling.time-machine.marshal-stays
void list_move(const State& s, u8 bandit, Choices& out) {
  const Place place = s.figures[bandit].place;
  const u8 seat = seat_of(s, bandit);
  if (place == COACH_INSIDE) return;
  if (place == MACHINE) out.add(command(MOVE_TO, seat, NONE, inside(0)));
  if (!is_like_a_roof(place)) {
    const int car = position_of(place);
    if (car == 0 && foremost(s, bandit) == AHEAD) out.add(command(MOVE_TO, seat, NONE, MACHINE));
    if (car > 0) out.add(command(MOVE_TO, seat, NONE, inside(car - 1)));
    if (car < last_car(s)) out.add(command(MOVE_TO, seat, NONE, inside(car + 1)));
    return;
  }
  const int reach = captive_of(s, bandit) == OLD_LADY ? 1 : 3;
  if (place == COACH_ROOF) return list_roofs(s, bandit, s.coach.car, reach - 1, 0, out);
  const int from = position_or_ahead(place);
  list_roofs(s, bandit, from, reach, 1, out);
  if (has(s, STAGECOACH) && std::abs(from - s.coach.car) + 1 <= reach)
    out.add(command(MOVE_TO, seat, NONE, COACH_ROOF));
}

// floor-change.up, floor-change.down, stagecoach.stairs, mei.diagonal, mei.stagecoach-no-diagonal,
// time-machine.no-floor-change, ruling.time-machine.mei
void list_floor_change(const State& s, u8 bandit, Choices& out) {
  const Place place = s.figures[bandit].place;
  const u8 seat = seat_of(s, bandit);
  if (place == MACHINE) return;
  const Place other = place ^ 1;
  out.add(command(CHANGE_FLOOR, seat, NONE, other));
  if (!on_train(place) || !has_power(s, bandit, MEI)) return;
  if (position_of(place) > 0) out.add(command(CHANGE_FLOOR, seat, NONE, other - 2));
  if (position_of(place) < last_car(s)) out.add(command(CHANGE_FLOOR, seat, NONE, other + 2));
}

// shotgun.passing, ruling.shotgun.passing-only-by-move, ruling.time-machine.like-a-roof: does a Move along the roofs lead
// over his roof?
static bool passes_shotgun(const State& s, Place from, Place to) {
  if (!s.coach.known || !on_train(s.coach.shotgun) || !is_like_a_roof(from) || !is_like_a_roof(to)) return false;
  const int his = position_of(s.coach.shotgun);
  const int start = from == COACH_ROOF ? s.coach.car : position_or_ahead(from);
  const int end = to == COACH_ROOF ? s.coach.car : position_or_ahead(to);
  if (his < std::min(start, end) || his > std::max(start, end)) return false;
  return roof(his) != from && roof(his) != to;
}

void move(State& s, const Command& c, u8 bandit) {
  const Place from = s.figures[bandit].place;
  put(s, bandit, c.to);
  if (c.type == MOVE_TO && bandit != THE_MARSHAL && passes_shotgun(s, from, c.to)) {
    BanditRow row{};
    row.push(bandit);
    give_neutral_bullets(s, row, BY_SHOTGUN);
  }
}

}  // namespace colt
