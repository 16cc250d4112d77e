"""The final count with the stagecoach: ransoms, and the three stations that are counted last."""

from typing import Any

import pytest

from colt_rules.commands import Fire, Move
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, ActionTaken, CardReturned, GameEnded, NeutralBulletGiven
from colt_rules.kernel import Accepted, awaiting, legal, settle
from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import Ride
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.stagecoach.commands import RideAway, Run
from colt_rules.rules.stagecoach.events import BanditEscaped, BulletRemembered, PoodleBit
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, happens, refusal

ALL = ("base", "horses", "stagecoach")
DUO = ("base", "duo", "horses", "stagecoach")
TEAM = ("base", "team", "horses", "stagecoach")
LAST = "ruling.stations.counted-last"
SKETCH = """
    car    |            | mail  | dining | private-saloon | stagecoach |
    roof   |            | ghost | belle  |                |            |
    inside | M          |       | tuco   | doc            |            |
    beside | stagecoach |       |        | horse          |
"""


def ending(sketch: str = SKETCH, **fields: Any) -> Game:
    """The end of the last round."""
    return board(sketch, **{"modules": ALL, "card": "bridge.2-4", "rounds": []} | fields)


def end(game: Game) -> Accepted:
    return settle(game)


def lines(verdict: Accepted, line: str) -> list[tuple[str, int]]:
    """The lines of this kind in the final score."""
    (ended,) = told(verdict, GameEnded)
    return [(one.seat, one.amount) for one in ended.lines if one.line == line]


def why(verdict: Accepted) -> Cites:
    return cited(verdict, GameEnded)


def ranks(verdict: Accepted) -> list[tuple[int, str, int]]:
    (ended,) = told(verdict, GameEnded)
    return [(one.rank, one.seat, one.money) for one in ended.ranking]


# --- ransoms


@pytest.mark.parametrize(
    ("hostage", "ransom"),
    [
        pytest.param("poodle", 1000, marks=pytest.mark.clause("hostage.poodle.ransom")),
        pytest.param("minister", 900, marks=pytest.mark.clause("hostage.minister.ransom")),
        pytest.param("teacher", 800, marks=pytest.mark.clause("hostage.teacher.ransom")),
        pytest.param("zealot", 700, marks=pytest.mark.clause("hostage.zealot.ransom")),
    ],
)
@pytest.mark.clause("horses.scoring.ransoms")
def test_the_captor_is_paid_the_ransom_at_the_end_and_nobody_else(hostage: str, ransom: int) -> None:
    verdict = end(ending(captors={"tuco": hostage}))
    assert lines(verdict, "hostage") == [("tuco", ransom)]
    assert {"horses.scoring.ransoms", f"hostage.{hostage}.ransom"} <= set(why(verdict))


@pytest.mark.clause("horses.scoring.ransoms")
def test_ransoms_come_on_top_of_all_else() -> None:
    fields: dict[str, Any] = {"loot": {"tuco": ["jewel"]}}
    with_, without = end(ending(captors={"tuco": "zealot"}, **fields)), end(ending(**fields))
    money = {seat: amount for _, seat, amount in ranks(without)}
    assert {seat: amount for _, seat, amount in ranks(with_)} == money | {"tuco": money["tuco"] + 700}
    assert lines(without, "hostage") == []


@pytest.mark.parametrize(
    ("loot", "paid"), [([], 0), (["jewel", "purse"], 0), (["strongbox"], 1000), (["strongbox", "strongbox"], 1000)]
)
@pytest.mark.clause("hostage.banker.ransom")
def test_the_banker_pays_once_if_the_captor_has_a_strongbox_and_else_nothing(loot: list[str], paid: int) -> None:
    verdict = end(ending(captors={"tuco": "banker"}, loot={"tuco": loot}, aside=[]))
    assert lines(verdict, "hostage") == ([("tuco", paid)] if paid else [])
    assert "hostage.banker.ransom" in why(verdict)


@pytest.mark.clause("hostage.old-lady.ransom")
def test_the_old_lady_pays_for_each_jewel() -> None:
    loot = {"tuco": ["jewel", "purse", "jewel"], "doc": ["jewel"]}
    assert lines(end(ending(captors={"tuco": "old-lady"}, loot=loot)), "hostage") == [("tuco", 1000)]


@pytest.mark.clause("hostage.poker-player.ransom")
def test_the_poker_player_pays_for_each_purse_whatever_it_is_worth() -> None:
    loot = {"tuco": ["purse:500", "jewel", "purse:250", "purse:300"]}
    assert lines(end(ending(captors={"tuco": "poker-player"}, loot=loot)), "hostage") == [("tuco", 750)]


