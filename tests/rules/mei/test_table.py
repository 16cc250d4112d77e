"""Who can sit down where Mei can be chosen, and what lies ready for them."""

import pytest

from colt_rules.events import (
    GameStarted,
    LootPlaced,
    MarshalPlaced,
    NeutralBulletsStacked,
    RoundCardsDrawn,
    SeatTaken,
    TrainBuilt,
)
from colt_rules.kernel import NEW
from colt_rules.model.names import inside, kind_of
from colt_rules.rules.rulebook import rulebook
from tests.rules.sittings import cited, sitting, told, until
from tests.tables import BANDITS, CARS, deal, drawn
from tests.verdicts import accepted, refusal

SEVEN = ("mei", *BANDITS)
WITH_MEI = ("mei", "expert+mei", "team+mei", "stagecoach+mei", "expert+stagecoach+mei", "team+stagecoach+mei")


@pytest.mark.clause("mei.character", "mei.purse")
def test_mei_has_a_kit_of_her_own_like_everybody_s() -> None:
    verdict = accepted(NEW, sitting(variant="mei", seats=("tuco", "mei", "doc")))
    tuco, mei, _ = told(verdict, SeatTaken)
    assert (mei.seat, mei.bandit, mei.powers, mei.bullets) == ("mei", "mei", ("mei",), tuco.bullets)
    assert [card.removeprefix("mei-") for card in mei.cards] == [card.removeprefix("tuco-") for card in tuco.cards]
    assert (mei.purse, mei.value) == ("purse-mei", tuco.value)
    by = {event.bandit: cites for event, cites in verdict.events if isinstance(event, SeatTaken)}
    assert set(by["mei"]) - set(by["tuco"]) == {"mei.character", "mei.purse"}
    assert "mei.character" in cited(verdict, GameStarted)


@pytest.mark.clause("mei.character")
def test_nobody_has_to_be_mei_and_nobody_is_where_she_is_not_played() -> None:
    verdict = accepted(NEW, sitting(variant="mei", seats=("tuco", "belle", "doc")))
    assert "mei.character" not in cited(verdict, GameStarted)
    assert refusal(NEW, sitting(seats=("tuco", "mei", "doc"))) == ("setup.character.choice",)
    assert refusal(NEW, sitting(variant="mei", seats=("mei", "mei", "doc"))) == ("setup.character.choice",)


@pytest.mark.clause("mei.seven-players", "ruling.mei.like-any-bandit")
@pytest.mark.parametrize("variant", WITH_MEI)
def test_seven_play_unless_they_play_in_teams(variant: str) -> None:
    start = sitting(variant=variant, seats=SEVEN)
    if "team" in variant:
        assert refusal(NEW, start) == ("team.pairs",)
        six = accepted(NEW, sitting(variant=variant, seats=SEVEN[:6]))
        assert "mei.seven-players" not in cited(six, GameStarted)
    else:
        seven = accepted(NEW, start)
        assert "mei.seven-players" in cited(seven, GameStarted)
        assert ("ruling.mei.like-any-bandit" in cited(seven, GameStarted)) == (variant != "mei")


@pytest.mark.clause("mei.seven-players")
@pytest.mark.parametrize(
    ("seats", "clauses"),
    [
        (SEVEN[:2], ("setup.players",)),
        ((*SEVEN, "marshal"), ("setup.players", "mei.seven-players", "setup.character.choice")),
    ],
)
def test_fewer_than_three_and_more_than_seven_are_refused(seats: tuple[str, ...], clauses: tuple[str, ...]) -> None:
    assert refusal(NEW, sitting(variant="mei", seats=seats)) == clauses


@pytest.mark.clause("ruling.mei.not-with-duo")
def test_mei_is_none_of_a_player_s_two_bandits() -> None:
    start = sitting(variant="duo", modules=("base", "duo", "mei"))
    assert refusal(NEW, start) == ("ruling.mei.not-with-duo",)


@pytest.mark.clause("ruling.mei.six-cars")
@pytest.mark.parametrize("players", range(3, 8))
def test_seven_have_six_cars_and_fewer_one_each(players: int) -> None:
    cars = min(players, 6)
    start = sitting(variant="mei", seats=SEVEN[:players], train=CARS[:cars])
    verdict = accepted(NEW, start)
    assert told(verdict, TrainBuilt) == [TrainBuilt(("locomotive", *CARS[:cars]))]
    ruled = ("ruling.mei.six-cars",) if players == 7 else ()
    assert ("ruling.mei.six-cars" in cited(verdict, TrainBuilt)) == bool(ruled)
    short = sitting(variant="mei", seats=SEVEN[:players], train=CARS[: cars - 1])
    assert refusal(NEW, short) == ("setup.train.cars", *ruled)
    game = until("train", sitting(variant="mei", seats=SEVEN[:players]))
    assert drawn(game).count == cars


@pytest.mark.clause("mei.purse", "ruling.mei.purse-always")
@pytest.mark.parametrize("players", [3, 6, 7])
def test_one_purse_more_is_in_the_supply(players: int) -> None:
    start = sitting(variant="mei", seats=SEVEN[:players], train=CARS[: min(players, 6)])
    game = until("purses", start)
    assert drawn(game).items.count("$250") == 9 - players
    verdict = deal(game, *drawn(game).items[: drawn(game).count])
    by_kind = [(kind_of(event.token), cites) for event, cites in verdict.events if isinstance(event, LootPlaced)]
    assert {kind for kind, _ in by_kind} == {"purse", "jewel", "strongbox"}
    for kind, cites in by_kind:
        assert ("ruling.mei.purse-always" in cites) == (kind == "purse" and players < 7)


@pytest.mark.clause("mei.base-otherwise")
def test_the_marshal_is_a_pawn_and_everything_else_is_as_ever() -> None:
    game = until("purses", sitting(variant="mei", seats=SEVEN))
    verdict = deal(game, *drawn(game).items[: drawn(game).count])
    assert told(verdict, MarshalPlaced) == [MarshalPlaced(inside("locomotive"))]
    assert "mei.base-otherwise" in cited(verdict, MarshalPlaced)
    assert told(verdict, NeutralBulletsStacked) == [NeutralBulletsStacked(13)]
    base, mei = rulebook(("base",)), rulebook(("base", "mei"))
    assert (mei.deck, mei.round_cards, mei.cars) == (base.deck, base.round_cards, base.cars)
    assert (mei.steps, mei.turns, mei.happenings) == (base.steps, base.turns, base.happenings)
    assert refusal(NEW, sitting(variant="mei", seats=("mei", "doc", "marshal"))) == ("setup.character.choice",)


@pytest.mark.clause("mei.round-cards")
@pytest.mark.parametrize(("players", "marked"), [(4, "2-4"), (5, "5-6"), (6, "5-6"), (7, "5-6")])
def test_round_cards_are_those_for_as_many_and_for_seven_those_for_six(players: int, marked: str) -> None:
    game = until("round-cards", sitting(variant="mei", seats=SEVEN[:players]))
    rows = drawn(game)
    assert {card.rpartition(".")[2] for card in rows.items} == {marked}
    verdict = deal(game, *rows.items[: rows.count])
    assert ("mei.round-cards" in cited(verdict, RoundCardsDrawn)) == (players == 7)
