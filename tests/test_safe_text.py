"""Texts that others wrote are shown and never obeyed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.commands import AgreeOnRuling, Deal, DrawCards, parse_command
from colt_rules.kernel import NEW, Refused, decide
from colt_rules.log.codec import read_command
from colt_rules.log.entries import Header
from colt_rules.log.verifying import start_departures
from colt_rules.model.record import changed
from colt_rules.referee.what_if import other_edition, other_ruling
from colt_rules.registry.registry import registry
from colt_rules.safe_text import LONGEST, MOST, clipped, escape, listed, one_of, printable, printable_json
from colt_rules.views import view
from tests.logs import EVENTS
from tests.rules.sittings import sitting
from tests.verdicts import after


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Größe 中 🎲", "Größe 中 🎲"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\x85b\x9bc", "a\\x85b\\x9bc"),
        ("a\u202eb\u2066c\u200bd\ufeff", "a\\u202eb\\u2066c\\u200bd\\ufeff"),
        ("a\nb\tc", "a\\nb\\tc"),
    ],
)
def test_unprintable_characters_are_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_page_keeps_lines_and_no_tag() -> None:
    assert escape('<b a="1">\n\t&\u202e\r') == "&lt;b a=&quot;1&quot;&gt;\n\t&amp;\\u202e\\r"


MANY = [f"name-{number}" for number in range(80)]


@pytest.mark.parametrize(
    ("word", "names", "told"),
    [
        ("c", ["a", "b"], "one of a, b"),
        ("nam-77", MANY, "one of 80 names, perhaps name-77, name-7, name-79"),
        ("zeppelin", MANY, "one of 80 names, such as name-0, name-1, name-2"),
        ("x" * 10_000_000, MANY, "one of 80 names, such as name-0, name-1, name-2"),
    ],
)
def test_a_mistyped_name_gets_similar_ones(word: str, names: list[str], told: str) -> None:
    assert one_of(word, names) == told


def test_long_text_is_cut() -> None:
    assert clipped("tuco\x1b") == "tuco\\x1b"
    assert clipped("x" * LONGEST) == "x" * LONGEST
    assert clipped("x" * 100_000, 3) == "xxx... (100,000 characters)"
    assert listed(["tuco", "doc\u202e"]) == "tuco, doc\\u202e"
    assert listed(["tuco"] * 100_000).endswith("tuco... (100,000 in all)")
    assert listed(["tuco"] * 100_000).count("tuco") == MOST


@pytest.mark.parametrize("text", ["a\x9b\u202e\ud800\U000e0001 中", "\u2028\x85\x7f"])
def test_printable_json_has_the_same_value_and_no_control_characters(text: str) -> None:
    safe = printable_json(json.dumps([text], ensure_ascii=False))
    assert json.loads(safe) == [text]
    assert safe.isprintable()


# --- whatever is told about a mistake is bounded, and nobody obeys it

HOSTILE = "x\x1b[2J\u202e\x9b\n" * 20_000
WORD = "x\x1b\x9b" * 20_000
CROWD = tuple(f"s{number}" for number in range(100_000))
GAME = after(NEW, sitting())
START = sitting()


def refusal(command: Any, game: Any = NEW) -> str:
    verdict = decide(game, command)
    assert isinstance(verdict, Refused)
    return verdict.message


def error(call: Callable[[], object]) -> str:
    with pytest.raises((ValueError, LookupError)) as raised:
        call()
    return str(raised.value)


def header(**fields: Any) -> str:
    told = {
        "game": "a",
        "edition": START.edition,
        "modules": START.modules,
        "seats": START.seats,
        "spec": "1.0.0",
    } | fields
    (departure,) = start_departures(Header(**told), START)  # type: ignore[arg-type]  # it says the same as the event
    return str(departure)


TOLD: dict[str, Callable[[], str]] = {
    "an actor": lambda: refusal(DrawCards(HOSTILE)),
    "an actor in a game": lambda: refusal(DrawCards(HOSTILE), GAME),
    "an edition": lambda: refusal(changed(START, edition=HOSTILE)),
    "a seat": lambda: refusal(changed(START, seats=(HOSTILE, "doc"))),
    "many seats": lambda: refusal(changed(START, seats=CROWD)),
    "many modules": lambda: refusal(changed(START, modules=CROWD)),
    "a house rule": lambda: refusal(AgreeOnRuling("table", HOSTILE, HOSTILE)),
    "a deal": lambda: refusal(Deal("chance", HOSTILE, HOSTILE, (HOSTILE,)), GAME),
    "a role": lambda: error(lambda: view(GAME, HOSTILE)),
    "a role of many": lambda: error(lambda: view(changed(GAME, options=changed(GAME.options, seats=CROWD)), "nobody")),
    "words": lambda: error(lambda: parse_command(HOSTILE)),
    "words of a row": lambda: error(lambda: parse_command(f"KeepCards by tuco cards={WORD}")),
    "words of a flag": lambda: error(lambda: parse_command(f"PlayCard by tuco card=a face_down={WORD}")),
    "many words": lambda: error(lambda: parse_command(" ".join(["DrawCards by tuco", *(f"{one}=1" for one in CROWD)]))),
    "a type": lambda: error(lambda: read_command({"type": HOSTILE, "actor": "tuco"})),
    "a field": lambda: error(lambda: read_command({"type": "DrawCards", "actor": "tuco", HOSTILE: 1})),
    "many fields": lambda: error(
        lambda: read_command({"type": "DrawCards", "actor": "tuco", **dict.fromkeys(CROWD, 1)})
    ),
    "an id": lambda: error(lambda: registry().find(HOSTILE)),
    "an edition to compare with": lambda: error(lambda: other_edition(HOSTILE)),
    "a ruling": lambda: error(lambda: other_ruling(HOSTILE, "x")),
    "an answer": lambda: error(lambda: other_ruling("ruling.draw.what-is-left", HOSTILE)),
    "the seats of a header": lambda: header(seats=CROWD),
    "the modules of a header": lambda: header(modules=CROWD),
    "the edition of a header": lambda: header(edition=HOSTILE),
}


@pytest.mark.parametrize("what", TOLD)
def test_an_error_message_is_short_and_printable(what: str) -> None:
    told = TOLD[what]()
    assert len(told) < 5_000
    assert all(line.isprintable() for line in told.split("\n"))
    assert told.count("\n") < 100


LOG = str(EVENTS / "games" / "six-everything.jsonl")


@pytest.mark.parametrize(
    "words",
    [
        ("explain", LOG, "--event", "5", "--as", HOSTILE),
        ("explain", LOG, "--event", "5", "--why-not", HOSTILE),
        ("explain", LOG, "--event", "5", "--why-not", f"tuco Fire target={HOSTILE}"),
        ("replay", LOG, "--kind", HOSTILE),
        ("what-if", LOG, "--ruling", HOSTILE),
        ("spec", "show", HOSTILE),
        ("demo", "--variant", HOSTILE),
        ("audit", HOSTILE.replace("\n", "")),
    ],
)
def test_an_error_of_the_command_line_is_short_and_printable(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(colt, list(words))
    assert done.exit_code == 2
    assert len(done.output) < 10_000
    assert all(line.isprintable() for line in done.output.split("\n"))
