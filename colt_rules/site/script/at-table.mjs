/**
 * What one seat of this screen sees and can do: the board, its hand, its choices, what has happened.
 *
 * It knows no rule: what can be chosen is lit and told, and the engine judges the rest.
 */

import { middleOf, trainSvg } from "./board.mjs";
import { attempt, choicesOf, filledIn, isDealtWith, isWhole, matching, namesIn, openField, pickable, pickedAfter } from "./choosing.mjs";
import { button, element, pictureOf } from "./elements.mjs";
import { rowOf } from "./moment.mjs";
import { flash, isStill, marksOf, movesBetween, piecesOf, shotIn, slide } from "./motion.mjs";
import { lookUp } from "./names.mjs";
import { placeOf, sceneOfView } from "./scene.mjs";
import { sentence, word } from "./sentences.mjs";
import { colt, entryAt } from "./shared.mjs";
import { Story } from "./story.mjs";
import { tableOf } from "./table.mjs";
import { cardNamed, named, namesIn as namesInData, say } from "./words.mjs";

/** So many choices are listed in words at most. */
const LISTED = 40;
/** So many of the last events are spoken to a screen reader when somebody has to choose. */
const SPOKEN = 8;
/** So many times a kind of decision is explained. */
const TAUGHT = 3;
/** In pixels: what is nearer to the edge of the board is hard to see. */
const ASIDE = 60;

export class AtTable {
  /**
   * `tools` is a row of buttons. `does` has `choose(command)`, and `whyNot(command)` that resolves to a verdict.
   * `taught` counts how often each kind of decision was explained.
   */
  constructor({ role, isAlone, tools, does, taught = new Map() }) {
    Object.assign(this, { role, isAlone, does, taught, story: new Story(null), drawn: null, now: null, picked: [], speed: 1 });
    /** The number of the last event told, that of its command, and how many were told when the seat last chose. */
    Object.assign(this, { number: 0, command: 0, since: 0 });
    this.live = element("p", { class: "colt-live", "aria-live": "polite" });
    this.sentence = element("p", { class: "colt-sentence" });
    this.board = element("div", { class: "colt-board", tabindex: 0, role: "group", "aria-label": say("board"), onclick: (event) => this.tapped(event) });
    this.laid = element("div", { class: "colt-laid" });
    this.when = element("p", { class: "colt-when" });
    this.status = element("h2", { class: "colt-status", tabindex: -1 });
    this.tip = element("p", { class: "colt-tip" });
    this.answer = element("div", { class: "colt-answer", role: "status" });
    this.choices = element("div", { class: "colt-choices" });
    this.round = element("div", { class: "colt-table" });
    this.told = element("ol", { class: "colt-told", "aria-label": say("story"), tabindex: 0 });
    this.players = element("div", { class: "colt-table" });
    this.element = element("div", { class: "colt-at-table" },
      this.live,
      element("div", { class: "colt-scene" }, this.sentence, this.board, this.laid),
      element("div", { class: "colt-dock" }, this.when, this.status, this.tip, this.answer, this.choices),
      tools,
      element("div", { class: "colt-beside" }, this.round, element("h3", {}, say("story")), this.told),
      this.players);
  }

  // --- what has happened

  /** Adds an event to what is told; returns its sentence, empty if it is not seen. */
  tell(moment) {
    if (moment.command.number !== this.command) this.story.open({ ...moment.command, data: moment.command.data ?? {} });
    this.command = moment.command.number;
    this.story.add({ ...moment, command: undefined, view: undefined });
    this.number = moment.number;
    const { text } = rowOf(this.story, this.story.length, this.role);
    if (text) this.told.append(element("li", {}, text));
    this.told.scrollTop = this.told.scrollHeight;
    return text;
  }

  /** Shows an event on the board and beside it; says whether something has moved or somebody has shot. */
  showMoment(moment, text) {
    if (text) this.sentence.textContent = text;
    this.status.textContent = sayOf("watch", moment.view.phase) || say("goes-on");
    this.tip.textContent = "";
    this.light(new Set());
    this.showAround(moment.view);
    return this.draw(moment.view, moment.data);
  }

