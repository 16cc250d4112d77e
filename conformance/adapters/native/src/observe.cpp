// What a seat sees as numbers. Who sees what is as in view.cpp; the tests hold both together.
#include "observe.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "wire.hpp"

namespace colt {

namespace {

constexpr u8 NO_NAME = NONE;
constexpr int SLOTS = 32;

struct Out {
  float* row;
  void add(At at, double value) {
    if (at < 0) throw Broken("expected a layout with a number for everything that this game shows, got one without: take that of the game's edition, modules and seats");
    row[at] += static_cast<float>(value);
  }
  void set(At at) { add(at, 1); }
};

// --- who sees what ----------------------------------------------------------------------------------------------------

bool knows(const State& s, u8 me, u8 whose) { return s.phase == OVER || me == whose; }
// secrecy.purse-values: its owner sees what is in a purse, and nobody on the train
bool shows_value(const State& s, Token t, bool own) { return own || s.phase == OVER || !lies_face_down(s, t); }

bool owns(const State& s, u8 me, Token t) {
  for (u8 f = 0; f < FIGURES; ++f)
    if (seat_of(s, f) == me && (s.loot[f] & token_bit(t)) != 0) return true;
  return false;
}

// ruling.whisky.who-knows
bool knows_flask(const State& s, u8 me, Token t) {
  if (s.phase == OVER || (s.horses.used & token_bit(t))) return true;
  for (u8 b = 0; b < FIGURES; ++b)
    if ((s.loot[b] & token_bit(t)) && seat_of(s, b) == me) return true;
  return false;
}

// ruling.melee.draw-sealed
bool knows_sealed(const State& s, u8 me, u8 whose) {
  return knows(s, me, whose) || s.round.drawing == whose || !s.round.order.has(whose);
}

template <int N>
int bullets_in(const List<Card, N>& cards) {
  int count = 0;
  for (Card card : cards) count += is_bullet(card);
  return count;
}

// How many bullets a seat has received, wherever they are; see view.cpp.
int bullets_received(const State& s, u8 who) {
  const Cards& c = s.cards[who];
  int count = bullets_in(c.hand) + bullets_in(c.deck) + bullets_in(c.discard);
  for (u8 b = 0; b < BANDITS; ++b)
    if (s.figures[b].seat == who) count += s.marshal_player.wounds[b].n;
  if (!has(s, TEAM)) return count;
  List<Card, MAX_HAND + MAX_DECK + MAX_DISCARD + MAX_BORROWED> there{};
  auto add = [&](Card card) {
    if (is_bullet(card)) there.push(card);
  };
  for (Card card : c.hand) add(card);
  for (Card card : c.deck) add(card);
  for (Card card : c.discard) add(card);
  for (Card card : s.cards[partner(who)].borrowed) add(card);
  for (Card card : c.borrowed)
    if (is_bullet(card)) there.take(card);
  return there.n;
}

// --- where things are, seen by a seat ---------------------------------------------------------------------------------

int around(const State& s, u8 me, u8 seat) { return seat >= me ? seat - me : seat + s.options.seats - me; }
int number_of(const State& s, u8 bandit) {  // which bandit of its seat: it has one or two
  return (s.figures_of[seat_of(s, bandit)] & ((1u << bandit) - 1)) != 0;
}
int row_of(const State& s, Card card) { return is_marshals(card) ? 2 : number_of(s, bandit_of(card)); }
u8 position_of_hideout(Place beneath) { return on_coach(beneath) ? NONE : static_cast<u8>(position_of(beneath)); }
int slot_of_car(const State& s, u8 position) { return position < s.cars ? position : MAX_CARS; }

}  // namespace

// --- the tables ---------------------------------------------------------------------------------------------------------

struct Layout::Names {
  std::unordered_map<std::string, At> at;
  std::vector<bool> filled;
  std::string what;

