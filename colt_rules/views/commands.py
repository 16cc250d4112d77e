"""Commands as a role may see them, which follows from what it sees of the events."""

from colt_rules.commands import COMMAND_NAMES, Command
from colt_rules.events import Event
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.views.events import view_event
from colt_rules.views.roles import REFEREE


@record
class SeenCommand:
    """What a role sees of a command, besides who gave it."""

    type: str | None
    """Nothing where even its kind is a secret."""
    command: Command | None
    """All of it, if the role gave it or is the referee."""


@clause("ruling.secrecy.hands")
def view_command(command: Command, role: str, game: Game, led_to: Event | None) -> SeenCommand:
    """Whoever gave a command sees it whole; all others see what it first led to, and its kind if that is wholly open.

    So two commands that lead to the same sealed event look the same to whoever cannot look into it, and of a command
    that has led to nothing yet nobody else learns more than who gave it. ``game`` is as for ``view_event``.
    """
    type = COMMAND_NAMES[command.__class__]
    if role in (REFEREE, command.actor):
        return SeenCommand(type, command)
    seen = view_event(led_to, role, game) if led_to else None
    return SeenCommand(type if seen and not seen.hidden else None, None)
