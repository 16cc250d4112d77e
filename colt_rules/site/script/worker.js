// The service worker that caches pages for reading without a network. `offline.py` adds `SITE` with the build. The
// network always comes first: no outdated page is shown after a build. Only the pieces of the engine are taken from the
// cache first: they are named after their content, and they outlive a build that does not change them.

const CACHE = `colt-rules ${registration.scope} ${SITE.build}`;
const PIECES = `colt-rules-engine ${registration.scope}`;
const AT_ONCE = 4;

const isPiece = (address) => SITE.pieces.includes(address);
const cacheOf = (address) => caches.open(isPiece(address) ? PIECES : CACHE);

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil(takeOver()));

addEventListener("fetch", (event) => {
  const address = addressOf(event.request.url);
  if (event.request.method === "GET" && address !== null) event.respondWith(answer(event, address));
});

// A page asks to cache the main pages of its language, itself and, if the site is installed, everything that players
// read; one that has loaded the engine, only what it has loaded.
addEventListener("message", (event) => {
  const { lang, more, also } = event.data;
  event.waitUntil(keep(lang, more, also));
});

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`colt-rules ${registration.scope} `));
  await Promise.all(old.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  const pieces = await caches.open(PIECES);
  const outdated = (await pieces.keys()).filter((request) => !isPiece(addressOf(request.url)));
  await Promise.all(outdated.map((request) => pieces.delete(request)));
  await clients.claim();
}

// The address from the root of the site, without query and fragment; null for other sites on the same host.
function addressOf(url) {
  if (!url.startsWith(registration.scope)) return null;
  const path = url.slice(registration.scope.length).replace(/[?#].*$/, "");
  return path === "" || SITE.own.includes(path.split("/")[0]) ? path.replace(/(^|\/)$/, "$1index.html") : null;
}

async function answer(event, address) {
  const piece = isPiece(address) && (await (await cacheOf(address)).match(address));
  if (piece) return piece;
  let found;
  try {
    found = await fetch(event.request, { cache: "no-cache" });
  } catch (error) {
    const kept = await (await cacheOf(address)).match(address);
    if (kept) return kept;
    if (event.request.mode !== "navigate") throw error;
    return missing(error);
  }
  if (found.status === 200 && found.type === "basic") event.waitUntil(put(address, found.clone()));
  return found;
}

// The page that says that there is no network, for one that is not cached.
async function missing(error) {
  const kept = await (await caches.open(CACHE)).match(SITE.missing);
  if (!kept) throw error;
  const text = (await kept.text()).replace("<html", "<html data-offline");
  return new Response(text, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

async function keep(lang, more, also) {
  const list = lang ? await (await fetch(`kept-${lang}.json`, { cache: "no-cache" })).json() : { first: [], more: [] };
  const wanted = [...also.map(addressOf).filter((one) => one !== null), ...list.first, ...(more ? list.more : [])];
  const left = [...new Set(wanted)];
  const next = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      if (await (await cacheOf(address)).match(address)) continue;
      const found = await fetch(address, { cache: "no-cache" }).catch(() => null);
      if (found === null) return; // no network; the next page asks again
      if (found.status === 200) await put(address, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

// Without room in the cache nothing is kept, which is no error.
async function put(address, found) {
  await (await cacheOf(address)).put(address, found).catch(() => undefined);
}
