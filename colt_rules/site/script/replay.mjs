/** The replay page: a log from a file or a kept game, with links to events. Nothing leaves the browser. */

import { button, element } from "./elements.mjs";
import { Games } from "./games.mjs";
import { LIMITS, Problem, readLog } from "./log.mjs";
import { Player, sentenceAt } from "./player.mjs";
import { packed } from "./packed.mjs";
import { measured, momentSvg, pngOf, save } from "./share.mjs";
import { colt, inflated, keptAt, loadedFrom, pageAt, titlesLoaded } from "./shared.mjs";
import { SPECTATOR } from "./visibility.mjs";
import { colon, named, say } from "./words.mjs";

/** In bytes: the size of the pieces in which a file is read. */
const SLICE = 1 << 20;

/** In milliseconds: browsers limit how often an address may change. */
const SETTLED = 250;

/** The file types offered first. */
const KINDS = ".jsonl,.json,.txt,.log,application/x-ndjson";

/** How many characters of a hash distinguish one log from another. */
const SIGNS = 12;

/** The default view: the beginning of the story. */
const BEGINNING = { at: null, as: null };

export function startReplay() {
  const holder = document.getElementById("colt-replay");
  if (holder && !holder.dataset.started) new Replay(holder).start();
}

class Replay {
  constructor(holder) {
    this.holder = holder;
    this.games = new Games(holder.querySelector(".colt-games"));
    this.player = null;
    /** The title of the game shown. */
    this.title = "";
    /** The beginning of its address: `game=NAME` or `log=HASH`. */
    this.shown = null;
    this.reading = 0;
    /** The log in the address, until it is dropped. */
    this.awaited = null;
    this.file = element("input", { type: "file", id: "colt-file", accept: KINDS, onchange: () => this.chosen() });
    this.problem = element("div", { id: "colt-problem", role: "alert" });
    this.told = element("span");
    this.bar = element("progress", { max: 1 });
    this.progress = element("div", { id: "colt-progress", hidden: true }, this.told, this.bar,
      button(say("stop"), () => this.stop(), { id: "colt-stop" }, say("stop")));
    this.stage = element("div", { id: "colt-stage" });
    const label = say("link");
    this.link = element("input", { id: "colt-link", type: "text", readonly: true, "aria-label": label, hidden: true });
  }

  start() {
    this.holder.dataset.started = "true";
    const drop = element("div", { id: "colt-drop", class: "colt-drop" },
      element("p", {}, say("drop-here")),
      element("label", { class: "colt-file", for: "colt-file" }, say("choose-file")), this.file);
    this.holder.querySelector("[data-only-without-script]")?.remove();
    this.holder.append(this.progress, this.problem, this.stage, drop);
    this.holder.classList.add("colt-ready");
    document.addEventListener("dragover", (event) => (event.preventDefault(), drop.classList.add("colt-over")));
    document.addEventListener("dragleave", (event) => event.relatedTarget ?? drop.classList.remove("colt-over"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("colt-over");
      const [file] = event.dataTransfer.files;
      if (file) this.openFile(file);
    });
    document.addEventListener("keydown", (event) => this.player?.pressed(event));
    addEventListener("hashchange", (event) => this.follow(new URL(event.newURL).hash));
    this.follow(location.hash);
  }

  /**
   * Shows what an address asks for, and a default game if it asks for nothing. The page may have another address by
   * now: `settle` may have changed it.
   */
  follow(hash) {
    const asked = new URLSearchParams(hash.slice(1));
    const sight = { at: asked.has("event") ? Number(asked.get("event")) || 0 : null, as: asked.get("as") };
    const game = asked.get("game");
    const log = asked.get("log")?.slice(0, SIGNS);
    if (game && this.shown !== `game=${game}`) this.openKept(game, sight);
    else if (log && this.shown !== `log=${log}`) this.ask(log, sight);
    else if (game || log) this.see(sight);
    else if (!this.shown) this.openKept(this.games.first, BEGINNING, false);
  }

  see({ at, as }) {
    if (this.player) this.player.go(at ?? this.player.story.beginning, as ?? this.player.usual);
  }

  ask(log, sight) {
    this.awaited = { log, sight };
    this.tell("notice", say("drop-the-file", { at: sight.at ?? 0, hash: log }));
  }

