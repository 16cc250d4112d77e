/** Opens the engine: Python with the rules, in a worker of the browser. Nothing is loaded before somebody asks. */

import { inflated, loadedFrom, siteAt } from "./shared.mjs";

/** The share of the progress bar that loading takes; then Python starts. */
const LOADING = 0.8;
/** How many pieces are loaded at the same time. */
const AT_ONCE = 4;
/** In this order Python needs them. */
const PARTS = ["loader", "glue", "lock", "wasm", "library", "core"];
const MEMORY = /memory|allocat|MemoryError/i;

/** Why there is no engine; `kind` is `unsupported`, `missing`, `memory` or `broken`. */
export class EngineError extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** What the engine consists of: the versions of Python and Pyodide, and the pieces of each part. */
export async function engineList() {
  const address = siteAt("engine/list.js");
  return loadedFrom(address, "engine/list").catch(() => Promise.reject(new EngineError("missing", address)));
}

/** The bytes of a further part of the engine, such as a group of cases. */
export async function partOf(list, name) {
  const texts = [];
  for (const [file] of list.parts[name]) texts.push(await piece(file));
  return inflated(texts.join(""));
}

/**
 * Starts the engine. `progress` is called with a share of 1 as it goes on. `ask(request)` resolves to the answer to a
 * request, both plain objects; `prove(cases)` puts published cases, one a line, to the rules; `close()` ends the worker.
 * `keep(name)` stores the game in this browser, `resume(name)` goes on with a stored one (null if there is none), and
 * `forget(name)` deletes it: the page never reads it.
 */
export async function openEngine({ progress = () => {} } = {}) {
  if (!(globalThis.WebAssembly && globalThis.Worker && globalThis.DecompressionStream)) {
    throw new EngineError("unsupported", "WebAssembly, Worker or DecompressionStream");
  }
  progress(0);
  const list = await engineList();
  const worker = new Worker(URL.createObjectURL(new Blob([list.worker], { type: "text/javascript" })));
  const waiting = new Map();
  let last = 0;
  let broken = null;

  function breaks(error) {
    broken ??= error;
    waiting.forEach(({ reject }) => reject(broken));
    waiting.clear();
    worker.terminate();
  }

  const started = new Promise((resolve, reject) => {
    waiting.set("start", { resolve, reject });
    worker.onerror = (event) => breaks(errorOf(event.message ?? "the worker ended"));
    worker.onmessage = ({ data }) => {
      if (data.started) return data.started === "engine" ? settle("start", "resolve") : progress(0.95);
      if (data.failed) return breaks(errorOf(data.failed));
      return data.error === undefined
        ? settle(data.id, "resolve", JSON.parse(data.text))
        : settle(data.id, "reject", errorOf(data.error));
    };
  });

  function settle(id, how, value) {
    waiting.get(id)?.[how](value);
    waiting.delete(id);
  }

  try {
    await Promise.all([started, loadInto(worker, list, (share) => progress(LOADING * share))]);
  } catch (error) {
    breaks(error);
    throw error;
  }
  keepOffline(list);
  progress(1);

  function call(to, text) {
    if (broken) return Promise.reject(broken);
    const id = ++last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, to, text });
    });
  }

  return {
    list,
    ask: (request) => call("ask", JSON.stringify(request)),
    prove: (cases) => call("prove", cases),
    keep: (name) => call("keep", name),
    resume: (name) => call("resume", name),
    forget: (name) => call("forget", name),
    close: () => breaks(new EngineError("broken", "the engine was closed")),
  };
}

/** Loads all pieces, some at the same time, and passes them on in their order. */
async function loadInto(worker, list, progress) {
  const pieces = PARTS.flatMap((name) => list.parts[name].map(([file, signs]) => ({ name, file, signs })));
  const all = pieces.reduce((sum, { signs }) => sum + signs, 0);
  let done = 0;
  const ahead = [];
  const load = ({ file }) => {
    const loading = piece(file);
    loading.catch(() => undefined); // whoever waits for this piece is told
    return loading;
  };
  for (const [index, { name, signs }] of pieces.entries()) {
    while (ahead.length < AT_ONCE && index + ahead.length < pieces.length) ahead.push(load(pieces[index + ahead.length]));
    worker.postMessage({ name, piece: await ahead.shift() });
    if (pieces[index + 1]?.name !== name) worker.postMessage({ complete: name });
    progress((done += signs) / all);
  }
}

async function piece(file) {
  const address = siteAt(`engine/${file}.js`);
  return loadedFrom(address, `engine/${file}`).catch(() => Promise.reject(new EngineError("missing", address)));
}

const errorOf = (message) => new EngineError(MEMORY.test(message) ? "memory" : "broken", message);

/** Asks the worker that caches pages to keep what was loaded before it took over this page; from disk there is none. */
async function keepOffline(list) {
  if (!globalThis.navigator?.serviceWorker || !location.protocol.startsWith("http")) return;
  const files = ["list", ...PARTS.flatMap((name) => list.parts[name].map(([file]) => file))];
  const also = files.map((file) => siteAt(`engine/${file}.js`));
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  registration?.active?.postMessage({ also });
}
