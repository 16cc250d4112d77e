"""What the README and the pages of the modules say is enough to write a fold, and it is what the code does."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from colt_rules import modules
from colt_rules.commands import Deal
from colt_rules.events import EVENTS, BanditMoved, GameEnded
from colt_rules.kernel import awaiting, evolve
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.entries import EventEntry, Recording
from colt_rules.log.lines import read_lines
from colt_rules.log.schemas import schemas, vocabularies
from colt_rules.model.names import CHANCE
from colt_rules.model.state import NEW
from colt_rules.modules import MODULES
from colt_rules.players.kept_games import states
from colt_rules.rules.boxes import CARS, CHARACTERS, ROUND_CARDS
from tests.logs import end_of_kept

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "events" / "games"
README = (ROOT / "events" / "README.md").read_text(encoding="utf-8")
PAGES = {
    MODULES[0]: README,
    **{name: (ROOT / "events" / "modules" / f"{name}.md").read_text(encoding="utf-8") for name in MODULES[1:]},
}
"""By module, in order: the page about its events and commands."""
INDEX: dict[str, dict[str, Any]] = json.loads((GAMES / "index.json").read_bytes())


def section(heading: str, page: str = README) -> str:
    """The text below a heading; nothing if a page has no such heading."""
    (text,) = re.findall(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL) or [""]
    return str(text)


def rows(heading: str) -> list[list[str]]:
    """The tables below a heading of all pages, without their heads."""
    tables = [[line for line in section(heading, page).splitlines() if line[:1] == "|"][2:] for page in PAGES.values()]
    return [[cell.strip() for cell in line.strip("|").split("|")] for table in tables for line in table]


def code(cell: str) -> list[str]:
    """What stands in code in a cell."""
    return re.findall("`([^`]+)`", cell)


CHANGES = {code(event)[0]: change for event, change in rows("What each event changes")}


@pytest.fixture(scope="module")
def logs() -> dict[str, Recording]:
    return {name: read_lines(GAMES / f"{name}.jsonl") for name in INDEX}


@pytest.fixture(scope="module")
def texts() -> set[str]:
    """Every text in the lines of the kept games."""
    return {
        text
        for path in GAMES.glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
        for text in re.findall('"([^"]*)"', line)
    }


# --- the fold


def test_a_page_has_every_event_of_its_module_once() -> None:
    homes = {name: module for module, part in modules.parts("events") for name in part.EVENTS}
    for module, page in PAGES.items():
        told = re.findall(r"^\| `(\w+)` \|", section("What each event changes", page), re.MULTILINE)
        assert told == [name for name in EVENTS if homes.get(name, MODULES[0]) == module], module


def test_nothing_else_has_a_page() -> None:
    assert {path.stem for path in (ROOT / "events" / "modules").iterdir()} == PAGES.keys() - {MODULES[0]}


def test_a_page_says_how_the_first_event_finds_the_record() -> None:
    found = {name: re.findall("```json\n(.*?)```", section("The record", PAGES[name]), re.DOTALL) for name in MODULES}
    told = {name: json.loads(block) for name, (block,) in ((name, blocks) for name, blocks in found.items() if blocks)}
    assert told == {name: {modules.field_of(name): to_data(part.ADDED())} for name, part in modules.parts("model")}


def test_the_table_names_fields_that_there_are() -> None:
    """In italics only fields of the event; in code, before a dot or an index, only fields of the state."""
    schema = schemas()["state.json"]
    fields = {part["title"]: part["properties"] for part in (schema, *schema["$defs"].values())}
    for name, change in CHANGES.items():
        given = {field.name for field in attrs.fields(EVENTS[name])}
        assert set(re.findall(r"\*(\w+)\*", change)) <= given, name
        for key in re.findall(r"\[(\w+)\]", change):
            assert key in given, name
        for path in code(change):
            top, *below = re.sub(r"\[\w+\]", "", path).split(".")
            if below:
                assert top in fields["Game"], path
                records = (
                    "Options",
                    "Round",
                    "Figure",
                    "Cards",
                    *(part.ADDED.__name__ for _, part in modules.parts("model")),
                )
                assert below[0] in {name for record in records for name in fields[record]}, path


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.thorough
def test_the_kept_games_prove_every_change(
    name: str, logs: dict[str, Recording], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fold that forgets what this event changes disagrees with a kept game, unless it changes nothing."""
    monkeypatch.setitem(EVOLVE, EVENTS[name], lambda game, event: game)
    with_it = [game for game, log in logs.items() if any(entry.type == name for entry in log.events)]
    assert with_it
    assert any(disagrees(game, logs[game]) for game in with_it) != CHANGES[name].startswith("nothing")


def disagrees(game: str, log: Recording) -> bool:
    """Whether the states of a log are not the kept ones; the fold stops at the first that is not."""
    try:
        return any(now != then for now, then in zip(states(log), INDEX[game]["states"], strict=True))
    except (LookupError, ValueError):
        return True


