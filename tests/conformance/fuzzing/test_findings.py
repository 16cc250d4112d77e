"""A difference as a case file: its clauses, and the smallest expectation that distinguishes the engines."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from colt_rules.conformance.cases.case import Given
from colt_rules.conformance.cases.suite import load_file
from colt_rules.conformance.cases.yaml import parse_documents
from colt_rules.conformance.fuzzing.findings import case_data, case_file, clauses_of
from colt_rules.conformance.fuzzing.pair import EngineDifference
from colt_rules.conformance.fuzzing.shrinking import Reproduction, ShrunkDifference

BOARD = """\
car    |   | baggage | dining    | mail |
roof   |   | tuco    | ghost doc |      |
inside | M |         |           |      |
"""
GIVEN = Given(board=BOARD, pile=("tuco-fire", "ghost-move"), seats=("tuco", "ghost", "doc"))
FIRE = {"type": "Fire", "actor": "tuco", "target": "ghost"}
AT_NOBODY = {"type": "Fire", "actor": "tuco", "target": "tuco"}


def found(
    kind: str, commands: tuple[Any, ...] = (), subject: str = "", expected: Any = None, got: Any = None
) -> ShrunkDifference:
    difference = EngineDifference(kind, subject, f"{kind} differs", expected, got)
    return ShrunkDifference(difference, Reproduction(GIVEN, commands, "ru-full", ("base",)), 11, 70, 5)


def events(*types: str) -> list[Any]:
    return [{"type": type, "v": 1, "data": {}} for type in types]


TAKEN = {"type": "ActionTaken", "v": 1, "data": {"bandit": "tuco", "action": "fire"}}
CASES = {
    "events": found("events", (FIRE,), expected=[TAKEN, *events("BulletGiven")], got=[TAKEN]),
    "verdict": found("verdict", (AT_NOBODY,), got={"type": "accepted", "seq": 1}),
    "legal": found("legal", (), "tuco", {"actor": "tuco", "are": [FIRE]}, {"commands": []}),
    "state": found("state", (FIRE,), "", {"neutral": 13, "marshal": "x"}, {"neutral": 12, "marshal": "x"}),
    "crash": found("crash", (FIRE,)),
}


@pytest.mark.parametrize("kind", CASES)
def test_the_file_is_a_case_that_loads(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "found.yaml"
    path.write_text(case_file(CASES[kind], "node engine.mjs"), encoding="utf-8")
    (run,) = load_file(path).runs
    assert run.case.id.endswith(f"/found-by-fuzzing-{kind}-11")
    assert run.case.given.board == BOARD
    assert tuple(run.commands) == CASES[kind].scene.commands


@pytest.mark.parametrize("kind", CASES)
def test_the_file_says_where_it_comes_from_and_what_the_clauses_say(kind: str) -> None:
    lines = case_file(CASES[kind], "node engine.mjs").splitlines()
    assert lines[0] == "# Found by `colt conformance fuzz` against node engine.mjs, in the game of seed 11."
    assert lines[1] == f"# {kind}: {kind} differs"
    assert {line.split(":")[0].removeprefix("#   ") for line in lines if line.startswith("#   ")} == set(
        clauses_of(CASES[kind])
    )


def test_events_are_about_the_clauses_of_the_first_that_differs() -> None:
    assert "fire.bullet-given" in clauses_of(CASES["events"])


def test_the_file_tells_phase_and_open_decision_of_the_position() -> None:
    for kind in ("legal", "verdict"):
        assert "# Position: phase stealin, open: tuco (fire)." in case_file(CASES[kind], "node").splitlines()


def test_under_a_house_rule_the_agreed_answer_is_told() -> None:
    given = Given(
        board=BOARD.replace("ghost doc", "belle").replace("|      |\ni", "| doc  |\ni"),
        pile=("tuco-fire", "doc-move"),
        seats=("tuco", "belle", "doc"),
        rulings=("ruling.belle.blocks-sight=transparent",),
    )
    past = {"type": "Fire", "actor": "tuco", "target": "doc"}
    for house_rules in ((), given.rulings):
        scene = Reproduction(evolve(given, rulings=house_rules), (past,), "ru-full", ("base",))
        text = case_file(
            ShrunkDifference(EngineDifference("verdict", "", "it differs", None, {}), scene, 1, 2, 2), "node"
        )
        answers = [line for line in text.splitlines() if "ruling.belle.blocks-sight:" in line]
        assert all(("(agreed: transparent)" in line) == bool(house_rules) for line in answers)
        assert answers or house_rules


def test_a_refusal_is_about_the_clauses_that_forbid() -> None:
    assert case_data(CASES["verdict"])["then"] == [{"refused": list(clauses_of(CASES["verdict"]))}]


def test_what_can_be_chosen_is_about_the_choices_that_one_engine_lacks() -> None:
    assert "fire.target" in clauses_of(CASES["legal"])
    assert case_data(CASES["legal"])["then"] == [{"legal": {"of": "tuco", "are": ["Fire by tuco target=ghost"]}}]


def test_of_a_position_only_what_differs_is_told() -> None:
    assert case_data(CASES["state"])["then"] == [{"state": {"neutral": 13}}]


def test_of_a_view_only_the_seat_that_differs_is_told() -> None:
    seats = [{"seat": "tuco", "hand": 6}, {"seat": "ghost", "hand": 6}]
    other = [{"seat": "tuco", "hand": 5}, {"seat": "ghost", "hand": 6}]
    view = found("view", (), "doc", {"seats": seats, "phase": "stealin"}, {"seats": other, "phase": "stealin"})
    assert case_data(view)["then"] == [{"view": {"of": "doc", "shows": {"seats": {"tuco": {"hand": 6}}}}}]


def test_defaults_are_left_out_of_the_position() -> None:
    assert set(case_data(CASES["legal"])["given"]) == {"board", "pile", "seats"}


def test_commands_are_spoken_and_malformed_ones_are_objects() -> None:
    odd = found("verdict", ({"type": "Fire", "actor": 3},), got={"type": "accepted", "seq": 1})
    assert case_data(CASES["events"])["when"] == ["Fire by tuco target=ghost"]
    assert case_data(odd)["when"] == [{"type": "Fire", "actor": 3}]


def test_the_board_is_written_as_it_is_drawn() -> None:
    text = case_file(CASES["events"], "x")
    assert all(f"    {row}\n" in text for row in BOARD.splitlines())
    (document,) = parse_documents(text, "found.yaml")
    assert document.data["given"]["board"] == BOARD
