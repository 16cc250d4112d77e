"""The page for unknown addresses: `404.html`, which static hosts show at any address.

It is one page with all languages, since a host knows only one, and a script keeps the reader's: that of the address, or
else that of the browser. It finds the site from any address and needs no other file, so it repeats the site's look.
"""

import json
from html import escape
from pathlib import Path

from colt_rules.site.addresses import PRINTED
from colt_rules.site.publishing import Publishing
from colt_rules.site.reader import NAMES
from colt_rules.site.words import all_words

SIGN = Path(__file__).with_name("theme") / "overrides" / "assets" / "favicon.svg"
FOLDERS = ("pictures", "play", "cases", "games", "guides", "source", "find", "engine", PRINTED)
"""The folders beside the languages."""
_WAYS = {
    "home": "index.html",
    "rules": "rules/index.html",
    "things": "things/index.html",
    "rulings": "rulings/index.html",
    "glossary": "glossary.html",
}
"""Pages from which every rule can be found."""

_STYLE = """
:root{color-scheme:light dark}
body{margin:0;color:light-dark(#212121,#dadce1);background:light-dark(#fff,#1e2129)}
body{font:1rem/1.6 -apple-system,BlinkMacSystemFont,Helvetica,Arial,sans-serif}
header{color:#fff;background:#795548;box-shadow:0 0 .2rem #0002,0 .2rem .4rem #0003}
header,main{padding:0 max(1rem,50% - 30rem)}
header nav{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:center;min-height:3rem}
header a{color:inherit;text-decoration:none}
header a:hover{text-decoration:underline}
header a:first-child{display:flex;gap:.8rem;align-items:center;margin-right:auto;font-size:1.1rem;font-weight:700}
svg{width:1.5rem}
main a{color:light-dark(#8f3716,#f2a582);text-underline-offset:.18em}
:focus-visible{outline:2px solid;outline-offset:2px}
h1{margin:1.6rem 0 1rem;font-size:1.9rem;font-weight:300;line-height:1.3}
li{margin:.4rem 0}
.offline,[data-offline] .missing{display:none}
[data-offline] .offline{display:revert}
"""
"""The look of the site, in which this page cannot use its files."""
_SCRIPT = """
const known = LANGUAGES, parts = location.pathname.split("/");
const at = parts.findIndex((one, place) => place && [...known, ...FOLDERS].includes(one));
const base = document.querySelector("base");
if (location.protocol === "file:") base.href = new URL(".", location.href).href;
else if (at > 0 && !FIXED) base.href = parts.slice(0, at).join("/") + "/";
const mine = known.includes(parts[at]) ? parts[at]
  : (navigator.languages || []).map((one) => one.slice(0, 2)).find((one) => known.includes(one)) || known[0];
document.documentElement.lang = mine;
document.querySelector("header a").href = `${mine}/index.html`;
try {
  const chosen = localStorage.getItem(`${new URL(mine, base.href).pathname}/.__palette`);
  const { scheme } = JSON.parse(chosen)?.color ?? {};
  if (scheme) document.documentElement.style.colorScheme = scheme === "slate" ? "dark" : "light";
} catch {
  // Without storage the page has the colours of the system.
}
for (const one of document.querySelectorAll("section")) one.hidden = one.lang !== mine;
const shown = document.documentElement.hasAttribute("data-offline") ? ".offline" : ".missing";
document.title = document.querySelector(`section[lang=${mine}] h1${shown}`).textContent + " - Colt Rules";
"""


def not_found_page(languages: tuple[str, ...], at: Publishing) -> str:
    """The page for a site in these languages."""
    script = _SCRIPT.replace("LANGUAGES", json.dumps(languages)).replace("FOLDERS", json.dumps(FOLDERS))
    script = script.replace("FIXED", json.dumps(bool(at.address)))
    first = all_words()["not-found.title"].in_language(languages[0])
    return (
        f'<!doctype html>\n<html lang="{languages[0]}">\n<head>\n<meta charset="utf-8">\n'
        f'<base href="{escape(at.path)}">\n<title>{escape(first)} - Colt Rules</title>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="robots" content="noindex">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{_header(languages)}<main>\n"
        f"{''.join(map(_section, languages))}</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _header(languages: tuple[str, ...]) -> str:
    """The header of the site: its sign and name, which lead home, and the languages."""
    names = "".join(f'<a href="{lang}/index.html" lang="{lang}">{NAMES[lang]}</a>\n' for lang in languages)
    home = f'<a href="{languages[0]}/index.html">{SIGN.read_text(encoding="utf-8").strip()}Colt Rules</a>\n'
    return f"<header><nav>\n{home}{names}</nav></header>\n"


def _section(lang: str) -> str:
    def say(key: str) -> str:
        return escape(all_words()[key].in_language(lang), quote=False)

    ways = "".join(
        f'<li><a href="{lang}/{address}">{say(f"site.{name}")}</a></li>\n' for name, address in _WAYS.items()
    )
    return (
        f'<section lang="{lang}" aria-label="{NAMES[lang]}">\n'
        f'<h1 class="missing">{say("not-found.title")}</h1>\n<p class="missing">{say("not-found.about")}</p>\n'
        f'<h1 class="offline">{say("not-found.offline-title")}</h1>\n'
        f'<p class="offline">{say("not-found.offline-about")}</p>\n<ul>\n{ways}</ul>\n</section>\n'
    )
