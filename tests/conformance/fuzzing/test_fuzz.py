"""Fuzzing finds a wrong reading of a rule and leaves nothing unneeded in the position."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.cases.board import FEWEST_CARS
from colt_rules.conformance.cases.suite import load_file
from colt_rules.conformance.fuzzing.findings import case_file, clauses_of
from colt_rules.conformance.fuzzing.fuzz import Cause, FuzzEffort, Known, fuzz
from colt_rules.conformance.fuzzing.pair import EngineDifference, EnginePair
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.playing import Totals, play
from colt_rules.conformance.fuzzing.shrinking import ShrunkDifference, differs, shrink
from colt_rules.conformance.fuzzing.sketch import Sketch
from colt_rules.conformance.fuzzing.sketching import board_of, commands_of, given_of, is_drawable, take_apart
from colt_rules.conformance.running.causes import shape_of
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.expectations import Expected
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import Status
from colt_rules.conformance.running.runner import Conversation
from colt_rules.rules.base.table import FEWEST_PLAYERS
from tests.conformance.fuzzing.supporting import altered, supporting

pytestmark = pytest.mark.thorough

SECONDS = 600.0
"""More than the games of any test take, however busy the machine is: the time limit has a test of its own."""


def found_in(command: str, seed: int = 0, games: int = 3, timeout: float = 10.0) -> ShrunkDifference | None:
    return next(all_found(command, FuzzEffort(seed, games, SECONDS), Known(), timeout), None)


def all_found(command: str, effort: FuzzEffort, known: Known, timeout: float = 10.0) -> Iterator[ShrunkDifference]:
    return fuzz(Adapter(command, timeout=timeout), effort, known, lambda *_: None)


def test_the_reference_never_differs_from_itself() -> None:
    played: list[tuple[int, int, int, int]] = []

    def progress(number: int, counted: Totals) -> None:
        played.append((number, counted.games, counted.ended, counted.boards))

    assert list(fuzz(Adapter(reference()), FuzzEffort(40, 2, SECONDS, boards=6), Known(), progress)) == []
    (first, second) = played
    assert (first[:3], second[:3]) == ((1, 1, 1), (2, 2, 2))
    assert 0 < first[3] < second[3] <= 12


MUTANTS = [
    ("marshal.meeting.flight/into-the-next-car", "events", 3),
    ("marshal.meeting.neutral-bullet/into-the-hand", "state", 3),
    ("punch.loot.purse-unseen/the-puncher-looks", "view", 15),
    ("ruling.command.form/any-player-may-answer", "cites", 2),
]
"""A wrong reading, the kind of difference, and the seed of a game that shows it early, with some forty pieces."""


@pytest.mark.parametrize(("mutant", "kind", "seed"), MUTANTS)
def test_a_wrong_reading_is_found_shrunk_and_written_as_a_case(
    mutant: str, kind: str, seed: int, tmp_path: Path
) -> None:
    command = supporting(tmp_path, reference(mutant=mutant))
    found = found_in(command, seed)
    assert found is not None
    assert (found.difference.kind, found.game) == (kind, seed)
    assert found.left < found.pieces / 3
    assert unneeded(command, found) == []
    assert mutant.partition("/")[0] in clauses_of(found)
    assert verdicts(tmp_path, found, command) == (Status.PASS, Status.FAIL)


def verdicts(folder: Path, found: ShrunkDifference, command: str) -> tuple[Status, Status]:
    """The result of the written case for the reference, and for the engine of this command."""
    path = folder / "found.yaml"
    path.write_text(case_file(found, command), encoding="utf-8")
    runs = load_file(path).runs
    (right,), (wrong,) = (list(Conversation(Adapter(each), runs, 1, "")) for each in (reference(), command))
    return right.status, wrong.status


def unneeded(command: str, found: ShrunkDifference) -> list[str]:
    """The pieces of the smallest position without which the engines still differ in the same way."""
    whole = take_apart(found.scene.position, found.scene.commands)
    assert whole is not None
    with closing(EnginePair(Adapter(command))) as pair:
        smaller = [(piece, without(whole, [piece])) for piece in pieces(whole)]
        return [
            " ".join(piece)
            for piece, less in smaller
            if given_of(less) != given_of(whole) or less.commands != whole.commands
            if len(pieces(less)) <= len(pieces(whole))
            if parts(pair, less, found.difference)
        ]


def parts(pair: EnginePair, of: Sketch, difference: EngineDifference) -> bool:
    if not is_drawable(of) or len(of.standing) < FEWEST_PLAYERS or len(of.cars) < FEWEST_CARS:
        return False
    try:
        game = board_of(of)
    except (LookupError, ValueError):
        return False
    told = differs(pair, game, commands_of(of), difference)
    return told is not None and told.kind == difference.kind


def test_a_fault_in_the_set_up_is_told_from_the_beginning_at_the_smallest_table(tmp_path: Path) -> None:
    command = reference(mutant="setup.placement.inside/on-the-roofs")
    found = found_in(command)
    assert found is not None
    start = found.scene.commands[0]
    assert (start["type"], len(start["seats"]), start["powers"], start["happenings"]) == ("StartGame", 3, False, False)
    assert "setup.placement.inside" in clauses_of(found)
    assert verdicts(tmp_path, found, command) == (Status.PASS, Status.FAIL)


def test_the_same_seed_finds_the_same_and_leaves_what_the_fault_needs(tmp_path: Path) -> None:
    """A move along the roofs cannot reach the third one: that needs a bandit, a card, and a long enough train.

    Two more bandits are left, because no position has fewer than three.
    """
    command = supporting(tmp_path, reference(mutant="move.roof.one-to-three/one-or-two"))
    found = found_in(command, seed=3)
    assert found is not None
    assert found == found_in(command, seed=3)
    assert (found.difference.kind, found.game) == ("legal", 3)
    assert verdicts(tmp_path, found, command) == (Status.PASS, Status.FAIL)
    given = found.scene.given
    assert given.board is not None
    head, *rows = given.board.splitlines()
    words = [word for row in rows for cell in row.split("|")[1:] for word in cell.split()]
    assert len([word for word in words if word != "M"]) == FEWEST_PLAYERS
    assert head.count("|") == len(("locomotive", "first", "second", "third")) + 1
    assert len(given.pile) == 1
    assert found.scene.commands == ()


def test_it_goes_on_to_other_differences_and_the_seed_it_tells_brings_each_back(tmp_path: Path) -> None:
    command = forgetful(tmp_path)
    found = list(all_found(command, FuzzEffort(5, 2, SECONDS, 2), Known()))
    told = [(one.difference.kind, clauses_of(one)[0]) for one in found]
    assert len(told) == len(set(told)) > 1
    again = list(all_found(command, FuzzEffort(found[-1].game, 1, SECONDS, 2), Known()))
    assert told[-1] in [(one.difference.kind, clauses_of(one)[0]) for one in again]


SHORT_ROOFS = reference(mutant="move.roof.one-to-three/one-or-two")


@pytest.mark.parametrize(
    "id",
    [
        "move.roof.one-to-three/three-cars-ahead",
        "move.roof.one-to-three/found-by-fuzzing",
        "move.roof.one-to-three/found-by-fuzzing-legal-3",
    ],
)
def test_what_is_expected_to_fail_is_known(id: str, tmp_path: Path) -> None:
    """By an entry for a case of the suite, and by one for what fuzzing finds about a clause."""
    command = supporting(tmp_path, SHORT_ROOFS)
    known = Known({id: Expected(status=Status.FAIL, reason="issue 12")})
    found = list(all_found(command, FuzzEffort(2, 2, SECONDS, 3), known))
    assert [one.difference.kind for one in found if one.difference.kind == "legal"] == []
    assert known.met == {id: "issue 12"}


@pytest.mark.parametrize(
    "id",
    [
        "fire.target/found-by-fuzzing",
        "move.roof.one-to-three/found-by-fuzzing-view-3",
        "move.roof.one-to-three/not-down-inside",
    ],
)
def test_what_another_entry_expects_is_reported(id: str, tmp_path: Path) -> None:
    """The last has the same clause: what counts is whether the case fails in the same way."""
    known = Known({id: Expected(status=Status.FAIL, reason="no")})
    assert list(all_found(supporting(tmp_path, SHORT_ROOFS), FuzzEffort(2, 2, SECONDS, 1), known))
    assert known.met == {}


def test_a_second_fault_about_a_clause_is_seen_where_the_first_is_expected() -> None:
    """They look different: one is missing among the choices, the other is superfluous."""
    missing, listed = (
        EngineDifference("legal", "tuco", message, {}, {}) for message in ('missing {"type":"Fire"}', "x")
    )
    first, other = (Cause(shape_of(each.message), frozenset({"fire.target"})) for each in (missing, listed))
    assert first.is_of(first)
    assert not first.is_of(other)


def test_one_fault_is_reported_once_and_counted_from_there_on(tmp_path: Path) -> None:
    """Bullets that go into the hand show after everything that brings the Marshal to a bandit."""
    known = Known()
    command = supporting(tmp_path, reference(mutant="marshal.meeting.neutral-bullet/into-the-hand"))
    found = list(all_found(command, FuzzEffort(2, 4, SECONDS, 5), known))
    assert [one.difference.kind for one in found] == ["state"]
    assert known.again["cards.*.deck"] > 3


def test_no_position_is_outside_what_the_protocol_promises(tmp_path: Path) -> None:
    """This holds while games are played and while they shrink."""
    assert list(all_found(forgetful(tmp_path), FuzzEffort(2, 2, SECONDS, 2), Known()))
    for line in (tmp_path / "seen.txt").read_text(encoding="utf-8").splitlines():
        phase, bandits, cars = line.split()
        if phase not in ("new", "setup"):
            assert int(bandits) >= FEWEST_PLAYERS
            assert int(cars) > FEWEST_CARS


def forgetful(folder: Path) -> str:
    """An engine that omits the first choice, and records the positions it gets."""
    return altered(folder, FORGETFUL, str(folder / "seen.txt"))


FORGETFUL = """
seen = open(sys.argv[1], "a")

