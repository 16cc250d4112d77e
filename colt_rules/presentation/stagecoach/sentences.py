"""Names of hostages and changes of the stagecoach, for sentences."""

from collections.abc import Iterator, Mapping

from colt_rules.model.state import Game
from colt_rules.referee.sentences import Change
from colt_rules.registry.components import Fact
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.model import stagecoach_of

NAMED: Mapping[str, Mapping[str, Fact]] = {"hostage": EXTRAS.hostages}


def changes(before: Game, after: Game) -> Iterator[Change]:
    """The changes of the stagecoach, the Shotgun and the hostages."""
    was, now = stagecoach_of(before), stagecoach_of(after)
    if was.car != now.car:
        yield "stagecoach", {"car": now.car}
    if was.shotgun != now.shotgun:
        yield "shotgun", {"place": now.shotgun}
    for bandit, hostage in now.captors.items():
        if bandit not in was.captors:
            yield "hostage", {"bandit": bandit, "hostage": hostage}
    if was.running != now.running:
        yield "running", {"bandits": now.running}
