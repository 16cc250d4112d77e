"""The page for unknown addresses: `404.html`, which static hosts show at any address.

It is one page with all languages, since a host knows only one, and a script keeps the reader's: that of the address, or
else that of the browser. It needs no other file, and finds the site from any address.
"""

import json
from html import escape

from colt_rules.site.addresses import PRINTED
from colt_rules.site.publishing import Publishing
from colt_rules.site.reader import NAMES
from colt_rules.site.words import all_words

FOLDERS = ("pictures", "play", "cases", "games", "guides", "source", "find", PRINTED)
"""The folders beside the languages."""
_WAYS = {
    "home": "index.html",
    "rules": "rules/index.html",
    "things": "things/index.html",
    "rulings": "rulings/index.html",
    "glossary": "glossary.html",
}
"""Pages from which every rule can be found."""

_STYLE = (
    ":root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;"
    "padding:0 1rem}h1{font-size:1.6rem;margin:0 0 .5rem}section{margin:0 0 2.5rem}li{margin:.3rem 0}"
    ".offline,[data-offline] .missing{display:none}[data-offline] .offline{display:revert}"
)
_SCRIPT = """
const known = LANGUAGES, parts = location.pathname.split("/");
const at = parts.findIndex((one, place) => place && [...known, ...FOLDERS].includes(one));
const base = document.querySelector("base");
if (location.protocol === "file:") base.href = new URL(".", location.href).href;
else if (at > 0 && !FIXED) base.href = parts.slice(0, at).join("/") + "/";
const mine = known.includes(parts[at]) ? parts[at]
  : (navigator.languages || []).map((one) => one.slice(0, 2)).find((one) => known.includes(one)) || known[0];
document.documentElement.lang = mine;
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
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"{''.join(map(_section, languages))}</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )


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