  /** How far the game is, the pile with its end in sight that changes, and what each player has. */
  showAround(view) {
    const { number } = view.round;
    this.when.textContent = [named(view.phase), number && say("round-of", { number, last: number + view.rounds_left })].filter(Boolean).join(" · ");
    const [round, ...others] = tableOf(view);
    const those = (looks) => others.filter((part) => part.classList.contains(looks));
    this.round.replaceChildren(round);
    this.laid.replaceChildren(...those("colt-pile-row"));
    const pile = this.laid.querySelector(".colt-pile");
    if (pile) pile.tabIndex = 0; // it can be scrolled
    if (pile && view.phase === "schemin") pile.scrollLeft = pile.scrollWidth;
    this.players.replaceChildren(...those("colt-players"));
  }

  draw(view, data = {}) {
    const scene = sceneOfView(view, colt.drawing);
    if (!scene.train.length) return false;
    const text = trainSvg(scene, colt.drawing, { title: say("board"), keyed: true, told: colt.told });
    if (text === this.drawn?.text) return false;
    const svg = pictureOf(text);
    const picture = { text, svg, ...piecesOf(svg) };
    const moves = this.drawn ? movesBetween(this.drawn, picture) : [];
    const marks = marksOf(moves, shotIn(picture, data));
    if (marks) svg.append(marks);
    this.drawn = picture;
    this.board.replaceChildren(svg);
    this.scrollTo(middleOf(scene, placeOf(scene, namesInData(data))));
    if (!isStill() && this.speed) {
      slide(moves, this.speed);
      flash(marks, this.speed);
    }
    return Boolean(marks);
  }

  /** Scrolls a board that is wider than the screen to a position, given as a share of its width; null for none. */
  scrollTo(share) {
    const { clientWidth, scrollWidth, scrollLeft } = this.board;
    if (share === null || scrollWidth <= clientWidth) return;
    const middle = share * scrollWidth;
    const isInSight = middle > scrollLeft + ASIDE && middle < scrollLeft + clientWidth - ASIDE;
    if (!isInSight) this.board.scrollTo({ left: middle - clientWidth / 2, behavior: isStill() ? "auto" : "smooth" });
  }

  // --- what can be chosen

  /** Shows the present, as the engine told it. */
  show(now) {
    Object.assign(this, { now, picked: [], listed: choicesOf(now.choices) });
    this.draw(now.view);
    this.sentence.textContent = now.over ? "" : this.told.lastElementChild?.textContent ?? "";
    this.showAround(now.view);
    this.told.scrollTop = this.told.scrollHeight;
    this.status.textContent = this.statusOf(now);
    this.kind = now.waits.find(({ actor }) => actor === this.role)?.kind ?? "";
    const times = this.taught.get(this.kind) ?? 0;
    this.taught.set(this.kind, times + 1);
    this.tip.textContent = times < TAUGHT ? sayOf("tip", this.kind) : "";
    this.showChoices();
    if (!now.choices.length) return;
    this.showWhereToChoose();
    const told = [...this.told.children].slice(this.since).slice(-SPOKEN).map(({ textContent }) => textContent);
    this.live.textContent = [...told, this.status.textContent].join(" ");
    this.since = this.told.children.length;
  }

  /** While others choose. */
  wait(now) {
    this.status.textContent = this.statusOf(now);
  }

  statusOf({ waits, over, view }) {
    const mine = waits.find(({ actor }) => actor === this.role);
    if (over) return say("over");
    if (mine) return say("your-turn", { who: named(this.actorOf(mine)), what: asked(mine.kind) });
    const [other] = waits.map(({ actor }) => actor).filter((actor) => view.seats.some(({ seat }) => seat === actor));
    return other ? say("waits-for", { who: named(other) }) : say("goes-on");
  }

  actorOf({ subject }) {
    return subject && this.isBandit(subject) ? subject : this.role;
  }

