"""A page as plain Markdown, and the few constructs that all pages use.

Links start at the root of the language, `/clauses/fire.target.md`; what all languages share is one level above,
`/../pictures/...`. `writing` makes them relative, so that the site works from any folder and from disk. Only Markdown
that every likely successor of today's theme supports is used: tables, fenced code, and `{#anchor}` after a heading.
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
    """The title as plain text, not Markdown."""
    body: str
    """The content below the title."""
    lead: str = ""
    """The text that the search shows, plain; by default the text before the first heading."""
    description: str = ""
    """The description for search engines, a sentence or two of plain text; by default the beginning of the page."""
    wide: bool = False
    """Whether the page uses the whole width of the screen."""
    short: bool = False
    """Whether it is too short for a table of contents."""
    elsewhere: str = ""
    """For a page in this language only: the address of the corresponding page in other languages."""
    searchable: bool = True
    """Whether the search finds it; not if it only repeats tables of other pages."""


def escaped(text: str) -> str:
    """Escape a text for Markdown."""
    return _SPECIAL.sub(r"\\\1", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def code(text: str) -> str:
    """Ids, names and values as code; safe in a table, where a bar would start a new cell."""
    if "|" in text:
        return f"<code>{html_escape(text, quote=False).replace('|', '&#124;')}</code>"
    ticks = "``" if "`" in text else "`"
    return f"{ticks}{text}{ticks}"


def link(text: str, address: str) -> str:
    """A link to an address from the root of the language; the text is Markdown."""
    return f"[{text}](/{address})"


def heading(level: int, text: str, anchor: str = "", lang: str = "") -> str:
    """A heading; others can link to its anchor, which must never change.

    ``lang`` is its language, if that is not the language of the page.
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
    """Some Markdown in a box of this kind, with further attributes. The blank lines keep the content Markdown."""
    told = {"class": kind, **{name.replace("_", "-"): value for name, value in marks.items()}}
    attributes = "".join(f' {name}="{html_escape(value)}"' for name, value in told.items() if value)
    return paragraphs(f'<div{attributes} markdown="1">', content, "</div>") if content else ""


def fold(summary: str, content: str, anchor: str = "") -> str:
    """Some Markdown below a summary line that unfolds it; empty without Markdown."""
    at = f' id="{anchor}"' if anchor else ""
    head = f'<details class="fold"{at} markdown="1"><summary>{html_escape(summary, quote=False)}</summary>'
    return paragraphs(head, content, "</details>") if content else ""


def fenced(text: str, language: str = "") -> str:
    """A Markdown code block of this text, fenced with more backticks than the text itself contains in a row."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def picture(address: str, alt: str, width: int, height: int) -> str:
    """A picture that is loaded when it scrolls into view; its size is given, so the layout does not jump."""
    return f'<img src="/{address}" alt="{html_escape(alt)}" width="{width}" height="{height}" loading="lazy">'


def paragraphs(*blocks: str) -> str:
    """The non-empty blocks, separated by blank lines."""
    return "\n\n".join(block for block in blocks if block)
