/** The table beside the board, as a role sees it: the state of the round, the pile, and what each player has. */

import { element, facts, span } from "./elements.mjs";
import { colt, pageAt } from "./shared.mjs";
import { PICTURES, colourOf, moduleOfFace } from "./slots.mjs";
import { cardNamed, colon, money, named, say } from "./words.mjs";

/** The elements for a view made by `glimpse`. */
export function tableOf(view) {
  return [roundOf(view), pileOf(view), playersOf(view), rankingOf(view)].filter(Boolean);
}

function roundOf({ phase, round, rounds_left, neutral }) {
  const hidden = round.face_down ? ` (${say("face-down")})` : "";
  const told = [
    [say("phase"), named(phase)],
    round.number && [say("round"), `${round.number}${colon()} ${round.card ? named(round.card) : say("face-down")}`],
    round.first && [say("first-player"), named(round.first)],
    phase === "schemin" && round.turn >= 0 && [say("turn"), `${round.turn + 1}${hidden}`],
    round.order.length && [say("still-to-act"), round.order.map(named).join(", ")],
    neutral >= 0 && [say("neutral-bullets"), String(neutral)],
    [say("rounds-left"), String(rounds_left)],
  ];
  return facts("colt-facts", told.filter(Boolean));
}

function pileOf({ round: { pile, current } }) {
  if (!pile.length && !current) return null;
  const row = element("ol", { class: "colt-cards colt-pile", "aria-label": say("pile") });
  if (current) row.append(played(current, true));
  row.append(...pile.map((one) => played(one, false)));
  return element("div", { class: "colt-pile-row" }, span("colt-label", say("pile")), row);
}

function played({ seat, card, face_down }, isCurrent) {
  const name = card === null ? say("hidden-card") : cardNamed(card, seat);
  return element("li", {
    class: `colt-card${face_down ? " colt-down" : ""}${isCurrent ? " colt-now" : ""}`,
    title: face_down ? say("face-down") : null,
    "aria-current": isCurrent ? "true" : null,
  }, `${named(seat)}${colon()} ${name}`);
}

function playersOf(view) {
  const players = view.seats.map((cards) => playerOf(view, cards));
  return players.length ? element("div", { class: "colt-players" }, players) : null;
}

function playerOf(view, cards) {
  const bandits = view.bandits.filter(({ seat }) => seat === cards.seat);
  const dots = bandits.map(({ bandit }) => span(`colt-dot colt-${colourOf(colt.drawing.characters, bandit)}`));
  const rows = [
    [say("hand"), cards.hand ? cardsIn(cards.hand, cards.seat) : say("cards-held", { count: cards.hand_size })],
    [say("deck"), String(cards.deck_size)],
  ];
  if (cards.discard_size) rows.push([say("discard"), String(cards.discard_size)]);
  if (cards.bullets.length) rows.push([say("bullets-received"), String(cards.bullets.length)]);
  for (const bandit of bandits) {
    const of = bandits.length > 1 ? ` (${named(bandit.bandit)})` : "";
    rows.push([say("bullets-left") + of, String(bandit.bullets)], [say("loot") + of, lootOf(bandit.tokens)]);
    rows.push(...otherThingsOf(view, bandit.bandit).map(([word, id]) => [say(word) + of, named(id)]));
  }
  return element("section", { class: "colt-seat", "data-seat": cards.seat },
    element("h4", {}, dots, span("colt-name", nameOf(cards.seat)), span("colt-money", moneyOf(bandits))),
    facts("", rows));
}

/** The name of a player, who is usually a character, with a link to its page: what it can do that others cannot. */
function nameOf(seat) {
  if (!Object.hasOwn(colt.drawing.characters, seat)) return named(seat);
  return element("a", { href: pageAt(`things/character/${encodeURIComponent(seat)}`), target: "_blank" }, named(seat));
}

/** What a bandit has besides loot, according to modules: pairs of a word and an id. */
function otherThingsOf(view, bandit) {
  return [...PICTURES].flatMap(([module, { has }]) => (has && view[module] ? has(view[module], bandit) : []));
}

function cardsIn(hand, owner) {
  if (!hand.length) return say("nothing");
  const kind = (card) => (card.includes("-bullet") ? "colt-card colt-bullet" : "colt-card");
  const one = (card) => element("li", { class: kind(card) }, cardNamed(card, owner));
  return element("ul", { class: "colt-cards" }, hand.map(one));
}

function lootOf(tokens) {
  if (!tokens.length) return say("nothing");
  const kindOfLook = (kind) => (KINDS.includes(kind) ? kind : moduleOfFace(kind) ? "faced" : "other");
  const look = (kind) => `colt-card colt-token colt-${kindOfLook(kind)}`;
  const one = ({ kind, value }) => element("li", { class: look(kind) }, tokenOf(kind, value));
  return element("ul", { class: "colt-cards" }, tokens.map(one));
}

function tokenOf(kind, value) {
  return moduleOfFace(kind) ? named(kind) : `${named(kind)} ${value === null ? "?" : money(value)}`;
}

const KINDS = ["purse", "jewel", "strongbox"];

/** The known money of a player; a closed purse may hold more. */
function moneyOf(bandits) {
  const tokens = bandits.flatMap((bandit) => bandit.tokens).filter(({ kind }) => !moduleOfFace(kind));
  const ransoms = bandits.reduce((sum, { ransom }) => sum + ransom, 0);
  const sum = tokens.reduce((all, { value }) => all + (value ?? 0), ransoms);
  return tokens.some(({ value }) => value === null) ? say("at-least", { sum: money(sum) }) : money(sum);
}

function rankingOf({ ranking }) {
  if (!ranking.length) return null;
  const cells = (tag, row) => element("tr", {}, row.map((cell) => element(tag, {}, cell)));
  return element("table", { class: "colt-ranking" },
    element("caption", {}, say("ranking")),
    element("thead", {}, cells("th", [say("rank"), say("player"), say("money-column"), say("bullets-received")])),
    element("tbody", {}, ranking.map((one) =>
      cells("td", [String(one.rank), named(one.seat), counted(one), String(one.bullets)]))));
}

/** What a standing counts: money, or what the module of this player says instead. */
function counted({ seat, money: sum }) {
  return colt.told?.words.ranking[seat]?.nom ?? money(sum);
}
