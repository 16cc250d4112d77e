/** What the site gives to the page: words, names, titles, drawing data; and how more of it is loaded from beside it. */

/** The one global. Files of the site that are loaded later put what they hold here. */
export const colt = (globalThis.colt ??= { words: {}, names: {}, clauses: {}, told: {}, lang: "en" });

/** Where this script lies; everything else of the site is found from here, from disk as from a server. */
const HERE = globalThis.document?.currentScript?.src ?? "file:///play/colt.js";

const waiting = new Map();

colt.loaded = (name, data) => {
  waiting.get(name)?.(data);
  waiting.delete(name);
};

/** The address of a page in the language of this one, of its events, commands, clauses and rulings. */
export const pageAt = (path) => new URL(`../${colt.lang}/${path}.html`, HERE).href;
export const entryAt = (id) => pageAt(`${id.startsWith("ruling.") ? "rulings" : "clauses"}/${encodeURIComponent(id)}`);
export const eventAt = (type) => pageAt(`contract/events/${encodeURIComponent(type)}`);
export const commandAt = (type) => pageAt(`contract/commands/${encodeURIComponent(type)}`);
export const keptAt = (name) => new URL(`../games/${encodeURIComponent(name)}.js`, HERE).href;

/** What the script at an address tells `colt.loaded` under this name: a page from disk can load nothing else. */
export function loadedFrom(address, name) {
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    run(address, reject);
  });
}

/** The bytes of a file that was deflated so that the site weighs less. */
export async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

let titles = null;

/** Once the titles of clauses and rulings are there. A page without them still works: it shows ids. */
export function titlesLoaded() {
  titles ??= new Promise((resolve) => run(new URL(`clauses-${colt.lang}.js`, HERE).href, resolve, resolve));
  return titles;
}

function run(address, failed, done = () => {}) {
  const script = document.createElement("script");
  script.src = address;
  script.onload = () => (script.remove(), done());
  script.onerror = () => (script.remove(), failed(new Error(address)));
  document.head.append(script);
}
