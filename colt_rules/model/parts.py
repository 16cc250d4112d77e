"""What modules add to the state of a game, asked for by the module's name: ``Game`` itself names none of them.

What they add to a view of a game is asked for in the same way.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from colt_rules.modules import IncompleteModule, field_of, folder_of

T = TypeVar("T")


def with_fields(added: Mapping[str, type]) -> Callable[[type[T]], type[T]]:
    """A class with one field more for each module that adds a record; it is unset where the module is not played.

    An `IncompleteModule` names a module whose field is there already.
    """

    def widened(cls: type[T]) -> type[T]:
        for module, part in added.items():
            field = field_of(module)
            if field in cls.__annotations__ or hasattr(cls, field):
                raise IncompleteModule(
                    f"colt_rules/rules/{folder_of(module)}/model.py: expected a field that {cls.__name__} does not "
                    f"have yet, got {field!r}: name another one as FIELD"
                )
            cls.__annotations__[field] = part | UnsetType
            setattr(cls, field, UNSET)
        return cls

    return widened


def part_of(whole: Any, module: str) -> Any:
    """The record that a module adds to a game, or to a view of one; nothing where it is not played, or keeps none."""
    return getattr(whole, field_of(module), None) or None