  isBandit(name) {
    return this.now.view.bandits.some(({ bandit }) => bandit === name);
  }

  /** The choices left by what was picked: as cards of the hand, lit places on the board, and sentences. */
  showChoices() {
    const left = matching(this.listed, this.picked);
    const lit = pickable(this.listed, this.picked);
    const open = left.length === 1 && openField(left[0]) ? left[0] : null;
    this.light(lit);
    this.fill(open ? null : this.handOf(lit), open ? this.listToFill(open) : this.sentencesOf(left, lit), this.picked.length && this.otherChoice());
  }

  fill(...parts) {
    this.choices.replaceChildren(...parts.filter(Boolean));
  }

  otherChoice() {
    return button(say("other"), () => this.pick([]), { class: "colt-quiet" }, say("other"));
  }

  light(lit) {
    if (!this.drawn) return;
    for (const node of this.drawn.svg.querySelectorAll("[data-piece], [data-zone]")) {
      const name = node.dataset.piece ?? node.dataset.zone;
      node.classList.toggle("colt-lit", lit.has(name) || ("zone" in node.dataset && lit.has(name.split(".")[0])));
    }
  }

  /** Scrolls the board to the first thing that can be chosen on it. */
  showWhereToChoose() {
    const lit = this.drawn?.svg.querySelector(".colt-lit");
    if (!lit) return;
    const [box, picture] = [lit.getBoundingClientRect(), this.drawn.svg.getBoundingClientRect()];
    this.scrollTo((box.left + box.width / 2 - picture.left) / picture.width);
  }

  /** The hand as cards to tap; those that can be chosen now are lit. */
  handOf(lit) {
    const cards = this.now.view.seats.find(({ seat }) => seat === this.role)?.hand;
    if (!cards?.length) return null;
    const isAsked = this.listed.some((choice) => namesIn(choice).some((name) => cards.includes(name)));
    const one = (card, at) => {
      const label = cardNamed(card, this.role);
      const looks = card.includes("-bullet") ? "colt-card colt-bullet" : "colt-card";
      return element("li", {}, button(label, () => {
        this.held = at;
        this.pickName(card);
      }, {
        class: `${looks}${lit.has(card) ? " colt-lit" : ""}`,
        "data-card": card,
        "aria-pressed": this.picked.includes(card) && this.held === at ? "true" : null, // two cards can have one name
        disabled: !isAsked,
      }, iconOf(card), label));
    };
    return element("div", { class: "colt-hand" }, element("ul", { class: "colt-cards", "aria-label": say("hand") }, cards.map(one)));
  }

  /** The choices in words, if they are few enough to read, without those that a lit card of the hand stands for. */
  sentencesOf(left, lit) {
    const cards = this.now.view.seats.find(({ seat }) => seat === this.role)?.hand ?? [];
    const shown = left.filter((choice) => !isDealtWith(choice, cards, lit)).slice(0, LISTED);
    if (!shown.length) return null;
    const one = (choice) => {
      const text = openField(choice) ? word(colt.told, choice.type, "command") : this.inWords(choice);
      const does = () => (openField(choice) ? this.fill(this.listToFill(choice), this.otherChoice()) : this.choose(choice));
      return element("li", {}, button(text, does, { class: "colt-choice", "data-type": choice.type }, text));
    };
    return element("ul", { class: "colt-sentences", "aria-label": say("choices") }, shown.map(one));
  }

  inWords(choice) {
    const { type, ...data } = choice;
    const mine = this.now.waits.find(({ actor }) => actor === this.role);
    return sentence(colt.told, "commands", type, { ...data, actor: this.actorOf(mine) }) || word(colt.told, type, "command");
  }

