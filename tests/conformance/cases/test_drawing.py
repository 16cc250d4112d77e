"""A sketch is read column by column; the stagecoach is a column of its own, and what stands beside the train a row."""

import pytest

from colt_rules.conformance.cases.drawing import BadSketch, numbered, read_drawing

TRAIN = """
car    |      | mail  | dining |
roof   | tuco |       |        |
inside | M    | ghost |        |
"""
COACH = """
car    |      | mail  | stagecoach |
roof   | tuco |       | doc        |
inside | M    | ghost | belle      |
"""


def test_each_car_has_a_roof_and_an_inside() -> None:
    drawing = read_drawing(TRAIN)
    assert drawing.cars == ("locomotive", "mail", "dining")
    assert dict(drawing.cells)["mail.inside"] == ("ghost",)
    assert dict(drawing.cells)["locomotive.roof"] == ("tuco",)
    assert (drawing.beside, drawing.has_coach) == ((), False)


def test_the_stagecoach_is_drawn_last_and_is_no_car_of_the_train() -> None:
    drawing = read_drawing(COACH)
    assert drawing.cars == ("locomotive", "mail")
    assert drawing.has_coach
    assert drawing.cells[-2:] == (("stagecoach.inside", ("belle",)), ("stagecoach.roof", ("doc",)))


@pytest.mark.parametrize("row", ["beside | horse | stagecoach horse |", "beside | horse | stagecoach horse | |"])
def test_the_row_beside_needs_no_cell_for_the_stagecoach_itself(row: str) -> None:
    drawing = read_drawing(COACH + row)
    assert drawing.beside == (("locomotive", ("horse",)), ("mail", ("stagecoach", "horse")))


@pytest.mark.parametrize("row", ["beside | horse |", "beside | | | horse |", "beside | | | | |"])
def test_nothing_stands_beside_what_is_no_car(row: str) -> None:
    with pytest.raises(BadSketch, match="beside: expected a cell for each of the 2 cars of the train"):
        read_drawing(COACH + row)


def test_no_car_behind_the_stagecoach_can_be_drawn() -> None:
    with pytest.raises(BadSketch, match="car: expected a name of its own for each car"):
        read_drawing("car | | stagecoach | mail |\nroof | | | |\ninside | | | |")


def test_a_token_gets_the_lowest_number_that_is_free() -> None:
    assert numbered("purse", {"jewel-1"}) == "purse-1"
    assert numbered("strongbox", {"strongbox-1", "strongbox-3"}) == "strongbox-2"
