/** One moment of a story for people, as a role sees it: the event or refusal, the command behind it, its clauses. */

import { element, facts, span } from "./elements.mjs";
import { colt, commandAt, entryAt, eventAt } from "./shared.mjs";
import { citedIn } from "./story.mjs";
import { seenEvent } from "./view.mjs";
import { dataTold, fieldNamed, named, namesIn, say, summaryOf, titleOf } from "./words.mjs";

export const REFEREE = "referee";

/** What a role sees of a moment: `{type, data, hidden}`; null where it learns nothing of it. */
export function seenAt(story, at, role) {
  const moment = story.moment(at);
  if (moment.refused || !story.hasPositions || role === REFEREE) return { hidden: [], ...moment };
  return seenEvent(moment, role, story.last, colt.seen);
}

/** Who and what a moment is about, as far as a role sees: first what the event names, then who gave the command. */
export function namesAt(story, at, role) {
  return at ? [...namesIn(seenAt(story, at, role)?.data ?? {}), story.commandOf(at).actor] : [];
}

/** A moment as a row of the timeline. */
export function rowOf(story, at, role) {
  const moment = story.moment(at);
  if (moment.refused) return { label: say("refused"), text: citedIn(moment).map(titleOf).join("; "), kind: "refused" };
  const seen = seenAt(story, at, role);
  if (!seen) return { label: say("unseen"), text: "", kind: "unseen" };
  return { label: seen.type, text: summaryOf(seen.data) };
}

/** A command as a row of the timeline; without a type it stands for all that went before. */
export function commandRow({ number, actor, type, words }, role) {
  if (!type) return { label: "", text: say("led-here") };
  return { label: `${number}.`, text: words && isOpen(role, actor) ? words : `${named(actor)}: ${type}` };
}

/** Of another's command a role sees only who gave which. */
function isOpen(role, actor) {
  return role === REFEREE || role === actor;
}

/** A moment in one sentence, for those who hear it. */
export function spoken(story, at, role) {
  if (!at) return say("before-first");
  const { label, text } = rowOf(story, at, role);
  return say("spoken", { at, last: story.length, what: [label, text].filter(Boolean).join(": ") });
}

/** Everything about a moment. */
export function momentTold(story, at, role) {
  if (!at) return [element("p", {}, say("before-first"))];
  const moment = story.moment(at);
  const seen = seenAt(story, at, role);
  if (!seen) return [heading(at, say("unseen")), element("p", {}, say("unseen-why"))];
  return [
    moment.refused ? heading(at, say("refused")) : heading(at, linked(eventAt(moment.type), moment.type)),
    commandTold(story.commandOf(at), role),
    moment.refused ? element("p", { class: "colt-message" }, moment.refused.message) : fieldsTold(seen),
    clausesTold(citedIn(moment)),
  ].filter(Boolean);
}

function heading(at, what) {
  return element("h3", {}, span("colt-number", String(at)), " ", what);
}

function linked(address, id) {
  return element("a", { href: address }, element("code", {}, id));
}

function commandTold({ number, actor, type, data, words }, role) {
  if (!type) return null;
  const fields = isOpen(role, actor) ? dataTold(data).map(([label, text]) => `${label} ${text}`) : [];
  const link = linked(commandAt(type), type);
  const bare = [named(actor), ": ", link, fields.length ? ` (${fields.join("; ")})` : ""];
  const told = words && isOpen(role, actor) ? [words, " ", link] : bare;
  return element("p", { class: "colt-behind" }, span("colt-label", say("command-n", { number })), " ", told);
}

function fieldsTold({ data, hidden = [] }) {
  const unknown = hidden.map((field) => [fieldNamed(field), span("colt-hidden", say("hidden"))]);
  const fields = [...dataTold(data), ...unknown];
  return fields.length ? facts("colt-data", fields) : null;
}

function clausesTold(ids) {
  if (!ids.length) return element("p", { class: "colt-label" }, say("no-clauses"));
  return element("div", { class: "colt-cites" }, span("colt-label", say("clauses")),
    element("ul", {}, ids.map((id) => element("li", {}, clauseLink(id)))));
}

/** A clause by its title; one that this site does not know is no link. */
function clauseLink(id) {
  const name = element("code", {}, id);
  if (!Object.hasOwn(colt.clauses, id)) return [name];
  return [element("a", { href: entryAt(id), "data-clause": id }, colt.clauses[id]), " ", name];
}