def test_the_empty_state_is_the_kept_one() -> None:
    (block,) = re.findall("```json\n(.*?)```", section("The empty state"), re.DOTALL)
    assert json.loads(block) == json.loads((GAMES / "new.state.json").read_bytes())


# --- canonical JSON


@pytest.mark.thorough
def test_the_expression_for_canonical_json_gives_every_line_and_state() -> None:
    (expression,) = re.findall(r"^    (json\.dumps\(.*)$", README, re.MULTILINE)
    odd = {"b": "".join(map(chr, (*range(256), 0x2028, 0x1F600))), "a": [True, None, -1]}
    assert eval(expression, {"json": json, "value": odd}) == to_json(odd)
    for path in GAMES.glob("*.jsonl"):
        for line in (*path.read_bytes().splitlines(), to_json(end_of_kept(path.stem))):
            value = json.loads(line)
            assert eval(expression, {"json": json, "value": value}) == line
            assert all(key.isascii() for key in keys(value))
            assert all(abs(number) <= 2**53 for number in numbers(value))


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for below in parts(value):
        yield from keys(below)


def numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    for below in parts(value):
        yield from numbers(below)


def parts(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []


# --- ids


def test_ids_are_formed_as_the_table_says(logs: dict[str, Recording]) -> None:
    told: dict[str, list[str]] = {}
    for what, form, _ in rows("Ids"):
        told.setdefault(what, []).extend(code(form))
    bandits, cars = "|".join(CHARACTERS), "|".join(("locomotive", *CARS))
    places, kinds = ("|".join(map(re.escape, told[what])) for what in ("place", "token"))
    actions = "|".join(vocabularies()["ActionTaken.action"])
    others = "marshal-bullet-[a-z-]+|neutral-bullet"
    forms = {
        "card": rf"({bandits}|marshal)-({actions})(-plus)?|({bandits})-bullet-[1-6]|{others}",
        "place": rf"({cars})\.(inside|roof)|{places}",
        "token": rf"({kinds})-[1-9][0-9]*|purse-({bandits})",
        "round": r"[a-z-]+(\.(2-4|5-6|5-7))?",
    }
    seen: dict[str, set[str]] = {"card": set(), "place": set(), "token": set(), "round": set(ROUND_CARDS)}
    for name in logs:
        end = to_data(end_of_kept(name))
        held = [cards["hand"] + cards["deck"] + cards.get("discard", []) for cards in end["cards"].values()]
        seen["card"] |= {card for cards in held for card in cards}
        somewhere = {end["marshal"]} - {""}  # where a player is the Marshal, he is a figure
        seen["place"] |= {*somewhere, *end["floor"], *(figure["place"] for figure in end["figures"].values())}
        seen["token"] |= end["values"].keys()
    for kind, form in forms.items():
        assert len(seen[kind]) > 10
        untold = [each for each in seen[kind] if not re.fullmatch(form, each)]
        assert untold == [], f"tell of them in a table of ids in events/modules, in a row of {kind}"


def test_the_table_of_ids_lists_the_bandits_and_cars_and_only_true_examples(texts: set[str]) -> None:
    ids: dict[str, list[str]] = {}
    for what, _, examples in rows("Ids"):
        ids.setdefault(what, []).extend(code(examples))
    assert sorted(ids["bandit"]) == sorted(CHARACTERS)
    assert sorted(ids["car"]) == sorted(CARS)
    assert {example for examples in ids.values() for example in examples} <= texts


# --- words


def test_the_program_that_reads_the_schemas_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (program,) = re.findall("```python\n(.*?)```", README, re.DOTALL)
    made: dict[str, Any] = {}
    exec(program, made)
    fired = next(line for line in (GAMES / "sealed.jsonl").read_text("utf-8").splitlines() if '"type":"Fire"' in line)
    assert made["fired"].is_valid(json.loads(fired))
    assert not made["fired"].is_valid({**json.loads(fired), "data": {}})


def test_the_table_of_words_is_what_the_schemas_say() -> None:
    told = {field: tuple(code(words)) for fields, words in rows("Words") for field in code(fields)}
    assert told == vocabularies()


def test_words_written_in_the_rules_are_all_listed(logs: dict[str, Recording]) -> None:
    """Each way to move and each line of the score stands in the rules as a word, and comes up in a kept game."""
    known = vocabularies()
    calls = [
        (call.func.id, call.args)
        for path in (ROOT / "colt_rules" / "rules").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    ]
    hows = [args[-1] for name, args in calls if name in ("BanditMoved", "BanditStayed")]
    lines = [args[1] for name, args in calls if name == "ScoreLine"]
    assert {ast.literal_eval(how) for how in hows} == set(known["BanditMoved.how"])
    assert {ast.literal_eval(line) for line in lines} == set(known["ScoreLine.line"])
    events = [entry.event for log in logs.values() for entry in log.events]
    assert {each.how for each in events if isinstance(each, BanditMoved)} == set(known["BanditMoved.how"])
    scores = [line for each in events if isinstance(each, GameEnded) for line in each.lines]
    assert {score.line for score in scores} == set(known["ScoreLine.line"])


def test_the_words_of_the_kept_games_are_those_that_are_listed(logs: dict[str, Recording]) -> None:
    seen: dict[str, set[str]] = {field: set() for field in vocabularies()}
    for log in logs.values():
        game = NEW
        for entry in log.entries:
            if isinstance(entry, EventEntry):
                game = evolve(game, entry.event)
                for field in ("kind", "action", "happening"):
                    seen.get(f"{entry.type}.{field}", set()).add(getattr(entry.event, field, ""))
            else:
                seen["AwaitedView.kind"] |= {decision.kind for decision in awaiting(game)}
            seen["Game.phase"].add(game.phase)
    for field in ("Game.phase", "AwaitedView.kind", "TurnStarted.kind", "HappeningStarted.happening"):
        assert seen[field] == set(vocabularies()[field]), field
    assert seen["ActionTaken.action"] == set(vocabularies()["ActionTaken.action"]) >= seen["ActionIdle.action"]


VALUES = ("purses", "jewels", "strongboxes", "mailbags", "prison-purses", "prison-jewels", "coach-strongbox")
"""The draws of tokens: what comes is what each of them is worth."""


def test_chance_is_told_what_the_table_says(logs: dict[str, Recording]) -> None:
    deals = [given.command for log in logs.values() for given in log.commands if isinstance(given.command, Deal)]
    assert {deal.what for deal in deals} == set(vocabularies()["Deal.what"])
    for deal in deals:
        assert bool(deal.subject) == (deal.what in ("deck", "discard", "searched-deck", "cylinder"))
        values = deal.what in VALUES
        assert any(each.startswith("$") for each in deal.outcome) == values
        assert not values or all(each.startswith("$") for each in deal.outcome)


SUBJECTS = {
    "an empty text": "",
    "the seat whose cards are shuffled; the actor is `chance`": "seat",
    "the seat, which is the actor": "actor",
    "the figure that acts; the actor is the seat of its player": "figure",
    "the cylinder that is loaded; the actor is `chance`": "cylinder",
}


def test_the_subject_of_a_decision_is_what_the_table_says(logs: dict[str, Recording]) -> None:
    kinds = {kind: SUBJECTS[subject] for words, subject in rows("What a decision is about") for kind in code(words)}
    assert set(kinds) == set(vocabularies()["AwaitedView.kind"])
    for log in logs.values():
        game = NEW
        for entry in log.entries:
            if isinstance(entry, EventEntry):
                game = evolve(game, entry.event)
                continue
            for open_ in awaiting(game):
                match kinds[open_.kind]:
                    case "":
                        assert open_.subject == ""
                    case "seat":
                        assert (open_.actor, open_.subject in game.options.seats) == (CHANCE, True)
                    case "actor":
                        assert open_.subject == open_.actor
                    case "cylinder":
                        assert (open_.actor, open_.subject in ("left", "right")) == (CHANCE, True)
                    case "figure":
                        assert game.figures[open_.subject].seat == open_.actor


ORDER = (
    *("warrants", "special-goals", "goals", "cylinder", "partners", "train", "purses", "jewels", "strongboxes"),
    *("mailbags", "prison-purses", "prison-jewels", "prisoners", "coach-strongbox"),
    *("hostages", "flasks", "round-cards", "station", "first-player", "rearmost"),
)


def test_the_set_up_is_dealt_in_the_order_of_the_list(logs: dict[str, Recording]) -> None:
    for log in logs.values():
        dealt = [given.command.what for given in log.commands if isinstance(given.command, Deal)]
        setup = [what for what in dealt if what in ORDER]
        assert setup == sorted(setup, key=ORDER.index)
        assert dealt[: len(setup)] == setup


def test_the_lines_of_the_score_come_in_the_order_of_the_list(logs: dict[str, Recording]) -> None:
    kinds = {line: number for number, line in enumerate(vocabularies()["ScoreLine.line"])}
    kinds["ransom"] = kinds["tokens"]  # each bandit's after its tokens
    by_seat = {number for line, number in kinds.items() if line not in ("gunslinger", "shared-loot")}
    for log in logs.values():
        seats = log.header.seats
        for event in (entry.event for entry in log.events):
            if isinstance(event, GameEnded):
                order = [kinds[line.line] for line in event.lines]
                assert order == sorted(order)
                for number in by_seat:
                    owners = [seats.index(line.seat) for line in event.lines if kinds[line.line] == number]
                    assert owners == sorted(owners)
