"""The browser makes the same sentences for events and commands as Python, in every language."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import pytest

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS
from colt_rules.kernel import NEW, evolve
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import to_data
from colt_rules.log.entries import EventEntry
from colt_rules.log.lines import read_lines
from colt_rules.referee.telling import describe_command, describe_event, describe_seen_event
from colt_rules.referee.vocabulary import teller
from colt_rules.site.browser_scripts import SCRIPT, sentence_data
from colt_rules.views import view_event
from tests.conftest import THOROUGH
from tests.site.javascript import BATCHES, LOGS, in_turn, needs_node
from tests.site.node import told_by

pytestmark = needs_node

Asked: TypeAlias = tuple[str, str, Any]
"""A table of sentences, a type, and data."""


def said(folder: Path, asked: dict[str, list[Asked]]) -> dict[str, list[str]]:
    """The browser's sentences, by language."""
    file = folder / "asked.json"
    file.write_text(json.dumps({lang: [sentence_data(lang), some] for lang, some in asked.items()}), encoding="utf-8")
    found = told_by(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ sentence }} from "{SCRIPT.as_uri()}/sentences.mjs";
        for (const [words, asked] of Object.values(JSON.parse(readFileSync({json.dumps(str(file))}, "utf8")))) {{
          console.log(JSON.stringify(asked.map(([table, type, data]) => sentence(words, table, type, data))));
        }}"""
    )
    return dict(zip(asked, found, strict=True))


def happenings(name: str, lang: str) -> Iterator[tuple[Asked, str]]:
    """Commands and events of a kept game, whole and as one of the roles sees them, with the sentence of each."""
    game = NEW
    for number, entry in enumerate(read_lines(LOGS[name]).entries):
        if number % (1 if THOROUGH else 9) and not isinstance(entry, EventEntry):
            continue
        if not isinstance(entry, EventEntry):
            data = {**to_data(entry.data), "actor": entry.actor}
            yield ("commands", entry.type, data), describe_command(entry.command, lang)
            continue
        game = evolve(game, entry.event)
        if THOROUGH or number % 9 == 0:
            yield ("events", entry.type, to_data(entry.event)), describe_event(entry.event, lang)
            if seen := view_event(entry.event, in_turn(game, number), game):
                yield ("events", seen.type, to_data(seen.data)), describe_seen_event(seen, lang)


@pytest.mark.parametrize("names", BATCHES, ids=lambda names: names[0])
def test_the_browser_says_the_same_sentences(names: list[str], tmp_path: Path) -> None:
    pairs = {lang: [pair for name in names for pair in happenings(name, lang)] for lang in LANGUAGES}
    wanted = {lang: [sentence for _, sentence in some] for lang, some in pairs.items()}
    assert said(tmp_path, {lang: [asked for asked, _ in some] for lang, some in pairs.items()}) == wanted


FOREIGN: tuple[Any, ...] = (
    None,
    "nobody-7's {seat} <b>[x?",
    "constructor",
    "toString.roof",
    "zorro-bullet-twelve",
    -1234567,
    ["tuco", "tuco", "$12345", "x-y-3"],
    [],
    True,
)
"""Values of a field in a forged log; null is what a role does not see."""


def test_words_of_others_are_told_alike_in_every_field_of_every_type(tmp_path: Path) -> None:
    asked = [
        (table, type, {field.name: value for field in attrs.fields(kind) if field.name not in ("ranking", "lines")})
        for value in FOREIGN
        for table, types in (("events", EVENTS), ("commands", COMMANDS))
        for type, kind in types.items()
    ]
    found = said(tmp_path, dict.fromkeys(LANGUAGES, asked))
    for lang in LANGUAGES:
        wanted = [teller(lang).sentence(sentence_data(lang)[table][type], data) for table, type, data in asked]
        assert found[lang] == wanted


def test_a_type_that_nobody_knows_has_no_sentence(tmp_path: Path) -> None:
    asked: list[Asked] = [("events", "BanditFlew", {}), ("commands", "constructor", {})]
    assert said(tmp_path, {"en": asked}) == {"en": ["", ""]}
