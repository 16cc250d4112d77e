/**
 * The JavaScript client behind the conformance protocol: JSON Lines, a request on stdin, its response on stdout.
 *
 * It supports the level `fold` only. What goes wrong is answered as `failed` and leaves the game at hand as it was.
 */

import { fold } from "./fold.mjs";
import { EDITIONS, FOLDS } from "./folds/index.mjs";

const PROTOCOL = 1;

let game = null;

const ANSWERS = {
  start({ protocol }) {
    if (protocol !== PROTOCOL) throw new Error(`expected protocol ${PROTOCOL}, got ${JSON.stringify(protocol)}`);
    return {
      type: "started",
      protocol: PROTOCOL,
      name: "colt-fold-js",
      version: "1.0",
      language: "JavaScript",
      editions: EDITIONS,
      modules: ["base", ...Object.keys(FOLDS)],
      levels: ["fold"],
    };
  },
  new({ state }) {
    if (!isObject(state)) throw new Error(`expected a state, got ${JSON.stringify(state)}`);
    game = state;
    return { type: "ready" };
  },
  log({ events }) {
    if (!game) throw new Error("expected a game at hand, got none; send `new` first");
    if (!Array.isArray(events)) throw new Error(`expected a list of events, got ${JSON.stringify(events)}`);
    game = fold(events, game);
    return { type: "folded", state: game };
  },
  stop() {
    return { type: "stopped" };
  },
};

function answer(line) {
  let seq = "";
  try {
    const request = JSON.parse(line);
    if (!isObject(request)) throw new Error(`expected a JSON object, got ${line}`);
    seq = request.seq ?? "";
    const response = Object.hasOwn(ANSWERS, request.type)
      ? ANSWERS[request.type](request)
      : { type: "skipped", reason: `this client folds events only; it has no answer to ${request.type}` };
    return { ...response, seq };
  } catch (error) {
    return { type: "failed", seq, message: error.message };
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The lines of a stream, by line feed only: readline of node 24 also ends them at U+2028, which JSON has in texts. */
async function* linesOf(stream) {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  if (rest) yield rest;
}

for await (const line of linesOf(process.stdin)) {
  const response = answer(line);
  process.stdout.write(`${JSON.stringify(response)}\n`);
  if (response.type === "stopped") break;
}
