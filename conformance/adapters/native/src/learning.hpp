// The Python side of observations and batches: numpy arrays in and out. Included where class Game is.
#pragma once
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "batch.hpp"
#include "wire.hpp"

namespace colt {

template <class Number, int Dimensions>
using Array = nb::ndarray<Number, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;

// Throws unless an array has exactly these sizes.
template <class Numbers>
auto* checked(const Numbers& array, const char* what, std::initializer_list<int> sizes) {
  std::string expected, got;
  bool same = true;
  int axis = 0;
  for (int size : sizes) {
    same = same && array.shape(static_cast<size_t>(axis)) == static_cast<size_t>(size);
    expected += (axis == 0 ? "" : " x ") + std::to_string(size);
    got += (axis == 0 ? "" : " x ") + std::to_string(array.shape(static_cast<size_t>(axis)));
    ++axis;
  }
  if (!same) throw std::invalid_argument(std::string(what) + ": expected an array of " + expected + ", got " + got);
  return array.data();
}

inline u8 seat_of_role(const State& s, const std::string& seat) {
  const int number = seat_named(s, seat);
  if (number < 0) throw Refused("expected a seat of this game, got " + seat);
  return static_cast<u8>(number);
}

// Throws unless the arrays have the sizes of the batch.
inline Written written(const Batch& batch, const Array<float, 2>& observations, const Array<signed char, 2>& masks,
                       const Array<std::int64_t, 1>& actors, const std::optional<Array<float, 3>>& choices,
                       const std::optional<Array<signed char, 2>>& taken) {
  const int games = batch.size(), width = batch.actions();
  return {checked(observations, "observations", {games, batch.layout.numbers}), checked(masks, "masks", {games, width}),
          checked(actors, "actors", {games}),
          choices ? checked(*choices, "choices", {games, width, batch.layout.choice_numbers}) : nullptr,
          taken ? checked(*taken, "taken", {games, width}) : nullptr};
}

template <class Game, class Begun>
void bind_learning(nb::module_& m, Begun begun) {
  using namespace nb::literals;
  nb::class_<Layout>(m, "Layout")
      .def(nb::init<const std::vector<std::string>&, const std::vector<std::string>&, const std::vector<std::string>&>(), "names"_a,
           "choice_names"_a, "action_names"_a)
      .def("observe",
           [](const Layout& layout, const Game& g, const std::string& seat, const Array<float, 1>& row) {
             layout.observe(g.state, seat_of_role(g.state, seat), checked(row, "row", {layout.numbers}));
           },
           "game"_a, "seat"_a, "row"_a)
      .def("choices",
           [](const Layout& layout, const Game& g, const Array<float, 2>& rows) {
             thread_local std::vector<u16> order;
             const int most = static_cast<int>(rows.shape(0));
             if (most < 2) throw std::invalid_argument("rows: expected room for at least 2 choices, got " + std::to_string(most));
             float* to = checked(rows, "rows", {most, layout.choice_numbers});
             const Choices& choices = g.choices();
             in_order(g.state, choices, order);
             const int count = offered(choices.n, most);
             for (int i = 0; i < count; ++i)
               layout.describe(g.state, g.state.awaiting.at[0].actor, choices.at[order[static_cast<size_t>(spread(i, choices.n, most))]],
                               to + static_cast<size_t>(i) * static_cast<size_t>(layout.choice_numbers));
             return count;
           },
           "game"_a, "rows"_a);

  nb::class_<Steps>(m, "Steps")
      .def("__init__",
           [](Steps* steps, const Layout& layout, const Game& g) {
             const Choices& choices = g.choices();
             if (choices.n == 0) throw Refused("expected a game in which a seat has to choose");
             new (steps) Steps();
             steps->begin(g.state, g.state.awaiting.at[0].actor, layout, choices);
           },
           "layout"_a, "game"_a)
      .def_prop_ro("chosen", &Steps::chosen)
      .def_prop_ro("taken", &Steps::taken)
      .def("mask", [](const Steps& steps, const Array<signed char, 1>& mask) { steps.mask(checked(mask, "mask", {steps.width()})); }, "mask"_a)
      .def("take", &Steps::take, "action"_a);

  nb::class_<Batch>(m, "Batch")
      .def("__init__",
           [begun](Batch* batch, const Layout& layout, const std::string& edition, const std::vector<std::string>& modules,
                   const std::vector<std::string>& seats, int games, int threads, bool steps, int most_choices, bool by_rank,
                   bool remember, bool alone, bool powers, bool happenings, bool stations, const std::vector<std::string>& train,
                   const std::vector<std::pair<std::string, std::string>>& house_rules) {
             const Game game = begun(edition, modules, seats, powers, happenings, stations, train, house_rules);
             new (batch) Batch(layout, game.state, games, threads, {steps, most_choices, by_rank, remember, alone});
           },
           "layout"_a, "edition"_a, "modules"_a, "seats"_a, "games"_a, nb::kw_only(), "threads"_a = 1, "steps"_a = false,
           "most_choices"_a = 80, "by_rank"_a = false, "remember"_a = false, "alone"_a = false, "powers"_a = true, "happenings"_a = true,
           "stations"_a = true, "train"_a = std::vector<std::string>{},
           "house_rules"_a = std::vector<std::pair<std::string, std::string>>{}, nb::keep_alive<1, 2>())
      .def("__len__", &Batch::size)
      .def("reset",
           [](Batch& batch, u64 seed, const Array<float, 2>& observations, const Array<signed char, 2>& masks,
              const Array<std::int64_t, 1>& actors, const std::optional<Array<float, 3>>& choices,
              const std::optional<Array<signed char, 2>>& taken) {
             batch.reset(seed, written(batch, observations, masks, actors, choices, taken));
           },
           "seed"_a, "observations"_a, "masks"_a, "actors"_a, "choices"_a.none(), "taken"_a.none())
      .def("step",
           [](Batch& batch, const Array<const std::int64_t, 1>& actions, const Array<float, 2>& rewards, const Array<signed char, 1>& ended,
              const Array<float, 2>& observations, const Array<signed char, 2>& masks, const Array<std::int64_t, 1>& actors,
              const std::optional<Array<float, 3>>& choices, const std::optional<Array<signed char, 2>>& taken) {
             const int games = batch.size();
             batch.step(checked(actions, "actions", {games}), checked(rewards, "rewards", {games, batch.seats()}),
                        checked(ended, "ended", {games}), written(batch, observations, masks, actors, choices, taken));
           },
           "actions"_a, "rewards"_a, "ended"_a, "observations"_a, "masks"_a, "actors"_a, "choices"_a.none(), "taken"_a.none())
      .def("game",
           [](const Batch& batch, int index) {
             if (index < 0 || index >= batch.size())
               throw nb::index_error(("expected the number of a game from 0 to " + std::to_string(batch.size() - 1) + ", got " + std::to_string(index)).c_str());
             Game game;
             game.begin_at(batch.game(index).state());
             game.dice = batch.game(index).dice();
             game.deals = true;
             return game;
           },
           "index"_a);
}

}  // namespace colt
