"""Hostages: how they are taken, and what their captors have to put up with."""

from typing import Any

import pytest

from colt_rules.commands import ChangeFloor, Deal, DrawCards, Fire, Move, PlayCard, Punch
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    ActionIdle,
    BanditMoved,
    BanditStayed,
    BulletGiven,
    CardPlayed,
    DeckShuffled,
    HandDrawn,
    NeutralBulletGiven,
    NeutralBulletsShort,
    RoundStarted,
)
from colt_rules.kernel import awaiting, legal, settle
from colt_rules.model.parts import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.expert.events import HandFilled
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import PunchShotgun, TakeHostage
from colt_rules.rules.stagecoach.events import HostageTaken, PoodleBit, PowersLost
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, back, comes_up, happens, idle, lay, refusal

ALL = ("base", "horses", "stagecoach")
TRAIN = """
    car    |       | mail       | dining | private-saloon | first-class | stagecoach |
    roof   |       |            | tuco   | belle          |             | doc        |
    inside |       | M          | ghost  |                |             |            |
    beside | horse | stagecoach | horse  | horse          |             |
"""
BRAWL = """
    car    |       | mail       | dining     | stagecoach |
    roof   |       |            | tuco ghost |            |
    inside | M     |            |            |            |
    beside | horse | stagecoach | horse      |
"""
TAKEN = ("hostage.must-take", "hostage.burden.at-once", "hostage.never-lost")


def position(sketch: str = TRAIN, **fields: Any) -> Game:
    return board(sketch, **{"modules": ALL, "card": "bridge.2-4"} | fields)


def climbing_in(**fields: Any) -> Game:
    """Doc, on the roof of the stagecoach, is about to climb in."""
    return position(pile=["doc-floor-change", *fields.pop("pile", ())], **fields)


def inside(**fields: Any) -> Game:
    """Doc has just climbed into the stagecoach."""
    return after(climbing_in(**fields), ChangeFloor("doc", "stagecoach.inside"))


# --- taking a hostage


@pytest.mark.clause("hostage.must-take")
def test_whoever_comes_inside_the_stagecoach_must_take_one_of_the_hostages_there_before_anything_else() -> None:
    game = inside(hostages=["poodle", "teacher"], pile=["tuco-move"])
    assert awaiting(game) == (Decision("doc", "hostage", "doc"),)
    assert answers(game, "doc") == [TakeHostage("doc", "poodle"), TakeHostage("doc", "teacher")]
    verdict = accepted(game, TakeHostage("doc", "teacher"))
    assert verdict.events[0] == (HostageTaken("doc", "teacher"), TAKEN)
    assert stagecoach_of(verdict.after).captors == {"doc": "teacher"}
    assert stagecoach_of(verdict.after).hostages == ("poodle",)


@pytest.mark.clause("hostage.must-take", "hostage.never-lost")
def test_a_hostage_that_is_not_there_cannot_be_taken_least_of_all_from_its_captor() -> None:
    game = inside(hostages=["poodle"], captors={"tuco": "teacher"})
    assert refusal(game, TakeHostage("doc", "minister")) == ("hostage.must-take",)
    assert refusal(game, TakeHostage("doc", "teacher")) == ("hostage.must-take", "hostage.never-lost")


@pytest.mark.clause("hostage.must-take")
def test_on_the_roof_of_the_stagecoach_no_hostage_is_taken() -> None:
    game = position(pile=["doc-move", "tuco-move"], hostages=["poodle"])
    assert awaiting(game) == (Decision("doc", "move", "doc"),)


@pytest.mark.clause("hostage.none-left")
def test_when_all_hostages_have_been_taken_coming_inside_brings_none() -> None:
    verdict = accepted(climbing_in(hostages=[], captors={"tuco": "teacher"}), ChangeFloor("doc", "stagecoach.inside"))
    assert "hostage.none-left" in cited(verdict, BanditMoved)
    assert "hostage" not in [decision.kind for decision in verdict.awaiting]
    assert "hostage.none-left" not in cited(
        accepted(climbing_in(hostages=["poodle"]), ChangeFloor("doc", "stagecoach.inside")), BanditMoved
    )


