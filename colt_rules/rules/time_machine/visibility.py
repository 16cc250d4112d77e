"""Who sees where a bandit hides."""

from collections.abc import Collection

from colt_rules.model.state import Game, roles
from colt_rules.registry.clause import clause
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.model import HIDEOUT, TimeMachine
from colt_rules.rules.visibility import Sort, Visibility


@clause(*HIDEOUT)
def whoever_hides(game: Game, machine: TimeMachine, key: str) -> Collection[str]:
    """Everybody sees that a bandit hides, but only its player sees where."""
    return (game.figures[machine.hidden].seat,) if machine.hidden else roles(game)


@clause(*HIDEOUT)
def hider(game: Game, event: e.BanditHidden) -> Collection[str]:
    """Only its player ever saw where a bandit was hidden; all others learn where it comes out."""
    return (game.figures[event.bandit].seat,)


VISIBILITY = Visibility(
    audiences=(whoever_hides, hider),
    words={
        TimeMachine: {"hidden": Sort.BANDIT, "rewarded": Sort.BANDIT, "car": Sort.CAR},
        HideBandit: {"car": Sort.CAR},
    },
)
