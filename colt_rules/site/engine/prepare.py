"""Runs on the Python of the engine, see `prepare.mjs`: compiles the staged sources and records what is imported.

The folder `/stage` has `sources/` and `asked.json`, and gets `compiled/`, `library/` and `needed.json`.
"""

import importlib
import json
import sys
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc  # type: ignore[attr-defined]
from pathlib import Path

STAGE = Path("/stage")
HOME = Path("/lib/python3.14/site-packages")
LIBRARY = Path("/lib/python314.zip")
OWN = "colt_rules"


def compiled(source: bytes, name: str, optimize: int) -> bytes:
    """The bytecode of a source, with the file name that tracebacks will show."""
    made: bytes = _code_to_timestamp_pyc(compile(source, name, "exec", dont_inherit=True, optimize=optimize))
    return made


def compile_all() -> None:
    """Put the bytecode of every staged source where Python finds it, and all other files."""
    for path in sorted((STAGE / "sources").rglob("*")):
        name = path.relative_to(STAGE / "sources")
        if path.is_file() and path.suffix == ".py":
            # Others' code travels without docstrings and assertions, which Python supports; ours is unchanged.
            bytecode = compiled(path.read_bytes(), str(HOME / name), 0 if name.parts[0] == OWN else 2)
            write(HOME / name.with_suffix(".pyc"), bytecode)
        elif path.is_file():
            write(HOME / name, path.read_bytes())
    importlib.invalidate_caches()


def write(path: Path, data: bytes) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def import_all() -> None:
    """Import every module of the package that travels, and with them all that they need."""
    for path in sorted((HOME / OWN).rglob("*.pyc")):
        importlib.import_module(".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__"))


def write_compiled() -> None:
    """Write all that is ours, and the modules of the libraries that are loaded now."""
    loaded = {str(getattr(module, "__file__", "")) for module in sys.modules.values()}
    for path in HOME.rglob("*"):
        name = path.relative_to(HOME)
        if path.is_file() and (name.parts[0] == OWN or str(path) in loaded):
            write(STAGE / "compiled" / name, path.read_bytes())


def write_library() -> None:
    """Write the modules of the standard library that are loaded now."""
    with zipfile.ZipFile(LIBRARY) as library:
        names = set(library.namelist())
        for module in list(sys.modules.values()):
            source = str(getattr(module, "__file__", "")).removeprefix(f"{LIBRARY}/")
            if source in names:
                bytecode = compiled(library.read(source), f"{LIBRARY}/{source}", 2)
                write(STAGE / "library" / f"{source}c", bytecode)


compile_all()
import_all()
for asked in json.loads((STAGE / "asked.json").read_text())["library"]:
    importlib.import_module(asked)
write_compiled()
write_library()
(STAGE / "needed.json").write_text(json.dumps({"python": sys.version.split()[0]}))
