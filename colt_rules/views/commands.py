"""The view of a command for one role, which follows from its view of the events."""

from colt_rules.commands import COMMAND_NAMES, Command
from colt_rules.events import Event
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.views.events import view_event
from colt_rules.views.roles import REFEREE


@record
class SeenCommand:
    """What a role sees of a command, besides its actor."""

    type: str | None
    """The type of the command; None if even that is secret."""
    command: Command | None
    """The command, if the role gave it or is the referee; else None."""


@clause("ruling.secrecy.hands")
def view_command(command: Command, role: str, game: Game, led_to: Event | None) -> SeenCommand:
    """The actor and the referee see the whole command; others see its type only if its first event is fully public.

    So two commands that lead to the same sealed event look alike to others, and of a command without events others
    learn only its actor. ``game`` is as for ``view_event``.
    """
    type = COMMAND_NAMES[command.__class__]
    if role in (REFEREE, command.actor):
        return SeenCommand(type, command)
    seen = view_event(led_to, role, game) if led_to else None
    return SeenCommand(type if seen and not seen.hidden else None, None)
