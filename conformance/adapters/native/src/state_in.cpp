// A position as JSON becomes a flat state. Everything is checked here, so that the rules never meet an impossible number.
#include <functional>

#include "wire.hpp"

namespace colt {

std::string shown(nb::handle value) {
  std::string text;
  try {
    text = nb::cast<std::string>(nb::repr(value));
  } catch (...) {
    PyErr_Clear();
    text = "something that cannot be shown";
  }
  if (text.size() <= 80) return text;
  size_t end = 77;
  while ((text[end] & 0xC0) == 0x80) --end;  // not in the middle of a letter
  return text.substr(0, end) + "...";
}

namespace {

// A value and where it stands in the position.
struct Node {
  PyObject* value;
  std::string path;

  [[noreturn]] void wrong(const std::string& expected) const {
    throw BadPosition((path.empty() ? "the position" : path) + ": expected " + expected + ", got " + shown(nb::handle(value)));
  }
  bool null() const { return value == Py_None; }
  std::string text(const char* what = "a text") const {
    if (!PyUnicode_Check(value)) wrong(what);
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(value, &size);
    if (data == nullptr) {
      PyErr_Clear();
      wrong("a text in UTF-8");
    }
    return std::string(data, static_cast<size_t>(size));
  }
  bool truth() const {
    if (!PyBool_Check(value)) wrong("true or false");
    return value == Py_True;
  }
  long long number(long long least, long long most) const {
    const std::string expected = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    if (!PyLong_Check(value) || PyBool_Check(value)) wrong(expected);
    int overflow = 0;
    const long long n = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow != 0 || n < least || n > most) wrong(expected);
    return n;
  }
  Node operator[](const char* key) const {
    if (!PyDict_Check(value)) wrong("an object");
    PyObject* item = PyDict_GetItemString(value, key);
    if (item == nullptr) throw BadPosition((path.empty() ? "the position" : path) + ": expected the field " + key + ", it is missing");
    return Node{item, path.empty() ? key : path + "." + key};
  }
  bool has(const char* key) const {
    if (!PyDict_Check(value)) wrong("an object");
    return PyDict_GetItemString(value, key) != nullptr;
  }
  void each(const std::function<void(const Node&, int)>& f) const {
    if (!PyList_Check(value)) wrong("a list");
    for (Py_ssize_t i = 0; i < PyList_Size(value); ++i)
      f(Node{PyList_GetItem(value, i), path + "[" + std::to_string(i) + "]"}, static_cast<int>(i));
  }
  void each_key(const std::function<void(const std::string&, const Node&)>& f) const {
    if (!PyDict_Check(value)) wrong("an object");
    PyObject *key, *item;
    Py_ssize_t at = 0;
    while (PyDict_Next(value, &at, &key, &item)) {
      if (!PyUnicode_Check(key)) wrong("an object whose keys are texts");
      const std::string name = Node{key, path}.text();
      f(name, Node{item, path.empty() ? name : path + "." + name});
    }
  }
  void only(std::initializer_list<std::string_view> fields) const {
    each_key([&](const std::string& key, const Node& item) {
      for (std::string_view field : fields)
        if (field == key) return;
      throw BadPosition(item.path + ": expected no such field");
    });
  }
  // One of a few names, by a function that knows them.
  template <class F>
  u8 named(const char* what, F f) const {
    const int code = f(text(what));
    if (code < 0) wrong(what);
    return static_cast<u8>(code);
  }
};

class Reader {
 public:
  explicit Reader(State& s) : s(s) {}

  void read(const Node& top) {
    if (top.has("marshal_player"))
      throw BadPosition("marshal_player: expected a game without this module, which this engine does not play");
    top.only({"options", "phase", "train", "marshal", "figures", "cards", "floor", "values", "aside", "neutral", "rounds",
              "round", "ranking", "teams", "sealed", "agreed", "horses", "stagecoach", "time_machine"});
    options(top["options"]);
    s.phase = top["phase"].named("a phase", [](const std::string& name) { return index_of(PHASE_NAMES, name); });
    train(top["train"]);
    figures(top["figures"]);
    values(top["values"]);
    loot(top);
    s.marshal = place_or_none(top["marshal"]);
    s.neutral = static_cast<signed char>(top["neutral"].number(-1, 100));
    cards(top["cards"]);
    top["rounds"].each([&](const Node& n, int) { s.rounds.push(round_card_in(n)); });
    round(top["round"]);
    ranking(top["ranking"]);
    teams(top);
    if (top.has("horses")) horses(top["horses"]);
    if (top.has("stagecoach")) stagecoach(top["stagecoach"]);
    if (top.has("time_machine")) time_machine(top["time_machine"]);
    if (top.has("agreed")) agreed(top["agreed"]);
    check();
  }

