// A player for playouts that tries to win, at the price of a microsecond a choice. It values choices in dollars as the
// reference's scheming bot does (colt_rules/presentation/*/bots.py), with numbers that won most games against others. What
// it does not know is worth nothing, so that a module works before anybody has thought about its choices.
#include <algorithm>
#include <optional>

#include "rules.hpp"

namespace colt {

namespace {

using PlaceSet = u32;  // one bit each
static_assert(PLACES <= 32);

constexpr i32 PURSE = 340, FLASK = 100, HOSTAGE = 700;  // of what has no value that all can see
constexpr i32 SHOT = 100, SHOTGUN = 400, ESCAPED = 5'000, BETRAYAL = 10'000;
constexpr i32 MAIL = 700, GOAL = 1'000, POSTER = 500, FREEDOM = 400, HIT = 150, FALL = 800, COMPANION = 200, NEAR_HIM = 120, CHASE = 200;
constexpr i32 FRESH = 120;  // what an unseen card is worth: no card below it is kept
constexpr u32 WHIM = 60;    // how far estimates are off at most, so that not all playouts are the same

i32 token_worth(const State& s, Token token) {
  return is_purse(token) ? PURSE : is_flask(token) ? FLASK : is_mailbag(token) ? MAIL : s.values[token];
}

i32 loot_worth(const State& s, Tokens loot) {
  i32 worth = 0;
  for (; loot != 0; loot &= loot - 1) worth += token_worth(s, static_cast<Token>(lowest(loot)));
  return worth;
}

// The best token at a place when so many better ones have been taken.
i32 best_loot(const State& s, int place, int taken = 0) {
  constexpr int REMEMBERED = 4;
  if (place >= PLACES) return 0;
  i32 best[REMEMBERED] = {};
  for (Tokens lying = s.floor[place]; lying != 0; lying &= lying - 1) {
    i32 worth = token_worth(s, static_cast<Token>(lowest(lying)));
    for (i32& one : best)
      if (worth > one) std::swap(worth, one);
  }
  return taken < REMEMBERED ? best[taken] : 0;
}

bool are_rivals(const State& s, u8 one, u8 other) { return s.figures[other].seat != NONE && !same_side(s, one, other); }

PlaceSet one_place(Place place) { return place < PLACES ? PlaceSet{1} << place : 0; }
Place first_of(PlaceSet places) { return static_cast<Place>(__builtin_ctz(places)); }

PlaceSet roofs_near(const State& s, int car, int reach) {
  PlaceSet found = 0;
  for (int to = std::max(0, car - reach); to <= std::min(last_car(s), car + reach); ++to) found |= one_place(roof(to));
  return found;
}

// Where a Move leads from these places, roughly: what hostages and powers change is left out.
PlaceSet moved(const State& s, PlaceSet from) {
  PlaceSet found = 0;
  for (int car = 0; car <= last_car(s); ++car) {
    if (from & one_place(roof(car))) found |= roofs_near(s, car, 3) & ~one_place(roof(car));
    if (!(from & one_place(inside(car)))) continue;
    if (car > 0) found |= one_place(inside(car - 1));
    if (car < last_car(s)) found |= one_place(inside(car + 1));
  }
  if (from & one_place(COACH_ROOF)) found |= roofs_near(s, s.coach.car, 2);
  return found;
}

constexpr PlaceSet INSIDES = 0x55555555, ROOFS = 0xAAAAAAAA;

PlaceSet climbed(PlaceSet from) { return ((from & INSIDES) << 1) | ((from & ROOFS) >> 1); }

// Where a bandit's cards on the pile can bring it, and what one more would add.
class Prospects {
 public:
  const u8 bandit;

  Prospects(const State& s, u8 bandit) : bandit(bandit), s(s), reach(one_place(s.figures[bandit].place)) {
    for (const Played& played : s.round.pile) {
      if (!is_action(played.card) || bandit_of(played.card) != bandit) continue;
      const u8 action = action_of(played.card);
      if (action == ASK_MOVE) reach = moved(s, reach);
      if (action == ASK_FLOOR_CHANGE) reach = climbed(reach);
      robberies += action == ASK_ROBBERY;
    }
    if (const PlaceSet safe = reach & ~one_place(s.marshal)) reach = safe;
    now = best(reach);
  }

  i32 of_card(Card card) const {
    if (is_marshals(card)) return of_his_card(card);
    switch (face_of(card)) {
      case ROBBERY: return now;
      case MOVE: return 40 + gain(moved(s, reach));
      case FLOOR_CHANGE: return 40 + gain(climbed(reach));
      case FIRE: return s.figures[bandit].bullets != 0 && sees_a_rival() ? 400 : 60;
      case PUNCH: return meets_loot() ? 260 : 50;
      case MARSHAL: return moved(s, reach) & one_place(s.marshal) ? 110 : 70;
      case BRILLIANT_IDEA: return s.figures[bandit].place == CELL ? FREEDOM : s.figures[bandit].place == FALLEN ? 30 : 130;
      default: return 60;
    }
  }

