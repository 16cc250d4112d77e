"""Escapes untrusted text for terminals, HTML and error messages."""

import re
from collections.abc import Collection, Iterable
from itertools import islice

SPACES = "\u00a0\u202f"
"""No-break spaces, which numbers and French text contain; they are harmless and stay."""
LONGEST = 300
"""How many characters of a text an error message quotes."""
MOST = 40
"""How many names an error message lists."""
LONGEST_LINE, MOST_LINES = 4_000, 200
"""The limits of a whole error message, in characters a line and in lines."""


def printable(text: str, but: str = "") -> str:
    """The text with unprintable characters escaped, except no-break spaces and the characters in ``but``.

    Control characters can move the cursor or clear the screen, and bidirectional ones can make a line look different
    from its content.
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in SPACES or sign in but else sign.encode("unicode_escape").decode()
        for sign in text
    )


def clipped(text: str, longest: int = LONGEST) -> str:
    """The text as ``printable``, cut to ``longest`` characters, for an error message."""
    if len(text) <= longest:
        return printable(text)
    return f"{printable(text[:longest])}... ({len(text):,} characters)"


def bounded(message: str) -> str:
    """A whole error message within its limits: each line ``clipped``, and at most ``MOST_LINES`` lines."""
    lines = message.split("\n")
    more = [f"... ({len(lines):,} lines)"] if len(lines) > MOST_LINES else []
    return "\n".join([*(clipped(line, LONGEST_LINE) for line in lines[:MOST_LINES]), *more])


def listed(names: Collection[str], between: str = ", ") -> str:
    """Names for an error message, each ``clipped``; of more than ``MOST``, the first ones and the total."""
    first = between.join(clipped(name, LONGEST // 3) for name in islice(names, MOST))
    return first if len(names) <= MOST else f"{first}... ({len(names):,} in all)"


def escape(text: str) -> str:
    """The text as ``printable``, with newlines and tabs kept, escaped for HTML and SVG."""
    import html  # here, because the command line imports this module at every start

    return html.escape(printable(text, "\n\t"))


FEW, SOME = 12, 3
"""Up to ``FEW`` names are all listed; of more, only ``SOME``."""


def one_of(word: str, names: Iterable[str]) -> str:
    """The names to suggest for an unknown word: all of them if they are few, else the closest matches."""
    known = list(names)
    if len(known) <= FEW:
        return f"one of {', '.join(known)}"
    from difflib import get_close_matches

    near = get_close_matches(word[:80], known, n=SOME)  # the word may be very long
    return f"one of {len(known)} names, {'perhaps' if near else 'such as'} {', '.join(near or known[:SOME])}"


def printable_json(text: str) -> str:
    r"""The same JSON value with unprintable characters in its strings written as ``\uXXXX``."""
    return _STRANGE.sub(lambda found: found[0] if found[0].isprintable() else _number(found[0]), text)


_STRANGE = re.compile(r"[^ -~\n]")


def _number(sign: str) -> str:
    """The JSON escape of a character: a surrogate pair beyond the Basic Multilingual Plane."""
    pairs = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pairs[at : at + 4]}" for at in range(0, len(pairs), 4))
