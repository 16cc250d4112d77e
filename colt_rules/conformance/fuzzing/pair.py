"""The reference and another engine, asked the same questions and compared."""

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import msgspec
from attrs import frozen
from msgspec import UnsetType

from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.bookkeeping import Ledger, ledger, plain_events
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.causes import REFUSED, STANDS
from colt_rules.conformance.running.compare import options_differ, whole_differs
from colt_rules.conformance.running.interview import Adapter, greet, with_last_words
from colt_rules.conformance.running.questions import Answer, Trouble, sent_ids, without_cites
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.errors import Malformed
from colt_rules.model.state import Game
from colt_rules.rules.rulebook import rules_of


@frozen
class EngineDifference:
    """A difference between two engines: its kind, and the answer of each."""

    kind: str
    """legal, verdict, events, state, view, cites, or the trouble with the engine: crash, timeout, ..."""
    subject: str
    """The actor or role that was asked about; empty for a command."""
    message: str
    expected: Any
    got: Any


class EnginePair:
    """The reference and another engine, asked the same questions."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._reference = Reference()
        self._seq = 0
        self.compared = 0
        """How many answers of the engine were compared with the reference's."""
        self.left = ""
        """Why the engine skipped the last position, command or log; empty if it did not."""
        self.unanswered: Counter[str] = Counter()
        """By kind of question and reason: how many questions about a position the engine skipped."""
        self._astray = True
        """Whether the engine is not in the reference's position, because it skipped a command or was restarted."""
        self.happened: tuple[str, ...] = ()
        """The types of the events caused by the last command; empty after a refusal or in a new position."""
        self.started, self._engine = greet(adapter)

    @property
    def game(self) -> Game:
        """The position of the reference."""
        return self._reference.game

    @property
    def decides(self) -> bool:
        """Whether the engine judges commands; otherwise it is sent what happened."""
        return bool({"decide", "outcome"} & {*self.started.levels})

    @property
    def _books(self) -> Ledger:
        """The bookkeeping of the position, in which engines may differ."""
        return ledger(rules_of(self.game), self.game)

    def lead_back(self) -> None:
        """Put the engine into the reference's position before the next question."""
        self._astray = True

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.stop()

    def new(self, game: Game) -> EngineDifference | None:
        """Put both into this position."""
        _, answer = self._ask(lambda seq: p.New(seq, game))
        return _trouble(answer, "")

    def command(self, command: Any) -> EngineDifference | None:
        """Send a command to both, and compare their verdicts.

        An engine that does not decide is sent the result instead: the events if it folds, else the position.
        """
        if self.decides:
            expected, answer = self._ask(lambda seq: p.Command(seq, command))
            if isinstance(expected, p.Failed):
                return None  # not a valid position: no answer of an engine is wrong
            return _trouble(answer, "") or self._verdicts_differ(expected, answer)
        self._seq += 1
        before = self.game
        verdict = self._reference.answer(asked := p.Command(self._seq, command))
        self._remember(asked, verdict)
        if not isinstance(verdict, p.Accepted) or isinstance(verdict.events, UnsetType):
            return None
        if "fold" not in self.started.levels:
            return _trouble(self._engine_says(p.New(self._seq, self.game)), "")
        bare = tuple(map(without_cites, verdict.events))
        answer = self._engine_says(p.New(self._seq, before)) if self._astray else p.Ready(self._seq)
        if isinstance(answer, p.Ready):
            answer = self._engine_says(p.Log(self._seq, bare), p.Folded(self._seq, self.game))
        if not isinstance(answer, p.Folded):
            return _trouble(answer, "")
        self.compared += 1
        return self._states_differ(self.game, answer.state)

    def options(self, actor: str) -> EngineDifference | None:
        """Compare what an actor can choose."""
        if "legal" not in self.started.levels:
            return None
        expected, answer = self._ask(lambda seq: p.Legal(seq, actor))
        if isinstance(expected, p.Failed):
            return None  # not a valid position: see `command`
        difference = _trouble(answer, actor)
        if answer is expected or not isinstance(expected, p.Choices) or not isinstance(answer, p.Choices):
            return difference
        wanted, came = to_data(expected), to_data(answer)
        forms = {"commands": "are", "rows": "rows", "ways": "ways"}
        asked = {"actor": actor, **{forms[form]: wanted[form] for form in forms if form in wanted}}
        message = options_differ(asked, came)
        return EngineDifference("legal", actor, message, asked, came) if message else None

    def sight(self, role: str) -> EngineDifference | None:
        """Compare what a role sees."""
        if "view" not in self.started.levels:
            return None
        expected, answer = self._ask(lambda seq: p.Look(seq, role))
        if isinstance(expected, p.Failed):
            return None  # not a valid position: see `command`
        difference = _trouble(answer, role)
        if answer is expected or not isinstance(expected, p.Seen) or not isinstance(answer, p.Seen):
            return difference
        if expected.view == answer.view:
            return None
        wanted, came = to_data(expected.view), to_data(answer.view)
        message = whole_differs(self._books.view(wanted), self._books.view(came))
        return EngineDifference("view", role, message, wanted, came) if message else None

    def _ask(self, request: Callable[[int], p.Request]) -> tuple[p.Response, Answer]:
        self._seq += 1
        asked = request(self._seq)
        before = self.game
        expected = self._reference.answer(asked)
        self._remember(asked, expected)
        answer: Answer = p.Ready(self._seq)
        if self._astray and not isinstance(asked, p.New):
            answer = self._engine_says(p.New(self._seq, before))
        if isinstance(answer, p.Ready):
            answer = self._engine_says(asked, expected)
        self.compared += not isinstance(answer, p.Ready | p.Skipped)
        return expected, answer

    def _remember(self, asked: p.Request, expected: p.Response) -> None:
        if isinstance(asked, p.New | p.Command):
            events = expected.events if isinstance(expected, p.Accepted) else ()
            self.happened = () if isinstance(events, UnsetType) else tuple(event.type for event in events)

    def _engine_says(self, request: p.Request, expected: p.Response | None = None) -> Answer:
        """The engine's answer; a broken engine is started again for the next question.

        The answer is usually the expected one, or equal to it except for bookkeeping and the order of choices. It is
        then not looked at closely, which would be the most expensive step.
        """
        if self._engine is None:
            _, self._engine = greet(self._adapter)
        assert self._engine is not None
        wanted = self._supported(to_data(expected)) if expected is not None else {}

        def known(line: bytes) -> Answer | None:
            try:
                message = msgspec.json.decode(line)
                came = self._supported(message)
                if to_json(came) == to_json(wanted):
                    return expected
                if self._agree(came, wanted):
                    p.read_response(message, request)  # what is not compared must be well-formed all the same
                    return expected
            except (msgspec.DecodeError, Malformed, AttributeError, LookupError, TypeError):
                pass
            return None

        answer = self._engine.ask(request, known=known if expected is not None else None)
        self._note(request, answer)
        if isinstance(answer, Trouble) and answer.lost:
            self._engine.kill()
            answer = with_last_words(answer, self._engine.stderr())
            self._engine = None
        return answer

    def _note(self, request: p.Request, answer: Answer) -> None:
        """Record what the engine skipped, and whether it still is in the reference's position."""
        self.left = ""
        self._astray = isinstance(answer, Trouble | p.Failed)
        if not isinstance(answer, p.Skipped):
            return
        if isinstance(request, p.Legal | p.Look):  # a question leaves the position as it is
            self.unanswered[f"{p.tag(request.__class__)}: {answer.reason}"] += 1
        else:
            self.left, self._astray = answer.reason, True

    def _supported(self, message: dict[str, Any]) -> dict[str, Any]:
        """The compared part of a message, without texts for people and what the engine does not support."""
        levels, unsupported = self.started.levels, {"message"}
        unsupported |= set() if "cite" in levels else {"cites", "clauses"}
        if message["type"] == "accepted":
            unsupported |= {part for part, level in (("events", "decide"), ("state", "outcome")) if level not in levels}
            events = message.get("events")
            if events and "cites" in unsupported:
                message = {**message, "events": _bare(events)}
        return {key: value for key, value in message.items() if key not in unsupported}

    def _agree(self, one: dict[str, Any], other: dict[str, Any]) -> bool:
        """Whether two messages are equal except for bookkeeping and the order of choices."""
        return one.keys() == other.keys() and all(
            to_json(self._in_one_form(key, one[key])) == to_json(self._in_one_form(key, other[key])) for key in one
        )

    def _in_one_form(self, key: str, value: Any) -> Any:
        """Normalise the bookkeeping of a field of a message, so that two that agree are equal."""
        match key:
            case "state":
                return self._books.state(value)
            case "view":
                return self._books.view(value)
            case "events":
                return plain_events(value)
            case "commands":
                return sorted(map(to_json, value))
        return value

    def _verdicts_differ(self, expected: p.Response, answer: Answer) -> EngineDifference | None:
        if isinstance(answer, p.Skipped):
            return None
        if isinstance(expected, p.Refused) and isinstance(answer, p.Refused):
            return self._clauses_differ(expected, answer)
        if isinstance(expected, p.Refused) or not isinstance(answer, p.Accepted):
            message = STANDS if isinstance(expected, p.Refused) else REFUSED
            return EngineDifference("verdict", "", message, to_data(expected), to_data(answer))
        assert isinstance(expected, p.Accepted)
        if "decide" in self.started.levels and not isinstance(answer.events, UnsetType):
            wanted, came = (to_data(each.events) for each in (expected, answer))
            message = _events_differ(*(plain_events(_bare(events)) for events in (wanted, came)))
            if message:
                return EngineDifference("events", "", message, wanted, came)
        if "outcome" in self.started.levels and not isinstance(answer.state, UnsetType):
            return self._states_differ(expected.state, answer.state)
        return None

    def _states_differ(self, expected: Any, got: Any) -> EngineDifference | None:
        """Where two positions differ; equal ones, the common case, are not converted."""
        if expected == got:
            return None
        wanted, came = to_data(expected), to_data(got)
        message = whole_differs(self._books.state(wanted), self._books.state(came))
        return EngineDifference("state", "", message, wanted, came) if message else None

    def _clauses_differ(self, expected: p.Refused, answer: p.Refused) -> EngineDifference | None:
        if "cite" not in self.started.levels or isinstance(answer.clauses, UnsetType):
            return None
        wanted, came = sorted(set(sent_ids(expected.clauses))), sorted(set(answer.clauses))
        if wanted == came:
            return None
        return EngineDifference(
            "cites", "", f"expected the refusal to cite {', '.join(wanted)}; got {', '.join(came)}", wanted, came
        )


def _events_differ(wanted: list[dict[str, Any]], came: list[dict[str, Any]]) -> str:
    """Where two lists of events begin to differ, in the words of ``compare.events_differ``; empty if they do not."""
    for number, (one, other) in enumerate(zip_longest(wanted, came), 1):
        if one is None or other is None or one["type"] != other["type"]:
            expected, got = (each["type"] if each else "no more events" for each in (one, other))
            return f"expected {expected} as event {number}, got {got}"
        if difference := whole_differs(one, other):
            path = difference.removeprefix("data.")
            return f"expected {one['type']} as event {number}, got {one['type']}; the next {one['type']}: {path}"
    return ""


def _bare(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in event.items() if key != "cites"} for event in events]


def _trouble(answer: Answer, subject: str) -> EngineDifference | None:
    if isinstance(answer, Trouble):
        return EngineDifference(answer.status, subject, answer.message, None, answer.got)
    if isinstance(answer, p.Failed):
        return EngineDifference("error", subject, answer.message, None, None)
    return None