@pytest.mark.clause("ruling.hostage.poker-player-which-power")
def test_the_poker_player_pays_without_powers_too() -> None:
    game = ending(captors={"tuco": "poker-player"}, loot={"tuco": ["purse"]}, powers=False)
    assert lines(end(game), "hostage") == [("tuco", 250)]


@pytest.mark.clause("hostage.photographer.ransom", "ruling.hostage.photographer-bullets")
def test_the_photographer_pays_for_each_bullet_of_another_bandit_wherever_the_captor_has_it() -> None:
    game = ending(
        modules=("base", "expert", "horses", "stagecoach"),
        captors={"tuco": "photographer"},
        received={"tuco": ["ghost-bullet-6", "belle-bullet-6", "ghost-bullet-5", "neutral-bullet"]},
    )
    mine = game.cards["tuco"]
    spread = changed(
        mine,
        hand=("ghost-bullet-6",),
        discard=("belle-bullet-6",),
        deck=tuple(card for card in mine.deck if card not in ("ghost-bullet-6", "belle-bullet-6")),
    )
    game = changed(game, cards={**game.cards, "tuco": spread})
    verdict = end(game)
    assert lines(verdict, "hostage") == [("tuco", 600)]
    claimed = changed(game.options, rulings=("ruling.hostage.photographer-bullets=deck-only",))
    assert lines(end(changed(game, options=claimed)), "hostage") == [("tuco", 200)]
    assert "ruling.hostage.photographer-bullets" in why(verdict)
    assert "horses.team.photographer" not in why(verdict)


@pytest.mark.clause("horses.team.photographer", "ruling.hostage.photographer-bullets")
def test_in_teams_a_partners_bullet_adds_nothing_to_the_photographers_ransom() -> None:
    game = ending(
        modules=TEAM,
        seats=["tuco", "ghost", "belle", "doc"],
        captors={"tuco": "photographer"},
        received={"tuco": ["ghost-bullet-6", "belle-bullet-6", "doc-bullet-6"], "ghost": ["belle-bullet-5"]},
    )
    verdict = end(game)
    assert lines(verdict, "hostage") == [("tuco", 400)]
    assert "horses.team.photographer" in why(verdict)


@pytest.mark.clause("ruling.hostage.photographer-bullets", "ruling.hostage.two-bandits")
def test_with_two_bandits_the_photographer_counts_their_common_deck_without_what_they_fired_themselves() -> None:
    game = ending(
        modules=DUO,
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle", "doc"]},
        captors={"tuco": "photographer"},
        received={"player-1": ["ghost-bullet-6", "tuco-bullet-6", "belle-bullet-6"]},
    )
    verdict = end(game)
    assert lines(verdict, "hostage") == [("player-1", 200)]
    assert "ruling.hostage.two-bandits" in why(verdict)
    claimed = changed(game.options, rulings=("ruling.hostage.photographer-bullets=mates-too",))
    assert lines(end(changed(game, options=claimed)), "hostage") == [("player-1", 400)]


@pytest.mark.clause("ruling.hostage.two-bandits", "hostage.old-lady.ransom")
def test_with_two_bandits_a_ransom_for_loot_counts_the_captors_own_sheet() -> None:
    game = ending(
        modules=DUO,
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle", "doc"]},
        captors={"tuco": "old-lady", "ghost": "zealot"},
        loot={"tuco": ["jewel"], "ghost": ["jewel", "jewel"]},
    )
    assert lines(end(game), "hostage") == [("player-1", 700), ("player-1", 500)]


# --- Sharing the loot


SHARING = """
    car    |   | mail        | dining     | stagecoach      |
    roof   |   | belle       | cheyenne   | django          |
    inside | M | tuco ghost  |            | doc             |
    beside |   |             | stagecoach |
"""


def sharing(loot: dict[str, list[str]], **fields: Any) -> Accepted:
    fields = {"card": "sharing-the-loot", "loot": loot, "captors": {"doc": "zealot"}, "aside": []} | fields
    return end(ending(SHARING, **fields))


