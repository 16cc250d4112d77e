"""Setting up: what is laid out, and in which numbers."""

from collections import Counter
from typing import Any

import pytest

from colt_rules.commands import Deal, Fire
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditPlaced,
    BulletGiven,
    FirstPlayerDrawn,
    LootPlaced,
    LootSetAside,
    MarshalPlaced,
    NeutralBulletsStacked,
    RoundCardsDrawn,
    RoundStarted,
    SeatTaken,
    StationDrawn,
    TrainBuilt,
)
from colt_rules.kernel import NEW, Accepted, awaiting
from colt_rules.model.names import kind_of
from tests.tables import BANDITS, deal, drawn, table, until
from tests.verdicts import accepted, refusal

PRINTED = {
    "baggage": (1, 0),
    "second-class": (1, 1),
    "first-class": (0, 3),
    "dining": (3, 0),
    "private-saloon": (3, 1),
    "mail": (4, 1),
}
"""Purses and jewels on the floor of each car, copied from the pictures and not from the code."""
PURSES = Counter({"$250": 8, "$300": 2, "$350": 2, "$400": 2, "$450": 2, "$500": 2})
SMALL = ("angry-marshal", "swivel-arm", "braking", "take-it-all", "passengers-rebellion", "tunnel", "bridge")
STATIONS = ("conductor", "marshals-revenge", "pickpocketing")


def events(verdict: Accepted, cls: type) -> list[Any]:
    return [event for event, _ in verdict.events if event.__class__ is cls]


def cites(verdict: Accepted, cls: type) -> set[tuple[str, ...]]:
    return {clauses for event, clauses in verdict.events if event.__class__ is cls}


# --- the train and its loot


class TestTrain:
    @pytest.mark.clause("setup.train.cars", "setup.train.free-choice", "setup.train.locomotive-first")
    @pytest.mark.parametrize(
        "cars", [("mail", "dining", "baggage"), ("baggage", "mail", "dining"), tuple(reversed(PRINTED))]
    )
    def test_chosen_cars_follow_the_locomotive_in_the_order_chosen(self, cars: tuple[str, ...]) -> None:
        verdict = accepted(NEW, table(len(cars), train=cars))
        assert events(verdict, TrainBuilt) == [TrainBuilt(("locomotive", *cars))]
        assert verdict.after.train == ("locomotive", *cars)
        assert cites(verdict, TrainBuilt) == {
            ("setup.train.cars", "setup.train.free-choice", "setup.train.locomotive-first")
        }
        assert awaiting(verdict.after) == (Decision("chance", "purses", ""),)

    @pytest.mark.clause("setup.train.cars", "setup.train.free-choice", "setup.train.locomotive-first")
    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_cars_that_nobody_chose_are_drawn_from_all_six(self, players: int) -> None:
        game = accepted(NEW, table(players, train=())).after
        assert awaiting(game) == (Decision("chance", "train", ""),)
        assert (set(drawn(game).items), drawn(game).count) == (set(PRINTED), players)
        cars = tuple(reversed(PRINTED))[:players]
        assert deal(game, *cars).after.train == ("locomotive", *cars)

    @pytest.mark.clause("setup.train.cars", "setup.train.free-choice")
    @pytest.mark.parametrize(
        "cars", [("mail", "dining"), ("mail", "mail", "dining"), ("locomotive", "mail", "dining"), ()]
    )
    def test_a_draw_of_other_cars_is_refusal(self, cars: tuple[str, ...]) -> None:
        game = accepted(NEW, table(3, train=())).after
        assert refusal(game, Deal("chance", "train", "", cars)) == (
            "setup.train.cars",
            "setup.train.free-choice",
        )


