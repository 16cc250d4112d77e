"""Cards whose faces no source shows: what a table can say of them before the set-up."""

from itertools import islice

import pytest

from colt_rules.commands import DrawCards
from colt_rules.events import TurnStarted
from colt_rules.kernel import NEW, awaiting, legal
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot, NameTurns
from colt_rules.rules.marshal.events import BulletsNamed, LootNamed, NamingFinished, TurnsNamed
from colt_rules.rules.marshal.model import marshal_of
from colt_rules.rules.rulebook import rules_of
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


def test_everything_is_counted_and_found_by_its_number() -> None:
    game = asked()
    faces, turns = legal(game, "table"), len(rules_of(game).turns)
    cards = [card for card in EXTRAS.round_cards.values() if card.confidence == "assumed"]
    rows = sum(turns**length for length in range(1, 6))
    assert len(faces) == 1 + 14 + len(cards) * rows + 2 * 6**6
    assert [faces[number] for number in range(16)] == list(islice(faces, 16))
    assert faces[0] == FinishNaming("table")
    assert faces[14] == NameLoot("table", ("purse",) * 4)
    assert faces[15] == NameTurns("table", cards[0].id, (next(iter(rules_of(game).turns)),))
    assert faces[-1] == NameBullets("table", "right", ("golden",) * 6)
    assert all(faces[number] in faces for number in range(0, len(faces), 5_000))


def test_what_was_named_is_not_offered_again() -> None:
    game = after(after(asked(), NameLoot("table", ("purse",))), NameBullets("table", "left", SIX))
    faces = legal(game, "table")
    assert len(faces) == len(legal(asked(), "table")) - 14 - 6**6
    assert NameLoot("table", ("jewel",)) not in faces
    assert NameBullets("table", "left", SIX) not in faces
    assert NameBullets("table", "right", SIX) in faces
    assert str(faces).startswith("FinishNaming by table; NameTurns by table card=(one of ")
    assert str(faces).endswith(
        "; NameBullets by table cylinder=(one of right) "
        "bullets=(6 of disarmed, knee, shoulder, gotcha, drop-the-mail, golden, repeated or not)"
    )


def test_nobody_but_the_table_says_it() -> None:
    faces = legal(asked(), "table")
    assert FinishNaming("table") in faces
    assert FinishNaming("marshal") not in faces
    assert DrawCards("table") not in faces
    assert None not in faces