 private:
  State& s;

  [[noreturn]] static void contradiction(const std::string& text) { throw BadPosition(text); }

  u8 seat_in(const Node& n) const {
    return n.named("a seat of this game", [&](const std::string& name) { return seat_named(s, name); });
  }
  u8 seat_or_none(const Node& n) const { return n.text("a seat").empty() ? NONE : seat_in(n); }
  u8 bandit_in(const Node& n) const {
    const u8 bandit = n.named("a bandit", bandit_named);
    if (s.figures[bandit].seat == NONE) n.wrong("a bandit of this game");
    return bandit;
  }
  Place place_in(const Node& n) const {
    return n.named("a place of this game", [&](const std::string& name) { return place_named(s, name); });
  }
  Place place_or_none(const Node& n) const { return n.text("a place").empty() ? NOWHERE : place_in(n); }
  u8 position_in(const Node& n) const {
    return n.named("a car of this train", [&](const std::string& name) { return position_named(s, name); });
  }
  u8 round_card_in(const Node& n) const {
    const u8 card = n.named("a round card", round_card_named);
    if (!has(s, ROUND_CARDS[card].box)) n.wrong("a round card of the boxes in play");
    return card;
  }
  Card card_in(const Node& n) const {
    const Card card = n.named("a card", card_named);
    if (is_action(card) && s.figures[bandit_of(card)].seat == NONE) n.wrong("an action card of a bandit of this game");
    if (is_action(card) && face_of(card) == RIDE && !has(s, HORSES)) n.wrong("a card of the boxes in play");
    return card;
  }
  Card action_in(const Node& n) const {
    const Card card = card_in(n);
    if (!is_action(card)) n.wrong("an action card");
    return card;
  }
  Token token_in(const Node& n) const {
    const Token token = n.named("a loot token", token_named);
    if (!(s.valued & token_bit(token))) n.wrong("a token that has a value");
    return token;
  }

  void options(const Node& n) {
    n.only({"edition", "modules", "seats", "powers", "happenings", "stations", "train", "rulings"});
    Options& o = s.options;
    const std::string edition = n["edition"].text();
    if (!edition.empty())
      o.edition = n["edition"].named("an edition", [](const std::string& name) { return index_of(EDITION_NAMES, name); });
    int before = -1;
    n["modules"].each([&](const Node& m, int) {
      const int module = m.named(("a module that this engine plays (" + listed(MODULE_NAMES) + ")").c_str(),
                                 [](const std::string& name) { return index_of(MODULE_NAMES, name); });
      if (module <= before) m.wrong("modules in the order " + listed(MODULE_NAMES) + ", each once");
      before = module;
      o.modules |= static_cast<u16>(1u << module);
    });
    n["seats"].each([&](const Node& seat, int i) {
      if (i >= MAX_SEATS) seat.wrong("at most 7 seats");
      const u8 label = seat.named("a seat", seat_label_named);
      for (int k = 0; k < i; ++k)
        if (o.seat_names[k] == label) seat.wrong("each seat once");
      o.seat_names[i] = label;
      o.seats = static_cast<u8>(i + 1);
    });
    o.powers = n["powers"].truth();
    o.happenings = n["happenings"].truth();
    o.stations = n["stations"].truth();
    n["train"].each([&](const Node& car, int i) {
      if (i >= MAX_CARS - 1) car.wrong("at most 6 cars");
      const u8 code = car.named("a car", car_named);
      if (code == LOCOMOTIVE || o.train.has(code)) car.wrong("each car behind the locomotive once");
      o.train.push(code);
    });
    n["rulings"].each([&](const Node& r, int) {
      const u8 house_rule = r.named("an answer that a table can agree on", [](const std::string& name) {
        const size_t sign = name.find('=');
        return sign == std::string::npos ? -1 : house_rule_named(name.substr(0, sign), name.substr(sign + 1));
      });
      if ((o.house_rules >> house_rule) & 1) r.wrong("each house rule once");
      o.rulings.push(house_rule);
      o.house_rules |= u64{1} << house_rule;
    });
  }