@pytest.mark.clause("hostage.one-each")
def test_whoever_has_a_hostage_takes_no_other() -> None:
    game = climbing_in(hostages=["poodle"], captors={"doc": "teacher"}, pile=["tuco-move"])
    verdict = accepted(game, ChangeFloor("doc", "stagecoach.inside"))
    assert awaiting(verdict.after) == (Decision("tuco", "move", "tuco"),)
    assert "hostage.one-each" in cited(verdict, BanditMoved)


@pytest.mark.clause("hostage.never-lost")
def test_a_punch_takes_loot_from_a_captor_but_not_the_hostage() -> None:
    game = position(BRAWL, pile=["tuco-punch"], captors={"ghost": "poodle"}, loot={"ghost": ["jewel"]})
    assert {command.token for command in legal(game, "tuco") if isinstance(command, Punch)} == {"jewel-1"}
    assert refusal(game, Punch("tuco", "ghost", "poodle", "mail.roof", False)) == (
        "punch.loot.chosen",
        "hostage.never-lost",
    )
    robbed = after(game, Punch("tuco", "ghost", "jewel-1", "mail.roof", False))
    assert stagecoach_of(robbed).captors == {"ghost": "poodle"}


@pytest.mark.clause("ruling.hostage.own-player-chooses", "hostage.must-take")
def test_a_bandit_who_is_pushed_in_takes_a_hostage_of_its_own_players_choice_before_the_next_card() -> None:
    sketch = """
        car    |       | mail       | dining | stagecoach |
        roof   |       |            | belle  |            |
        inside | M     | tuco ghost |        |            |
        beside |       | stagecoach |        |
    """
    game = position(sketch, pile=["tuco-punch", "belle-move"], hostages=["poodle", "zealot"])
    pushed = after(game, Punch("tuco", "ghost", None, "stagecoach.inside", False))
    assert awaiting(pushed) == (Decision("ghost", "hostage", "ghost"),)
    verdict = accepted(pushed, TakeHostage("ghost", "zealot"))
    assert cited(verdict, HostageTaken) == (*TAKEN, "ruling.hostage.own-player-chooses")
    assert "ruling.hostage.own-player-chooses" not in cited(
        accepted(inside(hostages=["zealot"]), TakeHostage("doc", "zealot")), HostageTaken
    )


@pytest.mark.clause("horses.duo.hostages", "hostage.one-each", "ruling.hostage.two-bandits")
def test_each_of_a_players_two_bandits_takes_a_hostage_of_its_own() -> None:
    game = position(
        modules=("base", "duo", "horses", "stagecoach"),
        teams={"player-1": ["doc", "tuco"], "player-2": ["belle", "ghost"]},
        pile=["doc-floor-change"],
        hostages=["banker", "zealot"],
        captors={"tuco": "teacher"},
    )
    entered = after(game, ChangeFloor("player-1", "stagecoach.inside"))
    assert awaiting(entered) == (Decision("player-1", "hostage", "doc"),)
    verdict = accepted(entered, TakeHostage("player-1", "zealot"))
    assert stagecoach_of(verdict.after).captors == {"tuco": "teacher", "doc": "zealot"}
    assert cited(verdict, HostageTaken) == (*TAKEN, "horses.duo.hostages", "ruling.hostage.two-bandits")


@pytest.mark.clause("ruling.hostage.own-player-chooses")
def test_of_two_who_are_inside_without_a_hostage_the_first_in_the_order_of_play_chooses_first() -> None:
    game = inside(hostages=["poodle", "zealot"], first="tuco")
    both = changed(game, figures={**game.figures, "tuco": changed(game.figures["tuco"], place="stagecoach.inside")})
    assert awaiting(both) == (Decision("tuco", "hostage", "tuco"),)
    verdict = accepted(both, TakeHostage("tuco", "zealot"))
    assert "ruling.order.first-player-clockwise" in cited(verdict, HostageTaken)
    assert verdict.awaiting == (Decision("doc", "hostage", "doc"),)


