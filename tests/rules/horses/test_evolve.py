"""What each event of horses and whisky changes: exactly what it says, and nothing else."""

from copy import deepcopy
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import NEW, evolve
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.rules.horses import events as e
from colt_rules.rules.horses.evolve import EVOLVE
from colt_rules.rules.horses.model import Attack, Flask, Horses, Pour, horses_of

GAME = board(
    """
    roof   |       | tuco         |       |
    inside | M     | doc whisky   | ghost |
    beside | horse | horse        | horse |
    """,
    modules=("base", "horses"),
    edition="fr-horses",
    loot={"tuco": ["whisky:half"]},
    seats=["tuco", "doc", "ghost"],
    hands={"tuco": ["tuco-move", "tuco-ride"]},
)
FLASKS = horses_of(GAME).flasks
FULL, HALF = sorted(FLASKS)
POUR = Pour("tuco", "old", False, 2)
ATTACK = Attack("dining", ("tuco", "doc"), {"tuco": ("tuco",)})
TUCO = GAME.cards["tuco"]
ROUND = changed(GAME.round, order=("tuco", "doc"))


def having(game: Game = GAME, **fields: Any) -> Game:
    """A game with this of its horses and flasks."""
    return with_part(game, "horses", changed(horses_of(game), **fields))


POURING = having(changed(GAME, round=ROUND), pour=POUR)


def played(left: int, answered: int) -> e.FlaskCardPlayed:
    return e.FlaskCardPlayed("tuco", "tuco-move", True, left, answered)


def after_a_card(order: tuple[str, ...], answered: int) -> dict[str, Any]:
    """What is different when Tuco has laid his Move."""
    pile = (*ROUND.pile, Played("tuco", "tuco-move", True))
    return {
        "cards": {**GAME.cards, "tuco": changed(TUCO, hand=("tuco-ride",))},
        "round": changed(ROUND, pile=pile, order=order, answered=answered),
    }


CASES: list[tuple[Game, Any, dict[str, Any]]] = [
    (
        NEW,
        e.FlaskPlaced("whisky-1", "old", "mail.inside"),
        {
            "floor": {"mail.inside": ("whisky-1",)},
            "values": {"whisky-1": 0},
            "horses": Horses(flasks={"whisky-1": Flask("old", False)}),
        },
    ),
    (NEW, e.AttackReached("mail", ("tuco",)), {"horses": Horses(attack=Attack("mail", ("tuco",), {}))}),
    (
        having(attack=ATTACK),
        e.BoardingSealed("doc", ()),
        {"horses": changed(horses_of(GAME), attack=changed(ATTACK, hidden={"tuco": ("tuco",), "doc": ()}))},
    ),
    (having(attack=ATTACK), e.BoardingShown("tuco", ("tuco",)), {}),
    (
        having(attack=ATTACK, stands={}),
        e.HorseLeft("tuco", "horse-1", "dining"),
        {"horses": changed(horses_of(GAME), stands={"horse-1": "dining"}, attack=changed(ATTACK, riders=("doc",)))},
    ),
    (having(attack=ATTACK), e.AttackEnded(), {"horses": changed(horses_of(GAME), attack=None)}),
    (
        having(stands={"horse-1": "car-1", "horse-2": "car-1"}),
        e.HorseRidden("doc", "horse-2", "car-1", "car-2"),
        {"horses": changed(horses_of(GAME), stands={"horse-1": "car-1", "horse-2": "car-2"})},
    ),
    (
        GAME,
        e.FlaskUsed("tuco", "tuco", HALF, "old", False, 2),
        {"horses": changed(horses_of(GAME), pour=POUR)},
    ),
    (
        GAME,
        e.FlaskTurned(FULL),
        {"horses": changed(horses_of(GAME), flasks={**FLASKS, FULL: changed(FLASKS[FULL], used=True)})},
    ),
    (
        GAME,
        e.FlaskEmptied("tuco", HALF),
        {
            "figures": {**GAME.figures, "tuco": changed(GAME.figures["tuco"], loot=())},
        },
    ),
    (
        having(pour=changed(POUR, draw=True)),
        e.FlaskCardsDrawn("tuco", TUCO.deck[:3]),
        {
            "cards": {**GAME.cards, "tuco": changed(TUCO, hand=TUCO.hand + TUCO.deck[:3], deck=TUCO.deck[3:])},
            "horses": changed(horses_of(GAME), pour=POUR),
        },
    ),
    (
        POURING,
        played(left=1, answered=0),
        {**after_a_card(("tuco", "doc"), 0), "horses": changed(horses_of(GAME), pour=changed(POUR, cards=1))},
    ),
    (
        POURING,
        played(left=0, answered=4),
        {**after_a_card(("doc",), 4), "horses": changed(horses_of(GAME), pour=None)},
    ),
    (
        POURING,
        e.FlaskCardMissing("tuco"),
        {"round": changed(ROUND, order=("doc",)), "horses": changed(horses_of(GAME), pour=None)},
    ),
]


@pytest.mark.parametrize(("game", "event", "fields"), CASES, ids=[case[1].__class__.__name__ for case in CASES])
def test_an_event_changes_what_it_says_and_nothing_else(game: Game, event: Any, fields: dict[str, Any]) -> None:
    before = deepcopy(game)
    assert evolve(game, event) == changed(game, **fields)
    assert game == before


def test_every_event_has_its_case_and_its_change() -> None:
    assert set(EVOLVE) == set(e.EVENTS.values()) == {case[1].__class__ for case in CASES}
