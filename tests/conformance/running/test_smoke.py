"""What the smoke test of an adapter finds, and what it tolerates."""

from collections.abc import Iterator

import pytest

from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running import engine as engine_module
from colt_rules.conformance.running.engine import CannotStart
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.smoke import BY_LEVEL, POSITION, Attempt, smoke, unknown_names
from colt_rules.modules import MODULES
from colt_rules.rules.editions import EDITIONS
from tests.conformance.misbehaving.trial import comes_true, command, left_behind

PATIENT = 20.0


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(engine_module, "GRACE", 0.5)
    yield
    assert comes_true(lambda: not left_behind()), left_behind()


def steps(name: str, when: str = "", *, one_shot: bool = False, timeout: float = PATIENT) -> dict[str, Attempt]:
    script = "once.py" if one_shot else "adapter.py"
    return {step.what: step for step in smoke(Adapter(command(name, when, script), one_shot, timeout))}


def bad(found: dict[str, Attempt]) -> dict[str, str]:
    return {what: step.details for what, step in found.items() if not step.good}


def test_every_level_but_cite_has_a_question_that_the_reference_answers() -> None:
    assert set(BY_LEVEL) == set(p.LEVELS) - {"cite"}
    for request in BY_LEVEL.values():
        engine = Reference()
        engine.answer(p.New(0, POSITION))
        assert not isinstance(engine.answer(request), p.Failed | p.Skipped | p.Refused)


def test_the_questions_carry_a_seq_that_is_a_text() -> None:
    """The cases have numbers: an engine that expects the seq to be a number is found here."""
    assert all(isinstance(request.seq, str) for request in BY_LEVEL.values())


@pytest.mark.parametrize("one_shot", [False, True])
def test_an_adapter_in_order_is_in_order_step_by_step(one_shot: bool) -> None:
    found = steps("is-right", one_shot=one_shot)
    assert bad(found) == {}
    assert set(found) >= {"it starts and names itself", "new", *BY_LEVEL}
    assert found["it starts and names itself"].details.endswith(
        "levels fold, decide, outcome, legal, view, cite, setup"
    )


def test_the_editions_and_modules_that_are_supported_are_named() -> None:
    found = steps("is-right")
    assert found["editions"].details == ", ".join(EDITIONS)
    assert found["modules"].details == ", ".join(MODULES)


@pytest.mark.parametrize(
    ("editions", "modules", "strange"),
    [
        (["pl-base"], ["base"], {}),
        (["pl-base", "moon-2042"], ["team", "base"], {}),
        ([], ["base"], {"editions": f"it supports none; known are {', '.join(EDITIONS)}"}),
        (["moon"], ["base"], {"editions": f"it supports moon; known are {', '.join(EDITIONS)}"}),
        (
            ["pl-base"],
            ["expret"],
            {"modules": f"it supports expret; known are {', '.join(MODULES)}"},
        ),
        (["pl-base"], ["expert"], {"modules": "it supports expert; every case needs base"}),
        (["pl-base"], [], {"modules": "it supports none; every case needs base"}),
        (
            ["pl-base"],
            ["base", "expret"],
            {"modules": f"it supports base, expret; known are {', '.join(MODULES)}"},
        ),
    ],
)
def test_names_that_no_case_knows_are_told(editions: list[str], modules: list[str], strange: dict[str, str]) -> None:
    assert unknown_names(editions, modules) == strange


def test_only_what_is_supported_is_tried() -> None:
    found = steps("only-fold", '"type":"start"')
    assert set(found) & set(BY_LEVEL) == {"fold"}


@pytest.mark.parametrize("one_shot", [False, True])
def test_an_adapter_that_does_not_begin_is_told(one_shot: bool) -> None:
    with pytest.raises(CannotStart, match="expected protocol 1, got 2"):
        steps("other-protocol", '"type":"start"', one_shot=one_shot)


def test_wrong_rules_are_no_fault_of_an_adapter() -> None:
    assert bad(steps("refuses", '"type":"command"')) == {}


def test_a_level_that_is_skipped_is_in_order_and_the_reason_is_shown() -> None:
    found = steps("skips", '"seq":"legal"')
    assert bad(found) == {}
    assert found["legal"].details == "skipped: no time for this"


@pytest.mark.parametrize("one_shot", [False, True])
def test_an_error_that_the_engine_caught_is_told(one_shot: bool) -> None:
    found = steps("fails", '"seq":"view"', one_shot=one_shot)
    assert bad(found) == {"view": "it reported an internal error: out of gunpowder"}


def test_a_bad_answer_is_told_and_the_next_question_is_asked() -> None:
    found = steps("unknown-type", '"seq":"decide"')
    assert list(bad(found)) == ["decide"]
    assert found["decide"].details.startswith("protocol-error: response.type: expected one of started, ")
    assert found["view"].good


def test_a_crash_is_the_last_step() -> None:
    found = steps("exits", '"seq":"decide"')
    assert list(found)[-1] == "decide"
    assert bad(found) == {"decide": "crash: expected an answer, but the process ended with exit status 3"}


def test_a_hang_is_the_last_step() -> None:
    found = steps("hangs", '"seq":"decide"', timeout=1.0)
    assert bad(found) == {"decide": "timeout: expected it to answer within 1 s; it did not"}


def test_an_engine_that_fails_to_take_a_second_position_is_told() -> None:
    """It happens once, between two levels, and must not be lost among the successes."""
    found = steps("fails", '"seq":3,"state"')
    assert list(bad(found).values()) == ["it reported an internal error: out of gunpowder"]


def test_no_answer_to_stop_is_told() -> None:
    found = steps("hangs", '"type":"stop"', timeout=1.0)
    assert list(bad(found)) == ["stop"]


def test_an_engine_that_answers_stop_and_lives_on_is_told() -> None:
    found = steps("deaf", '"type":"stop"', timeout=1.0)
    assert bad(found) != {}
