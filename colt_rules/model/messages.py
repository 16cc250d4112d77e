"""The base classes of commands and events, and the conversion of earlier versions.

A class is the newest version of its type and lists the earlier ones in ``earlier``: see docs/change-an-event.md.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, cast

import attrs

from colt_rules.model.record import record
from colt_rules.modules import parts


@record
class Earlier:
    """An earlier version of a command or event, and how the next version differs from it.

    The next version can only add and rename fields. Any other change is a new type.
    """

    kind: type
    """The class of this version."""
    added: Mapping[str, Any] = {}
    """The fields that the next version adds, each with its value for a message logged in this version."""
    renamed: Mapping[str, str] = {}
    """By old field name: the new name."""

    def upcast(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the next version, from the fields of this version. A missing field stays missing."""
        return {**{self.renamed.get(name, name): value for name, value in fields.items()}, **self.added}


@record
class Message:
    """A command or an event."""

    earlier: ClassVar[tuple[Earlier, ...]] = ()
    """The earlier versions of its type, oldest first."""


@record
class Command(Message):
    """One complete choice of one actor: a player, the table or chance."""

    actor: str


@record
class Event(Message):
    """Something that happened. A field that does not state who sees it is hidden from all but the referee."""


T = TypeVar("T")
M = TypeVar("M", bound=Message)


def in_version(cls: type[M], version: int) -> type[M]:
    """The class of this version of a type."""
    earlier = cls.earlier[version - 1 : version]
    return cast("type[M]", earlier[0].kind) if earlier else cls


def upcast_fields(cls: type[Message], version: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in the newest version of a type, from the fields in this version."""
    for earlier in cls.earlier[version - 1 :]:
        fields = earlier.upcast(fields)
    return dict(fields)


def upcast(cls: type[M], version: int, message: M) -> M:
    """Convert a command or event of this version to the newest version of its type."""
    if message.__class__ is cls:
        return message
    return cls(**upcast_fields(cls, version, attrs.asdict(message, recurse=False)))


def fields_added_since(cls: type[Message], version: int) -> dict[str, Any]:
    """The fields of the newest version that this version lacks, each with the value that ``upcast`` gives it."""
    return upcast_fields(cls, version, {})


def newest_names(cls: type[Message], version: int) -> dict[str, str]:
    """By field name in this version: the name in the newest."""
    names = [field.name for field in attrs.fields(in_version(cls, version))]
    now = upcast_fields(cls, version, {name: name for name in names})
    return {then: name for name, then in now.items() if name not in fields_added_since(cls, version)}


def with_those_of_modules(part: str, own: dict[str, T]) -> dict[str, T]:
    """By name: the commands or events of the base game, then the commands or events of each module in its own order."""
    for _, module in parts(part):
        own = own | getattr(module, part.upper())
    return own


def versions(types: Mapping[str, type[Message]]) -> dict[str, int]:
    """The newest version of each type; raises ``TypeError`` if an earlier version does not lead to the next."""
    for name, cls in types.items():
        for version, earlier in enumerate(cls.earlier, 1):
            had, has = ([field.name for field in attrs.fields(in_version(cls, at))] for at in (version, version + 1))
            reached = [*(earlier.renamed.get(field, field) for field in had), *earlier.added]
            reached += [field for field in earlier.renamed if field not in had]
            if sorted(reached) != sorted(has):
                raise TypeError(
                    f"{name}: version {version} plus its added and renamed fields must have the fields of version "
                    f"{version + 1}: expected {', '.join(has)}, got {', '.join(reached)}"
                )
    return {name: len(cls.earlier) + 1 for name, cls in types.items()}