  /** A list that the player fills in by tapping its items. */
  listToFill(choice) {
    const [, field] = openField(choice);
    const items = [];
    const done = button(say("done"), () => this.choose(filledIn(choice, items.map((at) => field.of[at]))), { class: "colt-primary" }, say("done"));
    const buttons = field.of.map((item, at) => {
      const label = cardNamed(item, this.role);
      return button(label, () => {
        if (items.includes(at)) items.splice(items.indexOf(at), 1);
        else items.push(at);
        show();
      }, { class: "colt-card", "data-item": item }, iconOf(item), label);
    });
    const show = () => {
      buttons.forEach((one, at) => {
        one.setAttribute("aria-pressed", String(items.includes(at)));
        one.dataset.order = !field.sorted && items.includes(at) ? items.indexOf(at) + 1 : "";
      });
      done.disabled = !isWhole(field, items.map((at) => field.of[at]));
    };
    show();
    const [least, most] = [Math.min(...field.lengths), Math.max(...field.lengths)];
    const count = least === most ? String(most) : `${least}–${most}`;
    return element("div", { class: "colt-list" },
      field.of.length ? element("p", {}, say("choose-some", { count })) : null,
      element("div", { class: "colt-cards" }, buttons), done);
  }

  // --- what is tapped

  tapped(event) {
    const node = event.target.closest("[data-piece], [data-zone]");
    if (!node || this.isBusy || !this.now?.choices.length) return;
    const names = [node.dataset.piece, node.dataset.place, node.dataset.zone].filter(Boolean);
    const lit = pickable(this.listed, this.picked);
    this.pickName(names.find((name) => lit.has(name) || lit.has(name.split(".")[0])) ?? names[0]);
  }

  /** Picks a name on the board or in the hand. If no choice has it, the engine says why not. */
  async pickName(name) {
    const picked = pickedAfter(this.listed, this.picked, name);
    if (picked) return this.pick(picked);
    const { now } = this;
    const bandits = now.view.bandits.map(({ bandit }) => bandit);
    const tried = attempt(this.listed, this.picked, name, { bandits });
    if (!tried) return this.reply([say("not-asked", { what: named(name) }), sayOf("tip", this.kind)].filter(Boolean).join(" "));
    const verdict = await this.does.whyNot(tried);
    if (this.now !== now || this.isBusy) return; // the answer to a question of long ago
    if (verdict && !verdict.allowed) this.reply(verdict.clauses[0]?.text ?? verdict.text, verdict.clauses);
  }

  pick(picked) {
    this.reply("");
    const left = matching(this.listed, picked);
    if (picked.length && left.length === 1 && !openField(left[0])) return this.choose(left[0]);
    this.picked = picked;
    this.showChoices();
    this.focus();
  }

  choose(command) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.reply("");
    this.does.choose(command).then(() => { this.isBusy = false; });
  }

  /** Says something below the status, with links to the clauses behind it. */
  reply(text, clauses = []) {
    const links = clauses.map(({ id, title }) => element("a", { href: entryAt(id), "data-clause": id, target: "_blank" }, title));
    this.answer.replaceChildren(...(text ? [element("p", {}, text), links.length && element("p", {}, links.flatMap((link) => [link, " "]))].filter(Boolean) : []));
  }

  /** Moves the focus to the first thing that can be chosen, or to the status. */
  focus() {
    const first = this.choices.querySelector("button:enabled") ?? this.status;
    first.focus({ preventScroll: true });
  }
}

/** The icon of a card, as in the pictures of the rules; null if it has none. */
function iconOf(card) {
  const shape = lookUp(colt.icons, card.slice(card.indexOf("-") + 1)) ?? (card.includes("bullet") ? colt.icons.bullet : null);
  if (!shape) return null;
  return pictureOf(`<svg xmlns="http://www.w3.org/2000/svg" class="colt-icon" viewBox="0 0 26 36" width="26" height="36" aria-hidden="true">${shape}</svg>`);
}

/** What a player is asked, in a few words. */
function asked(kind) {
  return sayOf("ask", kind) || word(colt.told, kind, colt.told.words.decision[kind] ? "decision" : "action").replaceAll("-", " ");
}

/** A text of the page about a decision or a phase; empty if there is none, as for those of most modules. */
function sayOf(what, about) {
  return Object.hasOwn(colt.words, `${what}-${about}`) ? say(`${what}-${about}`) : "";
}
