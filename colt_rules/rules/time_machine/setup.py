"""The set-up: the time machine is put in front of the locomotive."""

from colt_rules.model.parts import part_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules, StepResult
from colt_rules.rules.time_machine.events import TimeMachinePlaced


@clause("time-machine.setup")
def place_machine(rules: Rules, game: Game) -> StepResult:
    """When the train is built, the time machine is put in front of the locomotive."""
    if not game.train or part_of(game, "time-machine"):
        return None
    return [(TimeMachinePlaced(), ("time-machine.setup", "time-machine.one-place"))]


STEPS = {"place-time-machine": place_machine}