class TestLoot:
    @pytest.mark.clause("setup.loot.as-printed", "setup.loot.purses-blind", "setup.loot.rest-away")
    def test_each_car_holds_what_is_printed_in_it(self) -> None:
        game = until("round-cards", table(6))
        for car, (purses, jewels) in PRINTED.items():
            there = Counter(kind_of(token) for token in game.floor[f"{car}.inside"])
            assert there == Counter({"purse": purses, "jewel": jewels}), car
        everything = Counter(kind_of(token) for tokens in game.floor.values() for token in tokens)
        assert everything == Counter({"purse": 12, "jewel": 6, "strongbox": 1})

    @pytest.mark.clause("setup.loot.as-printed", "setup.loot.rest-away")
    def test_only_the_cars_that_ride_along_are_filled_and_the_rest_leaves_the_game(self) -> None:
        game = until("round-cards", table(3, train=("first-class", "mail", "baggage")))
        kinds = Counter(kind_of(token) for token in game.values)
        assert set(game.floor) == {
            "locomotive.inside",
            "first-class.inside",
            "mail.inside",
            "baggage.inside",
        }
        assert kinds == Counter({"purse": 4 + 1 + 3, "jewel": 3 + 1, "strongbox": 2})
        assert all(game.values[token] == 500 for token in game.values if kind_of(token) == "jewel")

    @pytest.mark.clause("setup.purse.starting")
    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_everybody_has_a_purse_of_250_that_never_was_among_those_for_the_cars(self, players: int) -> None:
        verdict = accepted(NEW, table(players))
        game = verdict.after
        for seat in BANDITS[:players]:
            (purse,) = game.figures[seat].loot
            assert (kind_of(purse), game.values[purse]) == ("purse", 250)
        assert len({figure.loot for figure in game.figures.values()}) == players
        left = Counter(drawn(game).items)
        assert left == PURSES - Counter({"$250": players})

    @pytest.mark.clause("setup.loot.purses-blind")
    def test_which_purse_lies_where_is_as_drawn(self) -> None:
        game = until("purses", table(3, train=("baggage", "second-class", "dining")))
        assert drawn(game).count == 1 + 1 + 3
        verdict = deal(game, "$500", "$300", "$250", "$450", "$500")
        floor, values = verdict.after.floor, verdict.after.values
        worth = {
            place: [values[token] for token in tokens if kind_of(token) == "purse"] for place, tokens in floor.items()
        }
        assert worth == {
            "baggage.inside": [500],
            "second-class.inside": [300],
            "dining.inside": [250, 450, 500],
            "locomotive.inside": [],
        }
        assert {clauses for event, clauses in verdict.events if getattr(event, "token", "").startswith("purse")} == {
            ("setup.loot.as-printed", "setup.loot.purses-blind")
        }
        assert {clauses for event, clauses in verdict.events if getattr(event, "token", "").startswith("jewel")} == {
            ("setup.loot.as-printed",)
        }

    @pytest.mark.clause("setup.loot.purses-blind")
    def test_the_name_of_a_token_says_nothing_about_its_value(self) -> None:
        game = until("purses", table(3, train=("baggage", "second-class", "dining")))
        one = deal(game, "$250", "$300", "$350", "$400", "$500").after
        other = deal(game, "$500", "$450", "$350", "$250", "$250").after
        assert one.floor == other.floor
        assert one.values != other.values

    @pytest.mark.clause("setup.loot.purses-blind", "setup.purse.starting")
    @pytest.mark.parametrize(
        "row",
        [
            ("$250",) * 4,
            ("$250",) * 6,
            ("$300", "$300", "$300", "$250", "$250"),
            ("$250", "$250", "$250", "$250", "$1000"),
            ("250", "300", "350", "400", "450"),
        ],
    )
    def test_purses_that_are_not_left_cannot_be_drawn(self, row: tuple[str, ...]) -> None:
        game = until("purses", table(3, train=("baggage", "second-class", "dining")))
        assert refusal(game, Deal("chance", "purses", "", row)) == ("setup.loot.purses-blind",)

    @pytest.mark.clause("setup.purse.starting")
    def test_the_eighth_purse_of_250_is_not_left_with_three_players(self) -> None:
        game = until("purses", table(3, train=("mail", "dining", "private-saloon")))
        assert drawn(game).count == 10
        rest = ("$300", "$350", "$400", "$450")
        assert refusal(game, Deal("chance", "purses", "", (*["$250"] * 6, *rest))) == ("setup.loot.purses-blind",)
        assert accepted(game, Deal("chance", "purses", "", (*["$250"] * 5, *rest, "$500")))

    @pytest.mark.clause(
        "setup.locomotive.marshal-and-strongbox",
        "setup.strongbox.second-aside",
        "setup.neutral-bullets.thirteen",
    )
    def test_the_locomotive_holds_the_marshal_and_a_strongbox_and_the_rest_lies_beside(self) -> None:
        game = until("purses", table())
        options = drawn(game)
        verdict = deal(game, *options.items[: options.count])
        game = verdict.after
        assert game.marshal == "locomotive.inside"
        assert game.floor["locomotive.inside"] == ("strongbox-1",)
        assert game.aside == ("strongbox-2",)
        assert game.values["strongbox-1"] == game.values["strongbox-2"] == 1000
        assert game.neutral == 13
        assert verdict.events[-4:] == (
            (
                LootPlaced("strongbox-1", 1000, "locomotive.inside"),
                ("setup.locomotive.marshal-and-strongbox",),
            ),
            (MarshalPlaced("locomotive.inside"), ("setup.locomotive.marshal-and-strongbox",)),
            (LootSetAside("strongbox-2", 1000), ("setup.strongbox.second-aside", "setup.loot.rest-away")),
            (NeutralBulletsStacked(13), ("setup.neutral-bullets.thirteen",)),
        )


