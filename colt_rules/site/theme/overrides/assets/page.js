// What the theme would write into every page, as a file that all pages of a language load. The names are the theme's.

// The root of the pages of this language.
var __md_scope = new URL("..", document.currentScript.src);

var __md_hash = (text) => [...text].reduce((hash, sign) => (hash << 5) - hash + sign.charCodeAt(0), 0);
var __md_get = (key, from, scope = __md_scope) => {
  try {
    return JSON.parse((from ?? localStorage).getItem(scope.pathname + "." + key));
  } catch {
    return null; // without storage
  }
};
var __md_set = (key, value, to, scope = __md_scope) => {
  try {
    (to ?? localStorage).setItem(scope.pathname + "." + key, JSON.stringify(value));
  } catch {
    // Without storage the choice of colours is lost.
  }
};

// The colours that were chosen on another page, once the body exists.
function __md_colours() {
  for (const [key, value] of Object.entries(__md_get("__palette")?.color ?? {})) {
    document.body.setAttribute("data-md-color-" + key, value);
  }
}

// Writes a part that is the same on all pages. `hooks.py` adds them; addresses start at the root.
function __md_write(name) {
  const part = __md_parts[name].replaceAll('="~/', `="${__md_scope.href}`);
  document.currentScript.insertAdjacentHTML("beforebegin", part);
}

// Fills the header with the title of the page and its links to other languages.
function __md_here() {
  const title = document.querySelector("meta[property='og:title']").content;
  document.querySelector("[data-md-component=header-topic] .md-ellipsis").textContent = title;
  const path = location.pathname.slice(__md_scope.pathname.length);
  for (const link of document.querySelectorAll(".md-select__link")) {
    const isOther = link.lang !== document.documentElement.lang;
    const there = (isOther && document.documentElement.dataset.there) || path;
    link.href = new URL(`../${link.lang}/${there}`, __md_scope).href;
  }
}

// The settings of the theme, in the element where its script looks for them. `hooks.py` adds the call.
function __md_settings(settings) {
  const element = document.createElement("script");
  element.id = "__config";
  element.type = "application/json";
  element.textContent = JSON.stringify({ ...settings, base: __md_scope.href });
  document.head.append(element);
}

// A link to another language keeps the anchor.
addEventListener("click", ({ target }) => {
  const link = target.closest?.(".md-select__link");
  if (link) link.hash = location.hash;
}, true);

// What scrolls sideways can be reached and scrolled by keys, in every browser. The theme makes its boxes after the page is loaded.
addEventListener("load", () => {
  const watching = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const box = target.closest(".md-typeset__scrollwrap") ?? target;
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    }
  });
  for (const box of document.querySelectorAll(".md-typeset table:not([class]), .md-typeset pre > code")) watching.observe(box);
});

// A served site can be installed and read without a network. From disk it is available anyway.
var __md_stay = 4000;
if (location.protocol !== "file:" && navigator.serviceWorker) {
  const root = new URL("..", __md_scope);
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = new URL("manifest.json", root).href;
  document.head.append(manifest);
  const lang = __md_scope.pathname.split("/").at(-2);
  // Short visits and data-saving connections cache nothing in advance.
  const keep = async (more) => {
    const { active } = await navigator.serviceWorker.ready;
    const also = [location.href, ...performance.getEntriesByType("resource").map((one) => one.name)];
    active.postMessage({ lang, more, also });
  };
  addEventListener("load", () => {
    navigator.serviceWorker.register(new URL("worker.js", root)).then(
      () => {
        const isInstalled = matchMedia("(display-mode: standalone)").matches;
        if (isInstalled || !navigator.connection?.saveData) setTimeout(keep, __md_stay, isInstalled);
      },
      () => undefined, // a browser without workers shows the site as it is
    );
  });
  addEventListener("appinstalled", () => keep(true));
}

// The theme puts the copy button of each block of code into a landmark of its own, which would have no name.
new MutationObserver(() => {
  for (const nav of document.querySelectorAll(".md-code__nav:not([role])")) nav.setAttribute("role", "none");
}).observe(document.documentElement, { childList: true, subtree: true });
