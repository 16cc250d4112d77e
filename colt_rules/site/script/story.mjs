/** A game as a sequence of moments, each an event or a refused command, with the position after any of them. */

import { NEW, evolve } from "../../../conformance/adapters/js/fold.mjs";

/** The number of moments between stored positions: few enough to fold fast, enough to save memory. */
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
  /** It begins with this position; with null it is a story without positions, only events. */
  constructor(origin = NEW) {
    this.moments = [];
    this.commands = [];
    this.rounds = [];
    /** `{at, phase, round, parts}`, each from its first moment on; a part of a round is `{at, phase, happening}`. */
    this.chapters = [];
    /** The number of moments that cite a clause, by clause. */
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

  /** Opens a command, `{number, actor, type, data}`, to which the next moments belong. */
  open(command) {
    this.commands.push({ ...command, first: this.length + 1 });
  }

  /**
   * Adds an event, `{type, v, data, cites}`, or a refusal, `{refused: {clauses, message}}`; throws if it does not fit.
   */
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

  /** Begins a phase with the last moment. What comes before the first phase belongs to it. */
  begin(phase) {
    const at = this.chapters.length ? this.length : 1;
    const round = phase === "schemin" ? this.rounds.at(-1) : null;
    if (round || ALONE.includes(phase) || !this.chapters.length) this.chapters.push({ at, phase, round, parts: [] });
    if (!ALONE.includes(phase)) this.chapters.at(-1).parts.push({ at, phase });
  }

  /** The index of the chapter after this many moments; -1 if there are none. */
  chapterAt(at) {
    return Math.max(this.chapters.findLastIndex((chapter) => chapter.at <= at), Math.min(0, this.chapters.length - 1));
  }

  /** Where reading begins: with the first round, when the table is set up; without rounds, at 0. */
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

  /** The position after this many moments; null if unknown. */
  position(at) {
    if (!this.hasPositions) return null;
    if (at === this.length) return this.last;
    const from = Math.floor(at / APART);
    let position = this.kept[from];
    for (const moment of this.moments.slice(from * APART, at)) if (!moment.refused) position = evolve(position, moment);
    return position;
  }

  /** The last moment of the current command, or else of the next one. */
  afterCommand(at) {
    if (at >= this.length) return this.length;
    const next = this.commands[this.moment(at + 1).command + 1];
    return next ? next.first - 1 : this.length;
  }

  /** The last moment of the previous command. */
  beforeCommand(at) {
    return at ? this.commandOf(at).first - 1 : 0;
  }

  /** The last moment up to this one after which a command can be given: the last of a command. */
  restBefore(at) {
    const wanted = Math.min(Math.max(Math.trunc(at) || 0, 0), this.length);
    const isLast = wanted === this.length || this.moment(wanted + 1).command !== this.moment(wanted)?.command;
    return isLast ? wanted : this.beforeCommand(wanted);
  }

  /** The commands given after this many moments. */
  commandsAfter(at) {
    return this.commands.filter(({ first }) => first > at);
  }

  /** The index of the round after this many moments; -1 before the first. */
  roundAt(at) {
    return this.rounds.findLastIndex((round) => round.at <= at);
  }

  /** The next wanted moment, or with `step` -1 the previous one; 0 if there is none. */
  find(isWanted, at, step = 1) {
    for (let near = at + step; near >= 1 && near <= this.length; near += step) if (isWanted(near)) return near;
    return 0;
  }
}

/** The clauses that a moment cites. */
export function citedIn(moment) {
  return moment.refused ? moment.refused.clauses : (moment.cites ?? []);
}