# --- the players' things


class TestPlayers:
    @pytest.mark.clause(
        "setup.character.choice", "setup.deck.ten-actions", "setup.bullets.descending", "setup.purse.starting"
    )
    @pytest.mark.parametrize("powers", [False, True])
    def test_everybody_takes_the_same_things_in_their_own_colour(self, powers: bool) -> None:
        verdict = accepted(NEW, table(5, powers=powers))
        for seat, event in zip(BANDITS[:5], events(verdict, SeatTaken), strict=True):
            assert (event.seat, event.bandit) == (seat, seat)
            assert (event.value, event.bullets) == (250, 6)
            assert event.powers == ((seat,) if powers else ())
            assert Counter(event.cards) == {
                f"{seat}-move": 2,
                f"{seat}-floor-change": 2,
                f"{seat}-fire": 2,
                f"{seat}-robbery": 2,
                f"{seat}-punch": 1,
                f"{seat}-marshal": 1,
            }
        assert cites(verdict, SeatTaken) == {
            (
                "setup.character.choice",
                "setup.deck.ten-actions",
                "setup.bullets.descending",
                "setup.purse.starting",
            )
        }

    @pytest.mark.clause("setup.bullets.descending")
    def test_the_fullest_bullet_card_is_given_first_and_the_emptiest_last(self) -> None:
        game = board(
            """
            roof   |   |       |      |  |
            inside | M | tuco  | doc  | ghost |
            """,
            pile=["tuco-fire", "tuco-fire"],
        )
        given: list[str] = []
        for _ in range(2):
            verdict = accepted(game, Fire("tuco", "doc"))
            given += [event.bullet for event in events(verdict, BulletGiven)]
            game = verdict.after
        assert given == ["tuco-bullet-6", "tuco-bullet-5"]
        assert game.figures["tuco"].bullets == 4


# --- the round deck


