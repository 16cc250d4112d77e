"""The rules of Colt Express in C++.

    >>> from colt_native import Game
    >>> game = Game.new("ru-full", ["base"], ["tuco", "ghost", "belle", "doc"], seed=1)
    >>> while not game.over:
    ...     game.apply(0)               # always the first choice of whoever is to act
    >>> game.winners
    [...]

A game that was made by `Game.new` rolls its own dice: chance never waits. One that was made by `Game.from_state`
without a seed waits for a `Deal`, as the adapter protocol has it.
"""

from ._engine import (
    EDITIONS,
    MODULES,
    BadPosition,
    Batch,
    Broken,
    Game,
    Layout,
    Refused,
    Result,
    Search,
    Steps,
    TooMuch,
    playouts,
    seating,
    tally,
)

__all__ = [
    "EDITIONS",
    "MODULES",
    "BadPosition",
    "Batch",
    "Broken",
    "Game",
    "Layout",
    "Refused",
    "Result",
    "Search",
    "Steps",
    "TooMuch",
    "playouts",
    "seating",
    "tally",
]
__version__ = "0.1.0"
