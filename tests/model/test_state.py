"""The state before the first event, and the order around the table."""

from colt_rules.model.state import NEW, clockwise


def test_a_new_game_holds_nothing() -> None:
    assert NEW.phase == "new"
    assert not any((NEW.train, NEW.figures, NEW.cards, NEW.floor, NEW.values, NEW.aside, NEW.rounds, NEW.ranking))
    assert NEW.round.turn == -1
    assert NEW.round.current is None


def test_clockwise_begins_with_the_first_and_goes_round() -> None:
    seats = ("tuco", "doc", "ghost", "belle")
    assert clockwise(seats, "tuco") == seats
    assert clockwise(seats, "ghost") == ("ghost", "belle", "tuco", "doc")
    assert clockwise(seats, "belle") == ("belle", "tuco", "doc", "ghost")
