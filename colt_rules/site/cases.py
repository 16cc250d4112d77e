"""The cases for the case player: every command with its result, as scripts that a page loads on demand.

They are scripts because a page opened from disk can load nothing else.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Generic, TypeVar

from attrs import frozen

from colt_rules.commands import Command
from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.protocol.reference import event_message
from colt_rules.conformance.running.compare import brief
from colt_rules.kernel import Accepted, Refused, Verdict
from colt_rules.log.codec import read_command, to_data, to_json
from colt_rules.log.errors import Malformed
from colt_rules.log.submission import judge
from colt_rules.referee.telling import describe_command
from colt_rules.site.browser_scripts import deflated
from colt_rules.site.sources import Sources

T = TypeVar("T")


@frozen
class Step:
    """A command of a case, and the verdict of the rules."""

    command: Any
    verdict: Verdict


def well_formed(command: Any) -> Command | None:
    """The command; None if it is malformed."""
    try:
        return read_command(command)
    except Malformed:
        return None


def in_words(command: Any, lang: str = "en") -> str:
    """A command as a sentence, or as JSON if it is malformed."""
    read = well_formed(command)
    return describe_command(read, lang) if read else brief(command)


class Same(Generic[T]):
    """Makes an unhashable object a cache key by identity: four languages ask for the same two thousand runs."""

    def __init__(self, it: T) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it


def steps(run: Run) -> tuple[Step, ...]:
    """The commands of a run with their verdicts."""
    return _steps(Same(run))


@cache
def _steps(same: Same[Run]) -> tuple[Step, ...]:
    run = same.it
    game, found = run.given, []
    for command in run.commands:
        verdict = judge(game, command)
        found.append(Step(command, verdict))
        if isinstance(verdict, Accepted):
            game = verdict.after
    return tuple(found)


def own_cases(sources: Sources, entry: str) -> tuple[str, ...]:
    """The ids of the cases that are named after a clause or ruling and shown on its page."""
    return tuple(id for id in sources.cases[entry] if id.startswith(f"{entry}/"))


def scripts(sources: Sources) -> dict[str, str]:
    """By path from the root of the site: the clause or ruling whose cases the script contains."""
    return {f"cases/{entry}.js": entry for entry in sources.registry_ids() if own_cases(sources, entry)}


def data(sources: Sources) -> Iterator[tuple[str, str]]:
    """A script for each clause and ruling with cases: its path from the root of the site, and its text."""
    for path, entry in scripts(sources).items():
        cases = {id: [run_data(run) for run in sources.runs_of(id)] for id in own_cases(sources, entry)}
        yield path, f'colt.loaded("cases/{entry}", "{deflated(to_json(cases))}");\n'


def run_data(run: Run) -> dict[str, Any]:
    """A run in the form of the case player. The position is always given by events since the beginning of the log."""
    found = [_step_data(step) for step in steps(run)]
    before = len(run.log) - sum(len(step["events"]) for step in found)
    return {
        "name": run.name,
        "edition": run.edition,
        "rulings": run.setting.rulings,
        "modules": run.setting.modules,
        "origin": to_data(run.origin),
        "before": before,
        "ahead": to_data(run.log[:before]),
        "steps": found,
    }


def _step_data(step: Step) -> dict[str, Any]:
    verdict = step.verdict
    return {
        "command": step.command,
        "words": "" if well_formed(step.command) else brief(step.command),  # the page words the others
        "events": [] if isinstance(verdict, Refused) else [to_data(event_message(event)) for event in verdict.events],
        "refused": {"clauses": verdict.clauses, "message": verdict.message} if isinstance(verdict, Refused) else None,
    }
