/**
 * The page on which a position is tried: choose for anybody, see what happens by which clauses, go back, branch, compare
 * two editions.
 *
 * Everything is open here. What the page asks of the engine is the adapter protocol; only a refusal in the reader's
 * language and the notation of cases are asked for besides.
 */

import { Unreadable, unpacked } from "./addressed.mjs";
import { AtTable } from "./at-table.mjs";
import { Attempts, canonical, compared, inEdition, lackingIn } from "./attempts.mjs";
import { storyOf } from "./cases.mjs";
import { Changing } from "./changing.mjs";
import { choicesOf } from "./choosing.mjs";
import { button, choice, element, span } from "./elements.mjs";
import { isObject } from "./fitting.mjs";
import { readLog } from "./log.mjs";
import { packed } from "./packed.mjs";
import { sentence, word } from "./sentences.mjs";
import { colt, entryAt, eventAt, inflated, keptAt, loadedFrom, pageAt, siteAt, titlesLoaded } from "./shared.mjs";
import { REFEREE } from "./visibility.mjs";
import { glimpse } from "./view.mjs";
import { colon, named, say, titleOf } from "./words.mjs";

/** What an engine may fail with; see `EngineError`. */
const FAILURES = {
  unsupported: "try-engine-unsupported",
  missing: "try-engine-missing",
  memory: "try-engine-memory",
  broken: "try-engine-broken",
};

/** How an event of one edition differs from those of the other. */
const MARKS = { only: "mark-only", cites: "mark-cites" };

/** Positions to begin with: by title, the end of the address. */
const BEGINNINGS = {
  "begin-roof": "#case=tuco.through-the-roof/down",
  "begin-game": "#game=tuco-from-the-roof&event=37",
  "begin-draw": "#game=tuco-from-the-roof&event=37&change=1",
};

/** In milliseconds: an engine that has not answered by then is taken to be stuck. */
const PATIENCE = 20_000;

/** In an address: the names of games and cases. */
const NAME = /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9.-]+)?$/;

export class TryPage {
  /** `open` loads the engine: it takes a function that is told the progress; see `openEngine` for what it returns. */
  constructor(holder, open) {
    Object.assign(this, { holder, open, engine: null, attempts: null, from: null, other: "", run: 0 });
    this.problem = element("div", { role: "alert" });
    this.stage = element("div", { class: "colt-sitting colt-trying" });
  }

  start() {
    this.holder.querySelector("[data-only-without-script]")?.remove();
    this.holder.append(this.problem, this.stage);
    addEventListener("hashchange", () => this.follow());
    this.follow();
  }

  tell(text) {
    this.problem.className = text ? "colt-problem" : "";
    this.problem.replaceChildren(...(text ? [element("p", {}, text)] : []));
  }

  // --- where a position comes from

  /** Opens the position that the address names; without one, offers a few to begin with. */
  async follow() {
    const run = (this.run += 1);
    const hash = new URLSearchParams(location.hash.slice(1));
    this.tell("");
    if (![...hash.keys()].length) return this.offer();
    try {
      const from = await this.found(hash);
      if (run !== this.run) return;
      this.show(from.state); // before the engine is there
      await this.opened();
      if (run === this.run) await this.begin(from);
    } catch (error) {
      if (run === this.run) this.fails(error);
    }
  }

  /**
   * The position of an address: `{state, did, next, title, back, address}`. `did` was tried in it, `next` are the
   * commands that came there; a position of the site has a title, a page to go back to, and a short address.
   */
  async found(hash) {
    const found = await this.named(hash);
    return { ...found, isChanging: hash.has("change") };
  }

  async named(hash) {
    const { did } = hash.has("did") ? await unpacked(hash.get("did")) : { did: [] };
    if (hash.has("case")) return { ...(await caseAt(hash.get("case"), Number(hash.get("run") ?? 0))), did };
    if (hash.has("game")) return { ...(await momentAt(hash.get("game"), Number(hash.get("event") ?? 0))), did };
    const given = hash.has("position") ? await unpacked(hash.get("position")) : {};
    if (!given.state) throw new Unreadable("no-position-link");
    return { ...given, next: [] };
  }

  offer() {
    const links = Object.entries(BEGINNINGS).map(([title, address]) => element("li", {}, element("a", { href: address }, say(title))));
    this.stage.replaceChildren(element("p", {}, say("begin-with")), element("ul", {}, links));
  }

