"""What every command and every event is made from, so that each module can have its own."""

from colt_rules.model.record import record


@record
class Command:
    """One whole choice of one actor: a player, the table or chance."""

    actor: str


@record
class Event:
    """Something that happened."""
