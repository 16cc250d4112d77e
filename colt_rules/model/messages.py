"""What every command and every event is made from, so that each module can have its own.

A class is the newest version of its type and lists the versions before it in ``earlier``: see docs/change-an-event.md.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, cast

import attrs

from colt_rules.model.record import record
from colt_rules.modules import parts


@record
class Earlier:
    """An earlier version of a command or event, and how the next version differs from it.

    The next version says all that the earlier one said. Whatever else is to change is a new type.
    """

    kind: type
    """The class as it was."""
    added: Mapping[str, Any] = {}
    """The fields that the next version adds, each with the value that it has where the earlier version was logged."""
    renamed: Mapping[str, str] = {}
    """The new names of fields by their old ones."""

    def upcast(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the next version, from those of this one; a field that is left out is left out there too."""
        return {**{self.renamed.get(name, name): value for name, value in fields.items()}, **self.added}


@record
class Message:
    """A command or an event."""

    earlier: ClassVar[tuple[Earlier, ...]] = ()
    """The versions of its type before this one, the oldest first."""


@record
class Command(Message):
    """One whole choice of one actor: a player, the table or chance."""

    actor: str


@record
class Event(Message):
    """Something that happened."""


M = TypeVar("M", bound=Message)


def in_version(cls: type[M], version: int) -> type[M]:
    """The class of an earlier version of a type, or the newest."""
    earlier = cls.earlier[version - 1 : version]
    return cast("type[M]", earlier[0].kind) if earlier else cls


def upcast_fields(cls: type[Message], version: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the newest version of a type, from those of this version."""
    for earlier in cls.earlier[version - 1 :]:
        fields = earlier.upcast(fields)
    return dict(fields)


def upcast(cls: type[M], version: int, message: M) -> M:
    """A command or event of this version of a type, in the newest version."""
    if message.__class__ is cls:
        return message
    return cls(**upcast_fields(cls, version, attrs.asdict(message, recurse=False)))


def unsaid(cls: type[Message], version: int) -> dict[str, Any]:
    """The fields of the newest version that this version could not tell, each as ``upcast`` fills it in."""
    return upcast_fields(cls, version, {})


def names_now(cls: type[Message], version: int) -> dict[str, str]:
    """By the name of each field of this version: its name in the newest."""
    names = [field.name for field in attrs.fields(in_version(cls, version))]
    now = upcast_fields(cls, version, {name: name for name in names})
    return {then: name for name, then in now.items() if name not in unsaid(cls, version)}


T = TypeVar("T")


def with_those_of_modules(part: str, own: dict[str, T]) -> dict[str, T]:
    """Commands or events by name: those of the base game, then those of each module, in the order of its table."""
    for _, module in parts(part):
        own = own | getattr(module, part.upper())
    return own


def versions(types: Mapping[str, type[Message]]) -> dict[str, int]:
    """The newest version of each type; a ``TypeError`` if an earlier one does not lead to the next."""
    for name, cls in types.items():
        for version, earlier in enumerate(cls.earlier, 1):
            had, has = ([field.name for field in attrs.fields(in_version(cls, at))] for at in (version, version + 1))
            reached = [*(earlier.renamed.get(field, field) for field in had), *earlier.added]
            reached += [field for field in earlier.renamed if field not in had]
            if sorted(reached) != sorted(has):
                raise TypeError(
                    f"{name}: expected the fields of version {version}, with what is added and renamed, to be "
                    f"{', '.join(has)}, as in version {version + 1}; got {', '.join(reached)}"
                )
    return {name: len(cls.earlier) + 1 for name, cls in types.items()}
