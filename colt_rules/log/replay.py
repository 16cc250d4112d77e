"""Folds a log into a state."""

from collections.abc import Iterable

from colt_rules.kernel.evolve import EVOLVE
from colt_rules.kernel.fold import MISFITS
from colt_rules.log.entries import Entry, EventEntry, Recording
from colt_rules.log.errors import LogError, LogProblem
from colt_rules.model.state import NEW, Game


def replay(recording: Recording) -> Game:
    """The state after a log: the fold of its events, which must be numbered 1, 2, 3 and so on."""
    seq = 0
    for line, entry in enumerate(recording.entries, 2):
        if isinstance(entry, EventEntry):
            seq += 1
            if entry.seq != seq:
                raise LogError([LogProblem(line, f"expected event {seq}, got event {entry.seq}; use an intact copy")])
    return replay_on(NEW, recording.entries, 2)


def replay_on(game: Game, entries: Iterable[Entry | None], number: int) -> Game:
    """The state after these entries, from the state before them; ``number`` is the line of the first."""
    line = number
    entry: Entry | None = None
    try:
        for line, entry in enumerate(entries, number):  # noqa: B007 - the error names the line
            if isinstance(entry, EventEntry):
                game = EVOLVE[entry.event.__class__](game, entry.event)
    except MISFITS as error:
        assert isinstance(entry, EventEntry)
        message = f"{misfit(entry)}; verify the log to find the first departure"
        raise LogError([LogProblem(line, message)]) from error
    return game


def misfit(entry: EventEntry) -> str:
    """The message for an event that cannot be folded."""
    return f"event {entry.seq} {entry.type} does not fit the position before it"
