/** A game as a row of moments, each an event or a refused command, with the position after any of them. */

import { NEW, evolve } from "../../../conformance/adapters/js/fold.mjs";

/** So many moments lie between two positions that are kept: few enough to fold in no time, enough to keep little. */
const APART = 128;

/** The events with which the phases of a game begin. */
const BEGINS = {
  GameStarted: "setup",
  RoundStarted: "schemin",
  PileTurned: "stealin",
  StealinEnded: "round-end",
  GameEnded: "over",
};

/** The phases that are chapters of their own; the others are parts of a round. */
const ALONE = ["setup", "over"];

export class Story {
  /** It begins with this position; with none it is a story without positions, of which only events are told. */
  constructor(origin = NEW) {
    this.moments = [];
    this.commands = [];
    this.rounds = [];
    /** `{at, phase, round, parts}`, each from its first moment on; a part of a round is `{at, phase, happening}`. */
    this.chapters = [];
    /** How many moments rest on a clause, by clause. */
    this.clauses = new Map();
    this.last = origin;
    this.kept = [origin];
  }

  get length() {
    return this.moments.length;
  }

  get hasPositions() {
    return this.kept[0] !== null;
  }

  /** What is added from now on belongs to this command, `{number, actor, type, data}`. */
  open(command) {
    this.commands.push({ ...command, first: this.length + 1 });
  }

  /** Adds an event, `{type, v, data, cites}`, or a refusal, `{refused: {clauses, message}}`; throws if it is no fit. */
  add(moment) {
    if (this.hasPositions && !moment.refused) this.last = evolve(this.last, moment);
    this.moments.push({ ...moment, command: this.commands.length - 1 });
    if (this.length % APART === 0) this.kept.push(this.last);
    if (moment.type === "RoundStarted") this.rounds.push({ at: this.length, ...moment.data });
    if (Object.hasOwn(BEGINS, moment.type)) this.begin(BEGINS[moment.type]);
    if (moment.type === "HappeningStarted") {
      Object.assign(this.chapters.at(-1)?.parts.at(-1) ?? {}, { happening: moment.data.happening });
    }
    if (moment.type === "RoundCardRevealed") Object.assign(this.rounds.at(-1) ?? {}, { card: moment.data.card });
    for (const id of new Set(citedIn(moment))) this.clauses.set(id, (this.clauses.get(id) ?? 0) + 1);
  }

  /** The moment that was added last begins a phase. What comes before the first one belongs to it. */
  begin(phase) {
    const at = this.chapters.length ? this.length : 1;
    const round = phase === "schemin" ? this.rounds.at(-1) : null;
    if (round || ALONE.includes(phase) || !this.chapters.length) this.chapters.push({ at, phase, round, parts: [] });
    if (!ALONE.includes(phase)) this.chapters.at(-1).parts.push({ at, phase });
  }

  /** The number of the chapter that is told after so many moments; -1 where there are none. */
  chapterAt(at) {
    return Math.max(this.chapters.findLastIndex((chapter) => chapter.at <= at), Math.min(0, this.chapters.length - 1));
  }

  /** Where reading begins: with the first round, when the table is laid; a story without rounds begins before all. */
  get beginning() {
    return this.rounds[0]?.at ?? 0;
  }

  /** The moment with this number, counted from 1. */
  moment(at) {
    return this.moments[at - 1];
  }

  /** The command behind a moment. */
  commandOf(at) {
    return this.commands[this.moment(at).command];
  }

  /** The position after so many moments; null if nothing is known of it. */
  position(at) {
    if (!this.hasPositions) return null;
    if (at === this.length) return this.last;
    const from = Math.floor(at / APART);
    let position = this.kept[from];
    for (const moment of this.moments.slice(from * APART, at)) if (!moment.refused) position = evolve(position, moment);
    return position;
  }

  /** The last moment of the command that one is in the middle of, or else of the next one. */
  afterCommand(at) {
    if (at >= this.length) return this.length;
    const next = this.commands[this.moment(at + 1).command + 1];
    return next ? next.first - 1 : this.length;
  }

  /** The last moment of the command before this one. */
  beforeCommand(at) {
    return at ? this.commandOf(at).first - 1 : 0;
  }

  /** The round that is played after so many moments; -1 before the first. */
  roundAt(at) {
    return this.rounds.findLastIndex((round) => round.at <= at);
  }

  /** The next moment from here that is wanted, or the one before it where `step` is -1; 0 if there is none. */
  find(isWanted, at, step = 1) {
    for (let near = at + step; near >= 1 && near <= this.length; near += step) if (isWanted(near)) return near;
    return 0;
  }
}

/** The clauses that a moment rests on. */
export function citedIn(moment) {
  return moment.refused ? moment.refused.clauses : (moment.cites ?? []);
}
