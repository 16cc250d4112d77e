/** The case player: a button on each `div.colt-player` of a clause page loads the case and opens it. */

import { button, choice, element } from "./elements.mjs";
import { isObject } from "./fitting.mjs";
import { rolesIn } from "./jumps.mjs";
import { Player } from "./player.mjs";
import { inflated, loadedFrom, titlesLoaded } from "./shared.mjs";
import { Story } from "./story.mjs";
import { SPECTATOR } from "./visibility.mjs";
import { say } from "./words.mjs";

/** The story of a run: the events that led to the given position, then each command with its events or its refusal. */
export function storyOf({ origin, ahead, steps }) {
  const story = new Story(origin);
  if (ahead.length) story.open({ number: 0 });
  for (const event of ahead) story.add(event);
  steps.forEach(({ command, words, events, refused }, index) => {
    const { type, actor, ...data } = isObject(command) ? command : {};
    story.open({ number: index + 1, type: String(type), actor: String(actor), data, words });
    for (const event of events) story.add(event);
    if (refused) story.add({ refused });
  });
  return story;
}

export function startCases() {
  for (const holder of document.querySelectorAll("div.colt-player[data-case]")) {
    const label = say("step-through");
    if (!holder.firstChild) holder.append(button(label, () => open(holder), { class: "colt-open" }, label));
  }
}

async function open(holder) {
  const { case: id, from } = holder.dataset;
  const entry = id.split("/")[0];
  holder.querySelector("button").setAttribute("aria-busy", "true");
  try {
    const cases = (opened[entry] ??= await casesFrom(new URL(from, document.baseURI).href, entry));
    await titlesLoaded();
    showRun(holder, cases[id], 0);
  } catch (error) {
    const told = say("case-not-loaded", { detail: error.message });
    holder.append(element("p", { class: "colt-problem", role: "alert" }, told));
    holder.querySelector("button").removeAttribute("aria-busy");
  }
}

/** The cases of a clause, loaded once. */
const opened = {};

async function casesFrom(address, entry) {
  return JSON.parse(new TextDecoder().decode(await inflated(await loadedFrom(address, `cases/${entry}`))));
}

function showRun(holder, runs, index) {
  const run = runs[index];
  const names = runs.map(({ name }, at) => [String(at), name]);
  const { field, select } = choice(say("run"), "run", names, (value) => showRun(holder, runs, Number(value)));
  select.value = String(index);
  const story = storyOf(run);
  const player = new Player(story, { role: roleIn(story, run), extras: runs.length > 1 ? [field] : [] });
  holder.replaceChildren(player.element);
  player.go(run.before);
  player.slider.focus({ preventScroll: true });
}

/** A case is shown as the player sees it whose command comes last; a spectator, if that is chance or the table. */
function roleIn(story, { steps }) {
  const actor = steps.at(-1)?.command?.actor;
  return rolesIn(story).includes(actor) ? actor : SPECTATOR;
}
