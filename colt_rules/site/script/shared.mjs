/** The data of the site for the page: words, names, titles, drawing data; and how more is loaded. */

/** The only global. Files of the site that are loaded later put their data here. */
export const colt = (globalThis.colt ??= { words: {}, names: {}, clauses: {}, told: {}, lang: "en" });

/** The address of this script; everything else of the site is found from here, from disk or from a server. */
const HERE = globalThis.document?.currentScript?.src ?? "file:///play/colt.js";

const waiting = new Map();

colt.loaded = (name, data) => {
  waiting.get(name)?.(data);
  waiting.delete(name);
};

/** Addresses of pages in the language of this one: events, commands, clauses and rulings. */
export const pageAt = (path) => new URL(`../${colt.lang}/${path}.html`, HERE).href;
export const entryAt = (id) => pageAt(`${id.startsWith("ruling.") ? "rulings" : "clauses"}/${encodeURIComponent(id)}`);
export const eventAt = (type) => pageAt(`contract/events/${encodeURIComponent(type)}`);
export const commandAt = (type) => pageAt(`contract/commands/${encodeURIComponent(type)}`);
export const siteAt = (path) => new URL(`../${path}`, HERE).href;
export const keptAt = (name) => new URL(`../games/${encodeURIComponent(name)}.js`, HERE).href;

/**
 * The data that the script at an address passes to `colt.loaded` under this name: a page from disk can load nothing
 * else.
 */
export function loadedFrom(address, name) {
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    run(address, reject);
  });
}

/** The bytes of a deflated file. */
export async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

let titles = null;

/** Resolves when the titles of clauses and rulings are loaded. Without them a page shows ids. */
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
