"""A mutant is dead if a written check fails it; survivors and unfair mutants are reported."""

import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.suite import Suite, load_suite
from colt_rules.conformance.proof.fork_server import FORKS, Forked, forking
from colt_rules.conformance.proof.killing import ENOUGH, Fate, fates
from colt_rules.conformance.proof.mutants import Mutant, find_mutant
from colt_rules.conformance.protocol import reference
from colt_rules.conformance.running.engine import Process
from colt_rules.conformance.running.interview import Adapter
from tests.conformance.made_up import HIDDEN, HIT, changed_case, suite_in

REFERENCE = shlex.join([sys.executable, "-m", "colt_rules.cli.main", "adapter"])
AT_ONCE = partial(Forked, reference.main) if FORKS else None
"""Starts the reference faster than its command does."""


def mutant(clause: str, name: str = "wrong") -> Mutant:
    """A mutant of this clause that is never patched."""
    return Mutant(
        id=f"{clause}/{name}", reading="Something else", clause=clause, module="m", old="a", new="b", file="made-up"
    )


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    shown = changed_case(HIT, then=[{"state": {"figures": {"tuco": {"bullets": 5}}}}])
    return load_suite(suite_in(tmp_path_factory.mktemp("suite"), HIDDEN, shown))


def wrong(mutant: Mutant, anew: bool) -> Adapter:
    """The adapter of a mutant of the suite, by its command."""
    return Adapter(f"{REFERENCE} --mutant {mutant.id}", restarts=0)


def at_once(mutant: Mutant, anew: bool) -> Adapter:
    """The same mutant, started as `colt conformance mutants` does."""
    return evolve(wrong(mutant, anew), start=forking(mutant, anew))


def fate(small: Suite, clause: str, command: str, start: Callable[[], Process] | None = None) -> Fate:
    (found,) = fates([mutant(clause)], small, lambda *_: Adapter(command, restarts=0, start=start), 1)
    assert found.mutant == mutant(clause)
    return found


def test_a_mutant_that_a_case_of_its_clause_fails_is_dead(small: Suite) -> None:
    known = find_mutant(suite_folder() / "mutants", "fire.roof.line-of-sight/the-second-roof-is-in-sight")
    assert known is not None
    (found,) = fates([known], small, wrong, 1)
    assert found == Fate(known, 1, (f"{HIDDEN['id']}#refused",), "")
    assert found.is_dead


def test_a_mutant_that_plays_by_the_rules_survives(small: Suite) -> None:
    found = fate(small, "fire.roof.line-of-sight", REFERENCE, AT_ONCE)
    assert (found.cases, found.killers, found.problem, found.is_dead) == (1, (), "", False)
    assert not found.is_broken


def test_a_mutant_without_cases_is_told(small: Suite) -> None:
    found = fate(small, "punch.target", "never started")
    assert (found.cases, found.killers, found.is_dead) == (0, (), False)
    assert found.problem == "no case exercises its clause"
    assert not found.is_broken


def test_a_mutant_that_cannot_be_started_is_told(small: Suite, tmp_path: Path) -> None:
    found = fate(small, "fire.roof.line-of-sight", str(tmp_path / "nothing"))
    assert (found.cases, found.killers, found.is_dead) == (1, (), False)
    assert "expected a program to run" in found.problem
    assert found.is_broken


@pytest.mark.parametrize("deed", ["crash", "skip"])
def test_a_mutant_that_crashes_proves_nothing(tmp_path: Path, deed: str) -> None:
    """It fails the first case by a wrong answer, and breaks in the second. Derived checks do not kill."""
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE, encoding="utf-8")
    other = changed_case(HIDDEN, id="fire.roof.line-of-sight/other", when=["Fire by tuco target=tuco"])
    small = load_suite(suite_in(tmp_path / "suite", HIDDEN, other, uncited=("fire.roof.line-of-sight",)))
    found = fate(small, "fire.roof.line-of-sight", shlex.join([sys.executable, str(engine), deed]))
    assert found.killers == (f"{HIDDEN['id']}#refused",)
    assert found.problem.startswith(
        f"fire.roof.line-of-sight/other#refused: {'crash' if deed == 'crash' else 'skipped'}"
    )
    assert not found.is_dead
    assert found.is_broken


def test_fates_come_in_the_order_of_the_mutants(small: Suite) -> None:
    clauses = ["punch.target", "fire.roof.line-of-sight", "robbery.take-one", "fire.bullet-given"]
    found = list(
        fates(
            [mutant(clause) for clause in clauses], small, lambda *_: Adapter(REFERENCE, restarts=0, start=AT_ONCE), 2
        )
    )
    assert [one.mutant.clause for one in found] == clauses
    assert [one.cases for one in found] == [0, 1, 0, 1]


ENGINE = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    kind, seq = request["type"], request["seq"]
    if kind == "start":
        answer = {"type": "started", "protocol": 1, "name": "x", "version": "1", "editions": ["ru-full"],
                  "modules": ["base"], "levels": ["decide", "cite"]}
    elif kind == "command" and request["command"]["target"] == "tuco":
        if sys.argv[1] == "crash":
            os._exit(3)
        answer = {"type": "skipped", "reason": "no"}
    elif kind == "command":
        answer = {"type": "accepted", "events": []}
    else:
        answer = {"type": {"new": "ready", "stop": "stopped"}[kind]}
    print(json.dumps({**answer, "seq": seq}), flush=True)
    if kind == "stop":
        break
"""


@pytest.mark.parametrize("enough", [1, ENOUGH])
def test_a_mutant_that_enough_cases_have_failed_is_asked_no_more(tmp_path: Path, enough: int) -> None:
    """One case more than enough would fail it; the result still gives the number of all of them."""
    cases = [{**HIDDEN, "id": f"{HIDDEN['id']}-{number}"} for number in range(ENOUGH + 1)]
    suite = load_suite(suite_in(tmp_path, *cases))
    known = find_mutant(suite_folder() / "mutants", "fire.roof.line-of-sight/the-second-roof-is-in-sight")
    assert known is not None
    (found,) = fates([known], suite, at_once, 1, enough)
    assert found.is_dead
    assert found.cases == ENOUGH + 1
    assert len({killer.partition("#")[0] for killer in found.killers}) == enough


def test_a_mutant_that_survives_as_it_starts_fastest_is_started_anew(small: Suite) -> None:
    """The fastest start may leave out some of what it changes."""
    known = find_mutant(suite_folder() / "mutants", "fire.roof.line-of-sight/the-second-roof-is-in-sight")
    assert known is not None
    asked: list[bool] = []

    def engine(mutant: Mutant, anew: bool) -> Adapter:
        asked.append(anew)
        return at_once(mutant, anew) if anew else Adapter(REFERENCE, restarts=0, start=AT_ONCE)

    (found,) = fates([known], small, engine, 1)
    assert found.is_dead
    assert asked == [False, True]
