"""What a Brilliant Idea does in the cell, at the prison car and anywhere else."""

from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, Fire, Move, PlayCard, Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    BulletGiven,
    CardReturned,
    CardRevealed,
    LootTaken,
)
from colt_rules.kernel import awaiting
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import Forgo, FreeBandit, FreePrisoner, LeaveCell, PayLiberator
from colt_rules.rules.marshal.events import (
    BulletLaidOpen,
    LastCardNoted,
    LiberatorPaid,
    PaymentOwed,
    PileMeasured,
    PrisonerFreed,
)
from colt_rules.rules.marshal.model import CELL, CORRIDOR, IDEA, PRISON_ROOF, LastCard, PileMeasure, marshal_of
from tests.rules.coaches import ALL
from tests.rules.jails import WAITING, jail
from tests.rules.marshal.tables import WITH_HORSES
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, back, happens, refusal

SKETCH = """
    car    |  | a          | b     | prison |
    roof   |  |            |       |        |
    inside |  | tuco ghost | belle | doc    |
"""
COPIED = ("idea.by-place", "idea.copy", "idea.copy.skipped", "ruling.idea.copied-as-ones-own")


# --- copying


@pytest.mark.clause("idea.copy", "idea.by-place", "ruling.idea.copied-as-ones-own")
def test_away_from_the_prison_car_the_bandit_does_what_the_last_card_of_a_bandit_says_as_its_own_action() -> None:
    game = after(jail(SKETCH, "ghost-move", "tuco-brilliant-idea"), Move("ghost", "locomotive.inside"))
    assert awaiting(game) == (Decision("tuco", "move", "tuco"),)
    assert answers(game, "tuco") == [Move("tuco", "locomotive.inside"), Move("tuco", "b.inside")]
    verdict = accepted(game, Move("tuco", "b.inside"))
    assert verdict.events[:3] == (
        (ActionTaken("tuco", "move"), ("stealin.obligatory", *COPIED)),
        (BanditMoved("tuco", "a.inside", "b.inside", "move"), ("move.inside.adjacent",)),
        back("tuco-brilliant-idea"),
    )


@pytest.mark.clause("ruling.idea.copied-as-ones-own")
def test_the_copy_takes_the_copiers_own_bullets() -> None:
    game = jail(SKETCH, "tuco-brilliant-idea", last=("belle", "fire"), bullets={"tuco": 3})
    taken, given, *_ = accepted(game, Fire("tuco", "marshal")).events
    assert taken == (ActionTaken("tuco", "fire"), ("stealin.obligatory", *COPIED))
    assert given[0] == BulletGiven("tuco", "marshal", "marshal", "tuco-bullet-3", 2)


@pytest.mark.clause("idea.copy", "ruling.idea.last-card-in-vain")
def test_each_card_of_a_bandit_is_noted_when_it_is_turned_up_whatever_comes_of_it() -> None:
    cites = ("ruling.idea.last-card-in-vain",)
    verdict = accepted(jail(SKETCH, "ghost-move", "belle-punch", "tuco-brilliant-idea"), Move("ghost", "b.inside"))
    assert told(verdict, LastCardNoted) == [LastCardNoted(1, "belle", "punch")]
    assert cited(verdict, LastCardNoted) == cites
    assert marshal_of(verdict.after).last_card == LastCard(1, "belle", "punch")
    in_vain = accepted(jail(SKETCH, "ghost-move", "doc-robbery", "tuco-brilliant-idea"), Move("ghost", "b.inside"))
    assert cited(in_vain, ActionIdle)[1] == "robbery.nothing-there"
    assert marshal_of(in_vain.after).last_card == LastCard(1, "doc", "robbery")


@pytest.mark.clause("idea.copy.skipped")
def test_cards_of_the_marshal_and_other_ideas_are_passed_over() -> None:
    game = jail(SKETCH, "marshal-move", "ghost-brilliant-idea", "tuco-brilliant-idea", last=("belle", "move"))
    then = after(after(game, Move("marshal", "a.inside")), Move("ghost", "b.inside"))
    assert marshal_of(then).last_card == LastCard(1, "belle", "move")
    assert awaiting(then) == (Decision("tuco", "move", "tuco"),)


