"""Compares two logs of one game: where they differ, and which is right by the rules.

In order of weight:

- the headers: edition, modules, seats. The author and the name of a log do not matter;
- the **play**: command by command, and the position that each leads to. Both programs were given the same commands;
- the **telling**: the events of a command. A program may add one that changes nothing, or use another order;
- the **length**: one log may have been cut, or go on. It is then the beginning of the other;
- the **citations**: programs may cite differently, or not at all, and still play the same game.

Logs with the same content so far are in the same position, since it is the fold of the content. The reverse is not
true: two games can diverge and reach the same position again, and a binary search over positions would miss that. The
chain never converges again: the hash before a command covers all lines before it. So the search is binary over those
hashes. After the last common one, the logs are compared command by command, with a digest of both positions wherever
the events differ. Logs with different headers have no hash in common and are compared from the beginning.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import zip_longest

from colt_rules.commands import Command
from colt_rules.events import Cited, Event
from colt_rules.kernel.decide import Refused, Verdict, decide
from colt_rules.log.codec import digest, to_json
from colt_rules.log.corrections import HistoricalRules, as_logged
from colt_rules.log.entries import EventEntry, in_versions_of
from colt_rules.model.messages import fields_added_since
from colt_rules.model.names import CHANCE, Cites
from colt_rules.model.record import changed, record
from colt_rules.referee.explain import describe_corrections
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.story import Step, Story
from colt_rules.registry.corrections import Correction
from colt_rules.safe_text import clipped

MUCH = 2_000
"""The length in characters to which the differences of two headers are cut."""
WEIGHT = ("header", "command", "state", "events", "order", "length", "citations")
"""The kinds of differences, the weightiest first.

- ``header``: they are not logs of one game;
- ``command``: another command was given;
- ``state``: the same command led to another position;
- ``events``: it led to the same position by other events;
- ``order``: it led to the same position by the same events in another order;
- ``length``: one log ends, or is broken, where the other goes on;
- ``citations``: the same event cites other clauses.
"""

AGREED = ("edition", "modules", "seats")
"""What headers must agree on."""


@record
class LogSide:
    """What one log has where the two diverge."""

    step: Step | None
    """The command and its events; None if the log ends before it."""
    line: int
    """The line of the command or event that differs, or the line where it would be."""
    event: int
    """The number of the first event that differs, or the number that it would have."""

    @property
    def event_entry(self) -> EventEntry | None:
        """The event that differs, if the log has an event at that place."""
        return next((entry for entry in (self.step.events if self.step else ()) if entry.seq == self.event), None)


@record
class StepFault:
    """How a step departs from the rules."""

    step: Step
    verdict: Verdict
    """The verdict of the rules on its command."""
    at: int
    """The index of the first event that differs from the verdict."""

    @property
    def expected(self) -> Cited | None:
        """The event that the rules expect; None if the command is refused or should cause no more events."""
        events = () if isinstance(self.verdict, Refused) else self.verdict.events
        return events[self.at] if self.at < len(events) else None

    @property
    def in_citations(self) -> bool:
        """Whether the event is right and only its clauses are wrong."""
        return self.expected is not None and _bare(self.step)[self.at : self.at + 1] == [self.expected[0]]

    @property
    def clauses(self) -> Cites:
        """The clauses that decide: those that forbid the command, or those of the event that should be there.

        If another event of the same type is there, such as an event with another token, the clauses of the right event
        come first.
        """
        if isinstance(self.verdict, Refused):
            return self.verdict.clauses
        logged = [event.__class__ for event in _bare(self.step)[self.at : self.at + 1]]
        alike = [id for event, cites in self.verdict.events if event.__class__ in logged for id in cites]
        return tuple(dict.fromkeys([*alike, *(self.expected or self.verdict.events[-1])[1]]))


@record
class Judgement:
    """Which log is right by the rules, both judged from their common position."""

    right: str
    """a, b, both or neither; empty if the rules do not decide."""
    why: str
    """The reason, in words."""
    fault: StepFault | None = None
    """The fault of the first log that has one."""
    corrected: tuple[Correction, ...] = ()
    """Corrections that explain why a log departs from today's rules although it was right when written: not a fault."""

    @property
    def clauses(self) -> Cites:
        """The clauses that decide."""
        return self.fault.clauses if self.fault else ()


@record
class LogDifference:
    """A place where two logs diverge."""

    kind: str
    """The kind of difference: a key of ``WEIGHT``."""
    command: int
    """The number of the command, the same in both logs; 0 for the headers."""
    a: LogSide
    b: LogSide
    judgement: Judgement


@record
class Comparison:
    """The result of comparing two logs."""

    differences: tuple[LogDifference, ...]
    """The weightiest first; of play, telling, length and citations the first one each.

    Nothing is compared after the play diverges.
    """
    same_end: bool
    """Whether both end in the same position, by whatever course."""

    @property
    def same(self) -> bool:
        """Whether it is the same game, complete in both; citations may differ."""
        return all(one.kind == "citations" for one in self.differences)


