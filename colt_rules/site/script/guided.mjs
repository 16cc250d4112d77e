/**
 * The game in five minutes: stops of a kept game, one at a time, each with a remark.
 *
 * Without this script the page shows all stops with a picture each. With it the pictures are drawn from the game
 * itself, and the game is played between two stops.
 */

import { trainSvg } from "./board.mjs";
import { button, element, pictureOf } from "./elements.mjs";
import { readLog } from "./log.mjs";
import { sceneAt } from "./moment.mjs";
import { colt, inflated, keptAt, loadedFrom } from "./shared.mjs";
import { SPECTATOR } from "./visibility.mjs";

/** How many pictures are shown on the way to a stop, and for how many milliseconds each. */
const MOST = 6;
const EACH = 450;

export function startGuided() {
  const holder = document.querySelector(".colt-guided");
  if (holder && !holder.dataset.started) new Guided(holder).start();
}

class Guided {
  constructor(holder) {
    this.holder = holder;
    this.stops = [...holder.querySelectorAll(".colt-stop")];
    this.at = 0;
    this.story = null;
    this.playing = 0;
  }

  start() {
    const { back, next } = this.holder.dataset;
    this.holder.dataset.started = "true";
    this.holder.classList.add("colt-on");
    this.back = button(back, () => this.go(this.at - 1), { class: "colt-back" }, back);
    this.next = button(next, () => this.go(this.at + 1), { class: "colt-next" }, next);
    this.bar = element("progress", { max: this.stops.length, "aria-hidden": "true" });
    this.count = element("output", {});
    this.steps = element("div", { class: "colt-steps" }, this.back, this.count, this.next, this.bar);
    this.holder.append(this.steps);
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.follow());
    this.show();
    this.follow();
    this.load();
  }

  /** Loads the game. If that fails, the pictures of the page stay. */
  async load() {
    const name = this.holder.dataset.game;
    try {
      const bytes = await inflated(await loadedFrom(keptAt(name), `games/${name}`));
      this.story = (await readLog([bytes], colt.schemas)).story;
      this.draw(this.drawn(this.eventOf(this.at)));
      this.holder.dataset.ready = "true";
    } catch {
      this.story = null;
    }
  }

  eventOf(stop) {
    return Number(this.stops[stop].dataset.event);
  }

  /** Shows the stop whose heading is in the address. */
  follow() {
    const asked = this.stops.findIndex((stop) => stop.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`));
    if (asked >= 0 && asked !== this.at) this.go(asked);
  }

  /** Left and right go to the next stop anywhere on the page, unless something else uses the keys. */
  pressed(event) {
    const isTaken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (isTaken || !step || event.target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    this.go(this.at + step);
  }

  go(stop) {
    if (stop < 0 || stop >= this.stops.length) return;
    const from = this.at;
    this.at = stop;
    this.show();
    this.bringIntoView();
    history.replaceState(history.state, "", `#${this.stops[stop].querySelector("h2").id}`);
    if (this.story) this.play(stop > from ? this.eventOf(from) : this.eventOf(stop), this.eventOf(stop));
  }

  show() {
    this.stops.forEach((stop, number) => { stop.hidden = number !== this.at; });
    this.bar.value = this.at + 1;
    this.count.textContent = `${this.at + 1} / ${this.stops.length}`;
    this.back.setAttribute("aria-disabled", String(this.at === 0));
    this.next.setAttribute("aria-disabled", String(this.at === this.stops.length - 1));
    this.holder.dataset.at = this.at;
    const pile = this.stops[this.at].querySelector(".colt-pile");
    if (pile && !pile.querySelector(".now")) pile.scrollLeft = pile.scrollWidth; // to the latest card
  }

  /** Plays the last few pictures before a moment; none if the system asks for less motion. */
  async play(from, to) {
    const playing = (this.playing += 1);
    const way = matchMedia("(prefers-reduced-motion: reduce)").matches ? [] : this.way(from, to);
    for (const picture of way) {
      this.draw(picture);
      await new Promise((resolve) => setTimeout(resolve, EACH));
      if (playing !== this.playing) return;
    }
    this.draw(this.drawn(to));
  }

  way(from, to) {
    const pictures = [];
    for (let at = from; at < to; at += 1) {
      const picture = this.drawn(at);
      if (picture !== pictures.at(-1)) pictures.push(picture);
    }
    return pictures.slice(-MOST);
  }

  drawn(at) {
    const title = this.stops[this.at].querySelector("h2").firstChild.data;
    return trainSvg(sceneAt(this.story, at, SPECTATOR), colt.drawing, { title, told: colt.told });
  }

  draw(svg) {
    this.stops[this.at].querySelector(".colt-scene").replaceChildren(pictureOf(svg));
  }

  /** Scrolls to the stop if a part of it is behind the header or the buttons. */
  bringIntoView() {
    const { top } = this.holder.getBoundingClientRect();
    const header = parseFloat(getComputedStyle(this.holder).scrollMarginTop);
    const { bottom } = this.stops[this.at].getBoundingClientRect();
    if (top < header || bottom > this.steps.getBoundingClientRect().top) this.holder.scrollIntoView();
  }
}
