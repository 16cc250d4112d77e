"""What a search finds: for each page its lead, for each heading of its own a few words, in the language of the page.

The theme would index every word of every page, six megabytes a language, and find a clause by the code that carries it
out. This finds it by what it says.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from colt_rules.site.page import Page

_HEADING = re.compile(r"^#{2,4} (?P<title>.+?) \{#(?P<anchor>[^}\s]+)[^}]*\}$", re.MULTILINE)
_FENCE = re.compile(r"^(`{3,}).*?^\1$", re.DOTALL | re.MULTILINE)
_MARKUP = (
    (re.compile(r"<[^>]*>"), " "),
    (re.compile(r"!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"^[#>|\s-]*(?:\| ?---.*)?|[*`|]|\{#[^}]*\}", re.MULTILINE), " "),
    (re.compile(r"\\(.)"), r"\1"),
    (re.compile(r"\s+"), " "),
)
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&#124;": "|", "&amp;": "&"}
SHARED_BY_MANY = 4
"""A heading that stands on this many pages, such as that above the code, says nothing about any of them."""
LONGEST = 240
"""How many characters below a heading can be found."""


@frozen
class Found:
    """Something that a search can lead to."""

    address: str
    """Of the page, from the root of the language, with an anchor where it is a part of the page."""
    title: str
    text: str


def findable(pages: Iterable[Page], more: Mapping[str, str]) -> Iterator[Found]:
    """Everything that can be found, page by page; ``more`` has other words by which people look for an address."""
    searchable = [page for page in pages if page.searchable]
    titles = Counter(
        title for page in searchable for title in {match["title"] for match in _HEADING.finditer(page.body)}
    )
    for page in searchable:
        parts = _HEADING.split(_FENCE.sub("", page.body))
        yield Found(page.address, page.title, page.lead or _shortened(plain(parts[0])))
        for title, anchor, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            if titles[title] < SHARED_BY_MANY:
                address = f"{page.address}#{anchor}"
                words = f"{_shortened(plain(text))} {more.get(address, '')}"
                yield Found(address, plain(title), words.strip())


def plain(markdown: str) -> str:
    """The text of some Markdown."""
    for pattern, instead in _MARKUP:
        markdown = pattern.sub(instead, markdown)
    for entity, sign in _ENTITIES.items():
        markdown = markdown.replace(entity, sign)
    return markdown.strip()


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rpartition(" ")[0]
