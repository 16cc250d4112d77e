"""Writes pages to disk with relative links, and checks every link before anything is built."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from colt_rules.languages import LANGUAGES
from colt_rules.site.checking import PageFault
from colt_rules.site.page import Page, escaped, heading

LANGUAGE = "language"
"""A stand-in for the folder of a language, which links to shared files leave."""
_CODE = re.compile(r"^(`{3,}).*?^\1$|(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
"""A fenced block, or code within a line."""
_LINK = re.compile(r"""(?:(?<=\]\()|(?<=\bsrc=")|(?<=\bhref=")|(?<=\bdata-from="))/([^)"\s]*)""")
# Each alternative begins with a fixed character, so that most of a page is skipped: twice as fast as with `\b` first.
_ANY_LINK = re.compile(r"""(?:\]\(|s(?<!\ws)rc="|h(?<!\wh)ref="|d(?<!\wd)ata-from=")([^)"\s]*)""")
_ANCHOR = re.compile(r"""\{#([^}\s]+)[^}]*\}|i(?<!\wi)d="([^"]+)\"""")


def written(page: Page) -> str:
    """The Markdown file of a page."""
    return f"{heading(1, escaped(page.title), 'top')}\n\n{_relative(page)}\n"


def _relative(page: Page) -> str:
    folder = posixpath.dirname(page.address)

    def near(match: re.Match[str]) -> str:
        path, mark, anchor = match[1].partition("#")
        # Absolute paths, so that the result does not depend on the working directory.
        return posixpath.relpath(f"/{LANGUAGE}/{path}", f"/{LANGUAGE}/{folder}") + mark + anchor

    return "".join(part if is_code else _LINK.sub(near, part) for part, is_code in _parts(page.body))


@cache
def _parts(text: str) -> tuple[tuple[str, bool], ...]:
    """A text split into code, which stays unchanged, and the rest; cached because it is used three times."""
    return tuple(_cut(text))


def _cut(text: str) -> Iterator[tuple[str, bool]]:
    end = 0
    for match in _CODE.finditer(text):
        yield text[end : match.start()], False
        yield match[0], True
        end = match.end()
    yield text[end:], False


def broken_links(pages: Mapping[str, Page], shared: Iterable[str]) -> Iterator[PageFault]:
    """Every link of these pages that leads to no page, anchor or shared file.

    ``pages`` are by address; ``shared`` are the files that all languages share, relative to the folder above the
    languages.
    """
    anchors = {address: set(anchors_of(page)) for address, page in pages.items()}
    files = set(shared)
    for page in pages.values():
        for part, is_code in _parts(page.body):
            for match in () if is_code else _ANY_LINK.finditer(part):
                if why := _why_broken(match[1], page, anchors, files):
                    yield PageFault(page.address, f"{match[1]}: {why}")


def anchors_of(page: Page) -> Iterator[str]:
    """The anchors to which others can link."""
    return (
        match[1] or match[2] for part, is_code in _parts(page.body) if not is_code for match in _ANCHOR.finditer(part)
    )


def _why_broken(link: str, page: Page, anchors: Mapping[str, set[str]], files: set[str]) -> str:
    if link.startswith(("https://", "http://", "mailto:")):
        return ""
    path, _, anchor = link.partition("#")
    if path and not path.startswith("/"):
        return "expected a link from the root, with a slash at its beginning"
    target = posixpath.normpath(path[1:]) if path else page.address
    if target.startswith("../"):
        below = target.removeprefix("../")
        return "" if below in files or below.partition("/")[0] in LANGUAGES else "there is no such shared file"
    if target not in anchors:
        return "there is no such page"
    if anchor and "=" not in anchor and anchor not in anchors[target]:
        return f"there is no #{anchor} on that page"
    return ""


def write_pages(pages: Iterable[Page], folder: Path) -> None:
    """Write the pages of one language below a folder."""
    for page in pages:
        path = folder / page.address
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(page), encoding="utf-8")