  /** Opens a kept game, and scrolls to it unless the page opens it by itself. */
  async openKept(name, sight = BEGINNING, isAsked = true) {
    if (!this.games.has(name)) return this.fail(new Problem("no-such-game", { got: name }));
    this.games.mark(name);
    const title = this.games.titleOf(name);
    const pieces = async () => [await inflated(await loadedFrom(keptAt(name), `games/${name}`))];
    await this.open(title, pieces, 0, () => ({ shown: `game=${name}`, sight, title, isAsked }));
  }

  chosen() {
    const [file] = this.file.files;
    this.file.value = "";
    if (file) this.openFile(file);
  }

  async openFile(file) {
    await this.open(file.name, async () => slicesOf(file), file.size, ({ hash, broken }) => {
      const log = hash.slice(0, SIGNS);
      const game = broken ? "" : keptWith(log);
      const isAwaited = this.awaited?.log === log;
      this.games.mark(game);
      const warning = this.awaited && !isAwaited ? say("another-file") : "";
      const shown = game ? `game=${game}` : `log=${log}`;
      const title = game ? this.games.titleOf(game) : "";
      return { shown, sight: isAwaited ? this.awaited.sight : BEGINNING, warning, title, isAsked: true };
    });
  }

  /** Reads a log and shows it, unless another is opened meanwhile. If it fails, the previous game stays. */
  async open(name, pieces, size, landing) {
    const reading = (this.reading += 1);
    const isWanted = () => reading === this.reading;
    this.tell("", "");
    this.showProgress(name, 0, size);
    try {
      if (size > LIMITS.bytes) throw new Problem("too-big", { limit: LIMITS.bytes / 1_000_000 });
      await titlesLoaded();
      const tell = (bytes) => isWanted() && this.showProgress(name, bytes, size);
      const log = await readLog(await pieces(), colt.schemas, { isWanted, tell });
      if (log && isWanted()) this.show(log, name, landing(log));
    } catch (error) {
      if (isWanted()) this.fail(error, name);
    }
    if (isWanted()) this.progress.hidden = true;
  }

  showProgress(name, bytes, size) {
    const share = size ? Math.min(bytes / size, 1) : 0;
    this.told.textContent = say("reading", { name, percent: Math.floor(share * 100) });
    this.bar.setAttribute("aria-label", this.told.textContent);
    this.bar.value = share;
    this.progress.hidden = false;
  }

  stop() {
    this.reading += 1;
    this.progress.hidden = true;
  }

  fail(error, name = "") {
    const problem = error instanceof Problem ? error : new Problem("not-read", { detail: error.message });
    this.tell("problem", [name, say(`problem-${problem.key}`, problem.values)].filter(Boolean).join(`${colon()} `));
  }

  tell(kind, text) {
    this.problem.className = kind ? `colt-${kind}` : "";
    this.problem.textContent = text;
  }

  show(log, name, { shown, sight, warning, title, isAsked }) {
    this.shown = shown;
    this.awaited = null;
    this.title = title || log.header.game || name;
    this.progress.hidden = true; // before the page scrolls to the stage, which moves up by this height
    this.tell(warning ? "notice" : "", warning ?? "");
    this.player?.playing.stop();
    this.player = new Player(log.story, {
      searchable: true,
      seats: log.header.seats,
      role: log.redacted ? log.header.as : SPECTATOR,
      moved: () => this.settle(),
      extras: [this.sharing(log.story.hasPositions)],
    });
    this.stage.replaceChildren(headOf(log, this.title, Boolean(title)), this.player.element, aboutOf(log));
    this.stage.dataset.shown = shown;
    this.see(sight);
    if (isAsked && !isInSight(this.player.element)) this.stage.scrollIntoView();
  }

  /** Actions for the current moment; a position can be tried only if the log holds all of it. */
  sharing(isWhole) {
    const one = (name, does) => button(say(name), does, { id: `colt-${name}` }, say(name));
    return element("div", { class: "colt-share", role: "group", "aria-label": say("share") },
      one("copy-link", () => this.copy()),
      globalThis.ClipboardItem ? one("copy-picture", () => this.copyPicture()) : null,
      one("save-png", () => this.savePicture("png")),
      one("save-svg", () => this.savePicture("svg")),
      this.holder.dataset.try && isWhole ? one("try-moment", () => this.tryIt()) : null,
      navigator.canShare ? one("share-moment", () => this.send()) : null,
      this.link);
  }

  /** The picture of the current moment as SVG, as its role sees it. */
  picture() {
    const { story, at, role, drawn } = this.player;
    const { width, height } = drawn?.svg.viewBox.baseVal ?? { width: 0, height: 0 };
    const where = this.player.hasChapters ? this.player.chapter() : "";
    return momentSvg({
      board: drawn ? written(drawn.svg) : "",
      width,
      height,
      title: where,
      sentence: sentenceAt(story, at, role),
      foot: `${this.title} · ${say("count", { at, last: story.length })}`,
    }, measured);
  }