  void train(const Node& n) {
    u8 taken = 0;
    n.each([&](const Node& car, int i) {
      if (i >= MAX_CARS) car.wrong("at most 7 cars");
      const u8 code = car.named("a car", car_named);
      if ((i == 0) != (code == LOCOMOTIVE)) car.wrong("the locomotive first and nowhere else");
      if ((taken >> code) & 1) car.wrong("each car once");
      taken |= static_cast<u8>(1u << code);
      s.train[s.cars++] = code;
    });
    if (s.cars != 0 && s.cars < 3) n.wrong("at least two cars behind the locomotive, or no train yet");
  }

  void figures(const Node& n) {
    n.each_key([&](const std::string& name, const Node& f) {
      const int bandit = bandit_named(name);
      if (bandit < 0) contradiction(f.path + ": expected the name of a bandit");
      f.only({"seat", "place", "loot", "bullets", "powers", "ransom"});
      Figure& figure = s.figures[bandit];
      figure.seat = seat_in(f["seat"]);
      s.bandits_of[figure.seat] |= static_cast<u8>(1u << bandit);
      put(s, static_cast<u8>(bandit), place_or_none(f["place"]));
      figure.bullets = static_cast<u8>(f["bullets"].number(0, 6));
      f["powers"].each([&](const Node& p, int) {
        const u8 power = p.named("a bandit whose power it is", bandit_named);
        figure.powers |= static_cast<u8>(1u << power);
      });
      figure.ransom = static_cast<i32>(f["ransom"].number(0, 1000000));
    });
    for (u8 seat = 0; seat < s.options.seats; ++seat) {
      const u8 mine = s.bandits_of[seat];
      if (has(s, DUO) ? mine != 0 && size_of(mine) != 2
                      : mine != 0 && (size_of(mine) != 1 || mine != static_cast<u8>(1u << s.options.seat_names[seat])))
        contradiction("figures: expected " + std::string(has(s, DUO) ? "two bandits" : "the bandit of that name") + " for the seat " +
                      seat_name(s, seat));
    }
  }

  void values(const Node& n) {
    n.each_key([&](const std::string& name, const Node& v) {
      const int token = token_named(name);
      if (token < 0) contradiction(v.path + ": expected the name of a loot token that this engine knows");
      s.values[token] = static_cast<u16>(v.number(0, 60000));
      s.valued |= token_bit(static_cast<Token>(token));
    });
  }

  void loot(const Node& top) {
    Tokens lying = 0;
    auto lay = [&](const Node& n) {
      const Token token = token_in(n);
      if (lying & token_bit(token)) n.wrong("each token in one place");
      lying |= token_bit(token);
      return token;
    };
    top["figures"].each_key([&](const std::string& name, const Node& f) {
      const int bandit = bandit_named(name);
      f["loot"].each([&](const Node& n, int) {
        const Token token = lay(n);
        s.loot[bandit] |= token_bit(token);
        s.gained[token] = s.gains++;
      });
    });
    top["floor"].each_key([&](const std::string& name, const Node& f) {
      const int place = place_named(s, name);
      if (place < 0 || place >= PLACES) contradiction(f.path + ": expected a place of this game");
      f.each([&](const Node& n, int) { s.floor[place] |= token_bit(lay(n)); });
    });
    top["aside"].each([&](const Node& n, int) { s.aside |= token_bit(lay(n)); });
  }

  template <int N>
  void card_list(const Node& n, List<Card, N>& out, bool top_first) {
    n.each([&](const Node& card, int) { out.push(card_in(card)); });
    if (top_first)
      for (int i = 0, k = out.n - 1; i < k; ++i, --k) std::swap(out.at[i], out.at[k]);
  }

