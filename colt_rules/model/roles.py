"""Who looks at a game: a player by the name of the seat, a spectator or the referee."""

from colt_rules.model.state import Game

SPECTATOR = "spectator"
"""Sees what everybody sees."""

REFEREE = "referee"
"""Sees everything."""


def roles(game: Game) -> tuple[str, ...]:
    """Everybody who can look at this game: each seat, the spectator and the referee."""
    return (*game.options.seats, SPECTATOR, REFEREE)


def all_open(game: Game, role: str) -> bool:
    """The referee sees everything; when the game is over, so does everybody."""
    return role == REFEREE or game.phase == "over"
