// A game as one role may see it: what it may not see is None. The whole state is written down first and then covered, so
// that nothing is told in two ways.
#include <algorithm>

#include "wire.hpp"

namespace colt {

namespace {

class Viewer {
 public:
  Viewer(const State& s, const std::string& role) : s(s), role(role) {
    seat = static_cast<u8>(seat_named(s, role) < 0 ? NONE : seat_named(s, role));
    all = role == "referee" || s.phase == OVER;
    if (seat == NONE && role != "referee" && role != "spectator")
      throw Refused("expected a seat of this game, spectator or referee as role, got " + role);
  }

  nb::dict view() {
    nb::dict whole = state_out(s), out;
    nb::dict options = nb::cast<nb::dict>(whole["options"]);
    PyDict_DelItemString(options.ptr(), "train");
    out["role"] = role;
    out["options"] = options;
    for (const char* field : {"phase", "train", "marshal", "neutral", "ranking", "teams"}) out[field] = whole[field];
    out["bandits"] = bandits();
    out["seats"] = seats();
    out["floor"] = floor();
    out["aside"] = tokens_of(s.aside);
    out["rounds_left"] = static_cast<int>(s.rounds.n);
    out["rounds"] = rounds();
    out["round"] = round(nb::cast<nb::dict>(whole["round"]));
    out["awaiting"] = awaiting();
    out["pawns"] = pawns();
    if (s.horses.known) out["horses"] = horses(nb::cast<nb::dict>(whole["horses"]));
    if (whole.contains("agreed")) out["agreed"] = whole["agreed"];
    if (s.coach.known) out["stagecoach"] = stagecoach(nb::cast<nb::dict>(whole["stagecoach"]));
    if (s.marshal_player.known) out["marshal_player"] = marshal_player(nb::cast<nb::dict>(whole["marshal_player"]));
    if (s.machine.known) {  // time-machine.secret, ruling.time-machine.company
      nb::dict machine = nb::cast<nb::dict>(whole["time_machine"]);
      if (s.machine.hidden != NONE && !mine(seat_of(s, s.machine.hidden))) machine["car"] = hidden();
      out["time_machine"] = machine;
    }
    return out;
  }

 private:
  const State& s;
  std::string role;
  u8 seat;
  bool all;

  bool mine(u8 whose) const { return all || whose == seat; }

  static nb::object hidden() { return nb::none(); }

  // secrecy.purse-values, secrecy.loot-collected, robbery.unseen, punch.loot.purse-unseen, ruling.cursed.face-down
  nb::dict token(Token t, bool known) const {
    nb::dict out;
    out["token"] = token_name(t);
    out["kind"] = text(token_kind(t));
    if (known || !lies_face_down(s, t)) out["value"] = static_cast<int>(s.values[t]);
    else out["value"] = hidden();
    return out;
  }

  nb::list tokens_of(Tokens set) const {
    nb::list out;
    for (; set != 0; set &= set - 1) out.append(token(static_cast<Token>(lowest(set)), all));
    return out;
  }

  nb::dict floor() const {
    nb::dict out;
    for (int place = 0; place < PLACES; ++place)
      if (s.floor[place] != 0) out[nb::cast(place_name(s, static_cast<Place>(place)))] = tokens_of(s.floor[place]);
    return out;
  }

  nb::list bandits() const {  // ruling.secrecy.open-information
    nb::list out;
    for (u8 who = 0; who < s.options.seats; ++who)
      for (u8 b = 0; b < FIGURES; ++b) {
        const Figure& figure = s.figures[b];
        if (figure.seat != who) continue;
        nb::dict row;
        nb::list tokens, powers;
        Token owned[TOKEN_ROOM];
        int count = 0;
        for (Tokens set = s.loot[b]; set != 0; set &= set - 1) owned[count++] = static_cast<Token>(lowest(set));
        std::sort(owned, owned + count, [&](Token x, Token y) { return s.gained[x] < s.gained[y]; });
        for (int i = 0; i < count; ++i) tokens.append(token(owned[i], mine(who)));
        powers_out(figure.powers, b, powers);
        row["bandit"] = text(FIGURE_NAMES[b]);
        row["seat"] = seat_name(s, who);
        row["place"] = place_name(s, figure.place);
        row["tokens"] = tokens;
        row["bullets"] = static_cast<int>(figure.bullets);
        row["powers"] = powers;
        row["ransom"] = figure.ransom;
        out.append(row);
      }
    return out;
  }

  // duo.chosen-card: who is choosing looks through the deck, whose order is still to be shuffled
  bool looks_through(u8 whose) const {
    for (const Awaited& ask : s.awaiting)
      if (ask.kind == ASK_CHOSEN_CARD && ask.actor == whose) return whose == seat;
    return false;
  }