  void cards(const Node& n) {
    n.each_key([&](const std::string& name, const Node& c) {
      const int seat = seat_named(s, name);
      if (seat < 0) contradiction(c.path + ": expected a seat of this game");
      c.only({"hand", "deck", "discard", "borrowed", "uncounted"});
      Cards& cards = s.cards[seat];
      card_list(c["hand"], cards.hand, false);
      card_list(c["deck"], cards.deck, true);
      card_list(c["discard"], cards.discard, false);
      card_list(c["borrowed"], cards.borrowed, false);
      cards.uncounted = static_cast<u8>(c["uncounted"].number(0, 200));
    });
  }

  Played played(const Node& n) {
    n.only({"seat", "card", "face_down"});
    return Played{seat_in(n["seat"]), action_in(n["card"]), n["face_down"].truth()};
  }

  void round(const Node& n) {
    n.only({"number", "card", "first", "undealt", "turn", "order", "hidden", "draws", "pile", "current", "acted", "happened",
            "due", "drawing", "keeping", "answered"});
    Round& r = s.round;
    r.number = static_cast<u8>(n["number"].number(0, 100));
    r.card = n["card"].text().empty() ? NONE : round_card_in(n["card"]);
    r.first = seat_or_none(n["first"]);
    r.turn = static_cast<signed char>(n["turn"].number(-1, 4));
    n["undealt"].each([&](const Node& seat, int) { r.undealt.push(once(seat, r.undealt)); });
    n["order"].each([&](const Node& seat, int) { r.order.push(seat_in(seat)); });
    r.hidden = n["hidden"].truth();
    if (n.has("draws"))
      n["draws"].each([&](const Node& d, int) {
        d.only({"seat", "turn"});
        r.drew[seat_in(d["seat"])] |= static_cast<u8>(1u << d["turn"].number(0, 4));
      });
    n["pile"].each([&](const Node& p, int) { r.pile.push(played(p)); });
    if (!n["current"].null()) {
      r.has_current = 1;
      r.current = played(n["current"]);
    }
    r.acted = n["acted"].truth();
    r.happened = n["happened"].truth();
    n["due"].each([&](const Node& b, int) {
      const u8 bandit = bandit_in(b);
      if (s.figures[bandit].place >= PLACES || r.due.has(bandit)) b.wrong("bandits on the train or the stagecoach, each once");
      r.due.push(bandit);
    });
    r.drawing = seat_or_none(n["drawing"]);
    n["keeping"].each([&](const Node& seat, int) { r.keeping.push(once(seat, r.keeping)); });
    r.answered = static_cast<u8>(n["answered"].number(0, MAX_PILE));
  }

  u8 once(const Node& n, const List<u8, MAX_SEATS>& row) const {
    const u8 seat = seat_in(n);
    if (row.has(seat)) n.wrong("each seat once");
    return seat;
  }

  void ranking(const Node& n) {
    n.each([&](const Node& r, int) {
      r.only({"rank", "seat", "money", "bullets"});
      s.ranking.push({static_cast<u8>(r["rank"].number(1, 20)), seat_in(r["seat"]), static_cast<u8>(r["bullets"].number(0, 200)),
                      static_cast<i32>(r["money"].number(-1000000, 1000000))});
    });
  }

  void teams(const Node& top) {
    top["teams"].each([&](const Node& team, int i) {
      if (i >= MAX_TEAMS) team.wrong("at most three teams");
      team.each([&](const Node& b, int k) {
        if (k >= 2) b.wrong("two bandits in a team");
        s.team_pairs[i][k] = b.named("a bandit", bandit_named);
      });
      if (PyList_Size(team.value) != 2 || s.team_pairs[i][0] == s.team_pairs[i][1]) team.wrong("two bandits in a team");
      for (u8 bandit : s.team_pairs[i])
        if (bandit == MEI || s.figures[bandit].seat != NONE) team.wrong("bandits whom nobody leads");
      s.teams = static_cast<u8>(i + 1);
    });
    top["sealed"].each_key([&](const std::string& name, const Node& pair) {
      const int seat = seat_named(s, name);
      if (seat < 0) contradiction(pair.path + ": expected a seat of this game");
      int count = 0;
      pair.each([&](const Node& b, int k) {
        if (k >= 2) b.wrong("two pawns");
        s.sealed[seat][k] = bandit_in(b);
        if (seat_of(s, s.sealed[seat][k]) != seat) b.wrong("a bandit of that seat");
        count = k + 1;
      });
      if (count != 2 || s.sealed[seat][0] == s.sealed[seat][1]) pair.wrong("both bandits of that seat");
      s.sealed_seats |= static_cast<u8>(1u << seat);
    });
  }

