// Information-set search for one seat: a tree over its own choices, grown by playouts from states that fit its view.
//
// The states come from outside, sampled from the view, so that nothing hidden can get in. A playout starts from one of them
// with a given choice, follows the tree by upper confidence bounds as far as it goes, adds one node, and goes on with the
// schemer of scheming.cpp in all seats until some rounds are over. A node is what the seat knows of its own way there: what
// it has chosen, what it is asked, and where its bandit stands. It widens as it is visited, the likeliest choices first.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "wire.hpp"

namespace colt {

using namespace nb::literals;

namespace {

constexpr double CURIOSITY = 600;  // dollars: about how far the ends of playouts are apart

struct Edge {
  Command command;
  i32 worth;
  u32 offered, tried;
  double gained;
  std::vector<std::pair<u32, u32>> after;  // by what the seat is asked next: the number of the node
};

struct Node {
  u32 visits = 0;
  std::vector<Edge> edges;
};

// What distinguishes positions after the same choices.
u32 question(const State& s, const Awaited& ask) {
  const u32 place = about_a_figure(ask.kind) && ask.subject < FIGURES ? s.figures[ask.subject].place : NONE;
  return static_cast<u32>(ask.kind) << 16 | static_cast<u32>(ask.subject) << 8 | place;
}

// Ways to keep cards are bits of a hand, and later hands differ from state to state: only the first question can be one.
bool is_for_the_tree(u8 kind) { return !keeps_cards(kind); }

// --- how good an end is ----------------------------------------------------------------------------------------------

constexpr double VICTORY = 1000, AWARD = 1000;  // dollars
constexpr double NEAR = 0.3;                    // the share of the best loot at a bandit's place that counts for it
constexpr double GOAL = 500;                    // what one of the Marshal's five is worth to him
constexpr double WOUND = 20;                    // what a bullet card costs in each round that follows

struct Worth {
  u8 seat;
  double money;
};
using Worths = std::vector<Worth>;

// The Marshal has no money: for him goals count.
bool is_the_marshals(const State& s, u8 seat) { return has(s, MARSHAL_BOX) && seat == seat_of(s, THE_MARSHAL); }

double worth_of_goals(const State& s) {
  double worth = 0;
  for (u8 goal : s.marshal_player.current) worth += meets_goal(s, goal) ? GOAL : 0;
  for (u8 goal : s.marshal_player.future) worth += meets_goal(s, goal) ? GOAL : 0;
  return worth;
}

void final_worth(const State& s, Worths& out) {
  for (const Standing& one : s.ranking) {
    const double money = is_the_marshals(s, one.seat) ? worth_of_goals(s) : one.money;
    out.push_back({one.seat, money + (one.rank == 1 ? VICTORY : 0)});
  }
}

int bullets_of(const Cards& cards) {
  int count = 0;
  for (Card card : cards.hand) count += is_bullet(card);
  for (Card card : cards.deck) count += is_bullet(card);
  for (Card card : cards.discard) count += is_bullet(card);
  return count;
}

// Between two rounds. The round card that has just come up does not count, and the award for shots counts in part.
void worth_so_far(const State& s, Worths& out) {
  State counted = s;
  counted.options.happenings = 0;
  double also[MAX_SEATS] = {};
  int shots[MAX_SEATS] = {};
  for (u8 b = 0; b < BANDITS; ++b) {
    const Figure& figure = s.figures[b];
    if (figure.seat == NONE) continue;
    shots[figure.seat] += 6 - figure.bullets;
    counted.figures[b].bullets = 6;
    int best = 0;
    if (figure.place < PLACES && figure.place != s.marshal)
      for (Tokens lying = s.floor[figure.place]; lying != 0; lying &= lying - 1) best = std::max<int>(best, s.values[lowest(lying)]);
    also[figure.seat] += NEAR * best;
  }
  end_game(counted);
  const double left = s.rounds.n + 1, played = std::max(0, s.round.number - 1);
  const int most = *std::max_element(shots, shots + s.options.seats);
  const auto level = std::count(shots, shots + s.options.seats, most);
  for (const Standing& one : counted.ranking) {
    if (is_the_marshals(s, one.seat)) {
      out.push_back({one.seat, worth_of_goals(s)});
      continue;
    }
    const double wounds = WOUND * left * bullets_of(s.cards[one.seat]);
    const double award = shots[one.seat] == most ? AWARD * played / (played + left) / static_cast<double>(level) : 0;
    out.push_back({one.seat, one.money + also[one.seat] - wounds + award});
  }
}

// A seat's lead over the mean of the richest and the average of the other sides.
double lead(const State& s, u8 seat, Worths& worths) {
  worths.clear();
  if (s.phase == OVER) final_worth(s, worths);
  else worth_so_far(s, worths);
  double mine = 0, most = 0, sum = 0;
  int others = 0;
  for (const Worth& one : worths) {
    if (one.seat == seat) {
      mine = one.money;
    } else if (!has(s, TEAM) || partner(one.seat) != seat) {
      most = others == 0 ? one.money : std::max(most, one.money);
      sum += one.money;
      ++others;
    }
  }
  return others == 0 ? mine : mine - (most + sum / others) / 2;
}

// --- the tree --------------------------------------------------------------------------------------------------------

class Search {
 public:
  Search(nb::list commands, std::optional<int> rounds) : commands(std::move(commands)), rounds(rounds) {
    if (nb::len(this->commands) == 0) throw std::invalid_argument("choices: expected at least one, got none");
    if (rounds.value_or(0) < 0) throw std::invalid_argument("rounds: expected 0 or more, got " + std::to_string(*rounds));
  }

