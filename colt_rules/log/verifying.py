"""Verifies a log: its lines, their chain, and whether it follows the rules.

A log of any length is read once, piece by piece, and not kept in memory.
"""

from collections.abc import Callable, Iterable

from colt_rules.decisions import Decision
from colt_rules.events import EVENT_NAMES, GameEnded, GameStarted, RulingAgreed
from colt_rules.kernel import awaiting
from colt_rules.kernel.decide import NotAtRest
from colt_rules.log.chain import Chain
from colt_rules.log.dating import Remark, version_departures, version_remark
from colt_rules.log.entries import (
    Batch,
    Closing,
    Entry,
    EventEntry,
    Head,
    Header,
    Link,
    Recording,
    hash_of,
    lines_of,
)
from colt_rules.log.errors import Departure, LogProblem
from colt_rules.log.lines import LogReader
from colt_rules.log.rule_check import Judge
from colt_rules.log.seals import seal_departures
from colt_rules.model.record import record
from colt_rules.registry.published import corrections
from colt_rules.safe_text import clipped, listed

MOST_DEPARTURES = 1_000
"""Of the lines and of the rules each. After so many, reading or the check of the rules stops."""


@record
class Verified:
    """The result of verifying a log."""

    header: Header | None
    head: Head
    """The end of the log, by its lines."""
    problems: tuple[LogProblem, ...]
    """The lines that are malformed."""
    departures: tuple[Departure, ...]
    """The entries that differ from what is expected, in order."""
    closing: Closing | None
    """The last line of the log; None if it is missing or malformed."""
    over: bool
    """Whether the game is over."""
    awaiting: tuple[Decision, ...]
    """The open decisions; empty if they were not determined or cannot be."""
    explained: tuple[Departure, ...] = ()
    """The entries that differ from the current rules because the log is older than a correction; they are no faults."""

    @property
    def remark(self) -> Remark:
        """What is odd about the version of the specification in the header; it is no fault."""
        return version_remark(self.header.spec) if self.header else ""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not self.departures

    @property
    def faults(self) -> list[LogProblem]:
        """Problems and departures, each as a problem of a line."""
        departures = [
            LogProblem(one.line, f"{one.kind}: expected {one.expected}, got {one.got}") for one in self.departures
        ]
        return [*self.problems, *departures]


def verify(pieces: Iterable[bytes], *, rules: bool = True) -> Verified:
    """Everything that is wrong with the log in these pieces of whole lines.

    - ``chain``, ``order``, ``count``: see ``Chain``.
    - ``header``: the header differs from the start of the game.
    - ``version``: the header names a version of the specification that lacks something the game uses.
    - ``refused``, ``event``, ``cites``, ``position``: see ``Judge``.

    Each command is decided again from the state that the events in the log led to. Without ``rules`` only the chain
    is checked, which is several times faster.
    """
    reader = LogReader(pieces, links=not rules)
    return verify_read(reader, judge=judge_of(reader.header) if rules else None)


def judge_of(header: Header | None) -> Judge:
    """The ``Judge`` of a log with this header: the current rules, with the corrections since its version."""
    return Judge(corrections().since(header.spec) if header else ())


def verify_read(
    reader: LogReader,
    *,
    judge: Judge | None = None,
    watch: Callable[[Batch], object] | None = None,
) -> Verified:
    """``verify`` for a log whose header has been read.

    Without a ``judge`` the rules are not checked; ``watch`` gets each batch while the chain is unbroken.
    """
    followers = _Followers(reader.header, reader.first, judge)
    for batch in reader:
        followers.follow(batch)
        if watch and followers.unbroken:
            watch(batch)
        if followers.has_enough:
            break
        del batch
    followers.finish(reader.closing)
    return followers.verified(reader.header, tuple(reader.problems), reader.closing)


