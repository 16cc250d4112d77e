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

const SCHEMA = json("schemas/state.json");
const written = new WeakMap();

let different = 0;
for (const [name, entry] of Object.entries(json("games/index.json"))) {
  const difference = check(name, entry);
  if (difference) different += 1;
  console.log(`${name}: ${difference || `${entry.events} events, all states agree`}`);
}
process.exitCode = different ? 1 : 0;

/** What is wrong with a game, or nothing. */
function check(name, { events: count, fields: number, final_state: finalHash }) {
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
  const hashes = lines(`games/${name}.states`);
  if (events.length !== count || hashes.length !== count) {
    return `expected ${count} events and hashes, got ${events.length} events and ${hashes.length} hashes`;
  }
  const kept = keeping(json(`games/fields-${number}.json`));
  let state = frozen(NEW);
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1) return `expected event ${index + 1}, got ${event.seq}`;
    try {
      state = frozen(evolve(state, frozen(event)));
    } catch (error) {
      return `event ${event.seq}, ${event.type}: ${error.message}`;
    }
    const hash = sha256(canonical(kept(state, SCHEMA)));
    if (hash !== hashes[index]) {
      return `event ${event.seq}, ${event.type}: expected a state with the hash ${hashes[index]}, got ${hash}`;
    }
  }
  if (hashes.at(-1) !== finalHash) return `expected the final state ${finalHash}, got ${hashes.at(-1)}`;
  if (canonical(kept(state, SCHEMA)) !== canonical(json(`games/${name}.state.json`))) {
    return `expected the final state of games/${name}.state.json, got ${canonical(state)}`;
  }
}

/**
 * What keeps the listed fields of each class only: a later state may have fields that an old game lacks.
 * What a module adds is not there at all where it is not played. States share what an event left alone, and all are
 * frozen, so what was kept of a part once is kept of it again.
 */
function keeping(fields) {
  const known = new Map();
  return kept;

  function kept(value, schema) {
    if (value === null || typeof value !== "object") return value;
    if (!known.has(schema)) known.set(schema, new WeakMap());
    const before = known.get(schema);
    if (!before.has(value)) before.set(value, looked(value, schema));
    return before.get(value);
  }

  function looked(value, schema) {
    if (schema.$ref) return kept(value, SCHEMA.$defs[schema.$ref.split("/").at(-1)]);
    if (schema.anyOf) return kept(value, schema.anyOf.find((one) => one.type !== "null"));
    if (schema.items) return value.map((item) => kept(item, schema.items));
    if (schema.properties) {
      const names = fields[schema.title].filter((name) => value[name] !== undefined);
      return Object.fromEntries(names.map((name) => [name, kept(value[name], schema.properties[name])]));
    }
    if (schema.additionalProperties) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([id, item]) => [id, kept(item, schema.additionalProperties)]));
    }
    return value;
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
  const members = Object.keys(value).sort();
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
