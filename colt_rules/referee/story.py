"""A log with random access: any event, the position before and after it, the next one of a kind.

The log is read once. Its lines are kept compressed in pages of some commands, each with its first position: so every
moment is equally fast to reach, and a story takes a fraction of the size of its file.
"""

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from colt_rules.kernel.fold import fold
from colt_rules.log.entries import Batch, CommandEntry, Entry, EventEntry, Head, Header
from colt_rules.log.errors import Departure, LogError, LogProblem
from colt_rules.log.lines import LogReader, entries_in
from colt_rules.log.replay import replay_on
from colt_rules.log.verifying import Verified, verify_read
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW, Game

PAGE = 250
"""A page ends with the command that brings it to this many lines."""


class OutOfRange(ValueError):
    """The story has no such event or command; the message says which it has."""


@record
class Step:
    """A command with its events."""

    line: int
    """The line of the command in the interchange file, counted from 1."""
    command: CommandEntry
    events: tuple[EventEntry, ...]
    before: Game

    @property
    def after(self) -> Game:
        """The state after its last event."""
        return fold([entry.event for entry in self.events], self.before)


@record
class Moment:
    """An event with its context."""

    step: Step
    entry: EventEntry
    before: Game
    """The state right before this event, perhaps in the middle of a command."""

    @property
    def after(self) -> Game:
        """The state right after this event."""
        return fold([self.entry.event], self.before)


@record
class Wanted:
    """A search for an event that meets all these conditions."""

    kind: str = ""
    """The type of the event."""
    player: str = ""
    """The actor who gave the command, or a seat or bandit that the event names."""
    clause: str = ""
    """A clause that the event cites."""

    @property
    def signs(self) -> tuple[bytes, ...]:
        """What the line of such an event contains. Lines are canonical, so comparing bytes is enough."""
        said = ((b'"type":"%b"', self.kind), (b'"%b"', self.player), (b'"%b"', self.clause))
        return tuple(sign % word.encode() for sign, word in said if word)


@record
class _Page:
    """Some consecutive commands."""

    commands: int
    """The number of commands before it."""
    events: int
    """The number of events before it."""
    before: Game
    packed: bytes
    """The lines, compressed."""


class Story:
    """Random access to a log, up to the first damaged or unfitting line; ``broken`` says why the story ends there."""

    def __init__(self, header: Header, binding: "_Binding", found: Verified) -> None:
        self.header = header
        self.head = Head(binding.commands, binding.events, found.head.hash)
        """The length of the story, and the hash of the last line that was read."""
        self.broken = binding.misfit or next(map(str, (*_breaks(found), *found.departures)), "")
        """Why the story ends, in words and with the line; empty if the chain is intact."""
        self._pages = binding.pages
        self._end = binding.game
        self._commands = [page.commands for page in self._pages]
        self._events = [page.events for page in self._pages]

    @classmethod
    def read(cls, pieces: Iterable[bytes]) -> "Story":
        """Read the story in these pieces of whole lines; raise ``LogError`` if its first line is not one of a log."""
        binding = _Binding()
        reader = _Offering(pieces, binding)
        found = verify_read(reader, watch=binding.watch)
        if reader.header is None:
            raise LogError(reader.problems)
        binding.finish(min((one.line for one in _breaks(found)), default=0))
        return cls(reader.header, binding, found)

    def position(self, at: int) -> Game:
        """The state after an event; 0 is the start."""
        if not 0 <= at <= self.head.events:
            raise OutOfRange(f"expected an event from 0 to {self.head.events}, got {at}; name one of them")
        if at == self.head.events:
            return self._end
        page = self._pages[bisect_right(self._events, at) - 1]
        events = [entry.event for entry in _entries(page) if isinstance(entry, EventEntry)]
        return fold(events[: at - page.events], page.before)

    def moment(self, seq: int) -> Moment:
        """An event, counted from 1."""
        if not 1 <= seq <= self.head.events:
            raise OutOfRange(f"expected an event from 1 to {self.head.events}, got {seq}; name one of them")
        page = self._pages[bisect_right(self._events, seq - 1) - 1]
        step = next(step for step in _steps(page) if step.events[-1].seq >= seq)
        at = seq - step.events[0].seq
        return Moment(step, step.events[at], fold([entry.event for entry in step.events[:at]], step.before))

    def step(self, number: int) -> Step:
        """A command, counted from 1."""
        if not 1 <= number <= self.head.commands:
            raise OutOfRange(f"expected a command from 1 to {self.head.commands}, got {number}; name one of them")
        return next(self.steps(number))

    def steps(self, first: int = 1) -> Iterator[Step]:
        """The commands from this number on."""
        start = max(bisect_right(self._commands, first - 1) - 1, 0)
        every = chain.from_iterable(map(_steps, self._pages[start:]))
        return (step for step in every if step.command.number >= first)

    def find(self, wanted: Wanted, after: int, backward: bool = False) -> int | None:
        """The next wanted event after this one, or the last one before it; None if there is none.

        The search uses whole lines; ``Walker`` checks whether a role sees the match.
        """
        here = max(bisect_right(self._events, after) - 1, 0)
        for page in reversed(self._pages[: here + 1]) if backward else self._pages[here:]:
            text = zlib.decompress(page.packed)
            if all(sign in text for sign in wanted.signs):
                found = [seq for seq in _found(wanted, page, text) if (seq < after if backward else seq > after)]
                if found:
                    return found[-1] if backward else found[0]
        return None