@pytest.mark.clause("station.sharing-the-loot", "station.sharing-the-loot.same-level", "ruling.sharing-the-loot.levels")
def test_the_value_of_a_strongbox_is_split_among_all_on_the_owners_level_and_rounded_down() -> None:
    verdict = sharing({"tuco": ["strongbox", "jewel"]})
    assert lines(verdict, "shared-loot") == [("tuco", -500), ("ghost", 500)]
    assert ("tuco", 1500) in lines(verdict, "tokens")
    cites = {
        "station.sharing-the-loot",
        "station.sharing-the-loot.same-level",
        "ruling.sharing-the-loot.levels",
        "ruling.sharing-the-loot.each-strongbox",
        LAST,
    }
    assert cites <= set(why(verdict))
    assert "ruling.happenings.stagecoach" not in why(verdict)


@pytest.mark.clause("station.sharing-the-loot.same-level", "ruling.sharing-the-loot.levels")
def test_where_the_book_says_the_same_level_no_ruling_is_needed() -> None:
    verdict = sharing({"tuco": ["strongbox"]}, edition="fr-horses")
    assert lines(verdict, "shared-loot") == [("tuco", -500), ("ghost", 500)]
    assert "station.sharing-the-loot.same-level" in why(verdict)
    assert "ruling.sharing-the-loot.levels" not in why(verdict)


@pytest.mark.clause("ruling.sharing-the-loot.levels")
def test_by_a_claim_both_levels_of_a_car_share_together() -> None:
    verdict = sharing({"tuco": ["strongbox"]}, rulings=["ruling.sharing-the-loot.levels=same-car"])
    assert lines(verdict, "shared-loot") == [("tuco", 333 - 1000), ("ghost", 333), ("belle", 333)]
    assert "station.sharing-the-loot.same-level" not in why(verdict)
    assert "ruling.sharing-the-loot.levels" in why(verdict)


@pytest.mark.clause("station.sharing-the-loot")
def test_an_owner_who_is_alone_shares_with_nobody_and_loot_of_other_kinds_is_not_shared() -> None:
    assert lines(sharing({"cheyenne": ["strongbox"], "tuco": ["jewel", "purse"]}), "shared-loot") == []


@pytest.mark.clause("ruling.sharing-the-loot.each-strongbox")
def test_each_strongbox_is_split_by_itself() -> None:
    verdict = sharing({"tuco": ["strongbox"], "ghost": ["strongbox"]})
    assert lines(verdict, "shared-loot") == [("tuco", -500), ("ghost", 500), ("tuco", 500), ("ghost", -500)]


@pytest.mark.clause("ruling.sharing-the-loot.each-strongbox", "hostage.banker.ransom")
def test_only_the_owner_has_the_strongbox_when_the_banker_asks() -> None:
    loot = {"tuco": ["strongbox"]}
    assert ("tuco", 1000) in lines(sharing(loot, captors={"tuco": "banker", "doc": "zealot"}), "hostage")
    assert lines(sharing(loot, captors={"ghost": "banker", "doc": "zealot"}), "hostage") == [("doc", 700)]


@pytest.mark.clause("ruling.happenings.stagecoach", "station.sharing-the-loot")
def test_the_stagecoach_is_like_a_car_for_sharing() -> None:
    together = SHARING.replace("| django ", "|        ").replace("| doc    ", "| doc django")
    fields = {"card": "sharing-the-loot", "loot": {"doc": ["strongbox"]}, "aside": []}
    captors = {"doc": "zealot", "django": "poodle"}
    verdict = end(ending(together, captors=captors, **fields))
    assert lines(verdict, "shared-loot") == [("doc", -500), ("django", 500)]
    assert "ruling.happenings.stagecoach" in why(verdict)
    claimed = end(ending(together, captors=captors, rulings=["ruling.happenings.stagecoach=never"], **fields))
    assert lines(claimed, "shared-loot") == []
    assert "ruling.happenings.stagecoach" in why(claimed)


@pytest.mark.clause("ruling.sharing-the-loot.each-strongbox")
def test_mates_share_like_all_others() -> None:
    verdict = sharing(
        {"tuco": ["strongbox"]},
        modules=DUO,
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle", "doc"], "player-3": ["django", "cheyenne"]},
    )
    assert sorted(lines(verdict, "shared-loot")) == [("player-1", -500), ("player-1", 500)]


@pytest.mark.clause("station.sharing-the-loot", "ruling.stations.counted-last")
def test_nothing_is_shared_at_other_stations() -> None:
    assert lines(sharing({"tuco": ["strongbox"]}, card="conductor"), "shared-loot") == []
    assert lines(sharing({"tuco": ["strongbox"]}, happenings=False), "shared-loot") == []


# --- Mortal bullet


