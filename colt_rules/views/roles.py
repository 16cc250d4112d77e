"""Who looks: a player by the name of the seat, a spectator or the referee."""

from colt_rules.model.state import Game

SPECTATOR = "spectator"
"""Sees what everybody sees."""

REFEREE = "referee"
"""Sees everything."""


class UnknownRole(ValueError):
    """A role that nobody has in this game; the message names those there are."""


def roles(game: Game) -> tuple[str, ...]:
    """Everybody who can look at this game: each seat, the spectator and the referee."""
    return (*game.options.seats, SPECTATOR, REFEREE)


def known_role(game: Game, role: str) -> str:
    """The role itself, if there is such a role in this game."""
    if role not in roles(game):
        raise UnknownRole(f"expected a role of this game, one of {', '.join(roles(game))}; got {role!r}")
    return role


def all_open(game: Game, role: str) -> bool:
    """The referee sees everything; when the game is over, so does everybody."""
    return role == REFEREE or game.phase == "over"