  void horses(const Node& n) {
    if (!has(s, HORSES)) contradiction("horses: expected the module horses in play, or no such record");
    n.only({"stands", "flasks", "attack", "pour"});
    Horses& h = s.horses;
    h.known = 1;
    n["stands"].each_key([&](const std::string& name, const Node& car) {
      int horse = -1;
      for (int i = 0; i < MAX_HORSES; ++i)
        if (horse_name(i) == name) horse = i;
      if (horse < 0) contradiction(car.path + ": expected horse-1 to horse-8");
      h.stands[horse] = position_in(car);
    });
    n["flasks"].each_key([&](const std::string& name, const Node& f) {
      f.only({"kind", "used"});
      const int token = token_named(name);
      if (token < 0 || !is_flask(static_cast<Token>(token))) contradiction(f.path + ": expected the name of a flask");
      const Tokens flask = token_bit(static_cast<Token>(token));
      h.flasks |= flask;
      const u8 kind = f["kind"].named("classic or old", [](const std::string& name) { return index_of(WHISKY_NAMES, name); });
      if (kind == OLD) h.old |= flask;
      if (f["used"].truth()) h.used |= flask;
    });
    if (!n["attack"].null()) attack(n["attack"]);
    if (!n["pour"].null()) {
      const Node p = n["pour"];
      p.only({"seat", "kind", "draw", "cards"});
      if (s.phase != SCHEMIN || s.round.turn < 0) p.wrong("a flask in use in a turn of Schemin' only");
      const u8 kind = p["kind"].named("classic or old", [](const std::string& name) { return index_of(WHISKY_NAMES, name); });
      h.pour = Pour{1, seat_in(p["seat"]), kind, p["draw"].truth(), static_cast<u8>(p["cards"].number(1, 2))};
    }
  }

  void attack(const Node& n) {
    n.only({"car", "riders", "hidden"});
    if (s.phase != SETUP || s.cars == 0) n.wrong("an attack during the set-up only, once there is a train");
    Attack& a = s.horses.attack;
    a.on = 1;
    a.car = position_in(n["car"]);
    if (a.car == 0) n["car"].wrong("a car behind the locomotive");
    n["riders"].each([&](const Node& b, int) {
      const u8 bandit = bandit_in(b);
      if (s.figures[bandit].place != NOWHERE || a.riders.has(bandit)) b.wrong("bandits who have not boarded, each once");
      a.riders.push(bandit);
    });
    n["hidden"].each_key([&](const std::string& name, const Node& boards) {
      const int seat = seat_named(s, name);
      if (seat < 0) contradiction(boards.path + ": expected a seat of this game");
      a.chosen |= static_cast<u8>(1u << seat);
      boards.each([&](const Node& b, int) {
        const u8 bandit = bandit_in(b);
        if (seat_of(s, bandit) != seat || !a.riders.has(bandit)) b.wrong("riding bandits of that seat");
        a.boards[seat] |= static_cast<u8>(1u << bandit);
      });
    });
  }

  void agreed(const Node& n) {
    if (!has(s, STAGECOACH)) contradiction("agreed: expected the module stagecoach in play, or no agreement");
    n.only({"rounds", "stations"});
    s.coach.has_agreed = 1;
    for (const char* row : {"rounds", "stations"})
      n[row].each([&](const Node& card, int) { s.coach.agreed |= u32{1} << round_card_in(card); });
  }

