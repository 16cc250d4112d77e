// What a seat sees as numbers, and its choices as rows and as steps with fixed numbers: see colt_rules/research/observing.py
// and actions.py, which define every name. The engine gets the names and makes tables of its own from them.
#pragma once
#include <string>
#include <vector>

#include "names.hpp"
#include "rules.hpp"

namespace colt {

using At = std::int16_t;  // the place of a number in a row; NOWHERE_IN_IT: this layout has none for it
constexpr At NOWHERE_IN_IT = -1;

// The numbers of one kind of thing, by its code.
struct AtPlace { At at[32]; };
struct AtLoot { At kind[8], dollars, unseen; };
struct AtCard { At face[3][16], bullet; };  // of a seat's first bandit, its second, and of the Marshal
struct AtBandit { AtPlace place; AtLoot loot; At bullets_left, ransom, power[BANDITS]; };
struct AtSeat { At hand, deck, discard, bullets, acts, soon; AtBandit bandit[2]; };
struct AtPlayed { At seat[MAX_SEATS], face[2][16], unseen, second; };  // of a bandit, and of the Marshal
struct AtCar { At at[MAX_CARS + 1]; };       // the last one: elsewhere
struct AtBandits { At at[MAX_SEATS][2]; };
struct AtSealed { At there, draws, face_down; AtCard card; };
struct AtPlan { At there, round, plans, waiting[MAX_SEATS], count[MAX_SEATS]; AtCard kept[MAX_SEATS]; };
struct AtGoals { At at[GOALS_IN_ALL]; };
struct AtPrisoners { At at[BANDITS]; };

class Layout {
 public:
  // Throws invalid_argument for names that this engine cannot fill.
  Layout(const std::vector<std::string>& names, const std::vector<std::string>& choice_names,
         const std::vector<std::string>& action_names);

  int numbers, choice_numbers, actions;

  void observe(const State& s, u8 me, float* row) const;                      // the row is written whole
  void describe(const State& s, u8 me, const Command& c, float* row) const;  // likewise
  void name(const State& s, u8 me, const Command& c, std::vector<u8>& out) const;  // its names as actions, with the end
  u8 digit(int number) const { return act_which_[number]; }

 private:
  At phase_[PHASES], asked_[KINDS], number_, turn_, to_come_, face_down_, round_card_[ROUND_CARD_COUNT], next_[ROUND_CARD_COUNT];
  At first_[MAX_SEATS], neutral_, more_;
  AtPlace marshal_;
  AtLoot floor_[32], aside_;
  AtSeat seat_[MAX_SEATS];
  AtCard hand_;
  std::vector<AtPlayed> pile_;
  AtPlayed current_;
  At team_[MAX_TEAMS][BANDITS], last_[MAX_SEATS][2], before_[MAX_SEATS][2];
  u8 kind_of_[TOKEN_ROOM];

  At horses_, attack_, pour_, pour_draw_, pour_cards_, pour_kind_[2], pour_seat_[MAX_SEATS], chosen_[MAX_SEATS];
  AtCar stands_[MAX_HORSES], attack_car_;
  At flask_[TOKEN_ROOM], flask_used_[TOKEN_ROOM], flask_kind_[TOKEN_ROOM][2];
  AtBandits riders_, hidden_[MAX_SEATS];

  At coach_, hostage_[HOSTAGES], captor_[MAX_SEATS][2][HOSTAGES], fell_back_, bitten_, drink_, drink_round_;
  AtCar coach_car_;
  AtPlace shotgun_, drink_to_;
  AtBandits running_, remembered_, tolerated_;
  At melee_, shown_;
  AtPlan plan_, holding_;
  AtSealed sealed_[MAX_SEATS];