@pytest.mark.clause("ruling.idea.last-card-in-vain")
def test_a_card_of_ones_own_and_one_out_of_the_cell_can_be_copied() -> None:
    own = jail(SKETCH, "tuco-brilliant-idea", last=("tuco", "move"))
    assert awaiting(own) == (Decision("tuco", "move", "tuco"),)
    locked = jail(SKETCH, "ghost-move", "doc-move", "tuco-brilliant-idea", cell=("doc",))
    assert awaiting(after(locked, Move("ghost", "b.inside"))) == (Decision("tuco", "move", "tuco"),)


@pytest.mark.clause("ruling.idea.last-card-in-vain")
@pytest.mark.parametrize(("gone", "card"), [("fallen", "deadly-fall"), ("away", "escape")])
def test_a_card_of_a_bandit_who_is_out_of_the_game_is_passed_over(gone: str, card: str) -> None:
    sketch = """
        car    |         | mail | dining | prison |
        roof   |         |      |        |        |
        inside | marshal | tuco | belle  |        |
    """
    pile = ["belle-floor-change", "ghost-move", "tuco-brilliant-idea"]
    out: dict[str, Any] = {gone: ["ghost"]}
    game = board(sketch, modules=WITH_HORSES, card=card, number=5, pile=pile, **out)
    then = after(game, ChangeFloor("belle", "dining.roof"))
    assert marshal_of(then).last_card == LastCard(5, "belle", "floor-change")
    assert awaiting(then) == (Decision("tuco", "floor-change", "tuco"),)


@pytest.mark.clause("idea.copy.nothing")
@pytest.mark.parametrize("last", [None, LastCardNoted(0, "belle", "move")])
def test_with_no_card_to_copy_in_this_round_the_idea_does_nothing(last: LastCardNoted | None) -> None:
    game = jail(SKETCH, "marshal-move", "tuco-brilliant-idea", since=(last,) if last else ())
    verdict = accepted(game, Move("marshal", "a.inside"))
    idle = next(pair for pair in verdict.events if isinstance(pair[0], ActionIdle))
    assert idle == (
        ActionIdle("tuco", "brilliant-idea"),
        ("stealin.obligatory", "idea.by-place", "idea.copy.nothing"),
    )
    assert (CardReturned("tuco", "tuco-brilliant-idea"), ("stealin.card-returns",)) in verdict.events


@pytest.mark.clause("idea.copy", "stealin.obligatory")
def test_what_cannot_be_done_is_not_done_by_an_idea_either() -> None:
    verdict = accepted(jail(SKETCH, "belle-move", "doc-robbery", "tuco-brilliant-idea"), Move("belle", "a.inside"))
    idle = [pair for pair in verdict.events if isinstance(pair[0], ActionIdle)]
    assert idle[1] == (ActionIdle("tuco", "robbery"), ("stealin.obligatory", "robbery.nothing-there", *COPIED))


@pytest.mark.clause("idea.copy")
def test_an_idea_can_copy_a_robbery_and_a_floor_change() -> None:
    robbery = jail(SKETCH.replace("tuco ghost", "tuco ghost purse"), "tuco-brilliant-idea", last=("doc", "robbery"))
    assert told(accepted(robbery, Rob("tuco", "purse-1")), LootTaken) == [LootTaken("tuco", "purse-1", "a.inside")]
    climb = jail(SKETCH, "tuco-brilliant-idea", last=("doc", "floor-change"))
    assert answers(climb, "tuco") == [ChangeFloor("tuco", "a.roof")]


# --- what holds a copy back


