"""The list of the modules there are, and the way to what each of them says: the one place that names them.

A module is a folder of ``colt_rules/rules``. What it brings to a floor of the house is a file of that folder, a part:
its model, commands and events, its rules, and further up what is seen, told and drawn of it. Each floor asks for a
part by its name, and a module that has none adds nothing there.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

MODULES: tuple[str, ...] = ("base", "expert", "duo", "team", "horses", "stagecoach")
"""The modules that are built, in the order in which they are put together."""


def field_of(module: str) -> str:
    """A module's name as a name of Python: its field of a game and of a view, and its folder of rules."""
    return module.replace("-", "_")


def home_of(module: str) -> str:
    """The package in which all of a module stands."""
    return f"colt_rules.rules.{field_of(module)}"


def parts(name: str) -> Iterator[tuple[str, ModuleType]]:
    """Every module that has this part, by name, in order."""
    for module in MODULES:
        path = f"{home_of(module)}.{name}"
        if find_spec(path):
            yield module, import_module(path)


def part_files(name: str) -> dict[str, Path]:
    """By module, in order: its part that is no Python, but a file with this name; of those that have one."""
    folders = {module: Path(__file__).parent / "rules" / field_of(module) for module in MODULES}
    return {module: folder / name for module, folder in folders.items() if (folder / name).is_file()}
