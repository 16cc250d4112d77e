// Schemin': hands, turns, cards on the common pile, and what becomes of the cards left in hand.
#include <algorithm>

#include "rules.hpp"

namespace colt {

// --- hands -----------------------------------------------------------------------------------------------------------

// duo.chosen-card: not in the Polish book (duo.plain-turns)
static bool chooses_a_card(const State& s) { return has(s, DUO) && !by_edition(s, PL_BASE); }

// schemin.hand-of-six, doc.seven-cards, duo.chosen-card, duo.doc, expert.draw-up-to-six, ruling.expert.doc,
// ruling.doc.every-effect, hostage.minister.one-card-fewer, ruling.hostage.minister-hands, ruling.duo.ghost-and-doc
int hand_size(const State& s, u8 seat) {
  return 6 + seat_has_power(s, seat, DOC) + chooses_a_card(s) - seat_has_hostage(s, seat, MINISTER);
}

void draw_from_deck(State& s, u8 seat, int count) {
  auto& cards = s.cards[seat];
  for (; count > 0 && !cards.deck.empty(); --count) cards.hand.push(cards.deck.pop());
}

// expert.reshuffle, ruling.expert.deck-first
bool needs_discard(const State& s, u8 seat, int count) {
  return has(s, EXPERT) && s.cards[seat].deck.n < count && !s.cards[seat].discard.empty();
}

// ruling.plan.hands: cards that were kept in the round before are in hand when the next begins
int kept_before(const State& s, u8 seat) {
  const Plan& plan = s.plan;
  return plan.on && plan.round + 1 == s.round.number && ((plan.said >> seat) & 1) ? plan.kept[seat].n : 0;
}

static void complete_hand(State& s, u8 seat) {  // plan.hand-completed, ruling.team.hand-completed
  draw_from_deck(s, seat, hand_size(s, seat) - s.cards[seat].hand.n);
}

// A deck was shuffled. team.partner-card: when the last one is, all draw a partner's card, then all their hands.
void deck_shuffled(State& s, u8 seat) {
  s.round.undealt.take(seat);
  if (!has(s, TEAM)) return complete_hand(s, seat);
  if (!s.round.undealt.empty()) return;
  u8 drawer = s.round.first;
  for (int i = 0; i < s.options.seats; ++i, drawer = next_seat(s, drawer)) {
    auto& deck = s.cards[partner(drawer)].deck;
    if (deck.empty()) continue;
    const Card card = deck.pop();
    s.cards[drawer].hand.push(card);
    s.cards[drawer].borrowed.push(card);
  }
  for (int i = 0; i < s.options.seats; ++i, drawer = next_seat(s, drawer)) complete_hand(s, drawer);
}

void list_chosen_card(const State& s, u8 seat, Choices& out) {  // ruling.duo.any-chosen-card
  u64 seen[2] = {};
  for (Card card : s.cards[seat].deck) {
    if ((seen[card >> 6] >> (card & 63)) & 1) continue;
    seen[card >> 6] |= u64{1} << (card & 63);
    if (is_action(card) || !agreed(s, CHOSEN_ACTIONS_ONLY)) out.add(command(CHOOSE_CARD, seat, card));
  }
}

void choose_card(State& s, const Command& c) {
  s.cards[c.actor].deck.take(c.what);
  s.cards[c.actor].hand.push(c.what);
}

// schemin.hand-of-six; duo.chosen-card; expert.no-shuffle, expert.draw-up-to-six, ruling.expert.full-hand
static bool hands_step(State& s) {
  const u8 seat = s.round.undealt.at[0];
  if (has(s, EXPERT) && s.round.number > 1) {
    const int missing = hand_size(s, seat) - s.cards[seat].hand.n;
    if (needs_discard(s, seat, missing)) return await(s, DISCARD, CHANCE, seat), false;
    draw_from_deck(s, seat, missing);
    s.round.undealt.take(seat);
    return true;
  }
  if (chooses_a_card(s) && s.cards[seat].hand.n <= kept_before(s, seat) && !s.cards[seat].deck.empty())
    return await(s, ASK_CHOSEN_CARD, seat, seat), false;
  await(s, DECK, CHANCE, seat);
  return false;
}

// hostage.poodle.bullet, ruling.hostage.poodle-when
static bool poodle_bites(State& s) {
  if (!s.coach.known || s.coach.bitten == s.round.number || s.round.undealt.empty()) return false;
  for (u8 f = 0; f < FIGURES; ++f)
    if (s.coach.captive[f] == POODLE) {
      s.coach.bitten = s.round.number;
      BanditRow captor{};
      captor.push(f);
      give_neutral_bullets(s, captor, BY_POODLE);
      return true;
    }
  return false;
}

// --- turns -----------------------------------------------------------------------------------------------------------

Turn turn_kind(const State& s) {
  const Shown& shown = s.round.shown;
  return s.round.turn >= 0 && s.round.turn < shown.turn_count ? shown.turns[s.round.turn] : STANDARD;
}

// ruling.hostage.photographer-tunnel: by the house rule a tunnel is a standard turn for the captor
Turn plays_as(const State& s, u8 seat) {
  const Turn kind = turn_kind(s);
  return kind == TUNNEL && agreed(s, PHOTOGRAPHER_STANDARD) && seat_has_hostage(s, seat, PHOTOGRAPHER) ? STANDARD : kind;
}

// schemin.turns-as-printed, schemin.turn-order, turn.standard, turn.tunnel, turn.speeding-up, turn.switching,
// team.switching, ruling.team.switching-begins, melee.usual-order
static void start_turn(State& s, int turn) {
  s.round.turn = static_cast<signed char>(turn);
  const Turn kind = turn_kind(s);
  s.round.hidden = kind == TUNNEL;
  s.round.order.clear();
  const bool teams_turned = kind == SWITCHING && has(s, TEAM);
  u8 seat = teams_turned ? partner(s.round.first) : s.round.first;
  for (int i = 0; i < s.options.seats; ++i) {
    s.round.order.push(seat);
    if (kind == SPEEDING_UP) s.round.order.push(seat);
    seat = kind == SWITCHING ? previous_seat(s, seat) : next_seat(s, seat);
  }
  if (has(s, MARSHAL_BOX)) measure_pile(s, turn);
}

// --- playing and drawing ---------------------------------------------------------------------------------------------

bool has_action_card(const State& s, u8 seat) {
  for (Card card : s.cards[seat].hand)
    if (is_action(card)) return true;
  return false;
}

// schemin.play.actions-only, turn.shaking, turn.shaking.idea, ruling.shaking.like-standard: one bit a face
u32 faces_to_lay(const State& s, u8 seat) {
  constexpr u32 ACTIONS = (1u << FACES) - (1u << FIRE);
  if (turn_kind(s) != SHAKING) return ACTIONS;
  return s.figures_of[seat] & bit(THE_MARSHAL) ? ACTIONS & ~(1u << FIRE) : ACTIONS & ~(1u << FIRE | 1u << PUNCH);
}

// ghost.first-turn-face-down, ghost.draw-forfeits, duo.ghost, ruling.team.ghost, hostage.photographer.face-up
bool hides_first_card(const State& s, u8 seat) {
  return s.round.turn == 0 && !(s.round.drew[seat] & 1) && seat_has_power(s, seat, GHOST) &&
         !seat_has_hostage(s, seat, PHOTOGRAPHER);
}

// turn.tunnel, hostage.photographer.face-up
bool plays_face_down(const State& s, u8 seat) {
  return s.round.hidden && !seat_has_hostage(s, seat, PHOTOGRAPHER);
}

static void list_cards(const State& s, u8 seat, bool may_hide, Choices& out) {
  const bool down = plays_face_down(s, seat);
  const u32 faces = faces_to_lay(s, seat);
  u64 seen[2] = {};
  for (Card card : s.cards[seat].hand) {  // team.partner-card.playable, ride.planned
    if (!((faces >> face_of(card)) & 1) || ((seen[card >> 6] >> (card & 63)) & 1)) continue;
    seen[card >> 6] |= u64{1} << (card & 63);
    out.add(command(PLAY_CARD, seat, card, NONE, down));
    if (may_hide && !down) out.add(command(PLAY_CARD, seat, card, NONE, 1));
  }
}

// ruling.speeding-up.order-free: by the house rule no draw after a card, while another card can be played
static bool draw_comes_too_late(const State& s, u8 seat) {
  if (!agreed(s, DRAW_FIRST) || turn_kind(s) != SPEEDING_UP || !has_action_card(s, seat)) return false;
  const bool second = s.round.order.n < 2 || s.round.order.at[1] != seat;
  return second && !((s.round.drew[seat] >> s.round.turn) & 1);
}

// schemin.draw.three, ruling.draw.what-is-left, ruling.whisky.nothing-left
bool can_draw(const State& s, u8 seat) {
  const auto& cards = s.cards[seat];
  if (!cards.deck.empty() || (has(s, EXPERT) && !cards.discard.empty())) return true;
  return agreed(s, DRAW_PASS) || !has_action_card(s, seat);
}

// schemin.play-or-draw, schemin.play.face-up, idea.search, idea.search.announced, ruling.shaking.nothing-to-play
void list_scheme(const State& s, u8 seat, Choices& out) {
  list_cards(s, seat, hides_first_card(s, seat), out);
  const bool too_late = draw_comes_too_late(s, seat);
  if (!too_late && can_draw(s, seat)) out.add(command(DRAW_CARDS, seat));
  list_flasks(s, seat, out);
  if (!has(s, MARSHAL_BOX)) return;
  if (!too_late && can_search(s, seat)) out.add(command(SEARCH_FOR_IDEA, seat));
  if (out.n == 0) out.add(command(FORGO, seat));
}

// plus.another-card, plus.no-draw, ruling.plus.stop-when-he-likes; happening.reflexes.one-more: a card from hand, or none
void list_card_or_none(const State& s, u8 seat, Choices& out) {
  u64 seen[2] = {};
  for (Card card : s.cards[seat].hand) {
    if (!is_action(card) || ((seen[card >> 6] >> (card & 63)) & 1)) continue;
    seen[card >> 6] |= u64{1} << (card & 63);
    out.add(command(PLAY_CARD, seat, card));
  }
  out.add(command(FORGO, seat));
}

void list_melee(const State& s, u8 seat, Choices& out) {  // melee.at-once, melee.draw, ruling.melee.ghost
  list_cards(s, seat, hides_first_card(s, seat) && !agreed(s, MELEE_SHOWN_LIKE_ALL), out);
  if (can_draw(s, seat)) out.add(command(DRAW_CARDS, seat));
  list_flasks(s, seat, out);
  if (has(s, MARSHAL_BOX) && can_search(s, seat)) out.add(command(SEARCH_FOR_IDEA, seat));
}

void play_card(State& s, const Command& c) {  // schemin.play.on-top
  s.cards[c.actor].hand.take(c.what);
  s.round.pile.push({c.actor, c.what, c.yes});
  s.round.order.erase(0);
  if (has_plus(c.what)) offer_plus(s, c.actor);
}

// plus.another-card, plus.standard-turns-only, ruling.plus.stop-when-he-likes
void offer_plus(State& s, u8 seat) {
  if (turn_kind(s) == STANDARD && !s.cards[seat].hand.empty()) s.marshal_player.plus = 1;
}

// plus.three-in-a-row
void play_plus_card(State& s, const Command& c) {
  s.marshal_player.plus = 0;
  if (c.type == FORGO) return;
  const Card before = s.round.pile.n > 1 ? s.round.pile.at[s.round.pile.n - 2].card : NO_CARD;
  const bool third = before != NO_CARD && has_plus(before);
  s.cards[c.actor].hand.take(c.what);
  s.round.pile.push({c.actor, c.what, 0});
  if (has_plus(c.what) && !third) offer_plus(s, c.actor);
}

static void finish_draw(State& s, u8 seat) {
  draw_from_deck(s, seat, 3);
  s.round.drew[seat] |= static_cast<u8>(1u << s.round.turn);
  s.round.order.take(seat);
  s.round.drawing = NONE;
}

void pass(State& s, u8 seat) {  // ruling.shaking.nothing-to-play
  s.round.drew[seat] |= static_cast<u8>(1u << s.round.turn);
  s.round.order.take(seat);
}

void draw_cards(State& s, const Command& c) {
  if (needs_discard(s, c.actor, 3)) s.round.drawing = c.actor;
  else finish_draw(s, c.actor);
}

// --- the card added to a Fire ----------------------------------------------------------------------------------------

// duo.fire-combination, duo.fire-combination.no-third, duo.ghost.combination, ruling.duo.always-asked,
// ruling.melee.no-standard-turn: was a Fire, or a hidden card, just played by somebody who may add a card?
static bool asks_added_card(const State& s) {
  if (!chooses_a_card(s) || s.round.pile.n <= s.round.answered) return false;
  const Played& last = s.round.pile.back();
  if (face_of(last.card) != FIRE && !last.face_down) return false;
  if (plays_as(s, last.seat) != STANDARD) return false;
  // The card is of this turn: its player has acted, and not by drawing.
  return !s.round.order.has(last.seat) && !((s.round.drew[last.seat] >> s.round.turn) & 1);
}

// duo.fire-combination.not-marshal, ruling.duo.added-card-face-up, ruling.horses.duo-ride-cards
void list_added_card(const State& s, u8 seat, Choices& out) {
  out.add(command(ADD_NO_CARD, seat));
  const Played& last = s.round.pile.back();
  if (face_of(last.card) != FIRE) return;
  const bool either =
      agreed(s, ADDED_EITHER_WAY) && last.face_down && !seat_has_hostage(s, seat, PHOTOGRAPHER);
  u64 seen[2] = {};
  for (Card card : s.cards[seat].hand) {
    if (!is_action(card) || face_of(card) == MARSHAL || bandit_of(card) == bandit_of(last.card)) continue;
    if ((seen[card >> 6] >> (card & 63)) & 1) continue;
    seen[card >> 6] |= u64{1} << (card & 63);
    out.add(command(PLAY_CARD, seat, card, NONE, 0));
    if (either) out.add(command(PLAY_CARD, seat, card, NONE, 1));
  }
}

void add_card(State& s, const Command& c) {
  if (c.type == PLAY_CARD) {
    s.cards[c.actor].hand.take(c.what);
    s.round.pile.push({c.actor, c.what, c.yes});
  }
  s.round.answered = s.round.pile.n;
}

// --- the melee -------------------------------------------------------------------------------------------------------

void seal_choice(State& s, const Command& c) {  // ruling.melee.draw-sealed, horses.secrecy.sealed
  Melee& melee = s.coach.melee;
  if (!melee.on) {
    std::memset(&melee, 0, sizeof melee);
    melee.on = 1;
  }
  melee.sealed |= static_cast<u8>(1u << c.actor);
  melee.card[c.actor] = c.type == PLAY_CARD ? c.what : NO_CARD;
  // A search is a choice without a card that lies face down (ruling.idea.search-is-a-draw).
  melee.face_down[c.actor] = c.type == PLAY_CARD ? c.yes : c.type == SEARCH_FOR_IDEA;
}

// melee.at-once, melee.usual-order, melee.draw: all choose, then all who draw do so, then all cards are shown.
bool melee_step(State& s) {
  Melee& melee = s.coach.melee;
  if (melee.shown) {
    const u8 seat = s.round.order.at[0];
    play_card(s, command(PLAY_CARD, seat, melee.card[seat], NONE, melee.face_down[seat]));
    return true;
  }
  bool waiting = false;
  for (u8 seat : s.round.order)
    if (!melee.on || !((melee.sealed >> seat) & 1)) await(s, ASK_MELEE, seat, seat), waiting = true;
  if (waiting) return false;
  for (u8 seat : s.round.order)
    if (melee.card[seat] == NO_CARD) {
      if (melee.face_down[seat]) search_for_idea(s, seat);
      else draw_cards(s, command(DRAW_CARDS, seat));
      return true;
    }
  melee.shown = 1;
  return true;
}

// --- the end of Schemin' ---------------------------------------------------------------------------------------------

void sorted_hand(const State& s, u8 seat, List<Card, MAX_HAND>& out) {
  out = s.cards[seat].hand;
  std::sort(out.at, out.at + out.n, named_before);
}

// team.partner-card.stays: how many cards like this one stay in hand by themselves
int staying_count(const State& s, u8 seat, Card card) {
  if (!has(s, TEAM) || by_edition(s, FR_HORSES)) return 0;
  return std::min(s.cards[seat].hand.count(card), s.cards[seat].borrowed.count(card));
}

// All sets of at most `most` of the cards in hand that may be kept, each once.
static void list_kept(const State& s, u8 seat, bool actions_only, int most, Choices& out) {
  List<Card, MAX_HAND> hand;
  sorted_hand(s, seat, hand);
  if (hand.n > 32) too_much(32);
  struct Group {
    int first, count;
  };
  Group groups[MAX_HAND];
  int count = 0;
  for (int i = 0; i < hand.n;) {
    int end = i;
    while (end < hand.n && hand.at[end] == hand.at[i]) ++end;
    const int free = end - i - staying_count(s, seat, hand.at[i]);
    if (free > 0 && (!actions_only || is_action(hand.at[i]))) groups[count++] = {i, free};
    i = end;
  }
  auto list = [&](auto&& self, int group, u32 mask, int taken) -> void {
    if (group == count) {
      Command c = command(KEEP_CARDS, seat);
      c.cards = mask;
      out.add(c);
      return;
    }
    for (int k = 0; k <= groups[group].count && taken + k <= most; ++k) {
      const u32 some = static_cast<u32>(((u64{1} << k) - 1) << groups[group].first);
      self(self, group + 1, mask | some, taken + k);
    }
  };
  list(list, 0, 0, 0);
}

void list_kept_cards(const State& s, u8 seat, Choices& out) {  // expert.keep-cards, expert.discard-rest
  list_kept(s, seat, true, MAX_HAND, out);
}

void list_plan(const State& s, u8 seat, Choices& out) {  // plan.keep, ruling.plan.all-at-once, ruling.plan.hands
  list_kept(s, seat, false, s.plan.plans, out);
}

static void turn_pile(State& s);

void keep_cards(State& s, const Command& c) {
  auto& cards = s.cards[c.actor];
  List<Card, MAX_HAND> hand, kept{};
  sorted_hand(s, c.actor, hand);
  for (int i = 0; i < hand.n; ++i)
    if (i < 32 && ((c.cards >> i) & 1)) kept.push(hand.at[i]);
  for (Card card : kept) cards.hand.take(card);
  for (Card card : cards.hand) cards.discard.push(card);
  cards.hand = kept;
  s.round.keeping.take(c.actor);
  if (s.phase == SCHEMIN && s.round.keeping.empty()) turn_pile(s);  // otherwise after reflexes
}

void keep_by_plan(State& s, const Command& c) {  // plan.not-shuffled
  Plan& plan = s.plan;
  List<Card, MAX_HAND> hand;
  sorted_hand(s, c.actor, hand);
  plan.kept[c.actor].clear();
  for (int i = 0; i < hand.n; ++i)
    if (i < 32 && ((c.cards >> i) & 1)) plan.kept[c.actor].push(hand.at[i]);
  plan.said |= static_cast<u8>(1u << c.actor);
  plan.waiting.take(c.actor);
}

// schemin.unplayed-on-top, plan.keep, team.partner-card.stays, team.partner-card.joins
void return_hands(State& s) {
  const Plan& plan = s.plan;
  const bool planned = plan.on && plan.round == s.round.number;
  for (u8 seat = 0; seat < s.options.seats; ++seat) {
    auto& cards = s.cards[seat];
    List<Card, MAX_HAND> stays{}, returns{};
    for (Card card : cards.hand) {
      int room = staying_count(s, seat, card);
      if (planned && ((plan.said >> seat) & 1)) room += plan.kept[seat].count(card);
      if (stays.count(card) < room) stays.push(card);
      else returns.push(card);
    }
    for (int i = returns.n - 1; i >= 0; --i) cards.deck.push(returns.at[i]);
    cards.hand = stays;
  }
}

static void turn_pile(State& s) {  // stealin.pile-turned, game.two-phases
  s.phase = STEALIN;
  if (has(s, MARSHAL_BOX)) measure_pile(s, s.round.shown.turn_count);
  come_out(s);
}

void in_turn_with_cards(const State& s, List<u8, MAX_SEATS>& out) {
  out.clear();
  u8 seat = s.round.first;
  for (int i = 0; i < s.options.seats; ++i, seat = next_seat(s, seat))
    if (!s.cards[seat].hand.empty()) out.push(seat);
}

static bool has_more_than_stays(const State& s, const List<u8, MAX_SEATS>& seats) {  // ruling.plan.hands
  for (u8 seat : seats)
    for (Card card : s.cards[seat].hand)
      if (s.cards[seat].hand.count(card) > staying_count(s, seat, card)) return true;
  return false;
}

// schemin.ends, expert.keep-cards, ruling.expert.kept-in-secret, plan.keep, horses.expert.no-plan, ruling.plan.no-happening,
// prison.plan.keep, prison.plan.not-with-expert, happening.reflexes.hands-stay
static bool end_step(State& s) {
  if (!s.round.keeping.empty()) {
    for (u8 seat : s.round.keeping) await(s, ASK_KEPT_CARDS, seat, seat);
    return false;
  }
  const bool hands_stay = happening_now(s) == REFLEXES;
  if (has(s, EXPERT)) {
    if (!hands_stay) in_turn_with_cards(s, s.round.keeping);
    if (s.round.keeping.empty()) turn_pile(s);
    return true;
  }
  Plan& plan = s.plan;
  if (s.round.shown.plans > 0 && !s.rounds.empty()) {
    if (!plan.on || plan.round != s.round.number) {
      List<u8, MAX_SEATS> waiting;
      in_turn_with_cards(s, waiting);
      if (has_more_than_stays(s, waiting)) {
        std::memset(&plan, 0, sizeof plan);
        plan.on = 1;
        plan.round = s.round.number;
        plan.plans = s.round.shown.plans;
        plan.waiting = waiting;
        return true;
      }
    } else {
      for (u8 seat : plan.waiting) await(s, has(s, STAGECOACH) ? ASK_PLAN : ASK_HOLD, seat, seat);
      if (!plan.waiting.empty()) return false;
    }
  }
  if (!hands_stay) return_hands(s);
  turn_pile(s);
  return true;
}

// expert.bullets-discarded-at-start
static void discard_bullets(State& s) {
  for (u8 seat = 0; seat < s.options.seats; ++seat) {
    auto& cards = s.cards[seat];
    List<Card, MAX_HAND> left{};
    for (Card card : cards.hand) {
      if (is_action(card)) left.push(card);
      else cards.discard.push(card);
    }
    cards.hand = left;
  }
}

bool schemin_step(State& s) {
  if (poodle_bites(s)) return true;
  if (!s.round.undealt.empty()) return hands_step(s);
  if (s.round.turn < 0) {
    if (s.round.card == NONE) {  // schemin.hands-first
      s.round.card = s.rounds.at[0];
      s.round.shown = face_of_card(s, s.round.card);
      s.rounds.erase(0);
    }
    if (has(s, EXPERT) && by_edition(s, PL_BASE)) discard_bullets(s);
    start_turn(s, 0);
    return true;
  }
  if (s.marshal_player.known) {
    const u8 seat = s.marshal_player.searching;
    if (seat != NONE) return await(s, SEARCHED_DECK, CHANCE, seat), false;
    if (s.marshal_player.plus) return await(s, ASK_PLUS_CARD, seat_of(s, THE_MARSHAL), seat_of(s, THE_MARSHAL)), false;
  }
  if (s.horses.pour.on) return pour_step(s);
  if (s.round.drawing != NONE) {
    const u8 seat = s.round.drawing;
    if (needs_discard(s, seat, 3)) return await(s, DISCARD, CHANCE, seat), false;
    finish_draw(s, seat);
    return true;
  }
  if (asks_added_card(s)) return await(s, ASK_ADDED_CARD, s.round.pile.back().seat, s.round.pile.back().seat), false;
  if (!s.round.order.empty()) {
    if (turn_kind(s) == MELEE) return melee_step(s);
    await(s, ASK_SCHEME, s.round.order.at[0], s.round.order.at[0]);
    return false;
  }
  if (s.coach.melee.on) {
    std::memset(&s.coach.melee, 0, sizeof s.coach.melee);
    return true;
  }
  if (s.round.turn + 1 < s.round.shown.turn_count && s.round.keeping.empty()) {
    start_turn(s, s.round.turn + 1);
    return true;
  }
  return end_step(s);
}

}  // namespace colt
