"""Mei in pictures and sentences: nobody takes her for the Marshal, who is yellow as well."""

from colt_rules.conformance.cases.board import board
from colt_rules.pictures import SHARED
from colt_rules.pictures.text import train_text
from colt_rules.referee.vocabulary import name_of, teller
from tests.pictures.looking import SVG, described, drawn, signs, uses

SEVEN = board(
    "roof | | ghost belle doc django tuco cheyenne mei |\ninside | M | |",
    pile=["mei-move"],
    modules=("base", "mei"),
)


def test_she_has_letters_and_a_colour_of_her_own() -> None:
    people = [one for one in drawn(SEVEN).iter(f"{SVG}use") if one.get("href") == "#colt-person"]
    assert len({one.get("class") for one in people}) == len(people) == 7
    assert "yellow" in {one.get("class") for one in people}
    assert ".yellow{fill:" in SHARED
    assert {"Me", "G", "B", "Do", "Dj", "T", "C"} == set(signs(SEVEN)) - {"1000"}


def test_seven_in_one_place_do_not_overlap() -> None:
    people = uses(SEVEN, "person")
    assert len(people) == 7
    assert all(
        abs(one[0] - other[0]) >= 30 or abs(one[1] - other[1]) >= 46
        for one in people
        for other in people
        if one != other
    )


def test_she_is_called_by_her_name() -> None:
    assert "Mei" in described(SEVEN)
    assert "Mei" in train_text(SEVEN)
    assert (name_of("mei"), teller("en").worded("mei-floor-change", "own")) == ("Mei", "Mei's Floor change")
    assert teller("en").word("purse-mei", "token") == "Mei's first purse"
