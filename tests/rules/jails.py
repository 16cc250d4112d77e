"""Positions at the prison car: everybody has a Brilliant Idea, and three prisoners wait to be freed."""

from typing import Any

from colt_rules.events import Event
from colt_rules.kernel import settle
from colt_rules.model.names import action_card
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.events import LastCardNoted, PrisonerFreed, PrisonersDrawn
from colt_rules.rules.marshal.model import IDEA, MARSHAL
from tests.rules.prisons import prison
from tests.verdicts import lay

WAITING = ("companion-of-belle", "companion-of-doc", "companion-of-mei")
"""The prisoners beside the prison car."""


def jail(
    sketch: str,
    *cards: str,
    cell: tuple[str, ...] = (),
    since: tuple[Event, ...] = (),
    last: tuple[str, str] | None = None,
    prisoners: tuple[str, ...] = WAITING,
    marshal: str = "locomotive.inside",
    **fields: Any,
) -> Game:
    """The sketch with these in the cell and the first of the cards waiting to be carried out.

    ``last`` is the last card before them in this round, by bandit and action; ``since`` is what has happened besides.
    """
    noted = (LastCardNoted(1, *last),) if last else ()
    freed = tuple(event.prisoner for event in since if isinstance(event, PrisonerFreed))
    happened = (PrisonersDrawn(tuple(dict.fromkeys(prisoners + freed))), *since, *noted)
    game = prison(sketch, marshal=marshal, cell=cell, since=happened, **fields)
    each = {
        seat: changed(own, deck=(*own.deck, action_card(seat, IDEA))) if seat != MARSHAL else own
        for seat, own in game.cards.items()
    }
    ready = changed(game, cards=each)
    return settle(lay(ready, *cards)).after if cards else ready
