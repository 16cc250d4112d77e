"""The verdict of the rules in a position that a false log may have led to."""

from collections.abc import Sequence

from colt_rules.commands import Command
from colt_rules.kernel import Verdict, decide
from colt_rules.log.corrections import as_logged
from colt_rules.log.entries import EventEntry
from colt_rules.model.state import Game


def verdict_on(game: Game, command: Command, logged: Sequence[EventEntry] = ()) -> Verdict | None:
    """The verdict of the rules; None in a position that no game reaches, where they are undefined.

    ``logged`` are the log's events of the command: the verdict has its events in the same versions.
    """
    try:
        return as_logged(decide(game, command), logged)
    except Exception:  # a false log can lead to any position
        return None