class TestRounds:
    @pytest.mark.clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven")
    @pytest.mark.parametrize(("players", "marked"), [(3, "2-4"), (4, "2-4"), (5, "5-6"), (6, "5-6")])
    def test_five_of_the_seven_cards_for_this_number_of_players(self, players: int, marked: str) -> None:
        game = until("round-cards", table(players))
        assert awaiting(game) == (Decision("chance", "round-cards", ""),)
        assert sorted(drawn(game).items) == sorted(f"{name}.{marked}" for name in SMALL)
        row = tuple(f"{name}.{marked}" for name in reversed(SMALL))[:5]
        verdict = deal(game, *row)
        assert verdict.after.rounds == row
        assert verdict.events == (
            (RoundCardsDrawn(row), ("setup.rounds.by-player-count", "setup.rounds.five-of-seven")),
        )
        assert awaiting(verdict.after) == (Decision("chance", "first-player", ""),)

    @pytest.mark.clause("setup.rounds.five-of-seven", "setup.rounds.station-last", "setup.rounds.station-always")
    @pytest.mark.parametrize(
        ("edition", "told"), [("ru-full", "setup.rounds.station-last"), ("pl-base", "setup.rounds.station-always")]
    )
    def test_four_cards_are_drawn_by_what_says_that_a_station_follows(self, edition: str, told: str) -> None:
        game = until("round-cards", table(3, edition=edition, stations=True))
        row = drawn(game).items[:4]
        assert deal(game, *row).events == ((RoundCardsDrawn(row), ("setup.rounds.by-player-count", told)),)

    @pytest.mark.clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven")
    @pytest.mark.parametrize(
        "row",
        [
            tuple(f"{name}.2-4" for name in SMALL[:4]),
            tuple(f"{name}.2-4" for name in SMALL[:6]),
            tuple(f"{name}.5-6" for name in SMALL[:5]),
            ("bridge.2-4",) * 5,
            (*(f"{name}.2-4" for name in SMALL[:4]), "conductor"),
        ],
    )
    def test_other_rounds_cannot_be_drawn(self, row: tuple[str, ...]) -> None:
        game = until("round-cards", table(4))
        assert refusal(game, Deal("chance", "round-cards", "", row)) == (
            "setup.rounds.by-player-count",
            "setup.rounds.five-of-seven",
        )

    @pytest.mark.clause("setup.rounds.station-last", "setup.rounds.station-optional")
    @pytest.mark.parametrize("station", STATIONS)
    @pytest.mark.parametrize("players", [4, 5])
    def test_with_stations_four_rounds_and_one_of_three_stations_at_the_bottom(
        self, station: str, players: int
    ) -> None:
        game = until("round-cards", table(players, stations=True))
        assert (len(drawn(game).items), drawn(game).count) == (7, 4)
        rounds = tuple(reversed(drawn(game).items))[:4]
        game = deal(game, *rounds).after
        assert awaiting(game) == (Decision("chance", "station", ""),)
        assert (set(drawn(game).items), drawn(game).count) == (set(STATIONS), 1)
        verdict = deal(game, station)
        assert verdict.events == ((StationDrawn(station), ("setup.rounds.station-last",)),)
        assert verdict.after.rounds == (*rounds, station)

    @pytest.mark.clause("setup.rounds.station-last")
    @pytest.mark.parametrize("row", [(), ("bridge.2-4",), ("conductor", "pickpocketing")])
    def test_the_station_is_one_of_the_three(self, row: tuple[str, ...]) -> None:
        game = until("station", table(4, stations=True))
        assert refusal(game, Deal("chance", "station", "", row)) == ("setup.rounds.station-last",)

    @pytest.mark.clause("setup.rounds.station-optional", "setup.advanced.optional")
    @pytest.mark.parametrize("happenings", [False, True])
    def test_without_stations_none_is_asked_for(self, happenings: bool) -> None:
        game = until("first-player", table(4, happenings=happenings))
        assert len(game.rounds) == 5
        assert not set(game.rounds) & set(STATIONS)


# --- the first player and the places


