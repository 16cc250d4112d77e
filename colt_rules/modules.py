"""The list of the modules there are, and the way to what each of them says: the one place that names them.

A module has two homes: a folder of ``colt_rules/rules`` with its rules, and one of ``colt_rules/presentation`` with
what it is to people and tools, such as notation, pictures and sentences. What it brings to a floor of the house is a
file of one of them, a part. Each floor asks for a part by its name, and a module that has none adds nothing there.
"""

import sys
from collections.abc import Container, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

MODULES: tuple[str, ...] = (
    "base",
    "expert",
    "duo",
    "team",
    "horses",
    "stagecoach",
    "mei",
    "marshal",
    "time-machine",
    "cursed-loot",
)
"""The modules that are built, in the order in which they are put together."""


def folder_of(module: str) -> str:
    """A module's name as a name of Python: its folder of rules."""
    return module.replace("-", "_")


@cache
def field_of(module: str) -> str:
    """The field for a module's record in a game and in a view: called like its folder, or as its model has it.

    The model names one, ``FIELD``, where a game has another field of that name.
    """
    model = part_of_module(module, "model") if module in MODULES else None
    name: str = getattr(model, "FIELD", folder_of(module))
    return name


class IncompleteModule(ImportError):
    """A module lacks what a floor needs of it; the message says what, where, and what to do."""


DEFINED = {
    "components": "ADDED",
    "model": "ADDED",
    "commands": "COMMANDS",
    "events": "EVENTS",
    "module": "MODULE",
    "visibility": "VISIBILITY",
    "bots": "VALUES",
    "pictures": "PICTURES",
    "notation": "NOTATION",
    "catalogue": "CATALOGUE",
}
"""By part: the name that every such file defines, where it has to define any."""
PRESENTED = frozenset({"bots", "pictures", "notation", "sentences", "catalogue"})
"""The parts that stand in the folder of presentation; files that are no Python all do."""


def parts(name: str) -> Iterator[tuple[str, ModuleType]]:
    """Every module that has this part, by name, in order."""
    for module in MODULES:
        if part := part_of_module(module, name):
            yield module, part


def part_of_module(module: str, name: str) -> ModuleType | None:
    """This part of a module, or none if the module does not have it."""
    folder = folder_of(module)
    rules, home = f"colt_rules.rules.{folder}", f"colt_rules.{_home(name)}.{folder}"
    part = sys.modules.get(f"{home}.{name}")  # asked first, because to look for files takes long
    if not part and not find_spec(rules):
        raise IncompleteModule(
            f"expected a folder colt_rules/rules/{folder}/ for {module!r}, which MODULES in colt_rules/modules.py "
            "names; got none: make the folder, with hyphens as underscores, or take the name out of the list"
        )
    if not part and not (find_spec(home) and find_spec(f"{home}.{name}")):
        return None
    part, wanted = part or import_module(f"{home}.{name}"), DEFINED.get(name, "__name__")
    if not hasattr(part, wanted):
        raise IncompleteModule(
            f"colt_rules/{_home(name)}/{folder}/{name}.py: expected it to define {wanted}, got no such name: add it, "
            f"or give the file another name if the module has no {name}"
        )
    return part


def check_complete(kinds: Iterable[type], entries: Container[type], what: str, part: str, table: str) -> None:
    """Every kind of message has an entry in a table; an `IncompleteModule` names one that has not.

    ``part`` is the name of a part, or of a file that is no Python.
    """
    for kind in kinds:
        if kind not in entries:
            name = part if "." in part else f"{part}.py"
            file = f"colt_rules/{_home(part)}/{kind.__module__.split('.')[-2]}/{name}"
            raise IncompleteModule(f"{file}: expected {what} of {kind.__name__} in {table}, got none: add one")


def part_files(name: str) -> dict[str, Path]:
    """By module, in order: its part that is no Python, but a file with this name; of those that have one."""
    folders = {module: Path(__file__).parent / "presentation" / folder_of(module) for module in MODULES}
    return {module: folder / name for module, folder in folders.items() if (folder / name).is_file()}


def _home(part: str) -> str:
    """The folder with a folder for each module that has the part, or the file that is no Python."""
    return "presentation" if part in PRESENTED or "." in part else "rules"