@pytest.mark.clause("marshal-bullet.idea-still-copies")
def test_a_wound_does_not_hold_back_what_is_copied_from_another() -> None:
    wound = BulletLaidOpen("tuco", "tuco", "marshal-bullet-shoulder")
    game = jail(
        SKETCH,
        "tuco-brilliant-idea",
        last=("belle", "punch"),
        since=(BulletGiven("marshal", "tuco", "tuco", "marshal-bullet-shoulder", 11), wound),
    )
    assert awaiting(game) == (Decision("tuco", "punch", "tuco"),)
    taken = accepted(game, Punch("tuco", "ghost", None, "b.inside", False)).events[0]
    cites = ("stealin.obligatory", *COPIED, "marshal-bullet.idea-still-copies")
    assert taken == (ActionTaken("tuco", "punch"), cites)


@pytest.mark.clause("ruling.idea.own-card-while-wounded")
def test_a_wound_holds_back_what_is_copied_from_oneself() -> None:
    hit = BulletGiven("marshal", "tuco", "tuco", "marshal-bullet-shoulder", 11)
    wound = BulletLaidOpen("tuco", "tuco", "marshal-bullet-shoulder")
    game = jail(SKETCH, "belle-move", "tuco-punch", "tuco-brilliant-idea", since=(hit, wound))
    verdict = accepted(game, Move("belle", "a.inside"))
    idle = [pair for pair in verdict.events if isinstance(pair[0], ActionIdle)]
    assert idle == [
        (ActionIdle("tuco", "punch"), ("stealin.obligatory", "marshal-bullet.shoulder")),
        (
            ActionIdle("tuco", "punch"),
            ("stealin.obligatory", "marshal-bullet.shoulder", *COPIED, "ruling.idea.own-card-while-wounded"),
        ),
    ]


@pytest.mark.clause("ruling.idea.hostage-burdens")
def test_a_hostage_holds_back_what_is_copied() -> None:
    game = jail(SKETCH, "belle-move", "ghost-punch", "tuco-brilliant-idea", modules=ALL, captors={"tuco": "teacher"})
    then = after(game, Move("belle", "a.inside"))
    verdict = accepted(then, Punch("ghost", "tuco", None, "b.inside", False))
    idle = next(pair for pair in verdict.events if isinstance(pair[0], ActionIdle))
    assert idle[0] == ActionIdle("tuco", "punch")
    assert idle[1][1:] == (
        *("hostage.teacher.no-punch", "ruling.hostage.planned-in-vain"),
        *COPIED,
        "ruling.idea.hostage-burdens",
    )


# --- out of the cell


@pytest.mark.clause("idea.out-of-the-cell", "idea.by-place")
def test_out_of_the_cell_one_comes_into_the_corridor_or_onto_the_roof() -> None:
    game = jail(SKETCH, "doc-brilliant-idea", cell=("doc",), last=("belle", "move"))
    assert awaiting(game) == (Decision("doc", "brilliant-idea", "doc"),)
    assert answers(game, "doc") == [LeaveCell("doc", CORRIDOR), LeaveCell("doc", PRISON_ROOF)]
    assert refusal(game, LeaveCell("doc", "b.inside")) == ("idea.out-of-the-cell",)
    assert refusal(game, FreePrisoner("doc", WAITING[0])) == ("idea.by-place", "idea.out-of-the-cell")
    assert refusal(game, FreeBandit("doc", "doc")) == ("idea.by-place", "idea.out-of-the-cell")
    moved = happens(game, LeaveCell("doc", PRISON_ROOF))[0]
    cites = ("idea.by-place", "idea.out-of-the-cell", "prison-car.corridor-and-roof")
    assert moved == (BanditMoved("doc", CELL, PRISON_ROOF, "idea"), cites)


@pytest.mark.clause("mei.cell-no-diagonal")
def test_mei_leaves_the_cell_like_anybody() -> None:
    freed = PrisonerFreed("doc", "companion-of-mei", "mei")
    game = jail(SKETCH, "doc-brilliant-idea", cell=("doc",), since=(freed,))
    assert answers(game, "doc") == [LeaveCell("doc", CORRIDOR), LeaveCell("doc", PRISON_ROOF)]
    assert refusal(game, LeaveCell("doc", "b.roof")) == ("idea.out-of-the-cell", "mei.cell-no-diagonal")
    assert refusal(game, LeaveCell("doc", "b.inside")) == ("idea.out-of-the-cell",)
    assert "mei.cell-no-diagonal" in happens(game, LeaveCell("doc", CORRIDOR))[0][1]
    plain = jail(SKETCH, "doc-brilliant-idea", cell=("doc",))
    assert refusal(plain, LeaveCell("doc", "b.roof")) == ("idea.out-of-the-cell",)


