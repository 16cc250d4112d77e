// Names and numbers of everything in the box: bandits, cars, places, cards, tokens, round cards, hostages, house rules.
// The numbers are ours; the names are those of the wire contract (events/README.md, "Ids").
#pragma once
#include <cstdint>
#include <string_view>

namespace colt {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

constexpr u8 NONE = 0xFF;

// --- editions and modules -------------------------------------------------------------------------------------------

enum Edition : u8 { RU_FULL, FR_HORSES, PL_BASE, RU_BASE, EDITIONS };
constexpr std::string_view EDITION_NAMES[EDITIONS] = {"ru-full", "fr-horses", "pl-base", "ru-base"};

// In the order in which a game names them (docs/variants.md).
enum Module : u8 { BASE, EXPERT, DUO, TEAM, HORSES, STAGECOACH, MEI_BOX, MARSHAL_BOX, TIME_MACHINE, CURSED_LOOT, MODULES };
constexpr std::string_view MODULE_NAMES[MODULES] = {"base",       "expert", "duo",     "team",         "horses",
                                                    "stagecoach", "mei",    "marshal", "time-machine", "cursed-loot"};

// --- figures: the bandits, and the Marshal where he is a player -----------------------------------------------------

// Sorted by name, since two bandits of one player come in this order (ruling.order.first-player-clockwise).
enum Bandit : u8 { BELLE, CHEYENNE, DJANGO, DOC, GHOST, MEI, TUCO, BANDITS };
constexpr std::string_view BANDIT_NAMES[BANDITS] = {"belle", "cheyenne", "django", "doc", "ghost", "mei", "tuco"};
constexpr u8 THE_MARSHAL = BANDITS;  // a figure, and no bandit
constexpr int FIGURES = BANDITS + 1;
constexpr std::string_view FIGURE_NAMES[FIGURES] = {"belle", "cheyenne", "django", "doc", "ghost", "mei", "tuco", "marshal"};
constexpr u8 bit(u8 figure) { return static_cast<u8>(1u << figure); }
constexpr u8 bandits_of(u8 figures) { return figures & static_cast<u8>(~bit(THE_MARSHAL)); }

constexpr int MAX_SEATS = 8;
// Name of a seat: a figure, or PLAYER + n for "player-n".
constexpr u8 PLAYER = 16;

// Actors that are no seats.
constexpr u8 TABLE = 0xF0;
constexpr u8 CHANCE = 0xF1;

// --- the train and its places ---------------------------------------------------------------------------------------

enum Car : u8 { LOCOMOTIVE, BAGGAGE, SECOND_CLASS, FIRST_CLASS, DINING, PRIVATE_SALOON, MAIL, PRISON, CARS };
constexpr int ORDINARY_CARS = PRISON;  // with the locomotive
constexpr std::string_view CAR_NAMES[CARS] = {"locomotive", "baggage",        "second-class", "first-class",
                                              "dining",     "private-saloon", "mail",         "prison"};
constexpr std::string_view ORDINARY_CAR_NAMES[ORDINARY_CARS] = {"locomotive", "baggage",        "second-class", "first-class",
                                                                "dining",     "private-saloon", "mail"};
// setup.loot.as-printed; what the table names for the prison car is in the state
constexpr u8 CAR_PURSES[CARS] = {0, 1, 1, 0, 3, 3, 4, 0};
constexpr u8 CAR_JEWELS[CARS] = {0, 0, 1, 3, 0, 1, 1, 0};

constexpr int MAX_CARS = 8;  // one more than in any game: a position may couple all six ordinary cars and the prison
// A place of the train is its position * 2, + 1 for the roof. The locomotive is at position 0.
using Place = u8;
constexpr Place COACH_INSIDE = MAX_CARS * 2;
constexpr Place COACH_ROOF = COACH_INSIDE + 1;
constexpr Place MACHINE = COACH_ROOF + 1;   // time-machine.one-place; MACHINE + 1 would be its roof, and nobody is ever there
constexpr int PLACES = MACHINE + 2;         // where somebody or something can be
constexpr Place AWAY = PLACES;              // ridden away (station.escape.out-of-the-game)
constexpr Place BENEATH = AWAY + 1;         // hidden beneath the train (time-machine.hide)
constexpr Place CELL = BENEATH + 1;         // prison-car.cell
constexpr Place FALLEN = CELL + 1;          // thrown off the train (station.deadly-fall.out-of-the-game)
constexpr int WHEREABOUTS = FALLEN + 1;
constexpr Place NOWHERE = NONE;

constexpr Place inside(int position) { return static_cast<Place>(position * 2); }
constexpr Place roof(int position) { return static_cast<Place>(position * 2 + 1); }
constexpr bool on_train(Place place) { return place < COACH_INSIDE; }
constexpr bool on_coach(Place place) { return place == COACH_INSIDE || place == COACH_ROOF; }
constexpr bool is_roof(Place place) { return (place & 1) != 0; }
constexpr int position_of(Place place) { return place >> 1; }
// The time machine stands before the locomotive and counts as one more roof there (ruling.time-machine.like-a-roof).
constexpr int AHEAD = -1;
constexpr bool is_like_a_roof(Place place) { return is_roof(place) || place == MACHINE; }
constexpr Place roof_or_machine(int position) { return position == AHEAD ? MACHINE : roof(position); }
constexpr int position_or_ahead(Place place) { return place == MACHINE ? AHEAD : position_of(place); }

// --- cards ----------------------------------------------------------------------------------------------------------

// A card is its figure * 16 + its face.
using Card = u8;
enum Face : u8 {
  BULLET_1, BULLET_2, BULLET_3, BULLET_4, BULLET_5, BULLET_6,
  FIRE, FLOOR_CHANGE, MARSHAL, MOVE, PUNCH, RIDE, ROBBERY, BRILLIANT_IDEA, FACES
};
constexpr std::string_view FACE_NAMES[FACES] = {
    "bullet-1", "bullet-2", "bullet-3", "bullet-4", "bullet-5", "bullet-6",
    "fire", "floor-change", "marshal", "move", "punch", "ride", "robbery", "brilliant-idea"};
// The Marshal's cards have faces of their own where he lacks those of the bandits. His bullets are of six kinds, not numbered.
constexpr u8 FLOOR_CHANGE_PLUS = MARSHAL, MOVE_PLUS = PUNCH, ARREST_FACE = ROBBERY;
enum Bullet : u8 { DISARMED, DROP_THE_MAIL, GOLDEN, GOTCHA, KNEE, SHOULDER, BULLETS };
constexpr std::string_view BULLET_NAMES[BULLETS] = {"disarmed", "drop-the-mail", "golden", "gotcha", "knee", "shoulder"};
constexpr std::string_view MARSHAL_FACE_NAMES[FACES] = {
    "bullet-disarmed", "bullet-drop-the-mail", "bullet-golden", "bullet-gotcha", "bullet-knee", "bullet-shoulder",
    "fire", "floor-change", "floor-change-plus", "move", "move-plus", "ride", "arrest", ""};
constexpr Card NEUTRAL_BULLET = MEI * 16 + 15;
constexpr Card NO_CARD = NONE;

constexpr Card card_of(u8 bandit, u8 face) { return static_cast<Card>(bandit * 16 + face); }
constexpr u8 face_of(Card card) { return card & 15; }
constexpr u8 bandit_of(Card card) { return card >> 4; }  // or the Marshal; not of a neutral bullet
constexpr bool is_marshals(Card card) { return bandit_of(card) == THE_MARSHAL; }
constexpr bool is_idea(Card card) { return face_of(card) == BRILLIANT_IDEA; }
constexpr bool has_plus(Card card) {
  return is_marshals(card) && (face_of(card) == MOVE_PLUS || face_of(card) == FLOOR_CHANGE_PLUS);
}
// Sorts cards as their names do: the Marshal's come before Mei's, neutral bullets before Tuco's.
constexpr int place_by_name(Card card) {
  const int row = is_marshals(card) ? MEI : bandit_of(card) < MEI ? bandit_of(card) : bandit_of(card) + 1;
  const bool first = is_marshals(card) ? face_of(card) == ARREST_FACE : is_idea(card);
  return row * 32 + (first ? 0 : face_of(card) + 1);
}
constexpr bool named_before(Card one, Card other) { return place_by_name(one) < place_by_name(other); }
constexpr bool is_action(Card card) { return face_of(card) >= FIRE && face_of(card) < FACES; }
constexpr bool is_bullet(Card card) { return !is_action(card); }

// --- loot tokens ----------------------------------------------------------------------------------------------------

// Every token has a number below 128, so that a set of tokens is one wide word. There is room for far more of each kind
// than the boxes hold, since positions may be given that no game can reach.
using Token = u8;
using Tokens = unsigned __int128;
constexpr int NUMBERED_PURSES = 33, NUMBERED_JEWELS = 22, NUMBERED_STRONGBOXES = 22, NUMBERED_FLASKS = 22;
constexpr int NUMBERED_MAILBAGS = 22;
constexpr int TOKEN_ROOM = 128;
constexpr Token FIRST_PURSE = 0;
constexpr Token FIRST_OWN_PURSE = FIRST_PURSE + NUMBERED_PURSES;  // purse-BANDIT
constexpr Token FIRST_JEWEL = FIRST_OWN_PURSE + BANDITS;
constexpr Token FIRST_STRONGBOX = FIRST_JEWEL + NUMBERED_JEWELS;
constexpr Token FIRST_FLASK = FIRST_STRONGBOX + NUMBERED_STRONGBOXES;
constexpr Token FIRST_MAILBAG = FIRST_FLASK + NUMBERED_FLASKS;
constexpr Token TOKENS = FIRST_MAILBAG + NUMBERED_MAILBAGS;
constexpr Token NO_TOKEN = NONE;
constexpr Token COACH_STRONGBOX = FIRST_STRONGBOX + 2;  // strongbox-3
static_assert(TOKENS <= TOKEN_ROOM);

constexpr Tokens token_bit(Token token) { return Tokens{1} << token; }
constexpr Tokens tokens_from(Token first, Token end) {
  return (end == TOKEN_ROOM ? ~Tokens{0} : token_bit(end) - 1) & ~(token_bit(first) - 1);
}
constexpr Tokens ALL_PURSES = tokens_from(FIRST_PURSE, FIRST_JEWEL);
constexpr Tokens ALL_JEWELS = tokens_from(FIRST_JEWEL, FIRST_STRONGBOX);
constexpr Tokens ALL_STRONGBOXES = tokens_from(FIRST_STRONGBOX, FIRST_FLASK);
constexpr Tokens ALL_FLASKS = tokens_from(FIRST_FLASK, FIRST_MAILBAG);
constexpr Tokens ALL_MAILBAGS = tokens_from(FIRST_MAILBAG, TOKENS);
constexpr bool is_purse(Token token) { return token < FIRST_JEWEL; }
constexpr bool is_flask(Token token) { return token >= FIRST_FLASK && token < FIRST_MAILBAG; }
constexpr bool is_mailbag(Token token) { return token >= FIRST_MAILBAG && token < TOKENS; }

// What can be on the face of a token that is drawn.
enum LootFace : u8 {
  FACE_250, FACE_300, FACE_350, FACE_400, FACE_450, FACE_500, FACE_1000, FACE_1, FACE_2, FACE_5, FACE_10, FACE_200,
  FACE_1200, LOOT_FACES
};
constexpr u16 LOOT_VALUES[LOOT_FACES] = {250, 300, 350, 400, 450, 500, 1000, 1, 2, 5, 10, 200, 1200};

enum Whisky : u8 { CLASSIC, OLD };
constexpr std::string_view WHISKY_NAMES[2] = {"classic", "old"};

// --- round cards ----------------------------------------------------------------------------------------------------

enum Turn : u8 { STANDARD, TUNNEL, SPEEDING_UP, SWITCHING, MELEE, SHAKING, TURN_KINDS };
constexpr std::string_view TURN_NAMES[TURN_KINDS] = {"standard", "tunnel", "speeding-up", "switching", "melee", "shaking"};

enum Happening : u8 {
  NO_HAPPENING, ANGRY_MARSHAL, SWIVEL_ARM, BRAKING, TAKE_IT_ALL, PASSENGERS_REBELLION,
  MARSHALS_REVENGE, PICKPOCKETING, CONDUCTOR,
  PANTING_HORSES, DRINK_FOR_THE_MARSHAL, HIGHER_SPEED, SHOTGUN_RAGE,
  SHARING_THE_LOOT, ESCAPE, MORTAL_BULLET,
  SAFE_PLACE, RUMOURS, REFLEXES, GUILTY_CONSCIENCE, DEADLY_FALL, CRIME_PUNISHED, HAPPENINGS
};
constexpr std::string_view HAPPENING_NAMES[HAPPENINGS] = {
    "", "angry-marshal", "swivel-arm", "braking", "take-it-all", "passengers-rebellion",
    "marshals-revenge", "pickpocketing", "conductor",
    "panting-horses", "drink-for-the-marshal", "higher-speed", "shotgun-rage",
    "sharing-the-loot", "escape", "mortal-bullet",
    "safe-place", "rumours", "reflexes", "guilty-conscience", "deadly-fall", "crime-punished"};

enum Deck : u8 { TWO_TO_FOUR, FIVE_TO_SIX, STATION };

constexpr int MAX_TURNS = 5;

// What a round card shows.
struct Shown {
  Happening happening;
  u8 plans;  // plan-of-attack symbols
  u8 turn_count;
  Turn turns[MAX_TURNS];
};

struct RoundCard {
  std::string_view name;
  Deck deck;
  Module box;
  Shown shown;  // of those of Marshal & Prisoners as assumed: the table can name another face
};

// spec/components/round-cards.toml, station-cards.toml and those of the stagecoach
constexpr RoundCard ROUND_CARDS[] = {
    {"angry-marshal.2-4", TWO_TO_FOUR, BASE, {ANGRY_MARSHAL, 0, 4, {STANDARD, STANDARD, TUNNEL, SWITCHING}}},
    {"swivel-arm.2-4", TWO_TO_FOUR, BASE, {SWIVEL_ARM, 0, 4, {STANDARD, TUNNEL, STANDARD, STANDARD}}},
    {"braking.2-4", TWO_TO_FOUR, BASE, {BRAKING, 0, 4, {STANDARD, STANDARD, STANDARD, STANDARD}}},
    {"take-it-all.2-4", TWO_TO_FOUR, BASE, {TAKE_IT_ALL, 0, 4, {STANDARD, TUNNEL, SPEEDING_UP, STANDARD}}},
    {"passengers-rebellion.2-4", TWO_TO_FOUR, BASE, {PASSENGERS_REBELLION, 0, 5,
     {STANDARD, STANDARD, TUNNEL, STANDARD, STANDARD}}},
    {"tunnel.2-4", TWO_TO_FOUR, BASE, {NO_HAPPENING, 0, 5, {STANDARD, TUNNEL, STANDARD, TUNNEL, STANDARD}}},
    {"bridge.2-4", TWO_TO_FOUR, BASE, {NO_HAPPENING, 0, 3, {STANDARD, SPEEDING_UP, STANDARD}}},
    {"angry-marshal.5-6", FIVE_TO_SIX, BASE, {ANGRY_MARSHAL, 0, 3, {STANDARD, STANDARD, SWITCHING}}},
    {"swivel-arm.5-6", FIVE_TO_SIX, BASE, {SWIVEL_ARM, 0, 3, {STANDARD, TUNNEL, STANDARD}}},
    {"braking.5-6", FIVE_TO_SIX, BASE, {BRAKING, 0, 4, {STANDARD, TUNNEL, STANDARD, STANDARD}}},
    {"take-it-all.5-6", FIVE_TO_SIX, BASE, {TAKE_IT_ALL, 0, 3, {STANDARD, SPEEDING_UP, SWITCHING}}},
    {"passengers-rebellion.5-6", FIVE_TO_SIX, BASE, {PASSENGERS_REBELLION, 0, 4,
     {STANDARD, TUNNEL, STANDARD, SWITCHING}}},
    {"tunnel.5-6", FIVE_TO_SIX, BASE, {NO_HAPPENING, 0, 4, {STANDARD, TUNNEL, STANDARD, TUNNEL}}},
    {"bridge.5-6", FIVE_TO_SIX, BASE, {NO_HAPPENING, 0, 2, {STANDARD, SPEEDING_UP}}},
    {"attack-plans.2-4", TWO_TO_FOUR, STAGECOACH, {NO_HAPPENING, 2, 4, {MELEE, TUNNEL, STANDARD, STANDARD}}},
    {"drink-for-the-marshal.2-4", TWO_TO_FOUR, STAGECOACH, {DRINK_FOR_THE_MARSHAL, 1, 5,
     {STANDARD, STANDARD, TUNNEL, TUNNEL, STANDARD}}},
    {"panting-horses.2-4", TWO_TO_FOUR, STAGECOACH, {PANTING_HORSES, 0, 4, {MELEE, STANDARD, SPEEDING_UP, STANDARD}}},
    {"higher-speed.2-4", TWO_TO_FOUR, STAGECOACH, {HIGHER_SPEED, 1, 3, {STANDARD, TUNNEL, STANDARD}}},
    {"shotgun-rage.2-4", TWO_TO_FOUR, STAGECOACH, {SHOTGUN_RAGE, 1, 4, {STANDARD, TUNNEL, MELEE, STANDARD}}},
    {"attack-plans.5-6", FIVE_TO_SIX, STAGECOACH, {NO_HAPPENING, 2, 3, {MELEE, TUNNEL, STANDARD}}},
    {"panting-horses.5-6", FIVE_TO_SIX, STAGECOACH, {PANTING_HORSES, 0, 3, {MELEE, STANDARD, SPEEDING_UP}}},
    {"drink-for-the-marshal.5-6", FIVE_TO_SIX, STAGECOACH, {DRINK_FOR_THE_MARSHAL, 1, 4,
     {STANDARD, TUNNEL, TUNNEL, STANDARD}}},
    {"higher-speed.5-6", FIVE_TO_SIX, STAGECOACH, {HIGHER_SPEED, 1, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"shotgun-rage.5-6", FIVE_TO_SIX, STAGECOACH, {SHOTGUN_RAGE, 1, 4, {STANDARD, TUNNEL, MELEE, STANDARD}}},
    {"marshals-revenge", STATION, BASE, {MARSHALS_REVENGE, 0, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"pickpocketing", STATION, BASE, {PICKPOCKETING, 0, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"conductor", STATION, BASE, {CONDUCTOR, 0, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"mortal-bullet", STATION, STAGECOACH, {MORTAL_BULLET, 0, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"sharing-the-loot", STATION, STAGECOACH, {SHARING_THE_LOOT, 0, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"escape", STATION, STAGECOACH, {ESCAPE, 0, 5, {STANDARD, STANDARD, TUNNEL, STANDARD, STANDARD}}},
    {"safe-place.2-4", TWO_TO_FOUR, MARSHAL_BOX, {SAFE_PLACE, 0, 4, {STANDARD, SHAKING, STANDARD, STANDARD}}},
    {"rumours.2-4", TWO_TO_FOUR, MARSHAL_BOX, {RUMOURS, 1, 4, {STANDARD, TUNNEL, SHAKING, STANDARD}}},
    {"reflexes.2-4", TWO_TO_FOUR, MARSHAL_BOX, {REFLEXES, 0, 3, {STANDARD, SHAKING, STANDARD}}},
    {"rough-track.2-4", TWO_TO_FOUR, MARSHAL_BOX, {NO_HAPPENING, 1, 4, {STANDARD, SHAKING, SHAKING, STANDARD}}},
    {"points-ahead.2-4", TWO_TO_FOUR, MARSHAL_BOX, {NO_HAPPENING, 0, 4, {STANDARD, TUNNEL, SHAKING, SWITCHING}}},
    {"safe-place.5-7", FIVE_TO_SIX, MARSHAL_BOX, {SAFE_PLACE, 0, 3, {STANDARD, SHAKING, STANDARD}}},
    {"rumours.5-7", FIVE_TO_SIX, MARSHAL_BOX, {RUMOURS, 1, 3, {STANDARD, TUNNEL, SHAKING}}},
    {"reflexes.5-7", FIVE_TO_SIX, MARSHAL_BOX, {REFLEXES, 0, 3, {STANDARD, STANDARD, SHAKING}}},
    {"rough-track.5-7", FIVE_TO_SIX, MARSHAL_BOX, {NO_HAPPENING, 1, 4, {STANDARD, SHAKING, TUNNEL, STANDARD}}},
    {"points-ahead.5-7", FIVE_TO_SIX, MARSHAL_BOX, {NO_HAPPENING, 0, 3, {STANDARD, SHAKING, SWITCHING}}},
    {"guilty-conscience", STATION, MARSHAL_BOX, {GUILTY_CONSCIENCE, 0, 4, {STANDARD, STANDARD, TUNNEL, STANDARD}}},
    {"deadly-fall", STATION, MARSHAL_BOX, {DEADLY_FALL, 0, 4, {STANDARD, SHAKING, STANDARD, STANDARD}}},
    {"crime-punished", STATION, MARSHAL_BOX, {CRIME_PUNISHED, 0, 4, {STANDARD, STANDARD, SHAKING, STANDARD}}},
};
constexpr int ROUND_CARD_COUNT = sizeof(ROUND_CARDS) / sizeof(ROUND_CARDS[0]);
using RoundCards = u64;  // a set of them, one bit each
static_assert(ROUND_CARD_COUNT <= 64);
constexpr RoundCards round_card_bit(int card) { return RoundCards{1} << card; }
// Those of Marshal & Prisoners come last: their faces can be named.
constexpr int NAMED_CARDS = 13, FIRST_NAMED_CARD = ROUND_CARD_COUNT - NAMED_CARDS;
static_assert(ROUND_CARDS[FIRST_NAMED_CARD].box == MARSHAL_BOX && ROUND_CARDS[FIRST_NAMED_CARD - 1].box != MARSHAL_BOX);

constexpr std::string_view PLAN_SYMBOL = "plan";

// --- hostages -------------------------------------------------------------------------------------------------------

enum Hostage : u8 { POODLE, BANKER, MINISTER, TEACHER, ZEALOT, OLD_LADY, POKER_PLAYER, PHOTOGRAPHER, HOSTAGES };
constexpr std::string_view HOSTAGE_NAMES[HOSTAGES] = {"poodle",   "banker",       "minister",    "teacher",
                                                      "zealot",   "old-lady",     "poker-player", "photographer"};

// --- Marshal & Prisoners --------------------------------------------------------------------------------------------

// The prisoners go by the bandits whose companions they are, and so do the warrants, which are the first of the goals.
constexpr int PRISONER_VALUE = 200;  // prisoner.reward
enum Goal : u8 {
  FIRST_SPECIAL_GOAL = BANDITS,
  SCRATCHES = FIRST_SPECIAL_GOAL, DODGED_BULLETS, GOLDEN_BULLET, DELIVERED_MAIL, KEYS, FULL_OF_LEAD, ARCH_ENEMY, GOALS_IN_ALL
};
constexpr std::string_view SPECIAL_GOAL_NAMES[GOALS_IN_ALL - FIRST_SPECIAL_GOAL] = {
    "scratches", "dodged-bullets", "golden-bullet", "delivered-mail", "keys", "full-of-lead", "arch-enemy"};
enum Brawler : u8 { GOLD, SILVER, BRONZE, BRAWLERS };
constexpr std::string_view BRAWLER_NAMES[BRAWLERS] = {"gold", "silver", "bronze"};
constexpr int BRAWLER_VALUES[BRAWLERS] = {800, 500, 300};
enum Cylinder : u8 { LEFT, RIGHT, CYLINDERS };
constexpr std::string_view CYLINDER_NAMES[CYLINDERS] = {"left", "right"};
constexpr int CYLINDER_SIZE = 6;
// From the top (ruling.cylinders.kinds).
constexpr u8 ASSUMED_BULLETS[CYLINDER_SIZE] = {DISARMED, KNEE, SHOULDER, GOTCHA, DROP_THE_MAIL, GOLDEN};
enum Printed : u8 { PRINTED_JEWEL, PRINTED_PURSE, PRINTED_KINDS };
constexpr std::string_view PRINTED_NAMES[PRINTED_KINDS] = {"jewel", "purse"};

// --- phases ---------------------------------------------------------------------------------------------------------

enum Phase : u8 { NEW, SETUP, SCHEMIN, STEALIN, ROUND_END, OVER, PHASES };
constexpr std::string_view PHASE_NAMES[PHASES] = {"new", "setup", "schemin", "stealin", "round-end", "over"};

// --- what chance deals ----------------------------------------------------------------------------------------------

enum What : u8 {
  TRAIN_CARS, PURSES, ROUND_DECK, STATION_CARD, FIRST_PLAYER, DECK, DISCARD, PARTNERS, FLASKS, REARMOST,
  HOSTAGE_ROW, DRINK, JEWELS, STRONGBOXES, COACH_BOX, WARRANTS, SPECIAL_GOALS, GOALS, CYLINDER, MAILBAGS, PRISON_PURSES,
  PRISON_JEWELS, PRISONERS, SEARCHED_DECK, RUMOUR, MARSHALS_FLASK, WHATS
};
constexpr std::string_view WHAT_NAMES[WHATS] = {"train",   "purses",   "round-cards", "station",  "first-player", "deck",
                                                "discard", "partners", "flasks",      "rearmost", "hostages",     "drink",
                                                "jewels",  "strongboxes", "coach-strongbox", "warrants", "special-goals", "goals",
                                                "cylinder", "mailbags", "prison-purses", "prison-jewels", "prisoners",
                                                "searched-deck", "rumour", "flask-for-the-marshal"};

// --- house rules: other answers to open questions that a table may agree on (docs/variants.md) -------------------------------

struct HouseRule {
  std::string_view ruling;
  std::string_view answer;
  u8 settled_in;  // the editions whose book answers the question, one bit each
};
constexpr u8 IN_FR = 1 << FR_HORSES, IN_PL = 1 << PL_BASE, IN_RU_BASE = 1 << RU_BASE;
enum HouseRuleId : u8 {
  DRAW_PASS, DRAW_FIRST, HAPPENINGS_AS_FAR_AS_THEY_GO, BULLETS_ONE_BY_ONE, OTHER_SIDES_ONLY, BELLE_TRANSPARENT,
  COMPANY_WHOLE_CAR, GUNSLINGER_NOBODY, GUNSLINGER_EMPTY_STACK, LEVEL_SEAT_ORDER, PLAIN_STATION, CHOSEN_ACTIONS_ONLY,
  ADDED_EITHER_WAY, PLACEMENT_HIDDEN, DISCARD_OPEN, ROUNDS_FACE_UP, TIE_BREAK_MEETING, TIE_BREAK_ALL, FLASKS_FIVE_AND_ONE,
  HOSTAGES_BY_PLAYERS, MIXING_LEFT_OUT, RIDE_ONLY_FROM_THE_TRAIN, COACH_NOT_ANY_MORE, SHOTGUN_ONLY_WHO_MOVES,
  FLASK_IN_MELEE, FLASK_DRAW_FORFEITS, PHOTOGRAPHER_STANDARD, PHOTOGRAPHER_DECK_ONLY, PHOTOGRAPHER_MATES_TOO,
  MELEE_SHOWN_LIKE_ALL, COACH_NEVER_REACHED, SHARING_SAME_CAR,
  ROUNDS_BY_BANDITS, COUNTED_WITH_THE_PLAYERS, ORDINARY_CARS_ONLY, PRISON_WITHOUT_FLASK, MARSHAL_IS_COMPANY,
  BELLE_TO_THE_LETTER, MARSHAL_SEEN_PAST, CHEYENNE_KEEPS_MAIL, MACHINE_GOT_AWAY, MACHINE_AT_ONCE,
  MACHINE_MAY_STAY, CYLINDERS_ANY_SIX, MACHINE_NEVER_REACHED, FLIGHT_INTO_MACHINE, SHAKEN_COPIES_ANOTHERS_ONLY,
  CYLINDERS_DRAWN, TWO_BULLETS_IN_ALL, BELLE_SAFE_FROM_ARREST, TWO_SHOTS_FROM_ONE,
  BOTH_MAILBAGS, CELL_OUT_OF_REACH, SEARCH_DISCARD_ONLY, SHUFFLE_ONLY_IF_SEARCHED, MARSHALS_BULLETS_FREE,
  IDEA_MAY_REFUSE, MAIL_OFF_THE_TRAIN_NOBODYS, DJANGO_INTO_MACHINE,
  THREE_OF_ONE, THREE_OF_TWO, HOUSE_RULES
};
constexpr HouseRule HOUSE_RULE_TABLE[HOUSE_RULES] = {
    {"ruling.draw.what-is-left", "pass", 0},
    {"ruling.speeding-up.order-free", "draw-first", 0},
    {"ruling.neutral-bullets.happenings-too", "as-far-as-they-go", IN_PL},
    {"ruling.neutral-bullets.group", "one-by-one", IN_PL},
    {"ruling.fire.opponents", "other-sides-only", IN_PL},
    {"ruling.belle.blocks-sight", "transparent", 0},
    {"ruling.pickpocketing.company", "whole-car", IN_PL},
    {"ruling.gunslinger.nobody-fired", "nobody", 0},
    {"ruling.gunslinger.nobody-fired", "empty-stack", 0},
    {"ruling.end.still-level", "seat-order", 0},
    {"ruling.setup.stations-are-happenings", "plain-station", IN_PL},
    {"ruling.duo.any-chosen-card", "actions-only", 0},
    {"ruling.duo.added-card-face-up", "either-way", 0},
    {"ruling.duo.placement-in-turn", "hidden", 0},
    {"ruling.expert.discard-secret", "open", 0},
    {"ruling.rounds.face-down", "face-up", IN_RU_BASE | IN_PL},
    {"ruling.tie-break.meeting-by-happening", "meeting", 0},
    {"ruling.tie-break.to-the-letter", "all", 0},
    {"ruling.horses.flasks-in-the-box", "five-and-one", IN_FR},
    {"ruling.horses.hostages-by-bandits", "players", IN_FR},
    {"ruling.setup.mixing", "left-out", IN_FR},
    {"ruling.ride.from-the-stagecoach", "only-from-the-train", IN_FR},
    {"ruling.stagecoach.last-round", "not-any-more", 0},
    {"ruling.shotgun.comes-to-them", "only-who-moves", IN_FR},
    {"ruling.whisky.melee", "before-the-reveal", IN_FR},
    {"ruling.whisky.ghost", "draw-forfeits", 0},
    {"ruling.hostage.photographer-tunnel", "standard", 0},
    {"ruling.hostage.photographer-bullets", "deck-only", 0},
    {"ruling.hostage.photographer-bullets", "mates-too", 0},
    {"ruling.melee.ghost", "shown-like-all", 0},
    {"ruling.happenings.stagecoach", "never", 0},
    {"ruling.sharing-the-loot.levels", "same-car", IN_FR},
    {"ruling.marshal-player.rounds-by-bandits", "by-bandits", 0},
    {"ruling.marshal-player.counted", "with-the-players", 0},
    {"ruling.prison-car.from-the-tail", "ordinary-cars", 0},
    {"ruling.prison-car.whisky", "none", 0},
    {"ruling.marshal-player.company", "not-alone", 0},
    {"ruling.double-shot.belle-one-cylinder", "to-the-letter", 0},
    {"ruling.marshal-player.in-between", "seen-past", 0},
    {"ruling.mailbags.cheyenne", "keeps-it", 0},
    {"ruling.time-machine.escape", "got-away", 0},
    {"ruling.time-machine.order", "at-once", 0},
    {"ruling.time-machine.must-hide", "may-stay", 0},
    {"ruling.cylinders.kinds", "any-six", 0},
    {"ruling.time-machine.happenings", "never", 0},
    {"ruling.time-machine.flight", "into-it", 0},
    {"ruling.idea.own-card-shaking", "anothers-only", 0},
    {"ruling.cylinders.kinds", "drawn", 0},
    {"ruling.goal.bullets-of-one-bandit", "two-in-all", 0},
    {"ruling.arrest.belle", "safe", 0},
    {"ruling.double-shot.one-cylinder-left", "two-from-one", 0},
    {"ruling.marshal-bullet.two-mailbags", "both", 0},
    {"ruling.cell.happenings", "out-of-reach", 0},
    {"ruling.idea.search-expert", "discard-only", 0},
    {"ruling.idea.search-shuffle", "only-if-searched", 0},
    {"ruling.mortal-bullet.marshals-bullets", "not-his", 0},
    {"ruling.idea.must-free", "may-refuse", 0},
    {"ruling.mailbags.off-the-train", "nobodys", 0},
    {"ruling.time-machine.django-inside", "into-it", 0},
    {"ruling.cursed.split", "three-of-one", 0},
    {"ruling.cursed.split", "three-of-two", 0},
};
static_assert(HOUSE_RULES <= 64);

}  // namespace colt
