/** Shows a story: board, sentence, chapters and table, by button, key and slider, or automatically. */

import { middleOf, trainSvg } from "./board.mjs";
import { chapterSections, chapterTold, commandSections } from "./chapters.mjs";
import { button, element, pictureOf, sign } from "./elements.mjs";
import { chapterChoice, roleChoice, rolesIn, searches } from "./jumps.mjs";
import { keyOf, pressedOn } from "./keys.mjs";
import { commandRow, momentTold, namesAt, rowOf, sceneAt, seenAt, spoken, viewAt } from "./moment.mjs";
import { flash, isStill, marksOf, movesBetween, piecesOf, shotIn, slide } from "./motion.mjs";
import { Playing } from "./playing.mjs";
import { placeOf } from "./scene.mjs";
import { SPECTATOR } from "./visibility.mjs";
import { colt } from "./shared.mjs";
import { tableOf } from "./table.mjs";
import { Timeline } from "./timeline.mjs";
import { colon, say } from "./words.mjs";

/** A larger picture is not one of a game. */
const LARGEST = 1_000_000;

/** In pixels: what is nearer to the edge of the board is hard to see. */
const ASIDE = 60;

/** No animation between moments that are farther apart: nobody could follow it. */
const FAR = 12;

let players = 0;

export class Player {
  /**
   * `searchable` adds chapters and the jumps by chapter, player and clause; `extras` are elements beside them; `moved`
   * is called after each step; `seats` are needed if the story has no positions; `role` is the default role.
   */
  constructor(story, { searchable = false, extras = [], moved = () => {}, seats = [], role = SPECTATOR } = {}) {
    Object.assign(this, { story, moved, seats, role, usual: role, roles: rolesIn(story) });
    this.at = 0;
    /** The current picture, `{at, role, svg, pieces}`, or null. */
    this.drawn = null;
    players += 1;
    this.where = element("p", { class: "colt-where" });
    this.board = element("div", { class: "colt-board", tabindex: 0, role: "group", "aria-label": say("board") });
    this.sentence = element("p", { class: "colt-sentence" });
    this.moment = element("div", { class: "colt-event" });
    this.table = element("div", { class: "colt-table" });
    this.live = element("p", { class: "colt-live", "aria-live": "polite" });
    this.hasChapters = searchable && story.chapters.length > 0;
    this.timeline = this.timelineOf(`colt-moment-${players}`);
    this.playing = new Playing(this);
    const eyes = this.roles.length ? roleChoice(this) : null;
    this.showRole = eyes?.show ?? (() => {});
    const chapters = this.hasChapters ? chapterChoice(this) : null;
    this.showChapter = chapters?.show ?? (() => {});
    this.element = element("div", { class: "colt-play", onkeydown: (event) => this.pressed(event) },
      this.live,
      element("div", { class: "colt-parts" },
        element("div", { class: "colt-show" },
          this.hasChapters && this.where,
          this.sentence,
          story.hasPositions ? this.board : notice(say("no-board")),
          this.timeline.list),
        this.controls(),
        element("div", { class: "colt-jumps" },
          chapters?.field ?? null, eyes?.field ?? null, searchable && searches(this), extras),
        this.moment,
        this.table));
  }

