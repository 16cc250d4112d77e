// Chance is a participant: what it can deal, and what follows from a row that it has dealt.
#include <algorithm>

#include "rules.hpp"

namespace colt {

static int bandits_in_play(const State& s) {
  int count = 0;
  for (const Figure& figure : s.figures) count += figure.seat != NONE;
  return count;
}

static void put_set(Row& row, u32 set) {
  for (int i = 0; set != 0; ++i, set >>= 1)
    if (set & 1) row.put(i);
}

// setup.loot.purses-blind, setup.purse.starting, mei.purse, ruling.mei.purse-always
static void purse_row(const State& s, Row& row) {
  row.put(FACE_250, 8 + (has(s, MEI_BOX) ? 1 : 0) - bandits_in_play(s));
  for (int face : {FACE_300, FACE_350, FACE_400, FACE_450, FACE_500}) row.put(face, 2);
  if (has(s, CURSED_LOOT)) add_cursed_purses(s, row);
  row.count = static_cast<u8>(purses_on_train(s));
}

// setup.rounds.five-of-seven, setup.rounds.station-last, setup.rounds.station-always, setup.rounds.chosen,
// horses.setup.rounds.mixed, ruling.setup.mixing
static u32 drawn_from(const State& s, bool stations) {
  const u32 pool = round_card_pool(s, stations);
  if (s.coach.agreed != 0) return pool & s.coach.agreed;
  if (!agreed(s, MIXING_LEFT_OUT)) return pool;
  u32 base = 0;
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if (((pool >> i) & 1) && ROUND_CARDS[i].box == BASE) base |= u32{1} << i;
  return base;
}

// horses.setup.hostages, horses.setup.hostages.by-players, ruling.horses.hostages-by-bandits
static int hostage_count(const State& s) {
  const bool by_players = by_edition(s, FR_HORSES) || agreed(s, HOSTAGES_BY_PLAYERS);
  return (by_players ? s.options.seats : bandits_in_play(s)) - 1;
}

bool chance_row(const State& s, Row& row) {
  const Awaited* ask = nullptr;
  for (const Awaited& awaited : s.awaiting)
    if (awaited.actor == CHANCE) ask = &awaited;
  if (ask == nullptr) return false;
  row.what = ask->kind;
  row.subject = ask->subject;
  row.size = 0;
  row.count = 1;
  switch (ask->kind) {
    case TRAIN_CARS:  // setup.train.free-choice
      for (int car = BAGGAGE; car < CARS; ++car) row.put(car);
      row.count = static_cast<u8>(cars_for(s.options.edition, s.options.modules, s.options.seats));
      break;
    case PURSES: purse_row(s, row); break;
    case ROUND_DECK:
      put_set(row, drawn_from(s, false));
      row.count = s.options.stations ? 4 : 5;
      break;
    case STATION_CARD: put_set(row, drawn_from(s, true)); break;
    case FIRST_PLAYER:  // setup.first-player.drawn, team.first-player
      for (int seat = 0; seat < s.options.seats; seat += has(s, TEAM) ? 2 : 1) row.put(seat);
      break;
    case DECK: {  // schemin.hand-of-six, round-end.shuffle, ruling.shuffle.once
      for (Card card : s.cards[ask->subject].deck) row.put(card);
      row.count = row.size;
      break;
    }
    case DISCARD: {  // expert.reshuffle
      for (Card card : s.cards[ask->subject].discard) row.put(card);
      row.count = row.size;
      break;
    }
    case PARTNERS:  // duo.teams.drawn
      for (int bandit : {CHEYENNE, DJANGO, TUCO}) row.put(bandit);
      row.count = 3;
      break;
    case FLASKS: {  // horses.setup.whisky.seven, horses.setup.whisky.six, ruling.horses.flasks-in-the-box
      const bool six = by_edition(s, FR_HORSES) || agreed(s, FLASKS_FIVE_AND_ONE);
      row.put(CLASSIC, six ? 5 : 6);
      row.put(OLD);
      row.count = static_cast<u8>(s.cars - 1);
      break;
    }
    case REARMOST:  // attack.first-player.rearmost
      put_set(row, rearmost(s));
      break;
    case HOSTAGE_ROW:
      for (int hostage = 0; hostage < HOSTAGES; ++hostage) row.put(hostage);
      row.count = static_cast<u8>(hostage_count(s));
      break;
    case DRINK: {  // ruling.drink-for-the-marshal.which-flask
      for (Tokens set = s.floor[s.marshal] & ALL_FLASKS; set != 0; set &= set - 1) row.put(lowest(set));
      break;
    }
    case JEWELS: jewel_row(s, row); break;
    case STRONGBOXES: strongbox_row(s, row); break;
    case COACH_BOX: coach_box_row(s, row); break;
    default: throw Broken("chance is asked for something unknown");
  }
  return true;
}

bool fits(const Row& row, const u8* outcome, int size) {
  if (size != row.count) return false;
  u8 left[256] = {};
  for (int i = 0; i < row.size; ++i) ++left[row.items[i]];
  for (int i = 0; i < size; ++i)
    if (left[outcome[i]]-- == 0) return false;
  return true;
}

static void deal_discard(State& s, u8 seat, const u8* outcome, int size) {
  // expert.reshuffle, ruling.expert.deck-first: below what is left of the deck
  auto& cards = s.cards[seat];
  if (cards.deck.n + size > MAX_DECK) too_much(MAX_DECK);
  std::memmove(cards.deck.at + size, cards.deck.at, cards.deck.n);
  for (int i = 0; i < size; ++i) cards.deck.at[size - 1 - i] = outcome[i];
  cards.deck.n = static_cast<u8>(cards.deck.n + size);
  cards.discard.clear();
}

void deal(State& s, const Row& row, const u8* outcome) {
  const int n = row.count;
  switch (row.what) {
    case TRAIN_CARS: build_train(s, outcome, n); break;
    case PURSES:
      lay_purses(s, outcome);
      if (!has(s, CURSED_LOOT)) lay_other_loot(s);
      break;
    case JEWELS: lay_jewels(s, outcome); break;
    case STRONGBOXES: lay_strongboxes(s, outcome); break;
    case COACH_BOX: place_stagecoach(s, outcome[0]); break;
    case ROUND_DECK: case STATION_CARD:
      for (int i = 0; i < n; ++i) s.rounds.push(outcome[i]);
      break;
    case FIRST_PLAYER: s.round.first = outcome[0]; break;
    case REARMOST: s.round.first = seat_of(s, outcome[0]); break;
    case DECK: {
      auto& deck = s.cards[row.subject].deck;
      for (int i = 0; i < n; ++i) deck.at[n - 1 - i] = outcome[i];
      deck_shuffled(s, row.subject);
      break;
    }
    case DISCARD: deal_discard(s, row.subject, outcome, n); break;
    case PARTNERS: {
      constexpr u8 HEADS[3] = {GHOST, DOC, BELLE};
      for (int i = 0; i < 3; ++i) {
        s.team_pairs[i][0] = HEADS[i];
        s.team_pairs[i][1] = outcome[i];
      }
      s.teams = 3;
      break;
    }
    case FLASKS:  // horses.setup.whisky
      s.horses.known = 1;
      for (int i = 0; i < n; ++i) {
        const Token flask = static_cast<Token>(FIRST_FLASK + i);
        s.floor[inside(i + 1)] |= token_bit(flask);
        s.valued |= token_bit(flask);
        s.values[flask] = 0;
        s.horses.flasks |= token_bit(flask);
        if (outcome[i] == OLD) s.horses.old |= token_bit(flask);
      }
      break;
    case HOSTAGE_ROW:
      s.coach.known = 1;
      s.coach.hostages_drawn = 1;
      for (int i = 0; i < n; ++i) s.coach.hostages.push(outcome[i]);
      break;
    case DRINK: drink(s, outcome[0]); break;
    default: throw Broken("chance deals something unknown");
  }
  advance(s);
}

void deal_by_dice(State& s, Dice& dice, Row* dealt) {
  Row row;
  if (!chance_row(s, row)) throw Broken("chance deals without being asked");
  dice.shuffle(row.items, row.size, row.count);
  if (dealt != nullptr) *dealt = row;
  deal(s, row, row.items);
}

}  // namespace colt
