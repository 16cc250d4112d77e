"""Checks the built site: links and pictures exist, no page is too large, nothing is loaded from elsewhere."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from attrs import frozen

from colt_rules.site.addresses import PRINTED

HEAVIEST_PAGE = 200_000
"""The most bytes of a page."""
HEAVIEST_SITE = 120_000_000
"""The most bytes of the whole site, without printable pages and the engine."""
HEAVIEST_ENGINE = 13_000_000
"""The most bytes of the engine and the suite, which nobody loads unasked."""
HEAVIEST_BOOKLET = 500_000
"""The most bytes of a page with all rules of an edition."""
_LINK = re.compile(r"""<(?!base\b)[^>]*?\s(?:href|src)=(?:"([^"]*)"|([^\s>"]+))""")
_LOADED = re.compile(r"""<(?:script|img|link|iframe|source)\b[^>]*?\s(?:href|src)=["']?(?:https?:)?//[^\s"'>]+""")
_ID = re.compile(r"""\s(?:id|name)=(?:"([^"]+)"|([^\s>"]+))""")
_CODE = re.compile(r"<(script|style)\b[^>]*>.*?</\1>", re.DOTALL)


@frozen
class PageFault:
    """A fault of a page."""

    page: str
    what: str

    def __str__(self) -> str:
        return f"{self.page}: {self.what}"


def faults(site: Path) -> Iterator[PageFault]:
    """All faults of the site in this folder."""
    files = {path.relative_to(site).as_posix(): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    pages = {name: _Seen.of((site / name).read_text(encoding="utf-8")) for name in files if name.endswith(".html")}
    for name, seen in pages.items():
        most = HEAVIEST_BOOKLET if _is_printed(name) else HEAVIEST_PAGE
        if files[name] > most:
            yield PageFault(name, f"expected at most {most:,} bytes, got {files[name]:,}")
        yield from (PageFault(name, f"loads something from elsewhere: {found}") for found in seen.loaded)
        for link in seen.links:
            if why := _why_broken(name, link, files, pages):
                yield PageFault(name, f"{link}: {why}")
    engine = sum(size for name, size in files.items() if is_engine(name))
    if engine > HEAVIEST_ENGINE:
        yield PageFault("engine", f"expected at most {HEAVIEST_ENGINE:,} bytes in all, got {engine:,}")
    if (size := sum(size for name, size in files.items() if not _is_printed(name)) - engine) > HEAVIEST_SITE:
        yield PageFault(".", f"expected at most {HEAVIEST_SITE:,} bytes in all, got {size:,}")


def is_engine(name: str) -> bool:
    """Whether a file belongs to the engine that runs in the browser."""
    return name.startswith("engine/")


def _is_printed(name: str) -> bool:
    """Whether a file is a booklet or a player aid."""
    return name.startswith(f"{PRINTED}/")


@frozen
class _Seen:
    """What a page contains that is checked."""

    links: frozenset[str]
    anchors: frozenset[str]
    loaded: tuple[str, ...]

    @classmethod
    def of(cls, html: str) -> "_Seen":
        text = _CODE.sub(lambda match: match[0][: match[0].index(">") + 1], html)
        return cls(
            frozenset(a or b for a, b in _LINK.findall(text)),
            frozenset(a or b for a, b in _ID.findall(text)),
            tuple(_LOADED.findall(text)),
        )


def _why_broken(page: str, link: str, files: dict[str, int], pages: dict[str, _Seen]) -> str:
    if re.match(r"[a-z]+:", link) or link.startswith("//") or link in ("", "."):
        return ""
    path, _, anchor = unquote(link).partition("#")
    path = path.partition("?")[0]
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if target not in files:
        return "there is no such file"
    known = pages[target].anchors if target in pages else None
    if anchor and known is not None and "=" not in anchor and anchor not in known and not anchor.startswith("__"):
        return f"there is no #{anchor} on that page"
    return ""
