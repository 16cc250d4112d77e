"""Builds the site: pages in each language, shared files, the theme, then a check of everything.

The theme is mkdocs-material, run as a separate program on plain Markdown; only this module and `theme/` know it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

from colt_rules import __version__
from colt_rules.conformance.cases.export import published
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.running.results import Status
from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.search.ranking import ranking
from colt_rules.site.addresses import html_address
from colt_rules.site.checking import PageFault, faults
from colt_rules.site.content import all_pages, shared_files
from colt_rules.site.describing import page_description
from colt_rules.site.engine.packing import LIST_FILE, engine_files
from colt_rules.site.engine.taking import CannotTake
from colt_rules.site.navigation import Navigation, NavigationEntry, navigation
from colt_rules.site.offline import PREVIEW, offline_files
from colt_rules.site.printing import Printed, print_all
from colt_rules.site.publishing import Publishing, publishing, sitemap_files
from colt_rules.site.reader import NAMES, Reader
from colt_rules.site.searching import scripts
from colt_rules.site.sources import Sources, Tell, gather
from colt_rules.site.words import all_words
from colt_rules.site.writing import broken_links, write_pages

THEME = Path(__file__).parent / "theme"
PUBLISHED = Path(__file__).parent / "published"
"""Pictures of the site itself: its icons, and the preview."""
USELESS = ("404.html", "sitemap.xml", "sitemap.xml.gz")
"""Files that mkdocs makes for a site in one language; ours cover all languages."""

SAID_BY_SEARCH = ("open", "ask", "results", "close", "hint", "wait", "found", "none", "keys")
"""The texts of the search dialog besides the kinds of pages."""


class CannotBuild(RuntimeError):
    """The site could not be built."""


class Faulty(CannotBuild):
    """The pages have faults; the message lists all of them."""

    def __init__(self, found: Sequence[PageFault]) -> None:
        shown = "\n".join(map(str, found[:20]))
        more = f"\nand {len(found) - 20} more" if len(found) > 20 else ""
        super().__init__(f"the site has {len(found)} faults:\n{shown}{more}")


@frozen
class Built:
    """A built site and its size."""

    folder: Path
    pages: int
    files: int
    size: int


def build(
    to: Path,
    languages: tuple[str, ...] = LANGUAGES,
    tell: Tell = lambda _: None,
    address: str | None = None,
    report: str | None = None,
) -> Built:
    """Build the site into a folder.

    The old content stays until the new site is complete and checked.

    ``address`` is where it will be published and ``report`` where mistakes are reported; by default as in
    `pyproject.toml`.
    """
    if find_spec("material") is None:
        raise CannotBuild(
            "mkdocs-material is not installed; pip install 'colt-rules[docs]', or make docs in a checkout"
        )
    at = publishing(registry().folder.parent, address, report)
    work, fresh = to.with_name(f".{to.name}-pages"), to.with_name(f".{to.name}-new")
    for folder in (work, fresh):
        shutil.rmtree(folder, ignore_errors=True)
    try:
        pages = _made(gather(tell), at, languages, work, fresh, tell)
        tell("following every link")
        if found := list(faults(fresh)):
            raise Faulty(found)
        _put(fresh, to)
    finally:
        for folder in (work, fresh):
            shutil.rmtree(folder, ignore_errors=True)
    sizes = [path.stat().st_size for path in to.rglob("*") if path.is_file()]
    return Built(to, pages, len(sizes), sum(sizes))


def _made(sources: Sources, at: Publishing, languages: tuple[str, ...], work: Path, fresh: Path, tell: Tell) -> int:
    """Build everything in a temporary folder; return the number of pages."""
    tell("drawing boards, copying games and sources")
    engine = files_of_the_engine(sources, tell)
    shared = {**dict(shared_files(sources, languages, at)), **engine}
    for name, text in shared.items():
        path = fresh / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for picture in PUBLISHED.glob("*.png"):
        shutil.copy(picture, fresh)
    with ThreadPoolExecutor(1) as executor:
        # The browser prints while the pages of the first language are written.
        printing = executor.submit(print_all, fresh, tell)
        written = _written(sources, at, languages, work, fresh, tell, shared, printing.result)
    for name, data in sitemap_files(at, written):
        (fresh / name).write_bytes(data)
    for name, text in offline_files(fresh, languages, all_words()["site.description"].in_language(languages[0])):
        (fresh / name).write_text(text, encoding="utf-8")
    return sum(map(len, written.values()))


def files_of_the_engine(sources: Sources, tell: Tell) -> dict[str, str]:
    """The files of the engine; empty, with a reason, if it cannot be packed on this machine."""
    tell("packing the engine")
    try:
        return dict(engine_files(sources.suite.runs))
    except CannotTake as error:
        tell(f"SKIPPED: the pages on which the engine runs: {error}")
        return {}


def _written(
    sources: Sources,
    at: Publishing,
    languages: tuple[str, ...],
    work: Path,
    fresh: Path,
    tell: Tell,
    shared: Mapping[str, str],
    printed: Callable[[], Mapping[str, Printed]],
) -> dict[str, list[str]]:
    """Write the pages of all languages and run the theme on them; return their addresses by language."""
    written: dict[str, list[str]] = {}
    running: deque[tuple[str, Path, subprocess.Popen[str]]] = deque()
    for lang in languages:
        tell(f"writing the pages in {NAMES[lang]}")
        reader = Reader(lang, sources, at, languages, LIST_FILE in shared, printed)
        pages = all_pages(reader)
        if broken := list(broken_links(pages, [*shared, *printed()])):
            raise Faulty(broken)
        write_pages(pages.values(), work / lang / "pages")
        written[lang] = [html_address(address) for address in pages]
        described = {page.address: page_description(page, reader.say("site.description")) for page in pages.values()}
        (work / lang / "described.json").write_text(json.dumps(described, ensure_ascii=False), encoding="utf-8")
        for name, text in scripts(reader, pages.values()):
            (fresh / name).write_text(text, encoding="utf-8")
        config = _config(reader, navigation(reader, pages.values()), languages, work / lang, fresh / lang)
        config["extra"]["wide"] = [page.address for page in pages.values() if page.wide]
        config["extra"]["short"] = [page.address for page in pages.values() if page.short]
        config["extra"]["elsewhere"] = {
            page.address: html_address(page.elsewhere) for page in pages.values() if page.elsewhere
        }
        path = work / lang / "mkdocs.yml"
        path.write_text(yaml.safe_dump(config, allow_unicode=True, sort_keys=False), encoding="utf-8")
        running.append((lang, fresh / lang, _mkdocs(path)))
        while len(running) > (os.cpu_count() or 1):
            _wait(*running.popleft())
    tell("waiting for the theme")
    while running:
        _wait(*running.popleft())
    return written


def _mkdocs(config: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )


def _wait(lang: str, site: Path, process: "subprocess.Popen[str]") -> None:
    said, _ = process.communicate()
    if process.returncode:
        raise CannotBuild(f"mkdocs could not build the pages in {NAMES[lang]}:\n{said.strip()}")
    for name in USELESS:
        (site / name).unlink(missing_ok=True)


def _put(fresh: Path, to: Path) -> None:
    """Replace the old site by the new one."""
    old = to.with_name(f".{to.name}-old")
    shutil.rmtree(old, ignore_errors=True)
    if to.exists():
        to.rename(old)
    fresh.rename(to)
    shutil.rmtree(old, ignore_errors=True)


# --- the configuration of the theme


def _config(reader: Reader, menu: Navigation, languages: tuple[str, ...], folder: Path, site: Path) -> dict[str, Any]:
    config: dict[str, Any] = yaml.safe_load((THEME / "mkdocs.yml").read_text(encoding="utf-8"))
    config["site_name"] = reader.say("site.name")
    config["site_description"] = reader.say("site.description")
    config["docs_dir"] = str((folder / "pages").resolve())
    config["site_dir"] = str(site.resolve())
    config["theme"] |= {"language": reader.lang, "custom_dir": str(THEME / "overrides")}
    for palette, key in zip(config["theme"]["palette"], ("to-dark", "to-light"), strict=True):
        palette["toggle"]["name"] = reader.say(f"site.{key}")
    config["hooks"] = [str(THEME / "hooks.py")]
    config["extra"]["described"] = str((folder / "described.json").resolve())
    config["extra"]["published"] = reader.publishing.address
    config["extra"]["preview"] = PREVIEW
    config["extra"]["search"] = _search_words(reader)
    config["extra"]["mine"] = _my_edition(reader)
    config["extra"]["alternate"] = [{"name": NAMES[lang], "lang": lang, "link": "."} for lang in languages]
    config["copyright"] = footer(reader)
    config["extra"]["unofficial"] = escape(reader.say("site.unofficial"))
    config["nav"] = [_entry(entry) for entry in menu]
    return config


def _search_words(reader: Reader) -> dict[str, Any]:
    """The texts of the search dialog."""
    said = {name: reader.say(f"search.{name}") for name in SAID_BY_SEARCH}
    said["lacking"] = reader.say("edition.not-mine-mark")
    return {**said, "kinds": {kind: reader.say(f"search.kind-{kind}") for kind in ranking().kinds}}


def _my_edition(reader: Reader) -> dict[str, Any]:
    """The texts of the choice of an edition."""
    editions = reader.sources.registry.editions.values()
    return {
        "choose": reader.say("edition.mine"),
        "all": reader.say("edition.all"),
        "editions": {edition.id: reader.plain(edition.name) for edition in editions},
        "words": {
            "not": reader.say("edition.not-mine"),
            "there": f"{reader.say('clause.holds-there')}{reader.colon}",
            "mark": reader.say("edition.not-mine-mark"),
        },
    }


def _entry(entry: NavigationEntry) -> Any:
    if not entry.entries:
        return {entry.title: entry.address}
    return {
        entry.title: [
            each.address if not number and each.address.endswith("index.md") else _entry(each)
            for number, each in enumerate(entry.entries)
        ]
    }


def footer(reader: Reader) -> str:
    """The footer of every page: versions and counts."""
    sources, counts = reader.sources, reader.sources.counts
    footer = reader.say(
        "site.footer",
        version=__version__,
        suite=published(suite_folder()).version,
        clauses=len(sources.registry.clauses),
        rulings=len(sources.registry.rulings),
        cases=len(sources.suite.cases),
        mutants=sum(map(len, sources.mutants.values())),
        passed=counts[Status.PASS],
        checks=sum(counts.values()),
    )
    return f"{escape(footer)}<br>{escape(reader.say('site.unofficial'))}"
