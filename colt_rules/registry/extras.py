"""What a module adds to the box of the base game: `load_extras` reads `spec/components/MODULE/`."""

from collections.abc import Iterable
from pathlib import Path

from colt_rules.modules import parts
from colt_rules.registry.components import COMMON_KINDS, ComponentFiles, Extras, Piece, own_kinds

ADDED: dict[str, type[Extras]] = {module: part.ADDED for module, part in parts("components")}
"""By module with its own kinds of components: its `Extras` class."""


def modules_with_extras(spec: Path) -> list[str]:
    """The names of the modules that add something to the box."""
    return sorted(path.name for path in (spec / "components").glob("*") if path.is_dir())


def load_extras(spec: Path, module: str) -> Extras:
    """What a module adds to the box according to the folder `spec`; raises `SpecError` with all problems."""
    tables, added = ComponentFiles.of(spec, module), ADDED.get(module, Extras)
    kinds = {**COMMON_KINDS, **own_kinds(added), "piece": Piece}
    _check_files(tables, kinds)
    found = tables.read(kinds, needed=False)
    tables.findings.raise_any()
    return added(module=module, **found)


def _check_files(tables: ComponentFiles, names: Iterable[str]) -> None:
    """Check that the folder exists and has only files that are read."""
    known = ", ".join(tables.path(name).name for name in names)
    if not tables.folder.is_dir():
        tables.findings.add(tables.folder.as_posix(), "", f"expected a folder with some of {known}, got none")
        return
    for path in sorted(tables.folder.iterdir()):
        if path not in map(tables.path, names):
            tables.findings.add(path.as_posix(), "", f"expected one of {known}, got another file")
