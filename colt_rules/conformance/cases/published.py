"""The form of a published case, and the way back: a run that can be put to an engine without the written case.

The expectations of a published case are data. So a program that only reads them compares an engine with the reference
that wrote them, even if the engine is the reference itself on another Python.
"""

from typing import Any

import msgspec

from colt_rules.conformance.cases.case import Case, Given, Side
from colt_rules.conformance.cases.expand import Check, Observed, Run
from colt_rules.conformance.cases.setting import Setting
from colt_rules.conformance.protocol.messages import EventMessage
from colt_rules.model.state import Game


class ExportedCheck(msgspec.Struct, forbid_unknown_fields=True):
    """One thing to compare. What ``expected`` holds depends on the kind; the page on the case format lists them."""

    id: str
    """Unique within the run; together with the name of the run it never changes."""
    kind: str
    level: str
    """The level an engine must support for the check to run; the table of kinds has the exceptions."""
    after: int
    """The number of commands before the check: 0 is the given position."""
    expected: Any


class ExportedRun(msgspec.Struct, forbid_unknown_fields=True):
    """The case in one edition, with the answers that its table agrees on."""

    name: str
    """``name#check`` is the id of a check: the name of the first run is the id of the case."""
    edition: str
    modules: tuple[str, ...]
    rulings: tuple[str, ...]
    clauses: tuple[str, ...]
    without: tuple[str, ...]
    reachable: bool
    """False if no game by the rules reaches the given position. What a drawing leaves out does not count."""
    unreachable: tuple[str, ...]
    """The reasons, in words; empty if the position is reachable."""
    given: Game
    """The position before the commands."""
    when: tuple[Any, ...]
    """The commands, in order. All but the last must be accepted."""
    positions: tuple[Game, ...]
    """The position after each command, at which ``legal`` and ``view`` are asked. A refused command changes nothing."""
    origin: Game
    """The position before the first event of the check ``fold``."""
    then: tuple[ExportedCheck, ...]


class ExportedCase(msgspec.Struct, forbid_unknown_fields=True):
    """A case with everything in it: no file refers to another."""

    format: int
    id: str
    title: str
    clauses: tuple[str, ...]
    """The clauses that the case exercises."""
    without: tuple[str, ...]
    """The clauses that the case shows not to apply."""
    editions: tuple[str, ...]
    modules: tuple[str, ...]
    runs: tuple[ExportedRun, ...]


def read_published(data: bytes | str) -> list[Run]:
    """The runs of a published case, with the same questions and checks as those it was published from."""
    case = msgspec.json.decode(data, type=ExportedCase, strict=True)
    return [_run(case, run) for run in case.runs]


def _run(case: ExportedCase, run: ExportedRun) -> Run:
    side = Side(clauses=run.clauses, without=run.without, modules=run.modules, rulings=run.rulings, then=())
    about = Case(id=case.id, title=case.title, modules=case.modules, given=Given(), when=run.when, clauses=case.clauses)
    log = next((check.expected["events"] for check in run.then if check.kind == "fold"), ())
    refused = run.when and not any(check.kind == "whole" for check in run.then)  # what is accepted is compared whole
    return Run(
        setting=Setting(about, side, run.edition, run.name),
        given=run.given,
        commands=run.when,
        ends=(0, *range(1, len(run.when) + 1)),
        positions=(run.given, *run.positions),
        origin=run.origin,
        log=msgspec.convert(log, tuple[EventMessage, ...]),
        checks=tuple(Check(check.id, check.kind, check.expected, check.after) for check in run.then),
        observed=Observed(frozenset(), frozenset(run.clauses if refused else ()), frozenset(), frozenset()),
    )
