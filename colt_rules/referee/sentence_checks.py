"""Checks of the files of sentences: their keys, and the fields, kinds, nouns and forms that a template names."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.modules import IncompleteModule
from colt_rules.referee.sentences import (
    NOMINATIVE,
    PLURALS,
    SIGN,
    Vocabulary,
    fields_in,
    fields_of,
    parsed,
    plural_forms,
)
from colt_rules.views.events import ADDED, AUDIENCES, SOMETIMES

SENTENCES = ("events", "commands", "changes")
"""The tables of sentences."""
DEPTHS = {
    **dict.fromkeys((*SENTENCES, "grammar", "name_format", "nouns", "train_labels", "picture_texts"), 2),
    **dict.fromkeys(("words", "forms"), 3),
}
"""By table of texts in several languages: how many names lead to an entry, its own included."""
OTHER_TABLES = ("kinds", "hidden_nouns", "fields")
FILLED = (*SENTENCES, "words", "nouns", "forms")
"""The tables of templates."""
WORDLESS = ("loose", "money", "next", "number", "own", "sum", "text")
"""Kinds without words of their own."""
GRAMMAR = ("plural", "groups", "and", "money", "between")
"""What every language needs, even a begun one."""

Entries = Mapping[tuple[str, ...], Any]
"""Texts, or forms, by language, by the names that lead to them: table, kind, id; or table, type, condition."""


def entries_in(tables: Mapping[str, Any], *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The entries of tables; a sentence for a condition is an entry of its own."""
    for key, value in tables.items():
        here = (*path, key)
        deep = DEPTHS.get(here[0], 0)
        if isinstance(value, Mapping) and len(here) < deep:
            yield from entries_in(value, *here)
        elif isinstance(value, Mapping) and here[0] in SENTENCES:
            cases = {name: case for name, case in value.items() if isinstance(case, Mapping)}
            yield here, {name: text for name, text in value.items() if name not in cases}
            yield from (((*here, name), case) for name, case in cases.items())
        elif here[0] not in OTHER_TABLES:
            yield here, value


def check_keys(file: str, tables: Mapping[str, Any], languages: Collection[str], known: Entries | None) -> None:
    """Raise `IncompleteModule` for a key that is not a table, a language, a condition or a ``known`` entry."""
    problems = []
    kinds = {path[1] for path in known or () if path[0] == "words"}
    language = f"a language ({', '.join(languages)})"
    for path, entry in entries_in(tables):
        at, (table, *names) = f"{file} {heading(path)}", path
        if table not in DEPTHS:
            problems.append(f"{at}: expected one of the tables {', '.join((*DEPTHS, *OTHER_TABLES))}")
        elif not isinstance(entry, Mapping):
            problems.append(f"{at}: expected a table with {language}, got {entry!r}")
        elif known is not None and not (
            path in known
            or (table == "nouns" and (table, names[0].split(".")[0]) in known)
            or (table == "forms" and names[0] in kinds)
        ):
            problems.append(f"{at}: expected the heading of an entry of sentences.toml, got another")
        else:
            other = ' or a condition with a table ("how=push")' if table in SENTENCES and len(names) == 1 else ""
            for key, value in entry.items():
                if key not in languages:
                    problems.append(f"{at} {key}: expected {language}{other}, got another key")
                elif not all(isinstance(text, str) for text in _by_form(value).values()):
                    problems.append(f"{at} {key}: expected a text or a table of texts")
    _raise(problems)


def check_grammar(file: str, lang: str, grammar: Mapping[str, Any]) -> None:
    """Raise `IncompleteModule` if a language lacks what its numbers and rows need."""
    if missing := [key for key in GRAMMAR if lang not in grammar[key]]:
        _raise(
            f'{file} of base [grammar] {key}.{lang}: expected a text such as "{grammar[key]["en"]}", got none: add it'
            for key in missing
        )
    if (rule := grammar["plural"][lang]) not in PLURALS:
        _raise([f"{file} of base [grammar] plural.{lang}: expected one of {', '.join(PLURALS)}, got {rule!r}"])


