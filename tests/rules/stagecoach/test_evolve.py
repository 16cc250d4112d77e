"""What each event of the stagecoach changes: exactly what it says, and nothing else."""

from copy import deepcopy
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, evolve
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.stagecoach import events as e
from colt_rules.rules.stagecoach.evolve import EVOLVE
from colt_rules.rules.stagecoach.model import AWAY, Drink, Melee, Plan, Sealed, Stagecoach, stagecoach_of

GAME = board(
    """
    car    |       | mail             | dining | stagecoach |
    roof   | tuco  | doc              |        |            |
    inside | M     | whisky:old purse | ghost  |            |
    beside | horse | horse stagecoach | horse  |
    """,
    modules=("base", "horses", "stagecoach"),
    hostages=["poodle", "teacher"],
    captors={"ghost": "banker"},
    number=3,
)
COACH, HORSES = stagecoach_of(GAME), horses_of(GAME)
(FLASK,) = HORSES.flasks
PURSE = next(token for token in GAME.floor["mail.inside"] if token != FLASK)
SEALED = Melee({"tuco": Sealed("tuco-move", True)}, False)
PLAN = Plan(3, ("tuco", "doc"), 2, {})


def having(**fields: Any) -> Game:
    """The game with this of its stagecoach."""
    return with_part(GAME, "stagecoach", changed(COACH, **fields))


def coach(**fields: Any) -> dict[str, Any]:
    """Only this of the stagecoach is different afterwards."""
    return {"stagecoach": changed(COACH, **fields)}


def figure(bandit: str, **fields: Any) -> dict[str, Any]:
    return {"figures": {**GAME.figures, bandit: changed(GAME.figures[bandit], **fields)}}


CASES: list[tuple[Game, Any, dict[str, Any]]] = [
    (NEW, e.StagecoachPlaced("locomotive"), {"stagecoach": Stagecoach(car="locomotive")}),
    (NEW, e.ShotgunPlaced("stagecoach.roof"), {"stagecoach": Stagecoach(shotgun="stagecoach.roof")}),
    (NEW, e.HostagesDrawn(("poodle",)), {"stagecoach": Stagecoach(hostages=("poodle",))}),
    (GAME, e.StagecoachMoved("mail", "dining"), coach(car="dining")),
    (GAME, e.StagecoachFellBack("mail", "dining"), coach(car="dining", fell_back=3)),
    (GAME, e.StagecoachStayed("mail"), coach(fell_back=3)),
    (GAME, e.ShotgunThrown("doc", "stagecoach.roof", "mail.roof"), coach(shotgun="mail.roof")),
    (GAME, e.ShotgunMoved("mail.roof", "dining.roof"), coach(shotgun="dining.roof")),
    (GAME, e.ShotgunMet(("doc", "tuco")), coach(running=("doc", "tuco"))),
    (GAME, e.ShotgunTolerated(("doc", "tuco")), coach(tolerated=("doc", "tuco"))),
    (
        having(running=("doc", "tuco")),
        e.BanditRan("doc", "mail.roof", "dining.roof"),
        {**figure("doc", place="dining.roof"), **coach(running=("tuco",))},
    ),
    (
        GAME,
        e.HostageTaken("doc", "poodle"),
        coach(hostages=("teacher",), captors={"ghost": "banker", "doc": "poodle"}),
    ),
    (GAME, e.PowersLost("doc", ("doc",)), figure("doc", powers=())),
    (GAME, e.PoodleBit("doc", 3), coach(bitten=3)),
    (
        GAME,
        e.ChoiceSealed("tuco", "tuco-move", True),
        coach(melee=SEALED),
    ),
    (
        having(melee=SEALED),
        e.ChoiceSealed("doc", None, False),
        coach(melee=changed(SEALED, sealed={**SEALED.sealed, "doc": Sealed(None, False)})),
    ),
    (
        having(melee=SEALED),
        e.MeleeShown(("doc", "tuco")),
        {"round": changed(GAME.round, order=("doc", "tuco")), **coach(melee=changed(SEALED, shown=True))},
    ),
    (having(melee=SEALED), e.MeleeEnded(), coach(melee=None)),
    (GAME, e.PlanStarted(3, ("tuco", "doc"), 2), coach(plan=PLAN)),
    (
        having(plan=PLAN),
        e.CardsKept("doc", ("doc-move",)),
        coach(plan=changed(PLAN, waiting=("tuco",), kept={"doc": ("doc-move",)})),
    ),
    (
        GAME,
        e.HorsesRemoved(("horse-1", "horse-3")),
        {"horses": changed(HORSES, stands={"horse-2": "mail"})},
    ),
    (
        GAME,
        e.HorseMoved("horse-1", "locomotive", "mail"),
        {"horses": changed(HORSES, stands={**HORSES.stands, "horse-1": "mail"})},
    ),
    (
        GAME,
        e.FlaskDrunk(3, FLASK, "old", "mail.inside", "dining.inside"),
        {
            "floor": {**GAME.floor, "mail.inside": (PURSE,)},
            "horses": changed(HORSES, flasks={FLASK: changed(HORSES.flasks[FLASK], used=True)}),
            **coach(drink=Drink(3, "dining.inside")),
        },
    ),
    (GAME, e.NothingToDrink(3, "locomotive.inside"), coach(drink=Drink(3, "locomotive.inside"))),
    (
        GAME,
        e.BanditEscaped("tuco", "horse-1", "locomotive.roof"),
        {
            **figure("tuco", place=AWAY),
            "horses": changed(HORSES, stands={"horse-2": "mail", "horse-3": "dining"}),
        },
    ),
    (GAME, e.BulletRemembered("doc", 2), coach(remembered={"doc": 2})),
]


@pytest.mark.parametrize(("game", "event", "fields"), CASES, ids=[case[1].__class__.__name__ for case in CASES])
def test_an_event_changes_what_it_says_and_nothing_else(game: Game, event: Any, fields: dict[str, Any]) -> None:
    before = deepcopy(game)
    assert evolve(game, event) == changed(game, **fields)
    assert game == before


def test_the_last_flask_of_a_place_leaves_nothing_there() -> None:
    bare = changed(GAME, floor={"mail.inside": (FLASK,)})
    assert evolve(bare, e.FlaskDrunk(3, FLASK, "old", "mail.inside", "mail.inside")).floor == {}


def test_every_event_has_its_case_and_its_change() -> None:
    assert set(EVOLVE) == set(e.EVENTS.values()) == {case[1].__class__ for case in CASES}