def compare(a: Story, b: Story, lang: str = ENGLISH) -> Comparison:
    """Compare two logs."""
    agreed = _headers(a, b, lang)
    found = [agreed] if agreed else list(_partings(a, b, lang))
    found = sorted(found, key=lambda one: WEIGHT.index(one.kind))
    ends = [digest(story.position(story.head.events)) for story in (a, b)]
    return Comparison(tuple(found), ends[0] == ends[1] or not found)


def _headers(a: Story, b: Story, lang: str) -> LogDifference | None:
    differences = [
        tell(lang, f"judgement.{name}", ours=ours, theirs=theirs)
        for name in AGREED
        if (ours := getattr(a.header, name)) != (theirs := getattr(b.header, name))
    ]
    why = tell(lang, "judgement.headers", differences=clipped("; ".join(differences), MUCH))
    return (
        LogDifference("header", 0, LogSide(None, 1, 0), LogSide(None, 1, 0), Judgement("", why))
        if differences
        else None
    )


def _partings(a: Story, b: Story, lang: str) -> Iterator[LogDifference]:
    """The first difference in play or length, and the differences in telling and citations before it."""
    common = _common_past(a, b)
    difference = partial(_difference, _Court((HistoricalRules.of(a.header), HistoricalRules.of(b.header)), lang))
    told_otherwise = cited_otherwise = False
    for ours, theirs in zip(a.steps(common + 1), b.steps(common + 1), strict=False):
        if not _same_command(ours, theirs):
            yield difference("command", ours, theirs, 0)
            return
        at = _first_event(ours, theirs)
        if at is None:
            cited = None if cited_otherwise else _first_citation(ours, theirs)
            if cited is not None:
                cited_otherwise = True
                yield difference("citations", ours, theirs, cited)
        elif _is_cut(a, ours, theirs) or _is_cut(b, theirs, ours):
            break
        elif digest(ours.after) != digest(theirs.after):
            yield difference("state", ours, theirs, at)
            return
        elif not told_otherwise:
            told_otherwise = True
            yield difference("order" if _same_events(ours, theirs) else "events", ours, theirs, at)
        common = ours.command.number
    if a.broken or b.broken or not common == a.head.commands == b.head.commands:
        yield _length(a, b, common, lang)


def _common_past(a: Story, b: Story) -> int:
    """The number of commands that are byte for byte the same in both, by the hashes of the chain."""
    most = min(a.head.commands, b.head.commands)

    def parted(number: int) -> bool:
        return a.step(number).command.prev != b.step(number).command.prev

    # A hash covers what is before its command, so the command before the first different hash has to be compared too.
    return max(bisect_left(range(1, most + 1), True, key=parted) - 1, 0)


def _same_command(one: Step, other: Step) -> bool:
    ours, theirs = one.command, other.command
    return ours.type == theirs.type and _in_version(one, other) == _in_version(other, one)


def _in_version(step: Step, other: Step) -> Command:
    """The command of a step, reduced to what the version in the other log can express."""
    command, told = step.command.command, other.command
    return changed(command, **fields_added_since(told.newest, told.version)) if told.newest.earlier else command


def _bare(step: Step) -> list[Event]:
    return [entry.event for entry in step.events]


def _first_event(one: Step, other: Step) -> int | None:
    """The index of the first event that differs; None if all are the same."""
    ours, theirs = in_versions_of(_bare(one), other.events), in_versions_of(_bare(other), one.events)
    return None if ours == theirs else _parting(ours, theirs)


def _parting(ours: list[Event], theirs: list[Event]) -> int:
    return next(at for at, (one, other) in enumerate(zip_longest(ours, theirs)) if one != other)


def _first_citation(one: Step, other: Step) -> int | None:
    """The index of the first of the same events with other citations, in any order."""
    pairs = enumerate(zip(one.events, other.events, strict=True))
    return next((at for at, (ours, theirs) in pairs if not _cite_alike(ours.cites, theirs.cites)), None)


def _cite_alike(ours: Cites, theirs: Cites) -> bool:
    return ours == theirs or set(ours) == set(theirs)


def _same_events(one: Step, other: Step) -> bool:
    """Whether two steps have the same events, in any order."""
    sides = in_versions_of(_bare(one), other.events), in_versions_of(_bare(other), one.events)
    ours, theirs = (Counter((event.__class__, to_json(event)) for event in side) for side in sides)
    return ours == theirs


def _is_cut(story: Story, step: Step, other: Step) -> bool:
    """Whether a log ends in the middle of this command: the rest of its events is missing."""
    return _may_be_cut(story, step) and _first_event(step, other) in (None, len(step.events))


def _may_be_cut(story: Story, step: Step) -> bool:
    """Whether a log ends with this command without a proper ending."""
    return step.command.number == story.head.commands and bool(story.broken)


