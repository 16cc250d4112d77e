"""Who can sit down with two bandits each, and how long the train is."""

from typing import Any

import pytest

from colt_rules.commands import Deal
from colt_rules.events import GameStarted, TrainBuilt
from colt_rules.kernel import NEW
from tests.rules.sittings import SEATS, cited, sitting, told, until
from tests.tables import CARS, drawn
from tests.verdicts import accepted, refusal

RUSSIAN = ["ru-full", "ru-base", "fr-horses"]


@pytest.mark.clause("duo.players")
@pytest.mark.parametrize("edition", RUSSIAN)
@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_players_can_play(edition: str, players: int) -> None:
    verdict = accepted(NEW, sitting(edition, "duo", players))
    assert verdict.after.options.seats == SEATS[:players]
    assert "duo.players" in cited(verdict, GameStarted)
    assert "setup.players" not in cited(verdict, GameStarted)


@pytest.mark.clause("duo.players")
@pytest.mark.parametrize(
    "seats",
    [
        (),
        ("player-1",),
        ("player-1", "player-1"),
        ("player-2", "player-1"),
        ("player-1", "player-3"),
        (*SEATS, "player-4"),
        ("ghost", "doc"),
        ("ghost", "doc", "belle"),
    ],
)
def test_others_cannot(seats: tuple[str, ...]) -> None:
    assert set(refusal(NEW, sitting("ru-full", "duo", seats=seats))) == {"duo.players"}


@pytest.mark.clause("duo.players.two")
def test_in_polish_exactly_two_play() -> None:
    assert "duo.players.two" in cited(accepted(NEW, sitting("pl-base", "duo")), GameStarted)
    assert set(refusal(NEW, sitting("pl-base", "duo", 3))) == {"duo.players.two"}


@pytest.mark.clause("duo.train")
@pytest.mark.parametrize("edition", RUSSIAN)
@pytest.mark.parametrize(("players", "cars"), [(2, 3), (3, 4)])
def test_three_cars_for_two_players_and_four_for_three(edition: str, players: int, cars: int) -> None:
    game = until("train", sitting(edition, "duo", players))
    assert (drawn(game).count, set(drawn(game).items)) == (cars, set(CARS))
    built = accepted(game, Deal("chance", "train", "", CARS[:cars]))
    assert told(built, TrainBuilt) == [TrainBuilt(("locomotive", *CARS[:cars]))]
    assert "duo.train" in cited(built, TrainBuilt)
    for number in {2, 3, 4, 6} - {cars}:
        assert refusal(game, Deal("chance", "train", "", CARS[:number])) == ("duo.train", "setup.train.free-choice")


@pytest.mark.clause("duo.train")
@pytest.mark.parametrize(
    ("players", "cars", "fits"),
    [(2, 3, True), (2, 2, False), (2, 4, False), (3, 4, True), (3, 3, False), (3, 6, False)],
)
def test_cars_that_are_chosen_must_be_as_many(players: int, cars: int, fits: bool) -> None:
    start: Any = sitting("ru-full", "duo", players, train=CARS[:cars])
    if fits:
        assert accepted(NEW, start)
    else:
        assert refusal(NEW, start) == ("duo.train",)


@pytest.mark.clause("duo.train.four")
def test_in_polish_there_are_four_cars() -> None:
    assert accepted(NEW, sitting("pl-base", "duo", train=CARS[:4]))
    assert refusal(NEW, sitting("pl-base", "duo", train=CARS[:3])) == ("duo.train.four",)
    game = until("train", sitting("pl-base", "duo"))
    assert drawn(game).count == 4
    assert "duo.train.four" in cited(accepted(game, Deal("chance", "train", "", CARS[:4])), TrainBuilt)


@pytest.mark.clause("duo.expert-always")
def test_in_polish_the_expert_variant_comes_along() -> None:
    plain = sitting("pl-base", "duo", modules=("base", "duo"))
    assert refusal(NEW, plain)[0] == "duo.expert-always"
    assert accepted(NEW, sitting("pl-base", "duo", modules=("base", "expert", "duo")))


@pytest.mark.clause("duo.expert-always")
@pytest.mark.parametrize("edition", RUSSIAN)
def test_elsewhere_it_does_not(edition: str) -> None:
    assert accepted(NEW, sitting(edition, "duo"))


@pytest.mark.clause("ruling.duo.not-with-expert", "ruling.duo.not-with-team")
@pytest.mark.parametrize("edition", ["ru-full", "fr-horses"])
def test_outside_polish_it_goes_neither_with_experts_nor_with_teams(edition: str) -> None:
    expert = sitting(edition, "duo", modules=("base", "expert", "duo"))
    assert "ruling.duo.not-with-expert" in refusal(NEW, expert)
    team = sitting(edition, "duo", modules=("base", "duo", "team"))
    assert "ruling.duo.not-with-team" in refusal(NEW, team)


@pytest.mark.clause("duo.train.four", "duo.players.two")
def test_in_polish_the_cars_are_four_however_many_sit_down() -> None:
    three = sitting("pl-base", "duo", 3, train=CARS[:3])
    assert refusal(NEW, three) == ("duo.players.two", "duo.train.four")
    assert refusal(NEW, sitting("pl-base", "duo", 3, train=CARS[:4])) == ("duo.players.two",)


@pytest.mark.clause("duo.train", "duo.players")
def test_for_other_numbers_than_two_and_three_no_book_says_how_many_cars() -> None:
    seats = ("player-1", "player-2", "player-3", "player-4")
    assert refusal(NEW, sitting("ru-full", "duo", seats=seats, train=CARS[:3])) == ("duo.players",)
