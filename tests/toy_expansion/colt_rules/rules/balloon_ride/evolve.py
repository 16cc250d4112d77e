"""What the events of the balloon change in the state."""

from typing import Any

from colt_rules.model.changes import after_turn, figure_changed, laid, with_part, with_round, without
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.balloon_ride.events import SandbagPlaced, SandbagThrown
from colt_rules.rules.balloon_ride.model import MODULE_NAME, balloon_of
from colt_rules.rules.module import Fold


def _with(game: Game, **fields: Any) -> Game:
    """The game with these fields of its balloon changed."""
    return with_part(game, MODULE_NAME, changed(balloon_of(game), **fields))


def _sandbag_placed(game: Game, event: SandbagPlaced) -> Game:
    floor, values = laid(game, event.token, event.place), {**game.values, event.token: 0}
    sandbags = {**balloon_of(game).sandbags, event.token: event.kind}
    return _with(changed(game, floor=floor, values=values), sandbags=sandbags)


def _sandbag_thrown(game: Game, event: SandbagThrown) -> Game:
    figure = game.figures[event.bandit]
    game = figure_changed(game, event.bandit, changed(figure, loot=without(figure.loot, event.token)))
    game = with_round(game, changed(game.round, order=after_turn(game.round.order, event.seat)))
    left = {token: kind for token, kind in balloon_of(game).sandbags.items() if token != event.token}
    return _with(game, sandbags=left, height=event.height)


EVOLVE: dict[type, Fold] = {SandbagPlaced: _sandbag_placed, SandbagThrown: _sandbag_thrown}
