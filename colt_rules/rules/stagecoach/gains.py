"""Which hostages were taken in a finished game and what they paid, for statistics."""

from collections.abc import Iterator

from colt_rules.model.state import Game
from colt_rules.rules.module import Gain, Rules
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.scoring import ransom_of


def hostages(rules: Rules, game: Game) -> Iterator[Gain]:
    """Each hostage in the game, with its captor and the ransom that the captor is due."""
    coach = stagecoach_of(game)
    for hostage in coach.hostages or ():
        yield Gain(hostage)
    for captor, hostage in coach.captors.items():
        yield Gain(hostage, captor, ransom_of(rules, game, captor, hostage)[0])


GAINS = {"hostage": hostages}
