"""Texts that others wrote, as they can be shown: nobody's terminal or browser obeys what is in them."""

import re
from collections.abc import Collection, Iterable
from itertools import islice

SPACES = "\u00a0\u202f"
"""Spaces at which no line is broken: numbers and French have them, and nobody obeys them."""
LONGEST = 300
"""How many characters of a text an error repeats."""
MOST = 40
"""How many names an error lists."""
LONGEST_LINE, MOST_LINES = 4_000, 200
"""The limits of a whole error message, in characters a line and in lines."""


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


def clipped(text: str, longest: int = LONGEST) -> str:
    """What came, for an error message: as ``printable``, and only the beginning of what is long."""
    if len(text) <= longest:
        return printable(text)
    return f"{printable(text[:longest])}... ({len(text):,} characters)"


def bounded(message: str) -> str:
    """A whole error message within its limits: each line as ``clipped``, and only the first lines of many."""
    lines = message.split("\n")
    more = [f"... ({len(lines):,} lines)"] if len(lines) > MOST_LINES else []
    return "\n".join([*(clipped(line, LONGEST_LINE) for line in lines[:MOST_LINES]), *more])


def listed(names: Collection[str], between: str = ", ") -> str:
    """Names for an error message, each as ``clipped``; of many the first ones, and how many there are."""
    first = between.join(clipped(name, LONGEST // 3) for name in islice(names, MOST))
    return first if len(names) <= MOST else f"{first}... ({len(names):,} in all)"


def escape(text: str) -> str:
    """A text for a page or a picture: as ``printable``, in lines, and no tag or quote of it counts."""
    import html  # here, because the command line imports this module at every start

    return html.escape(printable(text, "\n\t"))


FEW, SOME = 12, 3
"""So many names are listed to whoever mistyped one; of more, only some."""


def one_of(word: str, names: Iterable[str]) -> str:
    """The names that a word is none of: all of them if they are few, else those that were perhaps meant."""
    known = list(names)
    if len(known) <= FEW:
        return f"one of {', '.join(known)}"
    from difflib import get_close_matches

    near = get_close_matches(word[:80], known, n=SOME)  # a word may be endless
    return f"one of {len(known)} names, {'perhaps' if near else 'such as'} {', '.join(near or known[:SOME])}"


def printable_json(text: str) -> str:
    """JSON that is safe to look at: in a string an escape may stand for any sign, and means the same."""
    return _STRANGE.sub(lambda found: found[0] if found[0].isprintable() else _number(found[0]), text)


_STRANGE = re.compile(r"[^ -~\n]")


def _number(sign: str) -> str:
    """A sign as JSON writes it by its number, of which the signs beyond the first 65,536 have two."""
    pairs = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[at : at + 4]}" for at in range(0, len(pairs), 4))
