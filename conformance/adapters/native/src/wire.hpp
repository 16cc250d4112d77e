// Between Python objects (as json.loads gives them) and the engine.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <vector>

#include "names.hpp"
#include "rules.hpp"

namespace colt {

namespace nb = nanobind;

// A position that cannot be: says what was expected, what came, and where.
struct BadPosition : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// A command that does not stand.
struct Refused : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

std::string shown(nb::handle value);  // a short text of anything, for messages

State state_in(nb::handle value);        // state_in.cpp; throws BadPosition or TooMuch
nb::dict state_out(const State& s);      // state_out.cpp
nb::dict view_of(const State& s, const std::string& role);  // view.cpp; throws Refused for an unknown role

nb::dict memory_of(const State& s, const std::string& seat);  // observe.cpp

nb::dict played_out(const State& s, const Played& played, bool show_card);
nb::dict agreed_out(RoundCards agreed);
void powers_out(u8 powers, u8 figure, nb::list& out);  // its own first, as it got it first
nb::list ranking_out(const List<Standing, MAX_SEATS>& ranking, const u8* seat_names);

// A command that was read: one of the choices of a player, a row of chance, or a word of the table.
struct Read {
  Command command;
  std::vector<u8> outcome;  // Deal: the row; KeepCards, AgreeOnRoundCards: the cards; NameTurns and the like: what is named
  GameOptions options;      // StartGame
};
Read command_in(const State& s, nb::handle value);  // command_io.cpp; throws Refused
void perform(State& s, const Read& read);           // throws Refused; the caller brings back what was before
nb::dict command_out(const State& s, const Command& c);
nb::dict deal_out(const State& s, u8 what, u8 subject, const std::vector<u8>& outcome);
nb::dict agree_out(const std::vector<u8>& cards);
nb::dict naming_out(const Command& c, const std::vector<u8>& items);
nb::list symbols_out(u8 happening, u8 plans);
nb::dict start_out(const State& s);
nb::dict ruling_out(u8 house_rule);
nb::dict row_out(const State& s, const Row& row);
std::vector<u8> kept_cards(const State& s, const Command& c);

void bind_tally(nb::module_& m);   // tally.cpp
void bind_search(nb::module_& m);  // search.cpp

inline nb::str text(std::string_view value) { return nb::str(value.data(), value.size()); }

template <int N>
nb::list cards_out(const List<Card, N>& row) {
  nb::list out;
  for (Card card : row) out.append(card_name(card));
  return out;
}

}  // namespace colt
