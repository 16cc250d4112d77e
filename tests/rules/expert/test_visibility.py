"""Others see neither which cards an expert keeps nor how the discard pile is shuffled."""

from typing import Any

import pytest

from colt_rules.commands import Deal, DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.model.state import Game
from colt_rules.rules.expert.commands import KeepCards
from colt_rules.views import view, view_event
from tests.verdicts import accepted, after

SKETCH = """
    roof   | tuco | ghost | belle |
    inside |      | M     |       |
"""
EXPERT = ("base", "expert")


def scheming(**fields: Any) -> Game:
    """Tuco, Ghost and Belle in the last turn of a round, with only the named cards in hand."""
    return board(SKETCH, **{"modules": EXPERT, "hands": {}, "card": "bridge.2-4"} | fields)


def ending(hands: dict[str, list[str]], **fields: Any) -> Game:
    """The last turn of a round; the last of three players, Belle, is about to act."""
    return scheming(hands={"belle": ["belle-move"], **hands}, turn=2, acted=2, **fields)


@pytest.mark.clause("ruling.expert.kept-in-secret")
def test_others_see_how_many_cards_were_kept_and_not_which() -> None:
    game = ending({"tuco": ["tuco-move", "tuco-fire"], "ghost": ["ghost-move"]})
    game = after(game, PlayCard("belle", "belle-move", False))
    one = accepted(game, KeepCards("tuco", ("tuco-move",)))
    other = accepted(game, KeepCards("tuco", ("tuco-fire",)))
    for role in ("ghost", "belle", "spectator"):
        assert view(one.after, role) == view(other.after, role)
        seen = view_event(one.events[0][0], role, one.after)
        assert seen == view_event(other.events[0][0], role, other.after)
        assert seen is not None
        assert (seen.data["kept_count"], seen.data["discarded_count"]) == (1, 1)
    assert view(one.after, "tuco") != view(other.after, "tuco")


@pytest.mark.clause("expert.reshuffle", "secrecy.decks")
def test_the_order_of_the_shuffled_pile_is_seen_by_nobody() -> None:
    discard = ["tuco-robbery", "tuco-fire", "tuco-marshal", "tuco-move"]
    hand = ["tuco-move", "tuco-floor-change", "tuco-floor-change", "tuco-fire", "tuco-robbery"]
    game = scheming(hands={"tuco": hand}, decks={"tuco": ["tuco-punch"]}, discards={"tuco": discard})
    waiting = after(game, DrawCards("tuco"))
    one = accepted(waiting, Deal("chance", "discard", "tuco", tuple(discard)))
    other = accepted(waiting, Deal("chance", "discard", "tuco", (*discard[:2], *discard[:1:-1])))
    for role in ("tuco", "ghost", "spectator"):
        assert view(one.after, role) == view(other.after, role)
        assert view_event(one.events[0][0], role, one.after) == view_event(other.events[0][0], role, other.after)