def answered(request, line):
    answer = engine.answer(request)
    if isinstance(request, p.New):
        print(request.state.phase, len(request.state.figures), len(request.state.train), file=seen, flush=True)
    if isinstance(answer, p.Choices) and not isinstance(answer.commands, p.UnsetType):
        answer = p.Choices(answer.seq, answer.commands[1:])
    return answer
"""


def test_different_bookkeeping_is_no_difference(tmp_path: Path) -> None:
    """It keeps hands and loot in reverse order, and records no draws."""
    assert list(all_found(altered(tmp_path, BOOKKEEPER), FuzzEffort(2, 2, SECONDS), Known())) == []


BOOKKEEPER = """
def answered(request, line):
    answer = json.loads(p.to_line(engine.answer(request)))
    state, view = answer.get("state"), answer.get("view")
    if state:
        state["round"]["draws"] = []
        for mine in state["cards"].values():
            mine["hand"].reverse()
        for figure in state["figures"].values():
            figure["loot"].reverse()
    for event in answer.get("events") or ():
        if event["type"] in ("HandDrawn", "CardsDrawn"):
            event["data"]["cards"].reverse()
    if view:
        for seat in view["seats"]:
            if seat["hand"]:
                seat["hand"].reverse()
    return json.dumps(answer).encode() + b"\\n"