def _difference(court: "_Court", kind: str, ours: Step, theirs: Step, at: int) -> LogDifference:
    """A difference at a command that both logs have; ``at`` is the index of the event that differs."""
    below = 0 if kind == "command" else 1 + at
    a, b = (LogSide(step, step.line + below, step.events[0].seq + at) for step in (ours, theirs))
    return LogDifference(kind, ours.command.number, a, b, court.judged(kind, a, b))


def _length(a: Story, b: Story, common: int, lang: str) -> LogDifference:
    """The difference of two logs that are the same for ``common`` commands, after which one or both end."""
    ours, theirs = _next(a, common), _next(b, common)
    left = _rest(a, None if ours and theirs and _is_cut(a, ours, theirs) else ours)
    right = _rest(b, None if ours and theirs and _is_cut(b, theirs, ours) else theirs)
    cut = any(side.step and _may_be_cut(story, side.step) for story, side in ((a, left), (b, right)))
    court = _Court((HistoricalRules.of(a.header), HistoricalRules.of(b.header)), lang)
    return LogDifference("length", common + 1, left, right, court.judged("length", left, right, cut))


def _next(story: Story, common: int) -> Step | None:
    return story.step(common + 1) if story.head.commands > common else None


def _rest(story: Story, step: Step | None) -> LogSide:
    """What a log continues with, if it does."""
    if step:
        return LogSide(step, step.line, step.events[0].seq)
    return LogSide(None, 2 + story.head.commands + story.head.events, story.head.events + 1)


# --- who is right


@record
class _Court:
    """Judges which of two logs is right, each by the rules of its day."""

    days: tuple[HistoricalRules, HistoricalRules]
    lang: str

    def judged(self, kind: str, a: LogSide, b: LogSide, cut: bool = False) -> Judgement:
        """Judge what both logs have, from the position before it; what was cut off is not a fault."""
        sides = list(zip("AB", (a.step, b.step), self.days, strict=True))
        try:
            faults = {
                name: fault for name, step, _ in sides if step and (fault := _fault(step, kind == "citations", cut))
            }
        except Exception:
            # A false log can lead to any position, and the rules are undefined in an impossible one.
            return Judgement("", tell(self.lang, "judgement.unknown"))
        corrected = {
            name: since
            for name, step, day in sides
            if step and name in faults and (since := day.corrected(step.before, step.command, step.events))
        }
        wrong = [name for name in faults if name not in corrected]
        right = {"": "both", "A": "b", "B": "a", "AB": "neither"}["".join(wrong)]
        fault = next((faults[name] for name in wrong or faults), None)
        if wrong:
            why = self._words(wrong[0], faults[wrong[0]])
        else:
            why = self._of_its_day(corrected) if corrected else self._legal(a, b)
        return Judgement(right, why, fault, tuple(dict.fromkeys(one for since in corrected.values() for one in since)))

    def _of_its_day(self, corrected: Mapping[str, tuple[Correction, ...]]) -> str:
        """The statement that neither log is wrong, with the corrections made after one of them was written."""
        since = "; ".join(
            tell(self.lang, "judgement.older", name=name, corrected=describe_corrections(ones, self.lang))
            for name, ones in corrected.items()
        )
        return tell(self.lang, "judgement.of-its-day", since=since)

    def _words(self, wrong: str, fault: StepFault) -> str:
        """What is wrong with the side of this name."""
        if isinstance(fault.verdict, Refused):
            why = describe_refusal(fault.step.before, fault.step.command.command, fault.verdict, self.lang)
            return tell(self.lang, "judgement.refused", name=wrong, why=why)
        what = "cites" if fault.in_citations else "otherwise" if fault.expected else "nothing-more"
        return tell(self.lang, f"judgement.{what}", name=wrong)

    def _legal(self, a: LogSide, b: LogSide) -> str:
        """Why two logs can diverge although both are right."""
        if a.step and b.step:
            ours, theirs = a.step.command.actor, b.step.command.actor
            if ours != theirs:
                return tell(self.lang, "judgement.other-first", ours=ours, theirs=theirs)
            return tell(self.lang, "judgement.dealt" if ours == CHANCE else "judgement.chose", actor=ours)
        if a.step or b.step:
            return tell(self.lang, "judgement.longer", longer="A" if a.step else "B")
        return tell(self.lang, "judgement.whole")


def _fault(step: Step, citing: bool, cut: bool) -> StepFault | None:
    """The fault of a step, if it has one; citations count only if ``citing``."""
    verdict = as_logged(decide(step.before, step.command.command), step.events)
    if isinstance(verdict, Refused):
        return StepFault(step, verdict, 0)
    expected, logged = [event for event, _ in verdict.events], _bare(step)
    if (expected[: len(logged)] if cut else expected) != logged:
        return StepFault(step, verdict, _parting(expected, logged))
    if citing:
        pairs = zip(verdict.events, step.events, strict=True)
        wrong = [at for at, ((_, cites), entry) in enumerate(pairs) if not _cite_alike(cites, entry.cites)]
        return StepFault(step, verdict, wrong[0]) if wrong else None
    return None
