"""The words that sentences are made from: those of the base game and of every module, one table per language.

A module has its own in ``sentences.toml``, with any of these tables:

``events``, ``commands``, ``changes``
    A sentence for each type, in four languages (see `colt_rules/referee/sentences.py`). A table inside, named after a
    condition, is a sentence for when it holds; a module may add such tables to the rows of others.

``words``
    By kind and id the name of a thing: a text, or its forms by name (``nom``, ``gen``, ``de`` and so on). ``X-*`` is
    for all ids of X with a number, ``X-@`` for those of X with a bandit; ``none`` is for an empty row, ``hidden`` for
    what is not seen.

``train_labels``, ``picture_texts``
    The English texts of the part ``pictures`` with their translations: in a drawn train, which a browser draws too, and
    only in a text picture.

``fields``
    The meaning of the fields of a view (`colt_rules/referee/view_fields.py`).

``nouns``, ``kinds``, ``hidden_nouns``, ``forms``, ``name_format``
    As in the file of the base game.

Names of things in the box are not repeated there: the part ``sentences`` of a module has them in ``NAMED``, by kind.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from colt_rules.languages import LANGUAGES
from colt_rules.modules import part_files, parts
from colt_rules.referee.sentences import NOMINATIVE, Teller
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import read_toml
from colt_rules.rules.boxes import ACTION_CARDS, CHARACTERS, ROUND_CARDS
from colt_rules.rules.editions import PUBLISHED

GROUPS = {"en": (4, ","), "ru": (5, "\u00a0"), "fr": (5, "\u202f"), "pl": (5, "\u00a0")}
"""The fewest digits from which a number is written in groups of three, and the separator."""

INNER_QUOTES = str.maketrans("«»", "„“")
"""Quotation marks inside others."""

_TIGHT = re.compile(r" (?=[:;!?»])|(?<=«) ")
"""Where French has a narrow no-break space."""
OWN = Path(__file__).parent / "prose" / "sentences.toml"
"""Words of no module: what the referee counts and names."""


@cache
def teller(lang: str) -> Teller:
    """The teller of this language, or of English if it is not one of the four."""
    return Teller(vocabulary(lang if lang in LANGUAGES else "en"))


def name_of(id: str, lang: str = "en") -> str:
    """The name of a bandit, a seat or another actor."""
    return teller(lang).word(id, "who")


@cache
def vocabulary(lang: str) -> dict[str, Any]:
    """All templates and words of a language."""
    tables = _merged_files()
    return {
        "lang": lang,
        "groups": GROUPS[lang],
        **{name: _text(lang, texts) for name, texts in tables["grammar"].items()},
        "kinds": tables["kinds"],
        "hidden_nouns": tables["hidden_nouns"],
        "forms": {kind: dict(_in(lang, forms)) for kind, forms in tables["forms"].items()},
        "nouns": dict(_in(lang, tables["nouns"])),
        "words": _words(lang, tables),
        **{table: {type: _row(lang, row) for type, row in tables[table].items()} for table in SENTENCES},
    }


SENTENCES = ("events", "commands", "changes")
"""The tables of sentences."""


@cache
def _merged_files() -> dict[str, Any]:
    """The files of all modules, merged."""
    tables: dict[str, Any] = {}
    for path in (OWN, *part_files("sentences.toml").values()):
        _add(tables, read_toml(path))
    return tables


def _add(tables: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict):
            _add(tables.setdefault(key, {}), value)
        else:
            tables[key] = value


def train_labels() -> list[Localized]:
    """The texts about modules' things in a drawn train, each in four languages."""
    return [Localized(**texts) for texts in _merged_files()["train_labels"].values()]


def picture_texts() -> list[Localized]:
    """The texts about modules' things in any picture."""
    return [*train_labels(), *(Localized(**texts) for texts in _merged_files()["picture_texts"].values())]


def view_fields() -> Mapping[str, Mapping[str, str]]:
    """The meaning of the fields of views and positions, by name: see `colt_rules/referee/view_fields.py`."""
    fields: Mapping[str, Mapping[str, str]] = _merged_files()["fields"]
    return fields


def languages_of(table: str, type: str) -> set[str]:
    """The languages that have a sentence of a type in a table, in each of its cases."""
    row = _merged_files()[table].get(type, {})
    cases = [row, *(case for key, case in row.items() if key not in LANGUAGES)]
    return {lang for lang in LANGUAGES if all(case.get(lang) for case in cases)}


def _row(lang: str, row: Mapping[str, Any]) -> dict[str, str]:
    """A sentence in a language, by condition, the sentence without a condition last."""
    cases = {key: _text(lang, case) for key, case in row.items() if key not in LANGUAGES}
    return {**cases, "": _text(lang, row)}


def _words(lang: str, tables: Mapping[str, Any]) -> dict[str, dict[str, dict[str, str]]]:
    words: dict[str, dict[str, dict[str, str]]] = {}
    for kind, id, name in names():
        shown, called = "{it}", with_spacing(lang, name.in_language(lang))
        if kind in tables["name_format"]:
            shown, called = _text(lang, tables["name_format"][kind]), called.translate(INNER_QUOTES)
        words.setdefault(kind, {})[id] = {NOMINATIVE: shown.replace("{it}", called)}
    for kind, entries in tables["words"].items():
        for id, forms in _in(lang, entries):
            words.setdefault(kind, {})[id] = {NOMINATIVE: forms} if isinstance(forms, str) else forms
    return words


def names() -> Iterator[tuple[str, str, Localized]]:
    """Everything with a proper name: its kind, its id, its name."""
    boxes: Mapping[str, Mapping[str, Any]] = {
        "who": CHARACTERS,
        "action": ACTION_CARDS,
        "round": ROUND_CARDS,
        "edition": PUBLISHED,
    }
    tables = [boxes, *(getattr(part, "NAMED", {}) for _, part in parts("sentences"))]
    yield from ((kind, id, it.name) for table in tables for kind, things in table.items() for id, it in things.items())
    yield from (("happening", card.happening, card.name) for card in ROUND_CARDS.values() if card.happening)
    for module, path in part_files("words.toml").items():
        texts = read_toml(path).get("site", {}).get(f"module-{module}")
        if texts:
            yield "module", module, Localized(**texts)


def _in(lang: str, entries: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The entries that exist in a language."""
    for key, texts in entries.items():
        if lang in texts:
            forms = texts[lang]
            several = (
                {form: with_spacing(lang, text) for form, text in forms.items()} if isinstance(forms, dict) else None
            )
            yield key, several or with_spacing(lang, forms)


def _text(lang: str, texts: Mapping[str, Any]) -> str:
    return with_spacing(lang, texts.get(lang) or texts["en"])


def with_spacing(lang: str, text: str) -> str:
    """A text with the spacing rules of its language."""
    return _TIGHT.sub("\u202f", text) if lang == "fr" else text
