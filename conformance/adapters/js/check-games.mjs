/**
 * Folds every kept game in events/games and compares the hash of the state after each event, as events/README.md tells.
 *
 * States and events are frozen on the way, so a fold that changed what it was given would fail here, too.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { NEW, evolve } from "./fold.mjs";

const EVENTS = new URL("../../../events/", import.meta.url);
const text = (path) => readFileSync(new URL(path, EVENTS), "utf8");
const json = (path) => JSON.parse(text(path));
const lines = (path) => text(path).trimEnd().split("\n");

const written = new WeakMap();

let different = 0;
for (const [name, entry] of Object.entries(json("games/index.json"))) {
  const difference = check(name, entry);
  if (difference) different += 1;
  console.log(`${name}: ${difference || `${entry.events} events, all states agree`}`);
}
process.exitCode = different ? 1 : 0;

/** What is wrong with a game, or nothing. */
function check(name, { events: count, states }) {
  const texts = lines(`games/${name}.jsonl`);
  const [header, ...rest] = texts.map((line) => JSON.parse(line));
  if (header.format !== "colt-rules-log" || header.version !== 1) {
    return `expected a colt-rules-log of version 1, got ${header.format} of version ${header.version}`;
  }
  if (!/^\d+\.\d+\.\d+$/.test(header.spec)) {
    return `expected a version of the specification such as 1.1.0, got ${header.spec}`;
  }
  const events = rest.filter((line) => "seq" in line);
  const closing = rest.filter((line) => line.type === "EndOfLog");
  if (closing.length !== 1) return `expected one closing line, got ${closing.length}`;
  for (const { commands, events: told, prev } of closing) {
    const right = [rest.length - events.length - 1, events.length, sha256(texts.at(-2))];
    if ([commands, told, prev].join() !== right.join()) {
      return `expected a last line that says ${right}, got one that says ${[commands, told, prev]}`;
    }
  }
  if (events.length !== count) return `expected ${count} events, got ${events.length}`;
  let state = frozen(NEW);
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) return `expected event ${index + 1}, got ${event.seq}`;
    try {
      state = frozen(evolve(state, frozen(event)));
    } catch (error) {
      return `event ${event.seq}, ${event.type}: ${error.message}`;
    }
    const hash = sha256(canonical(state));
    if (!hash.startsWith(states[index])) {
      return `event ${event.seq}, ${event.type}: expected a state whose hash begins with ${states[index]}, got ${hash}`;
    }
  }
}

/**
 * Canonical JSON, which is written by hand because an object puts keys such as "7" before all others. Nothing that is
 * written is ever changed, so each part is written once.
 */
function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (!written.has(value)) written.set(value, Array.isArray(value) ? row(value) : object(value));
  return written.get(value);
}

function row(items) {
  return `[${items.map(canonical).join(",")}]`;
}

function object(value) {
  const members = Object.keys(value).sort().filter((key) => value[key] !== undefined);
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function frozen(value) {
  if (!Object.isFrozen(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
