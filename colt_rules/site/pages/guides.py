"""The guides in `docs/` and the READMEs, with links adapted to the pages of the site."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from colt_rules.languages import LANGUAGES
from colt_rules.modules import MODULES
from colt_rules.site.addresses import ENGLISH, SHARED, game_at, guide_at, source_at
from colt_rules.site.page import Page, bullets, heading, link, paragraphs
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources
from colt_rules.site.words import all_words

GROUPS = {
    "start": (
        "play-and-explore",
        "test-your-client",
        "settle-a-dispute",
        "server-log",
        "from-logs-to-an-answer",
        "ask",
        "research",
        "variants",
    ),
    "extend": (
        "add-a-clause",
        "add-a-ruling",
        "add-an-edition",
        "add-an-expansion",
        "add-a-language",
        "change-an-event",
        "keep-a-game",
        "contributing",
        "architecture",
    ),
    "reference": (
        "wire-contract",
        "adapter-protocol",
        "case-format",
        "citing",
        "conformance",
        "testing-in-python",
        "archive",
        "performance",
        "scale",
        "changelog",
    ),
}
"""The guides in the order in which they are shown."""

WIRE = "wire-contract"
READMES = {
    "contributing": "CONTRIBUTING.md",
    WIRE: "events/README.md",
    "conformance": "conformance/README.md",
    "changelog": "CHANGELOG.md",
}
"""The guides outside `docs/`, which people look for elsewhere first."""

LONG = frozenset({"changelog"})
"""Guides that the search skips, because other pages have their content."""

_PIECES = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)$"
    r"|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
    r"|^(?P<marks>\#{2,6})\ (?P<heading>[^\n]+)$"
    r"|\]\((?P<link>[^)\s]+)\)",
    re.DOTALL | re.MULTILINE,
)
"""Code, which stays unchanged, headings and links."""


def pages(to: Reader) -> Iterator[Page]:
    """The overview, then every guide."""
    yield Page(address="guides/index.md", title=to.say("site.guides"), body=_index(to))
    for stem in guide_files(to.sources.root):
        above = stem.rpartition("/")[0]
        if above and to.lang != ENGLISH:
            continue
        file, lang = _file_for(to, stem)
        text = (to.sources.root / file).read_text(encoding="utf-8")
        note = to.say("guide.english") if lang != to.lang else ""
        guide = _Guide(to.sources, file, _anchors(to, stem, text))
        yield Page(
            address=guide_at(stem),
            title=_title(to, stem),
            body=paragraphs(note and f"*{note}*", guide.body(text)),
            searchable=lang == to.lang and stem not in LONG,
            elsewhere=above and guide_at(above),
        )


def files(sources: Sources) -> Iterator[tuple[str, str]]:
    """The pictures of the guides, by path from the folder above the languages."""
    for path in sorted((sources.root / "docs" / "pictures").glob("*.svg")):
        yield f"guides/pictures/{path.name}", path.read_text(encoding="utf-8")


def guide_files(root: Path) -> Mapping[str, str]:
    """By the name of its page: the file of each guide, in the order in which they are shown.

    A page below another has a slash in its name and is in English only: pages of modules are below the wire contract.
    """
    found = {path.stem: f"docs/{path.name}" for path in sorted((root / "docs").glob("*.md"))} | READMES
    listed = {stem: found.pop(stem) for stems in GROUPS.values() for stem in stems} | found
    return listed | {f"{WIRE}/{module}": wire_page(module) for module in MODULES[1:]}


def wire_page(module: str) -> str:
    """The file about a module's additions to the wire contract; for the base game the contract itself."""
    return READMES[WIRE] if module == MODULES[0] else f"events/modules/{module}.md"


def wire_page_at(module: str) -> str:
    """The address of a module's page about the wire contract; except for the base game it is in English only."""
    return guide_at(WIRE) if module == MODULES[0] else f"{SHARED}/{ENGLISH}/guides/{WIRE}/{module}.html"


