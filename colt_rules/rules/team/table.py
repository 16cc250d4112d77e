"""The players of a game in teams."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules, Table

PLAYERS = (4, 6)


@clause("team.pairs", "ruling.team.two-teams-at-least")
def table(rules: Rules, before: Table) -> Table:
    """Two or three teams of two play, one bandit each; clockwise, player B follows player A of the same team."""
    return changed(
        before,
        players=PLAYERS,
        miscounted=_miscounted,
        cites=("team.pairs", "ruling.team.two-teams-at-least", "setup.character.choice", "team.seating"),
    )


@clause("team.pairs", "ruling.team.two-teams-at-least", "setup.players")
def _miscounted(players: int) -> Cites:
    """With an odd number a player has no partner; one team has no opponents; and there are only six bandits."""
    return (
        *(("team.pairs",) if players % 2 else ()),
        *(("ruling.team.two-teams-at-least",) if players < min(PLAYERS) else ()),
        *(("setup.players",) if players > max(PLAYERS) else ()),
    )


@clause("ruling.duo.not-with-team", "ruling.team.not-with-expert", "team.with-or-without")
def forbids(command: StartGame) -> Reasons:
    """Teams can be combined with everything except two bandits a player and the expert variant."""
    ruled_out = {"duo": "ruling.duo.not-with-team", "expert": "ruling.team.not-with-expert"}
    return tuple(ruling for module, ruling in ruled_out.items() if module in command.modules)
