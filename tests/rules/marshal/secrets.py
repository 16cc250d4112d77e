"""Exchanges every secret of goals, cylinders, mailbags and cards held back that a role may not know."""

from random import Random
from typing import Any

from colt_rules.model.changes import with_part
from colt_rules.model.names import kind_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.events import IdeaFound
from colt_rules.rules.marshal.model import MARSHAL, Holding, marshal_of
from tests.secrets import exchanged_values

BY_COMING = (IdeaFound,)
"""In a melee it tells, when all have chosen, who looks for the Idea."""


def hand_stays(game: Game, seat: str) -> bool:
    """Whether a hand must stay as it is: no hand must."""
    return False


def exchanged(game: Game, role: str, rng: Random) -> Game:
    """Replaces the goals to come; unless the role is the Marshal, also his current goals and his bullets."""
    mine = marshal_of(game)
    others: dict[str, Any] = {"holding": _other_cards(game, mine.holding, role, rng) if mine.holding else None}
    known = (*mine.current, *mine.shown) if role == MARSHAL else mine.shown
    left = [goal for goal in EXTRAS.goals if goal not in known]
    others["goals_drawn"] = tuple(rng.sample(left, len(mine.goals_drawn)))
    if role == MARSHAL:
        others["future"] = mine.future and tuple(rng.sample(left, len(mine.future)))
    else:
        row = tuple(rng.sample(left, len(mine.current) + len(mine.future or ()) - len(mine.shown)))
        hidden = len(mine.current) - len(mine.shown)
        others["current"] = tuple(rng.sample((*mine.shown, *row[:hidden]), len(mine.current)))
        others["future"] = mine.future and row[hidden:]
        others["cylinders"] = _refilled(mine.cylinders, "marshal-bullet-", rng)
        others["loads"] = _refilled(mine.loads, "", rng)
    bags = {token for token in game.values if kind_of(token) == "mailbag"} - (
        {*mine.mailbags} if role == MARSHAL else set()
    )
    values = exchanged_values(game, bags, role, rng)
    return with_part(changed(game, values=values), "marshal", changed(mine, **others))


def _refilled(cylinders: Any, beginning: str, rng: Random) -> dict[str, tuple[str, ...]]:
    """Cylinders with as many bullets of any kind."""
    kinds = [beginning + kind for kind in EXTRAS.marshal_bullets]
    return {name: tuple(rng.choices(kinds, k=len(bullets))) for name, bullets in cylinders.items()}


def _other_cards(game: Game, holding: Holding, role: str, rng: Random) -> Holding:
    """Other players hold back other cards from their hands."""
    held = {
        seat: row if seat == role or len(row) > len(hand) else tuple(sorted(rng.sample(hand, len(row))))
        for seat, row in holding.held.items()
        for hand in [game.cards[seat].hand]
    }
    return changed(holding, held=held)
