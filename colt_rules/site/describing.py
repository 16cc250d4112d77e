"""The description of a page that search engines and messengers show: plain text in its language."""

import re
from html import unescape

from colt_rules.site.page import Page
from colt_rules.site.searching import plain

LONGEST = 160
"""The maximum length in characters. Search engines cut longer texts."""
_NO_PROSE = re.compile(r"[#<|`>]|[-*] |\d+\. |\[[^\]]*\]\([^)]*\)(?: ›| ·|$)")
"""The beginnings of headings, HTML, tables, code, lists and rows of links."""

_LOOSE = re.compile(r"\s+([.,)])")
"""A space before punctuation, left where markup was removed."""


def page_description(page: Page, otherwise: str) -> str:
    """The description of a page: its own, or its first prose; for a page of tables only, its title."""
    said = page.description or _beginning(page)
    return shortened(said or f"{page.title}. {otherwise}")


def _beginning(page: Page) -> str:
    """The first paragraph that is prose."""
    blocks = (block.strip() for block in page.body.split("\n\n"))
    first = next((block for block in blocks if block and not _NO_PROSE.match(block)), "")
    return _LOOSE.sub(r"\1", unescape(plain(first)))


def shortened(text: str) -> str:
    """Shorten a text: to whole sentences if the first fits, else to whole words."""
    text = " ".join(text.split())
    if len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 1]
    ends = [end.end() for end in re.finditer(r"[.!?](?=\s)", cut)]
    return cut[: ends[-1]] if ends and ends[-1] > LONGEST // 3 else f"{cut.rpartition(' ')[0].rstrip(',;:–- ')}…"