class _Binding:
    """Puts the lines of a log into pages while it is read, and folds its events."""

    def __init__(self) -> None:
        self.pages: list[_Page] = []
        self.commands = 0
        self.events = 0
        self.game = NEW
        self.misfit = ""
        """Which event does not fit the position before it; its command and everything after it are dropped."""
        self._open: list[tuple[Entry, bytes]] = []
        """The lines of the next page."""
        self.offered: Batch | None = None
        """Lines that were read but not yet verified; at the end, the lines in which the chain breaks."""

    def watch(self, batch: Batch) -> None:
        """Add the next verified lines."""
        self.offered = None
        for entry, line in zip(batch.entries, batch.lines, strict=True):
            assert isinstance(entry, CommandEntry | EventEntry), "no links were asked for, and the batch is whole"
            if isinstance(entry, CommandEntry) and len(self._open) >= PAGE:
                self._bind()
            self._open.append((entry, line))

    def finish(self, broken: int) -> None:
        """Finish with the lines before the line in which the chain breaks, if it does."""
        if self.offered:
            sound = max(broken - self.offered.number, 0)
            self.watch(changed(self.offered, lines=self.offered.lines[:sound], entries=self.offered.entries[:sound]))
        if self._open and isinstance(self._open[-1][0], CommandEntry):
            self._open.pop()  # the log was cut before the first event of this command
        self._bind()

    def _bind(self) -> None:
        """Make a page of the collected lines, up to the first command with an event that does not fit its position."""
        page = _Page(self.commands, self.events, self.game, b"")
        kept: list[bytes] = []
        for step in _by_command(self._open):
            try:
                line = 2 + self.commands + self.events
                self.game = self.game if self.misfit else replay_on(self.game, [entry for entry, _ in step], line)
            except LogError as error:
                self.misfit = str(error)
            if not self.misfit:
                kept += [line for _, line in step]
                self.commands, self.events = self.commands + 1, self.events + len(step) - 1
        if kept:
            self.pages.append(changed(page, packed=zlib.compress(b"\n".join([*kept, b""]), 1)))
        self._open = []


class _Offering(LogReader):
    """A reader that hands over each batch before it is verified."""

    def __init__(self, pieces: Iterable[bytes], binding: _Binding) -> None:
        self._binding = binding
        super().__init__(pieces)

    def __iter__(self) -> Iterator[Batch]:
        for batch in super().__iter__():
            self._binding.offered = self._binding.offered or batch
            yield batch


def _breaks(found: Verified) -> list[LogProblem | Departure]:
    """Where the lines are not as written, in order. A false header does not break the chain."""
    departures = (one for one in found.departures if one.kind not in ("header", "version"))
    every: list[LogProblem | Departure] = [*found.problems, *departures]
    return sorted(every, key=lambda one: one.line)


def _by_command(entries: "list[tuple[Entry, bytes]]") -> "Iterator[list[tuple[Entry, bytes]]]":
    """Each command with its events."""
    starts = [at for at, (entry, _) in enumerate(entries) if isinstance(entry, CommandEntry)]
    return (entries[start:end] for start, end in pairwise([*starts, len(entries)]))


def _entries(page: _Page) -> list[Entry]:
    return entries_in(zlib.decompress(page.packed))


def _steps(page: _Page) -> Iterator[Step]:
    game, line, entries = page.before, 2 + page.commands + page.events, _entries(page)
    starts = [at for at, entry in enumerate(entries) if isinstance(entry, CommandEntry)]
    for start, end in pairwise([*starts, len(entries)]):
        command, *events = entries[start:end]
        assert isinstance(command, CommandEntry), "it starts there"
        step = Step(line + start, command, tuple(entry for entry in events if isinstance(entry, EventEntry)), game)
        yield step
        game = step.after


def _found(wanted: Wanted, page: _Page, text: bytes) -> Iterator[int]:
    """The numbers of all events of a page that are wanted."""
    events = (line for line in text.split(b"\n") if b'"seq":' in line)
    for seq, line in enumerate(events, page.events + 1):
        if all(sign in line for sign in wanted.signs):
            yield seq
