"""The list of modules and the lookup of their parts. No other file outside a module's homes names a module.

A module has two homes: a folder in ``colt_rules/rules`` with its rules, and one in ``colt_rules/presentation`` with
its notation, pictures, sentences and the like. A part is a file in one of them. Each layer of the package looks up a
part by name; a module without that part adds nothing to the layer.
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
"""The implemented modules, in the order in which they are assembled."""


def folder_of(module: str) -> str:
    """The module's name as a Python identifier: the name of its folders."""
    return module.replace("-", "_")


@cache
def field_of(module: str) -> str:
    """The field of a game and of a view that holds a module's record.

    It has the name of the module's folder, unless the model sets ``FIELD`` because that name is already in use.
    """
    model = part_of_module(module, "model") if module in MODULES else None
    name: str = getattr(model, "FIELD", folder_of(module))
    return name


class IncompleteModule(ImportError):
    """A module lacks something that a layer requires; the message says what, where, and what to do."""


DEFINED = {
    "components": "ADDED",
    "model": "ADDED",
    "commands": "COMMANDS",
    "events": "EVENTS",
    "module": "MODULE",
    "visibility": "VISIBILITY",
    "gains": "GAINS",
    "bots": "VALUES",
    "pictures": "PICTURES",
    "notation": "NOTATION",
    "catalogue": "CATALOGUE",
}
"""By part: the name that every such file must define, if any."""
PRESENTED = frozenset({"bots", "pictures", "notation", "sentences", "catalogue"})
"""The Python parts that are in the presentation folder; all other file types are there too."""


def parts(name: str) -> Iterator[tuple[str, ModuleType]]:
    """Yield the name and part of every module that has this part, in order."""
    for module in MODULES:
        if part := part_of_module(module, name):
            yield module, part


def part_of_module(module: str, name: str) -> ModuleType | None:
    """This part of a module, or None if the module does not have it."""
    folder = folder_of(module)
    rules, home = f"colt_rules.rules.{folder}", f"colt_rules.{_home(name)}.{folder}"
    part = sys.modules.get(f"{home}.{name}")  # checked first: find_spec is slow
    if not part and not find_spec(rules):
        raise IncompleteModule(
            f"expected a folder colt_rules/rules/{folder}/ for {module!r}, which MODULES in colt_rules/modules.py "
            "lists; got none: create the folder, with underscores for hyphens, or remove the name from the list"
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
    """Raise `IncompleteModule` for the first kind of message without an entry in a table.

    ``part`` is the name of a Python part, or the full name of any other file.
    """
    for kind in kinds:
        if kind not in entries:
            name = part if "." in part else f"{part}.py"
            file = f"colt_rules/{_home(part)}/{kind.__module__.split('.')[-2]}/{name}"
            raise IncompleteModule(f"{file}: expected {what} of {kind.__name__} in {table}, got none: add one")


def part_files(name: str) -> dict[str, Path]:
    """By module, in order: its presentation file of this name, for the modules that have one."""
    folders = {module: Path(__file__).parent / "presentation" / folder_of(module) for module in MODULES}
    return {module: folder / name for module, folder in folders.items() if (folder / name).is_file()}


def _home(part: str) -> str:
    """The parent of the module folders that hold this part or file."""
    return "presentation" if part in PRESENTED or "." in part else "rules"