class TestPlaces:
    @pytest.mark.clause("setup.first-player.drawn", "setup.first-player.holds-rounds")
    @pytest.mark.parametrize("first", BANDITS[:5])
    def test_the_bandit_drawn_leads_the_first_round(self, first: str) -> None:
        game = until("first-player", table(5))
        assert (set(drawn(game).items), drawn(game).count) == (set(BANDITS[:5]), 1)
        deck = game.rounds
        verdict = deal(game, first)
        start = BANDITS.index(first)
        clockwise = BANDITS[start:5] + BANDITS[:start]
        assert verdict.events[0] == (
            FirstPlayerDrawn(first),
            ("setup.first-player.drawn", "setup.first-player.holds-rounds"),
        )
        assert verdict.events[-1] == (
            RoundStarted(1, deck[0], first, clockwise),
            ("schemin.card-revealed", "ruling.round-start.card-first"),
        )
        assert verdict.after.rounds == deck[1:]
        assert verdict.after.round.first == first

    @pytest.mark.clause("setup.first-player.drawn")
    @pytest.mark.parametrize("row", [(), ("belle",), ("ghost", "doc"), ("marshal",)])
    def test_only_a_bandit_in_play_can_be_drawn(self, row: tuple[str, ...]) -> None:
        game = until("first-player", table(4))
        assert refusal(game, Deal("chance", "first-player", "", row)) == ("setup.first-player.drawn",)

    @pytest.mark.clause("setup.placement.odd-last", "setup.placement.even-next-to-last", "setup.placement.inside")
    @pytest.mark.parametrize(
        ("players", "first", "last", "next_to_last"),
        [
            (3, 0, (0, 2), (1,)),
            (3, 2, (2, 1), (0,)),
            (4, 0, (0, 2), (1, 3)),
            (4, 1, (1, 3), (2, 0)),
            (5, 0, (0, 2, 4), (1, 3)),
            (5, 3, (3, 0, 2), (4, 1)),
            (6, 0, (0, 2, 4), (1, 3, 5)),
            (6, 5, (5, 1, 3), (0, 2, 4)),
        ],
    )
    def test_odd_numbers_start_in_the_last_car_and_even_ones_before_it(
        self, players: int, first: int, last: tuple[int, ...], next_to_last: tuple[int, ...]
    ) -> None:
        game = until("first-player", table(players))
        verdict = deal(game, BANDITS[first])
        cars = tuple(PRINTED)[:players]
        expected = {BANDITS[seat]: f"{cars[-1]}.inside" for seat in last} | {
            BANDITS[seat]: f"{cars[-2]}.inside" for seat in next_to_last
        }
        figures = verdict.after.figures
        assert {bandit: figure.place for bandit, figure in figures.items()} == expected
        for event, clauses in verdict.events:
            if isinstance(event, BanditPlaced):
                odd = BANDITS.index(event.bandit) in last
                kind = "setup.placement.odd-last" if odd else "setup.placement.even-next-to-last"
                assert clauses == (kind, "setup.placement.inside")

    @pytest.mark.clause("setup.deck.shuffled", "schemin.hand-of-six")
    def test_after_the_set_up_decks_are_shuffled_beginning_with_the_first_player(self) -> None:
        game = deal(until("first-player", table(4)), "django").after
        asked = []
        while (decision := awaiting(game)[0]).actor == "chance":
            assert decision.kind == "deck"
            assert Counter(drawn(game).items) == Counter(game.cards[decision.subject].deck)
            assert drawn(game).count == 10
            asked.append(decision.subject)
            game = deal(game, *drawn(game).items).after
        assert asked == ["django", "tuco", "ghost", "cheyenne"]
        assert awaiting(game) == (Decision("django", "scheme", "django"),)


@pytest.mark.clause("ruling.command.form")
def test_a_deal_of_something_that_is_not_asked_for_is_out_of_form() -> None:
    game = until("train", table(3, train=()))
    cars = drawn(game).items[:3]
    assert refusal(game, Deal("chance", "trian", "", cars)) == ("ruling.command.form",)
    assert refusal(game, Deal("chance", "train", "", cars[:2])) == ("setup.train.cars", "setup.train.free-choice")
