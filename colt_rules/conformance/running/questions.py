"""One case on one engine: the questions, and the judgement of the answers.

The questions do not depend on the answers, so they can be sent one by one or all at once, and no question contains the
expected result of an answer that is still to come.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from attrs import frozen
from msgspec import UnsetType

from colt_rules.commands import command_text
from colt_rules.conformance.cases.expand import Check, Run
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.bookkeeping import ledger
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
from colt_rules.kernel import fold
from colt_rules.log.codec import read_command, to_data, to_json
from colt_rules.log.errors import Malformed

Key: TypeAlias = tuple[str, str]
"""What a question is about: a kind and, if needed, which one: ("command", "2"), ("view", "tuco")."""


@frozen
class Trouble:
    """Why there is no answer to a question: the engine crashed, hung, or sent something that is not an answer."""

    status: Status
    message: str
    got: Any = None
    lost: bool = True
    """Whether the engine is unusable: it is gone, or its next answer cannot be matched to a question."""


Answer: TypeAlias = p.Response | Trouble
Answers: TypeAlias = Mapping[Key, Answer]


@frozen
class EngineQuestion:
    """A request and its key."""

    key: Key
    request: p.Request


def questions(run: Run, levels: tuple[str, ...], only: tuple[str, ...] = ()) -> list[EngineQuestion]:
    """The questions about a case for an engine with these levels, in order; ``only`` selects some of the levels."""
    checks = [check for check in run.checks if check.is_supported(levels) and check.is_wanted(only)]
    asked: list[tuple[Key, Callable[[int, Any], p.Request], Any]] = []
    if any(check.kind in SPEAKS_OF_COMMANDS for check in checks):
        asked.append((("new", "commands"), p.New, run.given))
        asked += [(("command", str(number)), p.Command, command) for number, command in enumerate(run.commands)]
    last = len(run.commands)
    looked_at = any(check.kind in SPEAKS_OF_VIEWS for check in checks)
    looks = [check for check in checks if check.kind == "legal"]
    looks += [check for check in run.checks if check.kind == "view" and looked_at]
    for after in sorted({check.after for check in looks}, key=lambda after: (after != last, after)):
        # After a refusal the engine is asked without a new position, to detect a refusal that changed something.
        if not (asked and after == last and run.observed.refusals):
            asked.append((_looked("new", AFTER, after, run), p.New, run.positions[after]))
        here = [check for check in looks if check.after == after]
        for kind, whose, request in (("legal", "actor", p.Legal), ("view", "role", p.Look)):
            names = dict.fromkeys(check.expected[whose] for check in here if check.kind == kind)
            asked += [(_looked(kind, name, after, run), request, name) for name in names]
    if any(check.kind == "fold" for check in checks):
        asked.append((("new", "log"), p.New, run.origin))
        asked.append((("log", ""), p.Log, tuple(map(without_cites, run.log))))
    return [EngineQuestion(key, kind(seq, content)) for seq, (key, kind, content) in enumerate(asked, 1)]


AFTER = "after"


def _looked(kind: str, name: str, after: int, run: Run) -> Key:
    """The key of a question about the position after this many commands; after all commands, the name is enough."""
    return kind, name if after == len(run.commands) else f"{name} after {after}"


def without_cites(event: p.EventMessage) -> p.EventMessage:
    """An event without its clauses, which a fold does not need."""
    return p.EventMessage(event.type, event.v, event.data)


SPEAKS_OF_COMMANDS = ("events", "refused", "refused-clauses", "state", "cites", "clauses", "whole", "consistent")
SPEAKS_OF_VIEWS = ("view", "hidden", "view-clauses")


def asked_by(check: Check, run: Run) -> list[Key]:
    """The questions whose answers a check needs."""
    match check.kind:
        case "legal":
            return [*_position(check.after, run), _looked("legal", check.expected["actor"], check.after, run)]
        case "view" | "hidden":
            return [*_position(check.after, run), _looked("view", check.expected["role"], check.after, run)]
        case "view-clauses":
            return [key for sight in check.expected for key in (*_position(sight["after"], run), _sight(sight, run))]
        case "fold":
            return [("new", "log"), ("log", "")]
    return _commands(check.after)


def _commands(number: int) -> list[Key]:
    return [("new", "commands"), *(("command", str(each)) for each in range(number))]


def _position(after: int, run: Run) -> list[Key]:
    """The questions that led to the position after this many commands."""
    is_where_it_stands = run.observed.refusals and after == len(run.commands)
    return [_looked("new", AFTER, after, run), *(_commands(after) if is_where_it_stands else [])]


def _sight(sight: Any, run: Run) -> Key:
    return _looked("view", sight["role"], sight["after"], run)


def case_result(
    run: Run,
    levels: tuple[str, ...],
    answers: Answers,
    seconds: float = 0.0,
    stderr: str = "",
    only: tuple[str, ...] = (),
) -> CaseResult:
    """The result of a case: every check, whether supported and requested or not."""
    return CaseResult(
        case=run.name,
        title=run.case.title,
        edition=run.edition,
        clauses=(*run.side.clauses, *run.side.without),
        results=results_of(run, levels, answers, only),
        seconds=seconds,
        stderr=stderr,
        before=to_data(run.given),
        after=to_data(run.after),
        got_after=_last_state(run, answers),
        when=tuple(map(_spoken, run.commands)),
    )


def results_of(run: Run, levels: tuple[str, ...], answers: Answers, only: tuple[str, ...] = ()) -> tuple[Result, ...]:
    """How each check of a case ends."""
    return tuple(_result(check, run, levels, answers, only) for check in run.checks)


def _spoken(command: Any) -> str:
    """A command in words, or as JSON if it is malformed."""
    try:
        return command_text(read_command(command))
    except Malformed:
        return brief(command)


def _last_state(run: Run, answers: Answers) -> Any:
    last = answers.get(("command", str(len(run.commands) - 1)))
    state = last.state if isinstance(last, p.Accepted) else None
    folded = answers.get(("log", ""))
    if state is None and isinstance(folded, p.Folded):
        state = folded.state
    return None if state is None or isinstance(state, UnsetType) else to_data(state)


def _result(check: Check, run: Run, levels: tuple[str, ...], answers: Answers, only: tuple[str, ...]) -> Result:
    if not (check.is_supported(levels) and check.is_wanted(only)):
        supported = check.is_supported(levels)
        why = f"only {', '.join(only)} was asked for" if supported else f"the engine does not support {check.needs}"
        return Result(check.id, check.level, Status.NOT_SUPPORTED, why, kind=check.kind)
    needed = [answers[key] for key in asked_by(check, run) if key in answers]
    trouble = next(filter(None, map(no_answer, needed)), None)
    complaint, got = (trouble, trouble.got) if trouble else _compared(check, run, answers, needed)
    if isinstance(complaint, Trouble):
        status, message = complaint.status, complaint.message
    else:
        status, message = (Status.PASS, "") if complaint is None else (Status.FAIL, complaint)
    return Result(check.id, check.level, status, message, check.expected, got, check.kind)


def no_answer(answer: Answer) -> Trouble | None:
    """Why a response does not answer the question; None if it does."""
    match answer:
        case Trouble():
            return answer
        case p.Skipped():
            return Trouble(Status.SKIPPED, answer.reason)
        case p.Failed():
            return Trouble(Status.ERROR, answer.message)
    return None


def _compared(check: Check, run: Run, answers: Answers, needed: list[Answer]) -> tuple[str | Trouble | None, Any]:
    """How the answers differ according to the check, and what the engine sent."""
    expected = check.expected
    match check.kind:
        case "legal":
            options = answers[_looked("legal", expected["actor"], check.after, run)]
            assert isinstance(options, p.Choices)
            return options_differ(expected, to_data(options)), to_data(options)
        case "view" | "hidden":
            seen = answers[_looked("view", expected["role"], check.after, run)]
            assert isinstance(seen, p.Seen)
            data = to_data(seen.view)
            if check.kind == "view":
                books, shows = ledger(run.rules, run.positions[check.after]), expected["shows"]
                return part_differs(books.view(shows), books.view(_of_keys(shows, data))), data
            return secrets_leak(expected["paths"], data), data
        case "view-clauses":
            return _compared_sights(expected, [answers[_sight(sight, run)] for sight in expected])
        case "fold":
            folded = answers["log", ""]
            assert isinstance(folded, p.Folded)
            state = to_data(folded.state)
            return _state_differs(check, run, expected["state"], state), state
    verdicts = [answer for answer in needed if isinstance(answer, p.Accepted | p.Refused)]
    return _compared_command(check, run, verdicts)


def _compared_sights(expected: list[Any], answers: list[Answer]) -> tuple[str | Trouble | None, Any]:
    """Whether the view of each role cites exactly its clauses."""
    got: list[Any] = []
    complaint = None
    for sight, answer in zip(expected, answers, strict=True):
        assert isinstance(answer, p.Seen)
        if isinstance(answer.cites, UnsetType):
            return _missing("cites", "cite"), None
        difference = clauses_differ(sight["clauses"], answer.cites)
        complaint = complaint or (difference and f"{sight['role']}: {difference}")
        got.append({**sight, "clauses": sorted(set(answer.cites))})
    return complaint, got


def _compared_command(
    check: Check, run: Run, verdicts: list[p.Accepted | p.Refused]
) -> tuple[str | Trouble | None, Any]:
    *earlier, last = verdicts
    for number, verdict in enumerate(earlier):
        if isinstance(verdict, p.Refused):
            return (
                f"command {number + 1}: expected it to be accepted, got a refusal: {_words(verdict.message)}",
                to_data(verdict),
            )
    expected = check.expected
    if check.kind in ("clauses", "cites") and (left_out := _left_out(verdicts)):
        return left_out, to_data(last)
    if check.kind == "clauses":
        cited = {id for verdict in verdicts for id in _cited(verdict)}
        named = {*expected["cited"], *expected["without"]}
        return clauses_differ(expected["cited"], sorted(cited & named)), sorted(cited)
    if check.kind in ("refused", "refused-clauses"):
        if isinstance(last, p.Accepted):
            return "expected a refusal, got an accepted command", to_data(last)
        if check.kind == "refused":
            return None, to_data(last)
        if isinstance(last.clauses, UnsetType):
            return _missing("clauses", "cite"), to_data(last)
        return clauses_differ(expected, last.clauses), list(last.clauses)
    if check.kind == "consistent":
        return _inconsistent(run, verdicts)
    if isinstance(last, p.Refused):
        return f"expected the command to be accepted, got a refusal: {_words(last.message)}", to_data(last)
    if check.kind in ("state", "whole"):
        if isinstance(last.state, UnsetType):
            return _missing("state", "outcome"), to_data(last)
        state = to_data(last.state)
        return _state_differs(check, run, expected, state), state
    if isinstance(last.events, UnsetType):
        return _missing("events", "decide"), to_data(last)
    events = to_data(last.events)
    return (events_differ if check.kind == "events" else citations_differ)(expected, events), events


def _state_differs(check: Check, run: Run, expected: Any, state: Any) -> str | None:
    """Where a state is not the expected one, or not what a part of it says; bookkeeping does not count."""
    if check.kind != "state" and to_json(expected) == to_json(state):  # as nearly always: bookkeeping and all
        return None
    books = ledger(run.rules, run.positions[check.after])
    if check.kind == "state":
        return part_differs(books.state(expected), books.state(_of_keys(expected, state)))
    return whole_differs(books.state(expected), books.state(state))


def _of_keys(part: Any, whole: Any) -> Any:
    """What the whole has under the keys that a part of it names."""
    return {key: whole[key] for key in part if key in whole}


def _inconsistent(run: Run, verdicts: list[p.Accepted | p.Refused]) -> tuple[str | Trouble | None, Any]:
    """Where an engine contradicts itself: its events, folded onto the position before, do not give its position after.

    At least one of its two answers to the command is then wrong, whatever the rules are.
    """
    before = run.given
    for number, verdict in enumerate(verdicts, 1):
        if isinstance(verdict, p.Refused):
            break
        if isinstance(verdict.events, UnsetType):
            return _missing("events", "decide"), None
        if isinstance(verdict.state, UnsetType):
            return _missing("state", "outcome"), None
        try:
            folded = fold(p.read_events(verdict.events), before)
        except Exception as error:  # an engine's events may break the fold in any way
            return f"command {number}: its events do not fit the position before: {error!r}", to_data(verdict.events)
        if folded != verdict.state:
            books = ledger(run.rules, folded)
            wanted, came = (books.state(to_data(state)) for state in (folded, verdict.state))
            if difference := whole_differs(wanted, came):
                return f"command {number}: its events do not lead to its state: {difference}", came
        before = verdict.state
    return None, True


def _left_out(verdicts: list[p.Accepted | p.Refused]) -> Trouble | None:
    """The field that an engine which supports citing did not send."""
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
        f"{field}: expected in the answer, since the engine supports {level}, got none: send it, or support less",
    )


def _words(text: str | UnsetType) -> str:
    return "no reason given" if isinstance(text, UnsetType) else text


def sent_ids(ids: tuple[str, ...] | UnsetType) -> tuple[str, ...]:
    """The clauses that were sent; empty if no clauses were sent."""
    return () if isinstance(ids, UnsetType) else ids


def _cited(verdict: p.Accepted | p.Refused) -> Iterable[str]:
    if isinstance(verdict, p.Refused):
        return sent_ids(verdict.clauses)
    events = () if isinstance(verdict.events, UnsetType) else verdict.events
    return [id for event in events for id in sent_ids(event.cites)]
