// The end of the game: who has what, and who has won.
#include <algorithm>

#include "rules.hpp"

namespace colt {

// A side wins together: a player, or in teams two of them (team.score, duo.score).
static int side_of(const State& s, u8 seat) { return has(s, TEAM) ? seat / 2 : seat; }
static int sides(const State& s) { return has(s, TEAM) ? s.options.seats / 2 : s.options.seats; }

struct Side {
  i32 money;
  int bullets;  // received, for the tie-break
  int fired;
  bool caught;
  bool empty;  // all its stacks are
};

// station.escape.caught, station.escape.on-the-stagecoach, ruling.time-machine.escape
bool is_caught(const State& s, u8 bandit) {
  const Place place = s.figures[bandit].place;
  return happening_now(s) == ESCAPE && (on_train(place) || (place == MACHINE && !agreed(s, MACHINE_GOT_AWAY)));
}

template <class F>
static void each_card(const Cards& cards, bool deck_only, F f) {
  for (Card card : cards.deck) f(card);
  if (deck_only) return;
  for (Card card : cards.hand) f(card);
  for (Card card : cards.discard) f(card);
}

// hostage.*.ransom, horses.scoring.ransoms, horses.team.photographer, ruling.hostage.photographer-bullets,
// ruling.hostage.two-bandits
i32 hostage_ransom(const State& s, u8 bandit) {
  const Tokens loot = s.loot[bandit];
  switch (captive_of(s, bandit)) {
    case POODLE: return 1000;
    case BANKER: return loot & ALL_STRONGBOXES ? 1000 : 0;
    case MINISTER: return 900;
    case TEACHER: return 800;
    case ZEALOT: return 700;
    case OLD_LADY: return 500 * tokens_in(loot & ALL_JEWELS);
    case POKER_PLAYER: return 250 * tokens_in(loot & ALL_PURSES);
    case PHOTOGRAPHER: {
      i32 ransom = 0;
      each_card(s.cards[seat_of(s, bandit)], agreed(s, PHOTOGRAPHER_DECK_ONLY), [&](Card card) {
        if (is_action(card) || card == NEUTRAL_BULLET) return;
        const u8 shooter = bandit_of(card);
        const bool mate = agreed(s, PHOTOGRAPHER_MATES_TOO) && has(s, DUO) && shooter != bandit;
        if (!same_side(s, bandit, shooter) || mate) ransom += 200;
      });
      return ransom;
    }
    default: return 0;
  }
}

// station.sharing-the-loot, station.sharing-the-loot.same-level, ruling.sharing-the-loot.each-strongbox,
// ruling.sharing-the-loot.levels
static void share_the_loot(const State& s, i32* money) {
  for (u8 owner = 0; owner < BANDITS; ++owner) {
    if (s.figures[owner].seat == NONE) continue;
    const Place place = s.figures[owner].place;
    if (place >= PLACES || !is_like_a_car(s, place)) continue;
    u8 group = s.standing[place];
    if (agreed(s, SHARING_SAME_CAR)) group |= s.standing[place ^ 1];
    for (Tokens boxes = s.loot[owner] & ALL_STRONGBOXES; boxes != 0; boxes &= boxes - 1) {
      const i32 value = s.values[lowest(boxes)];
      const i32 part = value / size_of(group);
      money[owner] -= value - part;
      for (u8 b = 0; b < BANDITS; ++b)
        if (b != owner && ((group >> b) & 1)) money[b] += part;
    }
  }
}

// scoring.tokens, horses.scoring.whisky, ruling.conductor.money, station.mortal-bullet, time-machine.end
static void count_bandits(const State& s, i32* money) {
  for (u8 b = 0; b < BANDITS; ++b) {
    money[b] = 0;
    if (s.figures[b].seat == NONE) continue;
    for (Tokens loot = s.loot[b]; loot != 0; loot &= loot - 1) money[b] += s.values[lowest(loot)];
    money[b] += s.figures[b].ransom + hostage_ransom(s, b);
    if (s.machine.rewarded == b) money[b] += TIME_TRAVELLER_REWARD;
    if (happening_now(s) == MORTAL_BULLET && s.coach.remembered[b] != NONE) money[b] -= 150 * s.coach.remembered[b];
  }
  if (happening_now(s) == SHARING_THE_LOOT) share_the_loot(s, money);
}

// scoring.gunslinger, scoring.gunslinger.tie, duo.gunslinger, duo.gunslinger.none, team.gunslinger,
// ruling.team.gunslinger-tie, ruling.duo.own-bullets, ruling.gunslinger.nobody-fired
static void award_gunslinger(const State& s, Side* side) {
  if (has(s, DUO) && by_edition(s, PL_BASE)) return;
  int most = 0;
  for (int i = 0; i < sides(s); ++i) most = std::max(most, side[i].fired);
  if (most == 0 && agreed(s, GUNSLINGER_NOBODY)) return;
  for (int i = 0; i < sides(s); ++i)
    if (side[i].fired == most && (side[i].empty || !agreed(s, GUNSLINGER_EMPTY_STACK))) side[i].money += 1000;
}

static void count_sides(const State& s, Side* side) {
  i32 money[BANDITS];
  count_bandits(s, money);
  for (int i = 0; i < sides(s); ++i) side[i] = Side{0, 0, 0, true, true};
  for (u8 b = 0; b < BANDITS; ++b)
    if (s.figures[b].seat != NONE && !is_caught(s, b)) side[side_of(s, seat_of(s, b))].caught = false;
  for (u8 b = 0; b < BANDITS; ++b) {
    if (s.figures[b].seat == NONE) continue;
    Side& mine = side[side_of(s, seat_of(s, b))];
    if (mine.caught || !is_caught(s, b)) mine.money += money[b];  // ruling.escape.half-a-side
    mine.fired += 6 - s.figures[b].bullets;
    mine.empty &= s.figures[b].bullets == 0;
  }
  for (u8 seat = 0; seat < s.options.seats; ++seat) {
    Side& mine = side[side_of(s, seat)];
    mine.bullets -= s.cards[seat].uncounted;
    each_card(s.cards[seat], false, [&](Card card) {
      if (is_action(card)) return;
      ++mine.bullets;
      // A bullet that hit the own side lies among its own cards.
      if (card != NEUTRAL_BULLET && s.figures[bandit_of(card)].seat != NONE &&
          side_of(s, seat_of(s, bandit_of(card))) == side_of(s, seat))
        --mine.fired;
    });
  }
  award_gunslinger(s, side);
}

// end.richest-wins, end.tie-break.fewest-bullets, end.tie-break.opponents-and-happenings, ruling.team.tie-break,
// ruling.end.still-level, ruling.end.ranking-below, ruling.escape.rank-of-the-caught, station.escape.caught
void end_game(State& s) {
  s.phase = OVER;
  Side side[MAX_SEATS];
  count_sides(s, side);
  int turn_order[MAX_SEATS] = {};
  u8 seat = s.round.first;
  for (int i = 0; i < s.options.seats; ++i, seat = next_seat(s, seat)) turn_order[seat] = i;
  int earliest[MAX_SEATS];
  for (int i = 0; i < sides(s); ++i)
    earliest[i] = has(s, TEAM) ? std::min(turn_order[2 * i], turn_order[2 * i + 1]) : turn_order[i];
  bool all_caught = true;
  for (int i = 0; i < sides(s); ++i) all_caught &= side[i].caught;
  auto ahead = [&](int a, int b) {
    if (side[a].caught != side[b].caught) return !side[a].caught;
    if (side[a].money != side[b].money) return side[a].money > side[b].money;
    if (side[a].bullets != side[b].bullets) return side[a].bullets < side[b].bullets;
    return agreed(s, LEVEL_SEAT_ORDER) && earliest[a] < earliest[b];
  };
  int order[MAX_SEATS], rank[MAX_SEATS];
  for (int i = 0; i < sides(s); ++i) {
    order[i] = i;
    rank[i] = all_caught ? 2 : 1;
    for (int k = 0; k < sides(s); ++k) rank[i] += ahead(k, i);
  }
  std::stable_sort(order, order + sides(s), [&](int a, int b) { return rank[a] < rank[b]; });
  s.ranking.clear();
  for (int i = 0; i < sides(s); ++i)
    for (u8 player = 0; player < s.options.seats; ++player)
      if (side_of(s, player) == order[i])
        s.ranking.push({static_cast<u8>(rank[order[i]]), player, static_cast<u8>(side[order[i]].bullets), side[order[i]].money});
}

}  // namespace colt
