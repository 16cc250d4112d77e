"""Judges a log in two independent ways.

*The log is intact and consistent*: its lines are well formed, complete and in order, and its events fit together.
*The log follows the rules*: each command, decided again under the edition and the rulings of the game, is allowed and
leads to the same events, in the same order, with the same clauses.

From the first departure on there are two worlds: that of the log, to which its events lead, and the right one, to which
its commands would have led. A later departure counts only if it is one in both: what fits the right world merely
follows from an earlier departure. The right world also shows whether the result would be different, as far as the
commands can be followed there.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain, islice, zip_longest
from typing import Literal

import attrs

from colt_rules.commands import Command
from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, BulletGiven, Cited, Event, GameEnded, LootDropped
from colt_rules.kernel import awaiting, fold, legal
from colt_rules.kernel.decide import OUT_OF_FORM, Accepted, Refused, Verdict, decide, decide_by
from colt_rules.log.corrections import as_logged, former_rules
from colt_rules.log.dating import Remark
from colt_rules.log.entries import Closing, Head, Header
from colt_rules.log.errors import Departure, LogError
from colt_rules.log.lines import LogReader
from colt_rules.log.redaction import RedactedReader, is_redacted
from colt_rules.log.rule_check import Judge, Logged
from colt_rules.log.verifying import verify_read
from colt_rules.model.names import Cites
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game, Standing
from colt_rules.referee.rankings import ranking_difference
from colt_rules.registry.published import corrections
from colt_rules.rules.rulebook import rules_of

SAYS: Mapping[type[Event], Mapping[str, Cites]] = {
    BulletGiven: {"bullet": ("fire.bullet-given",), "left": ("fire.bullet-given",)},
    LootDropped: {"place": ("punch.loot.dropped",)},
}
"""By type of event and field: the clauses that say what it should be, of the many that such an event cites."""


@record
class Finding(Departure):
    """A departure from the rules, with the events that should have happened."""

    should: tuple[Cited, ...] = ()
    """The events by the rules; empty if the command is refused."""
    happened: tuple[Cited, ...] = ()
    """The events in the log."""

    @property
    def parting(self) -> tuple[tuple[Cited, ...], tuple[Cited, ...]]:
        """The actual and the right events, without their common beginning and end."""
        by_cites = self.kind == "cites"
        start = _alike(self.happened, self.should, by_cites)
        end = _alike(self.happened[start:][::-1], self.should[start:][::-1], by_cites)
        return self.happened[start : len(self.happened) - end], self.should[start : len(self.should) - end]


@record
class Span:
    """Consecutive commands."""

    first: int = 0
    """The number of the first command; 0 if there are none."""
    last: int = 0
    """The number of the last command; 0 if it is the last command of the log."""

    def __bool__(self) -> bool:
        return self.first > 0

    @property
    def as_data(self) -> dict[str, str | bool]:
        """Both ends as data for a text."""
        return {"begin": str(self.first), "end": str(self.last or ""), "alone": self.first == self.last}


@record
class GameResult:
    """The result of the game by its log, and the result that it should have had by the rules."""

    by_log: tuple[Standing, ...]
    """The ranking by the log; empty if the game is not over."""
    by_rules: tuple[Standing, ...]
    """The ranking by the rules; empty if the game is not over by the rules, or the result is unknown."""
    lost: int
    """The first command that could not be followed by the rules; 0 if all could."""

    @property
    def differs(self) -> bool | None:
        """Whether the ranking would be different; None if that is unknown."""
        return None if self.lost else self.by_log != self.by_rules

    @property
    def verdict(self) -> Literal["lost", "unfinished", "bullets", "another", "same"]:
        """How the two results compare.

        ``bullets`` if only the bullets differ; ``lost`` if the result by the rules is unknown.
        """
        if self.lost:
            return "lost"
        if not self.by_log and not self.by_rules:
            return "unfinished"
        if ranking_difference(self.by_log, self.by_rules) == "bullets":
            return "bullets"
        return "another" if self.differs else "same"


@record
class Audit:
    """Both judgements about a log."""

    header: Header
    head: Head
    """The end of the log, by its lines."""
    closing: Closing | None
    role: str
    """The role of a redacted log, of which only the chain can be judged; else empty."""
    log: tuple[Departure, ...]
    """Faults of the log itself, in order."""
    rules: tuple[Finding, ...]
    """Departures from the rules, in order, each independent of the departures before it."""
    cited: bool
    """Whether the log has citations; if not, they are not checked."""
    house_rules: tuple[str, ...]
    """The answers that the table agreed on, each ``ruling=answer``, by which it was judged."""
    over: bool
    """Whether the log reaches the end of the game."""
    awaiting: tuple[Decision, ...]
    """The open decisions; empty if something is wrong or unknown."""
    unjudged: Span
    """Commands that could not be judged: an earlier fault made the position impossible, or its events are illegible."""
    result: GameResult
    explained: tuple[Departure, ...] = ()
    """Departures from today's rules because the log was written before a correction: not faults."""
    remark: Remark = ""
    """What is odd about the version of the specification in the header; it is no fault."""

    @property
    def sound(self) -> bool:
        """Whether every departure is explained by a correction."""
        return not self.log and not self.rules


