// The Marshal, and neutral bullets, whoever deals them.
#include "rules.hpp"

namespace colt {

// marshal.move.adjacent, marshal.inside-only, stagecoach.not-the-marshal
void list_marshal(const State& s, u8 bandit, Choices& out) {
  const int car = position_of(s.marshal);
  const u8 seat = seat_of(s, bandit);
  if (car > 0) out.add(command(MOVE_MARSHAL, seat, NONE, inside(car - 1)));
  if (car < last_car(s)) out.add(command(MOVE_MARSHAL, seat, NONE, inside(car + 1)));
}

// marshal.meeting.bandit-enters, marshal.meeting.marshal-enters, marshal.meeting.neutral-bullet,
// marshal.meeting.bullet-first, marshal.meeting.flight, mei.meeting-no-diagonal, ruling.django.into-the-marshal
bool meet_marshal(State& s) {
  if (s.marshal == NOWHERE) return false;  // marshal-player.no-meeting
  const u8 met = s.standing[s.marshal];
  if (met == 0) return false;
  const BanditRow row = in_order(s, met);
  give_neutral_bullets(s, row, MEETING);
  for (u8 bandit : row) put(s, bandit, s.marshal ^ 1);
  return true;
}

// station.mortal-bullet, ruling.mortal-bullet.all-of-the-round
void bullet_received(State& s, u8 bandit) {
  if (happening_now(s) != MORTAL_BULLET || !s.coach.known || bandit == THE_MARSHAL) return;
  u8& count = s.coach.remembered[bandit];
  count = count == NONE ? 1 : static_cast<u8>(count + 1);
}

// end.tie-break.opponents-and-happenings, ruling.tie-break.to-the-letter
void uncount(State& s, u8 seat) {
  if (by_edition(s, PL_BASE) && !agreed(s, TIE_BREAK_ALL)) ++s.cards[seat].uncounted;
}

// neutral-bullets.too-few, neutral-bullets.too-few-in-happenings, neutral-bullets.pile-removed,
// ruling.neutral-bullets.happenings-too, ruling.neutral-bullets.group, ruling.happening.bullet-on-top,
// ruling.shotgun.too-few-bullets, ruling.tie-break.meeting-by-happening
void give_neutral_bullets(State& s, const BanditRow& group, Cause cause) {
  const bool as_far_as_they_go =
      agreed(s, BULLETS_ONE_BY_ONE) || (cause == BY_HAPPENING && agreed(s, HAPPENINGS_AS_FAR_AS_THEY_GO));
  if (s.neutral < group.n && !as_far_as_they_go) {
    if (by_edition(s, PL_BASE)) s.neutral = 0;
    return;
  }
  const bool uncounted = cause == MEETING && (s.phase != ROUND_END || agreed(s, TIE_BREAK_MEETING));
  for (u8 bandit : group) {
    if (s.neutral <= 0) return;
    --s.neutral;
    const u8 seat = seat_of(s, bandit);
    s.cards[seat].deck.push(NEUTRAL_BULLET);
    bullet_received(s, bandit);
    if (uncounted) uncount(s, seat);
  }
}

}  // namespace colt
