// The Python side: class Game, playouts on several threads, exceptions.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "learning.hpp"
#include "packed.hpp"
#include "threads.hpp"

namespace colt {

using namespace nb::literals;

// A command that was played, and all before it. Copies of a game share their past.
struct Past {
  std::shared_ptr<const Past> before;
  Command command;
  std::vector<u8> outcome;  // as in what was read
};

// The choices that were listed last on this thread, and of which position. Every change gives a game a new number, so that
// asking how many there are and taking one lists them once.
static thread_local Choices choices_here;
static thread_local u64 choices_of = 0;
static std::atomic<u64> positions{0};

static nb::list texts(const std::vector<std::string>& row) {
  nb::list out;
  for (const std::string& name : row) out.append(name);
  return out;
}

// What is left of a playout; small, since there may be millions of them.
struct Result {
  u8 seat_names[MAX_SEATS];
  List<Standing, MAX_SEATS> ranking;
};

class Game {
 public:
  State state = new_state();
  Dice dice{0};
  bool deals = false;  // whether the dice answer for chance at once
  std::shared_ptr<const State> origin;  // where the past begins; none if with a game that is not started
  std::shared_ptr<const Past> past;
  u64 position = ++positions;

  // Whatever goes wrong, the game is as it was before.
  template <class Change>
  void changed(Change change) {
    const State before = state;
    try {
      change();
    } catch (...) {
      state = before;
      throw;
    }
    look(state);
    position = ++positions;
  }

  void record(const Command& c, std::vector<u8> outcome = {}) {
    past = std::make_shared<const Past>(Past{std::move(past), c, std::move(outcome)});
  }

  void deal_one() {
    Row row;
    if (state.awaiting.empty() || state.awaiting.at[0].actor != CHANCE) throw Refused("expected a game that waits for chance");
    changed([&] { deal_by_dice(state, dice, &row); });
    Command c = command(static_cast<Type>(DEAL), CHANCE, row.what);
    c.other = row.subject;
    record(c, std::vector<u8>(row.items, row.items + row.count));
  }

  void begin_at(const State& from) {
    state = from;
    look(state);
    origin = std::make_shared<const State>(from);
    position = ++positions;
  }

  void settle() {
    while (deals && !state.awaiting.empty() && state.awaiting.at[0].actor == CHANCE) deal_one();
  }

  const Awaited* to_answer() const {
    return state.awaiting.empty() || state.awaiting.at[0].actor >= TABLE ? nullptr : &state.awaiting.at[0];
  }

  const Choices& choices() const {
    if (choices_of == position) return choices_here;
    choices_of = 0;
    choices_here.n = 0;
    const Awaited* ask = to_answer();
    if (ask != nullptr) list_choices(state, *ask, choices_here);
    choices_of = position;
    return choices_here;
  }

  const Command& choice(long long index) const {
    const Choices& all = choices();
    if (all.n == 0)
      throw nb::index_error((std::string(state.phase == OVER ? "expected nothing more, since the game is over" :
                                         "expected what chance or the table has to say (apply_command, or deal)") +
                             "; got the choice " + std::to_string(index)).c_str());
    if (index < 0 || index >= all.n)
      throw nb::index_error(("expected the number of a choice from 0 to " + std::to_string(all.n - 1) + ", got " + std::to_string(index)).c_str());
    return all.at[index];
  }

  void apply_index(long long index) {
    const Command c = choice(index);
    std::vector<u8> kept = c.type == KEEP_CARDS ? kept_cards(state, c) : std::vector<u8>{};
    changed([&] { apply(state, c); });
    record(c, std::move(kept));
    settle();
  }

  void apply_dict(nb::handle value) {
    Read read = command_in(state, value);
    if (read.command.type == KEEP_CARDS) read.outcome = kept_cards(state, read.command);
    changed([&] { perform(state, read); });
    record(read.command, std::move(read.outcome));
    settle();
  }

