"""The roles that can view a game: each seat, the spectator and the referee."""

from colt_rules.model.names import REFEREE as REFEREE
from colt_rules.model.names import SPECTATOR as SPECTATOR
from colt_rules.model.state import Game
from colt_rules.model.state import all_open as all_open
from colt_rules.model.state import roles as roles
from colt_rules.safe_text import clipped, listed


class UnknownRole(ValueError):
    """The game has no such role; the message lists its roles."""


def known_role(game: Game, role: str) -> str:
    """The role itself; raises `UnknownRole` if the game does not have it."""
    if role not in roles(game):
        raise UnknownRole(f"expected a role of this game, one of {listed(roles(game))}; got {clipped(repr(role))}")
    return role