  void stagecoach(const Node& n) {
    if (!has(s, STAGECOACH)) contradiction("stagecoach: expected the module stagecoach in play, or no such record");
    n.only({"car", "shotgun", "hostages", "captors", "running", "fell_back", "bitten", "melee", "plan", "drink",
            "remembered", "tolerated"});
    Stagecoach& c = s.coach;
    c.known = 1;
    c.car = n["car"].text().empty() ? NONE : position_in(n["car"]);
    c.shotgun = place_or_none(n["shotgun"]);
    if (c.shotgun != NOWHERE && (!is_roof(c.shotgun) || c.shotgun >= PLACES))
      n["shotgun"].wrong("a roof of the train or of the stagecoach");
    if (!n["hostages"].null()) {
      c.hostages_drawn = 1;
      n["hostages"].each([&](const Node& h, int) {
        const u8 hostage = h.named("a hostage", hostage_named);
        if (c.hostages.has(hostage)) h.wrong("each hostage once");
        c.hostages.push(hostage);
      });
    }
    n["captors"].each_key([&](const std::string& name, const Node& h) {
      const u8 bandit = bandit_by_key(name, h);
      const u8 hostage = h.named("a hostage", hostage_named);
      if (c.hostages.has(hostage)) h.wrong("each hostage in one place");
      for (u8 other : c.captive)
        if (other == hostage) h.wrong("each hostage once");
      c.captive[bandit] = hostage;
    });
    n["running"].each([&](const Node& b, int) {
      const u8 bandit = bandit_in(b);
      if (!on_train(c.shotgun) || s.figures[bandit].place != c.shotgun || c.running.has(bandit))
        b.wrong("bandits on the roof where the Shotgun is, each once");
      c.running.push(bandit);
    });
    c.fell_back = static_cast<u8>(n["fell_back"].number(0, 100));
    c.bitten = static_cast<u8>(n["bitten"].number(0, 100));
    if (!n["melee"].null()) melee(n["melee"]);
    if (!n["plan"].null()) plan(n["plan"]);
    if (!n["drink"].null()) {
      n["drink"].only({"round", "to"});
      c.drink_round = static_cast<u8>(n["drink"]["round"].number(0, 100));
      c.drink_to = place_in(n["drink"]["to"]);
      if (!on_train(c.drink_to) || is_roof(c.drink_to)) n["drink"]["to"].wrong("the inside of a car");
    }
    n["remembered"].each_key([&](const std::string& name, const Node& count) {
      c.remembered[bandit_by_key(name, count)] = static_cast<u8>(count.number(0, 200));
    });
    if (n.has("tolerated")) {
      c.has_tolerated = 1;
      n["tolerated"].each([&](const Node& b, int) {
        const u8 bandit = bandit_in(b);
        if (c.tolerated.has(bandit)) b.wrong("each bandit once");
        c.tolerated.push(bandit);
      });
    }
  }

  u8 bandit_by_key(const std::string& name, const Node& n) const {
    const int bandit = bandit_named(name);
    if (bandit < 0 || s.figures[bandit].seat == NONE) contradiction(n.path + ": expected a bandit of this game");
    return static_cast<u8>(bandit);
  }

  void melee(const Node& n) {
    n.only({"sealed", "shown"});
    if (n["shown"].truth()) n.wrong("a melee whose cards are not shown yet: showing them is part of the last choice");
    Melee& m = s.coach.melee;
    m.on = 1;
    n["sealed"].each_key([&](const std::string& name, const Node& c) {
      const int seat = seat_named(s, name);
      if (seat < 0) contradiction(c.path + ": expected a seat of this game");
      c.only({"card", "face_down"});
      m.sealed |= static_cast<u8>(1u << seat);
      m.card[seat] = c["card"].null() ? NO_CARD : action_in(c["card"]);
      if (m.card[seat] != NO_CARD && !s.cards[seat].hand.has(m.card[seat])) c["card"].wrong("a card in that hand");
      m.face_down[seat] = c["face_down"].truth();
    });
  }

  void plan(const Node& n) {
    n.only({"round", "waiting", "plans", "kept"});
    Plan& p = s.coach.plan;
    p.on = 1;
    p.round = static_cast<u8>(n["round"].number(0, 100));
    p.plans = static_cast<u8>(n["plans"].number(0, MAX_KEPT));
    n["waiting"].each([&](const Node& seat, int) { p.waiting.push(once(seat, p.waiting)); });
    n["kept"].each_key([&](const std::string& name, const Node& cards) {
      const int seat = seat_named(s, name);
      if (seat < 0) contradiction(cards.path + ": expected a seat of this game");
      p.said |= static_cast<u8>(1u << seat);
      card_list(cards, p.kept[seat], false);
    });
  }

