"""The state before the first event, and the order around the table."""

from itertools import permutations

from colt_rules.conformance.cases.board import board
from colt_rules.model.record import changed
from colt_rules.model.state import NEW, by_seat, clockwise


def test_a_new_game_is_empty() -> None:
    assert NEW.phase == "new"
    assert not any((NEW.train, NEW.figures, NEW.cards, NEW.floor, NEW.values, NEW.aside, NEW.rounds, NEW.ranking))
    assert NEW.round.turn == -1
    assert NEW.round.current is None


def test_clockwise_begins_with_the_first_and_goes_round() -> None:
    seats = ("tuco", "doc", "ghost", "belle")
    assert clockwise(seats, "tuco") == seats
    assert clockwise(seats, "ghost") == ("ghost", "belle", "tuco", "doc")
    assert clockwise(seats, "belle") == ("belle", "tuco", "doc", "ghost")


def test_bandits_are_in_the_order_of_their_seats() -> None:
    game = board("roof | tuco doc | ghost |\ninside | M | belle |", seats=["ghost", "belle", "tuco", "doc"])
    assert by_seat(game) == ["ghost", "belle", "tuco", "doc"]
    for order in permutations(game.figures.items()):
        assert by_seat(changed(game, figures=dict(order))) == ["ghost", "belle", "tuco", "doc"]


def test_bandits_of_one_seat_are_in_the_order_of_their_names() -> None:
    game = board("roof | tuco doc | ghost |\ninside | M | |", seats=["ghost", "tuco", "doc"])
    figures = {bandit: changed(figure, seat="ghost") for bandit, figure in game.figures.items()}
    assert by_seat(changed(game, figures=figures)) == ["doc", "ghost", "tuco"]


def test_before_the_game_there_are_no_bandits() -> None:
    assert by_seat(NEW) == []