def check(recording: Recording) -> list[Departure]:
    """Every departure of a log in memory, in order; see ``verify``."""
    first, *lines = lines_of(recording)
    followers = _Followers(recording.header, first, judge_of(recording.header))
    followers.follow(Batch(2, lines, list(recording.entries)))
    followers.finish(recording.closing)
    return followers.found


class _Followers:
    """Runs all checks of a log on each batch in turn."""

    def __init__(self, header: Header | None, first: bytes, judge: Judge | None) -> None:
        self._lines = version_departures(header.spec, header.modules) if header else []
        """The departures of the lines themselves."""
        self._rules: list[Departure] = []
        self._chain = Chain(Head(0, 0, hash_of(first)))
        self._judge = judge
        self._header = header
        self._start: GameStarted | None = None
        self._house_rules: list[str] = []
        """The answers agreed on before the start."""
        self._last: Entry | Link | None = None

    @property
    def has_enough(self) -> bool:
        """Whether the lines have so many departures that reading can stop."""
        return len(self._lines) >= MOST_DEPARTURES

    @property
    def found(self) -> list[Departure]:
        """The departures, in order."""
        found = [*self._lines[:MOST_DEPARTURES], *self._rules[:MOST_DEPARTURES]]
        return sorted(found, key=lambda departure: departure.line)

    def follow(self, batch: Batch) -> None:
        """Check the next lines."""
        self._lines += self._chain.follow(batch)
        if self._header and not self._start:
            self._start = self._start_in(batch)
            if self._start:
                self._lines += start_departures(self._header, self._start)
                early = version_departures(self._header.spec, self._start.modules, tuple(self._house_rules))
                self._lines += [one for one in early if one not in self._lines]
        self._last = next((entry for entry in reversed(batch.entries) if entry and entry.seq), self._last)
        if self._judge:
            self._rules += self._judge.follow(batch)
            self._judge.ended = self._judge.ended or len(self._rules) >= MOST_DEPARTURES

    def _start_in(self, batch: Batch) -> GameStarted | None:
        """The start of the game, if it is in these lines and they are read in full."""
        for entry in batch.entries:
            if isinstance(entry, Link):
                break
            if isinstance(entry, EventEntry) and isinstance(entry.event, RulingAgreed):
                self._house_rules.append(f"{entry.event.ruling}={entry.event.answer}")
            if isinstance(entry, EventEntry) and isinstance(entry.event, GameStarted):
                return entry.event
        return None

    def finish(self, closing: Closing | None) -> None:
        """Check the end of the log."""
        if self._judge:
            self._rules += self._judge.finish()
        if closing:
            self._lines += self._chain.close(closing)
        if closing and closing.seals and self._header:
            self._lines += seal_departures(self._header.game, closing, self.over)

    @property
    def unbroken(self) -> bool:
        """Whether all lines so far are well-formed and the chain is unbroken."""
        return self._chain.unbroken

    @property
    def over(self) -> bool:
        """Whether the last event ends the game."""
        return self._last is not None and self._last.type == EVENT_NAMES[GameEnded]

    def verified(self, header: Header | None, problems: tuple[LogProblem, ...], closing: Closing | None) -> Verified:
        """The result of all checks."""
        found = tuple(self.found)
        explained = tuple(self._judge.explained) if self._judge else ()
        open_now = self._open_now() if not found and not problems else ()
        return Verified(header, self._chain.head, problems, found, closing, self.over, open_now, explained)

    def _open_now(self) -> tuple[Decision, ...]:
        """The open decisions by the current rules; none if an older game is in a position they never lead to."""
        if not self._judge:
            return ()
        try:
            return awaiting(self._judge.game)
        except NotAtRest:
            return ()


def start_departures(header: Header, start: GameStarted) -> list[Departure]:
    """A departure if the header differs from the start of the game."""
    expected, got = (
        f"{clipped(one.edition)}, modules {listed(one.modules)}, seats {listed(one.seats)}" for one in (start, header)
    )
    return [Departure("header", 1, 0, 0, expected, got, ())] if expected != got else []
