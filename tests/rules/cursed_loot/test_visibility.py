"""What a jewel or a strongbox is worth, its owner alone knows until the game is over."""

from typing import Any

import pytest

from colt_rules.commands import Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.events import LootDropped, LootPlaced, LootSetAside, LootSnatched, LootTaken
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.pictures import train_svg
from colt_rules.pictures.text import train_text
from colt_rules.referee.telling import describe_seen_event
from colt_rules.rules.marshal.events import LiberatorPaid
from colt_rules.views import REFEREE, SPECTATOR, view, view_event, view_reasons
from tests.rules.cursed_loot.tables import ALONE, WITH_MARSHAL
from tests.verdicts import accepted

SKETCH = """
    car    |             | mail        | dining |
    roof   |             | tuco        |        |
    inside | M strongbox | {jewel} doc | belle  |
"""
FACE_DOWN = "ruling.cursed.face-down"


def at_a_jewel(worth: int, **fields: Any) -> Game:
    """Doc is about to rob the jewel in his car and has a strongbox."""
    fields = {"modules": ALONE, "loot": {"doc": ["strongbox:10"]}} | fields
    return board(SKETCH.format(jewel=f"jewel:{worth}"), pile=["doc-robbery", "tuco-move"], **fields)


def values(game: Game, role: str) -> dict[str, int | None]:
    """What a role knows of the tokens."""
    seen = view(game, role)
    rows = (*seen.floor.values(), seen.aside, *(bandit.tokens for bandit in seen.bandits))
    return {token.token: token.value for row in rows for token in row}


@pytest.mark.clause("ruling.cursed.face-down")
def test_loot_on_the_board_and_beside_it_nobody_looks_at() -> None:
    game = at_a_jewel(5)
    assert values(game, "tuco") == dict.fromkeys(("strongbox-1", "strongbox-2", "strongbox-3", "jewel-1"))
    assert values(game, "doc") == {**values(game, "tuco"), "strongbox-2": 10}
    assert set(values(changed(game, phase="over"), SPECTATOR).values()) == {5, 10, 1000}
    assert values(game, REFEREE)["jewel-1"] == 5


@pytest.mark.clause("ruling.cursed.face-down")
def test_without_cursed_loot_everybody_sees_it() -> None:
    game = board(SKETCH.format(jewel="jewel"), pile=["doc-robbery"], modules=("base",))
    assert values(game, SPECTATOR) == {"jewel-1": 500, "strongbox-1": 1000, "strongbox-2": 1000}


@pytest.mark.clause("ruling.cursed.face-down")
def test_the_reasons_name_what_hides_it() -> None:
    game = at_a_jewel(5)
    floor = [reason for reason in view_reasons(game, "tuco").all if reason.field == "floor"]
    assert {reason.clause for reason in floor} == {
        *("cursed.mixed", "cursed.jewels", "cursed.strongbox", FACE_DOWN, "robbery.unseen")
    }
    assert not any(reason.seen for reason in floor)
    for role in ("tuco", "doc"):
        owned = [reason for reason in view_reasons(game, role).all if reason.field == "tokens"]
        assert [reason.seen for reason in owned if reason.clause == FACE_DOWN] == [role == "doc"]


@pytest.mark.clause("ruling.cursed.face-down", "robbery.unseen")
@pytest.mark.parametrize("worth", [5, 500])
def test_whoever_robs_a_jewel_looks_and_the_others_learn_nothing(worth: int) -> None:
    game = at_a_jewel(worth)
    verdict = accepted(game, Rob("doc", "jewel-1"))
    ((taken, cites),) = [(event, cites) for event, cites in verdict.events if isinstance(event, LootTaken)]
    assert FACE_DOWN in cites
    for role in ("tuco", "belle", SPECTATOR):
        seen = view_event(taken, role, verdict.after, cites)
        assert seen is not None
        assert (seen.hidden, "value" in seen.data) == (("value",), False)
    mine = view_event(taken, "doc", verdict.after, cites)
    assert mine is not None
    assert mine.data["value"] == worth
    assert values(verdict.after, "doc")["jewel-1"] == worth
    assert values(verdict.after, "belle")["jewel-1"] is None


