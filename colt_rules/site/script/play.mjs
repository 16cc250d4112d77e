/**
 * The page on which a game is played: setting it up, the seats of this screen in turn, the end.
 *
 * The page asks an engine (`engine.mjs`) and knows only what a seat of this screen may know. The engine plays for bots
 * and chance, one command at a time, so the page can show each of them; and it keeps the game for later.
 */

import { AtTable } from "./at-table.mjs";
import { button, element } from "./elements.mjs";
import { endOf } from "./ending.mjs";
import { forget, keptGames, remember } from "./kept.mjs";
import { SettingUp } from "./setting-up.mjs";
import { save } from "./share.mjs";
import { colt, entryAt } from "./shared.mjs";
import { named, say } from "./words.mjs";

/** In milliseconds at normal speed: how long an event is shown, and more if something moves; more per letter; at most. */
const [SHOWN, MOVING, LETTER, LONGEST] = [350, 900, 14, 2400];

/** In milliseconds: who thinks longer is named. */
const SLOW = 400;

/** What only the story tells, without a wait: nothing of it is seen on the board. */
const QUIET = new Set(["ActionTaken", "CardReturned", "DeckShuffled", "HandDrawn", "HandReturned"]);

/** Multiples of the normal speed; at the last nothing is waited for. */
const SPEEDS = [0.5, 1, 2, 4, 0];

/** In bytes: a whole game has half a million. */
const LARGEST = 8_000_000;

const SPECTATOR = "spectator";

/** What an engine may fail with; see `EngineError`. */
const FAILURES = ["unsupported", "missing", "memory", "broken"];

export class PlayPage {
  /** `open` loads the engine: it takes a function that is told the progress; see `openEngine` for what it returns. */
  constructor(holder, open) {
    Object.assign(this, { holder, open, engine: null, speed: 1, isPaused: false, run: 0, game: null, isKept: true, taught: new Map() });
    this.problem = element("div", { role: "alert" });
    this.stage = element("div", { class: "colt-sitting" });
  }

  start() {
    this.holder.querySelector("[data-only-without-script]")?.remove();
    this.holder.append(this.problem, this.stage);
    this.showSettingUp();
  }

  /** What the page is doing, for its style and for tests. */
  set state(state) {
    this.stage.dataset.state = state;
  }

  showSettingUp() {
    this.run += 1;
    this.table = null;
    this.state = "setting-up";
    document.body.classList.remove("colt-in-play");
    this.stage.replaceChildren(new SettingUp(colt.setups, {
      begin: (setup) => this.begin((engine) => engine.ask({ ask: "begin", lang: colt.lang, setup, seed: null })),
      load: (file) => this.load(file),
      kept: keptGames(),
      goOn: (game) => this.goOnWith(game),
      remove: ({ name }) => forget(name),
    }).element);
  }

  /** Asks the engine; a problem is shown, and null returned. */
  async ask(ask, fields = {}) {
    const { engine } = this;
    if (!engine) return null;
    try {
      const answer = await engine.ask({ ask, lang: colt.lang, ...fields });
      if (!answer.problem) return answer;
      this.tell(answer.problem.text, answer.problem.clauses);
    } catch (error) {
      if (engine === this.engine) this.fails(error);
    }
    return null;
  }

  tell(text, clauses = [], ...more) {
    const links = clauses.map(({ id, title }) => element("li", {}, element("a", { href: entryAt(id) }, title)));
    this.problem.className = text ? "colt-problem" : "";
    this.problem.replaceChildren(...[text && element("p", {}, text), links.length && element("ul", {}, links), ...more].filter(Boolean));
  }

  /** Tells that the engine has failed. A game that was kept can go on with a new engine. */
  fails(error) {
    const kind = FAILURES.includes(error.kind) ? error.kind : "broken";
    this.engine?.close();
    this.engine = null;
    this.run += 1;
    const { game } = this;
    const again = game && this.isKept && button(say("go-on-game"), () => this.goOnWith(game), { class: "colt-primary" }, say("go-on-game"));
    this.tell(say(`engine-${kind}`, { detail: String(error.message).slice(0, 200) }), [], again);
  }

  // --- beginning and going on

  /** Opens the engine if it is not open, begins a game as `how` asks for it, and plays. */
  async begin(how, name = String(Date.now())) {
    const run = (this.run += 1);
    this.tell("");
    const begun = await this.opened(how, run);
    if (!begun || run !== this.run) return;
    if (begun.problem) return this.tell(begun.problem.text, begun.problem.clauses);
    this.people = begun.people;
    this.game = { name, people: begun.people };
    this.isKept = true;
    this.isPaused = false;
    document.body.classList.add("colt-in-play");
    await this.keep();
    if (!this.isKept) this.tell(say("is-not-kept"));
    this.seat(this.people.length > 1 ? null : (this.people[0] ?? SPECTATOR));
    scrollTo(0, 0);
    await this.go();
  }

