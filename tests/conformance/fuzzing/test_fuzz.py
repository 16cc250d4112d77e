"""Fuzzing finds a wrong reading of a rule and leaves nothing in the position that it does not need."""

import shlex
import sys
import time
from pathlib import Path

import pytest

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.cases.suite import load_file
from colt_rules.conformance.fuzzing.found import case_file, clauses_of
from colt_rules.conformance.fuzzing.fuzz import fuzz
from colt_rules.conformance.fuzzing.pair import Difference, Pair
from colt_rules.conformance.fuzzing.playing import play
from colt_rules.conformance.fuzzing.shrinking import Found, differs, shrink
from colt_rules.conformance.fuzzing.sketching import (
    Sketch,
    board_of,
    commands_of,
    given_of,
    is_drawable,
    pieces,
    sketch,
    without,
)
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import Status
from colt_rules.conformance.running.runner import Conversation

pytestmark = pytest.mark.thorough

SECONDS = 60.0


def found_in(command: str, seed: int = 0, games: int = 3, timeout: float = 10.0) -> Found | None:
    return fuzz(Adapter(command, timeout=timeout), seed, games, SECONDS, lambda _: None)


def test_the_reference_never_parts_from_itself() -> None:
    played: list[int] = []
    assert fuzz(Adapter(reference()), 40, 2, SECONDS, played.append) is None
    assert played == [1, 2]


MUTANTS = [
    ("marshal.meeting.flight/into-the-next-car", "events", 8),
    ("marshal.meeting.neutral-bullet/into-the-hand", "state", 6),
    ("punch.loot.purse-unseen/the-puncher-looks", "view", 0),
    ("ruling.command.form/any-player-may-answer", "cites", 13),
]
"""A wrong reading, in what the engines part, and the seed of a game in which they soon do, with some forty pieces."""


@pytest.mark.parametrize(("mutant", "kind", "seed"), MUTANTS)
def test_a_wrong_reading_is_found_shrunk_and_written_as_a_case(
    mutant: str, kind: str, seed: int, tmp_path: Path
) -> None:
    command = reference(mutant=mutant)
    found = found_in(command, seed)
    assert found is not None
    assert (found.difference.kind, found.game) == (kind, seed)
    assert found.left < found.pieces / 3
    assert unneeded(command, found) == []
    assert mutant.partition("/")[0] in clauses_of(found)
    assert verdicts(tmp_path, found, command) == (Status.PASS, Status.FAIL)


def verdicts(folder: Path, found: Found, command: str) -> tuple[Status, Status]:
    """How the written case ends for the reference, and for the engine of this command."""
    path = folder / "found.yaml"
    path.write_text(case_file(found, command), encoding="utf-8")
    runs = load_file(path).runs
    (right,), (wrong,) = (list(Conversation(Adapter(each), runs, 1, "")) for each in (reference(), command))
    return right.status, wrong.status


def unneeded(command: str, found: Found) -> list[str]:
    """The pieces of the smallest position without which the engines still part in the same way."""
    whole = sketch(found.scene.position, found.scene.commands)
    assert whole is not None
    pair = Pair(Adapter(command))
    try:
        smaller = [(piece, without(whole, [piece])) for piece in pieces(whole)]
        return [
            " ".join(piece)
            for piece, less in smaller
            if given_of(less) != given_of(whole) or less.commands != whole.commands
            if len(pieces(less)) <= len(pieces(whole))
            if parts(pair, less, found.difference)
        ]
    finally:
        pair.close()


def parts(pair: Pair, of: Sketch, difference: Difference) -> bool:
    if not is_drawable(of):
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
    """Who runs along the roofs cannot reach the third one: a bandit, a card, and a train that is long enough."""
    command = reference(mutant="move.roof.one-to-three/one-or-two")
    found = found_in(command, seed=0)
    assert found is not None
    assert found == found_in(command, seed=0)
    assert (found.difference.kind, found.game) == ("legal", 0)
    assert verdicts(tmp_path, found, command) == (Status.PASS, Status.FAIL)
    given = found.scene.given
    assert given.board is not None
    head, *rows = given.board.splitlines()
    words = [word for row in rows for cell in row.split("|")[1:] for word in cell.split()]
    assert len([word for word in words if word != "M"]) == 1
    assert head.count("|") == len(("locomotive", "first", "second", "third")) + 1
    assert len(given.pile) == 1
    assert found.scene.commands == ()


def test_it_ends_after_so_many_seconds() -> None:
    began = time.monotonic()
    assert fuzz(Adapter(reference()), 0, 1000, 1.0, lambda _: None) is None
    assert time.monotonic() - began < 10


def test_an_engine_that_does_not_start_is_told() -> None:
    with pytest.raises(CannotStart):
        found_in("false")


MISBEHAVING = """
import os, sys, time
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference

engine, (deed, when) = Reference(), sys.argv[1:]
for line in sys.stdin.buffer:
    request = p.read_request(line)
    answer = p.to_line(engine.answer(request))
    if when.encode() in line:
        if deed == "crash":
            os._exit(3)
        if deed == "timeout":
            time.sleep(60)
        answer = {
            "protocol-error": b"so be it\\n",
            "error": p.to_line(p.Failed(request.seq, "I am lost")),
        }[deed]
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    if isinstance(request, p.Stop):
        break
"""


@pytest.mark.parametrize("deed", ["crash", "timeout", "protocol-error", "error"])
def test_an_engine_that_breaks_at_a_command_is_found_as_such(deed: str, tmp_path: Path) -> None:
    """Shrinking takes a new engine for every try, so it gets little time here; the case is sound all the same."""
    command = misbehaving(tmp_path, deed)
    pair = Pair(Adapter(command, timeout=1.0))
    try:
        met = play(pair, 20, time.monotonic() + SECONDS)
        assert met is not None
        found = shrink(pair, met, 20, time.monotonic() + 0.5)
    finally:
        pair.close()
    assert (met.difference.kind, found.difference.kind) == (deed, deed)
    assert found.scene.commands[-1]["type"] == "Rob"
    path = tmp_path / "found.yaml"
    path.write_text(case_file(found, command), encoding="utf-8")
    (right,) = Conversation(Adapter(reference()), load_file(path).runs, 1, "")
    assert right.status is Status.PASS


def misbehaving(folder: Path, deed: str) -> str:
    """The command of an engine that plays by the rules until somebody robs."""
    script = folder / "misbehaving.py"
    script.write_text(MISBEHAVING, encoding="utf-8")
    return shlex.join([sys.executable, str(script), deed, '"type":"Rob"'])
