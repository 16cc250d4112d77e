"""The texts of the referee besides the sentences of a game: verdicts, headings, labels, in four languages.

The texts are in ``prose/``, a file for each command. They are templates like those of events
(`colt_rules/referee/sentences.py`), so that numbers come with the right form of the noun and names in the right case.
``{game:id}`` is left unchanged. Another language may use a name where English shows an id.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from colt_rules.log.errors import Departure
from colt_rules.referee.sentences import NOMINATIVE
from colt_rules.referee.vocabulary import OWN, names, picture_texts, teller, train_labels
from colt_rules.registry.localized import Localized
from colt_rules.registry.texts import texts_in

ENGLISH = "en"


@cache
def all_prose() -> dict[str, Localized]:
    """Every text by its key, table and name: ``audit.whole``."""
    return texts_in(path for path in sorted(OWN.parent.glob("*.toml")) if path != OWN)


def text(lang: str, key: str) -> str:
    """A text, not filled in."""
    return all_prose()[key].in_language(lang)


def tell(lang: str, key: str, /, **data: Any) -> str:
    """A text filled with these data. Numbers to count are ints, ordinal numbers are strings."""
    return teller(lang).filled(text(lang, key), data)


def where(one: Departure, lang: str) -> str:
    """The place of a departure in words."""
    numbers = (("line", one.line), ("command", one.command), ("event", one.event))
    return ", ".join(tell(lang, f"where.{what}", number=str(number)) for what, number in numbers if number)


def departure_meaning(kind: str, lang: str) -> str:
    """The meaning of a kind of departure, without the content of the lines."""
    return text(lang, f"departure.{kind}") if f"departure.{kind}" in all_prose() else kind


def describe_awaited(decisions: Any, lang: str) -> list[str]:
    """The actor who has to decide, and what about, in words."""
    return [tell(lang, "audit.waits", actor=one.actor, kind=one.kind) for one in decisions]


# --- English texts of the layers below


def translated(words: str, lang: str) -> str:
    """Translate an English text of a layer below; one without a translation stays unchanged."""
    if lang == ENGLISH:
        return words
    if words in _names(lang):
        return _names(lang)[words]
    for pattern, texts in _patterns():
        if found := pattern.fullmatch(words):
            held = {f"{{{name}}}": _anew(value, lang) for name, value in found.groupdict().items()}
            pieces = re.split(r"(\{\w\})", texts.in_language(lang))
            return "".join(held.get(piece, piece) for piece in pieces)
    return words


def train_translations(lang: str, known: Iterable[str]) -> dict[str, Any]:
    """The data of `translated` for drawn trains, for a browser: names that differ, and texts."""
    texts = _in_order(train_labels())
    ours = _names(lang)
    wanted = {
        form: ours.get(form, form) for word in [*known, *(one.en for one in texts)] for form in (word, word.lower())
    }
    return {
        "names": {word: name for word, name in wanted.items() if word != name},
        "texts": [(one.en, one.in_language(lang)) for one in texts],
    }


def _anew(words: str, lang: str) -> str:
    """Translate the content of a recognised text: names in a row, or a text."""
    told = translated(words, lang)
    return told if told != words else ", ".join(translated(one, lang) for one in words.split(", "))


@cache
def _names(lang: str) -> dict[str, str]:
    """By English name of a thing of the box, alone or in a sentence: its name, there with the capitals of sentences."""
    known = {one.en: one.in_language(lang) for _, _, one in names()}
    english, words = teller(ENGLISH).vocabulary["words"], teller(lang).vocabulary["words"]
    things = {
        forms[NOMINATIVE].removeprefix("the "): words[kind][id][NOMINATIVE]
        for kind, ids in english.items()
        for id, forms in ids.items()
        if forms[NOMINATIVE].startswith("the ") and id in words.get(kind, {})
    }
    cars = {id: forms[NOMINATIVE] for id, forms in words["car"].items()}
    written = {forms[NOMINATIVE].lower(): forms[NOMINATIVE] for ids in words.values() for forms in ids.values()}
    inside = {one.lower(): written.get(name.lower(), name.lower()) for one, name in known.items()}
    return {**cars, **things, **inside, **known}


@cache
def _patterns() -> list[tuple[re.Pattern[str], Localized]]:
    """The patterns that recognise a text, patterns with the longest literal text first."""
    texts = [one for key, one in all_prose().items() if key.startswith("message.")]
    return [(re.compile("".join(_pieces(one.en)), re.DOTALL), one) for one in _in_order([*texts, *picture_texts()])]


def _in_order(texts: Iterable[Localized]) -> list[Localized]:
    return sorted(texts, key=lambda one: -len(re.sub(r"\{\w\}", "", one.en)))


def _pieces(template: str) -> Iterator[str]:
    for piece in re.split(r"(\{\w\})", template):
        held = r"\d+" if piece in ("{n}", "{m}", "{k}") else ".*?"
        yield f"(?P<{piece[1]}>{held})" if piece.startswith("{") else re.escape(piece)
