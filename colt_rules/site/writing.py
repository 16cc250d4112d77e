"""Pages on disk: links made relative, and every one of them followed before anything is built."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.registry.localized import LANGUAGES
from colt_rules.site.page import Page, escaped, heading

LANGUAGE = "language"
"""Stands for the folder of a language, which may be left for what all of them share."""
_CODE = re.compile(r"^(`{3,}).*?^\1$|(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
"""A fenced block, or code within a line."""
_LINK = re.compile(r"""(?:(?<=\]\()|(?<=\bsrc=")|(?<=\bhref=")|(?<=\bdata-from="))/([^)"\s]*)""")
# Each way begins with a letter or sign of its own, so that most of a page is skipped: twice as fast as with `\b` first.
_ANY_LINK = re.compile(r"""(?:\]\(|s(?<!\ws)rc="|h(?<!\wh)ref="|d(?<!\wd)ata-from=")([^)"\s]*)""")
_ANCHOR = re.compile(r"""\{#([^}\s]+)[^}]*\}|i(?<!\wi)d="([^"]+)\"""")


@frozen
class Broken:
    """A link that leads nowhere."""

    page: str
    link: str
    why: str

    def __str__(self) -> str:
        return f"{self.page}: {self.link}: {self.why}"


class BrokenPages(Exception):
    """Pages that cannot be published: all that is wrong with them."""

    def __init__(self, broken: Iterable[Broken]) -> None:
        self.broken = tuple(broken)
        shown = "\n".join(map(str, self.broken[:20]))
        more = f"\nand {len(self.broken) - 20} more" if len(self.broken) > 20 else ""
        super().__init__(f"{len(self.broken)} links lead nowhere:\n{shown}{more}")


def written(page: Page) -> str:
    """The Markdown file of a page."""
    return f"{heading(1, escaped(page.title), 'top')}\n\n{_relative(page)}\n"


def _relative(page: Page) -> str:
    folder = posixpath.dirname(page.address)

    def near(match: re.Match[str]) -> str:
        path, mark, anchor = match[1].partition("#")
        # Both from a root, so that it is not asked what the folder is called in which the program runs.
        return posixpath.relpath(f"/{LANGUAGE}/{path}", f"/{LANGUAGE}/{folder}") + mark + anchor

    return "".join(part if is_code else _LINK.sub(near, part) for part, is_code in _parts(page.body))


@cache
def _parts(text: str) -> tuple[tuple[str, bool], ...]:
    """A text cut into what is code, and so as it is, and what is not; it is asked for three times."""
    return tuple(_cut(text))


def _cut(text: str) -> Iterator[tuple[str, bool]]:
    end = 0
    for match in _CODE.finditer(text):
        yield text[end : match.start()], False
        yield match[0], True
        end = match.end()
    yield text[end:], False


def broken_links(pages: Mapping[str, Page], shared: Iterable[str]) -> Iterator[Broken]:
    """Every link of these pages, by address, that leads to no page, no anchor and no shared file.

    ``shared`` are the files that all languages share, as seen from the folder above the languages.
    """
    anchors = {address: set(anchors_of(page)) for address, page in pages.items()}
    files = set(shared)
    for page in pages.values():
        for part, is_code in _parts(page.body):
            for match in () if is_code else _ANY_LINK.finditer(part):
                if why := _why_broken(match[1], page, anchors, files):
                    yield Broken(page.address, match[1], why)


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
