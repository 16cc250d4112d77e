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

// prison-car.cell.no-effect, station.deadly-fall.out-of-the-game, station.escape.out-of-the-game
void list_action(const State& s, u8 kind, u8 bandit, Choices& out) {
  if (kind == ASK_IDEA) return list_idea(s, bandit, out);
  if (s.figures[bandit].place >= PLACES) return;
  switch (kind) {
    case ASK_MOVE: return list_move(s, bandit, out);
    case ASK_FLOOR_CHANGE: return list_floor_change(s, bandit, out);
    case ASK_FIRE: return list_fire(s, bandit, out);
    case ASK_ROBBERY: return list_robbery(s, bandit, out);
    case ASK_PUNCH: return list_punch(s, bandit, out);
    case ASK_MARSHAL: return list_marshal(s, bandit, out);
    case ASK_RIDE: return list_ride(s, bandit, out);
    case ASK_ARREST: return list_arrest(s, out);
    case ASK_DOUBLE_SHOT: return list_double_shot(s, out);
    default: return;
  }
}

void carry_out(State& s, const Command& c, u8 bandit) {
  s.round.acted = 1;
  switch (c.type) {
    case MOVE_TO: case CHANGE_FLOOR: return move(s, c, bandit);
    case FIRE_AT: case SHOOT_OFF: return fire(s, c, bandit);
    case ROB: return take_token(s, bandit, s.figures[bandit].place, c.what);
    case ROB_TWO:
      take_token(s, bandit, s.figures[bandit].place, c.what);
      return take_token(s, bandit, s.figures[bandit].place, c.other);
    case PUNCH_BANDIT: case PUNCH_SHOTGUN: case PUNCH_THE_MARSHAL: case THROW_OFF: return punch(s, c, bandit);
    case MOVE_MARSHAL: s.marshal = c.to; return;
    case RIDE_TO: case RIDE_AWAY: return ride(s, c, bandit);
    case ARREST: return arrest(s, c.what);
    case FIRE_CYLINDERS: return double_shot(s, c);
    case LEAVE_CELL: case FREE_PRISONER: case FREE_BANDIT: case FORGO: return carry_out_idea(s, c, bandit);
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

// A card of the pile is turned up, for all to see.
static void turn_up(State& s, const Played& played) {
  s.round.current = played;
  s.round.has_current = 1;
  ++s.memory.revealed[played.card];
  ++s.memory.this_round[played.card];
  if (has(s, MARSHAL_BOX)) note_last_card(s, played.card);
}

// stealin.first-in-first-out, stealin.obligatory, ruling.action.nobody-there, ruling.team.whose-action
bool stealin_step(State& s) {
  const Progress arrivals = arrivals_step(s);
  if (arrivals != NOTHING_DUE) return arrivals == DID;
  if (!s.round.has_current) {
    if (s.round.pile.empty()) {
      if (happening_now(s) == REFLEXES) {
        const Progress reflexes = reflex_step(s);
        if (reflexes != NOTHING_DUE) return reflexes == DID;
      }
      s.phase = ROUND_END;
      return true;
    }
    turn_up(s, s.round.pile.at[0]);
    s.round.pile.erase(0);
    return true;
  }
  if (s.round.acted) {
    if (s.marshal_player.known && s.marshal_player.freed != NONE) {
      await(s, ASK_PAYMENT, seat_of(s, s.marshal_player.freed), s.marshal_player.freed);
      return false;
    }
    put_card_back(s);
    return true;
  }
  const Card card = s.round.current.card;
  const u8 bandit = bandit_of(card), kind = has(s, MARSHAL_BOX) ? carried_out_as(s, card) : action_of(card);
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
