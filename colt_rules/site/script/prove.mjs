/** Puts the published suite to the engine, with its progress and what differed. */

import { openEngine, partOf } from "./engine.mjs";
import { colt } from "./shared.mjs";

/** How many cases are asked at once: enough for few messages, few enough to stop soon. */
const AT_ONCE = 20;

const say = (key, values = {}) =>
  colt.words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

function made(name, properties = {}, ...inside) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
}

export class ProvePage {
  constructor(holder) {
    this.holder = holder;
    this.engine = null;
    const button = (key, kind = "") =>
      made("button", { type: "button", textContent: say(key), className: `md-button ${kind}`.trim() });
    this.button = button("start", "md-button--primary");
    this.pauseButton = button("pause");
    this.stopButton = button("stop");
    this.bar = made("progress", { max: 1, value: 0, hidden: true });
    this.status = made("p", { className: "colt-prove__status" });
    this.result = made("div", { className: "colt-prove__result" });
    this.result.setAttribute("role", "status");
    this.bar.style.width = "100%";
  }

  start() {
    this.buttons = made("p");
    this.holder.replaceChildren(this.buttons, this.bar, this.status, this.result);
    this.offer(this.button);
    this.button.onclick = () => this.run();
    this.stopButton.onclick = () => this.stop();
    this.pauseButton.onclick = () => this.pause(!this.resume);
  }

  /** Runs the whole suite. An error is told in a sentence, and the run can begin again. */
  async run() {
    this.counts = { runs: 0, passed: 0, departures: [], checks: 0 };
    this.stopped = false;
    this.holder.dataset.state = "running";
    this.offer(this.pauseButton, this.stopButton);
    this.bar.hidden = false;
    this.result.replaceChildren();
    this.status.textContent = say("loading");
    try {
      this.engine ??= await openEngine({ progress: (share) => (this.bar.value = share) });
      await this.prove();
      this.conclude();
    } catch (error) {
      this.engine = null;
      this.holder.dataset.state = "broken";
      this.result.replaceChildren(made("p", { textContent: say(error.kind ?? "broken", { detail: error.message }) }));
    }
    this.button.textContent = say("again");
    this.offer(this.button);
    this.bar.hidden = true;
  }

  /** Shows only these buttons. */
  offer(...buttons) {
    this.buttons.replaceChildren(...buttons.flatMap((button) => [button, " "]));
  }

  async prove() {
    const { list } = this.engine;
    const most = this.most ?? Infinity; // tests look at a part of the suite
    this.all = Math.min(most, Object.values(list.cases).reduce((sum, cases) => sum + cases, 0));
    this.milliseconds = 0;
    this.show();
    for (const name of Object.keys(list.cases)) {
      if (this.stopped || this.counts.runs >= this.all) return;
      const lines = new TextDecoder().decode(await partOf(list, name)).split("\n");
      while (lines.length && this.counts.runs < this.all) {
        await this.waiting;
        if (this.stopped) return;
        const began = performance.now();
        const asked = lines.splice(0, Math.min(AT_ONCE, this.all - this.counts.runs));
        this.count(await this.engine.prove(asked.join("\n")));
        this.milliseconds += performance.now() - began;
        this.show();
      }
    }
  }

  count({ python, runs, checks, departures }) {
    const { counts } = this;
    counts.python = python;
    counts.runs += runs;
    counts.passed += checks.pass;
    counts.checks += Object.values(checks).reduce((sum, number) => sum + number, 0);
    counts.departures.push(...departures);
  }

  show() {
    const { runs, passed, departures } = this.counts;
    this.bar.value = runs / this.all;
    this.status.textContent = say("running", {
      runs,
      all: this.all,
      passed,
      failed: departures.length,
      seconds: (this.milliseconds / 1000).toFixed(1),
    });
  }

  /** The result. It holds only if every case was asked, and every check passed. */
  conclude() {
    const { python, runs, checks, passed, departures } = this.counts;
    const parts = [];
    if (runs < this.all) parts.push(made("p", { textContent: say("stopped") }));
    else if (passed === checks && !departures.length) parts.push(made("p", { textContent: say("all-pass", { python }) }));
    if (departures.length) {
      parts.push(made("p", { textContent: say("differs", { python }) }));
      parts.push(made("ul", {}, ...departures.map((departure) => made("li", { textContent: departure }))));
    }
    this.result.replaceChildren(...parts);
    this.holder.dataset.state = runs < this.all ? "stopped" : departures.length || passed < checks ? "differs" : "passed";
  }

  pause(on) {
    this.pauseButton.textContent = say(on ? "go-on" : "pause");
    if (on) this.waiting = new Promise((resolve) => (this.resume = resolve));
    else {
      this.resume?.();
      this.resume = null;
    }
  }

  stop() {
    this.stopped = true;
    this.pause(false);
  }
}
