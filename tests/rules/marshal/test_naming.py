"""Cards whose faces no source shows: what a table can say of them before the set-up."""

from itertools import islice

import pytest

from colt_rules.commands import DrawCards
from colt_rules.events import TurnStarted
from colt_rules.kernel import NEW, awaiting
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot, NameTurns
from colt_rules.rules.marshal.events import BulletsNamed, LootNamed, NamingFinished, TurnsNamed
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.rules.marshal.naming import Faces
from tests.rules.marshal.tables import MODULES, NAMING, WITH_HORSES, sitting
from tests.rules.sittings import cited, told, until
from tests.tables import deal, drawn
from tests.verdicts import accepted, after, refusal

FACES = ("ruling.prison.card-faces",)
KINDS = ("ruling.cylinders.kinds",)
LOOT = ("ruling.prison-car.loot",)
SIX = ("golden", "knee", "knee", "gotcha", "drop-the-mail", "golden")


def asked(modules: tuple[str, ...] = MODULES) -> Game:
    """The table is asked what its cards show."""
    return after(NEW, sitting(modules=modules))


def test_the_table_is_asked_before_anything_is_laid_out() -> None:
    game = asked()
    assert [(decision.actor, decision.kind) for decision in awaiting(game)] == [("table", NAMING)]
    assert not game.figures


@pytest.mark.clause("ruling.prison.card-faces")
def test_when_all_is_named_the_set_up_begins_and_nothing_can_be_named_any_more() -> None:
    verdict = accepted(asked(), FinishNaming("table"))
    assert cited(verdict, NamingFinished) == (*FACES, *KINDS, *LOOT)
    assert [(decision.actor, decision.kind) for decision in verdict.awaiting] == [("table", "round-choice")]
    assert refusal(verdict.after, NameTurns("table", "rumours.2-4", ("standard",))) == ("ruling.command.form",)


# --- turns


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(
    ("card", "turns"),
    [
        ("rumours.2-4", ("tunnel",)),
        ("points-ahead.5-7", ("shaking", "switching")),
        ("deadly-fall", ("standard", "speeding-up", "tunnel", "shaking", "standard")),
    ],
)
def test_the_turns_of_any_card_and_station_of_the_box_can_be_named_once(card: str, turns: tuple[str, ...]) -> None:
    verdict = accepted(asked(), NameTurns("table", card, turns))
    assert verdict.events == ((TurnsNamed(card, turns), FACES),)
    assert marshal_of(verdict.after).turns == {card: turns}
    assert refusal(verdict.after, NameTurns("table", card, ("standard",))) == FACES


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(
    ("card", "turns"),
    [
        ("rumours.2-4", ()),
        ("rumours.2-4", ("standard",) * 6),
        ("rumours.2-4", ("standard", "fog")),
        ("rumours.2-4", ("melee",)),
        ("rumours.2-4", ("",)),
        ("rumours", ("standard",)),
        ("bridge.2-4", ("standard",)),
        ("conductor", ("standard",)),
        ("", ("standard",)),
    ],
)
def test_no_turns_too_many_unknown_ones_and_cards_of_other_boxes_are_refused(card: str, turns: tuple[str, ...]) -> None:
    assert refusal(asked(), NameTurns("table", card, turns)) == FACES


@pytest.mark.clause("ruling.prison.card-faces")
def test_a_melee_is_a_kind_of_turn_where_the_stagecoach_is_played() -> None:
    accepted(asked(WITH_HORSES), NameTurns("table", "rumours.2-4", ("melee",)))


@pytest.mark.clause("ruling.prison.card-faces")
@pytest.mark.parametrize(("named", "kind"), [("rumours.2-4", "switching"), ("reflexes.2-4", "standard")])
def test_the_turns_named_are_played_and_others_as_assumed(named: str, kind: str) -> None:
    game = after(asked(), NameTurns("table", named, ("switching", "standard")))
    game = until("round-cards", game)
    rest = [card for card in drawn(game).items if card != "rumours.2-4"]
    game = until("deck", deal(game, "rumours.2-4", *rest[:3]).after)
    while len(game.round.undealt) > 1:
        game = deal(game, *drawn(game).items).after
    assert [turn.kind for turn in told(deal(game, *drawn(game).items), TurnStarted)] == [kind]