def translations(root: Path) -> Mapping[str, str]:
    """By file: the page name of each guide for players that is in a folder of another language."""
    return {
        f"docs/{path.parent.name}/{path.name}": path.stem
        for lang in LANGUAGES
        for path in sorted((root / "docs" / lang).glob("*.md"))
    }


def _file_for(to: Reader, stem: str) -> tuple[str, str]:
    """The file of a guide for a reader, and its language: their own, or else English."""
    own = f"docs/{to.lang}/{stem}.md"
    return (own, to.lang) if own in translations(to.sources.root) else (guide_files(to.sources.root)[stem], ENGLISH)


def _index(to: Reader) -> str:
    listed = {stem for stems in GROUPS.values() for stem in stems}
    others = [stem for stem in guide_files(to.sources.root) if stem not in listed and "/" not in stem]
    blocks = [
        block
        for group, stems in GROUPS.items()
        for block in (
            heading(2, to.say(f"guide.{group}"), group),
            bullets(
                link(_title(to, stem), guide_at(stem)) for stem in (*stems, *(others if group == "reference" else ()))
            ),
        )
    ]
    return paragraphs(to.say("guide.languages") if to.lang != ENGLISH else "", *blocks)


def _title(to: Reader, stem: str) -> str:
    """The title in the reader's language; a guide without a translated title keeps its own."""
    guide, _, module = stem.partition("/")
    if module:
        return f"{_title(to, guide)}{to.colon} {to.say(f'site.module-{module}')}"
    if f"guide.{stem}" in all_words():
        return to.say(f"guide.{stem}")
    return _english(to, stem).partition("\n")[0].removeprefix("# ")


def _english(to: Reader, stem: str) -> str:
    return (to.sources.root / guide_files(to.sources.root)[stem]).read_text(encoding="utf-8")


def _anchors(to: Reader, stem: str, text: str) -> dict[str, str]:
    """By a heading's anchor on GitHub: that of the same heading in the English guide, used in all languages."""
    return dict(zip(_slugs(text), _slugs(_english(to, stem)), strict=True))


def _slugs(text: str) -> list[str]:
    """The anchors of all headings as GitHub makes them, so that links work there and here."""
    slugs: list[str] = []
    seen: Counter[str] = Counter()
    for heading_text in (match["heading"] for match in _PIECES.finditer(text) if match["heading"]):
        slug = re.sub(r"[^\w\- ]", "", heading_text.lower()).replace(" ", "-")
        seen[slug] += 1
        slugs.append(slug if seen[slug] == 1 else f"{slug}-{seen[slug] - 1}")
    return slugs


class _Guide:
    """Converts one file into a page."""

    def __init__(self, sources: Sources, file: str, anchors: Mapping[str, str]) -> None:
        self.sources = sources
        self.file = file
        self.anchors = anchors
        self._next = iter(anchors.values())
        files = {path: stem for stem, path in guide_files(sources.root).items()} | dict(translations(sources.root))
        self.at = {path: guide_at(stem) for path, stem in files.items()} | {
            wire_page(module): wire_page_at(module) for module in MODULES
        }

    def body(self, text: str) -> str:
        """The text below its title."""
        return _PIECES.sub(self._piece, text.partition("\n")[2]).strip()

    def _piece(self, match: re.Match[str]) -> str:
        if match["heading"]:
            return heading(len(match["marks"]), match["heading"], next(self._next))
        if match["link"]:
            return f"]({self._target(match['link'])})"
        return match[0]

    def _target(self, target: str) -> str:
        path, mark, anchor = target.partition("#")
        if not path:
            return f"#{self.anchors[anchor]}"
        if re.match(r"[a-z]+:", path):
            return target
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.file), path))
        return f"/{self._address(file)}{mark}{anchor}"

    def _address(self, file: str) -> str:
        if file in self.at:
            return self.at[file]
        if file.startswith("docs/pictures/"):
            return f"{SHARED}/guides/{file.removeprefix('docs/')}"
        if (name := Path(file).stem) in self.sources.games and file.endswith(".jsonl"):
            return game_at(name)
        return source_at(file)
