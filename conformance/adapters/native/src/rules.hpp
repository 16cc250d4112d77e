// What the files of the rules offer each other. Every function says which clauses it carries where it is defined.
#pragma once
#include <vector>

#include "command.hpp"
#include "dice.hpp"

namespace colt {

// Each `*_step` does the next thing that happens by itself and returns true; or it writes into `awaiting` who has to
// decide what, and returns false.

enum Progress : u8 { NOTHING_DUE, DID, WAITS };

// game.cpp: the loop
int advance(State& s);  // how many things happened by themselves
void list_choices(const State& s, const Awaited& ask, Choices& out);
void apply(State& s, const Command& c);  // c is one of the choices
inline void await(State& s, u8 kind, u8 actor, u8 subject = NONE) { s.awaiting.push({kind, actor, subject}); }

// chance.cpp
bool chance_row(const State& s, Row& row);                 // false if chance is not waited for
bool fits(const Row& row, const u8* outcome, int size);    // is it a row that can be dealt?
void deal(State& s, const Row& row, const u8* outcome);    // and what follows from it
void deal_by_dice(State& s, Dice& dice, Row* dealt = nullptr);
int bandits_in_play(const State& s);
void purse_row(const State& s, Row& row);

// options.cpp
struct GameOptions {
  Edition edition;
  u16 modules;
  u8 seats;
  u8 seat_names[MAX_SEATS];
  bool powers, happenings, stations;
  List<u8, ORDINARY_CARS - 1> train;
};
bool agree_on_ruling(State& s, u8 house_rule, std::string& why);
bool start_game(State& s, const GameOptions& options, std::string& why);
bool agree(State& s, RoundCards rounds_and_stations, std::string& why);
bool asks_round_choice(const State& s);
RoundCards round_card_pool(const State& s, bool stations);  // what can be drawn, or agreed on
int cars_for(u8 edition, u16 modules, int players);
bool name(State& s, const Command& c, const std::vector<u8>& items, std::string& why);

// setup.cpp
bool setup_step(State& s);
void take_seat(State& s, u8 seat, u8 bandit, bool marshal_card);
void build_train(State& s, const u8* cars, int count);
void give_value(State& s, Token token, u8 face);
void lay(State& s, Place place, Token token, u8 face);
int purses_on_train(const State& s);
int jewels_on_train(const State& s);
void lay_purses(State& s, const u8* faces);
void lay_jewels(State& s, const u8* faces);
void lay_strongboxes(State& s, const u8* faces);
void place_stagecoach(State& s, u8 face);
void lay_other_loot(State& s);
bool loot_is_laid(const State& s);
void list_team(const State& s, u8 seat, Choices& out);
void list_placement(const State& s, u8 seat, Choices& out);
void choose_team(State& s, const Command& c);
void place_bandits(State& s, const Command& c);
void start_round(State& s, int number, u8 first);

// horses.cpp: the attack, Ride
bool attack_step(State& s);  // true: something happened; false: waits, or (attack over) nothing awaited
void list_attack(const State& s, u8 seat, Choices& out);
void list_start(const State& s, u8 bandit, Choices& out);
void hide_pawns(State& s, const Command& c);
void board_car(State& s, const Command& c);
u8 rearmost(const State& s);
void list_ride(const State& s, u8 bandit, Choices& out);
void ride(State& s, const Command& c, u8 bandit);

// whisky.cpp
void list_flasks(const State& s, u8 seat, Choices& out);
void list_flask_card(const State& s, u8 seat, Choices& out);
void use_flask(State& s, const Command& c);
bool pour_step(State& s);
void play_flask_card(State& s, const Command& c);
void flask_card_missing(State& s);

// schemin.cpp
bool schemin_step(State& s);
Turn turn_kind(const State& s);
Turn plays_as(const State& s, u8 seat);
int hand_size(const State& s, u8 seat);
int kept_before(const State& s, u8 seat);
bool can_draw(const State& s, u8 seat);
void draw_from_deck(State& s, u8 seat, int count);
bool needs_discard(const State& s, u8 seat, int count);
bool hides_first_card(const State& s, u8 seat);
bool plays_face_down(const State& s, u8 seat);
bool has_action_card(const State& s, u8 seat);
u32 faces_to_lay(const State& s, u8 seat);
void list_scheme(const State& s, u8 seat, Choices& out);
void list_card_or_none(const State& s, u8 seat, Choices& out);
void list_chosen_card(const State& s, u8 seat, Choices& out);
void list_added_card(const State& s, u8 seat, Choices& out);
void list_kept_cards(const State& s, u8 seat, Choices& out);
void list_plan(const State& s, u8 seat, Choices& out);
void play_card(State& s, const Command& c);
void draw_cards(State& s, const Command& c);
void pass(State& s, u8 seat);
void offer_plus(State& s, u8 seat);
void play_plus_card(State& s, const Command& c);
void choose_card(State& s, const Command& c);
void add_card(State& s, const Command& c);
void keep_cards(State& s, const Command& c);
void keep_by_plan(State& s, const Command& c);
void deck_shuffled(State& s, u8 seat);
void sorted_hand(const State& s, u8 seat, List<Card, MAX_HAND>& out);
int staying_count(const State& s, u8 seat, Card card);
void in_turn_with_cards(const State& s, List<u8, MAX_SEATS>& out);
void return_hands(State& s);

bool melee_step(State& s);
void list_melee(const State& s, u8 seat, Choices& out);
void seal_choice(State& s, const Command& c);

// stealin.cpp
bool stealin_step(State& s);
Progress arrivals_step(State& s);  // what a position triggers: the Marshal, the Shotgun, hostages
void list_action(const State& s, u8 kind, u8 bandit, Choices& out);
void carry_out(State& s, const Command& c, u8 bandit);

// move.cpp
void list_move(const State& s, u8 bandit, Choices& out);
void list_floor_change(const State& s, u8 bandit, Choices& out);
void move(State& s, const Command& c, u8 bandit);

// fire.cpp
struct Targets {
  u8 all;    // who can be aimed at
  u8 belles;  // those of them whom Belle's power or that of her companion spares
};
Targets targets_of(const State& s, u8 figure);
void list_fire(const State& s, u8 bandit, Choices& out);
void fire(State& s, const Command& c, u8 bandit);

// robbery.cpp
void list_robbery(const State& s, u8 bandit, Choices& out);
void take_token(State& s, u8 bandit, Place place, Token token);

// punch.cpp
u8 without_belle(u8 targets, u8 belles);
u8 belles_among(const State& s, u8 figures);
void list_punch(const State& s, u8 bandit, Choices& out);
void punch(State& s, const Command& c, u8 bandit);

// marshal.cpp: the Marshal who is nobody's, neutral bullets
void list_marshal(const State& s, u8 bandit, Choices& out);
bool meet_marshal(State& s);
enum Cause : u8 { MEETING, BY_HAPPENING, BY_SHOTGUN, BY_POODLE };
void give_neutral_bullets(State& s, const BanditRow& group, Cause cause);
void bullet_received(State& s, u8 bandit);  // station.mortal-bullet
void uncount(State& s, u8 seat);

// shotgun.cpp
Progress shotgun_step(State& s);
void list_run(const State& s, u8 bandit, Choices& out);
void run(State& s, const Command& c, u8 bandit);
void throw_shotgun(State& s);
void shotgun_to(State& s, Place place);
Progress hostage_step(State& s);
void list_hostage(const State& s, u8 bandit, Choices& out);
void take_hostage(State& s, const Command& c, u8 bandit);

// round_end.cpp
bool round_end_step(State& s);
void list_pickpocketing(const State& s, u8 bandit, Choices& out);
void pickpocket(State& s, const Command& c, u8 bandit);
void drink(State& s, Token flask);

// time_machine.cpp
constexpr int TIME_TRAVELLER_REWARD = 500;  // time-machine.end
bool is_like_a_car(const State& s, Place place);
Progress travel_step(State& s);
void list_hide(const State& s, u8 bandit, Choices& out);
void hide(State& s, const Command& c, u8 bandit);
void come_out(State& s);

// marshal_player.cpp: the Marshal as a player
void seat_the_marshal(State& s, u8 seat);
bool goals_step(State& s);   // his goals and bullets; false: chance is awaited
bool prison_step(State& s);  // what lies in the locomotive and the prison car; likewise
void goal_row(const State& s, Row& row);
void deal_goals(State& s, What what, const u8* goals, int count);
void load_cylinder(State& s, u8 cylinder, const u8* bullets, int count);
void lay_mailbags(State& s, const u8* faces);
void prison_loot_row(const State& s, u8 kind, Row& row);
void lay_in_prison(State& s, u8 kind, const u8* faces, int count);
void goal_comes_up(State& s);
void list_double_shot(const State& s, Choices& out);
void double_shot(State& s, const Command& c);
void list_arrest(const State& s, Choices& out);
void arrest(State& s, u8 bandit);
u8 his_company(const State& s);  // who is in his car, on either level
Place inside_his_car(const State& s);
void list_anger(const State& s, Choices& out);
void spend_anger(State& s, const Command& c);
void bring_loot_up(State& s);
Progress rumour_step(State& s);
void show_goal(State& s, u8 goal);
Progress flask_step(State& s);
void keep_flask(State& s, u8 flask);
bool return_open_bullets(State& s);
bool settle_leftovers(State& s);
bool meets_goal(const State& s, u8 goal);
bool marshal_has_won(const State& s);

// prisoners.cpp: the Brilliant Idea, prisoners and the cell
bool can_search(const State& s, u8 seat);
void search_for_idea(State& s, u8 seat);
u8 carried_out_as(const State& s, Card card);  // a kind of decision, or NO_ACTION
void note_last_card(State& s, Card card);
void measure_pile(State& s, int turn);
void list_idea(const State& s, u8 bandit, Choices& out);
void carry_out_idea(State& s, const Command& c, u8 bandit);
void list_payment(const State& s, u8 bandit, Choices& out);
void pay_liberator(State& s, u8 token);
void recapture(State& s, u8 bandit);
Progress reflex_step(State& s);
void play_reflex(State& s, const Command& c);

// cursed_loot.cpp
bool lies_face_down(const State& s, Token token);
u8 loot_to_draw(const State& s);
void add_cursed_purses(const State& s, Row& row);
void jewel_row(const State& s, Row& row);
void strongbox_row(const State& s, Row& row);
void coach_box_row(const State& s, Row& row);

// scoring.cpp
bool is_caught(const State& s, u8 bandit);
bool cannot_win(const State& s, u8 bandit);
void end_game(State& s);
i32 hostage_ransom(const State& s, u8 bandit);

// scheming.cpp: a player for playouts
i32 worth_of(const State& s, const Awaited& ask, const Command& c);  // what a choice is worth, in dollars
const Command& scheme(const State& s, const Awaited& ask, const Choices& choices, Dice& dice);

// playout.cpp
void play_to_the_end(State& s, Dice& dice);

}  // namespace colt
