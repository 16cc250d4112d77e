// The worker of the engine in node, for tests and figures: a request a line on stdin, an answer a line on stdout. The
// worker must take node for a browser, so nothing here may use `process` after it has begun.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { runInThisContext } from "node:vm";

const { argv, exit, stdin, stdout, memoryUsage } = process;
const folder = argv[2];
const files = {};
globalThis.colt = { loaded: (name, data) => (files[name] = data) };
const load = (name) => (runInThisContext(readFileSync(`${folder}/${name}.js`, "utf8"), name), files[name]);
const say = (it) => stdout.write(`${JSON.stringify(it)}\n`);

globalThis.self = globalThis;
globalThis.location = new URL("https://engine.invalid/worker.js");
globalThis.WorkerGlobalScope = class {
  static [Symbol.hasInstance] = (it) => it === globalThis;
};
delete globalThis.process;

const list = load("engine/list");
const began = performance.now();
const waiting = new Map();
const ready = new Promise((resolve, reject) => {
  globalThis.postMessage = (data) => {
    if (data.started === "engine") resolve();
    else if (data.failed) reject(new Error(data.failed));
    else if (data.id) waiting.get(data.id)(data);
  };
});
runInThisContext(list.worker, "engine-worker.js");
for (const [name, pieces] of Object.entries(list.parts).filter(([name]) => !name.startsWith("suite"))) {
  for (const [file] of pieces) onmessage({ data: { name, piece: load(`engine/${file}`) } });
  onmessage({ data: { complete: name } });
}
await ready;
say({ seconds: (performance.now() - began) / 1000 });

let id = 0;
for await (const line of createInterface({ input: stdin })) {
  const request = JSON.parse(line);
  if (request.ask === "memory") {
    say({ bytes: memoryUsage().rss });
    continue;
  }
  const { text, error } = await new Promise((resolve) => {
    waiting.set(++id, resolve);
    onmessage({ data: { id, to: request.cases === undefined ? "ask" : "prove", text: request.cases ?? line } });
  });
  stdout.write(error === undefined ? `${text}\n` : `${JSON.stringify({ error })}\n`);
}
exit(0);
