"""A case is read as it is written, or refused with everything that is wrong with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from colt_rules.commands import Fire
from colt_rules.conformance.cases.case import (
    Case,
    Expectation,
    Given,
    OptionsCheck,
    Rows,
    ViewCheck,
    command_data,
    event_pattern,
    read_case,
    read_cases,
)
from colt_rules.conformance.cases.yaml import Document
from colt_rules.log.codec import command_object
from colt_rules.modules import MODULES
from colt_rules.registry.errors import SpecError
from colt_rules.rules.editions import EDITIONS
from tests.conformance.made_up import BOARD, HIDDEN, HIT, changed_case, read, told

ALL_MODULES = ", ".join(MODULES)
WHERE = f"line 7 ({HIDDEN['id']})"


def refused(case: dict[str, Any] = HIDDEN, **changes: Any) -> list[tuple[str, str]]:
    """The problems of a case: where in it, and what was expected."""
    with pytest.raises(SpecError) as error:
        read(case, **changes)
    assert {problem.file for problem in error.value.problems} == {"topic.yaml"}
    assert all(problem.message.startswith(("expected", "BulletGiven: expected")) for problem in error.value.problems)
    return [(path.removeprefix(f"line 7 ({changes.get('id', case['id'])})."), what) for path, what in told(error.value)]


# --- reading


def test_a_case_is_read_with_all_it_says() -> None:
    checks = [
        {"refused": ["fire.target"]},
        {"id": "still-there", "state": {"figures": {"tuco": {"bullets": 6}}}},
        {"legal": {"of": "tuco", "are": ["Fire by tuco target=ghost"]}},
        {"legal": {"of": "chance", "rows": {"what": "deck", "subject": "tuco", "items": ["a"], "count": 1}}},
        {"view": {"of": "ghost", "shows": {"phase": "stealin"}}},
        {"cites": {"BulletGiven": ["fire.target"]}},
        {"events": ["...", "ActionTaken"]},
    ]
    assert read(then=checks, without=["fire.target"]) == Case(
        id=HIDDEN["id"],
        title=HIDDEN["title"],
        clauses=("fire.roof.line-of-sight",),
        without=("fire.target",),
        editions=("ru-full",),
        modules=("base",),
        given=Given(board=BOARD, pile=("tuco-fire", "ghost-move")),
        when=("Fire by tuco target=cheyenne",),
        then=(
            Expectation(refused=("fire.target",)),
            Expectation(id="still-there", state={"figures": {"tuco": {"bullets": 6}}}),
            Expectation(legal=OptionsCheck(of="tuco", are=("Fire by tuco target=ghost",))),
            Expectation(legal=OptionsCheck(of="chance", rows=Rows(what="deck", subject="tuco", items=("a",), count=1))),
            Expectation(view=ViewCheck(of="ghost", shows={"phase": "stealin"})),
            Expectation(cites={"BulletGiven": ("fire.target",)}),
            Expectation(events=("...", "ActionTaken")),
        ),
    )


def test_a_case_that_names_no_clauses_exercises_the_one_in_its_id() -> None:
    case = read_case(Document(HIDDEN | {"clauses": []}, "f", 1))
    assert case.clauses == (case.id.partition("/")[0],)


def test_a_case_that_names_no_modules_is_of_the_base_game() -> None:
    data = {key: HIDDEN[key] for key in HIDDEN if key != "modules"}
    assert read_case(Document(data, "topic.yaml", 7)).modules == ("base",)


def test_a_check_is_known_by_its_kind_and_whom_it_is_about_unless_it_has_an_id() -> None:
    checks = read(
        then=[
            {"refused": ["fire.target"]},
            {"legal": {"of": "tuco", "are": []}},
            {"view": {"of": "ghost", "shows": {"phase": "stealin"}}},
            {"id": "the-other", "view": {"of": "ghost", "shows": {"neutral": 13}}},
        ]
    ).then
    assert [check.name for check in checks] == ["refused", "legal-tuco", "view-ghost", "the-other"]


def test_nothing_may_be_legal_for_somebody_and_nothing_may_be_there() -> None:
    checks = read(then=[{"legal": {"of": "doc", "are": []}}, {"state": {"round": {"current": None}}}]).then
    assert checks[0].legal == OptionsCheck(of="doc", are=())
    assert checks[1].state == {"round": {"current": None}}


def test_a_ruling_stands_where_a_clause_can() -> None:
    ruling = "ruling.secrecy.hands"
    assert read(id=f"{ruling}/x", clauses=[ruling], without=["fire.target"]).clauses == (ruling,)


@pytest.mark.parametrize("command", [{"type": "Fire"}, ["Fire"], None, 5, {"type": "Fire", "actor": "tuco", "v": 1}])
def test_a_command_that_is_no_text_is_sent_as_it_stands(command: Any) -> None:
    assert command_data(read(when=[command]).when[0], "ru-full", ("base",)) == command


def test_a_spoken_command_is_sent_as_the_wire_has_it() -> None:
    assert command_data("Fire by tuco target=ghost", "ru-full", ("base",)) == command_object(Fire("tuco", "ghost"))


@pytest.mark.parametrize(
    ("event", "meant"),
    [
        ("BulletGiven", ("BulletGiven", {})),
        ({"BulletGiven": {"left": 5}}, ("BulletGiven", {"left": 5})),
        ({"BulletGiven": {}, "CardRevealed": {}}, ("", {})),
        (7, ("", {})),
    ],
)
def test_an_event_is_a_type_or_a_type_with_fields(event: Any, meant: Any) -> None:
    assert event_pattern(event) == meant


# --- refused forms


@pytest.mark.parametrize("name", ["title", "given", "when"])
def test_a_field_that_is_missing_is_told(name: str) -> None:
    data = {key: HIDDEN[key] for key in HIDDEN if key != name}
    with pytest.raises(SpecError) as error:
        read_case(Document(data, "topic.yaml", 7))
    ((path, what),) = told(error.value)
    assert path == f"{WHERE}.{name}"
    assert what.startswith("expected")
    assert what.endswith("got nothing")


def test_a_case_without_an_id_is_told_by_its_line() -> None:
    data = {key: HIDDEN[key] for key in HIDDEN if key != "id"}
    with pytest.raises(SpecError, match=r"^topic.yaml: line 7.id: expected a text, got nothing$"):
        read_case(Document(data, "topic.yaml", 7))
    for other in ([HIDDEN], None, "a case"):
        with pytest.raises(SpecError, match="line 7: expected a table with id, title"):
            read_case(Document(other, "topic.yaml", 7))


@pytest.mark.parametrize(
    ("changes", "where", "what"),
    [
        ({"note": "x"}, "note", "expected one of the keys id, title"),
        ({"title": 5}, "title", "expected a text, got the number 5"),
        ({"clauses": "fire.target"}, "clauses", "expected a list"),
        ({"when": "Fire by tuco target=doc"}, "when", "expected a list"),
        ({"given": {"board": BOARD, "neutral": "13"}}, "given.neutral", "expected a whole number"),
        ({"given": {"board": BOARD, "powers": "no"}}, "given.powers", 'got the text "no"'),
        ({"given": {"board": BOARD, "bullets": {"tuco": "1"}}}, "given.bullets.tuco", "expected a whole number"),
        ({"given": {"board": BOARD, "players": 4}}, "given.players", "expected one of the keys board"),
        ({"given": {"events": [5]}}, "given.events[0]", "expected a table"),
        ({"then": [{"state": 5}]}, "then[0].state", "expected a table"),
        ({"then": [{"view": {"shows": {"phase": "over"}}}]}, "then[0].view.of", "expected a text, got nothing"),
        ({"then": [{"legal": {"are": []}}]}, "then[0].legal.of", "expected a text, got nothing"),
        ({"then": [{"refuse": ["fire.target"]}]}, "then[0].refuse", "expected one of the keys id, events"),
    ],
)
def test_a_value_of_another_kind_is_told(changes: dict[str, Any], where: str, what: str) -> None:
    ((path, message),) = refused(**changes)
    assert path == where
    assert what in message


# --- refused content


@pytest.mark.parametrize(
    ("changes", "where", "what"),
    [
        ({"id": "fire.target"}, "id", "expected clause.id/words-with-hyphens, got 'fire.target'"),
        ({"id": "fire.target/Two Words"}, "id", "expected clause.id/words-with-hyphens"),
        ({"id": "fire.taget/x"}, "id", "expected a clause or ruling before the slash, got 'fire.taget/x'"),
        ({"title": "Nobody is hit."}, "title", "without a full stop; got 'Nobody is hit.'"),
        ({"title": " "}, "title", "expected a fact in words"),
        ({"id": "fire.target/x"}, "id", "expected one of its clauses before the slash, got 'fire.target/x'"),
        ({"clauses": ["fire.taget"]}, "clauses", "expected the id of a clause or ruling, got 'fire.taget'"),
        ({"without": ["fire.taget"]}, "without", "expected the id of a clause or ruling, got 'fire.taget'"),
        ({"without": HIDDEN["clauses"]}, "without", "got fire.roof.line-of-sight, which is among the clauses"),
        ({"editions": ["ru-half"]}, "editions", f"expected one of {', '.join(EDITIONS)}, got 'ru-half'"),
        ({"modules": []}, "modules", f"expected at least one of {ALL_MODULES}, got none"),
        ({"modules": ["airships"]}, "modules", f"expected one of {ALL_MODULES}, got 'airships'"),
        ({"given": {}}, "given", "expected one of board, commands, events; got none"),
        ({"given": {"board": BOARD, "commands": []}}, "given", "got board and commands"),
        ({"given": {"board": BOARD, "events": []}}, "given", "got board and events"),
        ({"given": {"commands": [], "events": []}}, "given", "got commands and events"),
        ({"given": {"commands": [], "pile": ["tuco-fire"]}}, "given", "got options that go with a board"),
        ({"given": {"events": [], "hands": {}}}, "given", "expected nothing but events"),
        ({"given": {"commands": [], "number": 2}}, "given", "expected nothing but commands"),
        ({"given": {"board": "roof | tuco |\ninside | M |"}}, "given.board", "expected a row `car`"),
        ({"given": {"commands": ["Start"]}}, "given.commands[0]", "expected a command such as"),
        ({"when": ["Fire by tuco"]}, "when[0]", "expected target=..., got 'Fire by tuco'"),
        ({"when": ["Shoot by tuco at=doc"]}, "when[0]", "its type one of "),
    ],
)
def test_what_makes_no_sense_is_told(changes: dict[str, Any], where: str, what: str) -> None:
    with pytest.raises(SpecError) as error:
        read(**changes)
    ((path, message),) = told(error.value)
    assert path == f"line 7 ({changes.get('id', HIDDEN['id'])}).{where}"
    assert what in message


@pytest.mark.parametrize(
    ("check", "name"),
    [
        ({"events": []}, "events"),
        ({"events": ["..."]}, "events"),
        ({"events": ["...", "..."]}, "events"),
        ({"refused": []}, "refused"),
        ({"legal": {"of": "tuco"}}, "legal-tuco"),
        ({"legal": {"of": "tuco", "include": [], "exclude": []}}, "legal-tuco"),
        ({"state": {}}, "state"),
        ({"state": {"figures": {}}}, "state"),
        ({"state": {"phase": "over", "figures": {"tuco": {}}}}, "state"),
        ({"view": {"of": "tuco", "shows": {}}}, "view-tuco"),
        ({"view": {"of": "tuco", "shows": {"seats": {"tuco": {}}}}}, "view-tuco"),
        ({"cites": {}}, "cites"),
    ],
)
def test_an_expectation_that_always_holds_is_reported(check: dict[str, Any], name: str) -> None:
    assert refused(then=[check]) == [
        (f"then[{name}]", f"expected content for {name.partition('-')[0]}, got an empty expectation")
    ]


@pytest.mark.parametrize(
    ("check", "where", "what"),
    [
        ({}, "then[0]", "expected one of events, refused, legal, state, view, cites; got none"),
        ({"id": "lonely"}, "then[lonely]", "got none"),
        ({"state": None}, "then[0]", "got none"),
        ({"refused": ["fire.target"], "state": {"phase": "over"}}, "then[refused-state]", "got refused and state"),
        ({"id": "Two Words", "refused": ["fire.target"]}, "then[Two Words]", "expected an id in words with hyphens"),
        ({"refused": ["fire.taget"]}, "then[refused]", "expected the id of a clause or ruling, got 'fire.taget'"),
        ({"cites": {"BulletGiven": ["fire.taget"]}}, "then[cites]", "expected the id of a clause or ruling"),
        ({"cites": {"BulletGven": ["fire.target"]}}, "then[cites]", "expected an event type, got 'BulletGven'"),
        ({"events": ["BulletGven"]}, "then[events]", "an event type or {Type: {field: value}}; got 'BulletGven'"),
        ({"events": [{"BulletGven": {}}]}, "then[events]", "an event type or {Type: {field: value}}"),
        ({"events": [{"BulletGiven": {}, "CardRevealed": {}}]}, "then[events]", "an event type or"),
        ({"events": [5]}, "then[events]", "got 5"),
        (
            {"events": [{"BulletGiven": {"at": "tuco"}}]},
            "then[events]",
            "bullet, left, seat, shooter, target; got 'at'",
        ),
        ({"events": [{"BulletGiven": None}]}, "then[events]", "got '(no fields)'"),
        ({"legal": {"of": "tuco", "are": ["Fire"]}}, "then[legal-tuco].are[0]", "expected a command such as"),
        ({"legal": {"of": "tuco", "include": ["Fire"]}}, "then[legal-tuco].include[0]", "expected a command"),
        ({"legal": {"of": "tuco", "exclude": ["Fire"]}}, "then[legal-tuco].exclude[0]", "expected a command"),
        (
            {"legal": {"of": "tuco", "are": [], "exclude": ["DrawCards by tuco"]}},
            "then[legal-tuco]",
            "expected `are`, or `include` and `exclude`, or `rows`; got several of them",
        ),
        (
            {"legal": {"of": "chance", "are": [], "rows": {"what": "deck", "items": [], "count": 1}}},
            "then[legal-chance]",
            "got several of them",
        ),
    ],
)
def test_a_check_that_makes_no_sense_is_told(check: dict[str, Any], where: str, what: str) -> None:
    ((path, message),) = refused(then=[check])
    assert path == where
    assert what in message


def test_a_case_checks_something() -> None:
    assert refused(then=[]) == [("then", "expected at least one check, got none")]


@pytest.mark.parametrize(
    "check",
    [
        {"refused": ["fire.target"]},
        {"events": ["CardRevealed"]},
        {"cites": {"CardRevealed": ["fire.target"]}},
        {"state": {"phase": "stealin"}},
    ],
)
def test_a_check_of_the_last_command_needs_a_command(check: dict[str, Any]) -> None:
    ((_, message),) = refused(when=[], then=[check])
    assert message == "expected a command in `when` for this check, got none"
    assert read(when=[], then=[{"legal": {"of": "tuco", "are": []}}]).when == ()


def test_each_check_has_an_id_of_its_own() -> None:
    twice: list[dict[str, Any]] = [{"state": {"phase": "over"}}, {"state": {"neutral": 13}}]
    found = refused(then=twice)
    assert [path for path, _ in found] == ["then[state]", "then[state]"]
    assert "write `id: words` beside the kind" in found[0][1]
    assert len(read(then=[twice[0], {"id": "neutral", **twice[1]}]).then) == 2


@pytest.mark.parametrize("id", ["fold", "clauses", "view-clauses", "refused.clauses", "view-tuco.hidden"])
def test_no_check_takes_the_id_of_one_that_is_derived(id: str) -> None:
    ((path, message),) = refused(then=[{"id": id, "state": {"phase": "over"}}])
    assert path == f"then[{id}]"
    assert message.startswith("expected an id")


# --- all at once


def test_everything_that_is_wrong_is_told_at_once() -> None:
    found = refused(
        title="Nobody.",
        clauses=["fire.taget"],
        editions=["ru-half"],
        given={},
        when=["Fire"],
        then=[{}, {"state": {}}, {"refused": ["x"]}],
    )
    assert [path for path, _ in found] == [
        *("title", "clauses", "editions", "given", "when[0]"),
        *("then[0]", "then[state]", "then[refused]"),
    ]


def test_the_faults_of_all_cases_of_a_file_are_told_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "topic.yaml"
    cases = [changed_case(title="A."), HIT, changed_case(HIT, modules=["airships"])]
    path.write_text("# Fire\n---\n" + "\n---\n".join(map(json.dumps, cases)), encoding="utf-8")
    with pytest.raises(SpecError) as error:
        read_cases(path)
    assert [(problem.file, problem.path) for problem in error.value.problems] == [
        (path.as_posix(), f"line 3 ({HIDDEN['id']}).title"),
        (path.as_posix(), f"line 7 ({HIT['id']}).modules"),
    ]


def test_the_cases_of_a_file_come_in_order_each_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "topic.yaml"
    path.write_text("\n---\n".join(map(json.dumps, [HIDDEN, HIT])), encoding="utf-8")
    assert [(one.case, one.file, one.line) for one in read_cases(path)] == [
        (read(HIDDEN), path.as_posix(), 1),
        (read(HIT), path.as_posix(), 3),
    ]
