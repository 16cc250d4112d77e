"""What every command and every event is made from, so that each module can have its own."""

from typing import TypeVar

from colt_rules.model.record import record
from colt_rules.modules import parts


@record
class Command:
    """One whole choice of one actor: a player, the table or chance."""

    actor: str


@record
class Event:
    """Something that happened."""


T = TypeVar("T")


def with_those_of_modules(part: str, own: dict[str, T]) -> dict[str, T]:
    """Commands or events by name, with those of all modules, in the order of every list of them.

    One that a module puts ``AFTER`` another comes right behind it, any other behind the one above it in its own table.
    """
    kinds, names = {**own}, [*own]
    for _, module in parts(part):
        added, after, place = getattr(module, part.upper()), getattr(module, "AFTER", {}), len(names)
        for name in added:
            place = names.index(after[name]) + 1 if name in after else place
            names.insert(place, name)
            place += 1
        kinds |= added
    return {name: kinds[name] for name in names}