def audit(pieces: Iterable[bytes]) -> Audit:
    """Audit the log in these pieces of whole lines; raise ``LogError`` if its first line is not one of a log.

    The log is read once, as a stream. One without citations, as other engines write them, is judged by its events
    alone.
    """
    left = iter(pieces)
    first = next(left, b"")
    read = chain([first], left)
    reader = RedactedReader(read) if is_redacted(first) else LogReader(read)
    worlds = None if isinstance(reader, RedactedReader) else TwoWorlds(reader)
    found = verify_read(reader, judge=worlds)
    if reader.header is None:
        raise LogError(found.problems)
    legible = "a line that this program can read"
    malformed = [Departure("malformed", one.line, 0, 0, legible, one.message, ()) for one in found.problems]
    departures = [one for one in found.departures if not isinstance(one, Finding)]
    return Audit(
        reader.header,
        found.head,
        found.closing,
        getattr(reader.header, "role", ""),
        tuple(sorted([*malformed, *departures], key=lambda one: one.line)),
        tuple(worlds.with_next_clauses(one) for one in found.departures if isinstance(one, Finding)) if worlds else (),
        worlds is None or worlds.cited,
        worlds.game.options.rulings if worlds else (),
        found.over,
        found.awaiting,
        worlds.unjudged if worlds else Span(),
        worlds.result() if worlds else GameResult((), (), 0),
        found.explained,
        found.remark,
    )


