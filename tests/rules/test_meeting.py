"""Two modules meet where both give something to the same extension point, and nowhere else."""

from attrs import fields

from colt_rules.commands import ChangeFloor, Move
from colt_rules.modules import MODULES
from colt_rules.rules.meeting import CHANGE_NOTHING, KINDS, NAMES, SHARED, commands_of, hands, meetings
from colt_rules.rules.module import Choice, Module, always_possible
from colt_rules.rules.rulebook import module

CLIMB = Choice((ChangeFloor,), lambda *_: [], lambda *_: (), lambda *_: [])


def step(*_: object) -> None:
    """A step at which nothing is ever due."""


def test_a_choice_is_met_by_its_name_whatever_is_done_to_it() -> None:
    balloon = Module(name="balloon", choices={"moor": CLIMB}, adds={"punch": CLIMB}, bars={"punch": always_possible})
    kite = Module(name="kite", bars={"moor": always_possible, "fire": always_possible}, reaches={"punch": step})
    assert meetings(balloon, kite) == {
        "choice moor": (("choices",), ("bars",)),
        "choice punch": (("adds", "bars"), ("reaches",)),
    }


def test_steps_meet_in_their_phase_and_turns_and_happenings_by_name() -> None:
    balloon = Module(name="balloon", early={"setup": {"fill": step}}, turns={"gust": step}, happenings={"storm": step})
    kite = Module(
        name="kite",
        phases={"setup": {"fly": step}, "stealin": {"fly": step}},
        closings={"schemin": step},
        happenings={"storm": step, "calm": step},
    )
    assert meetings(balloon, kite) == {
        "phase setup": (("early",), ("phases",)),
        "happening storm": (("happenings",), ("happenings",)),
    }


def test_what_is_about_one_thing_meets_whatever_it_says_of_it() -> None:
    balloon = Module(name="balloon", places=step, deck={"fly": 1}, scoring={"height": step})
    kite = Module(name="kite", places=step, hinders=step, scoring={"length": step}, tail=("string",))
    assert meetings(balloon, kite) == {
        "places": (("places",), ("places",)),
        "action cards": (("deck",), ("hinders",)),
        "scoring": (("scoring",), ("scoring",)),
    }


def test_modules_that_share_no_point_do_not_meet() -> None:
    balloon = Module(name="balloon", evolve={Move: step}, added_clauses=step, neutral_bullets=2)
    kite = Module(name="kite", evolve={ChangeFloor: step}, added_clauses=step, purses=(250,))
    assert meetings(balloon, kite) == {}
    assert hands(Module(name="nothing")) == {}


def test_every_name_of_a_point_is_one_that_a_module_has() -> None:
    points = {point.name for point in fields(Module)}
    assert {*NAMES, *KINDS, *SHARED, *CHANGE_NOTHING} <= points
    assert hands(module(MODULES[0])).keys() > {"places", "table", "phase setup", "choice scheme", "action cards"}


def test_a_choice_is_answered_by_the_commands_of_all_modules_that_let_it_be() -> None:
    base = module(MODULES[0])
    balloon = Module(name="balloon", adds={"move": CLIMB})
    assert commands_of("choice move", [base]) == {Move}
    assert commands_of("choice move", [base, balloon]) == {Move, ChangeFloor}
    assert commands_of("phase setup", [base]) == frozenset()
