"""A difference between two logs as a conformance case, ready to be sent to the author of the faulty program."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from colt_rules.commands import Command
from colt_rules.conformance.cases.case import written_command, written_given, written_verdict
from colt_rules.conformance.cases.known import ANYBODY
from colt_rules.conformance.cases.setting import is_in_force
from colt_rules.conformance.cases.yaml import write_document
from colt_rules.conformance.fuzzing.sketch import Sketch, renamed
from colt_rules.conformance.fuzzing.sketching import board_of, commands_of, given_of, is_drawable, take_apart
from colt_rules.events import EVENT_NAMES, Cited
from colt_rules.kernel.decide import OUT_OF_FORM, Accepted, Refused, Verdict, decide
from colt_rules.kernel.fold import MISFITS
from colt_rules.log.codec import command_object, read_command, to_data
from colt_rules.log.entries import NEWEST
from colt_rules.log.submission import judge
from colt_rules.model.names import Token
from colt_rules.referee.compare import LogDifference, StepFault
from colt_rules.referee.story import Step, Story
from colt_rules.registry.registry import registry

BACK = 30
"""How many commands before the difference to search for a position that can be drawn."""


class NoCase(ValueError):
    """There is nothing that a case could show; the message says why."""


def case_of(a: Story, difference: LogDifference) -> str:
    """A conformance case as YAML that an engine fails if it plays like the wrong side; ``a`` is either story.

    It has the position before, the command, and the verdict of the rules. The position is drawn as a board, with the
    commands since if the one right before cannot be drawn; if none can, as in the set-up, all earlier events are
    listed.
    """
    step = _disputed(difference)
    given, commands, verdict = _scene(a, step)
    fault = difference.judgement.fault
    clauses = _clauses(verdict, fault, a.header.edition)
    data = {
        "id": f"{clauses[0]}/two-logs-part-at-command-{difference.command}",
        "title": f"Two logs of one game differ here in the {WHAT[difference.kind]}",
        "clauses": clauses,
        "editions": [a.header.edition],
        "modules": list(a.header.modules),
        "unknown_names": [ANYBODY],
        "given": given,
        "when": [written_command(command_object(command)) for command in commands],
        "then": [_check(verdict, fault)],
    }
    text = f"# Found by `colt compare` in the game {a.header.game}, at command {difference.command}.\n"
    return text + write_document(data)


WHAT = {
    "command": "command that was given",
    "state": "position that the command leads to",
    "events": "events of the command",
    "order": "order of the events",
    "length": "command with which one of them goes on",
    "citations": "clauses that an event rests on",
}


def _disputed(difference: LogDifference) -> Step:
    """The step that a case is about."""
    fault = difference.judgement.fault
    if fault:
        return fault.step
    step = difference.a.step or difference.b.step
    if difference.kind == "length" and step and difference.judgement.right:
        return step
    raise NoCase(difference.judgement.why)


def _scene(story: Story, step: Step) -> tuple[dict[str, Any], tuple[Command, ...], Verdict]:
    """The position as a case gives it, the commands in it, and the verdict of the rules on the last of them."""
    wanted = decide(step.before, step.command.command)
    commands: tuple[Command, ...] = ()
    for earlier in _backward(story, step):
        commands = (earlier.command.command, *commands)
        drawn = take_apart(earlier.before, tuple(map(command_object, commands)))
        verdict = _on_board(drawn, wanted) if drawn else None
        if drawn and verdict:
            return written_given(given_of(drawn)), tuple(map(read_command, commands_of(drawn))), verdict
    before = takewhile(lambda earlier: earlier.command.number < step.command.number, story.steps())
    happened = [entry for each in before for entry in each.events]
    events = [{"type": entry.type, "v": NEWEST[entry.type], "data": to_data(entry.event)} for entry in happened]
    return {"events": events}, (step.command.command,), wanted


def _backward(story: Story, step: Step) -> Iterator[Step]:
    """The step, then the step before it, and so on."""
    yield step
    last = step.command.number
    for number in range(last - 1, max(last - BACK, 0), -1):
        yield story.step(number)


def _on_board(drawn: Sketch, wanted: Verdict) -> Verdict | None:
    """The verdict in the position that a sketch draws, if it is the wanted one. Not everything can be drawn."""
    if not is_drawable(drawn):
        return None
    try:
        game = board_of(drawn)
    except MISFITS:
        return None
    verdict: Verdict | None = None
    for command in commands_of(drawn):
        if isinstance(verdict, Refused):
            return None
        verdict = judge(game, command)
        game = verdict.after if isinstance(verdict, Accepted) else game
    return verdict if verdict and _said_by(verdict, {}) == _said_by(wanted, renamed(drawn)) else None


def _said_by(verdict: Verdict, names: Mapping[Token, Token]) -> Any:
    """The content of a verdict, with the tokens renamed."""
    if isinstance(verdict, Refused):
        return set(verdict.clauses)
    return [(EVENT_NAMES[event.__class__], _called(to_data(event), names), cites) for event, cites in verdict.events]


def _called(data: Any, names: Mapping[Token, Token]) -> Any:
    if isinstance(data, dict):
        return {key: _called(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [_called(item, names) for item in data]
    return names.get(data, data) if isinstance(data, str) else data


def _clauses(verdict: Verdict, fault: StepFault | None, edition: str) -> list[str]:
    """What the case is about: the clauses that decide, or the clauses that allow the command."""
    allow = () if isinstance(verdict, Refused) else verdict.events[0][1]
    known = {one.id for one in registry().citable()}
    about = [id for id in (fault.clauses if fault else allow) if id in known and is_in_force(id, edition)]
    return about or [OUT_OF_FORM]


def _check(verdict: Verdict, fault: StepFault | None) -> dict[str, Any]:
    """The expectation of the case. A drawn position renames tokens, so only clauses are taken from the fault."""
    if isinstance(verdict, Accepted) and fault and fault.expected and fault.in_citations:
        return {"cites": _uniform(verdict, fault.expected)}
    return written_verdict(verdict)


def _uniform(verdict: Accepted, wanted: Cited) -> dict[str, list[str]]:
    """The clauses of an event, if all events of its type that the command causes cite the same clauses."""
    event, cites = wanted
    if any(other != cites for one, other in verdict.events if one.__class__ is event.__class__):
        raise NoCase("Events of one type cite different clauses here, which a case cannot distinguish.")
    return {EVENT_NAMES[event.__class__]: list(cites)}
