// The Brilliant Idea, the prisoners and the cell; the pile that is measured for an Idea; and reflexes.
#include "rules.hpp"

namespace colt {

// --- looking for the Idea --------------------------------------------------------------------------------------------

static Card idea_of(const State& s, u8 seat) {
  for (u8 b = 0; b < BANDITS; ++b)
    if (s.figures_of[seat] & bit(b)) return card_of(b, BRILLIANT_IDEA);
  return NO_CARD;
}

static bool looks_through_deck(const State& s) { return !has(s, EXPERT) || !agreed(s, SEARCH_DISCARD_ONLY); }

// idea.search, idea.search.expert, ruling.idea.not-in-the-deck, ruling.idea.search-expert,
// ruling.marshal-player.plays-like-others
bool can_search(const State& s, u8 seat) {
  const Card idea = idea_of(s, seat);
  if (idea == NO_CARD) return false;
  return (looks_through_deck(s) && s.cards[seat].deck.has(idea)) || (has(s, EXPERT) && s.cards[seat].discard.has(idea));
}

// idea.search.shuffled, ruling.idea.search-shuffle, ruling.idea.search-is-a-draw
void search_for_idea(State& s, u8 seat) {
  auto& cards = s.cards[seat];
  const Card idea = idea_of(s, seat);
  const bool in_deck = looks_through_deck(s) && cards.deck.take(idea);
  if (!in_deck) cards.discard.take(idea);
  cards.hand.push(idea);
  s.round.drew[seat] |= bit(static_cast<u8>(s.round.turn));
  s.round.order.take(seat);
  if (in_deck || !agreed(s, SHUFFLE_ONLY_IF_SEARCHED)) s.marshal_player.searching = seat;
}

// --- carrying it out -------------------------------------------------------------------------------------------------

// idea.copy, idea.copy.skipped, ruling.idea.last-card-in-vain
void note_last_card(State& s, Card card) {
  if (is_marshals(card) || is_idea(card)) return;
  const Place place = s.figures[bandit_of(card)].place;
  if (place == AWAY || place == FALLEN) return;
  s.marshal_player.last_card = LastCard{1, s.round.number, bandit_of(card), action_of(card)};
}

// ruling.idea.own-card-shaking: by the house rule it matters in which turn an Idea was laid
void measure_pile(State& s, int turn) {
  if (!agreed(s, SHAKEN_COPIES_ANOTHERS_ONLY)) return;
  bool shakes = false;
  for (int i = 0; i < s.round.shown.turn_count; ++i) shakes |= s.round.shown.turns[i] == SHAKING;
  if (!shakes) return;
  MarshalPlayer& m = s.marshal_player;
  for (int i = m.measured.n - 1; i >= 0; --i)
    if (m.measured.at[i].round != s.round.number) m.measured.erase(i);
  m.has_measured = 1;
  m.measured.push({s.round.number, static_cast<u8>(turn), s.round.pile.n});
}

// Whether the card that is carried out was laid while the train shook, and not as a reflex. The last measure is that of the
// whole pile.
static bool was_shaken(const State& s) {
  const auto& measured = s.marshal_player.measured;
  if (s.marshal_player.reflexes.on && s.marshal_player.reflexes.round == s.round.number) return false;
  if (measured.empty() || measured.back().round != s.round.number) return false;
  const int number = measured.back().laid - s.round.pile.n - 1;
  for (int i = 0; i + 1 < measured.n; ++i)
    if (measured.at[i].laid <= number && number < measured.at[i + 1].laid)
      return measured.at[i].turn < s.round.shown.turn_count && s.round.shown.turns[measured.at[i].turn] == SHAKING;
  return false;
}

static bool at_the_prison(const State& s, Place place) { return (place & ~1) == corridor(s) && on_train(place); }

// idea.by-place, idea.copy.nothing, ruling.idea.own-card-while-wounded
static u8 idea_action(const State& s, u8 bandit) {
  const Place place = s.figures[bandit].place;
  if (place == CELL || at_the_prison(s, place) || place >= PLACES) return ASK_IDEA;
  const LastCard& last = s.marshal_player.last_card;
  if (!last.on || last.round != s.round.number) return NO_ACTION;
  if (last.bandit != bandit) return last.action;
  if (is_wounded(s, bandit, last.action)) return NO_ACTION;
  const bool shaken = agreed(s, SHAKEN_COPIES_ANOTHERS_ONLY) && (last.action == ASK_FIRE || last.action == ASK_PUNCH) && was_shaken(s);
  return shaken ? NO_ACTION : last.action;
}

// marshal-bullet.disarmed, marshal-bullet.knee, marshal-bullet.shoulder, marshal-bullet.idea-still-copies
u8 carried_out_as(const State& s, Card card) {
  const u8 action = action_of(card), figure = bandit_of(card);
  if (is_marshals(card)) return action;
  if (action == ASK_IDEA) return idea_action(s, figure);
  return is_wounded(s, figure, action) ? NO_ACTION : action;
}

// idea.out-of-the-cell, idea.free, idea.free-prisoner, idea.free-prisoner.has-one, idea.free-bandit, mei.cell-no-diagonal,
// ruling.idea.must-free
void list_idea(const State& s, u8 bandit, Choices& out) {
  const MarshalPlayer& m = s.marshal_player;
  const Place place = s.figures[bandit].place;
  const u8 seat = seat_of(s, bandit);
  if (place == CELL) {
    out.add(command(LEAVE_CELL, seat, NONE, corridor(s)));
    out.add(command(LEAVE_CELL, seat, NONE, corridor(s) + 1));
    return;
  }
  if (!at_the_prison(s, place)) return;
  if (m.companion[bandit] == NONE)
    for (u8 prisoner : m.prisoners) out.add(command(FREE_PRISONER, seat, prisoner));
  for (u8 b = 0; b < BANDITS; ++b)
    if (s.standing[CELL] & bit(b)) out.add(command(FREE_BANDIT, seat, b));
  if (out.n > 0 && agreed(s, IDEA_MAY_REFUSE)) out.add(command(FORGO, seat));
}

// prisoner.another-power, prisoner.another-power.while-held, ruling.prisoner.powers-left-out, idea.free-bandit.pays
void carry_out_idea(State& s, const Command& c, u8 bandit) {
  MarshalPlayer& m = s.marshal_player;
  switch (c.type) {
    case LEAVE_CELL: return put(s, bandit, c.to);
    case FREE_PRISONER:
      m.prisoners.take(c.what);
      m.companion[bandit] = c.what;
      if (s.options.powers && c.what != bandit) s.figures[bandit].powers |= bit(c.what);
      return;
    case FREE_BANDIT:
      put(s, c.what, s.figures[bandit].place);
      if (s.loot[c.what] == 0) return;
      m.freed = c.what;
      m.liberator = bandit;
      return;
    default: return;  // ruling.idea.must-free: by the house rule it goes unused
  }
}

// marshal-bullet.gotcha, ruling.prisoner.poker-player
void recapture(State& s, u8 bandit) {
  MarshalPlayer& m = s.marshal_player;
  const u8 prisoner = m.companion[bandit];
  if (prisoner == NONE) return;
  if (prisoner != bandit) s.figures[bandit].powers &= static_cast<u8>(~bit(prisoner));
  m.companion[bandit] = NONE;
  m.recaptured.push(prisoner);
}

// ruling.idea.token-unseen
void list_payment(const State& s, u8 bandit, Choices& out) {
  for (Tokens loot = s.loot[bandit]; loot != 0; loot &= loot - 1)
    out.add(command(PAY_LIBERATOR, seat_of(s, bandit), static_cast<u8>(lowest(loot))));
}

void pay_liberator(State& s, Token token) {
  MarshalPlayer& m = s.marshal_player;
  s.loot[m.freed] &= ~token_bit(token);
  s.loot[m.liberator] |= token_bit(token);
  s.gained[token] = s.gains++;
  m.freed = m.liberator = NONE;
}

// --- reflexes --------------------------------------------------------------------------------------------------------

// happening.reflexes.one-more, happening.reflexes.rest-on-top, ruling.reflexes.pass, ruling.reflexes.expert
Progress reflex_step(State& s) {
  Reflexes& reflexes = s.marshal_player.reflexes;
  if (!reflexes.on || reflexes.round != s.round.number) {
    reflexes = Reflexes{1, s.round.number, {}, 0};
    in_turn_with_cards(s, reflexes.waiting);
    return DID;
  }
  if (!reflexes.waiting.empty()) return await(s, ASK_REFLEX, reflexes.waiting.at[0], reflexes.waiting.at[0]), WAITS;
  if (!reflexes.over) {
    reflexes.over = 1;
    if (has(s, EXPERT)) in_turn_with_cards(s, s.round.keeping);
    else return_hands(s);
    return DID;
  }
  for (u8 seat : s.round.keeping) await(s, ASK_KEPT_AFTER_REFLEXES, seat, seat);
  return s.round.keeping.empty() ? NOTHING_DUE : WAITS;
}

void play_reflex(State& s, const Command& c) {
  s.marshal_player.reflexes.waiting.take(c.actor);
  if (c.type == FORGO) return;
  s.cards[c.actor].hand.take(c.what);
  s.round.pile.push({c.actor, c.what, 0});
}

}  // namespace colt
