"""Who can sit down to a game in teams."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules, Table

PLAYERS = (4, 6)


@clause("team.pairs", "ruling.team.two-teams-at-least")
def table(rules: Rules, before: Table) -> Table:
    """Two or three teams of two, a bandit each; clockwise each A player is followed by their B player."""
    return changed(
        before,
        players=PLAYERS,
        miscounted=_miscounted,
        cites=("team.pairs", "ruling.team.two-teams-at-least", "setup.character.choice", "team.seating"),
    )


@clause("team.pairs", "ruling.team.two-teams-at-least", "setup.players")
def _miscounted(players: int) -> Cites:
    """Of an odd number one has no partner, one team has no opponents, and there are six bandits."""
    return (
        *(("team.pairs",) if players % 2 else ()),
        *(("ruling.team.two-teams-at-least",) if players < min(PLAYERS) else ()),
        *(("setup.players",) if players > max(PLAYERS) else ()),
    )


@clause("ruling.duo.not-with-team", "ruling.team.not-with-expert", "team.with-or-without")
def forbids(command: StartGame) -> Reasons:
    """Teams go with everything but two bandits a player and the expert variant."""
    ruled_out = {"duo": "ruling.duo.not-with-team", "expert": "ruling.team.not-with-expert"}
    return tuple(ruling for module, ruling in ruled_out.items() if module in command.modules)