  /** Draws a position at once, as far as it can be drawn. */
  show(state) {
    this.stage.replaceChildren();
    try {
      const table = new AtTable({ role: REFEREE, isAlone: true, tools: "", does: {} });
      table.draw(glimpse(state, REFEREE, colt.records));
      this.stage.append(table.board);
    } catch {
      // the engine tells what is wrong with it
    }
  }

  async opened() {
    if (this.engine) return;
    const bar = element("progress", { max: 1, "aria-label": say("loading") });
    const loading = element("p", { class: "colt-loading", role: "status" }, say("loading"), " ", bar);
    this.stage.prepend(loading);
    await titlesLoaded();
    this.engine = await this.open((share) => { bar.value = share; });
    loading.remove();
  }

  fails(error) {
    this.stage.replaceChildren();
    if (error instanceof Unreadable) this.tell(say(error.key));
    else if (error instanceof Impossible) this.tell(say("impossible", { why: error.message }));
    else {
      this.engine?.close?.();
      this.engine = null;
      this.tell(say(FAILURES[error.kind] ?? FAILURES.broken, { detail: String(error.message).slice(0, 200) }));
    }
    this.offer();
  }

  async begin(from) {
    await this.put(from.state);
    this.from = from;
    this.other = "";
    this.attempts = new Attempts(from.state);
    for (const command of from.did ?? []) {
      if (this.attempts.place !== this.attempts.now) break; // nothing follows a refusal
      this.attempts.add(command, await this.verdictOn(this.attempts.now.state, command));
    }
    this.changing = null;
    this.build();
    await this.showNow();
    if (from.isChanging) await this.change();
  }

  // --- what is asked of the engine

  /** Asks in the adapter protocol; an answer that says what went wrong becomes an error. */
  async ask(type, fields = {}) {
    const answer = await this.answered({ type, seq: 0, ...fields });
    if (answer.type === "failed") throw new Impossible(answer.message);
    return answer;
  }

  async answered(request) {
    let timer;
    const late = new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${PATIENCE / 1000} s`)), PATIENCE);
    });
    return Promise.race([this.engine.ask(request), late]).finally(() => clearTimeout(timer));
  }

  put(state) {
    return this.ask("new", { state });
  }

  async verdictOn(state, command) {
    await this.put(state);
    const answer = await this.ask("command", { command });
    if (answer.type === "accepted") return { accepted: true, events: answer.events, state: answer.state };
    const told = await this.answered({ ask: "judge", lang: colt.lang, state, command });
    const clauses = answer.clauses.map((id) => ({ id, title: titleOf(id) }));
    return { accepted: false, text: told.text ?? answer.message, clauses: told.clauses ?? clauses };
  }

  /** What an actor can choose in the position that the engine has. */
  async choicesOf(actor) {
    const { commands, ways, rows } = await this.ask("legal", { actor });
    if (!rows) return choicesOf(commands ?? ways);
    const { what, subject, items, count } = rows;
    return [{ type: "Deal", actor, what, subject, outcome: { of: items, lengths: [count] } }];
  }

  // --- the parts of the page

  build() {
    this.tools = this.toolbar();
    const { from } = this;
    this.result = element("div", { class: "colt-result", "aria-live": "polite" });
    this.tree = element("div", { class: "colt-tree" });
    this.who = element("div", { class: "colt-who" });
    this.also = element("div", { class: "colt-also" });
    this.link = element("input", { type: "text", readonly: true, hidden: true, "aria-label": say("try-link") });
    this.written = element("pre", { class: "colt-written", hidden: true, tabindex: 0 });
    const does = {
      choose: (command) => this.try(command),
      whyNot: (command) => this.try(command),
    };
    this.table = new AtTable({ role: REFEREE, isAlone: true, tools: "", does });
    const { table } = this;
    const runs = (from.runs ?? []).map((name, index) => [String(index), name]);
    const run = choice(say("run"), "run", runs, (index) => { location.hash = `#case=${from.title}&run=${index}`; });
    run.select.value = String(from.run);
    const head = element("p", { class: "colt-try-head" }, from.title ? element("a", { href: from.back }, from.title) : say("own-position"),
      ` · ${named(from.state.options.edition)}`);
    this.stage.replaceChildren(head, runs.length > 1 ? run.field : "", table.board,
      element("div", { class: "colt-try-parts" },
        this.result,
        element("div", { class: "colt-dock" }, table.status, this.who, table.answer, table.choices, this.also),
        element("div", { class: "colt-came" }, element("h2", {}, say("tree")), this.tree, this.tools, this.link, this.written)),
      element("details", { class: "colt-about" }, element("summary", {}, say("table")), element("h3", { class: "colt-live" }, say("table")), table.round, table.laid, table.players));
  }

