// Robbery.
#include "rules.hpp"

namespace colt {

// robbery.take-one, robbery.same-level, robbery.nothing-there, ruling.robbery.which-purse, whisky.loot,
// shotgun.guards-strongbox
void list_robbery(const State& s, u8 bandit, Choices& out) {
  const Place place = s.figures[bandit].place;
  Tokens there = s.floor[place];
  if (s.coach.shotgun == COACH_ROOF) there &= ~token_bit(COACH_STRONGBOX);
  for (; there != 0; there &= there - 1)
    out.add(command(ROB, seat_of(s, bandit), static_cast<u8>(lowest(there))));
}

void take_token(State& s, u8 bandit, Place place, Token token) {
  s.floor[place] &= ~token_bit(token);
  s.loot[bandit] |= token_bit(token);
  s.gained[token] = s.gains++;
}

}  // namespace colt
