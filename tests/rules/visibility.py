"""Queries for tests about who sees what."""

from colt_rules.events import Event
from colt_rules.model.state import Game
from colt_rules.views import roles, view_event


def who_sees(game: Game, field: str, event: Event) -> tuple[str, ...]:
    """The roles that see this field of an event."""
    seen = {role: view_event(event, role, game) for role in roles(game)}
    return tuple(role for role, found in seen.items() if found and field in found.data)