@pytest.mark.clause("hostage.burden.at-once", "hostage.banker.no-burden")
def test_every_hostage_but_the_banker_is_a_burden_from_the_moment_it_is_taken() -> None:
    assert [name for name, hostage in EXTRAS.hostages.items() if not hostage.burden] == ["banker"]
    banker = accepted(inside(hostages=["banker"]), TakeHostage("doc", "banker"))
    assert cited(banker, HostageTaken) == ("hostage.must-take", "hostage.banker.no-burden", "hostage.never-lost")
    assert cited(accepted(inside(hostages=["poodle"]), TakeHostage("doc", "poodle")), HostageTaken) == TAKEN


@pytest.mark.clause("hostage.banker.no-burden")
def test_the_bankers_captor_plays_on_as_before() -> None:
    game = position(pile=["tuco-move"], captors={"tuco": "banker"})
    free = position(pile=["tuco-move"])
    assert answers(game, "tuco") == answers(free, "tuco")
    assert game.figures["tuco"].powers == ("tuco",)


# --- poodle


def next_round(**fields: Any) -> Game:
    """The end of a round with nothing left to do."""
    game = position(rounds=["tunnel.2-4"], **fields)
    mine = stagecoach_of(game)
    return with_part(changed(game, phase="round-end"), "stagecoach", changed(mine, fell_back=game.round.number))


@pytest.mark.clause("hostage.poodle.bullet", "ruling.hostage.poodle-when")
def test_when_a_round_starts_the_poodle_brings_a_neutral_bullet_before_any_deck_is_shuffled() -> None:
    verdict = settle(next_round(captors={"tuco": "poodle"}))
    started, bit, given = verdict.events[-3:]
    assert isinstance(started[0], RoundStarted)
    cites = ("hostage.poodle.bullet", "ruling.hostage.poodle-when")
    assert bit == (PoodleBit("tuco", 2), cites)
    assert given == (NeutralBulletGiven("tuco", "tuco", 15), cites)
    assert verdict.awaiting[0].kind == "deck"
    assert verdict.after.cards["tuco"].deck[0] == "neutral-bullet"
    assert stagecoach_of(verdict.after).bitten == 2


@pytest.mark.clause("hostage.poodle.bullet")
def test_the_poodle_bites_once_a_round_and_its_captor_only() -> None:
    game = settle(next_round(captors={"tuco": "poodle", "belle": "teacher"})).after
    seats = [decision.subject for decision in awaiting(game)]
    while awaiting(game)[0].kind == "deck":
        subject = awaiting(game)[0].subject
        verdict = accepted(game, Deal("chance", "deck", subject, game.cards[subject].deck))
        assert not told(verdict, PoodleBit)
        game = verdict.after
    assert seats
    assert not told(settle(next_round(captors={"tuco": "teacher"})), PoodleBit)


@pytest.mark.clause("hostage.poodle.bullet")
def test_whoever_takes_the_poodle_gets_no_bullet_before_the_next_round() -> None:
    assert not told(accepted(inside(hostages=["poodle"]), TakeHostage("doc", "poodle")), NeutralBulletGiven)


@pytest.mark.clause("ruling.hostage.poodle-when")
def test_from_an_empty_pile_the_poodle_brings_nothing() -> None:
    verdict = settle(next_round(captors={"tuco": "poodle"}, neutral=0))
    assert not told(verdict, NeutralBulletGiven)
    assert told(verdict, NeutralBulletsShort) == [NeutralBulletsShort(("tuco",))]
    assert cited(verdict, NeutralBulletsShort) == (
        "hostage.poodle.bullet",
        "ruling.hostage.poodle-when",
        "neutral-bullets.too-few",
    )
    assert stagecoach_of(verdict.after).bitten == 2


# --- minister


def hand_dealt(seat: str, **fields: Any) -> Any:
    """The verdict on the shuffle after which this player draws the hand of the second round."""
    game = settle(next_round(first=seat, **fields)).after
    game = changed(game, round=changed(game.round, undealt=(seat,)))
    return accepted(game, Deal("chance", "deck", seat, game.cards[seat].deck))


