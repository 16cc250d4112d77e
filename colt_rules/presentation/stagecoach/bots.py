"""The values of the choices that the stagecoach adds, for bots."""

from colt_rules.model.names import Place, Seat, is_bullet
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Prospects, Values
from colt_rules.players.imagining import Completion, Data, Unfinished
from colt_rules.presentation.base.bots import going
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import PunchShotgun, RideAway, Run, TakeHostage
from colt_rules.rules.stagecoach.model import NO_STAGECOACH, Stagecoach
from colt_rules.rules.stagecoach.places import WITHIN
from colt_rules.views import View

GUARDED = 400
"""The value of having the Shotgun away from a strongbox."""

ESCAPE = 5_000
"""The value of not being caught: more than anything else a bandit can gain."""


def _best_hostage(prospects: Prospects, places: set[Place]) -> float:
    """The value of the best hostage that the bandit could take in one of these places."""
    coach = part_of(prospects.seen, "stagecoach")
    if not coach or WITHIN not in places or prospects.me.bandit in coach.captors:
        return 0
    return max((EXTRAS.hostages[each].ransom for each in coach.hostages or ()), default=0)


def _board(seen: View) -> Stagecoach:
    """The stagecoach, as far as it is visible."""
    coach = part_of(seen, "stagecoach")
    return Stagecoach(coach.car, coach.shotgun) if coach else NO_STAGECOACH


def _imagined(unfinished: Unfinished, coach: Data) -> Data:
    """Players who have chosen unseen in a melee play any card of their hand or draw, and keep any cards for a plan."""
    melee, plan = coach["melee"], coach["plan"]
    if melee:
        sealed = {seat: _chosen(unfinished, seat, one) for seat, one in melee["sealed"].items()}
        melee = {**melee, "sealed": sealed}
    if plan:
        counts = unfinished.seen["stagecoach"]["plan"]["kept_count"]
        kept = {
            seat: unfinished.kept(seat, counts[seat]) if cards is None else cards
            for seat, cards in plan["kept"].items()
        }
        plan = {**plan, "kept": kept}
    return {**coach, "melee": melee, "plan": plan}


def _chosen(unfinished: Unfinished, seat: Seat, one: Data) -> Data:
    """A choice in a melee, completed if it is unseen."""
    if one["face_down"] is not None:
        return one
    cards = unfinished.world["cards"][seat]
    actions = [card for card in cards["hand"] if not is_bullet(card)]
    draw = [None] if cards["deck"] or cards["discard"] or not actions else []
    return {"card": unfinished.random.choice([*actions, *draw]), "face_down": False}


def _kept(seen: Data, seat: Seat) -> int:
    """How many cards a player keeps for a plan, as long as they are in the hand."""
    plan, round_ = seen.get("stagecoach", {}).get("plan"), seen["round"]
    now = plan and (plan["round"] == round_["number"] or (plan["round"] + 1 == round_["number"] and round_["turn"] < 0))
    return int(plan["kept_count"].get(seat, 0)) if now else 0


IMAGINABLE = True
COMPLETION = Completion(record=_imagined, kept=_kept)

VALUES = Values(
    commands={
        TakeHostage: lambda outlook, it: EXTRAS.hostages[it.hostage].ransom,
        PunchShotgun: lambda outlook, it: GUARDED,
        Run: lambda outlook, it: outlook.acting().at(it.to),
        RideAway: lambda outlook, it: ESCAPE,
    },
    reasons={Run: going},
    offers={"hostage": _best_hostage},
    board={"stagecoach": _board},
)