@pytest.mark.clause("station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round")
def test_each_bullet_given_in_this_round_is_remembered_whoevers_it_is() -> None:
    game = ending(card="mortal-bullet", pile=["ghost-fire", "ghost-fire", "doc-marshal", "tuco-robbery"])
    shot = accepted(game, Fire("ghost", "belle"))
    cites = ("station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round")
    assert (BulletRemembered("belle", 1), cites) in shot.events
    again = accepted(shot.after, Fire("ghost", "belle"))
    assert told(again, BulletRemembered) == [BulletRemembered("belle", 2)]
    assert stagecoach_of(again.after).remembered == {"belle": 2}


@pytest.mark.clause("station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round")
def test_a_neutral_bullet_is_remembered_too_and_that_of_a_mate_as_well() -> None:
    met = """
        car    |            | mail   | dining | stagecoach |
        roof   | tuco       | ghost  |        |            |
        inside |            | M      | belle  |            |
        beside | stagecoach |        |        |
    """
    game = ending(met, card="mortal-bullet", pile=["belle-move", "tuco-fire"])
    verdict = accepted(game, Move("belle", "mail.inside"))
    assert told(verdict, NeutralBulletGiven)
    assert told(verdict, BulletRemembered) == [BulletRemembered("belle", 1)]
    mates = ending(
        met,
        card="mortal-bullet",
        pile=["tuco-fire", "belle-move"],
        modules=DUO,
        teams={"player-1": ["tuco", "ghost"], "player-2": ["belle"]},
    )
    assert told(accepted(mates, Fire("player-1", "ghost")), BulletRemembered) == [BulletRemembered("ghost", 1)]


@pytest.mark.clause("ruling.mortal-bullet.all-of-the-round", "hostage.poodle.bullet")
def test_the_poodles_bullet_at_the_start_of_the_round_counts() -> None:
    game = ending(captors={"tuco": "poodle"}, rounds=["mortal-bullet"])
    verdict = settle(game)
    assert told(verdict, PoodleBit)
    assert told(verdict, BulletRemembered) == [BulletRemembered("tuco", 1)]


@pytest.mark.clause("ruling.mortal-bullet.all-of-the-round")
def test_a_bullet_that_was_not_given_for_want_of_cards_costs_nothing() -> None:
    verdict = settle(ending(captors={"tuco": "poodle"}, rounds=["mortal-bullet"], neutral=0))
    assert told(verdict, PoodleBit)
    assert not told(verdict, BulletRemembered)


@pytest.mark.clause("station.mortal-bullet")
def test_bullets_of_other_rounds_are_not_remembered() -> None:
    for fields in ({"card": "escape"}, {"card": "mortal-bullet", "happenings": False}):
        game = ending(pile=["ghost-fire", "tuco-robbery"], **fields)
        assert not told(accepted(game, Fire("ghost", "belle")), BulletRemembered)


@pytest.mark.clause("station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round", "ruling.stations.counted-last")
def test_each_bullet_of_the_round_costs_150_dollars_even_below_zero() -> None:
    verdict = end(ending(card="mortal-bullet", remembered={"belle": 3, "tuco": 1}, bullets={"ghost": 2}))
    assert lines(verdict, "mortal-bullet") == [("tuco", -150), ("belle", -450)]
    assert ("belle", -450) in [(seat, money) for _, seat, money in ranks(verdict)]
    assert {"station.mortal-bullet", "ruling.mortal-bullet.all-of-the-round", LAST} <= set(why(verdict))
    assert lines(end(ending()), "mortal-bullet") == []


# --- Escape: riding away


def riding(*pile: str, **fields: Any) -> Game:
    return ending(pile=["doc-ride", *pile, "tuco-robbery"], **{"card": "escape"} | fields)


@pytest.mark.clause("station.escape.ride-away", "ruling.escape.needs-a-horse")
def test_in_the_round_of_the_escape_a_ride_can_lead_away_with_horse_loot_and_hostage_and_need_not() -> None:
    game = riding(loot={"doc": ["jewel"]}, captors={"doc": "poodle"})
    assert {RideAway("doc"), Ride("doc", "dining.inside")} <= set(legal(game, "doc"))
    verdict = accepted(game, RideAway("doc"))
    cites = ("station.escape.ride-away", "station.escape.out-of-the-game", "ruling.escape.needs-a-horse")
    assert happens(game, RideAway("doc"))[0] == (BanditEscaped("doc", "horse-1", "private-saloon.inside"), cites)
    assert told(verdict, ActionTaken) == [ActionTaken("doc", "ride")]
    assert verdict.after.figures["doc"].place == "away"
    assert verdict.after.figures["doc"].loot == ("jewel-1",)
    assert stagecoach_of(verdict.after).captors == {"doc": "poodle"}
    assert horses_of(verdict.after).stands == {}


