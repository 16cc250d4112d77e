"""The prison car on the board: an ordinary car with a cell that nothing reaches."""

import pytest

from colt_rules.model.graph import Graph
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.places import BOARDED
from colt_rules.rules.marshal.model import CELL, CORRIDOR, PRISON_ROOF
from colt_rules.rules.rulebook import rules_of
from tests.rules.coaches import ALL
from tests.rules.jails import jail

SKETCH = """
    car    |     | a   | b    | prison |
    roof   | doc |     | tuco |        |
    inside |     |     |      |        |
"""


def graph(game: Game) -> Graph:
    return rules_of(game).graph(game)


@pytest.mark.clause("prison-car.corridor-and-roof")
def test_corridor_and_roof_are_those_of_the_last_car() -> None:
    board = graph(jail(SKETCH))
    assert board.moves[CORRIDOR] == ("b.inside",)
    assert board.moves[PRISON_ROOF] == ("b.roof", "a.roof", "locomotive.roof")
    assert board.stairs[CORRIDOR] == PRISON_ROOF
    assert board.stairs[PRISON_ROOF] == CORRIDOR
    assert board.pushes["b.inside"] == ("a.inside", CORRIDOR)
    assert board.roofs[-1] == PRISON_ROOF


@pytest.mark.clause("prison-car.cell", "prison-car.cell.not-shot", "prison-car.cell.not-pushed-in")
@pytest.mark.parametrize("modules", [("base",), ALL])
def test_nothing_leads_into_the_cell_and_nothing_out_of_it(modules: tuple[str, ...]) -> None:
    board = graph(jail(SKETCH, modules=modules))
    for relation in (board.moves, board.sight, board.pushes, board.patrol):
        assert relation[CELL] == ()
        assert not [place for place, ends in relation.items() if CELL in str(ends)]
    assert board.stairs[CELL] == CELL
    assert [place for place, other in board.stairs.items() if other == CELL] == [CELL]
    assert CELL not in str((board.knocked, board.forward, board.backward, board.roofs, board.relations))


@pytest.mark.clause("ruling.cell.happenings")
def test_the_cell_is_inside_the_train_and_not_its_end() -> None:
    board = graph(jail(SKETCH))
    assert board.insides == ("locomotive.inside", "a.inside", "b.inside", CELL, CORRIDOR)


@pytest.mark.clause("prison.setup.attack")
def test_in_the_horse_attack_every_car_but_the_prison_car_can_be_boarded() -> None:
    board = graph(jail(SKETCH, modules=("base", "horses")))
    assert board.relations[BOARDED] == {"a": "a.inside", "b": "b.inside"}


def test_before_the_train_stands_there_is_no_cell() -> None:
    assert CELL not in graph(changed(jail(SKETCH), train=())).stairs
