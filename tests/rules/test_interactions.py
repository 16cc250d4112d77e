"""Two modules meet where both give something to the same extension point, and nowhere else."""

from typing import Any

from colt_rules.commands import ChangeFloor, Move
from colt_rules.modules import MODULES
from colt_rules.rules.interactions import ACTION_CARDS, CHANGE_NOTHING, KINDS, commands_of, hands, meetings
from colt_rules.rules.module import (
    CLOSE,
    ActionCards,
    Change,
    Choice,
    Components,
    Module,
    Outcome,
    Turns,
    early,
    points,
)
from colt_rules.rules.rulebook import module

CLIMB = Choice((ChangeFloor,), lambda *_: [], lambda *_: (), lambda *_: [])


ANY: Any = object()
"""Whatever a point takes: where modules meet does not depend on what they do there."""


def test_a_choice_is_met_by_its_name_whatever_is_done_to_it() -> None:
    balloon = Module(name="balloon", choices={"moor": CLIMB}, changes=(Change("punch", CLIMB),))
    kite = Module(name="kite", changes=tuple(Change(name, forbidden=ANY) for name in ("moor", "fire", "punch")))
    assert meetings(balloon, kite) == {
        "choice moor": (("choices",), ("changes",)),
        "choice punch": (("changes",), ("changes",)),
    }


def test_steps_meet_in_their_phase_and_turns_and_happenings_by_name() -> None:
    balloon = Module(
        name="balloon",
        steps={"setup": early({"fill": ANY})},
        turns=Turns(kinds={"gust": ANY}),
        happenings={"storm": ANY},
    )
    kite = Module(
        name="kite",
        steps={"setup": {"fly": ANY}, "stealin": {"fly": ANY}, "schemin": {CLOSE: ANY}},
        happenings={"storm": ANY, "calm": ANY},
    )
    assert meetings(balloon, kite) == {
        "phase setup": (("steps",), ("steps",)),
        "happening storm": (("happenings",), ("happenings",)),
    }


def test_what_is_about_one_thing_meets_whatever_it_says_of_it() -> None:
    balloon = Module(
        name="balloon", places=ANY, action_cards=ActionCards(deck={"fly": 1}), outcome=Outcome(scoring={"height": ANY})
    )
    kite = Module(
        name="kite", places=ANY, action_cards=ActionCards(disabled=ANY), outcome=Outcome(scoring={"length": ANY})
    )
    assert meetings(balloon, kite) == {
        "places": (("places",), ("places",)),
        "action cards": (("action_cards.deck",), ("action_cards.disabled",)),
        "scoring": (("outcome.scoring",), ("outcome.scoring",)),
    }


def test_modules_that_share_no_point_do_not_meet() -> None:
    balloon = Module(name="balloon", evolve={Move: ANY}, added_clauses=ANY, components=Components(neutral_bullets=2))
    kite = Module(name="kite", evolve={ChangeFloor: ANY}, added_clauses=ANY, components=Components(loot=ANY))
    assert meetings(balloon, kite) == {}
    assert hands(Module(name="nothing")) == {}


def test_every_name_of_a_point_is_one_that_a_module_has() -> None:
    paths = {path for path, _, _ in points(Module())}
    assert {*KINDS, *ACTION_CARDS, *CHANGE_NOTHING} <= paths
    assert hands(module(MODULES[0])).keys() > {"places", "seating", "phase setup", "choice scheme", "action cards"}


def test_a_choice_is_answered_by_the_commands_of_all_modules_that_let_it_be() -> None:
    base = module(MODULES[0])
    balloon = Module(name="balloon", changes=(Change("move", CLIMB),))
    assert commands_of("choice move", [base]) == {Move}
    assert commands_of("choice move", [base, balloon]) == {Move, ChangeFloor}
    assert commands_of("phase setup", [base]) == frozenset()
