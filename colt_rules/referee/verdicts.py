"""What the rules say in a position that a false log may have led to."""

from collections.abc import Sequence

from colt_rules.commands import Command
from colt_rules.kernel import Verdict, decide
from colt_rules.log.corrections import as_logged
from colt_rules.log.entries import EventEntry
from colt_rules.model.state import Game


def judged(game: Game, command: Command, logged: Sequence[EventEntry] = ()) -> Verdict | None:
    """The verdict of the rules; nothing in a position that no game leads to, where what they do is not defined.

    ``logged`` is what the log says of the command: the verdict has its events in the same versions.
    """
    try:
        return as_logged(decide(game, command), logged)
    except Exception:  # a false log can lead to any position
        return None