# --- freeing


@pytest.mark.clause("idea.free", "idea.free-prisoner", "ruling.idea.must-free")
@pytest.mark.parametrize("place", [CORRIDOR, PRISON_ROOF])
def test_at_the_prison_car_one_frees_a_prisoner_or_a_bandit_and_copies_nothing(place: str) -> None:
    came = BanditMoved("doc", CORRIDOR, place, "climb")
    game = jail(SKETCH, "doc-brilliant-idea", cell=("ghost",), since=(came,), last=("belle", "move"))
    frees = [FreePrisoner("doc", prisoner) for prisoner in WAITING]
    assert answers(game, "doc") == [*frees, FreeBandit("doc", "ghost")]
    assert refusal(game, LeaveCell("doc", CORRIDOR)) == ("idea.by-place", "idea.free")
    assert refusal(game, FreePrisoner("doc", "companion-of-tuco")) == ("idea.free-prisoner",)
    assert refusal(game, FreeBandit("doc", "tuco")) == ("idea.free-bandit",)
    assert refusal(game, Forgo("doc")) == ("ruling.idea.must-free",)


@pytest.mark.clause("idea.free-prisoner", "prisoner.another-power", "prisoner.companion")
def test_a_freed_prisoner_gives_the_power_of_the_bandit_whose_companion_it_is() -> None:
    game = jail(SKETCH, "doc-brilliant-idea", "tuco-move")
    assert happens(game, FreePrisoner("doc", "companion-of-mei"))[0] == (
        PrisonerFreed("doc", "companion-of-mei", "mei"),
        (
            *("idea.by-place", "idea.free", "idea.free-prisoner"),
            *("prisoner.companion", "prisoner.another-power", "prisoner.another-power.while-held"),
        ),
    )
    then = after(game, FreePrisoner("doc", "companion-of-mei"))
    assert then.figures["doc"].powers == ("doc", "mei")
    assert marshal_of(then).prisoners == ("companion-of-belle", "companion-of-doc")
    assert marshal_of(then).companions == {"doc": "companion-of-mei"}


@pytest.mark.clause("idea.free-prisoner.has-one", "prisoner.one-each")
def test_who_has_a_prisoner_frees_no_other() -> None:
    freed = PrisonerFreed("doc", "companion-of-mei", "mei")
    game = jail(SKETCH, "doc-brilliant-idea", cell=("ghost",), since=(freed,))
    assert answers(game, "doc") == [FreeBandit("doc", "ghost")]
    has_one = ("idea.free-prisoner.has-one", "prisoner.one-each")
    assert refusal(game, FreePrisoner("doc", "companion-of-doc")) == has_one
    assert refusal(game, FreePrisoner("doc", "companion-of-tuco")) == ("idea.free-prisoner", *has_one)


@pytest.mark.clause("ruling.idea.must-free", "idea.free")
def test_with_nobody_to_free_the_idea_does_nothing_and_copies_nothing() -> None:
    move = Move("tuco", "b.inside")
    nobody = jail(SKETCH, "tuco-move", "doc-brilliant-idea", prisoners=())
    assert cited(accepted(nobody, move), ActionIdle) == (
        *("stealin.obligatory", "idea.by-place", "idea.free", "ruling.idea.must-free"),
    )
    freed = PrisonerFreed("doc", "companion-of-mei", "mei")
    has_one = jail(SKETCH, "tuco-move", "doc-brilliant-idea", since=(freed,))
    assert cited(accepted(has_one, move), ActionIdle) == (
        *("stealin.obligatory", "idea.by-place", "idea.free", "ruling.idea.must-free"),
        *("idea.free-prisoner.has-one", "prisoner.one-each"),
    )


