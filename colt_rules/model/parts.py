"""Access to the records that modules add to a game or a view, by the module's name: ``Game`` itself names no module."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from colt_rules.modules import IncompleteModule, field_of, folder_of

T = TypeVar("T")


def with_fields(added: Mapping[str, type]) -> Callable[[type[T]], type[T]]:
    """Add a field to a class for each module that adds a record; it is unset in games without the module.

    Raises `IncompleteModule` if the class already has the field.
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
    """The record that a module adds to a game or a view; None if it is not played or adds none."""
    return getattr(whole, field_of(module), None) or None
