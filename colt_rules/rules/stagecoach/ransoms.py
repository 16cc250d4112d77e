"""What the hostages of a finished game brought, for statistics."""

from colt_rules.model.names import Bandit
from colt_rules.model.state import Game
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.model import stagecoach_of
from colt_rules.rules.stagecoach.scoring import ransom_of


def offered(rules: Rules, game: Game) -> dict[str, tuple[Bandit | None, int]]:
    """By hostage that could be taken: its captor, or None, and the ransom that the captor is due."""
    coach = stagecoach_of(game)
    left: dict[str, tuple[Bandit | None, int]] = dict.fromkeys(coach.hostages or (), (None, 0))
    return left | {
        hostage: (captor, ransom_of(rules, game, captor, hostage)[0]) for captor, hostage in coach.captors.items()
    }