@pytest.mark.clause("ruling.idea.must-free")
def test_by_a_claim_one_may_free_nobody() -> None:
    game = jail(SKETCH, "doc-brilliant-idea", rulings=["ruling.idea.must-free=may-refuse"])
    assert answers(game, "doc")[-1] == Forgo("doc")
    left = (ActionIdle("doc", "brilliant-idea"), ("stealin.obligatory", "ruling.idea.must-free"))
    assert accepted(game, Forgo("doc")).events[0] == left
    assert back("doc-brilliant-idea") in accepted(game, Forgo("doc")).events
    nobody = jail(SKETCH, "tuco-move", "doc-brilliant-idea", prisoners=(), rulings=["ruling.idea.must-free=may-refuse"])
    assert ActionIdle in [event.__class__ for event, _ in accepted(nobody, Move("tuco", "b.inside")).events]


# --- the price


@pytest.mark.clause("idea.free-bandit", "idea.free-bandit.pays", "ruling.idea.token-unseen")
def test_a_freed_bandit_comes_to_its_liberator_and_pays_with_a_token_of_its_choice_before_the_game_goes_on() -> None:
    loot = {"ghost": ["purse", "jewel"]}
    game = jail(SKETCH, "doc-brilliant-idea", "tuco-move", cell=("ghost",), loot=loot)
    verdict = accepted(game, FreeBandit("doc", "ghost"))
    assert [event for event, _ in verdict.events] == [
        ActionTaken("doc", "brilliant-idea"),
        BanditMoved("ghost", CELL, CORRIDOR, "freed"),
        PaymentOwed("ghost", "doc"),
    ]
    assert verdict.events[1][1] == ("idea.by-place", "idea.free", "idea.free-bandit", "prison-car.corridor-and-roof")
    assert verdict.events[2][1] == ("idea.free-bandit.pays",)
    owing = verdict.after
    assert awaiting(owing) == (Decision("ghost", "payment", "ghost"),)
    assert answers(owing, "ghost") == [PayLiberator("ghost", "purse-1"), PayLiberator("ghost", "jewel-1")]
    unseen = ("idea.free-bandit.pays", "ruling.idea.token-unseen")
    assert refusal(owing, PayLiberator("ghost", "jewel-2")) == unseen
    paid = accepted(owing, PayLiberator("ghost", "jewel-1"))
    assert paid.events[0] == (LiberatorPaid("ghost", "jewel-1", "doc"), unseen)
    assert [event.__class__ for event, _ in paid.events[1:3]] == [CardReturned, CardRevealed]
    assert paid.after.figures["ghost"].loot == ("purse-1",)
    assert paid.after.figures["doc"].loot == ("jewel-1",)
    assert marshal_of(paid.after).payment is None


@pytest.mark.clause("idea.free-bandit", "idea.free-bandit.pays")
def test_on_the_roof_the_freed_bandit_comes_to_the_roof_and_who_has_nothing_gives_nothing() -> None:
    game = jail(
        SKETCH, "doc-brilliant-idea", cell=("ghost",), since=(BanditMoved("doc", CORRIDOR, PRISON_ROOF, "climb"),)
    )
    moved, returned = happens(game, FreeBandit("doc", "ghost"))
    assert moved == (
        BanditMoved("ghost", CELL, PRISON_ROOF, "freed"),
        (
            *("idea.by-place", "idea.free", "idea.free-bandit", "idea.free-bandit.pays"),
            "prison-car.corridor-and-roof",
        ),
    )
    assert returned == back("doc-brilliant-idea")


@pytest.mark.clause("ruling.idea.own-card-shaking")
@pytest.mark.parametrize("shaking", [True, False])
def test_in_a_round_with_a_shaking_turn_ones_own_fire_is_copied_too(shaking: bool) -> None:
    sketch = "car | | mail | dining | baggage | prison |\nroof | | | | | |\ninside | marshal | tuco | doc | | |"
    game = board(
        sketch,
        modules=("base", "mei", "marshal"),
        last="tuco-fire",
        pile=["tuco-brilliant-idea", "doc-move"],
        card="rough-track.2-4",
        turns={"rough-track.2-4": ("standard", "shaking" if shaking else "tunnel")},
    )
    verdict = accepted(game, Fire("tuco", "doc"))
    assert ("ruling.idea.own-card-shaking" in cited(verdict, ActionTaken)) == shaking


