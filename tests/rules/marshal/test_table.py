"""Who can sit down with a Marshal, and what his box goes with."""

import pytest

from colt_rules.events import GameStarted, RoundCardsDrawn
from colt_rules.kernel import NEW
from tests.rules.marshal.tables import MODULES, SEVEN, WITH_HORSES, dealt, sitting
from tests.rules.sittings import cited, simple_answer
from tests.tables import CARS, drawn
from tests.verdicts import accepted, refusal

PLAYERS = ("prison.setup.players",)


# --- who


@pytest.mark.clause("prison.setup.players")
@pytest.mark.parametrize("bandits", range(2, 8))
def test_two_to_seven_bandits_sit_down_with_one_marshal(bandits: int) -> None:
    verdict = accepted(NEW, sitting(bandits))
    assert verdict.after.options.seats.count("marshal") == 1
    assert len(verdict.after.options.seats) == bandits + 1
    assert "prison.setup.players" in cited(verdict, GameStarted)
    assert "setup.players" not in cited(verdict, GameStarted)


@pytest.mark.clause("prison.setup.players")
@pytest.mark.parametrize("seats", [("ghost", "marshal"), ("marshal",)])
def test_one_bandit_is_too_few(seats: tuple[str, ...]) -> None:
    assert refusal(NEW, sitting(seats=seats)) == PLAYERS


@pytest.mark.clause("prison.setup.players")
@pytest.mark.parametrize("bandits", [3, 4, 7])
def test_somebody_is_the_marshal(bandits: int) -> None:
    assert refusal(NEW, sitting(seats=SEVEN[:bandits])) == PLAYERS


@pytest.mark.clause("prison.setup.players")
@pytest.mark.parametrize("third", ["marshal", "ghost", "shotgun", "player-1", ""])
def test_nobody_else_is_the_marshal_and_every_other_player_is_another_bandit(third: str) -> None:
    refused = refusal(NEW, sitting(seats=("ghost", "marshal", "tuco", third)))
    assert refused == ("prison.setup.players", "setup.character.choice")


@pytest.mark.clause("prison.setup.players")
def test_without_the_expansion_nobody_is_the_marshal() -> None:
    seats = ("ghost", "marshal", "tuco")
    assert refusal(NEW, sitting(seats=seats, modules=("base",))) == ("setup.character.choice",)


# --- with what


@pytest.mark.clause("ruling.marshal-player.not-with-duo", "ruling.marshal-player.not-with-team")
@pytest.mark.parametrize("variant", ["duo", "team"])
def test_it_is_one_bandit_a_player_each_for_itself(variant: str) -> None:
    refused = refusal(NEW, sitting(modules=("base", variant, "mei", "marshal")))
    assert f"ruling.marshal-player.not-with-{variant}" in refused
    assert not set(refused) & {"prison.setup.players", "ruling.marshal-player.with-mei"}


@pytest.mark.clause("ruling.marshal-player.with-mei")
def test_mei_comes_along() -> None:
    assert refusal(NEW, sitting(modules=("base", "marshal"))) == ("ruling.marshal-player.with-mei",)
    accepted(NEW, sitting(seats=("ghost", "marshal", "tuco"), modules=MODULES))


@pytest.mark.clause("prison.with-horses")
def test_horses_and_stagecoach_go_with_it() -> None:
    together, alone = (accepted(NEW, sitting(modules=modules)) for modules in (WITH_HORSES, MODULES))
    assert "prison.with-horses" in cited(together, GameStarted)
    assert "prison.with-horses" not in cited(alone, GameStarted)


def test_the_expert_variant_goes_with_it() -> None:
    accepted(NEW, sitting(modules=("base", "expert", "mei", "marshal")))


# --- the train


@pytest.mark.clause("prison.setup.train")
@pytest.mark.parametrize(("bandits", "cars"), [(2, 4), (3, 4), (4, 4), (5, 5), (6, 5), (7, 5)])
def test_up_to_four_bandits_ride_with_four_cars_and_more_with_five(bandits: int, cars: int) -> None:
    accepted(NEW, sitting(bandits, train=CARS[:cars]))
    for wrong in {3, 4, 5, 6} - {cars}:
        assert refusal(NEW, sitting(bandits, train=CARS[:wrong])) == ("prison.setup.train",)
    assert drawn(dealt("train", bandits=bandits)).count == cars


@pytest.mark.clause("prison.setup.prison-car-last")
def test_the_prison_car_is_none_of_those_that_a_table_chooses() -> None:
    assert refusal(NEW, sitting(train=("prison", *CARS[:3]))) == ("setup.train.free-choice",)
    assert "prison" not in drawn(dealt("train")).items


# --- the round cards


@pytest.mark.clause("ruling.marshal-player.rounds-by-bandits", "prison.setup.rounds.mixed")
@pytest.mark.parametrize(("bandits", "many"), [(2, False), (3, False), (4, True), (7, True)])
def test_round_cards_are_for_so_many_players(bandits: int, many: bool) -> None:
    game = dealt("round-cards", bandits=bandits)
    ours, theirs = ("5-7", "5-6") if many else ("2-4", "2-4")
    cards = drawn(game).items
    assert len(cards) == 12
    assert {card for card in cards if card.endswith((ours, theirs))} == set(cards)
    assert {f"{name}.{ours}" for name in ("safe-place", "rumours", "reflexes", "rough-track", "points-ahead")} <= set(
        cards
    )
    verdict = accepted(game, simple_answer(game, "chance"))
    assert cited(verdict, RoundCardsDrawn)[-2:] == (
        "prison.setup.rounds.mixed",
        "ruling.marshal-player.rounds-by-bandits",
    )


@pytest.mark.clause("ruling.marshal-player.rounds-by-bandits")
def test_by_a_claim_the_marshal_is_not_counted() -> None:
    claim = "ruling.marshal-player.rounds-by-bandits=by-bandits"
    assert all(card.endswith("2-4") for card in drawn(dealt("round-cards", claim, bandits=4)).items)
    assert all(card.endswith(("5-6", "5-7")) for card in drawn(dealt("round-cards", claim, bandits=5)).items)
    assert len(drawn(dealt("round-cards", claim, bandits=7)).items) == 12


@pytest.mark.clause("prison.setup.rounds.mixed")
def test_three_stations_join_the_others() -> None:
    assert drawn(dealt("station")).items[-3:] == ("guilty-conscience", "deadly-fall", "crime-punished")
    assert len(drawn(dealt("station")).items) == 6
