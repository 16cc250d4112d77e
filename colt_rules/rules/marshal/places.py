"""The prison car as part of the board, with its cell, which no way and no line of fire enters or leaves."""

from collections.abc import Mapping
from typing import Any

from colt_rules.model.graph import Graph, cached_board
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.horses.places import BOARDED
from colt_rules.rules.marshal.model import CELL, CORRIDOR, PRISON
from colt_rules.rules.module import Rules


def places(rules: Rules, game: Game, graph: Graph) -> Graph:
    """The board with the cell if the train has a prison car; the corridor and the roof are like those of any car."""
    if PRISON not in game.train:
        return graph
    return _with_cell(graph, "ruling.cell.happenings=out-of-reach" not in game.options.rulings)


@cached_board
@clause(
    "prison-car.cell",
    "prison-car.cell.not-shot",
    "prison-car.cell.not-punched",
    "prison-car.cell.not-pushed-in",
    "ruling.cell.happenings",
)
def _with_cell(graph: Graph, inside: bool) -> Graph:
    """No Move, no line of fire and no push leads into the cell or out of it, but the cell is inside the train.

    So happenings that affect all bandits inside also affect bandits in the cell, unless a house rule says otherwise.
    """
    insides = (each for place in graph.insides for each in ((CELL, place) if place == CORRIDOR else (place,)))
    return changed(
        graph,
        moves={**graph.moves, CELL: ()},
        sight={**graph.sight, CELL: ()},
        pushes={**graph.pushes, CELL: ()},
        stairs={**graph.stairs, CELL: CELL},
        patrol={**graph.patrol, CELL: ()},
        insides=tuple(insides) if inside else graph.insides,
        relations=_not_boarded(graph.relations),
    )


@clause("prison.setup.attack")
def _not_boarded(relations: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
    """In the horse attack the prison car cannot be boarded."""
    if BOARDED not in relations:
        return relations
    return {**relations, BOARDED: {car: place for car, place in relations[BOARDED].items() if car != PRISON}}
