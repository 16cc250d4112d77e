"""What others show of a page in a line or two, as search engines and messengers do: in its language, as plain text."""

import re
from html import unescape

from colt_rules.site.page import Page
from colt_rules.site.searching import plain

LONGEST = 160
"""In characters: what is longer is cut by those who show it."""
_NO_PROSE = re.compile(r"[#<|`>]|[-*] |\d+\. |\[[^\]]*\]\([^)]*\)(?: ›| ·|$)")
"""How headings, HTML, tables, code, lists and rows of links begin."""

_LOOSE = re.compile(r"\s+([.,)])")
"""A mark after a space in the place of markup."""


def description(page: Page, otherwise: str) -> str:
    """The description of a page: its own, or what it begins with; a page of nothing but tables is told by its title."""
    said = page.description or _beginning(page)
    return shortened(said or f"{page.title}. {otherwise}")


def _beginning(page: Page) -> str:
    """The first paragraph that is prose."""
    blocks = (block.strip() for block in page.body.split("\n\n"))
    first = next((block for block in blocks if block and not _NO_PROSE.match(block)), "")
    return _LOOSE.sub(r"\1", unescape(plain(first)))


def shortened(text: str) -> str:
    """A text that is not too long: whole sentences if the first fits, else as many words as do."""
    text = " ".join(text.split())
    if len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 1]
    ends = [end.end() for end in re.finditer(r"[.!?](?=\s)", cut)]
    return cut[: ends[-1]] if ends and ends[-1] > LONGEST // 3 else f"{cut.rpartition(' ')[0].rstrip(',;:–- ')}…"