  bool think(nb::handle state, int playouts, u64 seed, const std::optional<std::vector<u32>>& left) {
    if (playouts < 0) throw std::invalid_argument("playouts: expected 0 or more, got " + std::to_string(playouts));
    const State from = state_in(state);
    if (!begin(from)) return false;
    std::vector<u32> numbers = left.value_or(std::vector<u32>{});
    for (u32 i = 0; !left.has_value() && i < nodes[0].edges.size(); ++i) numbers.push_back(i);
    for (const u32 number : numbers)
      if (number >= nodes[0].edges.size())
        throw nb::index_error(("left: expected numbers of choices below " + std::to_string(nodes[0].edges.size()) + ", got " +
                               std::to_string(number)).c_str());
    nb::gil_scoped_release release;
    for (const u32 number : numbers) {
      Dice dice(seed);
      for (int i = 0; i < playouts; ++i) play(from, number, dice);
    }
    return true;
  }

  std::vector<i32> worth() const {
    std::vector<i32> out(nb::len(commands));
    for (size_t i = 0; i < root().size(); ++i) out[i] = root()[i].worth;
    return out;
  }

  std::vector<u32> tried() const {
    std::vector<u32> out(nb::len(commands));
    for (size_t i = 0; i < root().size(); ++i) out[i] = root()[i].tried;
    return out;
  }

  std::vector<double> gains() const {
    std::vector<double> out(nb::len(commands));
    for (size_t i = 0; i < root().size(); ++i) out[i] = root()[i].tried == 0 ? 0 : root()[i].gained / root()[i].tried;
    return out;
  }

 private:
  struct Step {
    u32 node, edge;
  };

  const nb::list commands;
  const std::optional<int> rounds;
  std::vector<Node> nodes;
  std::vector<Step> path;  // of the playout that is running
  std::vector<u32> open;   // the edges of a node that are choices here
  Worths worths;
  Choices choices;

  const std::vector<Edge>& root() const {
    static const std::vector<Edge> none;
    return nodes.empty() ? none : nodes[0].edges;
  }

  // Whether these are the choices of the seat here. If not, the state contradicts something that the view does not show.
  bool begin(const State& s) {
    std::vector<Edge> edges;
    if (nodes.empty()) {
      for (nb::handle one : commands) edges.push_back(Edge{command_in(s, one).command, 0, 0, 0, 0, {}});
    }
    const u8 seat = nodes.empty() ? edges[0].command.actor : nodes[0].edges[0].command.actor;
    const Awaited* ask = std::find_if(s.awaiting.begin(), s.awaiting.end(), [&](const Awaited& one) { return one.actor == seat; });
    if (ask == s.awaiting.end()) return false;
    choices.n = 0;
    list_choices(s, *ask, choices);
    if (!nodes.empty()) {
      const auto stands = [&](const Edge& edge) { return choices.has(edge.command); };
      return std::all_of(nodes[0].edges.begin(), nodes[0].edges.end(), stands);
    }
    for (Edge& edge : edges) {
      if (!choices.has(edge.command)) return false;
      edge.worth = worth_of(s, *ask, edge.command);
    }
    nodes.emplace_back();
    nodes[0].edges = std::move(edges);
    return true;
  }

