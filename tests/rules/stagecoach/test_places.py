"""The board with a stagecoach is remembered."""

from colt_rules.conformance.cases.board import board
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.model import stagecoach_of


def test_the_same_board_is_made_only_once() -> None:
    game = board("roof | tuco | | |\ninside | M | | doc |", modules=("base", "horses", "stagecoach"))
    elsewhere = with_part(game, "stagecoach", changed(stagecoach_of(game), car="car-1"))
    graph = rules_of(game).graph
    assert graph(game) is graph(changed(game, neutral=3))
    assert graph(game) is not graph(elsewhere)
