"""Actions with fixed numbers lead to every choice, by one row of steps, and name what the seat sees."""

from random import Random

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.kernel import awaiting
from colt_rules.players.play import new_game
from colt_rules.research.session import NoSuchChoice, ReferenceSession, Session, new_session
from tests.kinds import with_every_pair
from tests.research.needing import PACKAGES
from tests.rules.sittings import sitting

pytest.importorskip("numpy", reason=PACKAGES)

from colt_rules.research.actions import Steps, names
from colt_rules.research.observing import Layout

FOUR = new_game(("tuco", "ghost", "belle", "doc"))
THREE = new_game(("tuco", "ghost", "doc"))


def begun(at: Session, layout: Layout) -> Steps:
    """The choice of the seat that is to choose."""
    return Steps(layout, at.view(str(at.actor)), at.choices)


def ways(at: Session, layout: Layout, *taken: int) -> dict[int, list[tuple[int, ...]]]:
    """By choice: the rows of actions that lead to it, after those that were taken."""
    steps = begun(at, layout)
    for action in taken:
        steps.take(action)
    if steps.chosen is not None:
        return {steps.chosen: [taken]}
    found: dict[int, list[tuple[int, ...]]] = {}
    for action in steps.actions:
        for choice, rows in ways(at, layout, *taken, action).items():
            found.setdefault(choice, []).extend(rows)
    return found


@pytest.mark.parametrize(("edition", "variant"), with_every_pair())
def test_every_choice_is_led_to_by_one_row_of_steps(edition: str, variant: str) -> None:
    start = sitting(edition, variant, stations=True)
    at, layout, random = ReferenceSession.new(start, 1), Layout(start), Random(1)
    while not at.over:
        if at.count < 20:
            found = ways(at, layout)
            assert sorted(found) == list(range(at.count))
            assert all(len(rows) == 1 for rows in found.values())
        at.take(random.randrange(at.count))


@pytest.mark.parametrize(
    ("rows", "played", "named"),
    [
        ("roof | tuco | | doc |\ninside | M | ghost | |", "tuco-move", {"car1", "car2"}),
        ("roof | | | | |\ninside | M | ghost | tuco | doc |", "tuco-fire", {"seat1", "seat2"}),
        ("roof | | | |\ninside | M | tuco ghost doc | |", "tuco-punch", {"seat1", "seat2"}),
        ("roof | ghost doc | | |\ninside | M | tuco purse purse jewel | |", "tuco-robbery", {"purse", "jewel"}),
    ],
)
def test_the_first_step_names_what_the_choices_differ_in(rows: str, played: str, named: set[str]) -> None:
    game = board(rows, pile=[played])
    steps = begun(ReferenceSession(game, awaiting(game), 0, []), Layout(THREE))
    assert {names()[action] for action in steps.actions} == named


def test_what_looks_alike_is_told_apart_by_its_order() -> None:
    game = board("roof | ghost doc | | |\ninside | M | tuco purse purse jewel | |", pile=["tuco-robbery"])
    at = ReferenceSession(game, awaiting(game), 0, [])
    rows = {tuple(names()[action] for action in row) for (row,) in ways(at, Layout(THREE)).values()}
    assert rows == {("jewel",), ("purse", "which0"), ("purse", "which1")}


def test_many_that_look_alike_are_told_apart_by_the_digits_of_their_number() -> None:
    pairs = [{"type": "RobTwo", "actor": "tuco", "tokens": [f"a{number}", "b"]} for number in range(120)]
    at = new_session(FOUR, seed=1)
    steps = Steps(Layout(FOUR), at.view("tuco"), pairs)
    for digit in (1, 0, 7):
        steps.take(names().index(f"which{digit}"))
    assert steps.chosen == 107


def test_numbers_are_kept() -> None:
    """They are the contract: networks that were trained with them go on working. New names come at the end."""
    kept = {"PlayCard": 0, "Rob": 5, "HideBandit": 34, "end": 35, "car0": 40, "seat0": 56, "punch": 70, "which0": 118}
    assert {name: names().index(name) for name in kept} == kept
    assert len(set(names())) == len(names()) == 128


def test_an_action_that_cannot_be_taken_is_refused_with_those_that_can() -> None:
    at = new_session(FOUR, seed=1)
    steps = begun(at, Layout(FOUR))
    for action in (127, -1, "PlayCard", None):
        with pytest.raises(NoSuchChoice, match=r"expected one of the actions 0 \(PlayCard\), 1 \(DrawCards\); got "):
            steps.take(action)
    steps.take(names().index("DrawCards"))
    assert at.choices[steps.chosen or 0]["type"] == "DrawCards"
    with pytest.raises(NoSuchChoice, match="none, since the choice is made"):
        steps.take(0)
