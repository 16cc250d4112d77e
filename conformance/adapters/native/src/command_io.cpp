// Commands as JSON, in and out. Whatever comes in, it is read or refused.
#include <algorithm>

#include "wire.hpp"

namespace colt {

namespace {

struct Fields {
  const State& s;
  PyObject* value;
  int used = 0;

  PyObject* get(const char* name) {
    PyObject* item = PyDict_GetItemString(value, name);
    if (item == nullptr) throw Refused(std::string("expected the field ") + name + " in a command; it is missing");
    ++used;
    return item;
  }
  [[noreturn]] static void wrong(const char* name, const std::string& expected, PyObject* item) {
    throw Refused(std::string(name) + ": expected " + expected + ", got " + shown(nb::handle(item)));
  }
  static std::string as_text(const char* name, PyObject* item) {
    if (!PyUnicode_Check(item)) wrong(name, "a text", item);
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(item, &size);
    if (data == nullptr) {
      PyErr_Clear();
      wrong(name, "a text in UTF-8", item);
    }
    return std::string(data, static_cast<size_t>(size));
  }
  std::string text(const char* name) { return as_text(name, get(name)); }
  bool truth(const char* name) {
    PyObject* item = get(name);
    if (!PyBool_Check(item)) wrong(name, "true or false", item);
    return item == Py_True;
  }
  std::vector<std::string> texts(const char* name) {
    PyObject* item = get(name);
    if (!PyList_Check(item)) wrong(name, "a list of texts", item);
    std::vector<std::string> out;
    for (Py_ssize_t i = 0; i < PyList_Size(item); ++i) out.push_back(as_text(name, PyList_GetItem(item, i)));
    return out;
  }
  u8 code(const char* name, const std::string& expected, int number) {
    if (number < 0) wrong(name, expected, PyDict_GetItemString(value, name));
    return static_cast<u8>(number);
  }
  u8 bandit(const char* name) { return code(name, "a bandit", bandit_named(text(name))); }
  Card card(const char* name) { return code(name, "a card", card_named(text(name))); }
  Token token(const char* name) { return code(name, "a loot token", token_named(text(name))); }
  Token token_or_none(const char* name) {
    PyObject* item = get(name);
    if (item == Py_None) return NO_TOKEN;
    return code(name, "a loot token or null", token_named(as_text(name, item)));
  }
  Place place(const char* name) { return code(name, "a place of this game", place_named(s, text(name))); }
  void done() const {
    if (PyDict_Size(value) != used) throw Refused("expected no other fields in this command, got " + shown(nb::handle(value)));
  }
};

bool sorted_and_once(const std::vector<std::string>& row) {
  return std::is_sorted(row.begin(), row.end()) && std::adjacent_find(row.begin(), row.end()) == row.end();
}

// KeepCards names its cards sorted; as a set it is bits of the hand sorted by name.
u32 cards_as_bits(const State& s, u8 seat, const std::vector<std::string>& names) {
  if (!std::is_sorted(names.begin(), names.end())) throw Refused("cards: expected them sorted by name");
  List<Card, MAX_HAND> hand;
  sorted_hand(s, seat, hand);
  u32 bits = 0;
  int at = 0;
  for (const std::string& name : names) {
    const int card = card_named(name);
    while (at < hand.n && hand.at[at] != card) ++at;
    if (card < 0 || at >= hand.n || at >= 32) throw Refused("cards: expected cards of that hand, got " + name);
    bits |= u32{1} << at++;
  }
  return bits;
}

u8 outcome_item(const State& s, u8 what, const std::string& name) {
  int item = -1;
  switch (what) {
    case TRAIN_CARS: item = car_named(name); break;
    case PURSES: case JEWELS: case STRONGBOXES: case COACH_BOX:
      for (int face = 0; face < LOOT_FACES; ++face)
        if (name == "$" + std::to_string(LOOT_VALUES[face])) item = face;
      break;
    case ROUND_DECK: case STATION_CARD: item = round_card_named(name); break;
    case FIRST_PLAYER: item = seat_named(s, name); break;
    case DECK: case DISCARD: item = card_named(name); break;
    case PARTNERS: case REARMOST: item = bandit_named(name); break;
    case FLASKS: item = index_of(WHISKY_NAMES, name); break;
    case HOSTAGE_ROW: item = hostage_named(name); break;
    case DRINK: item = token_named(name); break;
    default: break;
  }
  if (item < 0) throw Refused("outcome: expected items that can be dealt, got " + name);
  return static_cast<u8>(item);
}

std::string outcome_name(const State& s, u8 what, u8 item) {
  switch (what) {
    case TRAIN_CARS: return std::string(CAR_NAMES[item]);
    case PURSES: case JEWELS: case STRONGBOXES: case COACH_BOX: return "$" + std::to_string(LOOT_VALUES[item]);
    case ROUND_DECK: case STATION_CARD: return std::string(ROUND_CARDS[item].name);
    case FIRST_PLAYER: return seat_name(s, item);
    case DECK: case DISCARD: return card_name(item);
    case PARTNERS: case REARMOST: return std::string(BANDIT_NAMES[item]);
    case FLASKS: return std::string(WHISKY_NAMES[item]);
    case HOSTAGE_ROW: return std::string(HOSTAGE_NAMES[item]);
    default: return token_name(item);
  }
}

Read deal_in(const State& s, Fields& f) {
  Read read{};
  const int what = index_of(WHAT_NAMES, f.text("what"));
  const std::string subject = f.text("subject");
  const std::vector<std::string> names = f.texts("outcome");
  f.done();
  Row row;
  if (!chance_row(s, row)) throw Refused("expected no Deal now: chance is not waited for");
  if (what != row.what) throw Refused("what: expected " + std::string(WHAT_NAMES[row.what]));
  if (subject != seat_name(s, row.subject)) throw Refused("subject: expected '" + seat_name(s, row.subject) + "', got '" + subject + "'");
  for (const std::string& name : names) read.outcome.push_back(outcome_item(s, row.what, name));
  if (!fits(row, read.outcome.data(), static_cast<int>(read.outcome.size())))
    throw Refused("outcome: expected a row of " + std::to_string(row.count) + " of the items that can be dealt");
  read.command = command(static_cast<Type>(DEAL), CHANCE, row.what);
  read.command.other = row.subject;
  return read;
}

Read start_in(Fields& f) {
  Read read{};
  GameOptions& o = read.options;
  o.edition = static_cast<Edition>(f.code("edition", "one of " + listed(EDITION_NAMES), index_of(EDITION_NAMES, f.text("edition"))));
  int before = -1;
  for (const std::string& name : f.texts("modules")) {
    const int module = index_of(MODULE_NAMES, name);
    if (module <= before)
      throw Refused("modules: expected some of " + listed(MODULE_NAMES) + ", in this order, each once; got " + name);
    before = module;
    o.modules |= static_cast<u16>(1u << module);
  }
  for (const std::string& name : f.texts("seats")) {
    const int label = seat_label_named(name);
    if (label < 0)
      throw Refused("seats: expected bandits (" + listed(BANDIT_NAMES) + "), or player-1 and so on; got " + name);
    if (o.seats >= MAX_SEATS) throw Refused("seats: expected at most " + std::to_string(MAX_SEATS) + " of them, got " + name + " too");
    o.seat_names[o.seats++] = static_cast<u8>(label);
  }
  o.powers = f.truth("powers");
  o.happenings = f.truth("happenings");
  o.stations = f.truth("stations");
  for (const std::string& name : f.texts("train")) {
    const int car = car_named(name);
    if (car <= LOCOMOTIVE || o.train.n >= MAX_CARS - 1)
      throw Refused("train: expected cars behind the locomotive (" + listed(CAR_NAMES, LOCOMOTIVE + 1) + "), at most six; got " + name);
    o.train.push(static_cast<u8>(car));
  }
  f.done();
  read.command = command(static_cast<Type>(START_GAME), TABLE);
  return read;
}

Read agree_in(Fields& f) {
  Read read{};
  read.command = command(static_cast<Type>(AGREE), TABLE);
  for (const char* field : {"rounds", "stations"}) {
    const std::vector<std::string> names = f.texts(field);
    if (!sorted_and_once(names)) throw Refused(std::string(field) + ": expected them sorted, each once");
    for (const std::string& name : names) {
      const int card = round_card_named(name);
      if (card < 0 || (ROUND_CARDS[card].deck == STATION) != (std::string_view(field) == "stations"))
        throw Refused(std::string(field) + ": expected cards of this kind, got " + name);
      read.command.cards |= u32{1} << card;
    }
  }
  f.done();
  return read;
}

}  // namespace

Read command_in(const State& s, nb::handle value) {
  if (!PyDict_Check(value.ptr())) throw Refused("expected a command as an object, got " + shown(value));
  Fields f{s, value.ptr()};
  const std::string type = f.text("type"), actor = f.text("actor");
  if (type == "Deal" || type == "StartGame" || type == "AgreeOnRoundCards" || type == "AgreeOnRuling") {
    const std::string speaker = type == "Deal" ? "chance" : "table";
    if (actor != speaker) throw Refused("actor: expected " + speaker + " for " + type + ", got " + actor);
    if (type == "Deal") return deal_in(s, f);
    if (type == "StartGame") return start_in(f);
    if (type == "AgreeOnRoundCards") return agree_in(f);
    Read read{};
    const std::string ruling = f.text("ruling"), answer = f.text("answer");
    f.done();
    const int house_rule = house_rule_named(ruling, answer);
    if (house_rule < 0) throw Refused("expected an answer that a table can agree on, got " + ruling + "=" + answer);
    read.command = command(static_cast<Type>(AGREE_ON_RULING), TABLE, static_cast<u8>(house_rule));
    return read;
  }
  const int code = index_of(TYPE_NAMES, type);
  if (code < 0) throw Refused("type: expected a command that this engine knows, got " + type);
  const int seat = seat_named(s, actor);
  if (seat < 0) throw Refused("actor: expected a seat of this game, got " + actor);
  Read read{};
  Command& c = read.command = command(static_cast<Type>(code), static_cast<u8>(seat));
  switch (code) {
    case CHOOSE_TEAM: {
      const std::vector<std::string> names = f.texts("bandits");
      if (names.size() != 2) throw Refused("bandits: expected two of them");
      c.what = f.code("bandits", "bandits", bandit_named(names[0]));
      c.other = f.code("bandits", "bandits", bandit_named(names[1]));
      break;
    }
    case PLACE_BANDITS: c.what = f.bandit("last"); break;
    case HIDE_PAWNS: {
      const std::vector<std::string> names = f.texts("boards");
      if (!sorted_and_once(names)) throw Refused("boards: expected them sorted, each once");
      c.what = 0;
      for (const std::string& name : names) c.what |= static_cast<u8>(1u << f.code("boards", "bandits", bandit_named(name)));
      break;
    }
    case BOARD_CAR: c.what = f.code("car", "a car of this train", position_named(s, f.text("car"))); break;
    case CHOOSE_CARD: c.what = f.card("card"); break;
    case PLAY_CARD:
      c.what = f.card("card");
      c.yes = f.truth("face_down");
      break;
    case KEEP_CARDS: c.cards = cards_as_bits(s, c.actor, f.texts("cards")); break;
    case USE_FLASK: case ROB: c.what = f.token("token"); break;
    case MOVE_TO: case CHANGE_FLOOR: case MOVE_MARSHAL: case RIDE_TO: case RUN_TO: c.to = f.place("to"); break;
    case FIRE_AT: c.what = f.bandit("target"); break;
    case PUNCH_BANDIT:
      c.what = f.bandit("target");
      c.other = f.token_or_none("token");
      c.to = f.place("to");
      c.yes = f.truth("keep");
      break;
    case PICKPOCKET: c.what = f.token_or_none("token"); break;
    case TAKE_HOSTAGE: c.what = f.code("hostage", "a hostage", hostage_named(f.text("hostage"))); break;
    case HIDE_BANDIT:
      c.what = f.bandit("bandit");
      c.to = f.code("car", "a car of this train or the stagecoach", hiding_place_named(s, f.text("car")));
      break;
    default: break;  // without fields
  }
  f.done();
  return read;
}

static void perform_choice(State& s, const Command& c) {
  const Awaited* ask = nullptr;
  for (const Awaited& awaited : s.awaiting)
    if (awaited.actor == c.actor) ask = &awaited;
  if (ask == nullptr) throw Refused("expected a command of somebody who has to decide now; " + actor_name(s, c.actor) + " has not");
  Choices choices;
  list_choices(s, *ask, choices);
  if (!choices.has(c))
    throw Refused("expected one of the " + std::to_string(choices.n) + " answers to the open decision (" +
                  std::string(KIND_NAMES[ask->kind]) + "); this is none of them");
  apply(s, c);
}

void perform(State& s, const Read& read) {
  std::string why;
  bool stands = true;
  switch (read.command.type) {
    case DEAL: {
      Row row;
      chance_row(s, row);
      deal(s, row, read.outcome.data());
      break;
    }
    case START_GAME: stands = start_game(s, read.options, why); break;
    case AGREE: stands = agree(s, read.command.cards, why); break;
    case AGREE_ON_RULING: stands = agree_on_ruling(s, read.command.what, why); break;
    default: perform_choice(s, read.command); break;
  }
  if (!stands) throw Refused(why);
}

std::vector<u8> kept_cards(const State& s, const Command& c) {
  List<Card, MAX_HAND> hand;
  sorted_hand(s, c.actor, hand);
  std::vector<u8> out;
  for (int i = 0; i < hand.n && i < 32; ++i)
    if ((c.cards >> i) & 1) out.push_back(hand.at[i]);
  return out;
}

nb::dict command_out(const State& s, const Command& c) {
  nb::dict out;
  out["type"] = text(TYPE_NAMES[c.type]);
  out["actor"] = seat_name(s, c.actor);
  switch (c.type) {
    case CHOOSE_TEAM: {
      nb::list pair;
      pair.append(text(BANDIT_NAMES[c.what]));
      pair.append(text(BANDIT_NAMES[c.other]));
      out["bandits"] = pair;
      break;
    }
    case PLACE_BANDITS: out["last"] = text(BANDIT_NAMES[c.what]); break;
    case HIDE_PAWNS: {
      nb::list boards;
      for (u8 b = 0; b < BANDITS; ++b)
        if ((c.what >> b) & 1) boards.append(text(BANDIT_NAMES[b]));
      out["boards"] = boards;
      break;
    }
    case BOARD_CAR: out["car"] = text(car_at(s, c.what)); break;
    case CHOOSE_CARD: out["card"] = card_name(c.what); break;
    case PLAY_CARD:
      out["card"] = card_name(c.what);
      out["face_down"] = c.yes != 0;
      break;
    case KEEP_CARDS: {
      nb::list cards;
      for (u8 card : kept_cards(s, c)) cards.append(card_name(card));
      out["cards"] = cards;
      break;
    }
    case USE_FLASK: case ROB: out["token"] = token_name(c.what); break;
    case MOVE_TO: case CHANGE_FLOOR: case MOVE_MARSHAL: case RIDE_TO: case RUN_TO: out["to"] = place_name(s, c.to); break;
    case FIRE_AT: out["target"] = text(BANDIT_NAMES[c.what]); break;
    case PUNCH_BANDIT:
      out["target"] = text(BANDIT_NAMES[c.what]);
      if (c.other == NO_TOKEN) out["token"] = nb::none();
      else out["token"] = token_name(c.other);
      out["to"] = place_name(s, c.to);
      out["keep"] = c.yes != 0;
      break;
    case PICKPOCKET:
      if (c.what == NO_TOKEN) out["token"] = nb::none();
      else out["token"] = token_name(c.what);
      break;
    case TAKE_HOSTAGE: out["hostage"] = text(HOSTAGE_NAMES[c.what]); break;
    case HIDE_BANDIT:
      out["bandit"] = text(BANDIT_NAMES[c.what]);
      out["car"] = text(hiding_place_name(s, c.to));
      break;
    default: break;
  }
  return out;
}

nb::dict deal_out(const State& s, u8 what, u8 subject, const std::vector<u8>& outcome) {
  nb::dict out;
  nb::list row;
  for (u8 item : outcome) row.append(outcome_name(s, what, item));
  out["type"] = "Deal";
  out["actor"] = "chance";
  out["what"] = text(WHAT_NAMES[what]);
  out["subject"] = seat_name(s, subject);
  out["outcome"] = row;
  return out;
}

nb::dict row_out(const State& s, const Row& row) {
  nb::dict out;
  nb::list items;
  for (int i = 0; i < row.size; ++i) items.append(outcome_name(s, row.what, row.items[i]));
  out["what"] = text(WHAT_NAMES[row.what]);
  out["subject"] = seat_name(s, row.subject);
  out["items"] = items;
  out["count"] = static_cast<int>(row.count);
  return out;
}

nb::dict agree_out(u32 agreed) {
  State s = new_state();
  s.coach.agreed = agreed;
  nb::dict out = agreed_out(s);
  out["type"] = "AgreeOnRoundCards";
  out["actor"] = "table";
  return out;
}

nb::dict start_out(const State& s) {
  nb::dict whole = state_out(s), options = nb::cast<nb::dict>(whole["options"]);
  PyDict_DelItemString(options.ptr(), "rulings");
  options["type"] = "StartGame";
  options["actor"] = "table";
  return options;
}

nb::dict ruling_out(u8 house_rule) {
  nb::dict out;
  out["type"] = "AgreeOnRuling";
  out["actor"] = "table";
  out["ruling"] = text(HOUSE_RULE_TABLE[house_rule].ruling);
  out["answer"] = text(HOUSE_RULE_TABLE[house_rule].answer);
  return out;
}

}  // namespace colt
