// The loop: what happens by itself happens, until somebody has to decide (game.two-phases). And the way from an open
// decision to its answers.
#include "rules.hpp"

namespace colt {

State new_state() {
  State s;
  std::memset(&s, 0, sizeof s);
  s.options.edition = NONE;
  s.marshal = NOWHERE;
  for (Figure& figure : s.figures) figure.seat = figure.place = NONE;
  s.neutral = -1;
  s.round.card = s.round.first = s.round.drawing = NONE;
  s.round.turn = -1;
  std::memset(s.horses.stands, NONE, sizeof s.horses.stands);
  std::memset(s.coach.captive, NONE, sizeof s.coach.captive);
  std::memset(s.coach.remembered, NONE, sizeof s.coach.remembered);
  s.coach.car = s.coach.shotgun = s.coach.drink_round = s.coach.drink_to = NONE;
  s.machine.hidden = s.machine.beneath = s.machine.rewarded = NONE;
  std::memset(s.marshal_player.companion, NONE, sizeof s.marshal_player.companion);
  s.marshal_player.searching = s.marshal_player.freed = s.marshal_player.liberator = NONE;
  await(s, ASK_GAME, TABLE);
  return s;
}

static bool step(State& s) {
  switch (s.phase) {
    case NEW: await(s, ASK_GAME, TABLE); return false;
    case SETUP: return setup_step(s);
    case SCHEMIN: return schemin_step(s);
    case STEALIN: return stealin_step(s);
    case ROUND_END: return round_end_step(s);
    default: return false;
  }
}

int advance(State& s) {
  s.awaiting.clear();
  int steps = 0;
  while (step(s))
    if (++steps > 5000) throw Broken("a game in which things go on happening without anybody choosing");
  return steps;
}

void list_choices(const State& s, const Awaited& ask, Choices& out) {
  switch (ask.kind) {
    case ASK_TEAM: return list_team(s, ask.actor, out);
    case ASK_PLACEMENT: return list_placement(s, ask.actor, out);
    case ASK_ATTACK: return list_attack(s, ask.actor, out);
    case ASK_START: return list_start(s, ask.subject, out);
    case ASK_CHOSEN_CARD: return list_chosen_card(s, ask.actor, out);
    case ASK_SCHEME: return list_scheme(s, ask.actor, out);
    case ASK_ADDED_CARD: return list_added_card(s, ask.actor, out);
    case ASK_FLASK_CARD: return list_flask_card(s, ask.actor, out);
    case ASK_PLUS_CARD: case ASK_REFLEX: return list_card_or_none(s, ask.actor, out);
    case ASK_MELEE: return list_melee(s, ask.actor, out);
    case ASK_PLAN: case ASK_HOLD: return list_plan(s, ask.actor, out);
    case ASK_KEPT_CARDS: case ASK_KEPT_AFTER_REFLEXES: return list_kept_cards(s, ask.actor, out);
    case ASK_PICKPOCKETING: return list_pickpocketing(s, ask.subject, out);
    case ASK_RUN: return list_run(s, ask.subject, out);
    case ASK_HOSTAGE: return list_hostage(s, ask.subject, out);
    case ASK_HIDE: return list_hide(s, ask.subject, out);
    case ASK_PAYMENT: return list_payment(s, ask.subject, out);
    case ASK_ANGER: return list_anger(s, out);
    case ASK_MOVE: case ASK_FLOOR_CHANGE: case ASK_FIRE: case ASK_ROBBERY: case ASK_PUNCH: case ASK_MARSHAL: case ASK_RIDE:
    case ASK_ARREST: case ASK_DOUBLE_SHOT: case ASK_IDEA:
      return list_action(s, ask.kind, ask.subject, out);
    default: return;  // chance and the table: not enumerated
  }
}

static const Awaited& asked(const State& s, u8 actor) {
  for (const Awaited& ask : s.awaiting)
    if (ask.actor == actor) return ask;
  throw Broken("a command of somebody who is not asked");
}

void apply(State& s, const Command& c) {
  const Awaited ask = asked(s, c.actor);
  switch (ask.kind) {
    case ASK_TEAM: choose_team(s, c); break;
    case ASK_PLACEMENT: place_bandits(s, c); break;
    case ASK_ATTACK: hide_pawns(s, c); break;
    case ASK_START: board_car(s, c); break;
    case ASK_CHOSEN_CARD: choose_card(s, c); break;
    case ASK_SCHEME:
      if (c.type == PLAY_CARD) play_card(s, c);
      else if (c.type == DRAW_CARDS) draw_cards(s, c);
      else if (c.type == USE_FLASK) use_flask(s, c);
      else if (c.type == SEARCH_FOR_IDEA) search_for_idea(s, c.actor);
      else pass(s, c.actor);
      break;
    case ASK_ADDED_CARD: add_card(s, c); break;
    case ASK_FLASK_CARD:
      if (c.type == PLAY_CARD) play_flask_card(s, c);
      else flask_card_missing(s);
      break;
    case ASK_PLUS_CARD: play_plus_card(s, c); break;
    case ASK_REFLEX: play_reflex(s, c); break;
    case ASK_MELEE:
      if (c.type == USE_FLASK) use_flask(s, c);
      else seal_choice(s, c);
      break;
    case ASK_PLAN: case ASK_HOLD: keep_by_plan(s, c); break;
    case ASK_KEPT_CARDS: case ASK_KEPT_AFTER_REFLEXES: keep_cards(s, c); break;
    case ASK_PICKPOCKETING: pickpocket(s, c, ask.subject); break;
    case ASK_RUN: run(s, c, ask.subject); break;
    case ASK_HOSTAGE: take_hostage(s, c, ask.subject); break;
    case ASK_HIDE: hide(s, c, ask.subject); break;
    case ASK_PAYMENT: pay_liberator(s, c.what); break;
    case ASK_ANGER: spend_anger(s, c); break;
    default: carry_out(s, c, ask.subject); break;
  }
  advance(s);
}

}  // namespace colt
