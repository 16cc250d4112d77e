/**
 * Reads an interchange file (events/README.md) into a story.
 *
 * An unreadable line raises a `Problem` with its number. The rules are not checked. The file comes in pieces and is
 * untrusted: lines, positions and files have limits far above any real game, and the reader regularly yields to the
 * page.
 */

import { upcast } from "../../../conformance/adapters/js/fold.mjs";
import { isObject, misfit, shown } from "./fitting.mjs";
import { sha256 } from "./sha256.mjs";
import { Story } from "./story.mjs";

/** In a real game a line has some hundred bytes, a position six thousand, a file half a million. */
export const LIMITS = { bytes: 200_000_000, events: 200_000, line: 65_536, position: 65_536 };

/** The milliseconds until the reader yields to the page. */
const TURN = 24;

const FORMAT = "colt-rules-log";
const REDACTED = "colt-rules-redacted-log";
const NEWEST = { [FORMAT]: 1, [REDACTED]: 1 };

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Files that people mistake for a log, by their first bytes. */
const STRANGE = [
  ["SQLite", "SQLite format 3"],
  ["BOM", "\xef\xbb\xbf"],
  ["gzip", "\x1f\x8b"],
  ["zip", "PK\x03\x04"],
  ["UTF-16", "\xff\xfe"],
  ["UTF-16", "\xfe\xff"],
];

/** A problem with a file: the key of a text in words/replay.toml, and its values. */
export class Problem extends Error {
  constructor(key, values = {}) {
    super(`${key} ${JSON.stringify(values)}`);
    this.key = key;
    this.values = values;
  }
}

/**
 * The log in these pieces of bytes: `{story, header, redacted, hash, broken}`.
 *
 * `hash` is that of the last command or event, `broken` the first line that does not match the hash in the next, or 0.
 * `tell` receives the number of bytes read, `pause` yields to the page, `isWanted` says whether to continue.
 */