@pytest.mark.parametrize("fields", [{"card": "conductor"}, {"happenings": False}], ids=["other", "no happenings"])
@pytest.mark.clause("station.escape.ride-away")
def test_in_other_rounds_nobody_can_ride_away(fields: dict[str, Any]) -> None:
    game = riding(**fields)
    assert awaiting(game) == (Decision("doc", "ride", "doc"),)
    assert refusal(game, RideAway("doc")) == ("station.escape.ride-away",)


@pytest.mark.clause("ruling.escape.needs-a-horse", "station.escape.ride-away")
def test_without_a_horse_or_with_the_zealot_nobody_rides_away() -> None:
    for game in (
        ending(SKETCH.replace("| horse          |", "|                |"), card="escape", pile=["doc-ride"]),
        ending(card="escape", pile=["doc-ride"], captors={"doc": "zealot"}),
    ):
        assert not game.round.current
        assert game.figures["doc"].place != "away"


@pytest.mark.clause("station.escape.out-of-the-game", "ruling.escape.needs-a-horse")
def test_cards_of_whoever_has_ridden_away_do_nothing_and_go_back() -> None:
    verdict = accepted(riding("doc-move", "doc-marshal", "belle-move"), RideAway("doc"))
    idle = [(event, cites) for event, cites in verdict.events if isinstance(event, ActionIdle)]
    cites = ("stealin.obligatory", "station.escape.out-of-the-game", "ruling.escape.needs-a-horse")
    assert idle == [(ActionIdle("doc", "move"), cites), (ActionIdle("doc", "marshal"), cites)]
    assert CardReturned("doc", "doc-marshal") in told(verdict, CardReturned)
    assert verdict.awaiting == (Decision("belle", "move", "belle"),)


@pytest.mark.clause("station.escape.out-of-the-game")
def test_nothing_is_done_to_whoever_has_ridden_away() -> None:
    sketch = """
        car    |            | mail  | dining | private-saloon | stagecoach |
        roof   |            |       | tuco   |                |            |
        inside | M          |       |        | belle          |            |
        beside | stagecoach |       |        | horse          |
    """
    game = ending(sketch, card="escape", away=["doc"], pile=["tuco-fire", "belle-robbery"])
    assert not any(isinstance(command, Fire) and command.target == "doc" for command in legal(game, "tuco"))


# --- Escape: the caught


ESCAPE = """
    car    |            | mail  | dining | private-saloon | stagecoach |
    roof   |            | ghost |        |                | belle      |
    inside | M          |       | tuco   |                | doc        |
    beside | stagecoach |       |        |                |
"""


def escaping(sketch: str = ESCAPE, **fields: Any) -> Accepted:
    return end(ending(sketch, **{"card": "escape", "captors": {"doc": "zealot"}} | fields))


@pytest.mark.clause("station.escape.caught", "station.escape.on-the-stagecoach", "ruling.escape.rank-of-the-caught")
def test_whoever_is_on_the_train_is_caught_and_ranks_below_all_who_got_away_however_rich() -> None:
    verdict = escaping(loot={"tuco": ["jewel"] * 6, "ghost": ["jewel"] * 2, "belle": ["purse"]})
    assert [(rank, seat) for rank, seat, _ in ranks(verdict)] == [(1, "doc"), (2, "belle"), (3, "tuco"), (4, "ghost")]
    cites = {
        "station.escape.caught",
        "station.escape.on-the-stagecoach",
        "ruling.escape.rank-of-the-caught",
        LAST,
    }
    assert cites <= set(why(verdict))
    assert "station.escape.out-of-the-game" not in why(verdict)


@pytest.mark.clause("ruling.escape.rank-of-the-caught")
def test_the_caught_keep_their_money_which_ranks_them_among_themselves_and_their_shots_count() -> None:
    verdict = escaping(loot={"tuco": ["jewel"], "ghost": ["purse:300"]}, captors={"tuco": "teacher", "doc": "zealot"})
    money = {seat: amount for _, seat, amount in ranks(verdict)}
    assert (money["tuco"], money["ghost"]) == (500 + 800 + 1000, 300 + 1000)


