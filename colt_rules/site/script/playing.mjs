/** Plays a story automatically, at a chosen speed, until its end or until the reader steps in. */

import { button, element, sign } from "./elements.mjs";
import { say } from "./words.mjs";

/** Multiples of the normal speed. */
const SPEEDS = [0.5, 1, 2, 4];

/** In milliseconds at normal speed: the base time of a moment, the time per letter, and the maximum. */
const [SHOWN, LETTER, LONGEST] = [700, 25, 4000];

export class Playing {
  constructor(player) {
    this.player = player;
    this.isOn = false;
    this.speed = 1;
    this.button = button(say("play"), () => this.toggle(), { class: "colt-go", "data-play": "" }, sign("play"));
    this.select = element("select", {
      name: "speed",
      class: "colt-speed",
      "aria-label": say("speed"),
      title: say("speed"),
      onchange: () => this.choose(Number(this.select.value)),
    });
    this.select.append(...SPEEDS.map((speed) => element("option", { value: speed }, say("times", { speed }))));
    this.select.value = "1";
    this.hidden = () => document.hidden && this.stop();
  }

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  }

  /** Continues from here; at the end it starts again. */
  start() {
    const { player } = this;
    this.turn(true);
    document.addEventListener("visibilitychange", this.hidden);
    if (player.at === player.story.length) player.step(player.story.beginning);
    this.wait();
  }

  /** Stops, and announces the moment. */
  stop() {
    if (!this.isOn) return;
    this.turn(false);
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.hidden);
    this.player.speak();
  }

  turn(isOn) {
    this.isOn = isOn;
    const label = say(isOn ? "pause" : "play");
    this.button.replaceChildren(sign(isOn ? "pause" : "play"));
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
    this.player.element.classList.toggle("colt-playing", isOn);
  }

  wait() {
    clearTimeout(this.timer);
    const time = Math.min(SHOWN + LETTER * this.player.sentence.textContent.length, LONGEST);
    this.timer = setTimeout(() => this.next(), time / this.speed);
  }

  /** Shows the next moment. A player that is no longer on the page stops. */
  next() {
    const { player } = this;
    if (!player.element.isConnected) return this.stop();
    player.step(player.at + 1);
    if (player.at === player.story.length) this.stop();
    else this.wait();
  }

  /** One speed up or down. */
  change(step) {
    this.choose(SPEEDS[SPEEDS.indexOf(this.speed) + step] ?? this.speed);
  }

  choose(speed) {
    this.speed = speed;
    this.select.value = String(speed);
    if (this.isOn) this.wait();
  }
}
