"""Texts that others wrote, as they can be shown: nobody's terminal or browser obeys what is in them."""

import html
from collections.abc import Iterable
from difflib import get_close_matches

SPACES = "\u00a0\u202f"
"""Spaces at which no line is broken: numbers and French have them, and nobody obeys them."""


def printable(text: str, but: str = "") -> str:
    """A text without anything that whoever shows it would obey: what is not printable is told, not sent.

    Control characters move the cursor or clear the screen, and those that turn the direction of writing let a line say
    something else than it holds. Spaces that keep words together, and those in ``but``, may stay.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in SPACES or sign in but else sign.encode("unicode_escape").decode()
        for sign in text
    )


def escape(text: str) -> str:
    """A text for a page or a picture: as ``printable``, in lines, and no tag or quote of it counts."""
    return html.escape(printable(text, "\n\t"))


FEW, SOME = 12, 3
"""So many names are listed to whoever mistyped one; of more, only some."""


def one_of(word: str, names: Iterable[str]) -> str:
    """The names that a word is none of: all of them if they are few, else those that were perhaps meant."""
    known = list(names)
    if len(known) <= FEW:
        return f"one of {', '.join(known)}"
    near = get_close_matches(word[:80], known, n=SOME)  # a word may be endless
    return f"one of {len(known)} names, {'perhaps' if near else 'such as'} {', '.join(near or known[:SOME])}"
