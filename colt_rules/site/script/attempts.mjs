/**
 * What was tried from a position: a tree of commands, each with its verdict and the position after it.
 *
 * A verdict is that of an engine: `{accepted, events, state}`, or `{accepted, text, clauses}` for a refusal, which
 * changes nothing.
 *
 * Pure.
 */

export class Attempts {
  constructor(state) {
    this.root = { command: null, verdict: null, state, parent: null, next: [] };
    /** What was tried last, or was gone back to. */
    this.now = this.root;
  }

  /** Where the next command is tried: after a refusal, where it was refused. */
  get place() {
    return this.now.verdict && !this.now.verdict.accepted ? this.now.parent : this.now;
  }

  /** The same command tried here before; or undefined. */
  tried(command) {
    const sought = canonical(command);
    return this.place.next.find((one) => canonical(one.command) === sought);
  }

  add(command, verdict) {
    const state = verdict.accepted ? verdict.state : this.place.state;
    const added = { command, verdict, state, parent: this.place, next: [] };
    this.place.next.push(added);
    this.now = added;
    return added;
  }

  go(attempt) {
    this.now = attempt;
  }

  /** The commands that lead to an attempt. */
  pathTo(attempt = this.now) {
    return attempt.parent ? [...this.pathTo(attempt.parent), attempt.command] : [];
  }

  /** The command after those tried so far, if these are the first of a list. */
  nextOf(commands) {
    const path = this.pathTo(this.place);
    const isOnIt = path.every((command, index) => index < commands.length && canonical(command) === canonical(commands[index]));
    return isOnIt ? commands[path.length] ?? null : null;
  }
}

/**
 * How each event of two lists of events differs from the other list: `same`, `cites` if only the clauses differ, or
 * `only`.
 */
export function compared(one, other) {
  return [marked(one, other), marked(other, one)];
}

function marked(events, others) {
  const left = others.map((event) => ({ what: whatOf(event), cites: canonical(event.cites ?? []) }));
  return events.map((event) => {
    const alike = left.filter(({ what }) => what === whatOf(event));
    const match = alike.find(({ cites }) => cites === canonical(event.cites ?? [])) ?? alike[0];
    if (!match) return "only";
    left.splice(left.indexOf(match), 1);
    return match.cites === canonical(event.cites ?? []) ? "same" : "cites";
  });
}

const whatOf = ({ type, data }) => canonical([type, data]);

/** A value as JSON with sorted keys: equal texts mean equal values. */
export function canonical(value) {
  return JSON.stringify(value, (key, it) => (it && typeof it === "object" && !Array.isArray(it)
    ? Object.fromEntries(Object.entries(it).sort(([one], [other]) => (one < other ? -1 : 1)))
    : it));
}

/** The position under the rules of another edition. */
export function inEdition(state, edition) {
  return { ...state, options: { ...state.options, edition } };
}

/** Why the rules of an edition have no such game: the modules of a position that the edition lacks. */
export function lackingIn(setups, edition, { options }) {
  const games = setups.editions.find(({ id }) => id === edition)?.games ?? [];
  const known = new Set(games.flatMap(({ modules }) => modules));
  return options.modules.filter((module) => !known.has(module));
}