  timelineOf(id) {
    const { story } = this;
    const tellSection = this.hasChapters ? chapterTold : ({ command }) => commandRow(story, command, this.role);
    return new Timeline(story, {
      id,
      tellSection,
      sections: this.hasChapters ? chapterSections(story) : commandSections(story),
      folds: this.hasChapters,
      label: say(this.hasChapters ? "chapters" : "timeline"),
      tell: (at) => rowOf(story, at, this.role),
      go: (at) => this.go(at),
    });
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
      this.backward, this.playing.button, this.forward, this.slider, this.count, this.playing.select);
  }

  /**
   * Shows the moment with this number at the reader's request, and keeps this role. Numbers beyond the ends are
   * clamped; an unknown role is replaced by the default.
   */
  go(at, role = this.role) {
    this.playing.stop();
    this.step(at, role);
  }

  /** Shows a moment; during playback it is not announced to screen readers, which could not follow. */
  step(at, role = this.role) {
    this.at = Math.min(Math.max(Math.trunc(at) || 0, 0), this.story.length);
    this.role = this.roles.includes(role) ? role : this.usual;
    this.show();
    if (!this.playing.isOn) this.speak();
    this.moved();
  }

  /** Announces the moment to screen readers. */
  speak() {
    this.live.textContent = spoken(this.story, this.at, this.role);
  }

  show() {
    const { story, at, role } = this;
    this.timeline.show(at); // first, while the layout is still valid
    this.element.dataset.at = at;
    this.sentence.textContent = sentenceAt(story, at, role);
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", spoken(story, at, role));
    this.count.textContent = say("count", { at, last: story.length });
    for (const one of this.backward) one.setAttribute("aria-disabled", String(at === 0));
    for (const one of this.forward) one.setAttribute("aria-disabled", String(at === story.length));
    this.moment.replaceChildren(...momentTold(story, at, role));
    this.where.textContent = this.hasChapters ? this.chapter() : "";
    this.showRole(role);
    this.showChapter(at);
    if (story.hasPositions) this.showPosition();
  }

  /** The current chapter and its part. */
  chapter() {
    const chapter = this.story.chapters[this.story.chapterAt(this.at)];
    const part = chapter.parts.findLast(({ at }) => at <= this.at);
    return [chapter, part].filter(Boolean).map((section) => chapterTold(section).text).join(" · ");
  }

  /** A position may come from any file: an invalid one is reported, and the page goes on. */
  showPosition() {
    const { story, at, role } = this;
    try {
      const view = viewAt(story, at, role);
      const scene = sceneAt(story, at, role);
      this.showPicture(scene.train.length ? this.pictureAt(at, scene) : null);
      this.table.replaceChildren(...tableOf(view));
      this.scrollTo(middleOf(scene, placeOf(scene, namesAt(story, at, role))));
    } catch (error) {
      this.drawn = null;
      this.board.replaceChildren(notice(say("cannot-draw", { detail: error.message })));
      this.table.replaceChildren();
    }
  }

  /** The picture of a scene after this many moments. */
  pictureAt(at, scene) {
    const text = trainSvg(scene, colt.drawing, { title: say("board-after", { at }), keyed: true, told: colt.told });
    if (text.length > LARGEST) throw new Error(say("too-large-to-draw"));
    const svg = pictureOf(text);
    return { at, role: this.role, svg, ...piecesOf(svg) };
  }

  /** Shows a picture with marks for what has happened since the moment before, and animates what has moved. */
  showPicture(picture) {
    const shown = this.drawn;
    this.drawn = picture;
    if (!picture) return this.board.replaceChildren(notice(say("no-train")));
    const data = this.at ? seenAt(this.story, this.at, this.role)?.data : {};
    const before = this.pictureBefore(shown);
    const marks = marksOf(before ? movesBetween(before, picture) : [], shotIn(picture, data ?? {}));
    if (marks) picture.svg.append(marks);
    this.board.replaceChildren(picture.svg);
    this.tallest = Math.max(this.tallest ?? 0, picture.svg.getBoundingClientRect().height);
    this.board.style.minHeight = `${Math.min(this.tallest, innerHeight / 2)}px`;
    const isNear = shown && shown.role === picture.role && Math.abs(shown.at - picture.at) <= FAR;
    if (!isNear || shown.at === picture.at || isStill()) return;
    slide(movesBetween(shown, picture), this.playing.speed);
    flash(marks, this.playing.speed);
  }

  /** The picture of the moment before: usually the current one. */
  pictureBefore(shown) {
    if (shown && shown.at === this.at - 1 && shown.role === this.role) return shown;
    const before = this.at - 1;
    const scene = this.at ? sceneAt(this.story, before, this.role) : null;
    return scene?.train.length ? this.pictureAt(before, scene) : null;
  }

  /** Scrolls a board that is wider than the page to a position, given as a share of its width; null for none. */
  scrollTo(share) {
    if (share === null) return;
    const { clientWidth, scrollWidth, scrollLeft } = this.board;
    const middle = share * scrollWidth;
    const isInSight = middle > scrollLeft + ASIDE && middle < scrollLeft + clientWidth - ASIDE;
    if (!isInSight) this.board.scrollLeft = middle - clientWidth / 2;
  }

  /** Handles keys with any focus, except those that the focused element needs: see keys.mjs. */
  pressed(event) {
    const key = keyOf(event);
    if (event.defaultPrevented || !Object.hasOwn(KEYS, key) || !pressedOn(event, key)) return;
    if (KEYS[key](this, event.target) === false) return;
    event.preventDefault();
  }
}

/** A moment in one sentence. */
export function sentenceAt(story, at, role) {
  if (!at) return say("before-first");
  const { label, text } = rowOf(story, at, role);
  return [label, text].filter(Boolean).join(`${colon()} `);
}

const notice = (text) => element("p", { class: "colt-notice" }, text);

const first = () => 0;
const last = ({ story }) => story.length;
const after = ({ story, at }) => story.afterCommand(at);
const before = ({ story, at }) => story.beforeCommand(at);
const next = ({ at }) => at + 1;
const previous = ({ at }) => at - 1;

/** The buttons, each with its icon and target. */
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

const leads = (to) => (player) => player.go(to(player));
const inList = (does) => (player, target) => target === player.timeline.list && does(player);

const toggle = (player) => player.playing.toggle();

/** The action of each key; it returns false if the key does nothing here. */
const KEYS = {
  ArrowRight: leads(next),
  ArrowLeft: leads(previous),
  ArrowDown: inList(leads(next)),
  ArrowUp: inList(leads(previous)),
  Enter: inList((player) => player.timeline.foldCurrent()),
  "Shift+ArrowRight": leads(after),
  "Shift+ArrowLeft": leads(before),
  PageDown: leads(after),
  PageUp: leads(before),
  Home: leads(first),
  End: leads(last),
  "]": leads(({ story, at }) => story.rounds[story.roundAt(at) + 1]?.at ?? at),
  "[": leads(({ story, at }) => story.rounds[story.roundAt(at) - 1]?.at ?? 0),
  " ": toggle,
  k: toggle,
  "+": (player) => player.playing.change(1),
  "-": (player) => player.playing.change(-1),
};
