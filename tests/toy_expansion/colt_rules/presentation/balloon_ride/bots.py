"""The values of the choices that the balloon adds, for bots, in dollars."""

from colt_rules.model.names import Place, roof
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Outlook, Prospects, Values
from colt_rules.rules.balloon_ride.commands import ThrowSandbag
from colt_rules.rules.balloon_ride.model import BALLOON, MODULE_NAME, SANDBAG
from colt_rules.rules.balloon_ride.scoring import A_STEP


def _throw(outlook: Outlook, command: ThrowSandbag) -> float:
    """A sandbag is worth as much as a plain card, or more if it is heavy, which its owner knows."""
    return 300 if part_of(outlook.seen, MODULE_NAME).sandbags[command.token] == "heavy" else 60


def _view_from_above(of: Prospects, places: set[Place]) -> float:
    balloon = part_of(of.seen, MODULE_NAME)
    return A_STEP * balloon.height if balloon and roof(BALLOON) in places else 0


VALUES = Values(commands={ThrowSandbag: _throw}, offers={BALLOON: _view_from_above}, tokens={SANDBAG: 40})