ANOTHERS_ONLY = "ruling.idea.own-card-shaking=anothers-only"
THREE = "car | | mail | dining | baggage | prison |\nroof | | | | | |\ninside | marshal | tuco | doc | | |"


def shaken(last: str, pile: list[str], measured: list[int], **fields: Any) -> Game:
    """Stealin' of a round with a standard, a shaking and a standard turn, by the claim."""
    turns = {"card": "rough-track.2-4", "turns": {"rough-track.2-4": ("standard", "shaking", "standard")}}
    fields = {"rulings": [ANOTHERS_ONLY], **turns, **fields}
    return board(THREE, modules=("base", "mei", "marshal"), last=last, pile=pile, measured=measured, **fields)


@pytest.mark.clause("ruling.idea.own-card-shaking")
@pytest.mark.parametrize(
    ("last", "measured", "action"),
    [
        ("tuco-fire", [0, 2, 4, 4], IDEA),
        ("tuco-fire", [0, 1, 3, 4], IDEA),
        ("tuco-fire", [0, 3, 4, 4], "fire"),
        ("tuco-fire", [0, 1, 2, 4], "fire"),
        ("doc-fire", [0, 2, 4, 4], "fire"),
        ("tuco-move", [0, 2, 4, 4], "move"),
    ],
)
def test_by_the_claim_an_idea_of_a_shaking_turn_copies_no_fire_of_its_own_bandit(
    last: str, measured: list[int], action: str
) -> None:
    game = shaken(last, ["tuco-brilliant-idea", "doc-move"], measured)
    (due,) = awaiting(game)
    assert (due.actor, due.kind) == (("doc", "move") if action == IDEA else ("tuco", action))


@pytest.mark.clause("ruling.idea.own-card-shaking")
def test_by_the_claim_such_an_idea_does_nothing_and_says_why() -> None:
    game = shaken("", ["tuco-fire", "tuco-brilliant-idea", "doc-move"], [0, 2, 4, 4])
    verdict = accepted(game, Fire("tuco", "doc"))
    assert told(verdict, ActionIdle) == [ActionIdle("tuco", IDEA)]
    why = ("stealin.obligatory", "idea.by-place", "idea.copy", "ruling.idea.own-card-shaking")
    assert cited(verdict, ActionIdle) == why


@pytest.mark.clause("ruling.idea.own-card-shaking")
@pytest.mark.parametrize("rulings", [[], [ANOTHERS_ONLY]])
@pytest.mark.parametrize("kind", ["shaking", "standard"])
def test_the_pile_is_measured_by_the_claim_alone_and_where_a_turn_is_shaking(kind: str, rulings: list[str]) -> None:
    hands = {"tuco": ["tuco-brilliant-idea", "tuco-move"], "marshal": ["marshal-move"], "doc": ["doc-move"]}
    turns = {"rough-track.2-4": ("standard", kind)}
    game = shaken("", [], [], seats=["marshal", "doc", "tuco"], hands=hands, acted=2, turns=turns, rulings=rulings)
    begun = accepted(game, PlayCard("tuco", "tuco-brilliant-idea", False))
    then = after(after(begun.after, PlayCard("marshal", "marshal-move", False)), PlayCard("doc", "doc-move", False))
    ended = accepted(then, PlayCard("tuco", "tuco-move", False))
    expected = [PileMeasured(1, 1, 1), PileMeasured(1, 2, 4)] if rulings and kind == "shaking" else []
    assert told(begun, PileMeasured) + told(ended, PileMeasured) == expected
    assert (marshal_of(ended.after).measured or ()) == tuple(PileMeasure(1, one.turn, one.laid) for one in expected)
