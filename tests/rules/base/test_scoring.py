"""The end of a round, the money at the end of the game, and who has won."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from colt_rules.commands import Command, DrawCards, Move
from colt_rules.conformance.cases.board import board
from colt_rules.events import GameEnded, RoundEnded, RoundStarted, ScoreLine
from colt_rules.kernel import awaiting, legal, settle
from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.model.state import Cards, Game, Standing
from colt_rules.rules.base.scoring import bullets_received
from tests.verdicts import refusal

SEATS = ("tuco", "doc", "ghost", "belle")
SKETCH = """
    roof   | tuco doc |   | ghost belle |
    inside |          | M |             |
"""
FIRED = {"tuco": 5, "doc": 6, "ghost": 6, "belle": 6}
"""Bullets left, with tuco the Gunslinger."""


def last_round(**given: Any) -> Game:
    """The end of the fifth round, with tuco the Gunslinger unless told otherwise."""
    usual: dict[str, Any] = {"seats": SEATS, "number": 5, "rounds": [], "bullets": FIRED}
    return board(SKETCH, **usual | given)


def result(game: Game) -> GameEnded:
    event, _ = settle(game).events[-1]
    assert isinstance(event, GameEnded)
    return event


def lines(game: Game, line: str) -> dict[str, int]:
    return {entry.seat: entry.amount for entry in result(game).lines if entry.line == line}


def purses(money: Mapping[str, int]) -> dict[str, Iterable[str]]:
    """Each bandit with one purse of this value."""
    return {bandit: [f"purse:{value}"] for bandit, value in money.items()}


# --- the end of a round


class TestRounds:
    @pytest.mark.clause("round-end.next-first-player", "game.five-rounds", "setup.first-player.holds-rounds")
    @pytest.mark.parametrize(("first", "left"), [("tuco", "doc"), ("ghost", "belle"), ("belle", "tuco")])
    def test_the_player_to_the_left_leads_the_next_round(self, first: str, left: str) -> None:
        game = board(SKETCH, seats=SEATS, first=first, number=2, rounds=["bridge.2-4", "braking.2-4"])
        ended, started = settle(game).events[-2:]
        assert ended == (RoundEnded(2, left), ("round-end.next-first-player", "round-end.shuffle"))
        assert isinstance(started[0], RoundStarted)
        assert (started[0].number, started[0].first, started[0].card) == (3, left, "bridge.2-4")
        assert started[0].order[0] == left
        assert settle(game).after.rounds == ("braking.2-4",)

    @pytest.mark.clause("game.five-rounds", "end.after-five-rounds")
    def test_after_the_fourth_round_a_fifth_is_played(self) -> None:
        game = settle(last_round(number=4, rounds=["bridge.2-4"])).after
        assert (game.phase, game.round.number) == ("schemin", 5)

    @pytest.mark.clause("game.five-rounds", "end.after-five-rounds", "ruling.command.form")
    def test_after_the_fifth_the_game_is_over_and_nothing_is_open(self) -> None:
        verdict = settle(last_round())
        game = verdict.after
        assert (game.phase, awaiting(game), verdict.awaiting) == ("over", (), ())
        assert list(legal(game, "tuco")) == []
        commands: list[Command] = [DrawCards("tuco"), Move("tuco", "car-1.roof")]
        for command in commands:
            assert refusal(game, command) == ("ruling.command.form", "end.after-five-rounds")


# --- what the end cites


CASH = ["purse:500", "purse:500"]
"""As much as the award."""
AWARDS: dict[str, tuple[dict[str, int], dict[str, list[str]], Cites]] = {
    "one gunslinger": (FIRED, {"doc": CASH}, ("scoring.gunslinger",)),
    "two gunslingers": (
        {"tuco": 5, "doc": 5, "ghost": 6, "belle": 6},
        {},
        ("scoring.gunslinger", "scoring.gunslinger.tie"),
    ),
    "nobody fired": ({}, {}, ("scoring.gunslinger", "scoring.gunslinger.tie", "ruling.gunslinger.nobody-fired")),
}
"""Bullets left, the loot that makes tuco and doc level on money, and what the award cites."""
HIT = ["neutral-bullet"]
WINS: dict[str, tuple[list[str], dict[str, list[str]], set[str], Cites]] = {
    "a clear winner": (
        ["jewel"],
        {"doc": HIT},
        {"doc"},
        ("end.richest-wins", "ruling.end.ranking-below"),
    ),
    "a tie broken": (
        [],
        {"tuco": HIT, "ghost": HIT, "belle": HIT},
        {"doc"},
        ("end.richest-wins", "end.tie-break.fewest-bullets", "ruling.end.ranking-below"),
    ),
    "still level": (
        [],
        {"ghost": HIT, "belle": HIT},
        {"tuco", "doc"},
        ("end.richest-wins", "end.tie-break.fewest-bullets", "ruling.end.ranking-below", "ruling.end.still-level"),
    ),
}
"""What doc has besides, the bullets received, who wins, and what that cites."""


class TestWhatTheEndCites:
    @pytest.mark.clause(
        "scoring.gunslinger",
        "scoring.gunslinger.tie",
        "ruling.gunslinger.nobody-fired",
        "end.richest-wins",
        "end.tie-break.fewest-bullets",
        "ruling.end.still-level",
        "ruling.end.ranking-below",
    )
    @pytest.mark.parametrize("win", WINS)
    @pytest.mark.parametrize("award", AWARDS)
    def test_only_what_gave_the_award_and_what_made_the_winner(self, award: str, win: str) -> None:
        bullets, loot, awarded = AWARDS[award]
        more, received, winners, won = WINS[win]
        game = last_round(bullets=bullets, loot={**loot, "doc": [*loot.get("doc", ()), *more]}, received=received)
        assert {standing.seat for standing in result(game).ranking if standing.rank == 1} == winners
        counted = ("game.five-rounds", "end.after-five-rounds", "game.goal", "scoring.tokens")
        assert settle(game).events[-1][1] == (*counted, *awarded, *won)

    @pytest.mark.clause("scoring.gunslinger.tie", "ruling.gunslinger.nobody-fired")
    def test_a_table_that_fired_alike_is_not_one_where_nobody_fired(self) -> None:
        cites = settle(last_round(bullets=dict.fromkeys(SEATS, 5))).events[-1][1]
        assert "scoring.gunslinger.tie" in cites
        assert "ruling.gunslinger.nobody-fired" not in cites

    @pytest.mark.clause("end.tie-break.fewest-bullets", "ruling.end.still-level", "ruling.end.ranking-below")
    def test_a_tie_below_the_winner_does_not_decide_who_wins(self) -> None:
        game = last_round(loot=purses({"doc": 300, "ghost": 300, "belle": 300}), received={"doc": HIT})
        assert [standing.rank for standing in result(game).ranking] == [1, 2, 2, 4]
        assert settle(game).events[-1][1][-2:] == ("end.richest-wins", "ruling.end.ranking-below")
        assert "end.tie-break.fewest-bullets" not in settle(game).events[-1][1]


# --- the money


class TestMoney:
    @pytest.mark.clause("scoring.tokens")
    def test_all_loot_counts_at_face_value(self) -> None:
        loot = {"tuco": ["purse:300", "purse:450", "jewel", "strongbox"], "doc": ["purse"]}
        assert lines(last_round(loot=loot), "tokens") == {"tuco": 2250, "doc": 250, "ghost": 0, "belle": 0}

    @pytest.mark.clause("scoring.tokens")
    def test_loot_that_nobody_took_counts_for_nobody(self) -> None:
        sketch = """
            roof   | tuco doc jewel     |     | ghost belle purse  |
            inside | strongbox          | M   |                    |
            """
        game = board(sketch, seats=SEATS, rounds=[])
        assert lines(game, "tokens") == dict.fromkeys(SEATS, 0)

    @pytest.mark.clause("station.conductor", "ruling.conductor.money", "scoring.tokens")
    def test_a_ransom_is_money_of_its_own(self) -> None:
        game = last_round(card="conductor", loot={"tuco": ["purse:300"]})
        assert lines(game, "ransom") == {"tuco": 250, "doc": 250}
        assert lines(game, "tokens")["tuco"] == 300
        money = {standing.seat: standing.money for standing in result(game).ranking}
        assert money == {"tuco": 300 + 250 + 1000, "doc": 250, "ghost": 0, "belle": 0}
        assert "ruling.conductor.money" in settle(game).events[-1][1]
        assert "ruling.conductor.money" not in settle(last_round()).events[-1][1]

    @pytest.mark.clause("scoring.gunslinger")
    def test_the_fewest_bullets_left_is_worth_1000(self) -> None:
        game = last_round(bullets={"tuco": 2, "doc": 1, "ghost": 3, "belle": 6})
        assert lines(game, "gunslinger") == {"doc": 1000}

    @pytest.mark.clause("scoring.gunslinger.tie")
    def test_several_who_are_level_get_1000_each(self) -> None:
        game = last_round(bullets={"tuco": 0, "doc": 1, "ghost": 0, "belle": 6})
        assert lines(game, "gunslinger") == {"tuco": 1000, "ghost": 1000}

    @pytest.mark.clause("ruling.gunslinger.nobody-fired", "scoring.gunslinger.tie")
    def test_if_nobody_fired_everybody_is_the_gunslinger(self) -> None:
        assert lines(last_round(bullets={}), "gunslinger") == dict.fromkeys(SEATS, 1000)

    def test_the_lines_say_where_the_money_of_the_ranking_comes_from(self) -> None:
        game = last_round(card="conductor", loot={"tuco": ["jewel"], "ghost": ["purse:350", "purse:350"]})
        ended = result(game)
        for standing in ended.ranking:
            assert standing.money == sum(line.amount for line in ended.lines if line.seat == standing.seat)
        assert ScoreLine("ghost", "tokens", 700) in ended.lines


# --- the ranking


class TestRanking:
    @pytest.mark.clause("game.goal", "end.richest-wins", "ruling.end.ranking-below")
    def test_the_richest_wins_and_the_others_follow_by_money(self) -> None:
        game = last_round(loot=purses({"tuco": 250, "doc": 500, "ghost": 300, "belle": 450}))
        assert settle(game).after.ranking == (
            Standing(1, "tuco", 1250, 0),
            Standing(2, "doc", 500, 0),
            Standing(3, "belle", 450, 0),
            Standing(4, "ghost", 300, 0),
        )

    @pytest.mark.clause("end.richest-wins")
    def test_bullets_do_not_matter_while_the_money_differs(self) -> None:
        received = {"tuco": ["doc-bullet-6", "doc-bullet-5", "neutral-bullet"]}
        game = last_round(loot=purses({"doc": 500}), bullets={"tuco": 3, "doc": 4}, received=received)
        assert result(game).ranking[0] == Standing(1, "tuco", 1000, 3)

    @pytest.mark.clause("end.tie-break.fewest-bullets", "ruling.end.ranking-below")
    def test_level_on_money_the_fewest_bullets_received_wins(self) -> None:
        received = {
            "doc": ["tuco-bullet-6", "neutral-bullet"],
            "ghost": ["neutral-bullet"],
            "belle": ["tuco-bullet-5", "neutral-bullet", "neutral-bullet"],
        }
        game = last_round(loot=purses(dict.fromkeys(SEATS[1:], 400)), bullets={"tuco": 4}, received=received)
        assert result(game).ranking[1:] == (
            Standing(2, "ghost", 400, 1),
            Standing(3, "doc", 400, 2),
            Standing(4, "belle", 400, 3),
        )

    @pytest.mark.clause("end.tie-break.fewest-bullets")
    def test_bullets_in_hand_were_received_as_well(self) -> None:
        game = last_round(received={"doc": ["tuco-bullet-6", "neutral-bullet"]})
        cards = {**game.cards, "doc": Cards(("neutral-bullet", "doc-fire"), game.cards["doc"].deck)}
        assert bullets_received(changed(game, cards=cards), "doc") == 3
        assert bullets_received(game, "doc") == 2
        assert bullets_received(game, "tuco") == 0

    @pytest.mark.clause("ruling.end.still-level")
    def test_level_on_both_they_share_the_victory(self) -> None:
        game = last_round(bullets={}, received={"doc": ["neutral-bullet"]})
        assert result(game).ranking == (
            Standing(1, "tuco", 1000, 0),
            Standing(1, "ghost", 1000, 0),
            Standing(1, "belle", 1000, 0),
            Standing(4, "doc", 1000, 1),
        )

    @pytest.mark.clause("ruling.end.ranking-below")
    def test_below_the_winner_a_rank_can_be_shared_too(self) -> None:
        game = last_round(loot=purses({"doc": 300, "ghost": 250, "belle": 300}))
        assert [(standing.rank, standing.seat) for standing in result(game).ranking] == [
            (1, "tuco"),
            (2, "doc"),
            (2, "belle"),
            (4, "ghost"),
        ]

    @pytest.mark.clause("ruling.end.still-level")
    def test_who_shares_a_rank_is_named_in_seat_order_whoever_led(self) -> None:
        game = last_round(bullets={}, first="belle")
        assert [standing.seat for standing in result(game).ranking] == list(SEATS)
