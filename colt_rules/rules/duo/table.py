"""The players of a game with two bandits a player."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Reasons
from colt_rules.registry.clause import clause
from colt_rules.rules.editions import holds
from colt_rules.rules.module import Rules, Table

SEATS = ("player-1", "player-2", "player-3")
"""The seats are not named after bandits, because each of them has two."""


@clause("duo.players", "duo.players.two")
def table(rules: Rules, before: Table) -> Table:
    """Two or three players play; in one edition exactly two."""
    two = rules.holds("duo.players.two")
    players = ("duo.players.two",) if two else ("duo.players",)
    return Table(
        players=(2,) if two else (2, 3),
        cars=_four if two else _three_or_four,
        names=SEATS[:2] if two else SEATS,
        chosen=False,
        miscounted=lambda number: players,
        misnamed=players,
        cars_cites=lambda number: ("duo.train.four",) if two else ("duo.train",),
        cites=players,
    )


@clause("duo.train")
def _three_or_four(players: int) -> int | None:
    """The train has three cars for two players and four for three."""
    return {2: 3, 3: 4}.get(players)


@clause("duo.train.four")
def _four(players: int) -> int:
    """In one edition the train has four cars."""
    return 4


@clause("duo.expert-always", "ruling.duo.not-with-expert")
def forbids(command: StartGame) -> Reasons:
    """In one edition the expert variant is always on; in the others it cannot be combined with two bandits a player."""
    if holds("duo.expert-always", command.edition):
        return () if "expert" in command.modules else ("duo.expert-always",)
    return ("ruling.duo.not-with-expert",) if "expert" in command.modules else ()
