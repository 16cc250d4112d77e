"""Who can sit down to a game in teams."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.module import Rules, Table

PLAYERS = (4, 6)


@clause("team.pairs", "team.seating", "ruling.team.two-teams-at-least")
def table(rules: Rules) -> Table:
    """Two or three teams of two; clockwise each A player is followed by their B player."""
    return Table(
        cars={players: players for players in PLAYERS},
        names=tuple(BOX.characters),
        chosen=True,
        players_cites=("team.pairs", "ruling.team.two-teams-at-least"),
        cars_cites=("setup.train.cars",),
        names_cites=("setup.character.choice", "team.seating"),
    )


@clause("ruling.team.not-with-expert", "team.with-or-without")
def forbids(command: StartGame) -> Cites:
    """Teams go with everything but the expert variant."""
    return ("ruling.team.not-with-expert",) if "expert" in command.modules else ()
