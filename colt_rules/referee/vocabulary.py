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

A language of `BEGUN` has its own files, ``sentences.de.toml``, with the same tables and with the names of the box. What
it lacks has an empty text, or no forms, in its vocabulary.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from colt_rules.languages import BEGUN, LANGUAGES
from colt_rules.modules import IncompleteModule, part_files, parts
from colt_rules.referee.sentence_checks import (
    FILLED,
    SENTENCES,
    Entries,
    check_grammar,
    check_keys,
    check_texts,
    entries_in,
    heading,
)
from colt_rules.referee.sentences import NOMINATIVE, Teller
from colt_rules.registry.errors import SpecError
from colt_rules.registry.localized import Localized, with_spacing
from colt_rules.registry.strict import read_toml
from colt_rules.rules.boxes import ACTION_CARDS, CHARACTERS, ROUND_CARDS
from colt_rules.rules.editions import PUBLISHED

INNER_QUOTES = str.maketrans("«»", "„“")
"""Quotation marks inside others."""

OWN = Path(__file__).parent / "prose" / "sentences.toml"
"""Words of no module: what the referee counts and names."""


@cache
def teller(lang: str) -> Teller:
    """The teller of this language, or of English if it is not one of the four."""
    return Teller(vocabulary(lang if lang in LANGUAGES else "en"))


@cache
def game_teller(lang: str) -> Teller:
    """The teller of this language for sentences of games, which begun languages have too."""
    return Teller(vocabulary(lang)) if lang in BEGUN else teller(lang)


def name_of(id: str, lang: str = "en") -> str:
    """The name of a bandit, a seat or another actor."""
    return teller(lang).word(id, "who")


@cache
def vocabulary(lang: str) -> dict[str, Any]:
    """All templates and words of a language; raises `IncompleteModule` for a mistake in its files."""
    tables = _merged_files(file_name(lang))
    check_grammar(file_name(lang), lang, tables["grammar"])
    told = {
        **{name: _text(lang, texts) for name, texts in tables["grammar"].items()},
        "groups": _groups(tables["grammar"]["groups"][lang]),
        "kinds": tables["kinds"],
        "hidden_nouns": tables["hidden_nouns"],
        "forms": {kind: dict(_in(lang, forms)) for kind, forms in tables["forms"].items()},
        "nouns": _none(lang, tables["nouns"]) | dict(_in(lang, tables["nouns"])),
        "words": _words(lang, tables),
        **{table: {type: _row(lang, row) for type, row in tables[table].items()} for table in SENTENCES},
    }
    for path, entries in entries_by_file(file_name(lang)).items():
        check_texts(path.as_posix(), lang, entries, known_entries(), told)
    return told


def file_name(lang: str) -> str:
    """The name of the files that have the sentences of a language."""
    return f"sentences.{lang}.toml" if lang in BEGUN else OWN.name


def _groups(least: str) -> tuple[int, str]:
    """The fewest digits from which a number is written in groups of three, and the separator."""
    separator = re.sub(r"\d", "", least)
    return len(least) - len(separator), separator


@cache
def _merged_files(name: str = OWN.name) -> dict[str, Any]:
    """The files of all modules in the complete languages, merged with the files of this name."""
    tables: dict[str, Any] = {}
    for each in dict.fromkeys((OWN.name, name)):
        for file in _files(each).values():
            _add(tables, file)
    return tables


@cache
def _files(name: str) -> dict[Path, dict[str, Any]]:
    """The tables of every file of this name; raises `IncompleteModule` for one that is not TOML, or a wrong key."""
    languages = next(((lang,) for lang in BEGUN if file_name(lang) == name), LANGUAGES)
    found = {}
    for path in (*([OWN] if name == OWN.name else ()), *part_files(name).values()):
        try:
            found[path] = read_toml(path)
        except SpecError as error:
            raise IncompleteModule(str(error)) from error
        known = None if name == OWN.name else known_entries()
        check_keys(path.as_posix(), found[path], languages, known)
    return found


def entries_by_file(name: str) -> dict[Path, Entries]:
    """The entries of every file of this name."""
    return {path: dict(entries_in(tables)) for path, tables in _files(name).items()}


@cache
def known_entries() -> Entries:
    """The entries of the complete languages, and the names of the box."""
    boxes: Entries = {("words", kind, id): attrs.asdict(name) for kind, id, name in names()}
    return {**boxes, **{path: entry for found in entries_by_file(OWN.name).values() for path, entry in found.items()}}


def _add(tables: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict):
            _add(tables.setdefault(key, {}), value)
        else:
            tables[key] = value


def missing_entries(lang: str) -> Iterator[tuple[str, list[str], int]]:
    """What a begun language lacks of the English sentences and their words: by file, the headings, and of how many."""
    own = {path for entries in entries_by_file(file_name(lang)).values() for path in entries if lang in entries[path]}
    boxes = [*dict.fromkeys(("words", kind, id) for kind, id, _ in names() if kind != "who")]
    files = {path: found for path, found in entries_by_file(OWN.name).items() if path != OWN}
    for path, found in files.items():
        wanted = [entry for entry, texts in found.items() if entry[0] in FILLED and "en" in texts]
        lacks = [heading(entry) for entry in wanted if entry not in own]
        yield path.with_name(file_name(lang)).as_posix(), lacks, len(wanted)
    yield "names in the box, in any of these files", [heading(name) for name in boxes if name not in own], len(boxes)


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
    cases = [row, *(case for case in row.values() if isinstance(case, dict))]
    return {lang for lang in LANGUAGES if all(case.get(lang) for case in cases)}


def _row(lang: str, row: Mapping[str, Any]) -> dict[str, str]:
    """A sentence in a language, by condition, the sentence without a condition last."""
    cases = {key: _text(lang, case) for key, case in row.items() if isinstance(case, dict)}
    return {**cases, "": _text(lang, row)}


def _words(lang: str, tables: Mapping[str, Any]) -> dict[str, dict[str, dict[str, str]]]:
    words = {kind: _none(lang, entries) for kind, entries in tables["words"].items()}
    for kind, id, name in names():
        if lang in BEGUN and kind != "who":
            words.setdefault(kind, {})[id] = {}
            continue
        shown, called = "{it}", name.in_language(lang)
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


def _none(lang: str, entries: Iterable[str]) -> dict[str, dict[str, str]]:
    """No forms of anything, for a begun language."""
    return {key: {} for key in entries if lang in BEGUN}


def _text(lang: str, texts: Mapping[str, Any]) -> str:
    return with_spacing(lang, texts.get(lang) or ("" if lang in BEGUN else texts["en"]))