export async function readLog(pieces, schemas, options = {}) {
  const { limits = LIMITS, tell = () => {}, pause = turn, isWanted = () => true } = options;
  const reader = new LogReader(schemas, limits);
  let due = performance.now() + TURN;
  for await (const piece of pieces) {
    for (let start = 0, end; start < piece.length; start = end) {
      end = piece.indexOf(10, start) + 1 || piece.length;
      reader.read(piece.subarray(start, end));
      if (performance.now() < due) continue;
      tell(reader.bytes);
      await pause();
      if (!isWanted()) return null;
      due = performance.now() + TURN;
    }
  }
  return reader.end();
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

class LogReader {
  constructor(schemas, limits) {
    this.schemas = schemas;
    this.limits = limits;
    this.bytes = 0;
    this.line = 1;
    this.torn = new Uint8Array();
    this.hash = "";
    this.broken = 0;
    this.header = null;
    this.closing = null;
    this.story = null;
    this.unweighed = 0;
  }

  /** Takes the next bytes of the file: at most one line, with its line feed if it ends here. */
  read(bytes) {
    this.bytes += bytes.length;
    if (this.bytes > this.limits.bytes) throw new Problem("too-big", { limit: this.limits.bytes / 1_000_000 });
    const ends = bytes.at(-1) === 10;
    const line = joined(this.torn, ends ? bytes.subarray(0, -1) : bytes);
    if (this.line === 1) checkBeginning(line);
    if (line.length > this.limits.line) throw new Problem("long-line", { line: this.line, limit: this.limits.line });
    this.torn = ends ? new Uint8Array() : line;
    if (!ends) return;
    this.take(line);
    this.line += 1;
  }

  end() {
    if (!this.bytes) throw new Problem("empty");
    if (this.torn.length && !this.header) this.take(this.torn);
    if (this.torn.length || !this.closing) throw new Problem("cut", { line: this.line });
    if (!this.story.length) throw new Problem("no-events");
    const { story, header, hash, broken } = this;
    return { story, header, redacted: header.format === REDACTED, hash, broken };
  }

  take(bytes) {
    const value = this.parsed(bytes);
    if (this.closing) throw new Problem("after-end", { line: this.line });
    if (!this.header) this.begin(value);
    else {
      if (value.prev !== this.hash && !this.broken) this.broken = this.line - 1;
      if (value.type === "EndOfLog") return this.close(value);
      if (Object.hasOwn(value, "seq")) this.event(value);
      else this.command(value);
      this.weigh(bytes.length);
    }
    this.hash = sha256(bytes);
  }

  parsed(bytes) {
    let value;
    try {
      value = JSON.parse(UTF8.decode(bytes));
    } catch {
      const got = shown(new TextDecoder().decode(bytes.subarray(0, 60)));
      throw new Problem(this.line === 1 ? "no-header" : "not-json", { line: this.line, got });
    }
    if (isObject(value)) return value;
    throw new Problem(this.line === 1 ? "no-header" : "not-json", { line: this.line, got: shown(value) });
  }

  begin(value) {
    const { format, version, edition, seats, modules, game } = value;
    if (!Object.hasOwn(value, "format")) throw new Problem("no-header", { line: 1, got: fieldsOf(value) });
    if (!Object.hasOwn(NEWEST, format)) throw new Problem("format", { got: shown(format) });
    if (!Number.isInteger(version) || version < 1 || version > NEWEST[format]) {
      throw new Problem("version", { newest: NEWEST[format], got: shown(version) });
    }
    if (!isTexts([edition, game]) || !isTexts(seats) || !isTexts(modules)) throw new Problem("header-fields");
    this.header = value;
    this.story = format === REDACTED ? new Story(null) : new Story();
  }

  command(value) {
    const { command: number, actor, type, data, hidden = [] } = value;
    this.expect(number, this.story.commands.length + 1, "command");
    const isSecret = type === null && !this.story.hasPositions;
    const isKind = isSecret || typeof type === "string";
    if (typeof actor !== "string" || !isKind || !isObject(data)) throw this.strange(value);
    const told = isSecret || hidden.length ? value : this.newest(value);
    this.story.open({ number, actor, type, data: told.data });
  }

  event(value) {
    const { seq, command, type, v, data, cites = [], hidden } = value;
    if (this.story.length === this.limits.events) throw new Problem("too-many", { limit: this.limits.events });
    this.expect(seq, this.story.length + 1, "event");
    this.expect(command, this.story.commands.length || 1, "command");
    if (!this.story.commands.length) throw new Problem("no-command", { line: this.line });
    if (typeof type !== "string" || !isObject(data) || !isTexts(cites)) throw this.strange(value);
    if (!Object.hasOwn(this.schemas, type)) throw new Problem("unknown-type", { line: this.line, got: shown(type) });
    if (!this.story.hasPositions && !isTexts(hidden)) throw this.strange(value);
    const earlier = `${type}.v${v}`;
    const schema = this.schemas[Object.hasOwn(this.schemas, earlier) ? earlier : type];
    const wrong = this.story.hasPositions && misfit(schema, data);
    if (wrong) throw new Problem("misfit", { line: this.line, type, ...wrong });
    const told = this.newest({ type, v, data, cites, ...(hidden && { hidden }) });
    this.fitting(type, () => this.story.add(told));
  }

  /** A command or an event in the newest version of its type. */
  newest(told) {
    return this.fitting(told.type, () => upcast(told));
  }

  /** The result of a function; an error in it becomes a `Problem` of this line. */
  fitting(type, made) {
    try {
      return made();
    } catch (error) {
      throw new Problem("no-fit", { line: this.line, type, detail: error.message });
    }
  }

  close({ commands, events }) {
    this.closing = true;
    const expected = `${shown(commands)} / ${shown(events)}`;
    const got = `${this.story.commands.length} / ${this.story.length}`;
    if (expected !== got) throw new Problem("count", { line: this.line, expected, got });
  }

  /** Rejects a position that keeps growing: it is not a game, and every step in it would take longer. */
  weigh(bytes) {
    this.unweighed += bytes;
    if (this.unweighed < this.limits.position || !this.story.hasPositions) return;
    this.unweighed = 0;
    if (JSON.stringify(this.story.last).length > this.limits.position) {
      throw new Problem("large-position", { line: this.line, limit: this.limits.position });
    }
  }

  expect(got, expected, what) {
    if (got === expected) return;
    throw new Problem("order", { line: this.line, expected: `${what} ${expected}`, got: `${what} ${shown(got)}` });
  }

  strange(value) {
    return new Problem("not-a-line", { line: this.line, got: fieldsOf(value) });
  }
}

function fieldsOf(value) {
  return shown(Object.keys(value).join(", "));
}

function isTexts(value) {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

function joined(one, other) {
  if (!one.length) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function checkBeginning(line) {
  const beginning = String.fromCharCode(...line.subarray(0, 16));
  const found = STRANGE.find(([, first]) => beginning.startsWith(first));
  if (found) throw new Problem("strange", { got: found[0] });
  if (line.subarray(0, 4096).includes(0)) throw new Problem("strange", { got: "00" });
  if (line.at(-1) === 13) throw new Problem("strange", { got: "CRLF" });
}