  Names(const std::vector<std::string>& names, std::string what) : filled(names.size()), what(std::move(what)) {
    if (names.size() > 30000) throw std::invalid_argument(this->what + ": expected at most 30,000 names, got more");
    for (size_t i = 0; i < names.size(); ++i) at[names[i]] = static_cast<At>(i);
  }
  At operator()(const std::string& name) {
    const auto found = at.find(name);
    if (found == at.end()) return NOWHERE_IN_IT;
    filled[static_cast<size_t>(found->second)] = true;
    return found->second;
  }
  At operator()(const std::string& name, const std::string& instead) {
    const At there = (*this)(name);
    return there < 0 ? (*this)(instead) : there;
  }
  // Such names are of things that do not occur where this engine plays.
  void never(const std::string& prefix) {
    for (const auto& [name, index] : at)
      if (name.compare(0, prefix.size(), prefix) == 0) filled[static_cast<size_t>(index)] = true;
  }
  // The same by their ends: of an action that no card bears.
  void never_at_the_end(const std::string& suffix) {
    for (const auto& [name, index] : at)
      if (name.size() >= suffix.size() && name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
        filled[static_cast<size_t>(index)] = true;
  }
  void check() const {
    std::string unknown;
    for (const auto& [name, index] : at)
      if (!filled[static_cast<size_t>(index)] && (unknown.empty() || name < unknown)) unknown = name;
    if (!unknown.empty())
      throw std::invalid_argument(what + ": expected names that this engine can fill, got " + unknown + ": take colt_rules.research.observing");
  }

  AtPlace places(const std::string& prefix) {
    AtPlace out;
    for (int place = 0; place < SLOTS; ++place) {
      const std::string car = prefix + "car" + std::to_string(place >> 1) + ((place & 1) != 0 ? ".roof" : ".inside");
      out.at[place] = place < COACH_INSIDE ? (*this)(car, prefix + "elsewhere") : (*this)(prefix + "elsewhere");
    }
    return out;
  }
  AtCar cars(const std::string& prefix) {
    AtCar out;
    for (int car = 0; car < MAX_CARS; ++car) out.at[car] = (*this)(prefix + "car" + std::to_string(car), prefix + "elsewhere");
    out.at[MAX_CARS] = (*this)(prefix + "elsewhere");
    return out;
  }
  AtCard cards(const std::string& prefix) {
    AtCard out;
    for (int which = 0; which < 3; ++which)
      for (int face = 0; face < 16; ++face) {
        const std::string first = prefix + (which == 1 ? "second." : "first.");
        const auto& names = which == 2 ? MARSHAL_FACE_NAMES : FACE_NAMES;
        out.face[which][face] =
            face >= FIRE && face < FACES ? (*this)(first + std::string(names[face]), first + "other") : (*this)(first + "other");
      }
    out.bullet = (*this)(prefix + "bullet");
    return out;
  }
  AtLoot loot(const std::string& prefix, const std::vector<std::string>& kinds) {
    AtLoot out;
    for (size_t kind = 0; kind < 8; ++kind)
      out.kind[kind] = kind < kinds.size() ? (*this)(prefix + kinds[kind], prefix + "other") : (*this)(prefix + "other");
    out.dollars = (*this)(prefix + "dollars");
    out.unseen = (*this)(prefix + "unseen");
    return out;
  }
  AtBandits bandits(const std::string& prefix, const std::string& word = ".bandit", const std::string& suffix = "") {
    AtBandits out;
    for (int seat = 0; seat < MAX_SEATS; ++seat)
      for (int number = 0; number < 2; ++number)
        out.at[seat][number] = (*this)(prefix + "seat" + std::to_string(seat) + word + std::to_string(number) + suffix);
    return out;
  }
  AtGoals goals(const std::string& prefix) {
    AtGoals out;
    for (u8 goal = 0; goal < GOALS_IN_ALL; ++goal) out.at[goal] = (*this)(prefix + goal_name(goal));
    return out;
  }
  AtPrisoners prisoners(const std::string& prefix) {
    AtPrisoners out;
    for (u8 one = 0; one < BANDITS; ++one) out.at[one] = (*this)(prefix + prisoner_name(one));
    return out;
  }
  AtPlan plan(const std::string& path, const std::string& kept) {
    AtPlan out;
    out.there = (*this)(path);
    out.round = (*this)(path + ".round");
    out.plans = (*this)(path + ".plans");
    seats(path + ".waiting.", out.waiting);
    seats(path + "." + kept + "_count.", out.count);
    for (int seat = 0; seat < MAX_SEATS; ++seat) out.kept[seat] = cards(path + "." + kept + ".seat" + std::to_string(seat) + ".");
    return out;
  }
  void seats(const std::string& prefix, At* out) {
    for (int seat = 0; seat < MAX_SEATS; ++seat) out[seat] = (*this)(prefix + "seat" + std::to_string(seat));
  }
};

static std::vector<std::string> kinds_of_loot() {
  std::vector<std::string> kinds;
  for (int t = 0; t < TOKENS; ++t) {
    const std::string kind(token_kind(static_cast<Token>(t)));
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  return kinds;
}

Layout::Layout(const std::vector<std::string>& names, const std::vector<std::string>& choice_names,
               const std::vector<std::string>& action_names)
    : numbers(static_cast<int>(names.size())),
      choice_numbers(static_cast<int>(choice_names.size())),
      actions(static_cast<int>(action_names.size())) {
  const std::vector<std::string> kinds = kinds_of_loot();
  for (int t = 0; t < TOKEN_ROOM; ++t) {
    const auto kind = std::find(kinds.begin(), kinds.end(), std::string(token_kind(static_cast<Token>(std::min<int>(t, TOKENS - 1)))));
    kind_of_[t] = static_cast<u8>(kind - kinds.begin());
  }
  Names n(names, "names"), choices(choice_names, "choice names"), acts(action_names, "action names");
  fill_tables(n);
  fill_choice_tables(choices);
  fill_actions(acts);
  n.check();
  choices.check();
}

void Layout::fill_tables(Names& n) {
  const std::vector<std::string> kinds = kinds_of_loot();
  const auto text = [](std::string_view value) { return std::string(value); };
  n.never("asked.");
  n.never_at_the_end(".double-shot");
  for (int i = 0; i < PHASES; ++i) phase_[i] = n("phase." + text(PHASE_NAMES[i]));
  for (int i = 0; i < KINDS; ++i) asked_[i] = n("asked." + text(KIND_NAMES[i]));
  number_ = n("round.number");
  turn_ = n("round.turn");
  to_come_ = n("round.to-come");
  face_down_ = n("round.face-down");
  for (int i = 0; i < ROUND_CARD_COUNT; ++i) {
    round_card_[i] = n("round.card." + text(ROUND_CARDS[i].name));
    next_[i] = n("next." + text(ROUND_CARDS[i].name));
    seen_card_[i] = n("seen.card." + text(ROUND_CARDS[i].name));
  }
  n.seats("first.", first_);
  marshal_ = n.places("marshal.");
  neutral_ = n("neutral");
  more_ = n("pile.more");
  for (int place = 0; place < SLOTS; ++place) {
    const std::string car = "car" + std::to_string(place >> 1) + ((place & 1) != 0 ? ".roof" : ".inside");
    const bool on = place < COACH_INSIDE && n(car + ".dollars") >= 0;
    floor_[place] = n.loot(on ? car + "." : "elsewhere.", kinds);
    seen_at_[place] = n("seen." + (on ? car : "elsewhere"));
  }
  aside_ = n.loot("aside.", kinds);
  seen_aside_ = n("seen.aside");
  remembers_ = seen_aside_ >= 0;
  hand_ = n.cards("hand.");
  for (int i = 0; i < MAX_SEATS; ++i) {
    const std::string name = "seat" + std::to_string(i), seat = name + ".";
    AtSeat& at = seat_[i];
    at.hand = n(seat + "hand");
    at.deck = n(seat + "deck");
    at.discard = n(seat + "discard");
    at.bullets = n(seat + "bullets");
    at.acts = n(seat + "acts-to-come");
    at.soon = n(seat + "soon");
    for (int number = 0; number < 2; ++number) {
      const std::string bandit = seat + "bandit" + std::to_string(number) + ".";
      AtBandit& its = at.bandit[number];
      its.place = n.places(bandit);
      its.loot = n.loot(bandit, kinds);
      its.bullets_left = n(bandit + "bullets-left");
      its.ransom = n(bandit + "ransom");
      for (int p = 0; p < BANDITS; ++p) its.power[p] = n(bandit + "power." + text(BANDIT_NAMES[p]));
      last_[i][number] = n("pawns." + bandit + "last");
      before_[i][number] = n("pawns." + bandit + "before");
    }
    seen_game_[i] = n.cards("seen.game." + seat);
    seen_round_[i] = n.cards("seen.round." + seat);
  }
  seen_bandit_ = n.bandits("seen.");
  const auto played = [&](const std::string& where) {
    AtPlayed out;
    n.seats(where, out.seat);
    for (int face = 0; face < 16; ++face) {
      const bool acts = face >= FIRE && face < FACES;
      out.face[0][face] = acts ? n(where + text(FACE_NAMES[face]), where + "other") : n(where + "other");
      out.face[1][face] = acts ? n(where + text(MARSHAL_FACE_NAMES[face]), where + "other") : n(where + "other");
    }
    out.unseen = n(where + "unseen");
    out.second = n(where + "second");
    return out;
  };
  current_ = played("current.");
  for (int i = 0; i < MAX_PILE; ++i) {
    pile_.push_back(played("pile" + std::to_string(i) + "."));
    if (pile_.back().unseen < 0) {
      pile_.pop_back();
      break;
    }
  }
  for (int team = 0; team < MAX_TEAMS; ++team)
    for (int b = 0; b < BANDITS; ++b) team_[team][b] = n("teams." + std::to_string(team) + "." + text(BANDIT_NAMES[b]));

  horses_ = n("horses");
  attack_ = n("horses.attack");
  attack_car_ = n.cars("horses.attack.car.");
  riders_ = n.bandits("horses.attack.riders.");
  n.seats("horses.attack.chosen.", chosen_);
  pour_ = n("horses.pour");
  pour_draw_ = n("horses.pour.draw");
  pour_cards_ = n("horses.pour.cards");
  n.seats("horses.pour.seat.", pour_seat_);
  for (int kind = 0; kind < 2; ++kind) pour_kind_[kind] = n("horses.pour.kind." + text(WHISKY_NAMES[kind]));
  for (int horse = 0; horse < MAX_HORSES; ++horse) stands_[horse] = n.cars("horses.stands." + horse_name(horse) + ".");
  for (int t = 0; t < TOKEN_ROOM; ++t) {
    const std::string flask = "horses.flasks." + (t < TOKENS ? token_name(static_cast<Token>(t)) : std::string("?"));
    flask_[t] = n(flask);
    flask_used_[t] = n(flask + ".used");
    for (int kind = 0; kind < 2; ++kind) flask_kind_[t][kind] = n(flask + ".kind." + text(WHISKY_NAMES[kind]));
  }
  for (int seat = 0; seat < MAX_SEATS; ++seat) hidden_[seat] = n.bandits("horses.attack.hidden.seat" + std::to_string(seat) + ".");

  coach_ = n("stagecoach");
  coach_car_ = n.cars("stagecoach.car.");
  shotgun_ = n.places("stagecoach.shotgun.");
  fell_back_ = n("stagecoach.fell_back");
  bitten_ = n("stagecoach.bitten");
  drink_ = n("stagecoach.drink");
  drink_round_ = n("stagecoach.drink.round");
  drink_to_ = n.places("stagecoach.drink.to.");
  running_ = n.bandits("stagecoach.running.");
  remembered_ = n.bandits("stagecoach.remembered.");
  tolerated_ = n.bandits("stagecoach.tolerated.");
  for (int h = 0; h < HOSTAGES; ++h) {
    const std::string name = text(HOSTAGE_NAMES[h]);
    hostage_[h] = n("stagecoach.hostages." + name);
    const AtBandits captors = n.bandits("stagecoach.captors.", ".bandit", "." + name);
    for (int seat = 0; seat < MAX_SEATS; ++seat)
      for (int number = 0; number < 2; ++number) captor_[seat][number][h] = captors.at[seat][number];
  }
  machine_ = n("time_machine");
  crowded_ = n("time_machine.crowded");
  hider_ = n.bandits("time_machine.hidden.");
  rewarded_ = n.bandits("time_machine.rewarded.");
  beneath_ = n.cars("time_machine.car.");

  melee_ = n("stagecoach.melee");
  shown_ = n("stagecoach.melee.shown");
  plan_ = n.plan("stagecoach.plan", "kept");
  for (int seat = 0; seat < MAX_SEATS; ++seat) {
    const std::string name = "seat" + std::to_string(seat), sealed = "stagecoach.melee.sealed." + name;
    sealed_[seat] = {n(sealed), n(sealed + ".draws"), n(sealed + ".face_down"), n.cards(sealed + ".card.")};
  }
  fill_marshal_tables(n);
}

void Layout::fill_marshal_tables(Names& n) {
  const std::string all = "marshal_player", path = all + ".";
  marshal_player_ = n(all);
  named_ = n(path + "named");
  for (int i = 0; i < BRAWLERS; ++i) brawler_[i] = n(path + "brawlers." + std::string(BRAWLER_NAMES[i]));
  goals_shown_ = n.goals(path + "shown.");
  goals_met_ = n.goals(path + "met.");
  goals_drawn_ = n.goals(path + "goals_drawn.");
  future_ = n.goals(path + "future.");
  current_goals_ = n.goals(path + "current.");
  goals_drawn_count_ = n(path + "goals_drawn_count");
  future_count_ = n(path + "future_count");
  current_count_ = n(path + "current_count");
  posters_ = n.bandits(path + "posters.");
  recaptured_ = n.prisoners(path + "recaptured.");
  prisoners_ = n.prisoners(path + "prisoners.");
  for (int seat = 0; seat < MAX_SEATS; ++seat) {
    const std::string bandit = ".seat" + std::to_string(seat) + ".bandit0.";
    companions_[seat] = n.prisoners(path + "companions" + bandit);
    for (int i = 0; i < BRAWLERS; ++i) punches_[seat][i] = n(path + "punches" + bandit + std::string(BRAWLER_NAMES[i]));
    for (u8 kind = 0; kind < BULLETS; ++kind) wounds_[seat][kind] = n(path + "wounds" + bandit + card_name(card_of(THE_MARSHAL, kind)));
  }
  last_card_ = n(path + "last_card");
  last_round_ = n(path + "last_card.round");
  last_bandit_ = n.bandits(path + "last_card.bandit.");
  for (int kind = 0; kind < KINDS; ++kind) last_action_[kind] = n(path + "last_card.action." + std::string(KIND_NAMES[kind]));
  n.never(path + "last_card.action.");
  plus_ = n(path + "plus");
  n.seats(path + "searching.", searching_);
  payment_ = n(path + "payment");
  freed_ = n.bandits(path + "payment.freed.");
  liberator_ = n.bandits(path + "payment.liberator.");
  reflexes_ = n(path + "reflexes");
  reflexes_round_ = n(path + "reflexes.round");
  n.seats(path + "reflexes.waiting.", reflexes_waiting_);
  reflexes_over_ = n(path + "reflexes.over");
  anger_ = n(path + "anger");
  anger_round_ = n(path + "anger.round");
  anger_actions_ = n(path + "anger.actions");
  rumoured_ = n(path + "rumoured");
  drank_ = n(path + "drank");
  for (int i = 0; i < CYLINDERS; ++i) {
    const std::string cylinder(CYLINDER_NAMES[i]);
    for (u8 kind = 0; kind < BULLETS; ++kind)
      cylinder_[i][kind] = n(path + "cylinders." + cylinder + "." + card_name(card_of(THE_MARSHAL, kind)));
    cylinder_count_[i] = n(path + "cylinders_count." + cylinder);
  }
  mailbags_ = n(path + "mailbags");
  mailbags_dollars_ = n(path + "mailbags.dollars");
  holding_ = n.plan(path + "holding", "held");
  measured_ = n(path + "measured");
  measured_round_ = n(path + "measured.round");
  measured_turn_ = n(path + "measured.turn");
  measured_laid_ = n(path + "measured.laid");
}

void Layout::fill_choice_tables(Names& n) {
  n.never("is.");
  n.never("yes.");
  n.never_at_the_end(".double-shot");
  for (int type = 0; type < TYPES; ++type) is_[type] = n("is." + std::string(TYPE_NAMES[type]));
  yes_face_down_ = n("yes.face_down");
  yes_keep_ = n("yes.keep");
  choice_place_ = n.places("place.");
  choice_bandit_ = n.bandits("bandit.", ".");
  choice_left_ = n.bandits("left.");
  choice_right_ = n.bandits("right.");
  choice_prisoner_ = n.prisoners("prisoner.");
  choice_token_ = n.loot("token.", kinds_of_loot());
  choice_card_ = n.cards("card.");
  choice_car_ = n.cars("car.");
  for (int h = 0; h < HOSTAGES; ++h) choice_hostage_[h] = n("hostage." + std::string(HOSTAGE_NAMES[h]));
  for (int b = 0; b < BANDITS; ++b) choice_character_[b] = n("bandits." + std::string(BANDIT_NAMES[b]));
}

void Layout::fill_actions(Names& n) {
  const auto act = [&](std::string_view name) {
    const At at = n(std::string(name));
    if (at > 254) throw std::invalid_argument("action names: expected at most 255, got more");
    return at < 0 ? NO_NAME : static_cast<u8>(at);
  };
  const auto needed = [&](std::string_view name) {
    const u8 at = act(name);
    if (at == NO_NAME && actions > 0) throw std::invalid_argument("action names: expected " + std::string(name) + " among them");
    return at;
  };
  for (int i = 0; i < TYPES; ++i) act_type_[i] = needed(TYPE_NAMES[i]);
  for (int i = 0; i < MAX_SEATS; ++i) act_seat_[i] = needed("seat" + std::to_string(i));
  for (int i = 0; i < 2; ++i) act_bandit_[i] = needed("bandit" + std::to_string(i));
  for (int i = 0; i < MAX_CARS; ++i) act_car_[i] = needed("car" + std::to_string(i));
  for (int i = 0; i < 10; ++i) act_which_[i] = needed("which" + std::to_string(i));
  act_level_[0] = needed("inside");
  act_level_[1] = needed("roof");
  for (int face = 0; face < 16; ++face) {
    const bool acts = face >= FIRE && face < FACES;
    act_face_[0][face] = acts ? act(FACE_NAMES[face]) : NO_NAME;
    act_face_[1][face] = acts ? act(MARSHAL_FACE_NAMES[face]) : NO_NAME;
  }
  act_bullet_ = needed("bullet");
  act_coach_ = act("stagecoach");
  act_machine_ = act("time-machine");
  const std::vector<std::string> kinds = kinds_of_loot();
  for (size_t kind = 0; kind < 8; ++kind) act_kind_[kind] = kind < kinds.size() ? act(kinds[kind]) : NO_NAME;
  act_unseen_ = needed("unseen");
  for (int i = 0; i < HOSTAGES; ++i) act_hostage_[i] = act(HOSTAGE_NAMES[i]);
  for (u8 i = 0; i < BANDITS; ++i) {
    act_character_[i] = act(BANDIT_NAMES[i]);
    act_prisoner_[i] = act(prisoner_name(i));
  }
  act_none_ = needed("none");
  act_yes_ = needed("yes");
  act_no_ = needed("no");
  act_end_ = needed("end");
  for (const auto& [name, at] : n.at)
    if (name.size() > 1 && name.size() < 8 && name[0] == '$') act_dollars_.emplace_back(std::atoi(name.c_str() + 1), static_cast<u8>(at));
}

// --- an observation -------------------------------------------------------------------------------------------------------

namespace {

struct Seen {  // a state in the eyes of a seat
  const State& s;
  u8 me;
  Out out;

  int seat(u8 whose) const { return around(s, me, whose); }
  At of(const AtBandits& at, u8 bandit) const { return at.at[seat(seat_of(s, bandit))][number_of(s, bandit)]; }
  At of(const AtCard& at, Card card) const {
    return is_bullet(card) ? at.bullet : at.face[row_of(s, card)][face_of(card)];
  }
  At of(const AtPlace& at, Place place) const { return at.at[place < SLOTS && (place >= COACH_INSIDE || position_of(place) < s.cars) ? place : SLOTS - 1]; }
  At of(const AtCar& at, u8 position) const { return at.at[slot_of_car(s, position)]; }

  void token(const AtLoot& at, const u8* kinds, Token t, bool own, bool told_unseen, double share = 1) {
    out.add(at.kind[kinds[t]], share / 5);
    if (shows_value(s, t, own)) out.add(at.dollars, share * s.values[t] / 1000.0);
    else if (told_unseen) out.add(at.unseen, share / 5);
  }
  void loot(const AtLoot& at, const u8* kinds, Tokens set, bool own, bool told_unseen) {
    for (; set != 0; set &= set - 1) token(at, kinds, static_cast<Token>(lowest(set)), own, told_unseen);
  }
  void played(const AtPlayed& at, const Played& card, bool known) {
    out.set(at.seat[seat(card.seat)]);
    if (!known) return out.set(at.unseen);
    out.set(at.face[is_marshals(card.card)][face_of(card.card)]);
    if (number_of(s, bandit_of(card.card)) == 1) out.set(at.second);
  }
  void plan(const AtPlan& at) {
    const Plan& p = s.plan;
    if (!p.on) return;
    out.set(at.there);
    out.add(at.round, p.round / 10.0);
    out.add(at.plans, p.plans / 10.0);
    for (u8 who : p.waiting) out.set(at.waiting[seat(who)]);
    for (u8 who = 0; who < s.options.seats; ++who) {
      if (!((p.said >> who) & 1)) continue;
      out.add(at.count[seat(who)], p.kept[who].n / 10.0);
      if (knows(s, me, who))
        for (Card card : p.kept[who]) out.set(of(at.kept[seat(who)], card));
    }
  }
  template <int N>
  void goals(const AtGoals& at, const List<u8, N>& row) {
    for (u8 goal : row) out.set(at.at[goal]);
  }
  template <int N>
  void bandits(const AtBandits& at, const List<u8, N>& row) {
    for (u8 bandit : row) out.set(of(at, bandit));
  }
};

}  // namespace

void Layout::observe(const State& s, u8 me, float* row) const {
  std::memset(row, 0, sizeof(float) * static_cast<size_t>(numbers));
  Seen see{s, me, Out{row}};
  Out& out = see.out;
  const Round& r = s.round;

  out.set(phase_[s.phase]);
  for (const Awaited& ask : s.awaiting)
    if (ask.actor == me) out.set(asked_[ask.kind]);
  out.add(number_, r.number / 5.0);
  out.add(turn_, (r.turn + 1) / 5.0);
  out.add(to_come_, s.rounds.n / 5.0);
  out.add(face_down_, r.hidden != 0);
  if (r.card != NONE) out.set(round_card_[r.card]);
  if (r.first != NONE) out.set(first_[see.seat(r.first)]);
  if (s.marshal != NOWHERE) out.set(see.of(marshal_, s.marshal));
  out.add(neutral_, s.neutral / 13.0);
  for (int place = 0; place < PLACES; ++place)
    if (s.floor[place] != 0) see.loot(floor_[place], kind_of_, s.floor[place], false, false);
  see.loot(aside_, kind_of_, s.aside, false, false);

  for (u8 who = 0; who < s.options.seats; ++who) {
    if (s.figures_of[who] == 0) continue;
    const Cards& c = s.cards[who];
    const AtSeat& at = seat_[see.seat(who)];
    out.add(at.hand, c.hand.n / 10.0);
    out.add(at.deck, c.deck.n / 10.0);
    out.add(at.discard, c.discard.n / 10.0);
    out.add(at.bullets, bullets_received(s, who) / 6.0);
    out.add(at.acts, r.order.count(who) / 2.0);
    const int soon = r.order.find(who);
    if (soon >= 0) out.add(at.soon, 1 - static_cast<double>(soon) / r.order.n);
    if (who == me)
      for (Card card : c.hand) out.add(see.of(hand_, card), 1.0 / 4);
    int number = 0;
    for (u8 b = 0; b < FIGURES; ++b) {
      if (s.figures[b].seat != who) continue;
      const Figure& figure = s.figures[b];
      const AtBandit& its = at.bandit[number++];
      if (figure.place != NOWHERE) out.set(see.of(its.place, figure.place));
      see.loot(its.loot, kind_of_, s.loot[b], who == me, true);
      out.add(its.bullets_left, figure.bullets / 6.0);
      out.add(its.ransom, figure.ransom / 1000.0);
      for (u8 p = 0; p < BANDITS; ++p)
        if ((figure.powers >> p) & 1) out.set(its.power[p]);
    }
  }

  const int shown = std::min<int>(r.pile.n, static_cast<int>(pile_.size()));
  out.add(more_, (r.pile.n - shown) / 10.0);
  for (int i = 0; i < shown; ++i) {
    const Played& card = r.pile.at[i];
    see.played(pile_[static_cast<size_t>(i)], card, !card.face_down || knows(s, me, card.seat));
  }
  if (r.has_current) see.played(current_, r.current, true);
  if (!s.rounds.empty() && (s.phase == OVER || agreed(s, ROUNDS_FACE_UP))) out.set(next_[s.rounds.at[0]]);
  for (int team = 0; team < s.teams; ++team)
    for (u8 bandit : s.team_pairs[team]) out.set(team_[team][bandit]);
  for (u8 who = 0; who < s.options.seats; ++who) {
    if (!((s.sealed_seats >> who) & 1)) continue;
    if (!knows(s, me, who) && s.figures[s.sealed[who][0]].place == NOWHERE) continue;
    out.set(last_[see.seat(who)][number_of(s, s.sealed[who][0])]);
    out.set(before_[see.seat(who)][number_of(s, s.sealed[who][1])]);
  }

  if (s.horses.known) {
    const Horses& h = s.horses;
    out.set(horses_);
    for (int horse = 0; horse < MAX_HORSES; ++horse)
      if (h.stands[horse] != NONE) out.set(see.of(stands_[horse], h.stands[horse]));
    for (Tokens set = h.flasks; set != 0; set &= set - 1) {
      const Token t = static_cast<Token>(lowest(set));
      out.set(flask_[t]);
      if (h.used & token_bit(t)) out.set(flask_used_[t]);
      if (knows_flask(s, me, t)) out.set(flask_kind_[t][h.old & token_bit(t) ? OLD : CLASSIC]);
    }
    if (h.attack.on) {
      out.set(attack_);
      out.set(see.of(attack_car_, h.attack.car));
      see.bandits(riders_, h.attack.riders);
      for (u8 who = 0; who < s.options.seats; ++who) {
        if (!((h.attack.chosen >> who) & 1)) continue;
        out.set(chosen_[see.seat(who)]);
        for (u8 b = 0; b < BANDITS; ++b)
          if (knows(s, me, who) && ((h.attack.boards[who] >> b) & 1)) out.set(see.of(hidden_[see.seat(who)], b));
      }
    }
    if (h.pour.on) {
      out.set(pour_);
      out.set(pour_seat_[see.seat(h.pour.seat)]);
      out.set(pour_kind_[h.pour.kind]);
      if (h.pour.draw) out.set(pour_draw_);
      out.add(pour_cards_, h.pour.cards / 10.0);
    }
  }

  if (s.coach.known) {
    const Stagecoach& c = s.coach;
    out.set(coach_);
    if (c.car != NONE) out.set(see.of(coach_car_, c.car));
    if (c.shotgun != NOWHERE) out.set(see.of(shotgun_, c.shotgun));
    for (u8 hostage : c.hostages) out.set(hostage_[hostage]);
    for (u8 b = 0; b < FIGURES; ++b) {
      if (c.captive[b] != NONE) out.set(captor_[see.seat(seat_of(s, b))][number_of(s, b)][c.captive[b]]);
      if (c.remembered[b] != NONE) out.add(see.of(remembered_, b), c.remembered[b] / 10.0);
    }
    see.bandits(running_, c.running);
    if (c.has_tolerated) see.bandits(tolerated_, c.tolerated);
    out.add(fell_back_, c.fell_back / 10.0);
    out.add(bitten_, c.bitten / 10.0);
    if (c.drink_round != NONE) {
      out.set(drink_);
      out.add(drink_round_, c.drink_round / 10.0);
      if (c.drink_to != NOWHERE) out.set(see.of(drink_to_, c.drink_to));
    }
    if (c.melee.on) {
      out.set(melee_);
      if (c.melee.shown) out.set(shown_);
      for (u8 who = 0; who < s.options.seats; ++who) {
        if (!((c.melee.sealed >> who) & 1)) continue;
        const AtSealed& at = sealed_[see.seat(who)];
        out.set(at.there);
        if (!knows_sealed(s, me, who)) continue;
        if (c.melee.card[who] == NO_CARD) out.set(at.draws);
        else out.set(see.of(at.card, c.melee.card[who]));
        if (c.melee.face_down[who]) out.set(at.face_down);
      }
    }
    see.plan(plan_);
  }
  if (s.marshal_player.known) observe_marshal(s, me, row);

  if (s.machine.known) {
    const TimeMachine& m = s.machine;
    out.set(machine_);
    out.add(crowded_, m.crowded / 10.0);
    if (m.rewarded != NONE) out.set(see.of(rewarded_, m.rewarded));
    if (m.hidden != NONE) out.set(see.of(hider_, m.hidden));
    if (m.beneath != NOWHERE && (m.hidden == NONE || knows(s, me, seat_of(s, m.hidden))))
      out.set(see.of(beneath_, position_of_hideout(m.beneath)));
  }

  if (!remembers_) return;
  for (u8 b = 0; b < FIGURES; ++b)
    for (u8 face = FIRE; face < FACES; ++face) {
      const Card card = card_of(b, face);
      if (s.memory.revealed[card] == 0) continue;
      const int whose = see.seat(owner_of(s, card));
      out.add(see.of(seen_game_[whose], card), s.memory.revealed[card] / 5.0);
      out.add(see.of(seen_round_[whose], card), s.memory.this_round[card] / 5.0);
    }
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if ((s.memory.rounds >> i) & 1) out.set(seen_card_[i]);
  const auto remembered = [&](At at, Tokens set, bool own) {
    for (set &= s.memory.owned[me]; set != 0; set &= set - 1) {
      const Token t = static_cast<Token>(lowest(set));
      if (!shows_value(s, t, own)) out.add(at, s.values[t] / 1000.0);
    }
  };
  for (int place = 0; place < PLACES; ++place) remembered(seen_at_[place], s.floor[place], false);
  remembered(seen_aside_, s.aside, false);
  for (u8 b = 0; b < FIGURES; ++b)
    if (s.figures[b].seat < s.options.seats) remembered(see.of(seen_bandit_, b), s.loot[b], seat_of(s, b) == me);
}

void Layout::observe_marshal(const State& s, u8 me, float* row) const {
  Seen see{s, me, Out{row}};
  Out& out = see.out;
  const MarshalPlayer& m = s.marshal_player;
  const u8 his = seat_of(s, THE_MARSHAL);
  const bool is_his = s.phase == OVER || me == his;
  out.set(marshal_player_);
  if (m.named) out.set(named_);
  for (u8 brawler : m.brawlers) out.set(brawler_[brawler]);
  see.goals(goals_shown_, m.shown);
  see.goals(goals_met_, m.met);
  if (s.phase == OVER) {
    see.goals(goals_drawn_, m.goals_drawn);
    see.goals(future_, m.future);
  }
  if (is_his) see.goals(current_goals_, m.current);
  out.add(goals_drawn_count_, m.goals_drawn.n / 10.0);
  out.add(future_count_, m.future.n / 10.0);
  out.add(current_count_, m.current.n / 10.0);
  see.bandits(posters_, m.posters);
  for (u8 prisoner : m.recaptured) out.set(recaptured_.at[prisoner]);
  for (u8 prisoner : m.prisoners) out.set(prisoners_.at[prisoner]);
  for (u8 b = 0; b < BANDITS; ++b) {
    if (s.figures[b].seat == NONE) continue;
    const int seat = see.seat(seat_of(s, b));
    if (m.companion[b] != NONE) out.set(companions_[seat].at[m.companion[b]]);
    for (u8 brawler : m.punches[b]) out.set(punches_[seat][brawler]);
    for (Card bullet : m.wounds[b]) out.set(wounds_[seat][face_of(bullet)]);
  }
  if (m.last_card.on) {
    out.set(last_card_);
    out.add(last_round_, m.last_card.round / 10.0);
    out.set(see.of(last_bandit_, m.last_card.bandit));
    out.set(last_action_[m.last_card.action]);
  }
  out.add(plus_, m.plus / 10.0);
  if (m.searching != NONE) out.set(searching_[see.seat(m.searching)]);
  if (m.freed != NONE) {
    out.set(payment_);
    out.set(see.of(freed_, m.freed));
    out.set(see.of(liberator_, m.liberator));
  }
  if (m.reflexes.on) {
    out.set(reflexes_);
    out.add(reflexes_round_, m.reflexes.round / 10.0);
    for (u8 who : m.reflexes.waiting) out.set(reflexes_waiting_[see.seat(who)]);
    out.add(reflexes_over_, m.reflexes.over);
  }
  if (m.anger.on) {
    out.set(anger_);
    out.add(anger_round_, m.anger.round / 10.0);
    out.add(anger_actions_, m.anger.actions / 10.0);
  }
  out.add(rumoured_, m.rumoured / 10.0);
  out.add(drank_, m.drank / 10.0);
  for (int i = 0; i < CYLINDERS; ++i) {
    if (!((m.loaded >> i) & 1)) continue;
    out.add(cylinder_count_[i], m.cylinders[i].n / 10.0);
    if (is_his)
      for (u8 kind : m.cylinders[i]) out.set(cylinder_[i][kind]);
  }
  for (Tokens set = m.mailbags; set != 0; set &= set - 1) {
    out.add(mailbags_, 1.0 / 5);
    if (is_his) out.add(mailbags_dollars_, s.values[lowest(set)] / 1000.0);
  }
  if (!has(s, STAGECOACH)) see.plan(holding_);
  for (const Measure& one : m.measured) {
    out.set(measured_);
    out.add(measured_round_, one.round / 10.0);
    out.add(measured_turn_, one.turn / 10.0);
    out.add(measured_laid_, one.laid / 10.0);
  }
}

// --- choices --------------------------------------------------------------------------------------------------------------

void Layout::describe(const State& s, u8 me, const Command& c, float* row) const {
  std::memset(row, 0, sizeof(float) * static_cast<size_t>(choice_numbers));
  Seen see{s, me, Out{row}};
  Out& out = see.out;
  const auto token = [&](Token t, double share = 1) { see.token(choice_token_, kind_of_, t, owns(s, me, t), true, share); };
  out.set(is_[c.type]);
  switch (c.type) {
    case CHOOSE_TEAM:
      out.add(choice_character_[c.what], 1.0 / 4);
      out.add(choice_character_[c.other], 1.0 / 4);
      break;
    case PLACE_BANDITS: case FIRE_AT: case SHOOT_OFF: case ARREST: case FREE_BANDIT: out.set(see.of(choice_bandit_, c.what)); break;
    case FREE_PRISONER: out.set(choice_prisoner_.at[c.what]); break;
    case FIRE_CYLINDERS:
      if (c.what != NONE) out.set(see.of(choice_left_, c.what));
      if (c.other != NONE) out.set(see.of(choice_right_, c.other));
      if (c.to != NO_TOKEN) token(c.to);
      break;
    case THROW_OFF:
      out.set(see.of(choice_bandit_, c.what));
      if (c.other != NO_TOKEN) token(c.other);
      if (c.yes) out.set(yes_keep_);
      break;
    case ROB_TWO:
      token(c.what, 1.0 / 4);
      token(c.other, 1.0 / 4);
      break;
    case HIDE_PAWNS:
      for (u8 b = 0; b < BANDITS; ++b)
        if ((c.what >> b) & 1) out.add(see.of(choice_bandit_, b), 1.0 / 4);
      break;
    case BOARD_CAR: out.set(see.of(choice_car_, c.what)); break;
    case CHOOSE_CARD: out.set(see.of(choice_card_, c.what)); break;
    case PLAY_CARD:
      out.set(see.of(choice_card_, c.what));
      if (c.yes) out.set(yes_face_down_);
      break;
    case KEEP_CARDS: {
      List<Card, MAX_HAND> hand;
      sorted_hand(s, c.actor, hand);
      for (int i = 0; i < hand.n && i < 32; ++i)
        if ((c.cards >> i) & 1) out.add(see.of(choice_card_, hand.at[i]), 1.0 / 4);
      break;
    }
    case USE_FLASK: case ROB: case PAY_LIBERATOR: token(c.what); break;
    case MOVE_TO: case CHANGE_FLOOR: case MOVE_MARSHAL: case RIDE_TO: case RUN_TO: case PUNCH_THE_MARSHAL: case LEAVE_CELL: out.set(see.of(choice_place_, c.to)); break;
    case PUNCH_BANDIT:
      out.set(see.of(choice_bandit_, c.what));
      if (c.other != NO_TOKEN) token(c.other);
      out.set(see.of(choice_place_, c.to));
      if (c.yes) out.set(yes_keep_);
      break;
    case PICKPOCKET:
      if (c.what != NO_TOKEN) token(c.what);
      break;
    case TAKE_HOSTAGE: out.set(choice_hostage_[c.what]); break;
    case HIDE_BANDIT:
      out.set(see.of(choice_bandit_, c.what));
      out.set(see.of(choice_car_, position_of_hideout(c.to)));
      break;
    case ADD_NO_CARD: case DRAW_CARDS: case PUNCH_SHOTGUN: case RIDE_AWAY: case FORGO: case SEARCH_FOR_IDEA: break;
    default: throw Broken("a choice that has no row of numbers");
  }
}

static void put(std::vector<u8>& out, u8 action) {
  if (action != NO_NAME) out.push_back(action);
}

void Layout::name_bandit(const State& s, u8 me, u8 bandit, std::vector<u8>& out) const {
  put(out, act_seat_[around(s, me, seat_of(s, bandit))]);
  put(out, act_bandit_[number_of(s, bandit)]);
}

void Layout::name_card(const State& s, u8 me, Card card, std::vector<u8>& out) const {
  if (is_bullet(card)) return put(out, act_bullet_);
  put(out, act_face_[is_marshals(card)][face_of(card)]);
  name_bandit(s, me, bandit_of(card), out);
}

void Layout::name_token(const State& s, u8 me, Token token, std::vector<u8>& out) const {
  put(out, act_kind_[kind_of_[token]]);
  if (!shows_value(s, token, owns(s, me, token))) return put(out, act_unseen_);
  for (const auto& [dollars, action] : act_dollars_)
    if (dollars == s.values[token]) put(out, action);
}

void Layout::name_token_or_none(const State& s, u8 me, Token token, std::vector<u8>& out) const {
  if (token == NO_TOKEN) put(out, act_none_);
  else name_token(s, me, token, out);
}

void Layout::name_car(Place place, std::vector<u8>& out) const {
  if (on_train(place)) put(out, act_car_[position_of(place)]);
  else put(out, on_coach(place) ? act_coach_ : act_machine_);
}

void Layout::name_place(Place place, std::vector<u8>& out) const {
  name_car(place, out);
  put(out, act_level_[is_roof(place)]);
}

void Layout::name(const State& s, u8 me, const Command& c, std::vector<u8>& out) const {
  put(out, act_type_[c.type]);
  switch (c.type) {
    case CHOOSE_TEAM:
      put(out, act_character_[c.what]);
      put(out, act_character_[c.other]);
      put(out, act_end_);
      break;
    case PLACE_BANDITS: case FIRE_AT: case SHOOT_OFF: case ARREST: case FREE_BANDIT: name_bandit(s, me, c.what, out); break;
    case FREE_PRISONER: put(out, act_prisoner_[c.what]); break;
    case FIRE_CYLINDERS:
      for (u8 target : {c.what, c.other}) {
        if (target == NONE) put(out, act_none_);
        else name_bandit(s, me, target, out);
      }
      name_token_or_none(s, me, c.to, out);
      break;
    case THROW_OFF:
      name_bandit(s, me, c.what, out);
      name_token_or_none(s, me, c.other, out);
      put(out, c.yes ? act_yes_ : act_no_);
      break;
    case ROB_TWO: {
      const bool sorted = token_name(c.what) < token_name(c.other);
      name_token(s, me, sorted ? c.what : c.other, out);
      name_token(s, me, sorted ? c.other : c.what, out);
      put(out, act_end_);
      break;
    }
    case HIDE_PAWNS:
      for (u8 b = 0; b < BANDITS; ++b)
        if ((c.what >> b) & 1) name_bandit(s, me, b, out);
      put(out, act_end_);
      break;
    case BOARD_CAR: put(out, act_car_[c.what]); break;
    case CHOOSE_CARD: name_card(s, me, c.what, out); break;
    case PLAY_CARD:
      name_card(s, me, c.what, out);
      put(out, c.yes ? act_yes_ : act_no_);
      break;
    case KEEP_CARDS: {
      List<Card, MAX_HAND> hand;
      sorted_hand(s, c.actor, hand);
      for (int i = 0; i < hand.n && i < 32; ++i)
        if ((c.cards >> i) & 1) name_card(s, me, hand.at[i], out);
      put(out, act_end_);
      break;
    }
    case USE_FLASK: case ROB: case PAY_LIBERATOR: name_token(s, me, c.what, out); break;
    case MOVE_TO: case CHANGE_FLOOR: case MOVE_MARSHAL: case RIDE_TO: case RUN_TO: case PUNCH_THE_MARSHAL: case LEAVE_CELL:
      name_place(c.to, out); break;
    case PUNCH_BANDIT:
      name_bandit(s, me, c.what, out);
      name_token_or_none(s, me, c.other, out);
      name_place(c.to, out);
      put(out, c.yes ? act_yes_ : act_no_);
      break;
    case PICKPOCKET: name_token_or_none(s, me, c.what, out); break;
    case TAKE_HOSTAGE: put(out, act_hostage_[c.what]); break;
    case HIDE_BANDIT:
      name_bandit(s, me, c.what, out);
      name_car(c.to, out);
      break;
    case ADD_NO_CARD: case DRAW_CARDS: case PUNCH_SHOTGUN: case RIDE_AWAY: case FORGO: case SEARCH_FOR_IDEA: break;
    default: throw Broken("a choice that has no names");
  }
  put(out, act_end_);
}

// --- the order of choices -------------------------------------------------------------------------------------------------

namespace {

struct Json {
  std::string& out;
  bool first = true;

  void key(const char* name) {
    out += first ? "\"" : ",\"";
    first = false;
    out += name;
    out += "\":";
  }
  void text(std::string_view value) {
    out += '"';
    out += value;
    out += '"';
  }
  void text(const char* name, std::string_view value) {
    key(name);
    text(value);
  }
  void truth(const char* name, bool value) {
    key(name);
    out += value ? "true" : "false";
  }
  void token(const char* name, Token t) {
    if (t != NO_TOKEN) return text(name, token_name(t));
    key(name);
    out += "null";
  }
  void bandit(const char* name, u8 bandit) {
    if (bandit != NONE) return text(name, BANDIT_NAMES[bandit]);
    key(name);
    out += "null";
  }
  template <class Each>
  void row(const char* name, Each each) {
    bool any = false;
    key(name);
    out += '[';
    each([&](std::string_view item) {
      if (any) out += ',';
      any = true;
      text(item);
    });
    out += ']';
  }
};

// The fields of a command by name, without its actor and up to its type, which is the last: enough to compare two commands
// of one actor.
void json_of(const State& s, const Command& c, std::string& out) {
  Json json{out};
  switch (c.type) {
    case CHOOSE_TEAM:
      json.row("bandits", [&](auto add) {
        add(BANDIT_NAMES[c.what]);
        add(BANDIT_NAMES[c.other]);
      });
      break;
    case PLACE_BANDITS: json.text("last", BANDIT_NAMES[c.what]); break;
    case HIDE_PAWNS:
      json.row("boards", [&](auto add) {
        for (u8 b = 0; b < BANDITS; ++b)
          if ((c.what >> b) & 1) add(BANDIT_NAMES[b]);
      });
      break;
    case BOARD_CAR: json.text("car", car_at(s, c.what)); break;
    case CHOOSE_CARD: json.text("card", card_name(c.what)); break;
    case PLAY_CARD:
      json.text("card", card_name(c.what));
      json.truth("face_down", c.yes != 0);
      break;
    case KEEP_CARDS:
      json.row("cards", [&](auto add) {
        for (u8 card : kept_cards(s, c)) add(card_name(card));
      });
      break;
    case USE_FLASK: case ROB: case PICKPOCKET: case PAY_LIBERATOR: json.token("token", c.what); break;
    case ROB_TWO:
      json.row("tokens", [&](auto add) {
        const std::string one = token_name(c.what), other = token_name(c.other);
        add(std::min(one, other));
        add(std::max(one, other));
      });
      break;
    case FIRE_CYLINDERS:
      json.bandit("left", c.what);
      json.token("mailbag", c.to);
      json.bandit("right", c.other);
      break;
    case FREE_PRISONER: json.text("prisoner", prisoner_name(c.what)); break;
    case FREE_BANDIT: json.text("bandit", BANDIT_NAMES[c.what]); break;
    case THROW_OFF:
      json.truth("keep", c.yes != 0);
      json.text("target", FIGURE_NAMES[c.what]);
      json.token("token", c.other);
      break;
    case MOVE_TO: case CHANGE_FLOOR: case MOVE_MARSHAL: case RIDE_TO: case RUN_TO: case PUNCH_THE_MARSHAL: case LEAVE_CELL:
      json.text("to", place_name(s, c.to)); break;
    case FIRE_AT: case SHOOT_OFF: case ARREST: json.text("target", FIGURE_NAMES[c.what]); break;
    case PUNCH_BANDIT:
      json.truth("keep", c.yes != 0);
      json.text("target", BANDIT_NAMES[c.what]);
      json.text("to", place_name(s, c.to));
      json.token("token", c.other);
      break;
    case TAKE_HOSTAGE: json.text("hostage", HOSTAGE_NAMES[c.what]); break;
    case HIDE_BANDIT:
      json.text("bandit", BANDIT_NAMES[c.what]);
      json.text("car", hiding_place_name(s, c.to));
      break;
    case ADD_NO_CARD: case DRAW_CARDS: case PUNCH_SHOTGUN: case RIDE_AWAY: case FORGO: case SEARCH_FOR_IDEA: break;
    default: throw Broken("a choice that has no JSON");
  }
  json.text("type", TYPE_NAMES[c.type]);
}

}  // namespace

void in_order(const State& s, const Choices& choices, std::vector<u16>& out) {
  out.resize(static_cast<size_t>(choices.n));
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<u16>(i);
  if (choices.n < 2) return;
  thread_local std::string all;
  thread_local std::vector<u32> ends;
  all.clear();
  ends.assign(1, 0);
  for (int i = 0; i < choices.n; ++i) {
    json_of(s, choices.at[i], all);
    ends.push_back(static_cast<u32>(all.size()));
  }
  const auto text = [](u16 i) { return std::string_view(all).substr(ends[i], ends[i + 1u] - ends[i]); };
  std::sort(out.begin(), out.end(), [&](u16 one, u16 other) { return text(one) < text(other); });
}

// --- steps ----------------------------------------------------------------------------------------------------------------

int Steps::compare(const Range& one, const Range& other) const {
  const int size = std::min(one.size, other.size), order = std::memcmp(&names_[one.at], &names_[other.at], static_cast<size_t>(size));
  return order != 0 ? order : one.size - other.size;
}

void Steps::begin(const State& s, u8 me, const Layout& layout, const Choices& choices) {
  rows_.clear();
  names_.clear();
  taken_.clear();
  from_ = 0;
  to_ = static_cast<size_t>(choices.n);
  at_ = 0;
  width_ = layout.actions;
  if (choices.n == 1) {
    rows_.push_back({0, 0, 0});
    return;
  }
  thread_local std::vector<u16> order, place;
  for (int i = 0; i < choices.n; ++i) {
    const u32 at = static_cast<u32>(names_.size());
    layout.name(s, me, choices.at[i], names_);
    rows_.push_back({at, static_cast<u16>(names_.size() - at), static_cast<u16>(i)});
  }
  std::sort(rows_.begin(), rows_.end(), [&](const Range& one, const Range& other) { return compare(one, other) < 0; });
  bool ordered = false;
  for (size_t first = 0, end; first < rows_.size(); first = end) {
    for (end = first + 1; end < rows_.size() && compare(rows_[first], rows_[end]) == 0; ++end) {}
    if (end - first == 1) continue;
    if (!ordered) {  // those that look alike are told apart in the order of the choices
      in_order(s, choices, order);
      place.resize(order.size());
      for (size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<u16>(i);
      ordered = true;
    }
    std::sort(rows_.begin() + static_cast<long>(first), rows_.begin() + static_cast<long>(end),
              [&](const Range& one, const Range& other) { return place[one.index] < place[other.index]; });
    const std::string last = std::to_string(end - first - 1);
    for (size_t i = first; i < end; ++i) {
      const std::string number = std::to_string(i - first);
      const std::string digits = std::string(last.size() - number.size(), '0') + number;
      Range& row = rows_[i];
      const u32 at = static_cast<u32>(names_.size());
      for (u16 k = 0; k < row.size; ++k) names_.push_back(names_[row.at + k]);
      for (char digit : digits) names_.push_back(layout.digit(digit - '0'));
      row.at = at;
      row.size = static_cast<u16>(row.size + digits.size());
    }
  }
  skip_what_is_the_same();
}

// What lies between two rows begins with all that these have in common.
void Steps::skip_what_is_the_same() {
  if (to_ - from_ < 2) return;
  while (name(from_) == name(to_ - 1)) ++at_;
}

void Steps::mask(signed char* out) const {
  if (to_ - from_ < 2) return;
  for (size_t row = from_; row < to_; ++row) out[name(row)] = 1;
}

bool Steps::can(int action) const {
  if (to_ - from_ < 2) return false;
  for (size_t row = from_; row < to_; ++row)
    if (name(row) == action) return true;
  return false;
}

bool Steps::take(int action) {
  if (to_ - from_ < 2) return false;
  size_t first = from_;
  while (first < to_ && name(first) != action) ++first;
  size_t end = first;
  while (end < to_ && name(end) == action) ++end;
  if (first == end) return false;
  from_ = first;
  to_ = end;
  taken_.push_back(static_cast<u8>(action));
  skip_what_is_the_same();
  return true;
}

// --- memory ---------------------------------------------------------------------------------------------------------------

nb::dict memory_of(const State& s, const std::string& seat) {
  nb::dict out, revealed, this_round, values;
  std::vector<std::string> cards;
  for (int card = 0; card < 256; ++card) {
    if (s.memory.revealed[card] == 0) continue;
    const nb::object name = nb::cast(card_name(static_cast<Card>(card)));
    revealed[name] = static_cast<int>(s.memory.revealed[card]);
    if (s.memory.this_round[card] != 0) this_round[name] = static_cast<int>(s.memory.this_round[card]);
  }
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if ((s.memory.rounds >> i) & 1) cards.push_back(std::string(ROUND_CARDS[i].name));
  std::sort(cards.begin(), cards.end());
  nb::list rounds;
  for (const std::string& card : cards) rounds.append(card);
  const int who = seat_named(s, seat);
  for (Tokens set = who < 0 ? 0 : s.memory.owned[who]; set != 0; set &= set - 1) {
    const Token t = static_cast<Token>(lowest(set));
    values[nb::cast(token_name(t))] = static_cast<int>(s.values[t]);
  }
  out["revealed"] = revealed;
  out["this_round"] = this_round;
  out["rounds"] = rounds;
  out["values"] = values;
  return out;
}

}  // namespace colt
