// The worker that keeps pages for reading without a network. `SITE` says which build this is; `offline.py` adds it.
// What the network says comes first, always: nobody sees an old page after a new build.

const CACHE = `colt-rules ${registration.scope} ${SITE.build}`;
const AT_ONCE = 4;

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => event.waitUntil(takeOver()));

addEventListener("fetch", (event) => {
  const address = addressOf(event.request.url);
  if (event.request.method === "GET" && address !== null) event.respondWith(answer(event, address));
});

// A page asks to keep what its language begins with, itself and, if the site is installed, all that players read.
addEventListener("message", (event) => {
  const { lang, more, also } = event.data;
  event.waitUntil(keep(lang, more, also));
});

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`colt-rules ${registration.scope} `));
  await Promise.all(old.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

// The address from the root of the site, without what differs between visits; null of what is not of this site, because
// a host can have others beside it.
function addressOf(url) {
  if (!url.startsWith(registration.scope)) return null;
  const path = url.slice(registration.scope.length).replace(/[?#].*$/, "");
  return path === "" || SITE.own.includes(path.split("/")[0]) ? path.replace(/(^|\/)$/, "$1index.html") : null;
}

async function answer(event, address) {
  let found;
  try {
    found = await fetch(event.request, { cache: "no-cache" });
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(address);
    if (kept) return kept;
    if (event.request.mode !== "navigate") throw error;
    return missing(error);
  }
  if (found.status === 200 && found.type === "basic") event.waitUntil(put(address, found.clone()));
  return found;
}

// The page that says that there is no network, in the place of one that was not kept.
async function missing(error) {
  const kept = await (await caches.open(CACHE)).match(SITE.missing);
  if (!kept) throw error;
  const text = (await kept.text()).replace("<html", "<html data-offline");
  return new Response(text, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

async function keep(lang, more, also) {
  const list = await (await fetch(`kept-${lang}.json`, { cache: "no-cache" })).json();
  const wanted = [...also.map(addressOf).filter((one) => one !== null), ...list.first, ...(more ? list.more : [])];
  const cache = await caches.open(CACHE);
  const left = [...new Set(wanted)];
  const next = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      if (await cache.match(address)) continue;
      const found = await fetch(address, { cache: "no-cache" }).catch(() => null);
      if (found === null) return; // the network is gone; the next page asks again
      if (found.status === 200) await put(address, found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

// A browser that has no room for it keeps nothing, and that is all.
async function put(address, found) {
  await (await caches.open(CACHE)).put(address, found).catch(() => undefined);
}
