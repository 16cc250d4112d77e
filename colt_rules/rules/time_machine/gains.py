"""Whether a bandit was alone in the time machine at the end of a finished game, for statistics."""

from collections.abc import Iterator

from colt_rules.model.state import Game
from colt_rules.rules.module import Gain, Rules
from colt_rules.rules.time_machine.model import NAME, machine_of
from colt_rules.rules.time_machine.scoring import traveller


def seat_in_it(rules: Rules, game: Game) -> Iterator[Gain]:
    """The reward for being alone in it, with the bandit who got it, if that bandit's money counts."""
    paid = sum(line.amount for line, _ in traveller(rules, game) if line)
    yield Gain(NAME, machine_of(game).rewarded, paid)


GAINS = {"time-traveller": seat_in_it}