  // secrecy.decks, ruling.secrecy.hands, expert.discard-open-to-owner, ruling.expert.discard-secret, ruling.team.secrets
  nb::list seats() const {
    nb::list out;
    for (u8 who = 0; who < s.options.seats; ++who) {
      if (s.figures_of[who] == 0) continue;
      const Cards& c = s.cards[who];
      nb::dict row;
      row["seat"] = seat_name(s, who);
      row["hand"] = mine(who) ? nb::object(cards_out(c.hand)) : hidden();
      row["hand_size"] = static_cast<int>(c.hand.n);
      row["deck"] = hidden();
      List<Card, MAX_DECK> deck = c.deck;
      if (all) {
        std::reverse(deck.at, deck.at + deck.n);
        row["deck"] = cards_out(deck);
      } else if (looks_through(who)) {
        std::sort(deck.at, deck.at + deck.n, named_before);
        row["deck"] = cards_out(deck);
      }
      row["deck_size"] = static_cast<int>(c.deck.n);
      row["bullets"] = bullets_received(who);
      row["uncounted"] = static_cast<int>(c.uncounted);
      const bool open = mine(who) || c.discard.empty() || agreed(s, DISCARD_OPEN);
      row["discard"] = open ? nb::object(cards_out(c.discard)) : hidden();
      row["discard_size"] = static_cast<int>(c.discard.n);
      row["borrowed"] = mine(who) || c.borrowed.empty() ? nb::object(cards_out(c.borrowed)) : hidden();
      out.append(row);
    }
    return out;
  }

  // ruling.secrecy.open-information, ruling.team.secrets: what a player has received, wherever among the cards it is; a
  // bullet that the partner drew still shows here, and one that was drawn from the partner does not.
  nb::list bullets_received(u8 who) const {
    const Cards& c = s.cards[who];
    std::vector<Card> bullets;
    auto add = [&](Card card) {
      if (is_bullet(card)) bullets.push_back(card);
    };
    for (Card card : c.hand) add(card);
    for (Card card : c.deck) add(card);
    for (Card card : c.discard) add(card);
    if (has(s, TEAM)) {
      for (Card card : s.cards[partner(who)].borrowed) add(card);
      for (Card card : c.borrowed) {
        const auto drawn = std::find(bullets.begin(), bullets.end(), card);
        if (is_bullet(card) && drawn != bullets.end()) bullets.erase(drawn);
      }
    }
    for (u8 b = 0; b < BANDITS; ++b)  // ruling.marshal-bullet.counts-at-once
      if (s.figures[b].seat == who) bullets.insert(bullets.end(), s.marshal_player.wounds[b].begin(), s.marshal_player.wounds[b].end());
    std::sort(bullets.begin(), bullets.end(), named_before);
    nb::list out;
    for (Card card : bullets) out.append(card_name(card));
    return out;
  }

  nb::object rounds() const {  // secrecy.round-deck, ruling.rounds.face-down
    nb::list out;
    if (all) {
      for (u8 card : s.rounds) out.append(text(ROUND_CARDS[card].name));
      return out;
    }
    if (!agreed(s, ROUNDS_FACE_UP)) return hidden();
    if (!s.rounds.empty()) out.append(text(ROUND_CARDS[s.rounds.at[0]].name));
    return out;
  }

  // A card laid face down is known to who laid it, until it is carried out.
  nb::dict round(nb::dict whole) const {
    nb::dict out;
    for (const char* field : {"number", "card", "first", "turn", "order", "current", "due", "drawing", "keeping", "answered"})
      out[field] = whole[field];
    out["face_down"] = whole["hidden"];
    nb::list pile;
    for (const Played& played : s.round.pile) pile.append(played_out(s, played, !played.face_down || mine(played.seat)));
    out["pile"] = pile;
    return out;
  }

  nb::list awaiting() const {
    nb::list out;
    for (const Awaited& ask : s.awaiting) {
      nb::dict row;
      row["actor"] = actor_name(s, ask.actor);
      row["kind"] = text(KIND_NAMES[ask.kind]);
      row["subject"] = subject_name(s, ask.kind, ask.subject);
      out.append(row);
    }
    return out;
  }

  nb::list pawns() const {  // duo.placement.both-hands
    nb::list out;
    for (u8 who = 0; who < s.options.seats; ++who) {
      if (!((s.sealed_seats >> who) & 1)) continue;
      const bool placed = s.figures[s.sealed[who][0]].place != NOWHERE;
      nb::dict row;
      row["seat"] = seat_name(s, who);
      row["last"] = mine(who) || placed ? nb::object(text(BANDIT_NAMES[s.sealed[who][0]])) : hidden();
      row["before"] = mine(who) || placed ? nb::object(text(BANDIT_NAMES[s.sealed[who][1]])) : hidden();
      out.append(row);
    }
    return out;
  }