# --- bullets and loot


@pytest.mark.clause("ruling.cylinders.kinds")
def test_six_bullets_of_any_kinds_can_be_named_for_each_cylinder_once() -> None:
    verdict = accepted(asked(), NameBullets("table", "right", SIX))
    assert verdict.events == ((BulletsNamed("right", SIX), KINDS),)
    assert refusal(verdict.after, NameBullets("table", "right", SIX)) == KINDS
    accepted(verdict.after, NameBullets("table", "left", SIX))


@pytest.mark.clause("ruling.cylinders.kinds")
@pytest.mark.parametrize(
    ("cylinder", "bullets"),
    [("left", SIX[:5]), ("left", (*SIX, "knee")), ("left", ()), ("left", (*SIX[:5], "silver")), ("middle", SIX)],
)
def test_fewer_more_and_unknown_bullets_are_refused(cylinder: str, bullets: tuple[str, ...]) -> None:
    assert refusal(asked(), NameBullets("table", cylinder, bullets)) == KINDS


@pytest.mark.clause("ruling.prison-car.loot")
@pytest.mark.parametrize("loot", [("purse",), ("jewel", "jewel", "purse", "purse")])
def test_up_to_four_purses_and_jewels_can_be_named_for_the_prison_car_once(loot: tuple[str, ...]) -> None:
    verdict = accepted(asked(), NameLoot("table", loot))
    assert verdict.events == ((LootNamed(loot), LOOT),)
    assert refusal(verdict.after, NameLoot("table", ("purse",))) == LOOT


@pytest.mark.clause("ruling.prison-car.loot")
@pytest.mark.parametrize("loot", [(), ("purse",) * 5, ("strongbox",), ("jewel", "mailbag")])
def test_no_loot_too_much_and_other_kinds_are_refused(loot: tuple[str, ...]) -> None:
    assert refusal(asked(), NameLoot("table", loot)) == LOOT


def test_loot_is_named_by_kind() -> None:
    assert refusal(asked(), NameLoot("table", ("purse", "jewel"))) == ("ruling.command.form",)


# --- all that can be said, without listing it


def test_everything_listed_can_be_said_and_is_found_by_its_number() -> None:
    faces = Faces(True, ("rumours.2-4", "deadly-fall"), (), ("standard", "shaking"))
    listed = list(faces)
    assert listed == [faces[number] for number in range(len(faces))]
    assert len(set(listed)) == len(listed) == 1 + 14 + 2 * (2 + 4 + 8 + 16 + 32)
    assert all(command in faces for command in listed)
    for outside in (-1, len(faces)):
        with pytest.raises(IndexError):
            faces[outside]


def test_bullets_come_last_in_the_list() -> None:
    faces = Faces(False, (), ("left", "right"), ("standard",))
    assert len(faces) == 1 + 2 * 6**6
    assert list(islice(faces, 3)) == [faces[0], faces[1], faces[2]]
    assert faces[1] == NameBullets("table", "left", ("disarmed",) * 6)
    assert faces[len(faces) - 1] == NameBullets("table", "right", ("golden",) * 6)
    assert str(faces) == (
        "FinishNaming; NameBullets of left, right: 6 of disarmed, knee, shoulder, gotcha, drop-the-mail, golden"
    )


def test_the_list_in_words_names_what_is_left_to_say() -> None:
    faces = Faces(True, ("rumours.2-4",), (), ("standard", "shaking"))
    assert str(faces) == (
        "FinishNaming; NameLoot: 1 to 4 of jewel, purse, sorted; NameTurns of rumours.2-4: 1 to 5 of standard, shaking"
    )


def test_nobody_but_the_table_says_it() -> None:
    faces = Faces(True, (), (), ())
    assert FinishNaming("table") in faces
    assert FinishNaming("marshal") not in faces
    assert DrawCards("table") not in faces
    assert None not in faces