def check_texts(file: str, lang: str, entries: Entries, known: Entries, vocabulary: Vocabulary) -> None:
    """Raise `IncompleteModule` for a field, kind, noun or form that does not exist, in a language in a file."""
    problems: list[str] = []
    forms, counted = _forms(vocabulary), plural_forms(vocabulary["plural"])
    for path, entry in entries.items():
        if path[0] not in FILLED or lang not in entry:
            continue
        texts = _by_form(entry[lang])
        needed = {"nouns": "many", "words": NOMINATIVE}.get(path[0], "")
        if needed not in texts and (path[0] != "words" or "" not in texts):
            problems.append(f"{file} {heading(path)} {lang}: expected {needed or 'a text'}, got none: add it")
        if path[0] == "nouns" and (other := texts.keys() - counted):
            problems.append(
                f"{file} {heading(path)} {lang}: expected forms of {_listed(counted)}, got {_listed(other)}"
            )
        for form, text in texts.items():
            where = f"{file} {heading(path)} {lang}{form and '.'}{form}"
            problems += (f"{where}: {what}" for what in _mistakes(text, path, forms, known, vocabulary))
    _raise(problems)


def _mistakes(
    text: str, path: tuple[str, ...], forms: Mapping[str, Collection[str]], known: Entries, vocabulary: Vocabulary
) -> Iterator[str]:
    """The names in a text that do not exist, and invalid markup."""
    try:
        parsed(text)
    except ValueError as error:
        yield str(error)
    if set(SIGN.sub("", text)) & set("{}["):
        yield f"expected markup such as {{bandit|gen}} or [value? …], got {text!r}"
    fields, words, nouns = _fields(path, known), vocabulary["words"], vocabulary["nouns"]
    for field in (*(fields_of(path[2]) if path[0] in SENTENCES and path[2:] else ()), *fields_in(text)):
        if field not in fields:
            yield f"expected a field ({_listed(fields)}), got {field!r}"
    for sign in SIGN.finditer(text):
        kind, form, noun = sign["kind"] or vocabulary["kinds"].get(sign["field"], ""), sign["form"], sign["noun"]
        there = forms.get(f"#{noun}" if noun else "card" if kind == "own" else kind, ())
        if noun and noun not in nouns:
            yield f"expected a noun ({_listed(nouns)}), got {noun!r}"
        elif kind and not noun and kind not in words and kind not in WORDLESS:
            yield f"expected a kind of words ({_listed({*words, *WORDLESS})}), got {kind!r}"
        elif form and form not in there and (noun or form not in (NOMINATIVE, "list")):
            yield f"expected a form of {noun or kind or 'word'} ({_listed(there)}), got {form!r}"


def _forms(vocabulary: Vocabulary) -> dict[str, set[str]]:
    """The forms in which a language has some word of a kind; those of a noun are under ``#noun``."""
    forms = {kind: {form for word in words.values() for form in word} for kind, words in vocabulary["words"].items()}
    for kind, derived in vocabulary["forms"].items():
        forms.setdefault(kind, set()).update(derived)
    for noun, texts in vocabulary["nouns"].items():
        name, _, form = noun.partition(".")
        forms.setdefault(f"#{name}", set()).update([form] if texts else [])
    return forms


def _fields(path: tuple[str, ...], known: Entries) -> set[str]:
    """The fields that a text may use; if nothing else determines them, the fields of the English text."""
    table, name = path[:2]
    if table == "events" and name in e.EVENTS:
        kind = e.EVENTS[name]
        return {*AUDIENCES[kind], *ADDED.get(kind, ()), *SOMETIMES.get(kind, ())}
    if table == "commands" and name in c.COMMANDS:
        return {field.name for field in attrs.fields(c.COMMANDS[name])}
    if table in ("nouns", "forms"):
        return {"n" if table == "nouns" else "it"}
    return {field for text in _by_form(known[path].get("en", "")).values() for field in fields_in(text)}


def _by_form(texts: Any) -> Mapping[str, Any]:
    """Texts by form; one without forms is under the empty name."""
    return texts if isinstance(texts, Mapping) else {"": texts}


def _listed(names: Collection[str]) -> str:
    return ", ".join(sorted(filter(None, names))) or "there is none"


def heading(path: tuple[str, ...]) -> str:
    """The heading of an entry, as TOML writes it."""
    names = (name if re.fullmatch(r"[\w-]+", name) else f'"{name}"' for name in path)
    return f"[{'.'.join(names)}]"


def _raise(problems: Iterable[str]) -> None:
    if found := [*problems]:
        raise IncompleteModule("\n".join(found))
