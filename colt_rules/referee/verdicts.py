"""What the rules say in a position that a false log may have led to."""

from colt_rules.commands import Command
from colt_rules.kernel import Verdict, decide
from colt_rules.model.state import Game


def judged(game: Game, command: Command) -> Verdict | None:
    """The verdict of the rules; nothing in a position that no game leads to, where what they do is not defined."""
    try:
        return decide(game, command)
    except Exception:  # a false log can lead to any position
        return None
