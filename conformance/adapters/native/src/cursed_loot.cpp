// Cursed loot: with it jewels and strongboxes are drawn as purses are, and nobody sees what is on them.
#include "rules.hpp"

namespace colt {

// ruling.cursed.face-down, ruling.mailbags.face-down, secrecy.purse-values: only whoever has it knows what it is worth
bool lies_face_down(const State& s, Token token) {
  return is_purse(token) || is_mailbag(token) || (has(s, CURSED_LOOT) && !is_flask(token));
}

// cursed.mixed: what chance draws next of the loot. ruling.cursed.one-supply: that of the stagecoach at last
u8 loot_to_draw(const State& s) {
  if (!has(s, CURSED_LOOT) || (purses_on_train(s) != 0 && !(s.valued & token_bit(FIRST_PURSE)))) return PURSES;
  return jewels_on_train(s) != 0 && !(s.valued & token_bit(FIRST_JEWEL)) ? JEWELS : STRONGBOXES;
}

// cursed.purses, ruling.cursed.split
void add_cursed_purses(const State& s, Row& row) {
  const int ones = agreed(s, THREE_OF_ONE) ? 3 : agreed(s, THREE_OF_TWO) ? 1 : 2;
  row.put(FACE_1, ones);
  row.put(FACE_2, 4 - ones);
}

// cursed.jewels
void jewel_row(const State& s, Row& row) {
  row.put(FACE_500, 6);
  row.put(FACE_5, 2);
  row.count = static_cast<u8>(jewels_on_train(s));
}

// cursed.strongbox, ruling.cursed.one-supply, prison.setup.mailbags
void strongbox_row(const State& s, Row& row) {
  row.put(FACE_1000, has(s, STAGECOACH) ? 3 : 2);
  row.put(FACE_10);
  row.count = has(s, MARSHAL_BOX) ? 1 : 2;
}

// ruling.cursed.one-supply: what the first two strongboxes have left
void coach_box_row(const State& s, Row& row) {
  int cursed = 0;
  for (Token box = FIRST_STRONGBOX; box < COACH_STRONGBOX; ++box) cursed += s.values[box] == LOOT_VALUES[FACE_10];
  row.put(FACE_1000, 1 + cursed + has(s, MARSHAL_BOX));
  if (cursed == 0) row.put(FACE_10);
}

}  // namespace colt
