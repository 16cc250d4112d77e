"""The chain of hashes: whether a log has exactly the lines that were written, in their order."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, TypeAlias

from colt_rules.log.entries import Batch, Closing, Head
from colt_rules.log.errors import Departure

Place: TypeAlias = tuple[int, int, int]
"""Line, command and event; the event is 0 for a command or the header."""


class Chain:
    """Checks a log from its header, or from any command whose ``Head`` is known, and reports what is broken.

    - ``chain``: the hash of a line differs from the one in the next line or at the end of the log.
    - ``order``: the numbers of commands and events have a gap, an event has the number or actor of another command, or
      a command has no event.
    - ``count``: the numbers of commands and events differ from those at the end of the log.

    A fast check only says whether lines are sound; a slow one, run on those that are not, says what is wrong.
    """

    def __init__(self, start: Head) -> None:
        self.head = start
        """The end of the lines checked so far."""
        self.unbroken = True
        """Whether no departure has been found yet."""
        self._actor = ""
        self._lost = False
        """Whether the last line is malformed."""
        self._last: Place = (1 + start.commands + start.events, start.commands, start.events)

    @property
    def _is_bare(self) -> bool:
        """Whether the last line is a command, so that an event has to follow."""
        _, command, event = self._last
        return command > 0 and not event and not self._lost

    def follow(self, batch: Batch) -> list[Departure]:
        """The departures in these lines, which must directly follow those already checked."""
        if not batch.lines:
            return []
        hashes = [sha256(line).hexdigest() for line in batch.lines]
        before = [self.head.hash, *hashes[:-1]]
        found = []
        if not self._is_sound(batch, before, hashes[-1]):
            self.unbroken = False
            found = list(self._departures(batch, before))
        self.head = Head(self.head.commands, self.head.events, hashes[-1])
        return found

    def close(self, closing: Closing) -> list[Departure]:
        """The departures at the end of a log, compared with its closing line."""
        found = []
        line = self._last[0]
        if closing.prev != self.head.hash:
            meaning = (
                f"the chain breaks after line {line}: that line was changed, or lines after it were removed or added"
            )
            expected = f"a last line with the hash {closing.prev}"
            found.append(Departure("chain", *self._last, expected, self.head.hash, (), meaning))
        expected, got = (f"{one.commands} commands and {one.events} events" for one in (closing, self.head))
        place = (line + 1, self.head.commands, self.head.events)
        if expected != got:
            found.append(Departure("count", *place, f"{expected}, as the closing line says", got, ()))
        if self._is_bare and not found:
            found.append(Departure("order", *place, self._next_event(*place[1:]), "the end of the log", ()))
        return found

    def _is_sound(self, batch: Batch, before: list[str], last: str) -> bool:
        """Whether these lines are sound; if so, the chain advances past them."""
        entries: Any = batch.entries
        if not batch.well_formed or [entry.prev for entry in entries] != before:
            return False
        number, seq, actor = self.head.commands, self.head.events, self._actor
        events = seq if self._is_bare else -1  # before the last command
        for entry in entries:
            if event := entry.seq:
                seq += 1
                if event != seq or entry.number != number or entry.actor != actor:
                    return False
            else:
                number += 1
                if entry.number != number or seq == events:
                    return False
                actor, events = entry.actor, seq
        self.head, self._actor, self._lost = Head(number, seq, last), actor, False
        self._last = (batch.number + len(entries) - 1, number, seq if entries[-1].seq else 0)
        return True

    def _departures(self, batch: Batch, before: list[str]) -> Iterator[Departure]:
        number, seq = self.head.commands, self.head.events
        for line, (entry, hash) in enumerate(zip(batch.entries, before, strict=True), batch.number):
            if entry is None:  # malformed: its content is unknown
                self._last, self._lost = (line, number, 0), True
                continue
            expected = self._next_event(number, seq) if entry.seq or self._is_bare else f"command {number + 1}"
            if entry.seq:
                got = f"event {entry.seq} of command {entry.number} by {entry.actor}"
                place = (line, number, entry.seq)
                seq = entry.seq
            else:
                got = f"command {entry.number}"
                place = (line, entry.number, 0)
                number, self._actor = entry.number, entry.actor
            if entry.prev != hash:
                meaning = (
                    f"the chain breaks between line {line - 1} and {line}: line {line - 1} was changed, "
                    "or lines between them were removed, added or reordered"
                )
                yield Departure("chain", *self._last, f"a line with the hash {entry.prev}", hash, (), meaning)
            if expected != got and not self._lost:
                yield Departure("order", *place, expected, got, ())
            if self._lost:
                number, self._actor = entry.number, entry.actor
            self._last, self._lost = place, False
        self.head = Head(number, seq, self.head.hash)

    def _next_event(self, command: int, seq: int) -> str:
        return f"event {seq + 1} of command {command} by {self._actor}"
