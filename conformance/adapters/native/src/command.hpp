// A command: one complete choice of one actor, in a few bytes. And a fixed array for all choices of an actor.
#pragma once
#include "state.hpp"

namespace colt {

enum Type : u8 {
  CHOOSE_TEAM, PLACE_BANDITS, HIDE_PAWNS, BOARD_CAR, CHOOSE_CARD, PLAY_CARD, ADD_NO_CARD, DRAW_CARDS, KEEP_CARDS,
  USE_FLASK, MOVE_TO, CHANGE_FLOOR, FIRE_AT, ROB, PUNCH_BANDIT, PUNCH_SHOTGUN, MOVE_MARSHAL, RIDE_TO, RIDE_AWAY,
  PICKPOCKET, RUN_TO, TAKE_HOSTAGE, HIDE_BANDIT, FORGO, SEARCH_FOR_IDEA, ARREST, FIRE_CYLINDERS, PUNCH_THE_MARSHAL, THROW_OFF,
  SHOOT_OFF, ROB_TWO, LEAVE_CELL, FREE_PRISONER, FREE_BANDIT, PAY_LIBERATOR, TYPES,
  // These are never in a list of choices: what chance and the table say is not enumerated.
  DEAL, AGREE, START_GAME, AGREE_ON_RULING, NAME_TURNS, NAME_SYMBOLS, NAME_BULLETS, NAME_LOOT, FINISH_NAMING, ALL_TYPES
};
constexpr std::string_view TYPE_NAMES[TYPES] = {
    "ChooseTeam", "PlaceBandits", "HidePawns", "BoardCar", "ChooseCard", "PlayCard", "AddNoCard", "DrawCards", "KeepCards",
    "UseFlask", "Move", "ChangeFloor", "Fire", "Rob", "Punch", "PunchShotgun", "MoveMarshal", "Ride", "RideAway",
    "Pickpocket", "Run", "TakeHostage", "HideBandit", "Forgo", "SearchForIdea", "Arrest", "FireCylinders", "PunchMarshal",
    "ThrowOff", "ShootOff", "RobTwo", "LeaveCell", "FreePrisoner", "FreeBandit", "PayLiberator"};
constexpr std::string_view TABLE_TYPE_NAMES[ALL_TYPES - DEAL] = {
    "Deal", "AgreeOnRoundCards", "StartGame", "AgreeOnRuling", "NameTurns", "NameSymbols", "NameBullets", "NameLoot",
    "FinishNaming"};

struct Command {
  u8 type;
  u8 actor;  // seat
  u8 what;   // figure, card, token, hostage, prisoner, round card, cylinder, position of a car, or a set of bandits (HidePawns)
  u8 other;  // second bandit (ChooseTeam, FireCylinders), token (Punch, ThrowOff, RobTwo), happening (NameSymbols)
  Place to;  // or a token (FireCylinders)
  u8 yes;    // face_down, keep, how many plans of attack (NameSymbols)
  u16 pad;
  u32 cards;  // KeepCards: which cards of the hand sorted by name, one bit each; of like ones the first

  bool operator==(const Command& o) const {
    return type == o.type && actor == o.actor && what == o.what && other == o.other && to == o.to && yes == o.yes &&
           cards == o.cards;
  }
};
static_assert(sizeof(Command) == 12);

inline Command command(Type type, u8 actor, u8 what = NONE, Place to = NONE, u8 yes = 0) {
  return Command{type, actor, what, NONE, to, yes, 0, 0};
}

// Two players of the Polish game can hold eleven different cards: 2048 ways to keep some of them.
constexpr int MAX_CHOICES = 4096;

struct Choices {
  int n = 0;
  Command at[MAX_CHOICES];

  Choices() {}  // the commands stay unwritten until they are listed
  void add(const Command& c) {
    if (n >= MAX_CHOICES) throw TooMuch("expected at most 4096 choices for one decision; there are more");
    at[n++] = c;
  }
  bool has(const Command& c) const {
    for (int i = 0; i < n; ++i)
      if (at[i] == c) return true;
    return false;
  }
};

// What chance has to deal: every row of `count` of these items.
struct Row {
  u8 what;
  u8 subject;  // seat, or NONE
  u8 count;
  u8 size;
  u8 items[MAX_DISCARD + MAX_DECK];

  void put(int item, int times = 1) {
    while (times-- > 0) items[size++] = static_cast<u8>(item);
  }
};

}  // namespace colt