  At marshal_player_, named_, brawler_[BRAWLERS], last_card_, last_round_, last_action_[KINDS], plus_, searching_[MAX_SEATS];
  At payment_, reflexes_, reflexes_round_, reflexes_waiting_[MAX_SEATS], reflexes_over_, anger_, anger_round_, anger_actions_;
  At rumoured_, drank_, cylinder_[CYLINDERS][BULLETS], cylinder_count_[CYLINDERS], goals_drawn_count_, future_count_, current_count_;
  At mailbags_, mailbags_dollars_, measured_, measured_round_, measured_turn_, measured_laid_;
  AtGoals goals_shown_, goals_met_, goals_drawn_, future_, current_goals_;
  AtPrisoners recaptured_, prisoners_, companions_[MAX_SEATS];
  AtBandits posters_, last_bandit_, freed_, liberator_;
  At punches_[MAX_SEATS][BRAWLERS], wounds_[MAX_SEATS][BULLETS];

  At machine_, crowded_;
  AtBandits hider_, rewarded_;
  AtCar beneath_;

  bool remembers_;
  AtCard seen_game_[MAX_SEATS], seen_round_[MAX_SEATS];
  At seen_card_[ROUND_CARD_COUNT], seen_at_[32], seen_aside_;
  AtBandits seen_bandit_;

  At is_[TYPES], yes_face_down_, yes_keep_, choice_hostage_[HOSTAGES], choice_character_[BANDITS];
  AtPlace choice_place_;
  AtBandits choice_bandit_, choice_left_, choice_right_;
  AtPrisoners choice_prisoner_;
  AtLoot choice_token_;
  AtCard choice_card_;
  AtCar choice_car_;

  u8 act_type_[TYPES], act_seat_[MAX_SEATS], act_bandit_[2], act_car_[MAX_CARS], act_level_[2], act_face_[2][16], act_bullet_;
  u8 act_coach_, act_machine_, act_kind_[8], act_unseen_, act_hostage_[HOSTAGES], act_character_[BANDITS], act_prisoner_[BANDITS];
  u8 act_none_, act_yes_, act_no_, act_end_, act_which_[10];
  std::vector<std::pair<int, u8>> act_dollars_;

  struct Names;
  void fill_tables(Names& n);
  void fill_marshal_tables(Names& n);
  void observe_marshal(const State& s, u8 me, float* row) const;
  void fill_choice_tables(Names& n);
  void fill_actions(Names& n);
  void name_bandit(const State& s, u8 me, u8 bandit, std::vector<u8>& out) const;
  void name_card(const State& s, u8 me, Card card, std::vector<u8>& out) const;
  void name_token(const State& s, u8 me, Token token, std::vector<u8>& out) const;
  void name_token_or_none(const State& s, u8 me, Token token, std::vector<u8>& out) const;
  void name_place(Place place, std::vector<u8>& out) const;
  void name_car(Place place, std::vector<u8>& out) const;
};

// The choices in the order of their canonical JSON: their indexes in what was listed.
void in_order(const State& s, const Choices& choices, std::vector<u16>& out);

// Evenly spaced ones of many, the first and the last among them; all if there are not more than `most`.
inline int offered(int count, int most) { return count < most ? count : most; }
inline int spread(int index, int count, int most) {
  return count <= most ? index : static_cast<int>(static_cast<long long>(index) * (count - 1) / (most - 1));
}

// A choice that is being made step by step. Rows of names are kept sorted, so that those that are left lie together.
class Steps {
 public:
  // Begins a choice; with one choice only, it is made.
  void begin(const State& s, u8 me, const Layout& layout, const Choices& choices);
  int chosen() const { return to_ - from_ == 1 ? rows_[from_].index : -1; }  // the index in what was listed
  void mask(signed char* out) const;                          // sets the actions that can be taken
  bool can(int action) const;
  bool take(int action);  // false if it cannot be taken
  int width() const { return width_; }
  const std::vector<u8>& taken() const { return taken_; }

 private:
  struct Range { u32 at; u16 size; u16 index; };
  std::vector<Range> rows_;
  std::vector<u8> names_, taken_;
  size_t from_ = 0, to_ = 0;
  int at_ = 0, width_ = 0;

  u8 name(size_t row) const { return names_[rows_[row].at + static_cast<u32>(at_)]; }
  int compare(const Range& one, const Range& other) const;
  void skip_what_is_the_same();
};

}  // namespace colt