  // horses.secrecy.flasks, ruling.whisky.who-knows
  nb::dict horses(nb::dict whole) const {
    nb::dict flasks;
    for (Tokens set = s.horses.flasks; set != 0; set &= set - 1) {
      const Token t = static_cast<Token>(lowest(set));
      bool known = all || (s.horses.used & token_bit(t));
      for (u8 b = 0; b < FIGURES; ++b)
        if ((s.loot[b] & token_bit(t)) && seat_of(s, b) == seat && seat != NONE) known = true;
      nb::dict flask;
      flask["kind"] = known ? nb::object(text(WHISKY_NAMES[s.horses.old & token_bit(t) ? OLD : CLASSIC])) : hidden();
      flask["used"] = (s.horses.used & token_bit(t)) != 0;
      flasks[nb::cast(token_name(t))] = flask;
    }
    whole["flasks"] = flasks;
    if (s.horses.attack.on) {  // horses.secrecy.sealed
      nb::dict attack = nb::cast<nb::dict>(whole["attack"]), hidden_by = nb::cast<nb::dict>(attack["hidden"]);
      nb::list chosen;
      for (u8 who = 0; who < s.options.seats; ++who) {
        if (!((s.horses.attack.chosen >> who) & 1)) continue;
        const nb::object name = nb::cast(seat_name(s, who));
        chosen.append(name);
        if (!mine(who)) hidden_by[name] = hidden();
      }
      attack["chosen"] = chosen;
    }
    return whole;
  }

  // horses.secrecy.sealed, ruling.melee.draw-sealed, ruling.plan.all-at-once
  nb::dict stagecoach(nb::dict whole) const {
    if (s.coach.melee.on) {
      const Melee& m = s.coach.melee;
      nb::dict melee, sealed;
      for (u8 who = 0; who < s.options.seats; ++who) {
        if (!((m.sealed >> who) & 1)) continue;
        // A draw that waits for a shuffle is announced; who has drawn already is no longer among those who act.
        const bool known = mine(who) || s.round.drawing == who || !s.round.order.has(who);
        nb::dict row;
        row["draws"] = known ? nb::object(nb::bool_(m.card[who] == NO_CARD)) : hidden();
        row["card"] = known && m.card[who] != NO_CARD ? nb::object(nb::cast(card_name(m.card[who]))) : hidden();
        row["face_down"] = known ? nb::object(nb::bool_(m.face_down[who] != 0)) : hidden();
        sealed[nb::cast(seat_name(s, who))] = row;
      }
      melee["sealed"] = sealed;
      melee["shown"] = m.shown != 0;
      whole["melee"] = melee;
    }
    if (s.plan.on) cover_plan(nb::cast<nb::dict>(whole["plan"]), "kept", "kept_count");
    return whole;
  }

  void cover_plan(nb::dict plan, const char* kept_field, const char* count_field) const {
    nb::dict kept, count;
    for (u8 who = 0; who < s.options.seats; ++who) {
      if (!((s.plan.said >> who) & 1)) continue;
      const nb::object name = nb::cast(seat_name(s, who));
      kept[name] = mine(who) ? nb::object(cards_out(s.plan.kept[who])) : hidden();
      count[name] = static_cast<int>(s.plan.kept[who].n);
    }
    plan[kept_field] = kept;
    plan[count_field] = count;
  }

  // goal.current-known-to-marshal, goal.future-unknown, ruling.cylinders.who-knows, ruling.mailbags.face-down
  nb::dict marshal_player(nb::dict whole) const {
    const MarshalPlayer& m = s.marshal_player;
    const u8 his = seat_of(s, THE_MARSHAL);
    const bool is_his = all || (his != NONE && seat == his) || role == FIGURE_NAMES[THE_MARSHAL];
    nb::dict counts, loads = nb::cast<nb::dict>(whole["loads"]), cylinders = nb::cast<nb::dict>(whole["cylinders"]);
    for (int i = 0; i < CYLINDERS; ++i) {
      const auto name = text(CYLINDER_NAMES[i]);
      if ((m.loaded >> i) & 1) counts[name] = static_cast<int>(m.cylinders[i].n);
      if (!is_his && ((m.loaded >> i) & 1)) cylinders[name] = hidden();
      if (!is_his && !m.loads[i].empty()) loads[name] = hidden();
    }
    whole["cylinders_count"] = counts;
    whole["goals_drawn_count"] = static_cast<int>(m.goals_drawn.n);
    whole["future_count"] = static_cast<int>(m.future.n);
    whole["current_count"] = static_cast<int>(m.current.n);
    if (!all) whole["goals_drawn"] = whole["future"] = hidden();
    if (!is_his) whole["current"] = hidden();
    nb::list mailbags;
    for (Tokens set = m.mailbags; set != 0; set &= set - 1) mailbags.append(token(static_cast<Token>(lowest(set)), is_his));
    whole["mailbags"] = mailbags;
    if (s.plan.on && !has(s, STAGECOACH)) cover_plan(nb::cast<nb::dict>(whole["holding"]), "held", "held_count");
    return whole;
  }
};

}  // namespace

nb::dict view_of(const State& s, const std::string& role) { return Viewer(s, role).view(); }

}  // namespace colt
