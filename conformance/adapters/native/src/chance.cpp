// Chance is a participant: what it can deal, and what follows from a row that it has dealt.
#include <algorithm>

#include "rules.hpp"

namespace colt {

int bandits_in_play(const State& s) {
  int count = 0;
  for (u8 b = 0; b < BANDITS; ++b) count += s.figures[b].seat != NONE;
  return count;
}

static void put_set(Row& row, u64 set) {
  for (int i = 0; set != 0; ++i, set >>= 1)
    if (set & 1) row.put(i);
}

// setup.loot.purses-blind, setup.purse.starting, mei.purse, ruling.mei.purse-always
void purse_row(const State& s, Row& row) {
  row.put(FACE_250, 8 + (has(s, MEI_BOX) ? 1 : 0) - bandits_in_play(s));
  for (int face : {FACE_300, FACE_350, FACE_400, FACE_450, FACE_500}) row.put(face, 2);
  if (has(s, CURSED_LOOT)) add_cursed_purses(s, row);
  row.count = static_cast<u8>(purses_on_train(s));
}

// setup.rounds.five-of-seven, setup.rounds.station-last, setup.rounds.station-always, setup.rounds.chosen,
// horses.setup.rounds.mixed, ruling.setup.mixing
static RoundCards drawn_from(const State& s, bool stations) {
  const RoundCards pool = round_card_pool(s, stations);
  if (s.agreed != 0) return pool & s.agreed;
  if (!agreed(s, MIXING_LEFT_OUT)) return pool;
  RoundCards base = 0;
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if (((pool >> i) & 1) && ROUND_CARDS[i].box == BASE) base |= round_card_bit(i);
  return base;
}

// horses.setup.hostages, horses.setup.hostages.by-players, ruling.horses.hostages-by-bandits, ruling.marshal-player.counted
static int hostage_count(const State& s) {
  const bool by_players = by_edition(s, FR_HORSES) || agreed(s, HOSTAGES_BY_PLAYERS);
  const int players = s.options.seats - (has(s, MARSHAL_BOX) && !agreed(s, COUNTED_WITH_THE_PLAYERS));
  return (by_players ? players : bandits_in_play(s)) - 1;
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
      for (int car = BAGGAGE; car < ORDINARY_CARS; ++car) row.put(car);
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
      row.count = static_cast<u8>(agreed(s, PRISON_WITHOUT_FLASK) ? last_ordinary_car(s) : last_car(s));
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
    case WARRANTS: case SPECIAL_GOALS: case GOALS: goal_row(s, row); break;
    case CYLINDER:  // ruling.cylinders.kinds: the golden bullet stays at the bottom
      for (u8 kind : ASSUMED_BULLETS)
        if (kind != GOLDEN) row.put(kind);
      row.count = row.size;
      break;
    case MAILBAGS:  // prison.setup.mailbags
      row.put(FACE_200);
      row.put(FACE_1200);
      row.count = 2;
      break;
    case PRISON_PURSES: prison_loot_row(s, PRINTED_PURSE, row); break;
    case PRISON_JEWELS: prison_loot_row(s, PRINTED_JEWEL, row); break;
    case PRISONERS:  // prison.setup.prisoners
      for (int bandit = 0; bandit < BANDITS; ++bandit) row.put(bandit);
      row.count = 3;
      break;
    case SEARCHED_DECK:  // idea.search.shuffled
      for (Card card : s.cards[ask->subject].deck) row.put(card);
      row.count = row.size;
      break;
    case RUMOUR:  // happening.rumours, ruling.rumours.not-yet-shown
      for (u8 goal : s.marshal_player.current)
        if (!s.marshal_player.shown.has(goal)) row.put(goal);
      break;
    case MARSHALS_FLASK:  // ruling.drink-for-the-marshal.his-place
      for (Tokens set = s.floor[s.figures[THE_MARSHAL].place] & ALL_FLASKS; set != 0; set &= set - 1) row.put(lowest(set));
      break;
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

// The first of a row is the top of the deck, which is last.
static void set_order(List<Card, MAX_DECK>& deck, const u8* outcome, int size) {
  for (int i = 0; i < size; ++i) deck.at[size - 1 - i] = outcome[i];
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
    case DECK:
      set_order(s.cards[row.subject].deck, outcome, n);
      deck_shuffled(s, row.subject);
      break;
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
    case WARRANTS: case SPECIAL_GOALS: case GOALS: deal_goals(s, static_cast<What>(row.what), outcome, n); break;
    case CYLINDER: load_cylinder(s, row.subject, outcome, n); break;
    case MAILBAGS: lay_mailbags(s, outcome); break;
    case PRISON_PURSES: lay_in_prison(s, PRINTED_PURSE, outcome, n); break;
    case PRISON_JEWELS: lay_in_prison(s, PRINTED_JEWEL, outcome, n); break;
    case PRISONERS:
      s.marshal_player.prisoners_drawn = 1;
      for (int i = 0; i < n; ++i) s.marshal_player.prisoners.push(outcome[i]);
      break;
    case SEARCHED_DECK:
      set_order(s.cards[row.subject].deck, outcome, n);
      s.marshal_player.searching = NONE;
      break;
    case RUMOUR: show_goal(s, outcome[0]); break;
    case MARSHALS_FLASK: keep_flask(s, outcome[0]); break;
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
