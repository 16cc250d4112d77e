"""One case against one engine: what is asked, and what the answers are worth.

The questions do not depend on the answers, so that they can be sent one by one or all at once, and no question ever
carries the expected result of an answer still to be given.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from attrs import frozen
from msgspec import UnsetType

from colt_rules.commands import spoken
from colt_rules.conformance.cases.expand import Check, Run
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.running.compare import (
    brief,
    citations_differ,
    clauses_differ,
    events_differ,
    options_differ,
    part_differs,
    secrets_leak,
    whole_differs,
)
from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.log.codec import read_command, to_data
from colt_rules.log.errors import Malformed

Key: TypeAlias = tuple[str, str]
"""What a question is about: a kind and, if need be, which one: ("command", "2"), ("view", "tuco")."""


@frozen
class Trouble:
    """Why there is no answer to a question: the engine crashed, hung, or said something that is none."""

    status: Status
    message: str
    got: Any = None
    lost: bool = True
    """Whether the engine is of no use any more: it is gone, or nobody knows which question it answers next."""


Answer: TypeAlias = p.Response | Trouble
Answers: TypeAlias = Mapping[Key, Answer]


@frozen
class Question:
    """A request and what it is about."""

    key: Key
    request: p.Request


def questions(run: Run, levels: tuple[str, ...], only: tuple[str, ...] = ()) -> list[Question]:
    """What an engine that claims these levels is asked about a case, in order; perhaps for some levels only."""
    checks = [check for check in run.checks if check.is_claimed(levels) and check.is_wanted(only)]
    asked: list[tuple[Key, Callable[[int, Any], p.Request], Any]] = []
    if any(check.kind in SPEAKS_OF_COMMANDS for check in checks):
        asked.append((("new", "commands"), p.New, run.given))
        asked += [(("command", str(number)), p.Command, command) for number, command in enumerate(run.commands)]
    actors = dict.fromkeys(check.expected["actor"] for check in checks if check.kind == "legal")
    looked_at = any(check.kind in SPEAKS_OF_VIEWS for check in checks)
    roles = dict.fromkeys(check.expected["role"] for check in run.checks if check.kind == "view" and looked_at)
    if actors or roles:
        # After a refusal the engine is asked where it stands, so that a refusal that changed something is seen.
        if not (asked and run.observed.refusals):
            asked.append((("new", "after"), p.New, run.after))
        asked += [(("legal", actor), p.Legal, actor) for actor in actors]
        asked += [(("view", role), p.Look, role) for role in roles]
    if any(check.kind == "fold" for check in checks):
        asked.append((("new", "log"), p.New, run.origin))
        asked.append((("log", ""), p.Log, tuple(map(_bare, run.log))))
    return [Question(key, kind(seq, content)) for seq, (key, kind, content) in enumerate(asked, 1)]


def _bare(event: p.EventMessage) -> p.EventMessage:
    """An event without its clauses: a fold needs none."""
    return p.EventMessage(event.type, event.v, event.data)


SPEAKS_OF_COMMANDS = ("events", "refused", "refused-clauses", "state", "cites", "clauses")
SPEAKS_OF_VIEWS = ("view", "hidden", "view-clauses")


def asked_by(check: Check, run: Run) -> list[Key]:
    """The questions whose answers a check needs."""
    commands = [("new", "commands"), *(("command", str(number)) for number in range(len(run.commands)))]
    position = [("new", "after"), *(commands if run.observed.refusals else [])]
    match check.kind:
        case "legal":
            return [*position, ("legal", check.expected["actor"])]
        case "view" | "hidden":
            return [*position, ("view", check.expected["role"])]
        case "view-clauses":
            return [*position, *(("view", other.expected["role"]) for other in run.checks if other.kind == "view")]
        case "fold":
            return [("new", "log"), ("log", "")]
    return commands


def judged(
    run: Run,
    levels: tuple[str, ...],
    answers: Answers,
    seconds: float = 0.0,
    stderr: str = "",
    only: tuple[str, ...] = (),
) -> CaseResult:
    """The result of a case: every check, claimed and asked for or not."""
    return CaseResult(
        case=run.name,
        title=run.case.title,
        edition=run.edition,
        clauses=(*run.side.clauses, *run.side.without),
        results=tuple(_result(check, run, levels, answers, only) for check in run.checks),
        seconds=seconds,
        stderr=stderr,
        before=to_data(run.given),
        after=to_data(run.after),
        got_after=_state_told(run, answers),
        when=tuple(map(_spoken, run.commands)),
    )


def _spoken(command: Any) -> str:
    """A command in words; one that is out of form as it is."""
    try:
        return spoken(read_command(command))
    except Malformed:
        return brief(command)


def _state_told(run: Run, answers: Answers) -> Any:
    last = answers.get(("command", str(len(run.commands) - 1)))
    told = last.state if isinstance(last, p.Accepted) else None
    folded = answers.get(("log", ""))
    if told is None and isinstance(folded, p.Folded):
        told = folded.state
    return None if told is None or isinstance(told, UnsetType) else to_data(told)


def _result(check: Check, run: Run, levels: tuple[str, ...], answers: Answers, only: tuple[str, ...]) -> Result:
    if not (check.is_claimed(levels) and check.is_wanted(only)):
        claimed = check.is_claimed(levels)
        why = f"only {', '.join(only)} was asked for" if claimed else f"the engine does not claim {check.needs}"
        return Result(check.id, check.level, Status.NOT_CLAIMED, why, kind=check.kind)
    needed = [answers[key] for key in asked_by(check, run) if key in answers]
    for answer in needed:
        told = _no_answer(answer)
        if told is not None:
            return Result(check.id, check.level, told.status, told.message, check.expected, told.got, check.kind)
    complaint, got = _compared(check, answers, needed)
    if isinstance(complaint, Trouble):
        return Result(check.id, check.level, complaint.status, complaint.message, check.expected, got, check.kind)
    if complaint is None:
        return Result(check.id, check.level, Status.PASS, "", check.expected, got, check.kind)
    return Result(check.id, check.level, Status.FAIL, complaint, check.expected, got, check.kind)


def _no_answer(answer: Answer) -> Trouble | None:
    match answer:
        case Trouble():
            return answer
        case p.Skipped():
            return Trouble(Status.SKIPPED, answer.reason)
        case p.Failed():
            return Trouble(Status.ERROR, answer.message)
    return None


def _compared(check: Check, answers: Answers, needed: list[Answer]) -> tuple[str | Trouble | None, Any]:
    """What is wrong with the answers in the light of the check, and what the engine said."""
    expected = check.expected
    match check.kind:
        case "legal":
            options = answers["legal", expected["actor"]]
            assert isinstance(options, p.Choices)
            commands, rows = (
                None if isinstance(each, UnsetType) else to_data(each) for each in (options.commands, options.rows)
            )
            return options_differ(expected, commands, rows), to_data(options)
        case "view" | "hidden":
            seen = answers["view", expected["role"]]
            assert isinstance(seen, p.Seen)
            data = to_data(seen.view)
            if check.kind == "view":
                return part_differs(expected["shows"], data), data
            return secrets_leak(expected["paths"], data), data
        case "view-clauses":
            seen_by = [answer for answer in needed if isinstance(answer, p.Seen)]
            if any(isinstance(answer.cites, UnsetType) for answer in seen_by):
                return _missing("cites", "cite"), None
            cited = {id for answer in seen_by for id in _given(answer.cites)}
            return clauses_differ(expected, sorted(cited & set(expected))), sorted(cited)
        case "fold":
            folded = answers["log", ""]
            assert isinstance(folded, p.Folded)
            state = to_data(folded.state)
            return whole_differs(expected["state"], state), state
    return _compared_command(check, [answer for answer in needed if isinstance(answer, p.Accepted | p.Refused)])


def _compared_command(check: Check, verdicts: list[p.Accepted | p.Refused]) -> tuple[str | Trouble | None, Any]:
    *earlier, last = verdicts
    for number, verdict in enumerate(earlier):
        if isinstance(verdict, p.Refused):
            return f"command {number + 1}: expected it to stand, got a refusal: {_words(verdict.message)}", to_data(
                verdict
            )
    expected = check.expected
    if check.kind in ("clauses", "cites") and (left_out := _left_out(verdicts)):
        return left_out, to_data(last)
    if check.kind == "clauses":
        cited = {id for verdict in verdicts for id in _cited(verdict)}
        return clauses_differ(expected, sorted(cited & set(expected))), sorted(cited)
    if check.kind in ("refused", "refused-clauses"):
        if isinstance(last, p.Accepted):
            return "expected a refusal, got a command that stands", to_data(last)
        if check.kind == "refused":
            return None, to_data(last)
        if isinstance(last.clauses, UnsetType):
            return _missing("clauses", "cite"), to_data(last)
        return clauses_differ(expected, last.clauses), list(last.clauses)
    if isinstance(last, p.Refused):
        return f"expected the command to stand, got a refusal: {_words(last.message)}", to_data(last)
    if check.kind == "state":
        if isinstance(last.state, UnsetType):
            return _missing("state", "outcome"), to_data(last)
        state = to_data(last.state)
        return part_differs(expected, state), state
    if isinstance(last.events, UnsetType):
        return _missing("events", "decide"), to_data(last)
    events = to_data(last.events)
    return (events_differ if check.kind == "events" else citations_differ)(expected, events), events


def _left_out(verdicts: list[p.Accepted | p.Refused]) -> Trouble | None:
    """What an engine that claims to cite did not send."""
    for verdict in verdicts:
        if isinstance(verdict, p.Refused):
            if isinstance(verdict.clauses, UnsetType):
                return _missing("clauses", "cite")
        elif isinstance(verdict.events, UnsetType):
            return _missing("events", "decide")
        elif any(isinstance(event.cites, UnsetType) for event in verdict.events):
            return _missing("cites", "cite")
    return None


def _missing(field: str, level: str) -> Trouble:
    return Trouble(
        Status.PROTOCOL_ERROR,
        f"{field}: expected in the answer, for the engine claims {level}; it is not there: send it, or claim less",
    )


def _words(text: str | UnsetType) -> str:
    return "no reason given" if isinstance(text, UnsetType) else text


def _given(ids: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
    return () if isinstance(ids, UnsetType) else ids


def _cited(verdict: p.Accepted | p.Refused) -> Iterable[str]:
    if isinstance(verdict, p.Refused):
        return _given(verdict.clauses)
    events = () if isinstance(verdict.events, UnsetType) else verdict.events
    return [id for event in events for id in _given(event.cites)]
