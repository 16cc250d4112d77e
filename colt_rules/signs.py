"""Texts that others wrote, as they can be shown: nobody's terminal or browser obeys what is in them."""

import html

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