  toolbar() {
    const one = (name, does) => button(say(name), does, { "data-do": name }, say(name));
    this.back = one("back", () => this.goTo(this.attempts.now.parent));
    this.first = one("to-start", () => this.goTo(this.attempts.root));
    const mine = this.from.state.options.edition;
    const editions = colt.setups.editions.map(({ id }) => id).filter((id) => id !== mine);
    const options = [["", say("compare-none")], ...editions.map((id) => [id, named(id)])];
    const compare = choice(say("compare-with"), "compare", options, (edition) => this.compareWith(edition));
    compare.select.value = this.other;
    return element("div", { class: "colt-tools", role: "group", "aria-label": say("controls") },
      this.back, this.first, one("try-link", () => this.copyLink()), one("as-case", () => this.copyCase()),
      one("change", () => this.change()), compare.field);
  }

  // --- the present

  async showNow() {
    const { attempts, table } = this;
    this.isInTree = this.tree.contains(document.activeElement);
    const { state } = attempts.place;
    await this.put(state);
    const { view } = await this.ask("view", { role: REFEREE });
    const actors = [...new Set(view.awaiting.map(({ actor }) => actor))];
    this.actor = actors.includes(this.actor) ? this.actor : actors[0] ?? "";
    const choices = this.actor ? await this.choicesOf(this.actor) : [];
    this.differing = await this.differencesTo(choices);
    table.reply("");
    table.role = this.actor || REFEREE;
    table.show({ view, choices, waits: view.awaiting, over: view.phase === "over", number: 0 });
    this.showWho(actors);
    this.showAlso(choices);
    this.showResult();
    this.showTree();
    this.back.disabled = !attempts.now.parent;
    this.first.disabled = attempts.now === attempts.root;
    if (document.activeElement === document.body) this.focus();
    this.settle();
  }

  /** Gives the focus back that a replaced button had: to the current step, if that was one of the tree. */
  focus() {
    if (this.isInTree) this.tree.querySelector("[aria-current]").focus({ preventScroll: true });
    else if (this.attempts.now.command) this.table.focus();
  }

  /** Whom to choose for, if several have to choose. */
  showWho(actors) {
    const buttons = actors.map((actor) => button(named(actor), () => {
      this.actor = actor;
      this.guarded(() => this.showNow());
    }, { "aria-pressed": String(actor === this.actor) }, named(actor)));
    this.who.replaceChildren(...(actors.length > 1 ? [span("colt-label", say("choose-for")), ...buttons] : []));
  }

  /** What can be done besides choosing: as it went there, at random, what only the other edition allows, anything else. */
  showAlso(choices) {
    const next = this.attempts.nextOf(this.from.next);
    const [deal] = choices.filter(({ type }) => type === "Deal");
    const { only = [], why = "" } = this.differing;
    this.also.replaceChildren(...[
      next && commandButton(say("as-there"), next, () => this.try(next)),
      deal && button(say("at-random"), () => this.try(dealtAtRandom(deal)), { class: "colt-choice" }, say("at-random")),
      why && element("p", { class: "colt-notice" }, why),
      only.length && element("div", {}, element("p", {}, say("only-in", { edition: named(this.other) })),
        element("ul", { class: "colt-sentences" }, only.map((command) => element("li", {}, commandButton("", command, () => this.try(command)))))),
      this.anything(),
    ].filter(Boolean));
  }

  /** Names to try that are not offered, for those who cannot tap the board. */
  anything() {
    const names = [...this.table.board.querySelectorAll("[data-piece], [data-zone]")].map(({ dataset }) => dataset.piece ?? dataset.zone);
    if (!names.length || !this.table.listed?.length) return null;
    const select = element("select", { "aria-label": say("try-anyway") }, [...new Set(names)].map((name) => element("option", { value: name }, named(name))));
    return element("details", { class: "colt-about" }, element("summary", {}, say("try-anyway")), select, " ",
      button(say("try-it"), () => this.table.pickName(select.value), { class: "colt-quiet" }, say("try-it")));
  }

