"""What a sealed search for the Brilliant Idea must not give away."""

import pytest

from colt_rules.commands import DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.rules.marshal.commands import SearchForIdea
from colt_rules.rules.marshal.model import MARSHAL
from colt_rules.views import view
from colt_rules.views.commands import SeenCommand, view_command
from tests.verdicts import accepted

SKETCH = """
    car    |         | mail       | dining | prison | stagecoach |
    roof   |         |            |        |        | shotgun    |
    inside | marshal | ghost tuco | belle  | doc    |            |
    beside |         |            |        |        |            |
"""


@pytest.mark.clause("ruling.idea.search-is-a-draw", "ruling.melee.draw-sealed")
@pytest.mark.parametrize("role", ["tuco", MARSHAL, "spectator"])
def test_in_a_melee_nobody_else_tells_a_search_from_a_draw_or_a_card(role: str) -> None:
    hands = {seat: [f"{seat}-move"] for seat in ("ghost", "tuco", "belle", "doc")}
    modules = ("base", "horses", "stagecoach", "mei", "marshal")
    game = board(SKETCH, modules=modules, card="attack-plans.2-4", first="ghost", hands=hands)
    ways = (SearchForIdea("ghost"), DrawCards("ghost"), PlayCard("ghost", "ghost-move", False))
    verdicts = [accepted(game, way) for way in ways]
    first = view(verdicts[0].after, role)
    assert all(view(verdict.after, role) == first for verdict in verdicts)
    for way, verdict in zip(ways, verdicts, strict=True):
        assert view_command(way, role, verdict.after, verdict.events[0][0]) == SeenCommand(None, None)
