"""What a log means: the state it leads to, and where it departs from the rules."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from colt_rules.commands import COMMAND_NAMES
from colt_rules.events import EVENT_NAMES, Cited, GameStarted
from colt_rules.kernel.decide import Refused, decide
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.log.codec import to_json
from colt_rules.log.entries import CommandEntry, Entry, EventEntry, Recording, hashes
from colt_rules.log.errors import LogError, Problem
from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.model.state import NEW, Game


@record
class Departure:
    """One place where a log is not what it should be."""

    kind: str
    """chain, order, header, refused, event, cites or position: see ``check``; count: see ``Store.check``."""
    line: int
    """In the interchange file, counted from 1."""
    command: int
    """The command in question, or the last one before; 0 for the header."""
    event: int
    """The event in question, or the last one before; 0 if it is about a command or the header."""
    expected: str
    got: str
    clauses: Cites
    """What the rules say about it."""
    meaning: str = ""
    """What it comes from, where the rest does not say it."""

    @property
    def where(self) -> str:
        """The place in words."""
        numbers = ((self.line, "line"), (self.command, "command"), (self.event, "event"))
        return ", ".join(f"{word} {number}" for number, word in numbers if number)

    def __str__(self) -> str:
        because = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        meaning = f"; {self.meaning}" if self.meaning else ""
        return f"{self.where}: expected {self.expected}, got {self.got}{because}{meaning}"


def replay(recording: Recording) -> Game:
    """The state after a log: the fold of its events, which must be numbered 1, 2, 3 and so on."""
    game, seq, line = NEW, 0, 1
    try:
        for line, entry in enumerate(recording.entries, 2):
            if isinstance(entry, EventEntry):
                seq += 1
                if entry.seq != seq:
                    raise LogError([Problem(line, f"expected event {seq}, got event {entry.seq}; take another copy")])
                game = EVOLVE[entry.event.__class__](game, entry.event)
    except LogError:
        raise
    except (LookupError, ValueError) as error:
        told = f"{_misfit(recording.entries[line - 2])}; check the log to see what departs first"
        raise LogError([Problem(line, told)]) from error
    return game


def check(recording: Recording) -> list[Departure]:
    """Every place where a log departs from what it should be, first one first; none if it is sound.

    - ``chain``: a line is not the one that the next line, or the store, says was there.
    - ``order``: the numbers of commands and events have a gap, or an event stands with another's command.
    - ``header``: the header says something else than the first event.
    - ``refused``: the rules do not allow the command.
    - ``event``, ``cites``: the command leads to other events, or they rest on other clauses.
    - ``position``: the events lead to a position that cannot be; nothing after it is judged.

    Each command is decided again from the state that the events in the log led to.
    """
    found = [*_chain(recording), *_order(recording), *_header(recording), *_rules(recording)]
    return sorted(found, key=lambda departure: departure.line)


_Place: TypeAlias = tuple[int, int, int]
"""Line, command and event."""


def _places(recording: Recording) -> Iterator[tuple[_Place, Entry]]:
    command = 0
    for line, entry in enumerate(recording.entries, 2):
        if isinstance(entry, CommandEntry):
            command = entry.number
            event = 0
        else:
            event = entry.seq
        yield (line, command, event), entry


def _chain(recording: Recording) -> Iterator[Departure]:
    before: _Place = (1, 0, 0)
    chain = hashes(recording)
    for place, entry in _places(recording):
        real = next(chain)
        if entry.prev != real:
            told = (
                f"the chain breaks between line {before[0]} and {place[0]}: line {before[0]} was changed, "
                "or lines between them were taken out, put in or swapped"
            )
            yield Departure("chain", *before, f"a line with the hash {entry.prev}", real, (), told)
        before = place
    last = next(chain)
    if recording.end is not None and recording.end != last:
        told = f"the chain breaks after line {before[0]}: it was changed, or lines after it were taken out or put in"
        yield Departure("chain", *before, f"an end of the log with the hash {recording.end}", last, (), told)


def _order(recording: Recording) -> Iterator[Departure]:
    number = seq = 0
    actor = ""
    for place, entry in _places(recording):
        if isinstance(entry, CommandEntry):
            expected, got = f"command {number + 1}", f"command {entry.number}"
            number, actor = entry.number, entry.command.actor
        else:
            expected = f"event {seq + 1} of command {number} by {actor}"
            got = f"event {entry.seq} of command {entry.command} by {entry.actor}"
            seq = entry.seq
        if expected != got:
            yield Departure("order", *place, expected, got, ())


def _header(recording: Recording) -> Iterator[Departure]:
    header = recording.header
    for _, entry in _places(recording):
        if isinstance(entry, EventEntry):
            if isinstance(entry.event, GameStarted):
                began = entry.event
                expected, got = (
                    f"{one.edition}, modules {', '.join(one.modules)}, seats {', '.join(one.seats)}"
                    for one in (began, header)
                )
                if expected != got:
                    yield Departure("header", 1, 0, 0, expected, got, ())
            return


def _rules(recording: Recording) -> Iterator[Departure]:
    game = NEW
    entries = list(_places(recording))
    index = 0
    while index < len(entries):
        place, entry = entries[index]
        index += isinstance(entry, CommandEntry)
        start = index
        while index < len(entries) and isinstance(entries[index][1], EventEntry):
            index += 1
        events = entries[start:index]
        expected, got, told = "a position in which the command can be judged", "one that no game leads to", ""
        try:
            if isinstance(entry, CommandEntry):
                logged = tuple((one.event, one.cites) for _, one in events if isinstance(one, EventEntry))
                verdict = decide(game, entry.command)
                if isinstance(verdict, Refused):
                    text = f"{COMMAND_NAMES[entry.command.__class__]} {to_json(entry.command).decode()}"
                    wanted = f"a command that stands ({verdict.message})"
                    yield Departure("refused", *place, wanted, text, verdict.clauses)
                elif verdict.events == logged:
                    game = verdict.after
                    continue
                else:
                    yield _difference(place, [where for where, _ in events], verdict.events, logged)
            for place, one in events:  # noqa: B007 - the place is told below
                if isinstance(one, EventEntry):
                    expected, got, told = "an event that fits", _text((one.event, one.cites)), _misfit(one)
                    game = EVOLVE[one.event.__class__](game, one.event)
        except Exception:
            # A false log can lead to any position, and what the rules do in one that cannot be is not defined.
            yield Departure("position", *place, expected, got, (), told)
            return


def _misfit(entry: Entry) -> str:
    assert isinstance(entry, EventEntry)
    return f"event {entry.seq} {entry.type} does not fit the position before it"


def _difference(
    place: _Place, places: list[_Place], expected: tuple[Cited, ...], logged: tuple[Cited, ...]
) -> Departure:
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