@pytest.mark.clause("station.escape.out-of-the-game", "station.escape.caught")
def test_whoever_has_ridden_away_can_still_win_with_all_there_is() -> None:
    verdict = escaping(
        away=["django"],
        loot={"django": ["jewel"] * 5, "tuco": ["jewel"] * 6},
        captors={"doc": "zealot", "django": "poodle"},
    )
    assert ranks(verdict)[0] == (1, "django", 2500 + 1000 + 1000)
    assert "station.escape.out-of-the-game" in why(verdict)


@pytest.mark.clause("ruling.escape.rank-of-the-caught")
def test_if_all_are_caught_nobody_wins_and_the_first_rank_stays_empty() -> None:
    verdict = escaping(SKETCH, captors={}, loot={"tuco": ["jewel"]})
    assert ranks(verdict)[0][:2] == (2, "tuco")
    assert min(rank for rank, _, _ in ranks(verdict)) == 2
    assert "end.richest-wins" not in why(verdict)


HALF = {"player-1": ["tuco", "belle"], "player-2": ["ghost", "doc"]}


@pytest.mark.clause("ruling.escape.half-a-side")
def test_of_a_side_one_of_whom_is_caught_only_the_others_tokens_and_ransom_count() -> None:
    verdict = escaping(
        modules=DUO,
        teams=HALF,
        loot={"tuco": ["jewel"], "belle": ["purse:300"], "ghost": ["purse:400"]},
        captors={"tuco": "poodle", "belle": "zealot", "doc": "teacher"},
    )
    assert lines(verdict, "tokens") == [("player-1", 300), ("player-2", 0)]
    assert lines(verdict, "hostage") == [("player-1", 700), ("player-2", 800)]
    assert lines(verdict, "gunslinger")
    assert ranks(verdict)[0][0] == 1
    assert "ruling.escape.half-a-side" in why(verdict)


@pytest.mark.clause("ruling.escape.half-a-side", "ruling.escape.rank-of-the-caught")
def test_a_side_with_both_caught_is_caught_and_keeps_what_ranks_it() -> None:
    verdict = escaping(
        modules=TEAM,
        seats=["tuco", "ghost", "belle", "doc"],
        loot={"tuco": ["jewel"] * 3, "ghost": ["jewel"] * 2},
        captors={"doc": "zealot"},
    )
    assert {(rank, seat) for rank, seat, _ in ranks(verdict)} == {(1, "belle"), (1, "doc"), (2, "tuco"), (2, "ghost")}
    assert lines(verdict, "tokens")[:2] == [("tuco", 1500), ("ghost", 1000)]
    assert "ruling.escape.half-a-side" not in why(verdict)


@pytest.mark.clause("station.escape.caught", "ruling.stations.counted-last")
def test_at_other_stations_and_without_happenings_nobody_is_caught() -> None:
    for fields in ({"card": "conductor"}, {"happenings": False}):
        verdict = escaping(loot={"tuco": ["jewel"] * 6}, **fields)
        assert ranks(verdict)[0][:2] == (1, "tuco")
        assert "station.escape.caught" not in why(verdict)


# --- all three


@pytest.mark.clause("ruling.stations.counted-last", "station.sharing-the-loot")
def test_positions_are_looked_at_when_all_have_run_from_the_shotgun_who_fell_back_with_the_stagecoach() -> None:
    sketch = """
        car    |      | mail       | dining     | private-saloon | stagecoach |
        roof   |      | shotgun    | tuco ghost |                |            |
        inside | M    | belle      |            |                |            |
        beside |      | stagecoach |            |                |
    """
    game = settle(ending(sketch, card="sharing-the-loot", loot={"tuco": ["strongbox"]}, aside=[])).after
    game = after(game, Run("tuco", "private-saloon.roof"))
    verdict = accepted(game, Run("ghost", "private-saloon.roof"))
    assert lines(verdict, "shared-loot") == [("tuco", -500), ("ghost", 500)]


@pytest.mark.clause("ruling.stations.counted-last", "ruling.mortal-bullet.all-of-the-round")
def test_bullets_of_the_last_retreat_still_cost_money() -> None:
    sketch = """
        car    |      | mail       | dining     | private-saloon | stagecoach |
        roof   |      | shotgun    | tuco       |                |            |
        inside | M    | belle      |            |                |            |
        beside |      | stagecoach |            |                |
    """
    verdict = accepted(settle(ending(sketch, card="mortal-bullet")).after, Run("tuco", "mail.roof"))
    assert lines(verdict, "mortal-bullet") == [("tuco", -150)]