"""


def test_it_ends_after_so_many_seconds() -> None:
    began = time.monotonic()
    assert list(all_found(reference(), FuzzEffort(0, 1000, 1.0), Known())) == []
    assert time.monotonic() - began < 10


def test_an_engine_that_does_not_start_is_told() -> None:
    with pytest.raises(CannotStart):
        found_in("false")


MISBEHAVING = """
def answered(request, line):
    if b'"type":"Rob"' not in line:
        return engine.answer(request)
    if sys.argv[1] == "crash":
        os._exit(3)
    if sys.argv[1] == "timeout":
        time.sleep(60)
    return b"so be it\\n" if sys.argv[1] == "protocol-error" else p.Failed(request.seq, "I am lost")
"""


@pytest.mark.parametrize("deed", ["crash", "timeout", "protocol-error", "error"])
def test_an_engine_that_breaks_at_a_command_is_found_as_such(deed: str, tmp_path: Path) -> None:
    """It plays by the rules until somebody robs.

    Shrinking starts a new engine for every attempt, so it gets little time here; the case is valid all the same.
    Only an engine that does not answer makes the test wait for the time limit.
    """
    command = supporting(tmp_path, altered(tmp_path, MISBEHAVING, deed))
    with closing(EnginePair(Adapter(command, timeout=3.0 if deed == "timeout" else 30.0))) as pair:
        met = play(pair, 20, time.monotonic() + SECONDS)
        assert met is not None
        found = shrink(pair, met, 20, time.monotonic() + 0.5)
    assert (met.difference.kind, found.difference.kind) == (deed, deed)
    assert found.scene.commands[-1]["type"] == "Rob"
    path = tmp_path / "found.yaml"
    path.write_text(case_file(found, command), encoding="utf-8")
    (right,) = Conversation(Adapter(reference()), load_file(path).runs, 1, "")
    assert right.status is Status.PASS
