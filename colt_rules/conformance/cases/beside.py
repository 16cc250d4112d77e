"""What horses and the stagecoach add to a board: what stands beside the train, flasks, hostages and who has them.

    car    |       | mail             | dining | stagecoach    |
    roof   | tuco  | shotgun          |        | doc           |
    inside | M     | ghost whisky:old | purse  | belle whisky  |
    beside | horse | stagecoach horse | horse  |

The column ``stagecoach``, always the last one, is no car of the train: its cells are the places of the stagecoach. The
row ``beside`` says beside which car the stagecoach and the horses stand.
"""

from collections.abc import Iterable, Mapping

from attrs import frozen

from colt_rules.conformance.cases.drawing import BadSketch, Drawing
from colt_rules.model.names import LOCOMOTIVE, Bandit, Car, Place, Seat, is_roof, roof
from colt_rules.rules.horses.box import EXTRAS as WITH_HORSES
from colt_rules.rules.horses.model import Flask, Horses
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.box import EXTRAS as WITH_STAGECOACH
from colt_rules.rules.stagecoach.model import COACH, Agreed, Plan, Stagecoach
from colt_rules.rules.stagecoach.setup import STRONGBOX

HORSE = "horse"
SHOTGUN = "shotgun"
WHISKY = "whisky"
FLASKS = {
    WHISKY: Flask("classic", False),
    f"{WHISKY}:half": Flask("classic", True),
    f"{WHISKY}:old": Flask("old", False),
    f"{WHISKY}:old-half": Flask("old", True),
}
"""The words for flasks: what is not called old is classic, what is not called half is full."""


@frozen(kw_only=True)
class Told:
    """What is told of a board beyond its sketch, as it is written."""

    loot: Mapping[Bandit, tuple[str, ...]]
    hostages: tuple[str, ...]
    captors: Mapping[Bandit, str]
    agreed: Mapping[str, Iterable[str]] | None
    kept: Mapping[Seat, Iterable[str]]
    remembered: Mapping[Bandit, int]
    away: tuple[Bandit, ...]


def flask_word(flask: Flask) -> str:
    """The word for a flask."""
    return next(word for word, meant in FLASKS.items() if meant == flask)


def check_modules(drawing: Drawing, told: Told, modules: tuple[str, ...]) -> None:
    """Nothing is drawn or told that only a module brings which is not in play."""
    words = {word for _, cell in (*drawing.cells, *drawing.beside, *told.loot.items()) for word in cell}
    with_coach = [
        *((f"a column {COACH}",) if drawing.has_coach else ()),
        *sorted({SHOTGUN, COACH, STRONGBOX} & words),
        *(name for name in ("hostages", "captors", "agreed", "kept", "remembered", "away") if getattr(told, name)),
    ]
    with_horses = [*(("a row beside",) if drawing.beside else ()), *sorted(FLASKS.keys() & words)]
    for module, found in ((COACH, with_coach), ("horses", with_horses)):
        if found and module not in modules:
            raise BadSketch(f"expected the module {module} to be in play, for there is {', '.join(found)}")


def horses_on(drawing: Drawing, flasks: Mapping[str, Flask]) -> Horses:
    """The horses, numbered from head to tail, and the flasks."""
    stands: dict[str, Car] = {}
    for car, words in drawing.beside:
        for word in words:
            if word == HORSE:
                stands[f"{HORSE}-{len(stands) + 1}"] = car
            elif word != COACH:
                raise BadSketch(f"beside: expected the words {HORSE} and {COACH}, got {word!r}")
    if len(stands) > (most := WITH_HORSES.pieces[HORSE].count):
        raise BadSketch(f"beside: expected at most {most} horses, got {len(stands)}")
    return Horses(stands, dict(flasks))


def stagecoach_on(drawing: Drawing, told: Told, rules: Rules, number: int, card: str) -> Stagecoach:
    """The stagecoach in the middle of this round, whatever is due at its start having happened."""
    for bandit, hostage in (*told.captors.items(), *((None, hostage) for hostage in told.hostages)):
        if hostage not in WITH_STAGECOACH.hostages:
            where = "captors" if bandit else "hostages"
            raise BadSketch(f"{where}: expected some of {', '.join(WITH_STAGECOACH.hostages)}; got {hostage!r}")
    named = (*told.captors.values(), *told.hostages)
    if twice := sorted({hostage for hostage in named if named.count(hostage) > 1}):
        raise BadSketch(f"hostages: expected each in one place, got {', '.join(twice)} twice")
    return Stagecoach(
        car=_car(drawing),
        shotgun=_shotgun(drawing),
        hostages=told.hostages,
        captors=dict(told.captors),
        fell_back=number - 1,
        bitten=number if "poodle" in told.captors.values() else 0,
        agreed=_agreed(told, rules),
        plan=_plan(told, number, rules.round_cards[card].plans),
        remembered=dict(told.remembered),
    )


def _car(drawing: Drawing) -> Car:
    """Beside which car the stagecoach stands: the locomotive unless told."""
    cars = [car for car, words in drawing.beside for word in words if word == COACH]
    if len(cars) > 1:
        raise BadSketch(f"beside: expected the {COACH} once, got it beside {' and '.join(cars)}")
    return cars[0] if cars else LOCOMOTIVE


def _shotgun(drawing: Drawing) -> Place:
    """Where the Shotgun stands: on the roof of the stagecoach unless told."""
    places = [place for place, words in drawing.cells for word in words if word == SHOTGUN]
    if len(places) > 1 or not all(map(is_roof, places)):
        raise BadSketch(f"expected the {SHOTGUN} once, on a roof; got him at {' and '.join(places)}")
    return places[0] if places else roof(COACH)


def _agreed(told: Told, rules: Rules) -> Agreed | None:
    """What the round deck was drawn from: everything unless told, and no agreement where the rules know none."""
    if told.agreed is None:
        return None if rules.holds("horses.setup.rounds.all-mixed") else Agreed((), ())
    if strange := sorted(told.agreed.keys() - {"rounds", "stations"}):
        raise BadSketch(f"agreed: expected rounds and stations, got {', '.join(strange)}")
    return Agreed(tuple(told.agreed.get("rounds", ())), tuple(told.agreed.get("stations", ())))


def _plan(told: Told, number: int, plans: int) -> Plan | None:
    """The cards that were kept in this round's plan of attack, if any were."""
    kept = {seat: tuple(sorted(cards)) for seat, cards in told.kept.items()}
    if most := [seat for seat, cards in kept.items() if len(cards) > plans]:
        raise BadSketch(f"kept: expected at most {plans} cards in a round with this card, got more of {most[0]}")
    return Plan(number, (), plans, kept) if kept else None