 private:
  const State& s;
  PlaceSet reach;
  int robberies = 0;
  i32 now;

  i32 best(PlaceSet places) const {
    i32 found = 0;
    for (places &= ~one_place(s.marshal); places != 0; places &= places - 1) {
      const i32 loot = best_loot(s, first_of(places), robberies);
      if (loot > found) found = std::max(found, loot * 10 / (10 + 3 * rivals_at(first_of(places))));
    }
    return found;
  }

  // The Marshal pursues bandits; loot is worth nothing to him.
  i32 of_his_card(Card card) const {
    switch (action_of(card)) {
      case ASK_MOVE: return 40 + chase(moved(s, reach));
      case ASK_FLOOR_CHANGE: return 40 + chase(climbed(reach));
      case ASK_ARREST: return crowd(reach) > 0 ? 300 : 90;
      case ASK_DOUBLE_SHOT: return s.figures[THE_MARSHAL].bullets != 0 && sees_a_rival() ? 400 : 60;
      default: return 60;
    }
  }

  int crowd(PlaceSet places) const {
    int most = 0;
    for (; places != 0; places &= places - 1) most = std::max(most, rivals_at(first_of(places)));
    return most;
  }

  i32 chase(PlaceSet places) const {
    const int here = crowd(reach);
    return CHASE * std::max(0, crowd(places) - here) * 6 / 10 + (here == 0 ? 60 : 0);
  }

  i32 gain(PlaceSet places) const { return std::max(0, best(places) - now) * 6 / 10 + (now == 0 ? 60 : 0); }

  int rivals_at(Place place) const {
    int count = 0;
    for (u8 b = 0; b < BANDITS; ++b) count += s.figures[b].place == place && are_rivals(s, bandit, b);
    return count;
  }

  bool meets_loot() const {
    if ((one_place(s.figures[THE_MARSHAL].place) & reach) && !s.marshal_player.brawlers.empty()) return true;
    for (u8 b = 0; b < BANDITS; ++b)
      if ((one_place(s.figures[b].place) & reach) && s.loot[b] != 0 && are_rivals(s, bandit, b)) return true;
    return false;
  }

  bool sees_a_rival() const {
    const PlaceSet seen = (reach & ROOFS ? ROOFS : 0) | moved(s, reach & INSIDES);
    for (u8 f = 0; f < FIGURES; ++f)
      if ((one_place(s.figures[f].place) & seen) && are_rivals(s, bandit, f)) return true;
    return false;
  }
};

// What choices are worth to who is asked.
class Judge {
 public:
  Judge(const State& s, const Awaited& ask) : s(s), bandit(ask.subject), acts(about_a_figure(ask.kind)) {}

  i32 worth(const Command& c) {
    switch (c.type) {
      case PLAY_CARD: return prospects(bandit_of(c.what)).of_card(c.what) + (c.yes ? 5 : 0);
      case DRAW_CARDS: return 70 + 15 * (6 - actions_in_hand(c.actor));
      case KEEP_CARDS: return kept(c);
      case BOARD_CAR: return place(inside(c.what));
      case MOVE_TO: case CHANGE_FLOOR: case RIDE_TO: case RUN_TO: return acts ? place(c.to) : 0;
      case FIRE_AT: return same_side(s, bandit, c.what) ? -BETRAYAL : SHOT + loot_worth(s, s.loot[c.what]);
      case ROB: return token_worth(s, c.what);
      case PUNCH_BANDIT: return punch(c);
      case PUNCH_SHOTGUN: return SHOTGUN;
      case MOVE_MARSHAL: return marshal(c.to);
      case RIDE_AWAY: return ESCAPED;
      case PICKPOCKET: return c.what == NO_TOKEN ? 0 : PURSE;
      case TAKE_HOSTAGE: return HOSTAGE;
      case ARREST: return s.marshal_player.posters.has(c.what) ? HIT : POSTER + (s.marshal_player.current.has(c.what) ? GOAL : 0);
      case FIRE_CYLINDERS: return shots(LEFT, c.what) + shots(RIGHT, c.other);
      case PUNCH_THE_MARSHAL: return s.marshal_player.brawlers.empty() ? 20 : BRAWLER_VALUES[s.marshal_player.brawlers.at[0]];
      case THROW_OFF: case SHOOT_OFF: return same_side(s, bandit, c.what) ? -BETRAYAL : FALL;
      case ROB_TWO: return token_worth(s, c.what) + token_worth(s, c.other);
      case LEAVE_CELL: return place(c.to);
      case FREE_PRISONER: return COMPANION;
      case FREE_BANDIT: return HIT;
      case PAY_LIBERATOR: return -token_worth(s, c.what);
      case SEARCH_FOR_IDEA: return s.figures_of[c.actor] & s.standing[CELL] ? FREEDOM : 60;
      case FORGO: return has(s, MARSHAL_BOX) ? 20 : 0;
      default: return 0;
    }
  }