  async opened(how, run) {
    const bar = element("progress", { max: 1, "aria-label": say("loading") });
    const loading = element("p", { class: "colt-loading", role: "status" }, say("loading"), " ", bar);
    this.stage.setAttribute("aria-busy", "true");
    for (const old of this.stage.querySelectorAll(".colt-loading")) old.remove();
    this.stage.prepend(loading);
    try {
      this.engine ??= await this.open((share) => { bar.value = share; });
      return await how(this.engine);
    } catch (error) {
      if (run === this.run) this.fails(error);
      return null;
    } finally {
      this.stage.removeAttribute("aria-busy");
      loading.remove();
    }
  }

  /** Goes on with a game of this browser. */
  goOnWith(game) {
    return this.begin(async (engine) => {
      const begun = await engine.resume(game.name);
      if (begun) return begun;
      forget(game.name);
      return { problem: { text: say("not-there-any-more") } };
    }, game.name);
  }

  /** Goes on with a game from a file: a log, or a game as this page saves it. */
  async load(file) {
    if (file.size > LARGEST) return this.tell(say("too-large", { limit: LARGEST / 1_000_000 }));
    const text = await file.text();
    const request = savedIn(text) ?? { log: text, players: [], seed: null, practice: true };
    return this.begin((engine) => engine.ask({ ...request, ask: "resume", lang: colt.lang }));
  }

  /** Has the engine keep the game, and remembers who plays it. A browser that cannot is told of once. */
  async keep(now = null) {
    if (!this.isKept) return;
    const { seats = this.game.seats ?? [] } = now ? { seats: now.view.seats.map(({ seat }) => seat) } : {};
    Object.assign(this.game, { seats, when: Date.now(), over: now?.over ?? false });
    try {
      await this.engine.keep(this.game.name);
      for (const name of remember(this.game)) await this.engine.forget(name);
    } catch {
      this.isKept = false;
    }
  }

  // --- the seats of this screen

  /** Turns the screen to a seat, with the story that it knows; null while nobody may look. */
  seat(role) {
    this.role = role;
    this.table = role === null ? null : new AtTable({
      role,
      taught: this.taught,
      tools: this.tools(),
      does: {
        choose: (command) => this.choose(command),
        whyNot: (command) => this.ask("why-not", { role, command }),
      },
    });
    if (this.table) this.stage.replaceChildren(this.table.element);
  }

  tools() {
    const one = (name, does) => button(say(name), does, { "data-do": name }, say(name));
    this.hint = one("hint", () => this.askHint());
    this.back = one("take-back", () => this.takeBack());
    this.pause = one("pause", () => this.togglePause());
    this.skip = one("skip", () => { this.isSkipping = true; this.wake?.(); });
    this.pace = element("select", { "aria-label": say("speed"), title: say("speed"), onchange: () => { this.speed = Number(this.pace.value); this.wake?.(); } });
    this.pace.append(...SPEEDS.map((speed) => element("option", { value: speed, selected: speed === this.speed },
      speed ? say("times", { speed }) : say("at-once"))));
    const isWhole = this.people.length < 2;
    return element("div", { class: "colt-tools", role: "toolbar", "aria-label": say("controls-play") },
      this.hint, this.back, this.skip, this.pause, this.pace,
      element("details", { class: "colt-more" }, element("summary", {}, say("more")),
        element("div", {},
          one("save-log", () => this.saveLog()),
          isWhole && one("save-game", () => this.saveGame()),
          one("new-game", () => this.leave()),
          element("p", {}, say(this.isKept ? "is-kept" : "is-not-kept")),
          isWhole && element("p", {}, say("save-game-about")))));
  }

  /** Hides everything until the device is in the hands of the next player. */
  showCurtain(next) {
    this.state = "curtain";
    this.tell("");
    const open = button(say("curtain-open", { who: named(next) }), () => {
      this.seat(next);
      this.go();
    }, { class: "colt-primary" }, say("curtain-open", { who: named(next) }));
    this.stage.replaceChildren(element("div", { class: "colt-curtain" },
      element("p", { role: "status" }, say("curtain", { who: named(next) })), open));
    open.focus();
  }

  // --- the course of the game

  /** Plays on until a person of this screen has to choose, or until the end. */
  async go() {
    this.state = "playing";
    const run = (this.run += 1);
    const isCurrent = () => run === this.run;
    while (isCurrent()) {
      if (this.role === null) {
        const next = await this.nextPerson();
        if (!isCurrent()) return;
        if (next) return this.showCurtain(next);
        this.seat(SPECTATOR); // nobody has to choose: all may watch
      }
      const now = await this.ask("look", { role: this.role });
      if (!now || !isCurrent()) return;
      await this.catchUp(now, isCurrent);
      if (!isCurrent()) return;
      const isMine = now.waits.some(({ actor }) => actor === this.role);
      const isForPeople = now.waits.every(({ actor }) => this.people.includes(actor));
      if (now.over || isForPeople || this.isPaused) this.show(now);
      if (now.over) return this.showEnd(now);
      if (isForPeople && isMine) return;
      if (isForPeople) this.seat(null);
      else if (this.isPaused) return;
      else {
        const thinking = setTimeout(() => this.table?.wait(now), SLOW);
        const advanced = await this.ask("advance");
        clearTimeout(thinking);
        if (!advanced) return;
      }
    }
  }