  // The playout with this seed, with everything that is played in it; see play_to_the_end.
  Game played_out(u64 seed) const {
    if (state.phase == NEW) throw Refused("expected a game that is started");
    Game game = *this;
    game.dice = Dice(seed);
    game.deals = false;
    while (game.state.phase != OVER) {
      if (game.to_answer() != nullptr) game.apply_index(game.dice.roll(static_cast<u32>(game.choices().n)));
      else if (game.state.awaiting.at[0].actor == CHANCE) game.deal_one();
      else game.answer_for_the_table();
    }
    return game;
  }

  // The usual: it names no card, and agrees on all round cards.
  void answer_for_the_table() {
    if (state.awaiting.at[0].kind != ASK_CARD_FACES) return agree_on_round_cards();
    Read finish{};
    finish.command = command(static_cast<Type>(FINISH_NAMING), TABLE);
    changed([&] { perform(state, finish); });
    record(finish.command);
    settle();
  }
  bool waits_for(u8 kind) const { return !state.awaiting.empty() && state.awaiting.at[0].kind == kind; }

  // Without names the table agrees on all cards.
  void agree_on_round_cards(const std::vector<std::string>& rounds = {}, const std::vector<std::string>& stations = {}) {
    nb::dict agreement;
    agreement["type"] = "AgreeOnRoundCards";
    agreement["actor"] = "table";
    agreement["rounds"] = texts(rounds);
    agreement["stations"] = texts(stations);
    apply_dict(agreement);
  }

  // Equal if everything is where it is there: how it came about, and the dice, do not count.
  bool equals(const Game& other) const {
    return std::memcmp(&state, &other.state, sizeof state) == 0 || state_out(state).equal(state_out(other.state));
  }

  nb::list legal(const std::optional<std::string>& actor) const {
    nb::list out;
    choices_of = 0;
    choices_here.n = 0;
    for (const Awaited& ask : state.awaiting) {
      if (ask.actor >= TABLE) continue;
      if (actor.has_value() ? actor_name(state, ask.actor) != *actor : &ask != to_answer()) continue;
      list_choices(state, ask, choices_here);
    }
    for (int i = 0; i < choices_here.n; ++i) out.append(command_out(state, choices_here.at[i]));
    return out;
  }

  // All that was played, the first first.
  std::vector<const Past*> played() const {
    std::vector<const Past*> all;
    for (const Past* p = past.get(); p != nullptr; p = p->before.get()) all.push_back(p);
    std::reverse(all.begin(), all.end());
    return all;
  }

