// Robbery.
#include "rules.hpp"

namespace colt {

// robbery.take-one, robbery.same-level, robbery.nothing-there, ruling.robbery.which-purse, whisky.loot,
// shotgun.guards-strongbox, prisoner.own-companion, ruling.prisoner.two-by-one
void list_robbery(const State& s, u8 bandit, Choices& out) {
  const Place place = s.figures[bandit].place;
  Tokens there = s.floor[place];
  if (s.coach.shotgun == COACH_ROOF) there &= ~token_bit(COACH_STRONGBOX);
  const bool two = has(s, MARSHAL_BOX) && s.marshal_player.companion[bandit] == bandit;
  for (; there != 0; there &= there - 1) {
    Command c = command(ROB, seat_of(s, bandit), static_cast<u8>(lowest(there)));
    out.add(c);
    c.type = ROB_TWO;
    for (Tokens others = two ? there & (there - 1) : 0; others != 0; others &= others - 1) {
      c.other = static_cast<u8>(lowest(others));
      out.add(c);
    }
  }
}

void take_token(State& s, u8 bandit, Place place, Token token) {
  s.floor[place] &= ~token_bit(token);
  s.loot[bandit] |= token_bit(token);
  s.gained[token] = s.gains++;
}

}  // namespace colt