  /** Who of this screen has to choose next, after bots and chance; null if nobody has. */
  async nextPerson() {
    for (;;) {
      const { waits, over } = (await this.ask("look", { role: SPECTATOR })) ?? { waits: [], over: true };
      if (over) return null;
      const [next] = waits.map(({ actor }) => actor).filter((actor) => this.people.includes(actor));
      if (next && waits.every(({ actor }) => this.people.includes(actor))) return next;
      if (!(await this.ask("advance"))?.advanced) return next ?? null;
    }
  }

  /** Shows what has happened since the last look, event by event; neither setting up nor the past of a seat is shown. */
  async catchUp(now, isCurrent) {
    const { table } = this;
    if (now.number === table.number) return;
    const isPast = table.number === 0;
    const { moments } = (await this.ask("moments", { role: this.role, after: table.number })) ?? { moments: [] };
    for (const moment of moments) {
      if (!isCurrent()) return;
      const text = table.tell(moment);
      const hasBegun = moment.view.train.length && moment.view.phase !== "setup";
      const isShown = !isPast && hasBegun && text && this.speed && !this.isSkipping && !QUIET.has(moment.type);
      if (!isShown) continue;
      this.skip.disabled = false;
      this.hint.disabled = true;
      table.speed = this.speed;
      const hasMoved = table.showMoment(moment, text);
      await this.pass(Math.min(Math.max(SHOWN + LETTER * text.length, hasMoved ? MOVING : 0), LONGEST) / this.speed);
    }
  }

  /** Waits for a time, or until somebody skips. */
  pass(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => { clearTimeout(timer); resolve(); };
    });
  }

  show(now) {
    this.isSkipping = false;
    this.table.speed = this.speed;
    this.table.show(now);
    this.skip.disabled = true;
    this.back.disabled = !now.can_take_back;
    this.hint.disabled = !now.choices.length;
    this.pause.textContent = say(this.isPaused ? "go-on" : "pause");
    this.pause.disabled = now.over;
    this.keep(now);
    this.state = now.choices.length ? "choosing" : "paused";
    this.table.focus();
  }

  // --- what a player does

  async choose(command) {
    const { table } = this;
    this.state = "playing";
    const verdict = await this.ask("choose", { role: this.role, command });
    if (!verdict) return;
    if (!verdict.allowed) {
      this.state = "choosing";
      return table.reply(verdict.text, verdict.clauses);
    }
    this.tell("");
    table.fill();
    table.status.focus({ preventScroll: true });
    await this.go();
  }

  async askHint() {
    const hint = await this.ask("hint", { role: this.role });
    if (hint) this.table.reply([hint.text, hint.reason].filter(Boolean).join(" "));
  }

  async takeBack() {
    this.run += 1;
    if (!(await this.ask("take-back", { role: this.role }))) return this.go();
    this.seat(this.role);
    await this.go();
  }

  togglePause() {
    this.isPaused = !this.isPaused;
    this.pause.textContent = say(this.isPaused ? "go-on" : "pause");
    if (!this.isPaused) this.go();
  }

  async saveLog() {
    const kept = await this.ask("log", { role: this.role });
    if (kept) save(new Blob([kept.log], { type: "application/x-ndjson" }), "colt-express.jsonl");
  }

  /** Saves everything that going on needs, with all secrets: only for a player who is alone, and who asks for it. */
  async saveGame() {
    const kept = await this.ask("keep");
    if (kept) save(new Blob([JSON.stringify(kept)], { type: "application/json" }), "colt-express-game.json");
  }

  leave() {
    if (this.isKept || this.table?.now?.over || confirm(say("leave"))) {
      this.tell("");
      this.showSettingUp();
    }
  }

  async showEnd(now) {
    const [verdict, log] = [await this.ask("verdict"), await this.ask("log", { role: SPECTATOR })];
    if (!verdict || !log) return;
    this.table.fill(endOf({ now, verdict, log: log.log, events: this.table.story.moments, again: () => this.showSettingUp() }));
    this.state = "over";
    this.table.focus();
  }
}

/** The game in a file that this page has saved; null if it is another file. */
function savedIn(text) {
  try {
    const { ask, log, players, seed, practice } = JSON.parse(text);
    return ask === "resume" ? { log, players, seed, practice } : null;
  } catch {
    return null;
  }
}
