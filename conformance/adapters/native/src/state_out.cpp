// A flat state as JSON, as events/schemas/state.json says.
#include <algorithm>

#include "wire.hpp"

namespace colt {

template <int N>
static nb::list seats_out(const State& s, const List<u8, N>& row) {
  nb::list out;
  for (u8 seat : row) out.append(seat_name(s, seat));
  return out;
}

template <int N>
static nb::list figures_named(const List<u8, N>& row) {
  nb::list out;
  for (u8 figure : row) out.append(text(FIGURE_NAMES[figure]));
  return out;
}

static nb::list tokens_out(Tokens set) {
  nb::list out;
  for (; set != 0; set &= set - 1) out.append(token_name(static_cast<Token>(lowest(set))));
  return out;
}

static nb::list cars_out(const State& s) {
  nb::list out;
  for (int i = 0; i < s.cars; ++i) out.append(text(CAR_NAMES[s.train[i]]));
  return out;
}

nb::dict played_out(const State& s, const Played& played, bool show_card) {
  nb::dict out;
  out["seat"] = seat_name(s, played.seat);
  if (show_card) out["card"] = card_name(played.card);
  else out["card"] = nb::none();
  out["face_down"] = played.face_down != 0;
  return out;
}

nb::dict agreed_out(RoundCards agreed) {
  nb::dict out;
  nb::list rows[2];
  std::vector<std::string_view> names;
  for (int i = 0; i < ROUND_CARD_COUNT; ++i)
    if ((agreed >> i) & 1) names.push_back(ROUND_CARDS[i].name);
  std::sort(names.begin(), names.end());
  for (std::string_view name : names) rows[ROUND_CARDS[round_card_named(name)].deck == STATION].append(text(name));
  out["rounds"] = rows[0];
  out["stations"] = rows[1];
  return out;
}

nb::list ranking_out(const List<Standing, MAX_SEATS>& ranking, const u8* seat_names) {
  nb::list out;
  for (const Standing& standing : ranking) {
    nb::dict row;
    row["rank"] = static_cast<int>(standing.rank);
    row["seat"] = seat_label(seat_names[standing.seat]);
    row["money"] = standing.money;
    row["bullets"] = static_cast<int>(standing.bullets);
    out.append(row);
  }
  return out;
}

static nb::dict options_out(const State& s) {
  const Options& o = s.options;
  nb::dict out;
  out["edition"] = text(o.edition == NONE ? std::string_view("") : EDITION_NAMES[o.edition]);
  nb::list modules, seats, train, rulings;
  for (int m = 0; m < MODULES; ++m)
    if ((o.modules >> m) & 1) modules.append(text(MODULE_NAMES[m]));
  for (u8 i = 0; i < o.seats; ++i) seats.append(seat_name(s, i));
  for (u8 car : o.train) train.append(text(CAR_NAMES[car]));
  for (u8 house_rule : o.rulings) rulings.append(house_rule_name(house_rule));
  out["modules"] = modules;
  out["seats"] = seats;
  out["powers"] = o.powers != 0;
  out["happenings"] = o.happenings != 0;
  out["stations"] = o.stations != 0;
  out["train"] = train;
  out["rulings"] = rulings;
  return out;
}

// Tokens of a bandit in the order in which they were gained.
static nb::list loot_out(const State& s, u8 bandit) {
  Token owned[TOKEN_ROOM];
  int count = 0;
  for (Tokens set = s.loot[bandit]; set != 0; set &= set - 1) owned[count++] = static_cast<Token>(lowest(set));
  std::sort(owned, owned + count, [&](Token a, Token b) { return s.gained[a] < s.gained[b]; });
  nb::list out;
  for (int i = 0; i < count; ++i) out.append(token_name(owned[i]));
  return out;
}

void powers_out(u8 powers, u8 figure, nb::list& out) {
  if (figure < BANDITS && (powers & bit(figure))) out.append(text(BANDIT_NAMES[figure]));
  for (u8 p = 0; p < BANDITS; ++p)
    if (p != figure && (powers & bit(p))) out.append(text(BANDIT_NAMES[p]));
}

static nb::dict figures_out(const State& s) {
  nb::dict out;
  for (u8 b = 0; b < FIGURES; ++b) {
    const Figure& figure = s.figures[b];
    if (figure.seat == NONE) continue;
    nb::dict f;
    nb::list powers;
    powers_out(figure.powers, b, powers);
    f["seat"] = seat_name(s, figure.seat);
    f["place"] = place_name(s, figure.place);
    f["loot"] = loot_out(s, b);
    f["bullets"] = static_cast<int>(figure.bullets);
    f["powers"] = powers;
    f["ransom"] = figure.ransom;
    out[text(FIGURE_NAMES[b])] = f;
  }
  return out;
}

static nb::dict all_cards_out(const State& s) {
  nb::dict out;
  for (u8 seat = 0; seat < s.options.seats; ++seat) {
    if (s.figures_of[seat] == 0) continue;
    const Cards& cards = s.cards[seat];
    nb::dict c;
    nb::list deck;
    for (int i = cards.deck.n - 1; i >= 0; --i) deck.append(card_name(cards.deck.at[i]));
    c["hand"] = cards_out(cards.hand);
    c["deck"] = deck;
    c["discard"] = cards_out(cards.discard);
    c["borrowed"] = cards_out(cards.borrowed);
    c["uncounted"] = static_cast<int>(cards.uncounted);
    out[nb::cast(seat_name(s, seat))] = c;
  }
  return out;
}

static nb::dict round_out(const State& s) {
  const Round& r = s.round;
  nb::dict out;
  out["number"] = static_cast<int>(r.number);
  out["card"] = text(r.card == NONE ? std::string_view("") : ROUND_CARDS[r.card].name);
  out["first"] = seat_name(s, r.first);
  out["undealt"] = seats_out(s, r.undealt);
  out["turn"] = static_cast<int>(r.turn);
  out["order"] = seats_out(s, r.order);
  out["hidden"] = r.hidden != 0;
  nb::list draws, pile;
  for (int turn = 0; turn < 8; ++turn)
    for (u8 seat = 0; seat < s.options.seats; ++seat)
      if ((r.drew[seat] >> turn) & 1) {
        nb::dict draw;
        draw["seat"] = seat_name(s, seat);
        draw["turn"] = turn;
        draws.append(draw);
      }
  for (const Played& played : r.pile) pile.append(played_out(s, played, true));
  out["draws"] = draws;
  out["pile"] = pile;
  if (r.has_current) out["current"] = played_out(s, r.current, true);
  else out["current"] = nb::none();
  out["acted"] = r.acted != 0;
  out["happened"] = r.happened != 0;
  out["due"] = figures_named(r.due);
  out["drawing"] = seat_name(s, r.drawing);
  out["keeping"] = seats_out(s, r.keeping);
  out["answered"] = static_cast<int>(r.answered);
  return out;
}

static nb::dict horses_out(const State& s) {
  const Horses& h = s.horses;
  nb::dict out, stands, flasks;
  for (int horse = 0; horse < MAX_HORSES; ++horse)
    if (h.stands[horse] != NONE) stands[nb::cast(horse_name(horse))] = text(car_at(s, h.stands[horse]));
  for (Tokens set = h.flasks; set != 0; set &= set - 1) {
    const Token token = static_cast<Token>(lowest(set));
    nb::dict flask;
    flask["kind"] = text(WHISKY_NAMES[h.old & token_bit(token) ? OLD : CLASSIC]);
    flask["used"] = (h.used & token_bit(token)) != 0;
    flasks[nb::cast(token_name(token))] = flask;
  }
  out["stands"] = stands;
  out["flasks"] = flasks;
  out["attack"] = nb::none();
  out["pour"] = nb::none();
  if (h.attack.on) {
    nb::dict attack, hidden;
    for (u8 seat = 0; seat < s.options.seats; ++seat) {
      if (!((h.attack.chosen >> seat) & 1)) continue;
      nb::list boards;
      for (u8 b = 0; b < BANDITS; ++b)
        if ((h.attack.boards[seat] >> b) & 1) boards.append(text(BANDIT_NAMES[b]));
      hidden[nb::cast(seat_name(s, seat))] = boards;
    }
    attack["car"] = text(car_at(s, h.attack.car));
    attack["riders"] = figures_named(h.attack.riders);
    attack["hidden"] = hidden;
    out["attack"] = attack;
  }
  if (h.pour.on) {
    nb::dict pour;
    pour["seat"] = seat_name(s, h.pour.seat);
    pour["kind"] = text(WHISKY_NAMES[h.pour.kind]);
    pour["draw"] = h.pour.draw != 0;
    pour["cards"] = static_cast<int>(h.pour.cards);
    out["pour"] = pour;
  }
  return out;
}

static nb::dict plan_out(const State& s, const char* what_is_kept) {
  const Plan& p = s.plan;
  nb::dict plan, kept;
  for (u8 seat = 0; seat < s.options.seats; ++seat)
    if ((p.said >> seat) & 1) kept[nb::cast(seat_name(s, seat))] = cards_out(p.kept[seat]);
  plan["round"] = static_cast<int>(p.round);
  plan["waiting"] = seats_out(s, p.waiting);
  plan["plans"] = static_cast<int>(p.plans);
  plan[what_is_kept] = kept;
  return plan;
}

static nb::dict stagecoach_out(const State& s) {
  const Stagecoach& c = s.coach;
  nb::dict out, captors, remembered;
  out["car"] = text(c.car == NONE ? std::string_view("") : car_at(s, c.car));
  out["shotgun"] = place_name(s, c.shotgun);
  if (c.hostages_drawn) {
    nb::list hostages;
    for (u8 hostage : c.hostages) hostages.append(text(HOSTAGE_NAMES[hostage]));
    out["hostages"] = hostages;
  } else {
    out["hostages"] = nb::none();
  }
  for (u8 b = 0; b < FIGURES; ++b) {
    if (c.captive[b] != NONE) captors[text(FIGURE_NAMES[b])] = text(HOSTAGE_NAMES[c.captive[b]]);
    if (c.remembered[b] != NONE) remembered[text(BANDIT_NAMES[b])] = static_cast<int>(c.remembered[b]);
  }
  out["captors"] = captors;
  out["running"] = figures_named(c.running);
  out["fell_back"] = static_cast<int>(c.fell_back);
  out["bitten"] = static_cast<int>(c.bitten);
  out["melee"] = nb::none();
  out["plan"] = nb::none();
  out["drink"] = nb::none();
  if (c.melee.on) {
    nb::dict melee, sealed;
    for (u8 seat = 0; seat < s.options.seats; ++seat) {
      if (!((c.melee.sealed >> seat) & 1)) continue;
      nb::dict choice;
      if (c.melee.card[seat] == NO_CARD) choice["card"] = nb::none();
      else choice["card"] = card_name(c.melee.card[seat]);
      choice["face_down"] = c.melee.face_down[seat] != 0;
      sealed[nb::cast(seat_name(s, seat))] = choice;
    }
    melee["sealed"] = sealed;
    melee["shown"] = c.melee.shown != 0;
    out["melee"] = melee;
  }
  if (s.plan.on) out["plan"] = plan_out(s, "kept");
  if (c.drink_round != NONE) {
    nb::dict drink;
    drink["round"] = static_cast<int>(c.drink_round);
    drink["to"] = place_name(s, c.drink_to);
    out["drink"] = drink;
  }
  out["remembered"] = remembered;
  if (c.has_tolerated) out["tolerated"] = figures_named(c.tolerated);
  return out;
}

static nb::dict time_machine_out(const State& s) {
  const TimeMachine& m = s.machine;
  nb::dict out;
  out["hidden"] = text(m.hidden == NONE ? std::string_view("") : BANDIT_NAMES[m.hidden]);
  out["car"] = text(hiding_place_name(s, m.beneath));
  out["crowded"] = static_cast<int>(m.crowded);
  out["rewarded"] = text(m.rewarded == NONE ? std::string_view("") : BANDIT_NAMES[m.rewarded]);
  return out;
}

nb::list symbols_out(u8 happening, u8 plans) {  // sorted: no happening is named plan
  nb::list out;
  const bool first = happening != NO_HAPPENING && HAPPENING_NAMES[happening] < PLAN_SYMBOL;
  if (first) out.append(text(HAPPENING_NAMES[happening]));
  for (int i = 0; i < plans; ++i) out.append(text(PLAN_SYMBOL));
  if (happening != NO_HAPPENING && !first) out.append(text(HAPPENING_NAMES[happening]));
  return out;
}

template <int N, class Name>
static nb::list named(const List<u8, N>& row, Name name) {
  nb::list out;
  for (u8 item : row) out.append(name(item));
  return out;
}

static nb::dict marshal_player_out(const State& s) {
  const MarshalPlayer& m = s.marshal_player;
  const auto bullet = [](u8 kind) { return text(BULLET_NAMES[kind]); };
  const auto bullet_card = [](u8 kind) { return card_name(card_of(THE_MARSHAL, kind)); };
  const auto brawler = [](u8 one) { return text(BRAWLER_NAMES[one]); };
  const auto printed = [](u8 kind) { return text(PRINTED_NAMES[kind]); };
  nb::dict out, turns, symbols, loads, cylinders, companions, punches, wounds;
  for (int i = 0; i < NAMED_CARDS; ++i) {
    const auto name = text(ROUND_CARDS[FIRST_NAMED_CARD + i].name);
    const Shown& shown = m.faces[i];
    if ((m.turns_named >> i) & 1) {
      nb::list row;
      for (int k = 0; k < shown.turn_count; ++k) row.append(text(TURN_NAMES[shown.turns[k]]));
      turns[name] = row;
    }
    if ((m.symbols_named >> i) & 1) symbols[name] = symbols_out(shown.happening, shown.plans);
  }
  for (int i = 0; i < CYLINDERS; ++i) {
    if (!m.loads[i].empty()) loads[text(CYLINDER_NAMES[i])] = named(m.loads[i], bullet);
    if ((m.loaded >> i) & 1) cylinders[text(CYLINDER_NAMES[i])] = named(m.cylinders[i], bullet_card);
  }
  for (u8 b = 0; b < BANDITS; ++b) {
    const auto name = text(BANDIT_NAMES[b]);
    if (m.companion[b] != NONE) companions[name] = prisoner_name(m.companion[b]);
    if (!m.punches[b].empty()) punches[name] = named(m.punches[b], brawler);
    if (!m.wounds[b].empty()) wounds[name] = cards_out(m.wounds[b]);
  }
  out["turns"] = turns;
  if (m.has_symbols) out["symbols"] = symbols;
  out["loads"] = loads;
  out["printed"] = named(m.printed, printed);
  out["named"] = m.named != 0;
  out["brawlers"] = named(m.brawlers, brawler);
  out["cylinders"] = cylinders;
  out["goals_drawn"] = named(m.goals_drawn, goal_name);
  out["future"] = m.goals_dealt ? nb::object(named(m.future, goal_name)) : nb::none();
  out["current"] = named(m.current, goal_name);
  out["shown"] = named(m.shown, goal_name);
  out["posters"] = figures_named(m.posters);
  out["mailbags"] = tokens_out(m.mailbags);
  out["recaptured"] = named(m.recaptured, prisoner_name);
  out["prisoners"] = m.prisoners_drawn ? nb::object(named(m.prisoners, prisoner_name)) : nb::none();
  out["companions"] = companions;
  out["punches"] = punches;
  out["wounds"] = wounds;
  out["last_card"] = nb::none();
  if (m.last_card.on) {
    nb::dict last;
    last["round"] = static_cast<int>(m.last_card.round);
    last["bandit"] = text(BANDIT_NAMES[m.last_card.bandit]);
    last["action"] = text(KIND_NAMES[m.last_card.action]);
    out["last_card"] = last;
  }
  out["plus"] = static_cast<int>(m.plus);
  out["searching"] = seat_name(s, m.searching);
  out["payment"] = nb::none();
  if (m.freed != NONE) {
    nb::dict payment;
    payment["freed"] = text(BANDIT_NAMES[m.freed]);
    payment["liberator"] = text(BANDIT_NAMES[m.liberator]);
    out["payment"] = payment;
  }
  out["holding"] = s.plan.on && !has(s, STAGECOACH) ? nb::object(plan_out(s, "held")) : nb::none();
  out["reflexes"] = nb::none();
  if (m.reflexes.on) {
    nb::dict reflexes;
    reflexes["round"] = static_cast<int>(m.reflexes.round);
    reflexes["waiting"] = seats_out(s, m.reflexes.waiting);
    reflexes["over"] = m.reflexes.over != 0;
    out["reflexes"] = reflexes;
  }
  out["anger"] = nb::none();
  if (m.anger.on) {
    nb::dict anger;
    anger["round"] = static_cast<int>(m.anger.round);
    anger["actions"] = static_cast<int>(m.anger.actions);
    out["anger"] = anger;
  }
  out["rumoured"] = static_cast<int>(m.rumoured);
  out["drank"] = static_cast<int>(m.drank);
  out["met"] = m.goals_judged ? nb::object(named(m.met, goal_name)) : nb::none();
  if (m.has_measured) {
    nb::list measured;
    for (const Measure& one : m.measured) {
      nb::dict row;
      row["round"] = static_cast<int>(one.round);
      row["turn"] = static_cast<int>(one.turn);
      row["laid"] = static_cast<int>(one.laid);
      measured.append(row);
    }
    out["measured"] = measured;
  }
  return out;
}

nb::dict state_out(const State& s) {
  nb::dict out, floor, values, sealed;
  nb::list rounds, teams;
  out["options"] = options_out(s);
  out["phase"] = text(PHASE_NAMES[s.phase]);
  out["train"] = cars_out(s);
  out["marshal"] = place_name(s, s.marshal);
  out["figures"] = figures_out(s);
  out["cards"] = all_cards_out(s);
  for (int place = 0; place < PLACES; ++place)
    if (s.floor[place] != 0) floor[nb::cast(place_name(s, static_cast<Place>(place)))] = tokens_out(s.floor[place]);
  out["floor"] = floor;
  for (Tokens set = s.valued; set != 0; set &= set - 1) {
    const Token token = static_cast<Token>(lowest(set));
    values[nb::cast(token_name(token))] = static_cast<int>(s.values[token]);
  }
  out["values"] = values;
  out["aside"] = tokens_out(s.aside);
  out["neutral"] = static_cast<int>(s.neutral);
  for (u8 card : s.rounds) rounds.append(text(ROUND_CARDS[card].name));
  out["rounds"] = rounds;
  out["round"] = round_out(s);
  out["ranking"] = ranking_out(s.ranking, s.options.seat_names);
  for (int i = 0; i < s.teams; ++i) {
    nb::list pair;
    for (u8 bandit : s.team_pairs[i]) pair.append(text(BANDIT_NAMES[bandit]));
    teams.append(pair);
  }
  out["teams"] = teams;
  for (u8 seat = 0; seat < s.options.seats; ++seat) {
    if (!((s.sealed_seats >> seat) & 1)) continue;
    nb::list pair;
    for (u8 bandit : s.sealed[seat]) pair.append(text(BANDIT_NAMES[bandit]));
    sealed[nb::cast(seat_name(s, seat))] = pair;
  }
  out["sealed"] = sealed;
  if (s.has_agreed) out["agreed"] = agreed_out(s.agreed);
  if (s.horses.known) out["horses"] = horses_out(s);
  if (s.coach.known) out["stagecoach"] = stagecoach_out(s);
  if (s.marshal_player.known) out["marshal_player"] = marshal_player_out(s);
  if (s.machine.known) out["time_machine"] = time_machine_out(s);
  return out;
}

}  // namespace colt