  /** What the other edition lists and this one does not; or why it cannot be compared. */
  async differencesTo(choices) {
    if (!this.other || !this.actor) return {};
    const { state } = this.attempts.place;
    const lacking = lackingIn(colt.setups, this.other, state);
    if (lacking.length) return { why: say("not-there", { edition: named(this.other), what: lacking.map(named).join(", ") }) };
    try {
      await this.put(inEdition(state, this.other));
      const there = await this.choicesOf(this.actor);
      const here = new Set(choices.map(canonical));
      return { only: there.filter((one) => !here.has(canonical(one)) && isWritten(one)) };
    } catch (error) {
      if (error instanceof Impossible) return { why: say("impossible", { why: error.message }) };
      throw error;
    } finally {
      await this.put(state);
    }
  }

  async compareWith(edition) {
    this.other = edition;
    await this.guarded(() => this.showNow());
  }

  // --- trying

  /** Tries a command: the verdict is shown, and the attempt stands in the tree. */
  async try(command) {
    this.changing?.end();
    this.changing = null;
    return this.guarded(async () => {
      const before = this.attempts.tried(command);
      if (before) this.attempts.go(before);
      else this.attempts.add(command, await this.verdictOn(this.attempts.place.state, command));
      await this.showNow();
      return null;
    });
  }

  async goTo(attempt) {
    this.attempts.go(attempt);
    await this.guarded(() => this.showNow());
  }

  /** Does something with the engine; if that fails, the page tells it. */
  async guarded(does) {
    try {
      return await does();
    } catch (error) {
      this.fails(error);
      return null;
    }
  }

  // --- changing the position

  /** Begins or ends changing the position that is shown. */
  async change() {
    if (this.changing) {
      this.changing.end();
      this.changing = null;
      return;
    }
    const { state } = this.attempts.place;
    this.changing = new Changing(this.table.board, state, { put: (changed, card) => this.guarded(() => this.putChanged(changed, card)) });
    this.tools.before(this.changing.element);
    await this.showNotation();
  }

  /** Goes on with a changed position, if it is one; what can be chosen may be new. */
  async putChanged(state, card) {
    const answer = await this.answered({ ask: "redraw", lang: colt.lang, state, card });
    if (answer.problem) return this.table.reply(answer.problem.text);
    this.changing.end();
    return this.begin({ state: answer.state, next: [], isChanging: true });
  }

  /** Shows the position in the notation of cases. */
  async showNotation() {
    const answer = await this.answered({ ask: "write-case", lang: colt.lang, state: this.from.state, commands: this.attempts.pathTo() });
    this.written.hidden = Boolean(answer.problem);
    this.written.textContent = answer.case ?? "";
    return answer;
  }

  // --- what came of it

  async showResult() {
    const { now } = this.attempts;
    if (!now.command) return this.result.replaceChildren();
    const here = now.verdict;
    if (!this.other || this.differing.why) {
      return this.result.replaceChildren(heading(now.command), verdictTold(here));
    }
    const edition = this.from.state.options.edition;
    const there = await this.guarded(() => this.verdictOn(inEdition(now.parent.state, this.other), now.command));
    if (!there || now !== this.attempts.now) return;
    const [ours, theirs] = compared(here.events ?? [], there.events ?? []);
    const differ = here.accepted !== there.accepted || [...ours, ...theirs].some((mark) => mark !== "same");
    this.result.replaceChildren(heading(now.command),
      element("p", { class: "colt-verdict" }, say(differ ? "they-differ" : "they-agree")),
      element("div", { class: "colt-sides" }, [[edition, here, ours], [this.other, there, theirs]].map(([id, verdict, marks]) =>
        element("section", { "aria-label": named(id) }, element("h3", {}, named(id)), verdictTold(verdict, marks)))));
  }

  /** Everything tried so far, as a tree of buttons. */
  showTree() {
    const one = (attempt) => {
      const { command, verdict, next } = attempt;
      const text = command ? commandTold(command) : say("given-position");
      const isRefused = verdict && !verdict.accepted;
      const label = isRefused ? `${text} ${say("refused-mark")}` : text;
      const current = attempt === this.attempts.now ? "step" : null;
      return element("li", { class: isRefused ? "colt-refused" : null },
        button(label, () => this.goTo(attempt), { "aria-current": current, class: "colt-quiet" }, label),
        next.length ? element("ol", {}, next.map(one)) : null);
    };
    this.tree.replaceChildren(element("ol", {}, one(this.attempts.root)));
  }

  // --- taking it along

  async address() {
    const { state, address } = this.from;
    const did = this.attempts.pathTo();
    if (!address) return `#position=${await packed({ state, did })}`;
    return did.length ? `${address}&did=${await packed({ did })}` : address;
  }