@pytest.mark.parametrize(("seat", "cards"), [("tuco", 5), ("doc", 6)])
@pytest.mark.clause("ruling.doc.every-effect", "hostage.minister.one-card-fewer")
def test_the_ministers_captor_draws_one_card_fewer(seat: str, cards: int) -> None:
    verdict = hand_dealt(seat, captors={seat: "minister"})
    assert [len(drawn.cards) for drawn in told(verdict, HandDrawn)] == [cards]
    assert cited(verdict, HandDrawn)[1:3] == ("hostage.minister.one-card-fewer", "ruling.hostage.minister-hands")
    assert ("ruling.doc.every-effect" in cited(verdict, HandDrawn)) == (seat == "doc")
    free = hand_dealt(seat, captors={"belle": "minister"})
    assert [len(drawn.cards) for drawn in told(free, HandDrawn)] == [cards + 1]
    assert "hostage.minister.one-card-fewer" not in cited(free, HandDrawn)


@pytest.mark.parametrize(("held", "filled"), [(2, 3), (5, 0), (6, 0)])
@pytest.mark.clause("ruling.hostage.minister-hands")
def test_in_the_expert_variant_the_ministers_captor_fills_up_to_five_and_gives_up_nothing(
    held: int, filled: int
) -> None:
    hand = ("tuco-move", "tuco-move", "tuco-fire", "tuco-fire", "tuco-punch", "tuco-ride")[:held]
    game = next_round(modules=("base", "expert", "horses", "stagecoach"), captors={"tuco": "minister"})
    mine = changed(game.cards["tuco"], hand=hand)
    verdict = settle(changed(game, cards={**game.cards, "tuco": mine}))
    (drawn,) = [event for event in told(verdict, HandFilled) if event.seat == "tuco"]
    assert len(drawn.cards) == filled
    assert len(verdict.after.cards["tuco"].hand) == held + filled


@pytest.mark.clause("ruling.hostage.minister-hands", "ruling.hostage.two-bandits")
def test_with_two_bandits_the_one_hand_is_a_card_smaller_whichever_of_them_has_the_minister() -> None:
    game = position(
        modules=("base", "duo", "horses", "stagecoach"),
        teams={"player-1": ["ghost", "tuco"], "player-2": ["belle", "doc"]},
        captors={"tuco": "minister"},
        hands={"player-1": ["ghost-fire"]},
    )
    game = changed(game, round=changed(game.round, undealt=("player-1",), turn=-1, order=()))
    verdict = accepted(game, Deal("chance", "deck", "player-1", game.cards["player-1"].deck))
    assert told(verdict, DeckShuffled)
    assert [len(drawn.cards) for drawn in told(verdict, HandDrawn)] == [5]
    assert "ruling.hostage.two-bandits" in cited(verdict, HandDrawn)


# --- teacher and zealot


@pytest.mark.clause("hostage.teacher.no-punch", "ruling.hostage.planned-in-vain", "hostage.burden.at-once")
def test_the_teachers_captor_punches_in_vain_and_others_do_not() -> None:
    game = position(BRAWL, captors={"tuco": "teacher"})
    assert idle(game, "tuco-punch") == (
        "stealin.obligatory",
        "hostage.teacher.no-punch",
        "ruling.hostage.planned-in-vain",
    )
    other = position(BRAWL, captors={"tuco": "teacher"}, pile=["ghost-punch"])
    assert awaiting(other) == (Decision("ghost", "punch", "ghost"),)
    assert awaiting(position(BRAWL, captors={"tuco": "zealot"}, pile=["tuco-punch"]))[0].kind == "punch"


@pytest.mark.clause("hostage.teacher.no-punch")
def test_the_teachers_captor_does_not_punch_the_shotgun_either() -> None:
    free = position(pile=["doc-punch"])
    assert PunchShotgun("doc") in legal(free, "doc")
    assert "hostage.teacher.no-punch" in idle(position(captors={"doc": "teacher"}), "doc-punch")


