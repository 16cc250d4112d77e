// Whole random games without leaving C++.
#include "rules.hpp"

namespace colt {

// Everybody chooses one of their choices, each as likely as the others; the table agrees on all round cards.
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
      std::string why;
      if (ask.kind != ASK_ROUND_CHOICE || !agree(s, 0, why)) throw Broken("a playout of a game that was not started");
      continue;
    }
    choices.n = 0;
    list_choices(s, ask, choices);
    if (choices.n == 0) throw Broken("a decision without choices");
    apply(s, choices.at[dice.roll(static_cast<u32>(choices.n))]);
  }
}

}  // namespace colt
