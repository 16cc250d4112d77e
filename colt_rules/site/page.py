"""A page as plain Markdown, and the few forms that all pages are written in.

Links are written from the root of the language, `/clauses/fire.target.md`; what all languages share lies one step above
it, `/../pictures/...`. `writing` makes them relative, so that the site works from any folder and from disk. Of Markdown
only what every successor of today's theme reads is used: tables, fenced code, and `{#anchor}` behind a heading.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape as html_escape

from attrs import frozen

_SPECIAL = re.compile(r"([\\`*_{}\[\]#|])")


@frozen(kw_only=True)
class Page:
    """One page in one language. Its address is the same in all languages that have it."""

    address: str
    """Path of the Markdown file from the root of the language."""
    title: str
    """As plain text, not Markdown."""
    body: str
    """What stands below the title."""
    lead: str = ""
    """What a search shows of it, as plain text; if nothing is said, what stands before the first heading."""
    description: str = ""
    """What others show of it, in a sentence or two of plain text; if nothing is said, what it begins with."""
    wide: bool = False
    """Whether it wants the whole width of the screen."""
    short: bool = False
    """Whether it is so short that it needs no table of contents."""
    elsewhere: str = ""
    """Of a page that is in this language only: the address of the page that other languages have for it."""
    searchable: bool = True
    """Tables that only repeat what other pages say are left out of the search."""


def escaped(text: str) -> str:
    """Any text so that Markdown shows it as it is."""
    return _SPECIAL.sub(r"\\\1", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def code(text: str) -> str:
    """Ids, names and values, as they are in the data; also in a table, where a bar would begin a new cell."""
    if "|" in text:
        return f"<code>{html_escape(text, quote=False).replace('|', '&#124;')}</code>"
    ticks = "``" if "`" in text else "`"
    return f"{ticks}{text}{ticks}"


def link(text: str, address: str) -> str:
    """A link to an address from the root of the language; the text is Markdown."""
    return f"[{text}](/{address})"


def heading(level: int, text: str, anchor: str = "", lang: str = "") -> str:
    """A heading; with an anchor others can link to it, and the anchor must never change.

    ``lang`` says in which language it is, where that is not the language of the page.
    """
    marks = " ".join([*([f"#{anchor}"] if anchor else []), *([f"lang={lang}"] if lang else [])])
    return f"{'#' * level} {text}{f' {{{marks}}}' if marks else ''}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown cells."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def bullets(items: Iterable[str], depth: int = 0) -> str:
    """A list of Markdown items."""
    return "\n".join(f"{'    ' * depth}- {item}" for item in items)


def block(content: str, kind: str = "", **marks: str) -> str:
    """Some Markdown in a box of its own kind, with other attributes. The blank lines keep what is inside Markdown."""
    told = {"class": kind, **{name.replace("_", "-"): value for name, value in marks.items()}}
    attributes = "".join(f' {name}="{html_escape(value)}"' for name, value in told.items() if value)
    return paragraphs(f'<div{attributes} markdown="1">', content, "</div>") if content else ""


def fold(summary: str, content: str, anchor: str = "") -> str:
    """Some Markdown that is shown when it is asked for, by a line of plain text; nothing if there is none."""
    at = f' id="{anchor}"' if anchor else ""
    head = f'<details class="fold"{at} markdown="1"><summary>{html_escape(summary, quote=False)}</summary>'
    return paragraphs(head, content, "</details>") if content else ""


def fenced(text: str, language: str = "") -> str:
    """A block of code or data, as it is."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def picture(address: str, alt: str, width: int, height: int) -> str:
    """A picture that is loaded when it comes into sight; its size is known, so nothing jumps."""
    return f'<img src="/{address}" alt="{html_escape(alt)}" width="{width}" height="{height}" loading="lazy">'


def paragraphs(*blocks: str) -> str:
    """Blocks of a page, those that are empty left out."""
    return "\n\n".join(block for block in blocks if block)