@pytest.mark.clause("hostage.zealot.no-ride", "ruling.hostage.planned-in-vain")
def test_the_zealots_captor_mounts_no_horse_and_others_do() -> None:
    _, nothing, returned = comes_up(lay(position(BRAWL, captors={"tuco": "zealot"}), "tuco-ride"))
    cites = ("stealin.obligatory", "hostage.zealot.no-ride", "ruling.hostage.planned-in-vain")
    assert nothing == (ActionIdle("tuco", "ride"), cites)
    assert returned == back("tuco-ride")
    other = position(BRAWL, captors={"tuco": "zealot"}, pile=["ghost-ride"])
    assert Ride("ghost", "dining.inside") in legal(other, "ghost")


@pytest.mark.clause("ruling.hostage.planned-in-vain", "hostage.burden.at-once")
def test_a_punch_that_lay_on_the_pile_before_the_teacher_was_taken_does_nothing() -> None:
    game = inside(hostages=["teacher"], pile=["doc-punch", "tuco-move"])
    verdict = accepted(game, TakeHostage("doc", "teacher"))
    assert any("hostage.teacher.no-punch" in cites for _, cites in verdict.events)
    assert verdict.awaiting == (Decision("tuco", "move", "tuco"),)


@pytest.mark.clause("ruling.hostage.planned-in-vain")
def test_a_punch_and_a_ride_can_be_played_in_schemin_with_teacher_and_zealot() -> None:
    hands = {"tuco": ["tuco-punch"], "belle": ["belle-ride"]}
    game = position(hands=hands, first="tuco", captors={"tuco": "teacher", "belle": "zealot"})
    assert PlayCard("tuco", "tuco-punch", False) in legal(game, "tuco")
    game = changed(game, round=changed(game.round, order=("belle",)))
    assert PlayCard("belle", "belle-ride", False) in legal(game, "belle")


@pytest.mark.clause("ruling.hostage.two-bandits")
def test_with_two_bandits_the_teacher_burdens_only_the_bandit_who_has_her() -> None:
    game = position(
        BRAWL,
        modules=("base", "duo", "horses", "stagecoach"),
        teams={"player-1": ["tuco"], "player-2": ["ghost"]},
        pile=["ghost-punch"],
        captors={"tuco": "teacher"},
    )
    assert awaiting(game) == (Decision("player-2", "punch", "ghost"),)


# --- old lady


@pytest.mark.clause("hostage.old-lady.one-roof", "ruling.hostage.old-lady-own-move")
def test_a_move_of_the_old_ladys_captor_on_the_roofs_is_one_car_either_way() -> None:
    game = position(pile=["tuco-move"], captors={"tuco": "old-lady"})
    assert set(legal(game, "tuco")) == {Move("tuco", "mail.roof"), Move("tuco", "private-saloon.roof")}
    cites = ("hostage.old-lady.one-roof", "ruling.hostage.old-lady-own-move")
    assert refusal(game, Move("tuco", "first-class.roof")) == cites
    assert happens(game, Move("tuco", "mail.roof"))[0][1] == ("move.roof.one-to-three", *cites)
    assert refusal(game, Move("tuco", "dining.roof")) == ("move.roof.one-to-three", "move.must-move")
    assert "hostage.old-lady.one-roof" not in refusal(game, Move("tuco", "mail.inside"))


@pytest.mark.clause("ruling.hostage.old-lady-own-move")
def test_the_crossing_to_the_stagecoach_and_from_it_is_the_one_step() -> None:
    out = position(pile=["doc-move"], captors={"doc": "old-lady"})
    assert set(legal(out, "doc")) == {Move("doc", "mail.roof")}
    assert "hostage.old-lady.one-roof" in refusal(out, Move("doc", "dining.roof"))
    over = position(
        TRAIN.replace("|            | tuco   |", "| tuco       |        |"),
        pile=["tuco-move"],
        captors={"tuco": "old-lady"},
    )
    steps = {Move("tuco", "locomotive.roof"), Move("tuco", "dining.roof"), Move("tuco", "stagecoach.roof")}
    assert set(legal(over, "tuco")) == steps