class TwoWorlds(Judge):
    """Judges a log command by command, and follows the right world too from the first departure on."""

    def __init__(self, reader: LogReader) -> None:
        super().__init__(corrections().since(reader.header.spec) if reader.header else ())
        self._reader = reader
        self.cited = False
        """Whether any event so far has citations."""
        self.unjudged = Span()
        """See ``Audit``."""
        self._last = 0
        """The number of the last command judged."""
        self._right: Game | None = None
        """The right world; None as long as it is that of the log."""
        self._lost = 0
        """The first command that could not be followed there."""
        self._plain: Judge | None = None
        """A judge that only folds the events of the log; None as long as they lead to the judged position."""
        self._ranking: tuple[Standing, ...] = ()
        """The ranking by the log."""
        self._passed_over: ActionIdle | None = None
        """The action that should have been idle although the log waits for a decision."""
        self._forbidding: dict[int, Cites] = {}
        """By command that skipped an idle action: the clauses that forbid what was then done."""

    def result(self) -> GameResult:
        """The result of the game in both worlds."""
        right = self.game if self._right is None else self._right
        lost = self._lost or (self._last + 1 if self.ended else 0)
        return GameResult(self._ranking, () if lost else right.ranking, lost)

    def finish(self) -> list[Departure]:
        """The departures of the last command; if the log was cut, missing events do not count as departures."""
        right = self._right
        found = super().finish()
        if self.ended:  # at an unreadable line
            self.unjudged = Span(self.unjudged.first or self._last + 1)
        elif self._reader.problems and not self._reader.closing and _goes_on(found):
            self._right, self.unjudged = right, Span(self.unjudged.first or self._last)
            return []
        return found

    def judged(self, logged: Logged) -> list[Departure]:
        """The departures of a command that do not merely follow from earlier ones."""
        if self._passed_over:
            self._forbidding[self._last] = self._forbidden(self._passed_over, logged.command.command)
            self._passed_over = None
        self._last = logged.command.number
        self.cited = self.cited or any(one.cites for one in logged.events)
        if logged.events and isinstance(ended := logged.events[-1].event, GameEnded):
            self._ranking = ended.ranking
        before, apart = self.game, self._right is not None
        if apart and self._is_back_in_the_right_world(logged):
            found: list[Departure] = []
        elif self._is_stuck:
            found = []
        else:
            found = super().judged(logged)
        if self.ended:  # only the world of the log has ended; it may rejoin the right one
            self.ended, self.unjudged = False, Span(self.unjudged.first or logged.command.number)
        if not found and not apart and self._plain is None:
            return []
        if self._plain is None:
            self._plain = Judge()
            self._plain.game = before
        misfits = [] if self._plain.ended else self._plain.apply(logged)
        return [*(one for one in found if one.kind != "position" or not (apart or one.event)), *misfits]

    def with_next_clauses(self, one: Finding) -> Finding:
        """A finding that something was possible, with the clauses of what was done next first."""
        clauses = (*self._forbidding.get(one.command, ()), *one.clauses)
        return changed(one, clauses=particular(tuple(dict.fromkeys(clauses)))) if clauses != one.clauses else one

    def _forbidden(self, idle: ActionIdle, command: Command) -> Cites:
        """The clauses that forbid what was done with a card that had no effect."""
        with suppress(Exception):  # a false log can lead to any position
            rules = rules_of(self.game)
            choice = rules.choices[idle.action]
            if command.__class__ in choice.commands:
                return choice.refusal(rules, self.game, idle.bandit, command)
        return ()

    @property
    def _is_stuck(self) -> bool:
        """Whether commands can no longer be judged in the world of the log."""
        return self.unjudged.first > 0 and not self.unjudged.last

    def comparable_events(self, logged: Logged, right: tuple[Cited, ...]) -> tuple[Cited, ...]:
        """The events of the log; the order of citations does not matter, nor their absence if the log never cites."""
        said = super().comparable_events(logged, right)
        if said == right:
            return right  # the same object, so that callers need not compare again
        both = zip(said, right, strict=False)
        return tuple(other if self._is_the_same(one, other) else one for one, other in both) + said[len(right) :]

    def _is_the_same(self, told: Cited, right: Cited) -> bool:
        """Whether an event of the log is the right one with the same clauses, if the log cites at all."""
        return told[0] == right[0] and (set(told[1]) == set(right[1]) or not (told[1] or self.cited))

    def departure(self, logged: Logged, verdict: Verdict) -> Finding:
        """A departure with the clauses that it breaks and the events that should have happened."""
        bare = super().departure(logged, verdict)
        should = () if isinstance(verdict, Refused) else verdict.events
        happened = self.comparable_events(logged, should)
        clauses = (
            forbidding(self.game, verdict) if isinstance(verdict, Refused) else broken(self.game, should, happened)
        )
        said = (bare.kind, bare.line, bare.command, bare.event, bare.expected, bare.got)
        return Finding(*said, particular(clauses), bare.meaning, should=should, happened=happened)

    def on_departure(self, logged: Logged, departure: Departure, verdict: Verdict) -> None:
        """Split the worlds at this departure."""
        if isinstance(departure, Finding) and _goes_on([departure]):
            due = departure.should[len(departure.happened)][0]
            self._passed_over = due if isinstance(due, ActionIdle) else None
        if departure.kind != "cites" and self._right is None:
            self._right = self.game if isinstance(verdict, Refused) else verdict.after
            is_lost = isinstance(verdict, Refused) and self.game.phase != "over"
            self._lost = logged.command.number if is_lost else 0

    @property
    def asks_for_cites(self) -> bool:
        """Whether the log cites at all."""
        return self.cited

    def _is_back_in_the_right_world(self, logged: Logged) -> bool:
        """Follow a command in the right world; return whether the log continues there."""
        if self._right is None or self._lost or self._right.phase == "over":
            return False
        try:
            verdict = decide_by(former_rules(self._right, self.corrections), self._right, logged.command.command)
            verdict = as_logged(verdict, logged.events)
        except Exception:  # an impossible position of the log can affect this one
            verdict = None
        if verdict is None or isinstance(verdict, Refused):
            self._lost = logged.command.number
            return False
        self._right = verdict.after
        if self.comparable_events(logged, verdict.events) != verdict.events or self._stands(logged):
            return False
        self.game, self._right, self._stretch = verdict.after, None, None
        if self._is_stuck:
            self.unjudged = Span(self.unjudged.first, logged.command.number - 1)
        return True

    def _stands(self, logged: Logged) -> bool:
        """Whether the rules agree with a command in the world of the log."""
        if self._is_stuck:
            return False
        try:
            verdict = as_logged(decide(self.game, logged.command.command), logged.events)
        except Exception:  # a false log can lead to any position
            return False
        return isinstance(verdict, Accepted) and self.comparable_events(logged, verdict.events) == verdict.events


