/** One moment of a story as a role sees it: the board, the event or refusal, its command, its clauses. */

import { element, facts, span } from "./elements.mjs";
import { sceneOfState, sceneOfView } from "./scene.mjs";
import { REFEREE, SPECTATOR } from "./visibility.mjs";
import { sentence, word } from "./sentences.mjs";
import { colt, commandAt, entryAt, eventAt } from "./shared.mjs";
import { citedIn } from "./story.mjs";
import { glimpse, seenEvent } from "./view.mjs";
import { colon, dataTold, fieldNamed, named, namesIn, say, summaryOf, titleOf } from "./words.mjs";

/** The game as a role sees it. Before the game begins there are no seats, so a player sees what a spectator sees. */
export function viewAt(story, at, role) {
  const position = story.position(at);
  const isThere = role === REFEREE || position.options.seats.includes(role);
  return glimpse(position, isThere ? role : SPECTATOR, colt.records);
}

/** The board as a role sees it; the referee sees as much as possible of an invalid state. */
export function sceneAt(story, at, role) {
  if (role === REFEREE) return sceneOfState(story.position(at), colt.drawing);
  return sceneOfView(viewAt(story, at, role), colt.drawing);
}

/** What a role sees of a moment: `{type, data, hidden}`; null if it sees nothing of it. */
export function seenAt(story, at, role) {
  const moment = story.moment(at);
  if (moment.refused || !story.hasPositions || role === REFEREE) return { hidden: [], ...moment };
  return seenEvent(moment, role, story.last, colt.seen);
}

/** The names in a moment, as far as a role sees: first those in the event, then the actor of the command. */
export function namesAt(story, at, role) {
  return at ? [...namesIn(seenAt(story, at, role)?.data ?? {}), story.commandOf(at).actor] : [];
}

/** A moment as a row of the timeline. */
export function rowOf(story, at, role) {
  const moment = story.moment(at);
  if (moment.refused) return { label: say("refused"), text: citedIn(moment).map(titleOf).join("; "), kind: "refused" };
  const seen = seenAt(story, at, role);
  if (!seen) return { label: say("unseen"), text: "", kind: "unseen" };
  return { label: "", text: eventTold(seen) };
}

/** An event in one sentence, as far as it is seen. */
function eventTold({ type, data }) {
  return sentence(colt.told, "events", type, data) || `${type}${colon()} ${summaryOf(data)}`;
}

/** A command in one sentence, or as JSON if it is malformed; it names the bandit that acts, if the player has several. */
function commandInWords(story, { actor, type, data, words, first }, role) {
  const bandit = first <= story.length ? seenAt(story, first, role)?.data?.bandit : undefined;
  const acts = story.hasPositions && story.position(first)?.figures?.[bandit]?.seat === actor;
  return words || sentence(colt.told, "commands", type, { ...data, actor: acts ? bandit : actor });
}

/** A command as a row of the timeline; one without an actor represents everything before. */
export function commandRow(story, command, role) {
  const { number, actor } = command;
  if (actor === undefined) return { label: "", text: say("led-here") };
  const told = isOpen(role, actor) ? commandInWords(story, command, role) : "";
  const type = kindSeen(story, command, role);
  const kind = type ? word(colt.told, type, "command") : say("secret-kind");
  return { label: `${number}.`, text: told || `${named(actor)}${colon()} ${kind}` };
}

/** Whether a role sees all of a command: its own, or as referee. */
function isOpen(role, actor) {
  return role === REFEREE || role === actor;
}

/**
 * The type of a command, as in colt_rules/views/commands.py: another player's is shown only if its first event is
 * wholly open, otherwise null. A log for one role contains no more than that role may know.
 */
export function kindSeen(story, { actor, type, first }, role) {
  if (!story.hasPositions || isOpen(role, actor)) return type;
  return first <= story.length && seenAt(story, first, role)?.hidden.length === 0 ? type : null;
}

/** A moment in one sentence for screen readers. */
export function spoken(story, at, role) {
  if (!at) return say("before-first");
  const { label, text } = rowOf(story, at, role);
  return say("spoken", { at, last: story.length, what: [label, text].filter(Boolean).join(`${colon()} `) });
}

/** Everything about a moment. */
export function momentTold(story, at, role) {
  if (!at) return [element("p", {}, say("before-first"))];
  const moment = story.moment(at);
  const seen = seenAt(story, at, role);
  if (!seen) return [heading(at, say("unseen")), element("p", {}, say("unseen-why"))];
  return [
    heading(at, moment.refused ? say("refused") : eventTold(seen)),
    moment.refused ? element("p", { class: "colt-message" }, moment.refused.message) : null,
    clausesTold(citedIn(moment)),
    entryTold(
      moment.refused ? null : element("p", {}, linked(eventAt(moment.type), moment.type)),
      commandTold(story, story.commandOf(at), role),
      moment.refused ? null : fieldsTold(seen)),
  ].filter(Boolean);
}

/** Whether the entry of the log is unfolded; it stays so from moment to moment. */
let isUnfolded = false;

/** The entry of the log as programs read it, folded; null if it tells nothing. */
function entryTold(...parts) {
  if (!parts.some(Boolean)) return null;
  const ontoggle = (event) => {
    isUnfolded = event.target.open;
  };
  return element("details", { class: "colt-about", open: isUnfolded, ontoggle }, element("summary", {}, say("entry")), parts);
}

function heading(at, what) {
  return element("h3", {}, span("colt-number", String(at)), " ", what);
}

function linked(address, id) {
  return element("a", { href: address }, element("code", {}, id));
}

function commandTold(story, command, role) {
  const { number, actor } = command;
  if (actor === undefined) return null;
  const type = kindSeen(story, command, role);
  const link = type ? [" ", linked(commandAt(type), type)] : [];
  const { text } = commandRow(story, command, role);
  return element("p", { class: "colt-behind" }, span("colt-label", say("command-n", { number })), " ", text, link);
}

function fieldsTold({ type, data, hidden = [] }) {
  const unknown = hidden.map((field) => [fieldNamed(field, type), span("colt-hidden", say("hidden"))]);
  const fields = [...dataTold(data, type), ...unknown];
  return fields.length ? facts("colt-data", fields) : null;
}

function clausesTold(ids) {
  if (!ids.length) return element("p", { class: "colt-label" }, say("no-clauses"));
  return element("div", { class: "colt-cites" }, span("colt-label", say("clauses")),
    element("ul", {}, ids.map((id) => element("li", {}, clauseLink(id)))));
}

/** A clause by its title; by its id if this site does not know it. */
function clauseLink(id) {
  if (!Object.hasOwn(colt.clauses, id)) return element("code", {}, id);
  return element("a", { href: entryAt(id), "data-clause": id }, colt.clauses[id]);
}