@pytest.mark.clause("ruling.cursed.face-down")
@pytest.mark.parametrize("token", ["jewel-1", "strongbox-1"])
@pytest.mark.parametrize(
    ("event", "knowing"),
    [
        (lambda token: LootPlaced(token, 5, "mail.inside"), set()),
        (lambda token: LootSetAside(token, 5), set()),
        (lambda token: LootDropped("doc", token, "mail.inside"), {"doc"}),
        (lambda token: LootSnatched("doc", token, "tuco"), {"doc", "tuco"}),
    ],
)
def test_who_sees_the_value_in_an_event(event: Any, knowing: set[str], token: str) -> None:
    game = at_a_jewel(5)
    seen = {role: view_event(event(token), role, game) for role in ("tuco", "doc", "belle", SPECTATOR)}
    assert {role for role, told in seen.items() if told and "value" in told.data} == knowing


@pytest.mark.clause("ruling.cursed.face-down", "ruling.idea.token-unseen")
@pytest.mark.parametrize("kind", ["jewel", "strongbox"])
def test_what_is_given_for_being_freed_only_two_know(kind: str) -> None:
    sketch = "car | | mail | prison |\nroof | | tuco | |\ninside | marshal | doc belle | |"
    word = {"jewel": "jewel:5", "strongbox": "strongbox:10"}[kind]
    game = board(sketch, pile=["doc-move"], loot={"doc": [word]}, modules=WITH_MARSHAL)
    paid = LiberatorPaid("doc", f"{kind}-1", "tuco")
    seen = {role: view_event(paid, role, game) for role in ("tuco", "doc", "belle", "marshal", SPECTATOR)}
    assert {role for role, told in seen.items() if told and "value" in told.data} == {"tuco", "doc"}


@pytest.mark.clause("ruling.cursed.face-down", "punch.loot.purse-unseen")
def test_whoever_punches_chooses_without_looking() -> None:
    sketch = "car | | mail | dining |\nroof | | | |\ninside | M | tuco doc | |"
    games = [
        board(sketch, pile=["tuco-punch", "doc-move"], loot={"doc": pair}, modules=ALONE)
        for pair in (["jewel:5", "jewel"], ["jewel", "jewel:5"])
    ]
    punch = Punch("tuco", "doc", "jewel-1", "dining.inside", False)
    told = [accepted(game, punch) for game in games]
    assert [cites for _, cites in told[0].events] == [cites for _, cites in told[1].events]
    assert values(told[0].after, "tuco") == values(told[1].after, "tuco")
    assert values(told[0].after, "tuco")["jewel-1"] is None


@pytest.mark.clause("ruling.cursed.face-down")
@pytest.mark.parametrize("role", ["tuco", "belle", SPECTATOR])
def test_no_picture_and_no_sentence_tells(role: str) -> None:
    one, other = (view(at_a_jewel(worth), role) for worth in (5, 500))
    assert train_svg(one) == train_svg(other)
    assert train_text(one) == train_text(other)
    assert "$5" not in train_text(one)
    assert ">500<" not in train_svg(one)


@pytest.mark.clause("cursed.jewels")
def test_whoever_sees_everything_sees_what_is_cursed() -> None:
    game = at_a_jewel(5)
    assert ">5<" in train_svg(game)
    assert "jewel $5" in train_text(game)

    assert "$10" in train_text(view(game, "doc"))


@pytest.mark.clause("ruling.cursed.face-down")
def test_a_sentence_about_a_token_whose_value_is_hidden() -> None:
    game = at_a_jewel(5)
    verdict = accepted(game, Rob("doc", "jewel-1"))
    (taken,) = (event for event, _ in verdict.events if isinstance(event, LootTaken))
    seen = view_event(taken, "tuco", verdict.after)
    assert seen is not None
    assert "$" not in describe_seen_event(seen)
