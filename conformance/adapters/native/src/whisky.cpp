// Whisky flasks in Schemin'.
#include "rules.hpp"

namespace colt {

static int layable_cards(const State& s, u8 seat) {
  const u32 faces = faces_to_lay(s, seat);
  int count = 0;
  for (Card card : s.cards[seat].hand) count += (faces >> face_of(card)) & 1;
  return count;
}

// whisky.standard-turns-only, ruling.whisky.other-turns, ruling.whisky.melee
static bool turn_allows(const State& s, u8 seat) {
  const Turn kind = plays_as(s, seat);
  if (kind == MELEE) return agreed(s, FLASK_IN_MELEE);
  return kind == STANDARD || !by_edition(s, FR_HORSES);
}

// whisky.use, ruling.whisky.enough-cards, ruling.whisky.two-bandits, happening.drink-for-the-marshal.used
void list_flasks(const State& s, u8 seat, Choices& out) {
  if (!has(s, HORSES) || !turn_allows(s, seat)) return;
  const auto& cards = s.cards[seat];
  const bool enough_for_classic = !cards.deck.empty() || (has(s, EXPERT) && !cards.discard.empty());
  for (u8 b = 0; b < FIGURES; ++b) {
    if (seat_of(s, b) != seat) continue;
    for (Tokens flasks = s.loot[b] & ALL_FLASKS; flasks != 0; flasks &= flasks - 1) {
      const Token flask = static_cast<Token>(lowest(flasks));
      const bool old = (s.horses.old & token_bit(flask)) != 0;
      if (old ? layable_cards(s, seat) >= 2 : enough_for_classic) out.add(command(USE_FLASK, seat, flask));
    }
  }
}

// whisky.first-use, whisky.second-use, whisky.classic, whisky.old
void use_flask(State& s, const Command& c) {
  const Tokens flask = token_bit(c.what);
  const bool old = (s.horses.old & flask) != 0;
  s.horses.pour = Pour{1, c.actor, static_cast<u8>(old ? OLD : CLASSIC), static_cast<u8>(!old), static_cast<u8>(old ? 2 : 1)};
  if (s.horses.used & flask)
    for (Tokens& loot : s.loot) loot &= ~flask;
  s.horses.used |= flask;
}

// ruling.whisky.ghost: the card after classic whisky, or the first of the two after old; ruling.melee.ghost
static bool may_hide(const State& s, u8 seat) {
  if (!hides_first_card(s, seat)) return false;
  if (turn_kind(s) == MELEE && agreed(s, MELEE_SHOWN_LIKE_ALL)) return false;
  const Pour& pour = s.horses.pour;
  return pour.kind == OLD ? pour.cards == 2 : !agreed(s, FLASK_DRAW_FORFEITS);
}

// whisky.no-draw: the card must be played
void list_flask_card(const State& s, u8 seat, Choices& out) {
  const bool down = plays_face_down(s, seat), either = !down && may_hide(s, seat);
  const u32 faces = faces_to_lay(s, seat);
  u64 seen[2] = {};
  for (Card card : s.cards[seat].hand) {
    if (!((faces >> face_of(card)) & 1) || ((seen[card >> 6] >> (card & 63)) & 1)) continue;
    seen[card >> 6] |= u64{1} << (card & 63);
    out.add(command(PLAY_CARD, seat, card, NONE, down));
    if (either) out.add(command(PLAY_CARD, seat, card, NONE, 1));
  }
  if (out.n == 0) out.add(command(FORGO, seat));  // ruling.shaking.nothing-to-play
}

void play_flask_card(State& s, const Command& c) {
  Pour& pour = s.horses.pour;
  s.cards[c.actor].hand.take(c.what);
  s.round.pile.push({c.actor, c.what, c.yes});
  // ruling.whisky.two-bandits: after old whisky a Fire allows no further card
  if (pour.kind == OLD) s.round.answered = s.round.pile.n;
  // happening.drink-for-the-marshal.two-cards: after old whisky a plus brings no further card
  if (pour.kind == CLASSIC && has_plus(c.what)) offer_plus(s, c.actor);
  if (--pour.cards == 0) {
    s.round.order.take(c.actor);
    std::memset(&pour, 0, sizeof pour);
  }
}

// ruling.whisky.enough-cards: none is played and the turn goes on
void flask_card_missing(State& s) {
  s.round.order.take(s.horses.pour.seat);
  s.round.answered = s.round.pile.n;
  std::memset(&s.horses.pour, 0, sizeof s.horses.pour);
}

bool pour_step(State& s) {
  Pour& pour = s.horses.pour;
  const u8 seat = pour.seat;
  if (pour.draw) {
    if (needs_discard(s, seat, 3)) return await(s, DISCARD, CHANCE, seat), false;
    draw_from_deck(s, seat, 3);
    pour.draw = 0;
    return true;
  }
  if (!has_action_card(s, seat)) return flask_card_missing(s), true;
  await(s, ASK_FLASK_CARD, seat, seat);
  return false;
}

}  // namespace colt
