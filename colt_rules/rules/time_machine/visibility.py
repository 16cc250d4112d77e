"""Who sees what of the time machine and of a bandit who hides, in a game and in its events."""

from collections.abc import Collection

from colt_rules.model.names import Car, Cites
from colt_rules.model.record import record
from colt_rules.model.state import Game, all_open
from colt_rules.registry.clause import clause
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.model import OpenTimeMachine, machine_of
from colt_rules.rules.visibility import Secret, Visibility, in_the_open

HIDEOUT: Cites = ("time-machine.secret", "ruling.time-machine.company")
"""Why not all know beneath which car a bandit hides."""


# --- what a role sees of a game


@record
class TimeMachineView(OpenTimeMachine):
    """Who hides, and how far the time machine has come at the round's end."""

    car: Car | None = None
    """Beneath which car, locomotive or stagecoach; empty where nobody hides."""


@clause(*HIDEOUT)
def _look(game: Game, role: str) -> TimeMachineView:
    """That a bandit hides everybody sees, and where its player alone."""
    machine = machine_of(game)
    known = not machine.hidden or all_open(game, role) or role == game.figures[machine.hidden].seat
    return TimeMachineView(**in_the_open(TimeMachineView, machine), car=machine.car if known else None)


# --- what a role sees of an event


@clause(*HIDEOUT)
def hider(game: Game, event: e.BanditHidden) -> Collection[str]:
    """Where a bandit was put only its player has seen, for ever: all others learn where it comes out."""
    return (game.figures[event.bandit].seat,)


VISIBILITY = Visibility(
    view=TimeMachineView,
    look=_look,
    secrets=(Secret("car", HIDEOUT, lambda seen: (seen.car,) if seen.hidden else ()),),
    audiences=(hider,),
)
