#include "names.hpp"

namespace colt {

int bandit_named(std::string_view name) { return index_of(BANDIT_NAMES, name); }
int figure_named(std::string_view name) { return index_of(FIGURE_NAMES, name); }
int car_named(std::string_view name) { return index_of(CAR_NAMES, name); }
int hostage_named(std::string_view name) { return index_of(HOSTAGE_NAMES, name); }

constexpr std::string_view COMPANION = "companion-of-", WARRANT = "warrant-";

int prisoner_named(std::string_view name) {
  return name.substr(0, COMPANION.size()) == COMPANION ? bandit_named(name.substr(COMPANION.size())) : -1;
}

int goal_named(std::string_view name) {
  if (name.substr(0, WARRANT.size()) == WARRANT) return bandit_named(name.substr(WARRANT.size()));
  const int special = index_of(SPECIAL_GOAL_NAMES, name);
  return special < 0 ? -1 : FIRST_SPECIAL_GOAL + special;
}

std::string prisoner_name(u8 prisoner) { return std::string(COMPANION) + std::string(BANDIT_NAMES[prisoner]); }

std::string goal_name(u8 goal) {
  return goal < FIRST_SPECIAL_GOAL ? std::string(WARRANT) + std::string(BANDIT_NAMES[goal])
                                   : std::string(SPECIAL_GOAL_NAMES[goal - FIRST_SPECIAL_GOAL]);
}

int card_named(std::string_view name) {
  if (name == "neutral-bullet") return NEUTRAL_BULLET;
  const size_t hyphen = name.find('-');
  if (hyphen == std::string_view::npos) return -1;
  if (name.substr(0, hyphen) == FIGURE_NAMES[THE_MARSHAL]) {
    const int face = name.size() > hyphen + 1 ? index_of(MARSHAL_FACE_NAMES, name.substr(hyphen + 1)) : -1;
    return face < 0 ? -1 : card_of(THE_MARSHAL, static_cast<u8>(face));
  }
  const int bandit = bandit_named(name.substr(0, hyphen)), face = index_of(FACE_NAMES, name.substr(hyphen + 1));
  return bandit < 0 || face < 0 ? -1 : card_of(static_cast<u8>(bandit), static_cast<u8>(face));
}

// A number from 1 on without a leading zero, or -1.
static int number_of(std::string_view digits) {
  if (digits.empty() || digits.size() > 3 || digits[0] == '0') return -1;
  int number = 0;
  for (char digit : digits) {
    if (digit < '0' || digit > '9') return -1;
    number = number * 10 + (digit - '0');
  }
  return number;
}

static int numbered(std::string_view rest, Token first, int count) {
  const int number = number_of(rest);
  return number < 1 || number > count ? -1 : first + number - 1;
}

int token_named(std::string_view name) {
  const size_t hyphen = name.find('-');
  if (hyphen == std::string_view::npos) return -1;
  const std::string_view kind = name.substr(0, hyphen), rest = name.substr(hyphen + 1);
  if (kind == "jewel") return numbered(rest, FIRST_JEWEL, NUMBERED_JEWELS);
  if (kind == "strongbox") return numbered(rest, FIRST_STRONGBOX, NUMBERED_STRONGBOXES);
  if (kind == "whisky") return numbered(rest, FIRST_FLASK, NUMBERED_FLASKS);
  if (kind == "mailbag") return numbered(rest, FIRST_MAILBAG, NUMBERED_MAILBAGS);
  if (kind != "purse") return -1;
  const int bandit = bandit_named(rest);
  return bandit >= 0 ? FIRST_OWN_PURSE + bandit : numbered(rest, FIRST_PURSE, NUMBERED_PURSES);
}

int round_card_named(std::string_view name) {
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if (ROUND_CARDS[i].name == name) return i;
  return -1;
}

int seat_label_named(std::string_view name) {
  const int figure = figure_named(name);
  if (figure >= 0) return figure;
  constexpr std::string_view prefix = "player-";
  if (name.substr(0, prefix.size()) != prefix) return -1;
  const int number = number_of(name.substr(prefix.size()));
  return number < 1 || number > MAX_SEATS ? -1 : PLAYER + number;
}

int seat_named(const State& s, std::string_view name) {
  const int label = seat_label_named(name);
  for (int seat = 0; label >= 0 && seat < s.options.seats; ++seat)
    if (s.options.seat_names[seat] == label) return seat;
  return -1;
}

int position_named(const State& s, std::string_view car) {
  const int code = car_named(car);
  for (int i = 0; code >= 0 && i < s.cars; ++i)
    if (s.train[i] == code) return i;
  return -1;
}

int place_named(const State& s, std::string_view name) {
  if (name == "away") return AWAY;
  if (name == "beneath") return has(s, TIME_MACHINE) ? BENEATH : -1;
  if (name == "prison.cell") return corridor(s) == NOWHERE ? -1 : CELL;
  if (name == "fallen") return has(s, MARSHAL_BOX) ? FALLEN : -1;
  if (name == "time-machine.inside") return has(s, TIME_MACHINE) ? MACHINE : -1;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return -1;
  const std::string_view car = name.substr(0, dot), level = name.substr(dot + 1);
  if (level != "inside" && level != "roof") return -1;
  const bool up = level == "roof";
  if (car == "stagecoach") return has(s, STAGECOACH) ? (up ? COACH_ROOF : COACH_INSIDE) : -1;
  const int position = position_named(s, car);
  return position < 0 ? -1 : up ? roof(position) : inside(position);
}

int house_rule_named(std::string_view ruling, std::string_view answer) {
  for (int i = 0; i < HOUSE_RULES; ++i)
    if (HOUSE_RULE_TABLE[i].ruling == ruling && HOUSE_RULE_TABLE[i].answer == answer) return i;
  return -1;
}

std::string card_name(Card card) {
  if (card == NEUTRAL_BULLET) return "neutral-bullet";
  const auto& faces = is_marshals(card) ? MARSHAL_FACE_NAMES : FACE_NAMES;
  return std::string(FIGURE_NAMES[bandit_of(card)]) + "-" + std::string(faces[face_of(card)]);
}

std::string_view token_kind(Token token) {
  if (is_mailbag(token)) return "mailbag";
  return is_purse(token) ? "purse" : token < FIRST_STRONGBOX ? "jewel" : token < FIRST_FLASK ? "strongbox" : "whisky";
}

std::string token_name(Token token) {
  const std::string kind(token_kind(token));
  if (token >= FIRST_OWN_PURSE && token < FIRST_JEWEL) return kind + "-" + std::string(BANDIT_NAMES[token - FIRST_OWN_PURSE]);
  const Token first = is_purse(token) ? FIRST_PURSE
                      : token < FIRST_STRONGBOX ? FIRST_JEWEL : token < FIRST_FLASK ? FIRST_STRONGBOX
                      : token < FIRST_MAILBAG ? FIRST_FLASK : FIRST_MAILBAG;
  return kind + "-" + std::to_string(token - first + 1);
}

std::string seat_label(u8 label) {
  return label >= PLAYER ? "player-" + std::to_string(label - PLAYER) : std::string(FIGURE_NAMES[label]);
}

std::string subject_name(const State& s, u8 kind, u8 subject) {
  if (subject == NONE) return "";
  if (kind == CYLINDER) return std::string(CYLINDER_NAMES[subject]);
  return about_a_figure(kind) ? std::string(FIGURE_NAMES[subject]) : seat_name(s, subject);
}

std::string seat_name(const State& s, u8 seat) { return seat == NONE ? "" : seat_label(s.options.seat_names[seat]); }

std::string_view car_at(const State& s, int position) {
  return position == NONE ? std::string_view("") : CAR_NAMES[s.train[position]];
}

std::string place_name(const State& s, Place place) {
  if (place == NOWHERE) return "";
  if (place == AWAY) return "away";
  if (place == BENEATH) return "beneath";
  if (place == CELL) return "prison.cell";
  if (place == FALLEN) return "fallen";
  if (place == MACHINE) return "time-machine.inside";
  const std::string level = is_roof(place) ? ".roof" : ".inside";
  return (on_coach(place) ? "stagecoach" : std::string(car_at(s, position_of(place)))) + level;
}

std::string_view hiding_place_name(const State& s, Place place) {
  return place == NOWHERE ? std::string_view("") : place == COACH_INSIDE ? "stagecoach" : car_at(s, position_of(place));
}

int hiding_place_named(const State& s, std::string_view car) {
  if (car == "stagecoach") return has(s, STAGECOACH) ? COACH_INSIDE : -1;
  const int position = position_named(s, car);
  return position < 0 ? -1 : inside(position);
}

std::string horse_name(int horse) { return "horse-" + std::to_string(horse + 1); }

std::string actor_name(const State& s, u8 actor) {
  return actor == TABLE ? "table" : actor == CHANCE ? "chance" : seat_name(s, actor);
}

std::string house_rule_name(u8 house_rule) {
  return std::string(HOUSE_RULE_TABLE[house_rule].ruling) + "=" + std::string(HOUSE_RULE_TABLE[house_rule].answer);
}

}  // namespace colt
