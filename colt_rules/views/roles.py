"""Who looks: a player by the name of the seat, a spectator or the referee."""

from colt_rules.model.names import REFEREE as REFEREE
from colt_rules.model.names import SPECTATOR as SPECTATOR
from colt_rules.model.state import Game
from colt_rules.model.state import all_open as all_open
from colt_rules.model.state import roles as roles
from colt_rules.safe_text import clipped, listed


class UnknownRole(ValueError):
    """A role that nobody has in this game; the message names those there are."""


def known_role(game: Game, role: str) -> str:
    """The role itself, if there is such a role in this game."""
    if role not in roles(game):
        raise UnknownRole(f"expected a role of this game, one of {listed(roles(game))}; got {clipped(repr(role))}")
    return role
