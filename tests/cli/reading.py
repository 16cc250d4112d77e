"""Measures how much of a command's output is in the wrong language."""

import re

from colt_rules.commands import COMMANDS

COMMON = """
the and of to is was were are that this it its with which what who whom not no nothing by from on at for as would have
has had been could can cannot they them their there here where when then than other another more only game log event
events command commands rules round player seat card cards bullet bullets car before after ends ended won wins right
wrong allowed expected got line whole whose shot took moved lost played draws plays moves fires takes inside roof left
deck hand discard waits decides over rank money received
"""
ENGLISH = frozenset(COMMON.split())
"""The most common English words, and those of a referee."""
SHARED = {"fr": frozenset({"on", "as", "car", "or"}), "pl": frozenset({"to", "on", "by"})}
"""The most common English words that are also words of another language."""

_LEFT_OUT = re.compile(
    r"(?m)^ *(?:ru|fr|pl)-[\w-]+ ?: .*\(\d[\d, -]*\).*$"  # where it stands in a book, by its own headings
    r"|^    \d+(?:-\d+)?  .*$"  # the same below the name of the book
    r"|^ *colt .*$"  # what to type next
    r"|`[^`\n]*`|\[[^\]\n]*\]|\{[^\n]*\}"  # what is typed, clauses, data
    r"|\S*[/\\]\S*(?:  \w+$)?"  # paths, and the name of what stands there
    r"|\b\w+(?:[.=-]\w+)+ ?(?:: \w[\w-]*[.;]?$)?"  # ids, and the answers of rulings behind them
    r"|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b"  # types
    r"|--\w+|\b[0-9a-f]{16,}\b|\b[AB]\b|colt-rules"
    rf"|\b(?:{'|'.join(COMMANDS)})\b"
)


def read(text: str) -> str:
    """What people read of it: without ids, types, paths, options and data."""
    return _LEFT_OUT.sub(" ", text)


def latin_share(text: str) -> float:
    """Which part of the letters that people read is Latin."""
    letters = [sign for sign in read(text) if sign.isalpha()]
    return sum(sign.isascii() for sign in letters) / max(len(letters), 1)


def english_words(text: str, lang: str) -> list[str]:
    """The English words that are left over in a text of another language."""
    words = re.findall(r"(?<![\w'’])[A-Za-z]+(?![\w'’])", read(text))
    return [word for word in words if word.lower() in ENGLISH - SHARED.get(lang, frozenset())]
