// The Marshal as a player: his things, his goals, his cards, and what happenings do for him.
#include <algorithm>

#include "rules.hpp"

namespace colt {

// --- getting ready ---------------------------------------------------------------------------------------------------

// marshal-player.seat, marshal-player.deck, marshal-player.deck.ride, marshal-player.brawlers, marshal-player.no-purse
void seat_the_marshal(State& s, u8 seat) {
  s.figures[THE_MARSHAL].seat = seat;
  s.figures_of[seat] = bit(THE_MARSHAL);
  constexpr u8 FACES_OF_HIS[] = {MOVE, MOVE, FLOOR_CHANGE, FIRE, FIRE, FIRE, MOVE_PLUS, FLOOR_CHANGE_PLUS, ARREST_FACE, ARREST_FACE};
  auto& deck = s.cards[seat].deck;
  for (u8 face : FACES_OF_HIS) deck.push(card_of(THE_MARSHAL, face));
  if (has(s, HORSES)) deck.push(card_of(THE_MARSHAL, RIDE));
  for (u8 brawler : {GOLD, SILVER, BRONZE}) s.marshal_player.brawlers.push(brawler);
}

// ruling.cylinders.kinds: as named, as assumed, or as chance has it, with the golden bullet last
void load_cylinder(State& s, u8 cylinder, const u8* bullets, int count) {
  MarshalPlayer& m = s.marshal_player;
  for (int i = 0; i < count; ++i) m.cylinders[cylinder].push(bullets[i]);
  if (count < CYLINDER_SIZE) m.cylinders[cylinder].push(GOLDEN);
  m.loaded |= bit(cylinder);
  s.figures[THE_MARSHAL].bullets = static_cast<u8>(s.figures[THE_MARSHAL].bullets + m.cylinders[cylinder].n);
}

// marshal-player.cylinders, goal.warrants.two, goal.specials.three, goal.five-shuffled
bool goals_step(State& s) {
  const MarshalPlayer& m = s.marshal_player;
  if (!m.goals_dealt) {
    constexpr u8 ONE_AFTER_THE_OTHER[] = {WARRANTS, WARRANTS, SPECIAL_GOALS, SPECIAL_GOALS, SPECIAL_GOALS, GOALS};
    await(s, ONE_AFTER_THE_OTHER[std::min<int>(m.goals_drawn.n, 5)], CHANCE);
    return false;
  }
  for (u8 cylinder : {LEFT, RIGHT}) {
    if (m.loaded & bit(cylinder)) continue;
    if (!m.loads[cylinder].empty()) {
      load_cylinder(s, cylinder, m.loads[cylinder].at, m.loads[cylinder].n);
    } else if (agreed(s, CYLINDERS_DRAWN)) {
      await(s, CYLINDER, CHANCE, cylinder);
      return false;
    } else {
      load_cylinder(s, cylinder, ASSUMED_BULLETS, CYLINDER_SIZE);
    }
  }
  return true;
}

// goal.warrants.in-play, goal.specials.few-bandits
void goal_row(const State& s, Row& row) {
  if (row.what == WARRANTS) {
    for (u8 b = 0; b < BANDITS; ++b)
      if (s.figures[b].seat != NONE) row.put(b);
    row.count = 2;
  } else if (row.what == SPECIAL_GOALS) {
    const bool few = bandits_in_play(s) <= 3;
    for (u8 goal = FIRST_SPECIAL_GOAL; goal < GOALS_IN_ALL; ++goal)
      if (!few || (goal != FULL_OF_LEAD && goal != ARCH_ENEMY)) row.put(goal);
    row.count = 3;
  } else {
    for (u8 goal : s.marshal_player.goals_drawn) row.put(goal);
    row.count = row.size;
  }
}

void deal_goals(State& s, What what, const u8* goals, int count) {
  MarshalPlayer& m = s.marshal_player;
  if (what == GOALS) {
    m.goals_drawn.clear();
    m.goals_dealt = 1;
  }
  for (int i = 0; i < count; ++i) (what == GOALS ? m.future : m.goals_drawn).push(goals[i]);
}

// prison.setup.mailbags
void lay_mailbags(State& s, const u8* faces) {
  for (int i = 0; i < 2; ++i) lay(s, inside(0), static_cast<Token>(FIRST_MAILBAG + i), faces[i]);
}

// ruling.prison-car.loot: what the other cars leave of a kind
void prison_loot_row(const State& s, u8 kind, Row& row) {
  const bool purses = kind == PRINTED_PURSE;
  const int laid = purses ? purses_on_train(s) : jewels_on_train(s);
  const Token first = purses ? FIRST_PURSE : FIRST_JEWEL;
  Row supply;
  supply.size = 0;
  if (purses) purse_row(s, supply);
  else if (has(s, CURSED_LOOT)) jewel_row(s, supply);
  else supply.put(FACE_500, 6);
  for (int i = 0; i < laid; ++i)
    for (int k = 0; k < supply.size; ++k)
      if (LOOT_VALUES[supply.items[k]] == s.values[first + i]) {
        supply.items[k] = supply.items[--supply.size];
        break;
      }
  for (int k = 0; k < supply.size; ++k) row.put(supply.items[k]);
  row.count = std::min(row.size, static_cast<u8>(s.marshal_player.printed.count(kind)));
}

void lay_in_prison(State& s, u8 kind, const u8* faces, int count) {
  const bool purses = kind == PRINTED_PURSE;
  const int laid = purses ? purses_on_train(s) : jewels_on_train(s);
  for (int i = 0; i < count; ++i)
    lay(s, corridor(s), static_cast<Token>((purses ? FIRST_PURSE : FIRST_JEWEL) + laid + i), faces[i]);
}

// prison.setup.mailbags, prison.setup.prisoners, ruling.prison-car.loot, marshal-player.starts-in-the-locomotive
bool prison_step(State& s) {
  if (!(s.valued & token_bit(FIRST_MAILBAG))) return await(s, MAILBAGS, CHANCE), false;
  for (u8 kind : {PRINTED_PURSE, PRINTED_JEWEL}) {
    const bool purses = kind == PRINTED_PURSE;
    const Token next = static_cast<Token>(purses ? FIRST_PURSE + purses_on_train(s) : FIRST_JEWEL + jewels_on_train(s));
    if (!s.marshal_player.printed.has(kind) || (s.valued & token_bit(next))) continue;
    Row row;
    row.size = 0;
    prison_loot_row(s, kind, row);
    if (row.count == 0) continue;
    if (purses || has(s, CURSED_LOOT)) return await(s, purses ? PRISON_PURSES : PRISON_JEWELS, CHANCE), false;
    lay_in_prison(s, kind, row.items, row.count);
  }
  if (!s.marshal_player.prisoners_drawn) return await(s, PRISONERS, CHANCE), false;
  if (s.figures[THE_MARSHAL].place == NOWHERE) put(s, THE_MARSHAL, inside(0));
  return true;
}

// goal.one-each-round
void goal_comes_up(State& s) {
  MarshalPlayer& m = s.marshal_player;
  if (m.future.empty()) return;
  m.current.push(m.future.at[0]);
  m.future.erase(0);
}

// --- his cards -------------------------------------------------------------------------------------------------------

// marshal-bullet.into-the-deck, marshal-bullet.lasting, marshal-bullet.gotcha, marshal-bullet.drop-the-mail,
// marshal-bullet.golden, ruling.marshal-bullet.two-mailbags, ruling.mortal-bullet.marshals-bullets
static void shoot(State& s, u8 cylinder, u8 target, Token mailbag) {
  MarshalPlayer& m = s.marshal_player;
  const u8 kind = m.cylinders[cylinder].at[0];
  m.cylinders[cylinder].erase(0);
  --s.figures[THE_MARSHAL].bullets;
  const Card bullet = card_of(THE_MARSHAL, kind);
  if (!agreed(s, MARSHALS_BULLETS_FREE)) bullet_received(s, target);
  if (kind == DISARMED || kind == KNEE || kind == SHOULDER) return m.wounds[target].push(bullet);
  s.cards[seat_of(s, target)].deck.push(bullet);
  if (kind == GOTCHA) recapture(s, target);
  if (kind != DROP_THE_MAIL) return;
  Tokens taken = s.loot[target] & ALL_MAILBAGS;
  if (!agreed(s, BOTH_MAILBAGS) && tokens_in(taken) > 1) taken = token_bit(mailbag);
  s.loot[target] &= ~taken;
  m.mailbags |= taken;
}

// Which cylinder a shot comes from that the command names for one of them (ruling.double-shot.one-cylinder-left).
static u8 loaded(const State& s, u8 cylinder) {
  return s.marshal_player.cylinders[cylinder].empty() ? cylinder ^ 1 : cylinder;
}

static bool points_at_mail(const State& s, u8 target, u8 kind) {
  return kind == DROP_THE_MAIL && !agreed(s, BOTH_MAILBAGS) && tokens_in(s.loot[target] & ALL_MAILBAGS) > 1;
}

// double-shot.two-bandits, double-shot.one-from-each, double-shot.single, double-shot.not-the-same,
// double-shot.belle-among-two, double-shot.belle-among-three, double-shot.belle-single,
// ruling.double-shot.one-cylinder-left, ruling.double-shot.belle-one-cylinder, ruling.double-shot.companion-of-belle
void list_double_shot(const State& s, Choices& out) {
  const MarshalPlayer& m = s.marshal_player;
  const auto* cylinders = m.cylinders;
  const int bullets = cylinders[LEFT].n + cylinders[RIGHT].n;
  const bool both = !cylinders[LEFT].empty() && !cylinders[RIGHT].empty();
  if (bullets == 0) return;
  const bool two = both || (agreed(s, TWO_SHOTS_FROM_ONE) && bullets > 1);
  const Targets targets = targets_of(s, THE_MARSHAL);
  const u8 seat = seat_of(s, THE_MARSHAL), belle = targets.belles & bit(BELLE);
  // Of whom Belle's power spares, her companion's holder counts the others besides Belle.
  const auto others = [&](u8 one) {
    return size_of(targets.all & ~bit(one) & ~(one == BELLE ? 0u : static_cast<unsigned>(belle)));
  };
  const auto spared = [&](u8 one, int from) { return (targets.belles & bit(one)) && others(one) >= from; };
  const auto add = [&](u8 left, u8 right) {
    Command c = command(FIRE_CYLINDERS, seat, left);
    c.other = right;
    // The order of the shots is that of `double_shot`.
    Tokens bags = 0;
    int fired[CYLINDERS] = {};
    const bool loaded_first = left == NONE || right == NONE || both || !cylinders[LEFT].empty();
    for (int i = 0; i < CYLINDERS; ++i) {
      const u8 named = static_cast<u8>(loaded_first ? i : 1 - i), target = named == LEFT ? left : right;
      if (target == NONE) continue;
      const u8 from = loaded(s, named);
      if (points_at_mail(s, target, cylinders[from].at[fired[from]++])) bags |= s.loot[target] & ALL_MAILBAGS;
    }
    if (bags == 0) return out.add(c);
    for (; bags != 0; bags &= bags - 1) {
      c.to = static_cast<u8>(lowest(bags));
      out.add(c);
    }
  };
  const int enough = !two && agreed(s, BELLE_TO_THE_LETTER) ? 2 : 1;
  for (u8 b = 0; b < BANDITS; ++b) {
    if (!(targets.all & bit(b)) || spared(b, enough)) continue;
    if (!cylinders[LEFT].empty()) add(b, NONE);
    if (!cylinders[RIGHT].empty()) add(NONE, b);
  }
  if (!two) return;
  for (u8 left = 0; left < BANDITS; ++left)
    for (u8 right = 0; right < BANDITS; ++right)
      if (left != right && (targets.all & bit(left)) && (targets.all & bit(right)) && !spared(left, 2) && !spared(right, 2))
        add(left, right);
}

void double_shot(State& s, const Command& c) {
  const auto* cylinders = s.marshal_player.cylinders;
  if (c.what != NONE && c.other != NONE && cylinders[LEFT].empty()) {
    shoot(s, RIGHT, c.other, c.to);
    return shoot(s, RIGHT, c.what, c.to);
  }
  if (c.what != NONE) shoot(s, LEFT, c.what, c.to);
  if (c.other != NONE) shoot(s, loaded(s, RIGHT), c.other, c.to);
}

// arrest.target, ruling.arrest.nobody-there, ruling.arrest.not-from-the-cell, ruling.arrest.belle, arrest.not-the-shotgun
void list_arrest(const State& s, Choices& out) {
  u8 there = at_large(s, s.figures[THE_MARSHAL].place);
  if (agreed(s, BELLE_SAFE_FROM_ARREST)) {
    u8 belles = 0;
    for (u8 b = 0; b < BANDITS; ++b)
      if ((there & bit(b)) && has_power(s, b, BELLE)) belles |= bit(b);
    there = without_belle(there, belles);
  }
  for (u8 b = 0; b < BANDITS; ++b)
    if (there & bit(b)) out.add(command(ARREST, seat_of(s, THE_MARSHAL), b));
}

// arrest.to-the-cell, arrest.poster, arrest.again, arrest.poster.kept, ruling.arrest.takes-nothing
void arrest(State& s, u8 bandit) {
  auto& posters = s.marshal_player.posters;
  if (!posters.has(bandit)) posters.push(bandit);
  put(s, bandit, CELL);
}

// --- his car ---------------------------------------------------------------------------------------------------------

// ruling.take-it-all.marshal-player, ruling.marshal-player.on-the-stagecoach
Place inside_his_car(const State& s) {
  const Place place = s.figures[THE_MARSHAL].place;
  return place < PLACES ? static_cast<Place>(place & ~1) : NOWHERE;
}

// station.marshals-revenge.both-levels, ruling.cell.happenings
u8 his_company(const State& s) {
  const Place place = inside_his_car(s);
  if (place == NOWHERE) return 0;
  const u8 there = bandits_of(in_same_car(s, place));
  return agreed(s, CELL_OUT_OF_REACH) ? there & static_cast<u8>(~s.standing[CELL]) : there;
}

// happening.safe-place, happening.safe-place.either-level
void bring_loot_up(State& s) {
  const Place place = inside_his_car(s);
  if (place == NOWHERE) return;
  s.floor[place ^ 1] |= s.floor[place];
  s.floor[place] = 0;
}

// --- the angry Marshal -----------------------------------------------------------------------------------------------

static int anger_spent(const State& s) {
  const Anger& anger = s.marshal_player.anger;
  return anger.on && anger.round == s.round.number ? anger.actions : 0;
}

// happening.angry-marshal.player.fire, happening.angry-marshal.player.move, ruling.angry-marshal.either-alone
void list_anger(const State& s, Choices& out) {
  const u8 seat = seat_of(s, THE_MARSHAL);
  if (s.figures[THE_MARSHAL].place < PLACES) {
    if (anger_spent(s) == 0) list_double_shot(s, out);
    list_move(s, THE_MARSHAL, out);
  }
  out.add(command(FORGO, seat));
}

void spend_anger(State& s, const Command& c) {
  const bool fires = c.type == FIRE_CYLINDERS;
  s.marshal_player.anger = Anger{1, s.round.number, static_cast<u8>(fires ? 1 : 2)};
  if (!fires) s.round.due.take(THE_MARSHAL);
  if (fires) double_shot(s, c);
  else if (c.type == MOVE_TO) put(s, THE_MARSHAL, c.to);
}

// --- rumours, flasks -------------------------------------------------------------------------------------------------

// happening.rumours, ruling.rumours.not-yet-shown
Progress rumour_step(State& s) {
  const MarshalPlayer& m = s.marshal_player;
  if (m.rumoured == s.round.number) return NOTHING_DUE;
  for (u8 goal : m.current)
    if (!m.shown.has(goal)) return await(s, RUMOUR, CHANCE), WAITS;
  return NOTHING_DUE;
}

void show_goal(State& s, u8 goal) {
  s.marshal_player.shown.push(goal);
  s.marshal_player.rumoured = s.round.number;
}

// happening.drink-for-the-marshal.taken, ruling.drink-for-the-marshal.his-place
Progress flask_step(State& s) {
  if (s.marshal_player.drank == s.round.number) return NOTHING_DUE;
  const Place place = s.figures[THE_MARSHAL].place;
  const Tokens flasks = place < PLACES ? s.floor[place] & ALL_FLASKS : 0;
  if (tokens_in(flasks) > 1) return await(s, MARSHALS_FLASK, CHANCE), WAITS;
  if (flasks != 0) keep_flask(s, static_cast<Token>(lowest(flasks)));
  s.marshal_player.drank = s.round.number;
  return DID;
}

void keep_flask(State& s, Token flask) {
  take_token(s, THE_MARSHAL, s.figures[THE_MARSHAL].place, flask);
  s.marshal_player.drank = s.round.number;
}

// --- the end of a round, and of the game -----------------------------------------------------------------------------

// marshal-bullet.lasting, ruling.marshal-bullet.how-long, ruling.marshal-bullet.expert
bool return_open_bullets(State& s) {
  bool any = false;
  for (u8 b = 0; b < BANDITS; ++b) {
    auto& wounds = s.marshal_player.wounds[b];
    any |= !wounds.empty();
    for (Card bullet : wounds) s.cards[seat_of(s, b)].deck.push(bullet);
    wounds.clear();
  }
  return any;
}

// goal.prisoners-left, goal.mailbags-left, ruling.mailbags.off-the-train, ruling.goal.judged-at-the-end
bool settle_leftovers(State& s) {
  MarshalPlayer& m = s.marshal_player;
  if (m.goals_judged) return false;
  for (u8 prisoner : m.prisoners) m.recaptured.push(prisoner);
  m.prisoners.clear();
  const int places = agreed(s, MAIL_OFF_THE_TRAIN_NOBODYS) ? COACH_INSIDE : PLACES;
  for (int place = 0; place < places; ++place) {
    m.mailbags |= s.floor[place] & ALL_MAILBAGS;
    s.floor[place] &= ~ALL_MAILBAGS;
  }
  m.shown = m.current;
  for (u8 goal : m.future) m.shown.push(goal);  // a game may begin anywhere
  for (u8 goal : m.shown)
    if (meets_goal(s, goal)) m.met.push(goal);
  m.goals_judged = 1;
  return true;
}

template <class F>
static int count_cards(const Cards& cards, F wanted) {
  int count = 0;
  for (Card card : cards.hand) count += wanted(card);
  for (Card card : cards.deck) count += wanted(card);
  for (Card card : cards.discard) count += wanted(card);
  return count;
}

// goal.warrant, goal.warrant.not-in-the-cell, goal.scratches, goal.dodged-bullets, goal.golden-bullet, goal.mail, goal.keys,
// goal.full-of-lead, goal.arch-enemy, ruling.goal.bullets-of-one-bandit, ruling.goal.bandits-gone
bool meets_goal(const State& s, u8 goal) {
  const MarshalPlayer& m = s.marshal_player;
  const auto from = [](u8 shooter) {
    return [shooter](Card card) { return is_bullet(card) && card != NEUTRAL_BULLET && bandit_of(card) == shooter; };
  };
  int most = 0, fewest = MAX_DECK, all = 0;
  switch (goal) {
    case SCRATCHES: return !m.brawlers.empty();
    case DODGED_BULLETS:
      for (u8 b = 0; b < BANDITS; ++b) {
        const int count = count_cards(s.cards[seat_of(s, THE_MARSHAL)], from(b));
        most = std::max(most, count);
        all += count;
      }
      return (agreed(s, TWO_BULLETS_IN_ALL) ? all : most) <= 2;
    case GOLDEN_BULLET: return m.cylinders[LEFT].empty() || m.cylinders[RIGHT].empty();
    case DELIVERED_MAIL: return m.mailbags != 0;
    case KEYS: return m.recaptured.n >= 2;
    case FULL_OF_LEAD: case ARCH_ENEMY:
      for (u8 b = 0; b < BANDITS; ++b) {
        if (s.figures[b].seat == NONE) continue;
        const int count = count_cards(s.cards[seat_of(s, b)], from(THE_MARSHAL)) + m.wounds[b].n;
        most = std::max(most, count);
        fewest = std::min(fewest, count);
      }
      return goal == FULL_OF_LEAD ? fewest >= 1 : most >= 4;
    default: return m.posters.has(goal);
  }
}

// goal.four-of-five, station.deadly-fall.cannot-win
bool marshal_has_won(const State& s) {
  return has(s, MARSHAL_BOX) && s.marshal_player.met.n >= 4 && s.figures[THE_MARSHAL].place != FALLEN;
}

}  // namespace colt
