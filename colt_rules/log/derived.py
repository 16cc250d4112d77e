"""Derives what a store keeps beside the lines of a log: rows, search words, snapshots."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from colt_rules.events import Event, GameEnded, SeatTaken
from colt_rules.kernel.fold import MISFITS, fold
from colt_rules.log.entries import ENTRIES, Batch, Entry, EventEntry, Head, Header, Seal
from colt_rules.log.lines import events_in
from colt_rules.log.snapshots import EVERY, Snapshot, snapshot_of
from colt_rules.log.statements import StepRow, last_hash, step_row
from colt_rules.model.names import Cites
from colt_rules.model.state import NEW

MOST_COMMANDS = 2**53
"""A number that no game's number of commands reaches."""


class Derived:
    """Derives the rows, search words and snapshots of a log from its lines as they are read."""

    def __init__(self, game: int, take: Callable[[Snapshot], None]) -> None:
        self.search_words = SearchWords()
        self._game = game
        self._lines: list[bytes] = []
        """The lines of the last command, which is complete when the next command or the end follows."""
        self._entries: list[Any] = []
        self._take = take
        self._position = NEW
        self._waiting: list[bytearray] = []
        """Commands since the last snapshot; folded only if the game reaches the next one."""
        self._snapshots = 0

    def watch(self, batch: Batch) -> list[StepRow]:
        """Process the next lines and return the rows of all commands that are now complete."""
        lines, entries = self._lines + batch.lines, [*self._entries, *batch.entries]
        starts = [at for at, entry in enumerate(entries) if not entry.seq]
        last = starts[-1] if starts else 0
        self._lines, self._entries = lines[last:], entries[last:]
        rows = [
            step_row(self._game, entries[start].number, entries[end - 1].seq, lines[start:end])
            for start, end in pairwise(starts)
        ]
        self.search_words.add(entries)
        self._wait(rows)
        return rows

    def finish(self) -> list[StepRow]:
        """The row of the last command, at the end of the log."""
        if not self._entries:
            return []
        rows = [step_row(self._game, self._entries[0].number, self._entries[-1].seq, self._lines)]
        self._wait(rows)
        return rows

    def _wait(self, rows: list[StepRow]) -> None:
        for _, command, seq, _, text in rows:
            if self._snapshots == MOST_COMMANDS:
                break
            self._waiting.append(text)
            if seq // EVERY > self._snapshots:
                self._snap(Head(command, seq, last_hash(text)))

    def _snap(self, head: Head) -> None:
        try:
            self._position = fold(events_in(0, self._waiting), self._position)
            self._take(snapshot_of(head, self._position))
            self._snapshots = head.events // EVERY
        except MISFITS:  # a query of the state reports what is wrong with the events
            self._snapshots = MOST_COMMANDS  # no more snapshots: the events before them do not fit
        self._waiting = []


class SearchWords:
    """The search words of a game and its outcome, collected from its events."""

    def __init__(self) -> None:
        self.outcome: dict[str, Any] = {}
        """The columns of the table of games about the end of the game."""
        self.words: set[tuple[str, str]] = set()
        """The search words, each a kind and a word."""
        self._classes: set[type[Entry]] = set()
        self._cites: set[Cites] = set()

    def add(self, entries: Sequence[Entry]) -> set[tuple[str, str]]:
        """Process the next commands and events and return the words that are new."""
        classes = {one.__class__ for one in entries}
        cites = {one.cites for one in entries} - self._cites
        new = {("clause", clause) for each in cites for clause in each}
        others = classes - self._classes
        new |= {("event", str(cls.__struct_config__.tag)) for cls in others if issubclass(cls, EventEntry)}
        self._classes |= classes
        self._cites |= cites
        if not classes.isdisjoint(_TELLING):
            new.update(self._words_of(one.event for one in entries if isinstance(one, _TELLING)))
        new -= self.words
        self.words |= new
        return new

    def _words_of(self, events: Iterable[Event]) -> Iterator[tuple[str, str]]:
        for event in events:
            if isinstance(event, SeatTaken):
                yield "player", event.bandit
            elif isinstance(event, GameEnded):
                winners = [one.seat for one in event.ranking if one.rank == 1]
                yield from (("winner", seat) for seat in winners)
                self.outcome = {"over": 1, "winners": " ".join(winners)}


_TELLING = tuple(
    entry for entry in ENTRIES.values() if issubclass(entry, EventEntry) and entry.newest in (SeatTaken, GameEnded)
)
"""The entry classes of events whose data contain search words."""


def header_words(header: Header) -> set[tuple[str, str]]:
    """The search words of a game from its header, each a kind and a word."""
    return {
        ("edition", header.edition),
        *(("module", module) for module in header.modules),
        *(("player", seat) for seat in header.seats),
    }


def seal_words(seals: Iterable[Seal]) -> set[tuple[str, str]]:
    """The search words for seals. They record a seal a second time, so that changing one row cannot remove it."""
    return {("seal", seal.key) for seal in seals}


UNDECIDED: dict[str, Any] = {"over": 0, "winners": ""}
