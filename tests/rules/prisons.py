"""Positions with the Marshal among the players and the prison car at the tail."""

from collections.abc import Mapping
from typing import Any

from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle, BanditMoved, BanditPlaced, Event
from colt_rules.kernel import fold, settle
from colt_rules.model.names import Cites, owner_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.events import CylinderLoaded, MarshalSeated, PrisonersDrawn
from colt_rules.rules.marshal.model import CELL, LEFT, MARSHAL, RIGHT
from colt_rules.rules.marshal.setup import bullet, kinds
from tests.verdicts import lay

HIS_CARDS = ("fire", "move", "move-plus", "floor-change", "floor-change-plus", "arrest", "ride")
PRISONERS = ("companion-of-belle", "companion-of-ghost", "companion-of-tuco")
"""Beside the prison car, all three of them."""
ASSUMED = dict.fromkeys((LEFT, RIGHT), kinds())
"""The bullets of his cylinders, by kind, if a test does not say otherwise."""


def prison(
    sketch: str,
    *,
    marshal: str,
    cards: tuple[str, ...] = (),
    cylinders: Mapping[str, tuple[str, ...]] | None = None,
    cell: tuple[str, ...] = (),
    since: tuple[Event, ...] = (),
    modules: tuple[str, ...] = ("base",),
    **fields: Any,
) -> Game:
    """The sketch with the Marshal at a place, these in the cell and the first of these cards waiting to be carried out.

    Bandits for the cell are drawn where they were arrested; ``since`` is what has happened besides.
    """
    drawn = board(sketch, modules=modules, **fields)
    seats = (*drawn.options.seats, MARSHAL)
    options = changed(drawn.options, modules=(*modules, "marshal"), seats=seats)
    started = changed(drawn, options=options, marshal="")
    loads = ASSUMED | dict(cylinders or {})
    ready = fold(
        [
            MarshalSeated(MARSHAL, tuple(f"{MARSHAL}-{card}" for card in HIS_CARDS), tuple(EXTRAS.brawlers)),
            *(CylinderLoaded(cylinder, tuple(map(bullet, loads[cylinder]))) for cylinder in (LEFT, RIGHT)),
            PrisonersDrawn(PRISONERS),
            BanditPlaced(MARSHAL, marshal),
            *(BanditMoved(bandit, drawn.figures[bandit].place, CELL, "arrest") for bandit in cell),
            *since,
        ],
        started,
    )
    return settle(lay(ready, *cards)).after if cards else ready


def idle(game: Game, card: str) -> Cites:
    """Why a card does nothing when it comes up; nobody has moved or been hit by it."""
    laid = lay(game, card)
    settled = settle(laid)
    ((bandit, cites),) = [(event.bandit, cites) for event, cites in settled.events if isinstance(event, ActionIdle)]
    assert bandit == owner_of(card)
    assert settled.after.figures == laid.figures
    return cites