  nb::list commands() const {
    nb::list out;
    for (const Past* played : this->played()) {
      const Past& p = *played;
      switch (p.command.type) {
        case DEAL: out.append(deal_out(state, p.command.what, p.command.other, p.outcome)); break;
        case AGREE: out.append(agree_out(p.outcome)); break;
        case NAME_TURNS: case NAME_SYMBOLS: case NAME_BULLETS: case NAME_LOOT: case FINISH_NAMING:
          out.append(naming_out(p.command, p.outcome));
          break;
        case START_GAME: out.append(start_out(state)); break;
        case AGREE_ON_RULING: out.append(ruling_out(p.command.what)); break;
        case KEEP_CARDS: {
          nb::dict c = command_out(state, command(ADD_NO_CARD, p.command.actor));
          nb::list cards;
          for (u8 card : p.outcome) cards.append(card_name(card));
          c["type"] = text(TYPE_NAMES[KEEP_CARDS]);
          c["cards"] = cards;
          out.append(c);
          break;
        }
        default: out.append(command_out(state, p.command));
      }
    }
    return out;
  }
};

// A game that the table has agreed on, before anything is drawn.
static Game started(const std::string& edition, const std::vector<std::string>& modules, const std::vector<std::string>& seats,
                    bool powers, bool happenings, bool stations, const std::vector<std::string>& train,
                    const std::vector<std::pair<std::string, std::string>>& house_rules) {
  Game game;
  nb::dict start;
  for (const auto& [ruling, answer] : house_rules) {
    nb::dict house_rule;
    house_rule["type"] = "AgreeOnRuling";
    house_rule["actor"] = "table";
    house_rule["ruling"] = ruling;
    house_rule["answer"] = answer;
    game.apply_dict(house_rule);
  }
  start["type"] = "StartGame";
  start["actor"] = "table";
  start["edition"] = edition;
  start["modules"] = texts(modules);
  start["seats"] = texts(seats);
  start["powers"] = powers;
  start["happenings"] = happenings;
  start["stations"] = stations;
  start["train"] = texts(train);
  game.apply_dict(start);
  return game;
}

// Where a game began, what was played and where it is, as it lies in memory.
static nb::bytes packed(const Game& g) {
  Packing out;
  out.put(g.state);
  out.put(g.dice);
  out.put(g.deals);
  out.put(g.origin != nullptr);
  if (g.origin) out.put(*g.origin);
  std::vector<const Past*> all = g.played();
  out.put(static_cast<u32>(all.size()));
  for (const Past* past : all) {
    out.put(past->command);
    out.put_row(past->outcome);
  }
  return out.sealed();
}

static Game unpacked(const nb::bytes& bytes) {
  Unpacking in(bytes);
  Game game;
  in.take_into(game.state);
  in.take_into(game.dice);
  in.take_into(game.deals);
  if (in.take<bool>()) game.origin = std::make_shared<const State>(in.take<State>());
  for (u32 left = in.take<u32>(); left > 0; --left) {
    const Command played = in.take<Command>();
    game.record(played, in.take_row());
  }
  return game;
}

static Result play_out(const State& from, u64 seed) {
  State s = from;
  Dice dice(seed);
  play_to_the_end(s, dice);
  Result result;
  std::memcpy(result.seat_names, s.options.seat_names, sizeof result.seat_names);
  result.ranking = s.ranking;
  return result;
}

// Many games on several threads; the same seeds give the same results on any number of them.
static std::vector<Result> play_many(const State& from, const std::vector<u64>& seeds, int threads) {
  if (from.phase == NEW) throw Refused("expected a game that is started");
  std::vector<Result> results(seeds.size());
  Crew crew(threads);
  on_threads(crew, seeds.size(), [&](auto& share) { share([&](u64 i) { results[i] = play_out(from, seeds[i]); }); });
  return results;
}

static std::vector<u64> seeds_from(long long count, u64 first) {
  if (count < 0 || count > 100000000) throw std::invalid_argument("n: expected 0 to 100,000,000 games, got " + std::to_string(count));
  std::vector<u64> seeds(static_cast<size_t>(count));
  for (size_t i = 0; i < seeds.size(); ++i) seeds[i] = first + i;
  return seeds;
}

static nb::list winners(const List<Standing, MAX_SEATS>& ranking, const u8* seat_names) {
  nb::list out;
  for (const Standing& standing : ranking)
    if (standing.rank == 1) out.append(seat_label(seat_names[standing.seat]));
  return out;
}

static nb::dict money(const Result& r) {
  nb::dict out;
  for (const Standing& standing : r.ranking) out[nb::cast(seat_label(r.seat_names[standing.seat]))] = standing.money;
  return out;
}

static std::string in_words(const Game& g) {
  const Options& o = g.state.options;
  if (g.state.phase == NEW) return "<Game that is not started>";
  std::string modules, seats;
  for (int module = 0; module < MODULES; ++module)
    if (o.modules >> module & 1) modules += (modules.empty() ? "" : "+") + std::string(MODULE_NAMES[module]);
  for (int seat = 0; seat < o.seats; ++seat) seats += (seat == 0 ? "" : ", ") + seat_label(o.seat_names[seat]);
  std::string now = std::string(PHASE_NAMES[g.state.phase]);
  if (!g.state.awaiting.empty())
    now += ", " + actor_name(g.state, g.state.awaiting.at[0].actor) + " has to decide (" + std::string(KIND_NAMES[g.state.awaiting.at[0].kind]) + ")";
  return "<Game of " + std::string(EDITION_NAMES[o.edition]) + ", " + modules + ", with " + seats + ": " + now + ">";
}

static std::string in_words(const Result& r) {
  std::string out;
  for (const Standing& standing : r.ranking)
    out += (out.empty() ? "" : ", ") + std::to_string(standing.rank) + ". " + seat_label(r.seat_names[standing.seat]) + " $" +
           std::to_string(standing.money);
  return "<Result: " + out + ">";
}

NB_MODULE(_engine, m) {
  m.doc() = "The rules of Colt Express in C++. See colt_native for how to use it.";
  nb::exception<BadPosition>(m, "BadPosition", PyExc_ValueError);
  nb::exception<Refused>(m, "Refused", PyExc_ValueError);
  nb::exception<TooMuch>(m, "TooMuch", PyExc_ValueError);
  nb::exception<Broken>(m, "Broken", PyExc_RuntimeError);

  nb::class_<Result>(m, "Result")
      .def_prop_ro("winners", [](const Result& r) { return winners(r.ranking, r.seat_names); })
      .def_prop_ro("money", &money)
      .def_prop_ro("ranking", [](const Result& r) { return ranking_out(r.ranking, r.seat_names); })
      .def("__repr__", [](const Result& r) { return in_words(r); });

  nb::class_<Game>(m, "Game")
      .def(nb::init<>())
      .def_static(
          "new",
          [](const std::string& edition, const std::vector<std::string>& modules, const std::vector<std::string>& seats, u64 seed,
             bool powers, bool happenings, bool stations, const std::vector<std::string>& train,
             const std::vector<std::pair<std::string, std::string>>& house_rules,
             const std::optional<std::pair<std::vector<std::string>, std::vector<std::string>>>& agreed) {
            Game game = started(edition, modules, seats, powers, happenings, stations, train, house_rules);
            game.dice = Dice(seed);
            game.deals = true;
            if (game.waits_for(ASK_CARD_FACES)) game.answer_for_the_table();
            if (game.waits_for(ASK_ROUND_CHOICE)) {
              if (agreed.has_value()) game.agree_on_round_cards(agreed->first, agreed->second);
              else game.agree_on_round_cards();
            } else if (agreed.has_value()) {
              throw Refused("agreed: expected none in a game whose table has no round cards to choose from");
            }
            game.settle();
            return game;
          },
          "edition"_a, "modules"_a, "seats"_a, "seed"_a, nb::kw_only(), "powers"_a = true, "happenings"_a = true,
          "stations"_a = true, "train"_a = std::vector<std::string>{},
          "house_rules"_a = std::vector<std::pair<std::string, std::string>>{}, "agreed"_a = nb::none())
      .def_static(
          "from_state",
          [](nb::handle state, std::optional<u64> seed) {
            Game game;
            game.begin_at(state_in(state));
            game.deals = seed.has_value();
            game.dice = Dice(seed.value_or(0));
            game.settle();
            return game;
          },
          "state"_a.none(), "seed"_a = nb::none())
      .def("to_state", [](const Game& g) { return state_out(g.state); })
      .def("memory", [](const Game& g, const std::string& seat) { return memory_of(g.state, seat); }, "seat"_a)
      .def("view", [](const Game& g, const std::string& role) { return view_of(g.state, role); }, "role"_a)
      .def("legal", &Game::legal, "actor"_a = nb::none())
      .def("legal_count", [](const Game& g) { return g.choices().n; })
      .def("command", [](const Game& g, long long index) { return command_out(g.state, g.choice(index)); }, "index"_a)
      .def("apply", &Game::apply_index, "index"_a)
      .def("order",
           [](const Game& g) {
             std::vector<u16> order;
             in_order(g.state, g.choices(), order);
             return order;
           })
      .def("apply_command", &Game::apply_dict, "command"_a.none())
      .def("rows",
           [](const Game& g) -> nb::object {
             Row row;
             if (!chance_row(g.state, row)) return nb::none();
             return row_out(g.state, row);
           })
      .def("deal", &Game::deal_one)
      .def("copy", [](const Game& g) { return Game(g); })
      .def("reseed", [](Game& g, u64 seed) { g.dice = Dice(seed); }, "seed"_a)
      .def("playout", [](const Game& g, u64 seed) {
             if (g.state.phase == NEW) throw Refused("expected a game that is started");
             return play_out(g.state, seed);
           }, "seed"_a)
      .def("playouts",
           [](const Game& g, long long n, u64 seed, int threads) { return play_many(g.state, seeds_from(n, seed), threads); },
           "n"_a, "seed"_a = 0, "threads"_a = 1)
      .def("played_out", &Game::played_out, "seed"_a)
      .def_prop_ro("commands", &Game::commands)
      .def_prop_ro("actor",
                   [](const Game& g) -> nb::object {
                     if (g.state.awaiting.empty()) return nb::none();
                     return nb::cast(actor_name(g.state, g.state.awaiting.at[0].actor));
                   })
      .def_prop_ro("awaiting",
                   [](const Game& g) {
                     nb::list out;
                     for (const Awaited& ask : g.state.awaiting)
                       out.append(nb::make_tuple(actor_name(g.state, ask.actor), text(KIND_NAMES[ask.kind])));
                     return out;
                   })
      .def_prop_ro("phase", [](const Game& g) { return text(PHASE_NAMES[g.state.phase]); })
      .def_prop_ro("over", [](const Game& g) { return g.state.phase == OVER; })
      .def_prop_ro("winners", [](const Game& g) { return winners(g.state.ranking, g.state.options.seat_names); })
      .def_prop_ro("ranking", [](const Game& g) { return ranking_out(g.state.ranking, g.state.options.seat_names); })
      .def("__repr__", [](const Game& g) { return in_words(g); })
      .def("__copy__", [](const Game& g) { return Game(g); })
      .def("__deepcopy__", [](const Game& g, nb::handle) { return Game(g); }, "memo"_a)
      .def("__eq__", [](const Game& g, const Game& other) { return g.equals(other); }, nb::is_operator())
      .def("__hash__", [](const Game& g) { return nb::hash(nb::repr(state_out(g.state))); })
      .def("__getstate__", &packed)
      .def("__setstate__", [](Game& g, const nb::bytes& bytes) { new (&g) Game(unpacked(bytes)); }, "bytes"_a);

  m.def(
      "playouts",
      [](const std::string& edition, const std::vector<std::string>& modules, const std::vector<std::string>& seats,
         const std::vector<u64>& seeds, int threads, bool powers, bool happenings, bool stations,
         const std::vector<std::string>& train, const std::vector<std::pair<std::string, std::string>>& house_rules) {
        const Game game = started(edition, modules, seats, powers, happenings, stations, train, house_rules);
        return play_many(game.state, seeds, threads);
      },
      "edition"_a, "modules"_a, "seats"_a, "seeds"_a, "threads"_a = 1, nb::kw_only(), "powers"_a = true, "happenings"_a = true,
      "stations"_a = true, "train"_a = std::vector<std::string>{},
      "house_rules"_a = std::vector<std::pair<std::string, std::string>>{});

  bind_tally(m);
  bind_learning<Game>(m, [](const auto&... options) {
    Game game = started(options...);
    while (game.waits_for(ASK_CARD_FACES) || game.waits_for(ASK_ROUND_CHOICE)) game.answer_for_the_table();
    return game;
  });
  bind_search(m);

  nb::list editions, modules;
  for (std::string_view name : EDITION_NAMES) editions.append(text(name));
  for (std::string_view name : MODULE_NAMES) modules.append(text(name));
  m.attr("EDITIONS") = editions;
  m.attr("MODULES") = modules;
  m.attr("STATE_BYTES") = sizeof(State);
}

}  // namespace colt
