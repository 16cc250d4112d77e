"""A sketch is read column by column; modules add columns that are not cars, and rows of their own."""

import pytest

from colt_rules.conformance.cases.drawing import numbered, read_drawing, write_drawing
from colt_rules.conformance.notation import BadSketch, Drawing

TRAIN = """
car    |      | mail  | dining |
roof   | tuco |       |        |
inside | M    | ghost |        |
"""
WITH_MORE = """
car    |      | mail  | balloon |
roof   | tuco |       | doc     |
inside | M    | ghost | belle   |
"""


def read(sketch: str) -> Drawing:
    """A sketch to which a module adds a column and a row."""
    return read_drawing(sketch, ["mooring"], ["balloon"])


def test_each_car_has_a_roof_and_an_inside() -> None:
    drawing = read_drawing(TRAIN)
    assert drawing.cars == ("locomotive", "mail", "dining")
    assert dict(drawing.cells)["mail.inside"] == ("ghost",)
    assert dict(drawing.cells)["locomotive.roof"] == ("tuco",)
    assert (drawing.added, drawing.columns) == ((), ())


def test_a_column_that_is_added_is_drawn_last_and_is_no_car_of_the_train() -> None:
    drawing = read(WITH_MORE)
    assert drawing.cars == ("locomotive", "mail")
    assert drawing.columns == ("balloon",)
    assert drawing.cells[-2:] == (("balloon.inside", ("belle",)), ("balloon.roof", ("doc",)))


@pytest.mark.parametrize("row", ["mooring | rope | hook rope rope |", "mooring | rope | hook rope rope | |"])
def test_a_row_that_is_added_needs_no_cell_for_what_is_no_car(row: str) -> None:
    drawing = read(WITH_MORE + row)
    assert drawing.added == (("locomotive.mooring", ("rope",)), ("mail.mooring", ("hook", "rope", "rope")))
    assert drawing.cells_with("rope") == ["locomotive.mooring", "mail.mooring", "mail.mooring"]


@pytest.mark.parametrize("row", ["mooring | rope |", "mooring | | | rope |", "mooring | | | | |"])
def test_nothing_stands_in_such_a_row_but_with_a_car(row: str) -> None:
    with pytest.raises(BadSketch, match="mooring: expected a cell for each of the 2 cars of the train"):
        read(WITH_MORE + row)


@pytest.mark.parametrize("names", ["balloon | mail", "balloon | balloon"])
def test_no_car_behind_a_column_that_is_added_can_be_drawn(names: str) -> None:
    with pytest.raises(BadSketch, match="car: expected a unique name for each car"):
        read(f"car | | {names} |\nroof | | | |\ninside | | | |")


def test_a_row_that_nobody_adds_is_refused() -> None:
    with pytest.raises(BadSketch, match="expected the rows roof and inside"):
        read_drawing(WITH_MORE + "mooring | rope | |")


def test_what_is_written_is_read_again() -> None:
    words = {"mail.inside": ["ghost", "purse"], "balloon.roof": ["doc"], "mail.mooring": ["rope"]}
    written = write_drawing(["locomotive", "mail", "balloon"], ["car", "roof", "inside", "mooring"], words)
    assert written.splitlines()[2] == "inside  |  | ghost purse |         |"
    drawing = read(written)
    assert {cell: list(there) for cell, there in (*drawing.cells, *drawing.added) if there} == words


def test_a_token_gets_the_lowest_number_that_is_free() -> None:
    assert numbered("purse", {"jewel-1"}) == "purse-1"
    assert numbered("strongbox", {"strongbox-1", "strongbox-3"}) == "strongbox-2"
