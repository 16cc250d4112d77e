"""Who can sit down to a game with two bandits each."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites
from colt_rules.registry.clause import clause
from colt_rules.rules.editions import holds
from colt_rules.rules.module import Rules, Table

SEATS = ("player-1", "player-2", "player-3")
"""Seats have no bandit's name here, since each of them has two."""


@clause("duo.players", "duo.players.two", "duo.train", "duo.train.four")
def table(rules: Rules) -> Table:
    """Two players with three cars or three with four; in one edition only two, with four."""
    if rules.holds("duo.players.two"):
        return Table({2: 4}, SEATS[:2], False, ("duo.players.two",), ("duo.train.four",), ("duo.players.two",))
    return Table({2: 3, 3: 4}, SEATS, False, ("duo.players",), ("duo.train",), ("duo.players",))


@clause("duo.expert-always", "ruling.duo.not-with-expert", "ruling.duo.not-with-team")
def forbids(command: StartGame) -> Cites:
    """In one edition the expert variant is always on; in the others it does not go with two bandits a player."""
    reasons: list[str] = []
    if holds(command.edition, "duo.expert-always"):
        if "expert" not in command.modules:
            reasons.append("duo.expert-always")
    elif "expert" in command.modules:
        reasons.append("ruling.duo.not-with-expert")
    if "team" in command.modules:
        reasons.append("ruling.duo.not-with-team")
    return tuple(reasons)