  void time_machine(const Node& n) {
    if (!has(s, TIME_MACHINE)) contradiction("time_machine: expected the module time-machine in play, or no such record");
    n.only({"hidden", "car", "crowded", "rewarded"});
    TimeMachine& m = s.machine;
    m.known = 1;
    if (!n["hidden"].text().empty()) {
      m.hidden = bandit_in(n["hidden"]);
      m.beneath = n["car"].named("a car of this train or the stagecoach",
                                 [&](const std::string& name) { return hiding_place_named(s, name); });
    } else if (!n["car"].text().empty()) {
      n["car"].wrong("an empty text, since nobody hides");
    }
    m.crowded = static_cast<u8>(n["crowded"].number(0, 100));
    if (!n["rewarded"].text().empty()) m.rewarded = bandit_in(n["rewarded"]);
  }

  // What has to fit together, so that the rules can rely on it.
  void check() {
    if (s.phase == NEW) {
      if (s.options.edition != NONE || s.options.seats != 0 || s.cars != 0 || s.round.first != NONE || has_figures())
        contradiction("phase: expected a game in which nothing is set up where the phase is new");
      return;
    }
    if (s.options.edition == NONE) contradiction("options.edition: expected an edition once the game is started");
    if (!has(s, BASE)) contradiction("options.modules: expected base among the modules of a game that is started");
    if (s.options.seats < 2) contradiction("options.seats: expected at least two players");
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      if (has(s, DUO) != (s.options.seat_names[seat] >= PLAYER))
        contradiction("options.seats: expected seats named after bandits, or player-1 and so on in duo");
    if (has(s, TEAM) && s.options.seats % 2) contradiction("options.seats: expected an even number of players in teams");
    for (u8 b = 0; b < BANDITS; ++b)
      if (s.figures[b].seat != NONE && s.cards[seat_of(s, b)].deck.n + s.cards[seat_of(s, b)].hand.n > MAX_DECK)
        contradiction("cards: expected at most 80 cards of a player in deck and hand");
    const Tokens flasks_lying = all_lying() & ALL_FLASKS;
    if (flasks_lying & ~s.horses.flasks) contradiction("horses.flasks: expected every flask of the game listed with its kind");
    if (s.marshal != NOWHERE && (!on_train(s.marshal) || is_roof(s.marshal)))
      contradiction("marshal: expected the inside of a car, got " + place_name(s, s.marshal));
    const bool draws_its_box = s.phase == SETUP && has(s, CURSED_LOOT) && s.coach.car == NONE;
    if (has(s, STAGECOACH) && s.marshal != NOWHERE && !draws_its_box && (s.coach.car == NONE || s.coach.shotgun == NOWHERE))
      contradiction("stagecoach: expected the stagecoach beside a car and the Shotgun on a roof");
    if (s.machine.known != (has(s, TIME_MACHINE) && s.cars != 0))
      contradiction("time_machine: expected this record as soon as there is a train");
    for (u8 b = 0; b < BANDITS; ++b)
      if ((s.figures[b].place == BENEATH) != (s.machine.hidden == b))
        contradiction("time_machine.hidden: expected whoever is beneath the train, and nobody else");
    if (s.machine.hidden != NONE && s.phase != SCHEMIN && s.phase != ROUND_END)
      contradiction("time_machine.hidden: expected nobody in Stealin', during the set-up and at the end");
    if (s.phase == SETUP) return check_setup();
    if (s.cars == 0) contradiction("train: expected a train once the set-up is over");
    if (s.marshal == NOWHERE) contradiction("marshal: expected him in a car once the set-up is over");
    if (s.neutral < 0) contradiction("neutral: expected the neutral bullets stacked once the set-up is over");
    if (s.round.first == NONE) contradiction("round.first: expected a first player once the set-up is over");
    if (s.horses.attack.on) contradiction("horses.attack: expected no attack once the set-up is over");
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      if (s.bandits_of[seat] == 0) contradiction("figures: expected a bandit for the seat " + seat_name(s, seat));
    for (u8 b = 0; b < BANDITS; ++b)
      if (s.figures[b].seat != NONE && s.figures[b].place == NOWHERE)
        contradiction("figures." + std::string(BANDIT_NAMES[b]) + ".place: expected a place once the set-up is over");
    check_round();
  }