@pytest.mark.clause("hostage.old-lady.one-roof", "ruling.hostage.old-lady-own-move")
def test_the_old_lady_slows_nobody_else_and_nothing_but_moves_on_roofs() -> None:
    assert len(legal(position(pile=["tuco-move"], captors={"belle": "old-lady"}), "tuco")) == 5
    within = position(pile=["ghost-move"], captors={"ghost": "old-lady"})
    assert set(legal(within, "ghost")) == {Move("ghost", "mail.inside"), Move("ghost", "private-saloon.inside")}
    assert refusal(within, Move("ghost", "dining.roof")) == ("move.inside.adjacent",)
    moved = happens(within, Move("ghost", "private-saloon.inside"))
    assert moved[0][1] == ("move.inside.adjacent",)
    rider = position(pile=["ghost-ride"], captors={"ghost": "old-lady"})
    assert Ride("ghost", "locomotive.inside") in legal(rider, "ghost")


# --- poker player


AIM = """
    car    |   | mail   | dining | private-saloon | stagecoach |
    roof   |   | django |        | belle tuco     |            |
    inside | M |        |        |                |            |
"""


@pytest.mark.clause("hostage.poker-player.no-power", "ruling.hostage.poker-player-which-power")
def test_the_poker_players_captor_loses_the_power_at_once_and_for_good() -> None:
    verdict = accepted(inside(hostages=["poker-player"]), TakeHostage("doc", "poker-player"))
    cites = ("hostage.poker-player.no-power", "ruling.hostage.poker-player-which-power")
    assert [(event, cites) for event, cites in verdict.events if isinstance(event, PowersLost)] == [
        (PowersLost("doc", ("doc",)), cites)
    ]
    assert verdict.after.figures["doc"].powers == ()
    assert verdict.after.figures["tuco"].powers == ("tuco",)
    assert not told(accepted(inside(hostages=["poodle"]), TakeHostage("doc", "poodle")), PowersLost)


@pytest.mark.clause("hostage.poker-player.no-power")
def test_without_his_power_django_throws_nobody_back() -> None:
    game = position(AIM, pile=["django-fire"], captors={"django": "poker-player"})
    verdict = accepted(game, Fire("django", "tuco"))
    assert told(verdict, BulletGiven)
    assert not told(verdict, BanditMoved)
    assert not told(verdict, BanditStayed)


@pytest.mark.clause("hostage.poker-player.no-power")
def test_without_her_power_belle_is_a_target_like_any_other() -> None:
    game = position(AIM, pile=["django-fire"], captors={"belle": "poker-player"})
    assert set(legal(game, "django")) == {Fire("django", "belle"), Fire("django", "tuco")}


@pytest.mark.clause("ruling.hostage.poker-player-which-power")
def test_without_powers_there_is_nothing_to_lose() -> None:
    verdict = accepted(inside(hostages=["poker-player"], powers=False), TakeHostage("doc", "poker-player"))
    assert cited(verdict, HostageTaken) == (*TAKEN, "ruling.hostage.poker-player-which-power")
    assert not told(verdict, PowersLost)


@pytest.mark.clause("ruling.hostage.poker-player-which-power")
def test_only_the_power_of_the_own_character_is_lost() -> None:
    game = inside(hostages=["poker-player"])
    both = changed(game.figures["doc"], powers=("doc", "tuco"))
    verdict = accepted(changed(game, figures={**game.figures, "doc": both}), TakeHostage("doc", "poker-player"))
    assert verdict.after.figures["doc"].powers == ("tuco",)


# --- photographer


HANDS = {"ghost": ["ghost-move", "ghost-fire"], "tuco": ["tuco-move"]}


