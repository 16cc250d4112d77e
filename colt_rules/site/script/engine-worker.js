// The worker with the engine: puts the parts of Python together as their pieces arrive, starts Python from memory and
// passes each request to the rules. A plain script: from disk a worker can import nothing.

self.importScripts = undefined; // Pyodide refuses workers that are not modules, which it recognises by this function

const AT = "https://engine.invalid/"; // the address that Pyodide believes it was loaded from, as in `packing.py`
const LIBRARIES = "/lib/python3.14/site-packages/";

/** The parts whose pieces arrive, by name: where the pieces go, and what comes out. */
const parts = {};
/** The functions that answer, by what a page calls them; the second is imported when somebody asks. */
const FUNCTIONS = {
  ask: "from colt_rules.playing.worker import answer; answer",
  prove: "from colt_rules.playing.proving import prove; prove",
};
const answers = {};
let python = null;

/** A part, inflated while it arrives. */
function part(name) {
  if (!parts[name]) {
    const { readable, writable } = new DecompressionStream("deflate");
    parts[name] = { writer: writable.getWriter(), readable };
  }
  return parts[name];
}

const bytesOf = async (name) => new Uint8Array(await new Response(part(name).readable).arrayBuffer());
const textOf = async (name) => new TextDecoder().decode(await bytesOf(name));
const madeBy = async (name) => new Function(await textOf(name))();

/** All that Pyodide fetches: the WebAssembly module is compiled while it arrives. */
self.fetch = async (address) => {
  const file = new URL(address.url ?? address).pathname.slice(1);
  const [name, type] = file.endsWith(".wasm") ? ["wasm", "application/wasm"] : ["library", "application/zip"];
  return new Response(part(name).readable, { headers: { "content-type": type } });
};

async function start() {
  const [loadPyodide, createPyodideModule, lock] = await Promise.all([madeBy("loader"), madeBy("glue"), textOf("lock")]);
  python = await loadPyodide({
    indexURL: AT,
    createPyodideModule,
    lockFileContents: JSON.parse(lock),
    fsInit: async (FS) => unpack(FS, await bytesOf("core")),
  });
  postMessage({ started: "python" });
  answers.ask = python.runPython(FUNCTIONS.ask);
  postMessage({ started: "engine" });
}

/** Puts the files of an archive where Python finds them; `archived` in `packing.py` wrote it. */
function unpack(FS, archive) {
  const end = archive.indexOf(10);
  let from = end + 1;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(archive.subarray(0, end)))) {
    const path = LIBRARIES + name;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, archive.subarray(from, from + length), { canOwn: true });
    from += length;
  }
}

/** What goes on later: games by name, each as the request with which it goes on. They hold secrets, so no page gets one. */
const KEEPING = {
  keep(name) {
    const request = answers.ask('{"ask":"keep","lang":"en"}');
    return stored("readwrite", (games) => games.put(request, name)).then(() => "true");
  },
  async resume(name) {
    const request = await stored("readonly", (games) => games.get(name));
    return request ? answers.ask(request) : "null";
  },
  forget: (name) => stored("readwrite", (games) => games.delete(name)).then(() => "true"),
};

/** The result of a request to the stored games; rejected where a browser stores nothing, as from disk. */
function stored(mode, does) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("colt-rules", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("games");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const base = opening.result;
      const transaction = base.transaction("games", mode);
      const request = does(transaction.objectStore("games"));
      transaction.oncomplete = () => (base.close(), resolve(request.result));
      transaction.onabort = () => (base.close(), reject(transaction.error));
    };
  });
}

const bytes = (text) => Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

self.onmessage = ({ data }) => {
  if (data.piece !== undefined) part(data.name).writer.write(bytes(data.piece)).catch(failed);
  else if (data.complete) part(data.complete).writer.close().catch(failed);
  else respond(data);
};

/** Answers a request. An error of Python is told by its last line, which names it. */
async function respond({ id, to, text }) {
  try {
    if (FUNCTIONS[to]) answers[to] ??= python.runPython(FUNCTIONS[to]);
    postMessage({ id, text: await (answers[to] ?? KEEPING[to])(text) });
  } catch (error) {
    postMessage({ id, error: told(error) });
  }
}

function failed(error) {
  postMessage({ failed: told(error) });
}

const told = (error) => String(error?.message ?? error).trim().split("\n").at(-1).slice(0, 500);

start().catch(failed);
