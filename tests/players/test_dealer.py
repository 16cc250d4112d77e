"""The dealer answers for chance with possible rows, all with the same probability."""

from collections import Counter

from colt_rules.commands import ChangeFloor, Move, Rob
from colt_rules.decisions import Arrangements
from colt_rules.players.dealer import Dealer


def test_what_is_dealt_is_a_row_that_chance_can_lay_out() -> None:
    rows = Arrangements("deck", "tuco", ("tuco-fire", "tuco-fire", "tuco-move", "neutral-bullet"), 3)
    dealer = Dealer(1)
    assert all(dealer.deal(rows) in rows for _ in range(100))


def test_the_same_seed_deals_the_same_rows() -> None:
    rows = Arrangements("train", "", ("a", "b", "c", "d", "e", "f"), 4)
    assert [Dealer(7).deal(rows) for _ in range(3)] == [Dealer(7).deal(rows) for _ in range(3)]


def test_without_a_seed_two_dealers_differ() -> None:
    rows = Arrangements("deck", "", tuple(map(str, range(30))), 30)
    assert Dealer().deal(rows) != Dealer().deal(rows)


def test_every_row_is_as_likely_as_any_other() -> None:
    """2,400 draws of two out of four: each of the twelve rows occurs 200 times, within six standard deviations."""
    rows = Arrangements("first-player", "", ("a", "b", "c", "d"), 2)
    dealer = Dealer(3)
    drawn = Counter(dealer.deal(rows).outcome for _ in range(2400))
    assert len(drawn) == len(rows) == 12
    assert all(120 < times < 280 for times in drawn.values())


NAMED = [
    ChangeFloor("table", "mail.roof"),
    *(Rob("table", f"purse-{number}") for number in range(500)),
    Move("table", "mail.roof"),
]
"""Answers of three kinds, of one of which there are many."""


def test_a_table_agrees_on_the_usual_with_the_given_probability() -> None:
    for usual, (least, most) in {1.0: (100, 100), 0.5: (50, 90), 0.0: (15, 60)}.items():
        dealer = Dealer(5, usual)
        assert least <= sum(dealer.agree(NAMED) == NAMED[0] for _ in range(100)) <= most


def test_an_unusual_table_takes_each_kind_of_answer_equally_often() -> None:
    dealer = Dealer(5, 0.0)
    kinds = Counter(dealer.agree(NAMED).__class__ for _ in range(900))
    assert {*kinds} == {ChangeFloor, Rob, Move}
    assert all(200 < times < 400 for times in kinds.values())
    assert len({dealer.agree(NAMED) for _ in range(300)}) > 50