  void check_setup() const {
    if (s.marshal == NOWHERE && s.round.first != NONE) contradiction("round.first: expected it to be drawn after the loot is laid out");
    if (s.marshal != NOWHERE && s.cars == 0) contradiction("marshal: expected a train first");
    if (s.round.has_current || !s.round.pile.empty() || !s.round.order.empty() || !s.round.undealt.empty() || !s.round.due.empty())
      contradiction("round: expected no cards and turns during the set-up");
    const bool taken = s.bandits_of[0] != 0;
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      if (!has(s, DUO) && (s.bandits_of[seat] != 0) != taken) contradiction("figures: expected a bandit for each seat, or none yet");
    if (s.cars != 0)
      for (u8 seat = 0; seat < s.options.seats; ++seat)
        if (s.bandits_of[seat] == 0) contradiction("figures: expected bandits for all seats before the train");
    for (u8 b = 0; b < BANDITS; ++b)
      if (s.figures[b].seat != NONE && s.figures[b].place != NOWHERE && !(on_train(s.figures[b].place) && !is_roof(s.figures[b].place)))
        contradiction("figures: expected bandits inside cars during the set-up");
    if (s.horses.attack.on)
      for (u8 b = 0; b < BANDITS; ++b)
        if (s.figures[b].seat != NONE && s.figures[b].place == NOWHERE && !s.horses.attack.riders.has(b))
          contradiction("horses.attack.riders: expected everybody who has not boarded");
  }

  void check_round() const {
    const Round& r = s.round;
    if (r.number == 0) contradiction("round.number: expected 1 or more once the set-up is over");
    const bool between = s.phase == SCHEMIN && r.turn < 0;
    if (r.card == NONE && !between) contradiction("round.card: expected a round card");
    if (r.card == NONE && s.rounds.empty()) contradiction("rounds: expected a round card that is still to come");
    if (r.card != NONE && r.turn >= 0 && r.turn >= ROUND_CARDS[r.card].turn_count)
      contradiction("round.turn: expected a turn that the round card shows");
    if (s.phase != SCHEMIN && (!r.undealt.empty() || !r.order.empty() || r.drawing != NONE || !r.keeping.empty()))
      contradiction("round: expected undealt, order, drawing and keeping in Schemin' only");
    if (r.turn < 0 && (!r.order.empty() || r.drawing != NONE || !r.pile.empty()))
      contradiction("round: expected no cards played before the first turn");
    if (s.phase == SCHEMIN && r.has_current) contradiction("round.current: expected none in Schemin'");
    if ((s.phase == ROUND_END || s.phase == OVER) && (r.has_current || !r.pile.empty()))
      contradiction("round.pile: expected it carried out once Stealin' is over");
    if (s.phase != ROUND_END && !r.due.empty()) contradiction("round.due: expected it at the end of a round only");
    if (s.coach.melee.on) {
      if (s.phase != SCHEMIN || r.turn < 0 || ROUND_CARDS[r.card].turns[r.turn] != MELEE)
        contradiction("stagecoach.melee: expected it in a melee only");
    }
    if (r.drawing != NONE && (r.turn < 0 || !r.order.has(r.drawing)))
      contradiction("round.drawing: expected somebody who still acts in this turn");
    if (!r.keeping.empty() && (!has(s, EXPERT) || !r.order.empty() || r.turn + 1 != ROUND_CARDS[r.card].turn_count))
      contradiction("round.keeping: expected it at the end of Schemin' in the expert variant");
  }

  bool has_figures() const {
    for (const Figure& figure : s.figures)
      if (figure.seat != NONE) return true;
    return false;
  }

  Tokens all_lying() const {
    Tokens set = s.aside;
    for (Tokens tokens : s.floor) set |= tokens;
    for (Tokens tokens : s.loot) set |= tokens;
    return set;
  }
};

}  // namespace

State state_in(nb::handle value) {
  State s = new_state();
  s.awaiting.clear();
  Reader(s).read(Node{value.ptr(), ""});
  if (advance(s) != 0)
    throw BadPosition("the position: expected one in which nothing happens by itself any more, so that somebody has to decide");
  if (s.awaiting.empty() && s.phase != OVER) throw BadPosition("the position: expected one in which somebody has to decide");
  return s;
}

}  // namespace colt