  /** Opens the position on the page on which it can be tried; in the middle of a command the one before it. */
  async tryIt() {
    const { story, at } = this.player;
    const position = async () => `position=${await packed({ state: story.position(story.restBefore(at)) })}`;
    location.assign(`${pageAt("try")}#${this.isKept ? `${this.shown}&event=${at}` : await position()}`);
  }

  /** The file name of the picture. */
  pictureName(kind) {
    return `${this.shown.split("=")[1]}-${this.player.at}.${kind}`;
  }

  async savePicture(kind) {
    const svg = this.picture();
    save(kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg), this.pictureName(kind));
    this.tell("notice", say("picture-saved", { name: this.pictureName(kind) }));
  }

  /** The browser may refuse to copy; the file can still be saved. */
  async copyPicture() {
    const item = () => new ClipboardItem({ "image/png": pngOf(this.picture()) });
    const isCopied = await navigator.clipboard?.write([item()]).then(() => true, () => false);
    this.tell("notice", say(isCopied ? "picture-copied" : "picture-not-copied"));
  }

  /** Shares link and picture with the system's dialog. */
  async send() {
    const file = new File([await pngOf(this.picture())], this.pictureName("png"), { type: "image/png" });
    const { story, at, role } = this.player;
    const words = { title: this.title, text: sentenceAt(story, at, role), url: this.whole() };
    const all = navigator.canShare({ ...words, files: [file] }) ? { ...words, files: [file] } : words;
    await navigator.share(all).catch(() => undefined); // the reader has cancelled
  }

  /** The absolute address of the moment. */
  whole() {
    return new URL(this.address(), location.href).href;
  }

  address() {
    const { at, role, usual } = this.player;
    const parts = this.isKept ? [this.shown, `event=${at}`] : [`event=${at}`, this.shown];
    return `#${[...parts, ...(role === usual ? [] : [`as=${encodeURIComponent(role)}`])].join("&")}`;
  }

  get isKept() {
    return this.shown.startsWith("game=");
  }

  /** Updates the address after a pause. */
  settle() {
    this.link.hidden = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => history.replaceState(history.state, "", this.address()), SETTLED);
  }

  async copy() {
    const address = this.whole();
    this.link.value = address;
    this.link.hidden = false;
    this.link.select();
    const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    const told = isCopied ? say("copied") : say("copy-it");
    this.tell("notice", this.isKept ? told : `${told} ${say("send-the-file")}`);
  }
}

/**
 * The kept game whose last hash begins like this, or an empty string. A log with a broken chain may end like one too.
 */
function keptWith(hash) {
  return Object.keys(colt.kept).find((name) => colt.kept[name] === hash) ?? "";
}

async function* slicesOf(file) {
  for (let at = 0; at < file.size; at += SLICE) yield new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer());
}

/** The title, which is only heard if the list of games shows it, and warnings: the log was changed, or is not the whole game. */
function headOf({ header, broken, redacted }, title, isListed) {
  return element("div", { class: "colt-title" },
    element("h2", { id: "colt-game", class: isListed ? "colt-live" : null }, title),
    broken ? element("p", { id: "colt-chain", class: "fail" }, say("chain-broken", { line: broken })) : null,
    redacted ? element("p", { class: "colt-notice" }, say("redacted", { role: named(String(header.as)) })) : null);
}

/** In small print: edition and modules, players, length, and whether the chain of hashes is intact. */
function aboutOf({ header, story, hash, broken }) {
  const counts = say("so-many", { events: story.length, commands: story.commands.length });
  const row = (ids) => ids.map(named).join(", ");
  const told = [header.game, named(header.edition), row(header.modules), row(header.seats), counts];
  return element("details", { class: "colt-about" },
    element("summary", {}, say("about-log")),
    element("p", {}, told.filter(Boolean).join(" · ")),
    broken ? null : element("p", { id: "colt-chain", class: "pass" }, say("chain-intact", { hash: hash.slice(0, SIGNS) })),
    element("p", {}, say("folds-only")));
}

/** A picture of the page as the text of a file. */
function written(svg) {
  const copy = svg.cloneNode(true);
  copy.removeAttribute("style");
  return new XMLSerializer().serializeToString(copy);
}

/** Whether the top of an element is in the upper part of the screen. */
function isInSight(shown) {
  const { top } = shown.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 3;
}
