"""The players of a game with Marshal & Prisoners."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Reasons
from colt_rules.model.record import changed
from colt_rules.registry.clause import clause
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.rules.module import Rules, Table

FEWEST_BANDITS, MOST_BANDITS = 2, 7
SHORT_TRAIN_BANDITS = 4


@clause("prison.setup.players")
def table(rules: Rules, before: Table) -> Table:
    """One player is the Marshal, and two to seven others are bandits."""
    return changed(
        before,
        players=tuple(range(FEWEST_BANDITS + 1, MOST_BANDITS + 2)),
        cars=_cars,
        names=(*before.names, MARSHAL),
        required=(MARSHAL,),
        missing=("prison.setup.players",),
        misnamed=("prison.setup.players", "setup.character.choice"),
        miscounted=lambda players: ("prison.setup.players",),
        counted=lambda players: counted(rules, players),
        cars_cites=lambda players: ("prison.setup.train",),
        cites=("prison.setup.players", "setup.character.choice"),
    )


WIDEST = 6
"""The most players that any round card of the base game is for."""
BY_BANDITS = "ruling.marshal-player.rounds-by-bandits=by-bandits"


@clause("ruling.marshal-player.rounds-by-bandits")
def counted(rules: Rules, players: int) -> int:
    """Round cards are chosen by the number of all players; by a house rule, by the number of bandits."""
    return min(players - 1 if rules.agreed(BY_BANDITS) else players, WIDEST)


@clause("prison.setup.train")
def _cars(players: int) -> int:
    """With up to four bandits the train has four ordinary cars, with more it has five; the Marshal is not counted."""
    return 4 if players - 1 <= SHORT_TRAIN_BANDITS else 5


@clause(
    "ruling.marshal-player.not-with-duo",
    "ruling.marshal-player.not-with-team",
    "ruling.marshal-player.with-mei",
    "prison.with-horses",
)
def forbids(command: StartGame) -> Reasons:
    """The expansion is played with Mei, who is in its box, but not with two bandits a player and not in teams."""
    ruled_out = {"duo": "ruling.marshal-player.not-with-duo", "team": "ruling.marshal-player.not-with-team"}
    alone = () if "mei" in command.modules else ("ruling.marshal-player.with-mei",)
    return (*(ruling for module, ruling in ruled_out.items() if module in command.modules), *alone)
