"""What modules add to the state of a game, asked for by the module's name: ``Game`` itself names none of them."""

from typing import TYPE_CHECKING, Any

from colt_rules.model.record import changed

if TYPE_CHECKING:
    from colt_rules.model.state import Game


def part_of(game: "Game", module: str) -> Any:
    """The record that a module adds; nothing where it is not played."""
    return getattr(game, module) or None


def with_part(game: "Game", module: str, part: Any) -> "Game":
    """The game with this record of a module."""
    added: dict[str, Any] = {module: part}
    return changed(game, **added)
