"""A redacted log, event by event: what one role has seen of a game.

Too much is hidden to fold it, so there are no positions; everything else works as in a story.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import msgspec

from colt_rules.commands import COMMANDS, Command
from colt_rules.events import EVENTS
from colt_rules.log.codec import read_command, to_data
from colt_rules.log.errors import Departure, LogError, LogProblem
from colt_rules.log.redaction import RedactedCommand, RedactedEvent, RedactedReader
from colt_rules.log.verifying import verify_read
from colt_rules.model.messages import in_version, newest_names, upcast_fields
from colt_rules.model.names import CHANCE, TABLE
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.stepping import ANY, SeenMoment, Viewer, is_wanted
from colt_rules.referee.story import Wanted
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.views import SeenEvent


class RedactedStory(Viewer):
    """What one role has seen, up to the first fault of the log."""

    def __init__(self, pieces: Iterable[bytes], lang: str = ENGLISH) -> None:
        self.lang = lang
        text = list(pieces)  # read twice: where it breaks is known only at the end
        found = verify_read(RedactedReader(text))
        reader: Any = RedactedReader(text)
        if reader.header is None:
            raise LogError(reader.problems)
        every: list[LogProblem | Departure] = [*found.problems, *found.departures]
        breaks = sorted(every, key=lambda one: one.line)
        end = breaks[0].line if breaks else 1 + sum(piece.count(b"\n") for piece in text)
        self.header = reader.header
        self.broken = str(breaks[0]) if breaks else ""
        self._entries: list[RedactedCommand | RedactedEvent] = [
            entry for batch in reader for line, entry in enumerate(batch.entries, batch.number) if line < end
        ]
        self.events = sum(isinstance(entry, RedactedEvent) for entry in self._entries)
        self.roles = (reader.header.role,)
        self.players = tuple(dict.fromkeys((*reader.header.seats, *CHARACTERS, TABLE, CHANCE)))

    def cites(self, clause: str) -> bool:
        """Whether some event cites exactly this."""
        return any(isinstance(entry, RedactedEvent) and clause in entry.cites for entry in self._entries)

    def look(self, at: int, role: str) -> SeenMoment:
        """What the role saw of an event."""
        return next(self.looks(role, at, at), SeenMoment(0, 0, "", None, None, None, None, self._note, self.lang))

    def looks(
        self, role: str, first: int, last: int, wanted: Wanted = ANY, positions: bool = True
    ) -> Iterator[SeenMoment]:
        """What the role saw at each wanted event from the first to the last."""
        command: RedactedCommand | None = None
        for entry in self._entries:
            if isinstance(entry, RedactedCommand):
                command = entry
            elif first <= entry.seq <= last and command:
                event = _seen(entry)
                if is_wanted(wanted, entry.actor, event):
                    given, note = _command(command), self._note if positions else ""
                    said = (command.number, command.actor, command.type, given)
                    yield SeenMoment(entry.seq, *said, event, None, note, self.lang)

    @property
    def _note(self) -> str:
        """The text that replaces a position."""
        return tell(self.lang, "replay.no-position")


def _command(entry: RedactedCommand) -> Command | None:
    """The command, if the role may know all of it."""
    if entry.hidden or entry.type is None or entry.version is None:
        return None
    fields = upcast_fields(COMMANDS[entry.type], entry.version, entry.data)
    return read_command({"type": entry.type, "actor": entry.actor, **to_data(fields)})


def _seen(entry: RedactedEvent) -> SeenEvent:
    """The seen part of an event, in the newest version of its type."""
    cls = EVENTS[entry.type]
    kinds = {field.name: field.type for field in attrs.fields(in_version(cls, entry.version))}
    known = {name: msgspec.convert(entry.data[name], kinds[name]) for name in kinds if name in entry.data}
    added = {name: value for name, value in entry.data.items() if name not in kinds}
    now = newest_names(cls, entry.version)
    hidden = tuple(now.get(name, name) for name in entry.hidden)
    return SeenEvent(entry.type, upcast_fields(cls, entry.version, known) | added, hidden, entry.cites)
