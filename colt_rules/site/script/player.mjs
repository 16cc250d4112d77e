/** Steps through a story: board, moment, timeline and table, forward and back by button, key and slider. */

import { middleOf, trainSvg } from "./board.mjs";
import { button, element, pictureOf, sign } from "./elements.mjs";
import { roleChoice, rolesIn, roundChoice, searches } from "./jumps.mjs";
import { commandRow, momentTold, namesAt, rowOf, spoken } from "./moment.mjs";
import { placeOf, sceneOfState, sceneOfView } from "./scene.mjs";
import { REFEREE, SPECTATOR } from "./seeing.mjs";
import { colt } from "./shared.mjs";
import { tableOf } from "./table.mjs";
import { Timeline } from "./timeline.mjs";
import { glimpse } from "./view.mjs";
import { say } from "./words.mjs";

/** A larger picture is none of a game. */
const LARGEST = 1_000_000;

/** In pixels: nearer to the edge of the board nothing is seen well. */
const ASIDE = 60;

let players = 0;

export class Player {
  /**
   * `searchable` adds the jumps by round, player and clause; `extras` are elements beside them; `moved` is called after
   * each step; `seats` are needed where the story has no positions; `role` looks where none is asked for.
   */
  constructor(story, { searchable = false, extras = [], moved = () => {}, seats = [], role = REFEREE } = {}) {
    Object.assign(this, { story, moved, seats, role, usual: role, roles: rolesIn(story) });
    this.at = 0;
    players += 1;
    this.board = element("div", { class: "colt-board", tabindex: 0, role: "group", "aria-label": say("board") });
    this.moment = element("div", { class: "colt-event" });
    this.table = element("div", { class: "colt-table" });
    this.live = element("p", { class: "colt-live", "aria-live": "polite" });
    this.timeline = new Timeline(story, {
      id: `colt-moment-${players}`,
      tell: (at) => rowOf(story, at, this.role),
      tellCommand: (command) => commandRow(story, command, this.role),
      go: (at) => this.go(at),
    });
    const eyes = this.roles.length ? roleChoice(this) : null;
    this.showRole = eyes?.show ?? (() => {});
    const round = searchable && story.rounds.length ? roundChoice(this) : null;
    this.showRound = round?.show ?? (() => {});
    this.element = element("div", { class: "colt-play", onkeydown: (event) => this.pressed(event) },
      this.live,
      story.hasPositions ? this.board : notice(say("no-board")),
      this.controls(),
      element("div", { class: "colt-jumps" },
        eyes?.field ?? null, round?.field ?? null, searchable && searches(this), extras),
      element("div", { class: "colt-columns" }, this.moment, this.timeline.list),
      this.table);
  }

  controls() {
    const ends = { min: 0, max: this.story.length, step: 1, value: 0 };
    const oninput = () => this.go(Number(this.slider.value));
    this.slider = element("input", { type: "range", ...ends, "aria-label": say("slider"), oninput });
    this.count = element("output", { class: "colt-count" });
    const step = ([name, [shape, to]]) =>
      button(say(name), () => this.go(to(this)), { "data-step": name }, sign(shape));
    this.backward = Object.entries(BACKWARD).map(step);
    this.forward = Object.entries(FORWARD).map(step);
    return element("div", { class: "colt-controls", role: "toolbar", "aria-label": say("controls") },
      this.backward, this.forward, this.slider, this.count);
  }

  /**
   * Shows the moment with this number, from now on with the eyes of this role. Beyond the ends it is the first or last
   * moment; for a role that is not there the usual one looks.
   */
  go(at, role = this.role) {
    this.at = Math.min(Math.max(Math.trunc(at) || 0, 0), this.story.length);
    this.role = this.roles.includes(role) ? role : this.usual;
    this.show();
    this.moved();
  }