def _goes_on(found: list[Departure]) -> bool:
    """Whether the only fault of a command is that more events should follow."""
    match found:
        case [Finding(kind="event") as one]:
            return one.should[: len(one.happened)] == one.happened
    return False


def broken(game: Game, should: tuple[Cited, ...], happened: tuple[Cited, ...]) -> Cites:
    """The clauses broken where the two first differ: those of the events that should have happened in this game.

    If an event happened that should not have, the clauses it wrongly cites. Clauses that both sides cite are less
    likely to be the cause and come last.
    """
    for at, (right, told) in enumerate(zip_longest(should, happened)):
        if right == told:
            continue
        if right is None or (told and _more_often(told, happened, should) and not _more_often(right, should, happened)):
            rest = tuple(chain.from_iterable(cites for _, cites in should))
            return (_first_without(told[1], rest) if told else ()) or tuple(dict.fromkeys(rest))
        clauses = _first_without(right[1], told[1] if told else ())
        if told and right[0] == told[0]:  # only what they cite differs
            return tuple(id for id in right[1] if id not in told[1]) or clauses
        if told and (own := _of_the_fields(right[0], told[0])):
            return tuple(id for id in clauses if id in own) or clauses
        if told and isinstance(right[0], GameEnded) and isinstance(told[0], GameEnded):
            return _of_the_end(fold((event for event, _ in should[:at]), game), right[0], told[0], clauses)
        return clauses
    return ()


def _of_the_fields(right: Event, told: Event) -> set[str]:
    """The clauses that say what the differing fields of two events of one type should be, if each has such clauses."""
    says = SAYS.get(right.__class__, {})
    if right.__class__ is not told.__class__:
        return set()
    names = [field.name for field in attrs.fields(right.__class__)]
    differ = [name for name in names if getattr(right, name) != getattr(told, name)]
    return {id for name in differ for id in says.get(name, ())} if all(name in says for name in differ) else set()


def _of_the_end(game: Game, right: GameEnded, told: GameEnded, clauses: Cites) -> Cites:
    """The clauses of a game's end: first those about money if the money differs, else those that decide the winner.

    The winner is whoever wins regardless of money, or the richest.
    """
    won = rules_of(game).won(game)
    deciding = won[1] if won else ("end.richest", "end.tie-break")
    topics = deciding if right.lines == told.lines else ("scoring.",)
    return tuple(sorted(clauses, key=lambda id: not id.startswith(topics)))


def _alike(one: tuple[Cited, ...], other: tuple[Cited, ...], by_cites: bool = False) -> int:
    """The length of the common beginning; events without citations match any, unless citations are compared."""
    both = list(zip(one, other, strict=False))
    same = [here[0] == there[0] and (here[1] == there[1] or not (here[1] or by_cites)) for here, there in both]
    return same.index(False) if False in same else len(both)


def _more_often(one: Cited, here: tuple[Cited, ...], there: tuple[Cited, ...]) -> bool:
    """Whether an event happens more often in the first list than in the second."""
    times, other = (sum(event == one[0] for event, _ in side) for side in (here, there))
    return times > other


def _first_without(clauses: Cites, others: Cites) -> Cites:
    """The clauses; clauses that are not among ``others`` come first."""
    return tuple(sorted(clauses, key=lambda id: id in others))


def forbidding(game: Game, refusal: Refused) -> Cites:
    """The clauses that forbid a command; if another decision was open, also the clauses behind that decision."""
    clauses = refusal.clauses
    if OUT_OF_FORM in clauses:
        with suppress(Exception):  # a false log can lead to any position
            for decision in awaiting(game):
                for answer in islice(legal(game, decision.actor), 1):
                    verdict = decide(game, answer)
                    clauses += verdict.events[0][1] if isinstance(verdict, Accepted) else ()
    return tuple(dict.fromkeys(clauses))


def particular(clauses: Cites) -> Cites:
    """The clauses, with the clauses that apply to nearly everything last."""
    return tuple(sorted(clauses, key=lambda id: id in EVERYWHERE or id == OUT_OF_FORM))
