"""Makes the site an app that can be installed and read without a network, if it is served over HTTP.

A service worker (`script/worker.js`) always asks the network first, so that no outdated page is shown after a build,
and uses its cache only without a network. It caches every visited page and, some seconds after the first, the main
pages of a language; for an installed app also everything that players read in their language.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from colt_rules.site.addresses import NOT_FOUND
from colt_rules.site.browser_scripts import EDITION_FILE, SCRIPT_FILE, STYLE_FILE, TITLES_FILE, WAYS_FILE, WORDS_FILE
from colt_rules.site.not_found import FOLDERS
from colt_rules.site.pages.replay import FIRST
from colt_rules.site.publishing import Publishing
from colt_rules.site.searching import FILES as SEARCH_FILES

SCRIPT = Path(__file__).parent / "script" / "worker.js"
WORKER = "worker.js"
MANIFEST = "manifest.json"
PREVIEW = "preview.png"
ICONS = {192: "icon-192.png", 512: "icon-512.png"}
CACHED = "kept-{lang}.json"
"""The list of what the worker caches for a language."""

_BEGINNING = re.compile(
    r"rules/.*|(?:rulings|things|editions)/index\.html"
    r"|(?:index|five-minutes|dispute|questions|print|glossary|replay)\.html"
)
"""The pages with every rule, and the pages from which all others are found."""
_FOR_PLAYERS = re.compile(r"(?:clauses|rulings|things|editions|components|questions)/.*|interactions\.html")
_PICTURE = re.compile(r'<img src="[^"]*?(pictures/[^"]+)"')


def manifest(description: str) -> str:
    """The manifest for a browser that installs the site."""
    return json.dumps(
        {
            "name": "Colt Rules",
            "short_name": "Colt Rules",
            "description": description,
            "id": "index.html",
            "start_url": "index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": "#fff3d6",
            "theme_color": "#795548",
            "icons": [{"src": name, "sizes": f"{size}x{size}", "type": "image/png"} for size, name in ICONS.items()],
        },
        indent=1,
    )


def offline_files(site: Path, languages: Iterable[str], description: str) -> Iterator[tuple[str, str]]:
    """The files added to a complete site; a build with different pages has a different worker."""
    languages = tuple(languages)
    yield MANIFEST, manifest(description)
    for lang in languages:
        yield CACHED.format(lang=lang), json.dumps(cached_files(site, lang), separators=(",", ":"))
    script = SCRIPT.read_text(encoding="utf-8")
    own = [*languages, *FOLDERS, "index.html", NOT_FOUND, MANIFEST, PREVIEW, *ICONS.values()]
    pieces = sorted(path.relative_to(site).as_posix() for path in site.glob("engine/*-*.js"))
    known = {"build": build_of(site), "own": own, "missing": NOT_FOUND, "pieces": pieces}
    yield WORKER, f"const SITE = {json.dumps(known)};\n{script}"


def cached_files(site: Path, lang: str) -> Mapping[str, list[str]]:
    """What is cached for a language, at first and additionally for an installed app.

    Addresses from the root of the site.
    """
    below = sorted(path.relative_to(site / lang).as_posix() for path in (site / lang).rglob("*") if path.is_file())
    first = [one for one in below if not one.endswith((".html", ".gz")) or _BEGINNING.fullmatch(one)]
    more = [one for one in below if one not in first and _FOR_PLAYERS.fullmatch(one)]
    shared = [NOT_FOUND, "index.html", MANIFEST, SCRIPT_FILE, STYLE_FILE, WAYS_FILE, EDITION_FILE, f"games/{FIRST}.js"]
    shared += [file.format(lang=lang) for file in (WORDS_FILE, TITLES_FILE, *SEARCH_FILES)]
    return {
        "first": [*shared, *(f"{lang}/{one}" for one in first), *_pictures(site / lang, first)],
        "more": [*(f"{lang}/{one}" for one in more), *_pictures(site / lang, more)],
    }


def _pictures(folder: Path, pages: Iterable[str]) -> list[str]:
    """The pictures of some pages."""
    texts = ((folder / page).read_text(encoding="utf-8") for page in pages if page.endswith(".html"))
    return sorted({found for text in texts for found in _PICTURE.findall(text)})


def build_of(site: Path) -> str:
    """A name for the content of a site: the same files give the same name."""
    digest = blake2b(digest_size=8)
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        digest.update(path.relative_to(site).as_posix().encode() + b"\0")
        digest.update(blake2b(path.read_bytes()).digest())
    return digest.hexdigest()


def preview_address(at: Publishing, depth: int) -> str:
    """The preview picture for a page ``depth`` folders below the root; absolute if the address is known."""
    return f"{at.address or '../' * depth}{PREVIEW}"