 private:
  const State& s;
  const u8 bandit;  // of whom an action is asked
  const bool acts;
  std::optional<Prospects> latest;

  const Prospects& prospects(u8 whose) {
    if (!latest || latest->bandit != whose) latest.emplace(s, whose);
    return *latest;
  }

  int actions_in_hand(u8 seat) const {
    int count = 0;
    for (Card card : s.cards[seat].hand) count += is_action(card);
    return count;
  }

  i32 kept(const Command& c) {
    List<Card, MAX_HAND> hand;
    sorted_hand(s, c.actor, hand);
    i32 worth = 0;
    for (int i = 0; i < hand.n && i < 32; ++i)
      if ((c.cards >> i) & 1) worth += (is_action(hand.at[i]) ? prospects(bandit_of(hand.at[i])).of_card(hand.at[i]) : 0) - FRESH;
    return worth;
  }

  u8 next_face() const {
    for (const Played& played : s.round.pile)
      if (is_action(played.card) && bandit_of(played.card) == bandit) return face_of(played.card);
    return NONE;
  }

  // What a bullet of the Marshal brings him.
  i32 shots(u8 cylinder, u8 target) const {
    if (target == NONE) return 0;
    const MarshalPlayer& m = s.marshal_player;
    const u8 kind = m.cylinders[cylinder].empty() ? NONE : m.cylinders[cylinder].at[0];
    const bool takes = (kind == GOTCHA && m.companion[target] != NONE) ||
                       (kind == DROP_THE_MAIL && (s.loot[target] & ALL_MAILBAGS));
    return HIT + (takes ? FREEDOM : 0);
  }

  // Loot to take, and what the next card on the pile could do there; no rivals, no Marshal. He looks for bandits himself.
  i32 place(Place to) const {
    if (to == s.marshal) return -400;
    if (to >= PLACES) return 0;
    if (bandit == THE_MARSHAL) return CHASE * size_of(at_large(s, to));
    if (s.standing[to] & bit(THE_MARSHAL)) return loot_at(to) - NEAR_HIM;
    return loot_at(to);
  }

  i32 loot_at(Place to) const {
    const u8 next = next_face();
    const i32 here = best_loot(s, to), beyond = best_loot(s, to ^ 1);
    i32 worth = here + beyond / 5;
    for (u8 b = 0; b < BANDITS; ++b)
      if (s.figures[b].place == to && are_rivals(s, bandit, b)) worth += next == PUNCH ? loot_worth(s, s.loot[b]) / 2 : -30;
    if (next == ROBBERY) worth += here;
    if (next == FLOOR_CHANGE) worth += beyond - here / 2;
    if (next == MOVE) {
      i32 onward = 0;
      for (PlaceSet places = moved(s, one_place(to)) & ~one_place(s.marshal); places != 0; places &= places - 1)
        onward = std::max(onward, best_loot(s, first_of(places)));
      worth += onward * 3 / 4 - here / 2;
    }
    return worth;
  }

  i32 punch(const Command& c) const {
    const i32 token = c.other == NO_TOKEN ? 0 : token_worth(s, c.other), trouble = c.to == s.marshal ? 200 : 0;
    if (same_side(s, bandit, c.what)) return (c.yes ? 0 : -token) - trouble - BETRAYAL;
    return token * (c.yes ? 2 : 1) + trouble;
  }

  i32 marshal(Place to) const {
    i32 worth = 0;
    for (u8 b = 0; b < BANDITS; ++b) {
      if (s.figures[b].seat == NONE || s.figures[b].place != to) continue;
      if (same_side(s, b, bandit)) return -500;
      worth += 150;
    }
    const Place mine = s.figures[bandit].place;
    const bool near = mine < PLACES && std::abs(position_of(mine) - position_of(s.marshal)) <= 1;
    return worth + (near ? best_loot(s, s.marshal) * 3 / 10 : 0);
  }
};

}  // namespace

i32 worth_of(const State& s, const Awaited& ask, const Command& c) { return Judge(s, ask).worth(c); }

const Command& scheme(const State& s, const Awaited& ask, const Choices& choices, Dice& dice) {
  constexpr int MOST = 64;  // more are ways to keep cards
  if (choices.n > MOST) return choices.at[dice.roll(static_cast<u32>(choices.n))];
  Judge judge(s, ask);
  int best = 0;
  i32 most = 0;
  for (int i = 0; i < choices.n; ++i) {
    const i32 worth = judge.worth(choices.at[i]) + static_cast<i32>(dice.roll(WHIM));
    if (i == 0 || worth > most) most = worth, best = i;
  }
  return choices.at[best];
}

}  // namespace colt
