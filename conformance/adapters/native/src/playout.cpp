// Whole random games without leaving C++.
#include "rules.hpp"

namespace colt {

// The usual: it names no card, and agrees on all round cards.
static void answer_for_the_table(State& s, u8 kind) {
  std::string why;
  if (!(kind == ASK_CARD_FACES ? name(s, command(static_cast<Type>(FINISH_NAMING), TABLE), {}, why) : kind == ASK_ROUND_CHOICE && agree(s, 0, why)))
    throw Broken("a playout of a game that was not started");
}

// Everybody chooses one of their choices, each as likely as the others.
void play_to_the_end(State& s, Dice& dice) {
  Choices choices;
  while (s.phase != OVER) {
    if (s.awaiting.empty()) throw Broken("a game that waits for nobody and is not over");
    const Awaited& ask = s.awaiting.at[0];
    if (ask.actor == CHANCE) {
      deal_by_dice(s, dice);
      continue;
    }
    if (ask.actor == TABLE) {
      answer_for_the_table(s, ask.kind);
      continue;
    }
    choices.n = 0;
    list_choices(s, ask, choices);
    if (choices.n == 0) throw Broken("a decision without choices");
    apply(s, choices.at[dice.roll(static_cast<u32>(choices.n))]);
  }
}

}  // namespace colt