@pytest.mark.clause("hostage.photographer.face-up", "ruling.hostage.photographer-tunnel")
def test_the_photographers_captor_plays_face_up_in_a_tunnel_while_others_do_not() -> None:
    game = position(
        card="tunnel.2-4",
        turn=1,
        hands={"tuco": ["tuco-move"], "ghost": []},
        first="tuco",
        captors={"tuco": "photographer"},
    )
    assert game.round.hidden
    assert answers(game, "tuco") == [PlayCard("tuco", "tuco-move", False), DrawCards("tuco")]
    cites = ("hostage.photographer.face-up", "ruling.hostage.photographer-tunnel")
    assert refusal(game, PlayCard("tuco", "tuco-move", True)) == cites
    verdict = accepted(game, PlayCard("tuco", "tuco-move", False))
    assert cited(verdict, CardPlayed)[-2:] == cites
    assert "turn.tunnel" not in cited(verdict, CardPlayed)
    free = position(
        card="tunnel.2-4", turn=1, hands={"tuco": ["tuco-move"]}, first="tuco", captors={"ghost": "photographer"}
    )
    assert answers(free, "tuco") == [PlayCard("tuco", "tuco-move", True), DrawCards("tuco")]


@pytest.mark.clause("hostage.photographer.face-up")
def test_with_the_photographer_ghost_hides_no_card() -> None:
    game = position(hands={"ghost": ["ghost-move"]}, first="ghost", captors={"ghost": "photographer"})
    assert answers(game, "ghost") == [PlayCard("ghost", "ghost-move", False), DrawCards("ghost")]
    assert refusal(game, PlayCard("ghost", "ghost-move", True)) == ("hostage.photographer.face-up",)
    verdict = accepted(game, PlayCard("ghost", "ghost-move", False))
    assert cited(verdict, CardPlayed)[-1] == "hostage.photographer.face-up"


@pytest.mark.clause("hostage.photographer.face-up")
def test_where_a_card_lies_face_up_anyway_the_photographer_has_no_say_in_it() -> None:
    game = position(hands={"tuco": ["tuco-move"]}, first="tuco", captors={"tuco": "photographer"})
    verdict = accepted(game, PlayCard("tuco", "tuco-move", False))
    assert "hostage.photographer.face-up" not in cited(verdict, CardPlayed)


@pytest.mark.clause("ruling.hostage.photographer-tunnel")
def test_cards_that_were_face_down_on_the_pile_stay_so_when_the_photographer_is_taken() -> None:
    game = inside(hostages=["photographer"], pile=["tuco-move", "doc-fire?"])
    verdict = accepted(game, TakeHostage("doc", "photographer"))
    assert [played.face_down for played in verdict.after.round.pile] == [True]


@pytest.mark.parametrize("claims", [(), ("ruling.hostage.photographer-tunnel=standard",)])
@pytest.mark.clause("ruling.hostage.photographer-tunnel", "ruling.hostage.two-bandits")
def test_a_card_can_be_added_to_the_captors_fire_in_a_tunnel_only_if_the_table_claims_it(
    claims: tuple[str, ...],
) -> None:
    fields: dict[str, Any] = {
        "modules": ("base", "duo", "horses", "stagecoach"),
        "teams": {"player-1": ["ghost", "tuco"], "player-2": ["belle", "doc"]},
        "hands": {"player-1": ["ghost-fire", "tuco-move"], "player-2": ["belle-fire", "doc-move"]},
        "card": "tunnel.2-4",
        "turn": 1,
        "rulings": claims,
    }
    game = after(position(**fields, captors={"tuco": "photographer"}), PlayCard("player-1", "ghost-fire", False))
    kind = "added-card" if claims else "scheme"
    assert awaiting(game)[0].kind == kind
    other = after(position(**fields, captors={"belle": "photographer"}), PlayCard("player-1", "ghost-fire", True))
    assert awaiting(other) == (Decision("player-2", "scheme", "player-2"),)


@pytest.mark.clause("ruling.hostage.photographer-tunnel")
def test_by_that_claim_only_a_tunnel_is_another_turn_for_the_captor() -> None:
    claim: dict[str, Any] = {
        "rulings": ["ruling.hostage.photographer-tunnel=standard"],
        "captors": {"tuco": "photographer"},
    }
    tunnel = position(card="tunnel.2-4", turn=1, hands={}, **claim)
    assert rules_of(tunnel).turn_of(tunnel, "tuco") == "standard"
    assert rules_of(tunnel).turn_of(tunnel, "ghost") == "tunnel"
    faster = position(card="panting-horses.2-4", turn=2, hands={}, **claim)
    assert rules_of(faster).turn_of(faster, "tuco") == "speeding-up"
