"""What is wrong with a log, if anything: its lines, their chain, and whether all in it went by the rules.

A log of any length is read once, piece by piece, and nothing of it is kept.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest

from colt_rules.commands import COMMAND_NAMES
from colt_rules.decisions import Decision
from colt_rules.events import EVENT_NAMES, Cited, GameEnded, GameStarted
from colt_rules.kernel import awaiting
from colt_rules.kernel.decide import Refused, decide
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.log.chain import Chain, Place
from colt_rules.log.codec import to_json
from colt_rules.log.entries import (
    Batch,
    Closing,
    CommandEntry,
    Entry,
    EventEntry,
    Head,
    Header,
    Link,
    Recording,
    hash_of,
    lines_of,
)
from colt_rules.log.errors import Departure, Problem
from colt_rules.log.lines import Reader
from colt_rules.log.replay import misfit
from colt_rules.log.seals import seal_departures
from colt_rules.model.record import record
from colt_rules.model.state import NEW

MOST_DEPARTURES = 1_000
"""A log with so many is not looked at any further."""


@record
class Verified:
    """What was found out about a log."""

    header: Header | None
    head: Head
    """How far it goes, by its lines."""
    problems: tuple[Problem, ...]
    """The lines that are malformed."""
    departures: tuple[Departure, ...]
    """Where it departs from what it should be, first one first."""
    closing: Closing | None
    """What it, or the store, says about its end."""
    over: bool
    """Whether the game is over."""
    awaiting: tuple[Decision, ...]
    """What it waits for; nothing where that was not looked at, or cannot be known."""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and not self.departures


def verify(
    pieces: Iterable[bytes],
    *,
    rules: bool = True,
    closing: Closing | None = None,
) -> Verified:
    """Everything that is wrong with the log in these pieces of whole lines.

    - ``chain``, ``order``, ``count``: see ``Chain``.
    - ``header``: the header says something else than the first event.
    - ``refused``: the rules do not allow the command.
    - ``event``, ``cites``: the command leads to other events, or they rest on other clauses.
    - ``position``: the events lead to a position that cannot be; nothing after it is judged.

    Each command is decided again from the state that the events in the log led to. Without ``rules`` nothing is looked
    at but the chain, which is some times faster. ``closing`` is what is known about the end of the log where it does
    not say so itself.
    """
    return verify_read(Reader(pieces, links=not rules), rules=rules, closing=closing)


def verify_read(
    reader: Reader,
    *,
    rules: bool = True,
    closing: Closing | None = None,
    watch: Callable[[Batch], object] | None = None,
) -> Verified:
    """``verify`` for a log whose header was read already; ``watch`` sees each batch while the chain is unbroken."""
    followers = _Followers(reader.header, reader.first, rules)
    for batch in reader:
        followers.follow(batch)
        if watch and followers.unbroken:
            watch(batch)
        if len(followers.found) >= MOST_DEPARTURES:
            break
    followers.finish(reader.closing or closing)
    return followers.verified(reader.header, tuple(reader.problems), reader.closing or closing)


def check(recording: Recording) -> list[Departure]:
    """Every place where a log departs from what it should be, first one first: ``verify`` for one in memory."""
    first, *lines = lines_of(recording)
    followers = _Followers(recording.header, first, rules=True)
    followers.follow(Batch(2, lines, list(recording.entries)))
    followers.finish(recording.closing)
    return sorted(followers.found, key=lambda departure: departure.line)


class _Followers:
    """All that is asked of a log, asked of each batch in turn."""

    def __init__(self, header: Header | None, first: bytes, rules: bool) -> None:
        self.found: list[Departure] = []
        self._chain = Chain(Head(0, 0, hash_of(first)))
        self._rules = _Rules() if rules else None
        self._header = header
        self._start: GameStarted | None = None
        self._last: Entry | Link | None = None

    def follow(self, batch: Batch) -> None:
        """Look at the lines that come next."""
        self.found += self._chain.follow(batch)
        if self._header and not self._start:
            self._start = _start_in(batch)
            self.found += start_departures(self._header, self._start) if self._start else []
        self._last = next((entry for entry in reversed(batch.entries) if entry and entry.seq), self._last)
        if self._rules:
            self.found += self._rules.follow(batch)

    def finish(self, closing: Closing | None) -> None:
        """Look at the end, of which this is said."""
        if self._rules:
            self.found += self._rules.finish()
        if closing:
            self.found += self._chain.close(closing)
        if closing and closing.seals and self._header:
            self.found += seal_departures(self._header.game, closing, self.over)

    @property
    def unbroken(self) -> bool:
        """Whether all lines so far are well formed and those that were written."""
        return self._chain.unbroken

    @property
    def over(self) -> bool:
        """Whether the last event ends the game."""
        return self._last is not None and self._last.type == EVENT_NAMES[GameEnded]

    def verified(self, header: Header | None, problems: tuple[Problem, ...], closing: Closing | None) -> Verified:
        """What was found out."""
        found = tuple(sorted(self.found, key=lambda departure: departure.line)[:MOST_DEPARTURES])
        open_now = awaiting(self._rules.game) if self._rules and not found and not problems else ()
        return Verified(header, self._chain.head, problems, found, closing, self.over, open_now)


def _start_in(batch: Batch) -> GameStarted | None:
    """The start of the game, if it is in these lines and more is read of them than their links."""
    for entry in batch.entries:
        if isinstance(entry, Link):
            break
        if isinstance(entry, EventEntry) and isinstance(entry.event, GameStarted):
            return entry.event
    return None


def start_departures(header: Header, start: GameStarted) -> list[Departure]:
    """Whether the header says something else than the start of the game."""
    expected, got = (
        f"{one.edition}, modules {', '.join(one.modules)}, seats {', '.join(one.seats)}" for one in (start, header)
    )
    return [Departure("header", 1, 0, 0, expected, got, ())] if expected != got else []


class _Rules:
    """Decides each command again, from the state that the events in the log led to."""

    def __init__(self) -> None:
        self.game = NEW
        self._ended = False
        """Whether a position was reached in which nothing more can be judged."""
        self._command: tuple[Place, CommandEntry] | None = None
        self._events: list[tuple[Place, EventEntry]] = []

    def follow(self, batch: Batch) -> list[Departure]:
        """The departures in these lines; the last command waits until it is certain that it has no more events."""
        found: list[Departure] = []
        for line, entry in enumerate(batch.entries, batch.number):
            if self._ended:
                break
            if isinstance(entry, EventEntry):
                self._events.append(((line, self._command[1].number if self._command else 0, entry.seq), entry))
            elif isinstance(entry, CommandEntry):
                found += self.finish()
                self._command = (line, entry.number, 0), entry
            else:
                self._ended = True  # nobody knows what happened there, be it by the last command or another
        return found

    def finish(self) -> list[Departure]:
        """The departures in the last command."""
        command, events = self._command, self._events
        self._command, self._events = None, []
        return [] if self._ended else list(self._judged(command, events))

    def _judged(
        self, command: tuple[Place, CommandEntry] | None, events: list[tuple[Place, EventEntry]]
    ) -> Iterator[Departure]:
        place: Place = command[0] if command else (0, 0, 0)
        expected, got, told = "a position in which the command can be judged", "one that no game leads to", ""
        try:
            if command:
                entry = command[1]
                logged = tuple((one.event, one.cites) for _, one in events)
                verdict = decide(self.game, entry.command)
                if isinstance(verdict, Refused):
                    text = f"{COMMAND_NAMES[entry.command.__class__]} {to_json(entry.command).decode()}"
                    wanted = f"a command that stands ({verdict.message})"
                    yield Departure("refused", *place, wanted, text, verdict.clauses)
                elif verdict.events == logged:
                    self.game = verdict.after
                    return
                else:
                    yield _difference(place, [where for where, _ in events], verdict.events, logged)
            for place, one in events:  # noqa: B007 - the place is told below
                expected, got, told = "an event that fits", _text((one.event, one.cites)), misfit(one)
                self.game = EVOLVE[one.event.__class__](self.game, one.event)
        except Exception:
            # A false log can lead to any position, and what the rules do in one that cannot be is not defined.
            self._ended = True
            yield Departure("position", *place, expected, got, (), told)


def _difference(place: Place, places: list[Place], expected: tuple[Cited, ...], logged: tuple[Cited, ...]) -> Departure:
    """The first difference between what a command leads to and what the log says."""
    for number, (right, told) in enumerate(zip_longest(expected, logged)):
        if right != told:
            place = places[number] if number < len(places) else (places or [place])[-1]
            same_event = right is not None and told is not None and right[0] == told[0]
            return Departure(
                "cites" if same_event else "event", *place, _text(right), _text(told), right[1] if right else ()
            )
    raise AssertionError("they are the same")


def _text(cited: Cited | None) -> str:
    if cited is None:
        return "nothing more from this command"
    event, cites = cited
    return f"{EVENT_NAMES[event.__class__]} {to_json(event).decode()} citing {', '.join(cites) or 'nothing'}"
