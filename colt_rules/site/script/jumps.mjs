/** Ways to jump through a story: by chapter, by player, by clause; and the choice of a role. */

import { chapterSections, chapterTold } from "./chapters.mjs";
import { button, choice, element, sign } from "./elements.mjs";
import { seenAt } from "./moment.mjs";
import { REFEREE, SPECTATOR, rolesOf } from "./visibility.mjs";
import { citedIn } from "./story.mjs";
import { named, say, titleOf } from "./words.mjs";

/** Longer lists are useless, and a hostile file could make one that no page can hold. */
const MOST = 1000;

/** A field with the roles, and a function that selects one in it. */
export function roleChoice(player) {
  const options = player.roles.map((role) => [role, named(role)]);
  const { field, select } = choice(say("as-role"), "role", options, (role) => player.go(player.at, role));
  return { field, show: (role) => (select.value = role) };
}

/** The roles of a story; none in a log that was made for one role. */
export function rolesIn(story) {
  if (!story.hasPositions) return [];
  return [...new Set([SPECTATOR, REFEREE, ...rolesOf(story.last).slice(0, MOST)])];
}

/** A field with the chapters and their parts, and a function that selects that of a moment. */
export function chapterChoice(player) {
  const { story } = player;
  const sections = chapterSections(story).slice(0, MOST);
  const indented = (section) => `${section.level > 1 ? "\u2003" : ""}${chapterTold(section).text}`;
  const options = sections.map((section, index) => [String(index), indented(section)]);
  const { field, select } = choice(say("chapter"), "chapter", options, (index) => player.go(sections[Number(index)].first));
  const shown = (at) => Math.max(sections.findLastIndex(({ first }) => first <= at), 0);
  return { field, show: (at) => (select.value = String(shown(at))) };
}

/** Fields that lead to the next event of a player or of a clause. */
export function searches(player) {
  const { story } = player;
  const seats = (story.hasPositions ? story.last.options.seats : player.seats).slice(0, MOST);
  const byTitle = ([one], [other]) => titleOf(one).localeCompare(titleOf(other));
  const counted = ([id, count]) => [id, `${titleOf(id)} (${count})`];
  const clauses = [...story.clauses].slice(0, MOST).sort(byTitle).map(counted);
  const rests = (id) => (at) => citedIn(story.moment(at)).includes(id);
  return [
    search(player, "player", seats.map((seat) => [seat, named(seat)]), (seat) => (at) => isOf(player, at, seat)),
    search(player, "clause", clauses, rests),
  ];
}

function search(player, what, options, wanted) {
  const found = element("span", { class: "colt-found", role: "status" });
  const look = (step) => {
    if (!select.value) return select.focus();
    const at = player.story.find(wanted(select.value), player.at, step);
    found.textContent = at ? "" : say(step > 0 ? "no-later" : "no-earlier");
    if (at) player.go(at);
  };
  const { field, select } = choice(say(what), what, [["", say("any")], ...options], (value) => {
    found.textContent = "";
    if (value && !wanted(value)(Math.max(player.at, 1))) look(player.story.find(wanted(value), player.at) ? 1 : -1);
  });
  return element("div", { class: "colt-search" }, field,
    button(say("earlier"), () => look(-1), { "data-find": `${what}-back` }, sign("back")),
    button(say("later"), () => look(1), { "data-find": `${what}-forward` }, sign("forward")), found);
}

/** Whether a moment concerns a player, as far as the role sees: it is theirs, or names them or their bandits. */
function isOf(player, at, seat) {
  const { story, role } = player;
  if (story.commandOf(at).actor === seat) return true;
  const figures = story.last?.figures ?? {};
  const names = [seat, ...Object.keys(figures).filter((bandit) => figures[bandit].seat === seat)];
  const values = Object.values(seenAt(story, at, role)?.data ?? {});
  return values.flat().some((value) => names.includes(value));
}