  void play(const State& from, u32 first, Dice& dice) {
    State s = from;
    const u8 seat = nodes[0].edges[first].command.actor;
    const int last = std::max<int>(1, s.round.number) + std::min(rounds.value_or(MAX_ROUNDS), MAX_ROUNDS);
    bool in_tree = true;
    path.clear();
    take(s, {0, first});
    while (s.phase != OVER && s.round.number <= last) {
      if (s.awaiting.empty()) throw Broken("a game that waits for nobody and is not over");
      const Awaited ask = s.awaiting.at[0];
      if (ask.actor == CHANCE) {
        deal_by_dice(s, dice);
        continue;
      }
      choices.n = 0;
      list_choices(s, ask, choices);
      if (choices.n == 0) throw Broken("a decision without choices");
      if (choices.n == 1) apply(s, Command(choices.at[0]));
      else if (in_tree && ask.actor == seat && is_for_the_tree(ask.kind)) in_tree = go_on(s, ask);
      else apply(s, Command(scheme(s, ask, choices, dice)));
    }
    const double found = lead(s, seat, worths);
    for (const Step& step : path) {
      ++nodes[step.node].visits;
      ++nodes[step.node].edges[step.edge].tried;
      nodes[step.node].edges[step.edge].gained += found;
    }
  }

  // One choice in the tree; false if the node was new, so that the tree ends here.
  bool go_on(State& s, const Awaited& ask) {
    const u32 asks = question(s, ask);
    u32 here = 0;
    for (const auto& [key, node] : nodes[path.back().node].edges[path.back().edge].after)
      if (key == asks) here = node;
    const bool known = here != 0;
    if (!known) {
      here = static_cast<u32>(nodes.size());
      nodes[path.back().node].edges[path.back().edge].after.emplace_back(asks, here);
      nodes.emplace_back();
    }
    std::vector<Edge>& edges = nodes[here].edges;
    open.clear();
    for (int i = 0; i < choices.n; ++i) {
      const auto same = [&](const Edge& edge) { return edge.command == choices.at[i]; };
      const auto found = std::find_if(edges.begin(), edges.end(), same);
      open.push_back(static_cast<u32>(found - edges.begin()));
      if (found == edges.end()) edges.push_back(Edge{choices.at[i], worth_of(s, ask, choices.at[i]), 0, 0, 0, {}});
    }
    take(s, {here, pick(nodes[here])});
    return known;
  }

  void take(State& s, Step step) {
    path.push_back(step);
    apply(s, Command(nodes[step.node].edges[step.edge].command));
  }

  // Of the open choices, the likeliest that is untried if there is room for it, else the one with the highest bound.
  u32 pick(Node& node) {
    const double room = 1 + std::sqrt(node.visits);
    constexpr u32 NO_EDGE = ~u32{0};
    u32 tried = 0, likeliest = NO_EDGE, best = NO_EDGE;
    double highest = 0;
    for (const u32 number : open) {
      Edge& edge = node.edges[number];
      if (edge.tried == 0) {
        if (likeliest == NO_EDGE || edge.worth > node.edges[likeliest].worth) likeliest = number;
        continue;
      }
      ++tried;
      ++edge.offered;
      const double bound = edge.gained / edge.tried + CURIOSITY * std::sqrt(std::log(edge.offered + 1.0) / edge.tried);
      if (best == NO_EDGE || bound > highest) highest = bound, best = number;
    }
    return best == NO_EDGE || (likeliest != NO_EDGE && tried < room) ? likeliest : best;
  }
};

}  // namespace

void bind_search(nb::module_& m) {
  nb::class_<Search>(m, "Search")
      .def(nb::init<nb::list, std::optional<int>>(), "choices"_a, "rounds"_a = nb::none())
      .def("think", &Search::think, "state"_a.none(), "playouts"_a, "seed"_a = 0, "left"_a = nb::none())
      .def_prop_ro("worth", &Search::worth)
      .def_prop_ro("tried", &Search::tried)
      .def_prop_ro("gains", &Search::gains);
}

}  // namespace colt
