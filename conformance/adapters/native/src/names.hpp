// Between names of the wire contract and the numbers of this engine. Unknown names give -1.
#pragma once
#include <string>

#include "command.hpp"

namespace colt {

template <int N>
int index_of(const std::string_view (&names)[N], std::string_view name) {
  for (int i = 0; i < N; ++i)
    if (names[i] == name) return i;
  return -1;
}

// The names from the first of them on, for messages.
template <int N>
std::string listed(const std::string_view (&names)[N], int first = 0) {
  std::string out;
  for (int i = first; i < N; ++i) out += (i == first ? "" : ", ") + std::string(names[i]);
  return out;
}

int bandit_named(std::string_view name);
int figure_named(std::string_view name);
int prisoner_named(std::string_view name);  // the bandit whose companion it is
int goal_named(std::string_view name);
int car_named(std::string_view name);
int card_named(std::string_view name);
int token_named(std::string_view name);
int round_card_named(std::string_view name);
int hostage_named(std::string_view name);
int seat_label_named(std::string_view name);                    // a bandit, or PLAYER + n
int seat_named(const State& s, std::string_view name);          // the number of the seat
int position_named(const State& s, std::string_view car);       // where the car is in the train
int place_named(const State& s, std::string_view name);
int house_rule_named(std::string_view ruling, std::string_view answer);

std::string card_name(Card card);
std::string prisoner_name(u8 prisoner);
std::string goal_name(u8 goal);
std::string subject_name(const State& s, u8 kind, u8 subject);  // what a decision is about
std::string token_name(Token token);
std::string_view token_kind(Token token);
std::string seat_label(u8 label);
std::string seat_name(const State& s, u8 seat);
std::string_view car_at(const State& s, int position);
std::string_view hiding_place_name(const State& s, Place place);  // the car or stagecoach whose inside it is
int hiding_place_named(const State& s, std::string_view car);
std::string place_name(const State& s, Place place);  // "" for nowhere
std::string horse_name(int horse);
std::string actor_name(const State& s, u8 actor);
std::string house_rule_name(u8 house_rule);

}  // namespace colt
