// Stealin': the pile is carried out card by card, and what a position triggers comes before the next card.
#include "rules.hpp"

namespace colt {

// marshal.never-together, shotgun.never-together, hostage.must-take: questions to the position, however it came about.
Progress arrivals_step(State& s) {
  if (meet_marshal(s)) return DID;
  if (!s.coach.known) return NOTHING_DUE;
  const Progress shotgun = shotgun_step(s);
  return shotgun != NOTHING_DUE ? shotgun : hostage_step(s);
}

static u8 kind_of(Card card) {
  switch (face_of(card)) {
    case MOVE: return ASK_MOVE;
    case FLOOR_CHANGE: return ASK_FLOOR_CHANGE;
    case FIRE: return ASK_FIRE;
    case ROBBERY: return ASK_ROBBERY;
    case PUNCH: return ASK_PUNCH;
    case MARSHAL: return ASK_MARSHAL;
    case RIDE: return ASK_RIDE;
    default: throw Broken("a card on the pile that is no action card");
  }
}

void list_action(const State& s, u8 kind, u8 bandit, Choices& out) {
  if (s.figures[bandit].place >= PLACES) return;  // ridden away
  switch (kind) {
    case ASK_MOVE: return list_move(s, bandit, out);
    case ASK_FLOOR_CHANGE: return list_floor_change(s, bandit, out);
    case ASK_FIRE: return list_fire(s, bandit, out);
    case ASK_ROBBERY: return list_robbery(s, bandit, out);
    case ASK_PUNCH: return list_punch(s, bandit, out);
    case ASK_MARSHAL: return list_marshal(s, bandit, out);
    case ASK_RIDE: return list_ride(s, bandit, out);
    default: return;
  }
}

void carry_out(State& s, const Command& c, u8 bandit) {
  s.round.acted = 1;
  switch (c.type) {
    case MOVE_TO: case CHANGE_FLOOR: return move(s, c, bandit);
    case FIRE_AT: return fire(s, c, bandit);
    case ROB: return take_token(s, bandit, s.figures[bandit].place, c.what);
    case PUNCH_BANDIT: case PUNCH_SHOTGUN: return punch(s, c, bandit);
    case MOVE_MARSHAL: s.marshal = c.to; return;
    case RIDE_TO: case RIDE_AWAY: return ride(s, c, bandit);
    default: throw Broken("a command that carries out no card");
  }
}

// stealin.card-returns, team.partner-card.returns; expert.played-cards-discarded
static void put_card_back(State& s) {
  auto& cards = s.cards[owner_of(s, s.round.current.card)];
  if (has(s, EXPERT)) cards.discard.push(s.round.current.card);
  else cards.deck.push(s.round.current.card);
  s.round.has_current = 0;
  s.round.acted = 0;
}

// stealin.first-in-first-out, stealin.obligatory, ruling.action.nobody-there, ruling.team.whose-action
bool stealin_step(State& s) {
  const Progress arrivals = arrivals_step(s);
  if (arrivals != NOTHING_DUE) return arrivals == DID;
  if (!s.round.has_current) {
    if (s.round.pile.empty()) {
      s.phase = ROUND_END;
      return true;
    }
    turn_up(s, s.round.pile.at[0]);
    s.round.pile.erase(0);
    return true;
  }
  if (s.round.acted) {
    put_card_back(s);
    return true;
  }
  const u8 bandit = bandit_of(s.round.current.card), kind = kind_of(s.round.current.card);
  Choices choices;
  list_action(s, kind, bandit, choices);
  if (choices.n == 0) {
    s.round.acted = 1;
    return true;
  }
  await(s, kind, seat_of(s, bandit), bandit);
  return false;
}

}  // namespace colt
