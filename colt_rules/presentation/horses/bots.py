"""The values of the choices that horses and whisky add, for bots."""

from collections import Counter
from typing import cast

from colt_rules.decisions import Arrangements
from colt_rules.model.names import Place, inside
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Outlook, Prospects, Values
from colt_rules.players.imagining import Completion, Data, Unfinished
from colt_rules.presentation.base.bots import going, going_to
from colt_rules.rules.horses.commands import BoardCar, Ride, UseFlask
from colt_rules.rules.horses.places import BESIDE, RIDE

WHISKY = 200
"""The value of a usable flask: one or two extra cards."""


def _use_flask(outlook: Outlook, command: UseFlask) -> float:
    return WHISKY + max(map(outlook.of_card, outlook.hand), default=0)


def _ridden(prospects: Prospects, places: set[Place]) -> set[Place]:
    """The places where a Ride from one of these places can end; a Ride needs a horse there."""
    horses, relations = part_of(prospects.seen, "horses"), prospects.graph.relations
    cars = set(horses.stands.values()) if horses else set()
    start = [place for place in places if relations[BESIDE].get(place) in cars]
    return {to for place in start for to in relations[RIDE][place]}


def _plan_ride(prospects: Prospects) -> float:
    ridden = _ridden(prospects, prospects.reach)
    return 50 + prospects.gain(ridden) + 0.6 * prospects.offers(ridden) if ridden else 30


def _imagined(unfinished: Unfinished, horses: Data) -> Data:
    """Unseen flasks hold what is left in the box; players who have chosen unseen board with any of their riders."""
    random, flasks = unfinished.random, horses["flasks"]
    unfinished.world["values"].update(dict.fromkeys(flasks, 0))  # those that have left the game too
    drawn_from = cast(Arrangements, unfinished.rules.choices["flasks"].answers(unfinished.rules, unfinished.so_far, ""))
    left = Counter(drawn_from.items) - Counter(flask["kind"] for flask in flasks.values())
    kinds = iter(random.sample(list(left.elements()), sum(flask["kind"] is None for flask in flasks.values())))
    filled = {token: {**flask, "kind": flask["kind"] or next(kinds)} for token, flask in sorted(flasks.items())}
    attack = horses["attack"]
    if attack:
        owners = {bandit: unfinished.world["figures"][bandit]["seat"] for bandit in attack["riders"]}
        hidden = {
            seat: sorted(bandit for bandit in owners if owners[bandit] == seat and random.random() < 1 / 2)
            if boards is None
            else boards
            for seat, boards in attack["hidden"].items()
        }
        attack = {**attack, "hidden": hidden}
    return {**horses, "flasks": filled, "attack": attack}


IMAGINABLE = True
COMPLETION = Completion(record=_imagined)

VALUES = Values(
    commands={
        UseFlask: _use_flask,
        Ride: lambda outlook, it: outlook.acting().at(it.to),
        BoardCar: lambda outlook, it: outlook.acting().at(inside(it.car)),
    },
    reasons={Ride: going, BoardCar: lambda outlook, it: going_to(outlook, inside(it.car))},
    plans={"ride": _plan_ride},
    ways={"ride": lambda prospects, places: _ridden(prospects, places) or places},
    tokens={"whisky": WHISKY},
)