  /** Keeps the address true, so that a reload and the history of the browser come back here. */
  async settle() {
    const { now } = this.attempts;
    const address = await this.address();
    if (now === this.attempts.now) history.replaceState(history.state, "", address);
  }

  async copyLink() {
    const link = new URL(await this.address(), location.href).href;
    Object.assign(this.link, { value: link, hidden: false });
    this.link.select();
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    this.table.reply(say(isCopied ? "copied" : "copy-it"));
  }

  async copyCase() {
    const answer = await this.guarded(() => this.showNotation());
    if (!answer?.case) {
      this.table.reply(answer?.problem.text ?? "");
      return;
    }
    const isCopied = await navigator.clipboard?.writeText(answer.case).then(() => true, () => false);
    this.table.reply(say(isCopied ? "case-copied" : "case-below"));
  }
}

/** An engine's reason why something is no position of a game. */
class Impossible extends Error {}

// --- the sources of positions

async function caseAt(id, index) {
  const entry = id.split("/")[0];
  if (!NAME.test(id)) throw new Unreadable("no-such-case");
  const bytes = await loadedFrom(siteAt(`cases/${entry}.js`), `cases/${entry}`).then(inflated, () => null);
  const runs = bytes && JSON.parse(new TextDecoder().decode(bytes))[id];
  const run = runs?.[index];
  if (!run) throw new Unreadable("no-such-case");
  return {
    state: storyOf(run).position(run.before),
    next: run.steps.map(({ command }) => command).filter(isObject),
    title: id,
    runs: runs.map(({ name }) => name),
    run: index,
    address: `#case=${id}${index ? `&run=${index}` : ""}`,
    back: pageAt(`${entry.startsWith("ruling.") ? "rulings" : "clauses"}/${encodeURIComponent(entry)}`),
  };
}

/** A moment of a kept game; if it is in the middle of a command, the position before that command. */
async function momentAt(name, event) {
  if (!NAME.test(name) || !Object.hasOwn(colt.kept, name)) throw new Unreadable("no-such-game-here");
  const bytes = await inflated(await loadedFrom(keptAt(name), `games/${name}`));
  const { story } = await readLog([bytes], colt.schemas);
  const at = story.restBefore(event);
  const next = story.commandsAfter(at).map(({ type, actor, data }) => ({ type, actor, ...data }));
  const address = `#game=${name}&event=${event}`;
  return { state: story.position(at), next, title: name, address, back: `${pageAt("replay")}${address}` };
}

// --- sentences

function commandTold({ type, ...data }) {
  return sentence(colt.told, "commands", String(type), data) || word(colt.told, String(type), "command");
}

const heading = (command) => element("h2", {}, commandTold(command));

function commandButton(label, command, does) {
  const text = [label, commandTold(command)].filter(Boolean).join(" ");
  return button(text, does, { class: "colt-choice", "data-type": String(command.type) }, text);
}

/** A verdict with the clauses behind it; `marks` says of each event whether the other edition has it. */
function verdictTold({ accepted, events, text, clauses }, marks = []) {
  if (accepted) {
    const one = ({ type, data, cites = [] }, index) => {
      const mark = marks[index] ?? "same";
      return element("li", { class: mark === "same" ? null : "colt-differs" },
        mark === "same" ? null : span("colt-mark", say(MARKS[mark])), " ",
        element("a", { href: eventAt(type) }, sentence(colt.told, "events", type, data) || type), clauseLinks(cites.map((id) => ({ id, title: titleOf(id) }))));
    };
    return element("ol", { class: "colt-events" }, events.map(one));
  }
  const rules = clauses.map(({ text: rule }) => rule && element("p", {}, rule));
  return element("div", { class: "colt-no" }, element("p", {}, span("fail", `${say("refused")}${colon()}`), ` ${text}`), rules, clauseLinks(clauses));
}

function clauseLinks(clauses) {
  const links = clauses.map(({ id, title }) => element("li", {}, element("a", { href: entryAt(id), "data-clause": id }, title)));
  return links.length ? element("ul", { class: "colt-cited" }, links) : null;
}

/** Whether nothing is left open in a choice. */
const isWritten = (command) => Object.values(command).every((value) => !isObject(value));

function dealtAtRandom({ outcome: { of, lengths: [count] }, ...deal }) {
  const left = [...of];
  const taken = Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
  return { ...deal, outcome: taken };
}