  show() {
    const { story, at, role } = this;
    const heard = spoken(story, at, role);
    this.timeline.show(at); // first, as long as the page knows how high everything is
    this.element.dataset.at = at;
    this.live.textContent = heard;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", heard);
    this.count.textContent = say("count", { at, last: story.length });
    for (const one of this.backward) one.setAttribute("aria-disabled", String(at === 0));
    for (const one of this.forward) one.setAttribute("aria-disabled", String(at === story.length));
    this.moment.replaceChildren(...momentTold(story, at, role));
    this.showRole(role);
    this.showRound(at);
    if (story.hasPositions) this.showPosition(story.position(at));
  }

  /** A position is somebody's file: one that makes no sense is told as such, and the page goes on. */
  showPosition(position) {
    try {
      const view = glimpse(position, isAtTable(position, this.role) ? this.role : SPECTATOR);
      const scene = this.role === REFEREE ? sceneOfState(position, colt.drawing) : sceneOfView(view, colt.drawing);
      const svg = trainSvg(scene, colt.drawing, { title: say("board-after", { at: this.at }) });
      if (svg.length > LARGEST) throw new Error(say("too-large-to-draw"));
      this.board.replaceChildren(position.train.length ? pictureOf(svg) : notice(say("no-train")));
      this.table.replaceChildren(...tableOf(view));
      this.scrollTo(middleOf(scene, placeOf(scene, namesAt(this.story, this.at, this.role))));
    } catch (error) {
      this.board.replaceChildren(notice(say("cannot-draw", { detail: error.message })));
      this.table.replaceChildren();
    }
  }

  /** Brings a part of a board that is wider than the page into sight, given as a share of its width; null is none. */
  scrollTo(share) {
    if (share === null) return;
    const { clientWidth, scrollWidth, scrollLeft } = this.board;
    const middle = share * scrollWidth;
    const isInSight = middle > scrollLeft + ASIDE && middle < scrollLeft + clientWidth - ASIDE;
    if (!isInSight) this.board.scrollLeft = middle - clientWidth / 2;
  }

  /** Keys that lead somewhere; not those that a list of choices or a text field needs itself. */
  pressed(event) {
    const { key, shiftKey, target } = event;
    const isTaken = event.altKey || event.ctrlKey || event.metaKey || target.matches?.(WANTS_KEYS);
    if (isTaken) return;
    const to = (KEYS[`${shiftKey ? "Shift+" : ""}${key}`] ?? (() => null))(this, target);
    if (to === null) return;
    event.preventDefault();
    this.go(to);
  }
}

const WANTS_KEYS = "select, textarea, input:not([type=range])";

const notice = (text) => element("p", { class: "colt-notice" }, text);

const first = () => 0;
const last = ({ story }) => story.length;
const after = ({ story, at }) => story.afterCommand(at);
const before = ({ story, at }) => story.beforeCommand(at);
const next = ({ at }) => at + 1;
const previous = ({ at }) => at - 1;

/** The buttons, each with its sign and where it leads. */
const BACKWARD = {
  "to-first": ["first", first],
  "command-back": ["commandBack", before],
  "event-back": ["back", previous],
};
const FORWARD = {
  "event-forward": ["forward", next],
  "command-forward": ["commandForward", after],
  "to-last": ["last", last],
};

const inList = (step) => (player, target) => (target === player.timeline.list ? step(player) : null);

const KEYS = {
  ArrowRight: next,
  ArrowLeft: previous,
  ArrowDown: inList(next),
  ArrowUp: inList(previous),
  "Shift+ArrowRight": after,
  "Shift+ArrowLeft": before,
  PageDown: after,
  PageUp: before,
  Home: first,
  End: last,
  "]": ({ story, at }) => story.rounds[story.roundAt(at) + 1]?.at ?? null,
  "[": ({ story, at }) => story.rounds[story.roundAt(at) - 1]?.at ?? 0,
};

/** In a position before the game began nobody is at the table yet. */
function isAtTable(position, role) {
  return role === REFEREE || position.options.seats.includes(role);
}
