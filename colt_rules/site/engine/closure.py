"""Which modules of the package travel: everything that the worker can reach by an import, wherever it is written."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from colt_rules.modules import MODULES, folder_of

PACKAGE = Path(__file__).parents[2]
ROOTS = ("colt_rules", "colt_rules.playing", "colt_rules.playing.worker", "colt_rules.playing.proving")
LEFT_OUT = re.compile(r"colt_rules\.(?:cli|site|bench|testing|research|log\.(?:opening|sqlite|postgresql))(?:\.|$)")
"""What a page has no use for, although something that travels may import it when asked to."""
DATA = re.compile(r"(?!player_aid\.|links\.).*\.(?:toml|css)")
"""The files beside travelling modules that they may read."""


def travelling() -> dict[str, Path]:
    """By path from the folder of the package: the modules that travel, and the data beside them."""
    found: dict[str, Path] = {}
    waiting = [*ROOTS]
    while waiting:
        name = waiting.pop()
        path = source_of(name)
        if path is None or LEFT_OUT.match(name) or name in found:
            continue
        found[name] = path
        waiting += _imported(path)
    files = set(found.values())
    files |= {data for folder in _folders(files) for data in folder.iterdir() if DATA.fullmatch(data.name)}
    return {path.relative_to(PACKAGE.parent).as_posix(): path for path in sorted(files)}


def source_of(name: str) -> Path | None:
    """The file of a module of this package; None if it is not a module of this package."""
    stem = PACKAGE.parent / name.replace(".", "/")
    if name.partition(".")[0] != PACKAGE.name:
        return None
    return next((path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()), None)


def _imported(path: Path) -> Iterator[str]:
    """What a file imports, the packages in which that lies, and the parts of modules that it asks for by name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: Iterable[str] = ()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith("part"):
            names = [
                part for given in node.args if isinstance(given, ast.Constant) for part in _parts(str(given.value))
            ]
        for name in names:
            words = name.split(".")
            yield from (".".join(words[:end]) for end in range(1, len(words) + 1))


def _parts(name: str) -> Iterator[str]:
    for module in MODULES:
        for home in ("rules", "presentation"):
            yield f"colt_rules.{home}.{folder_of(module)}.{name}"


def _folders(files: Iterable[Path]) -> set[Path]:
    """The folders of these files, the homes of modules, and folders of data below them."""
    homes = {PACKAGE / "presentation" / folder_of(module) for module in MODULES}
    folders = {path.parent for path in files} | {home for home in homes if home.is_dir()}
    below = {child for folder in folders for child in folder.iterdir() if child.is_dir()}
    return folders | {child for child in below if not any(child.glob("*.py")) and child.name != "__pycache__"}
