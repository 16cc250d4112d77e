"""Where the suite is, and where the last run is kept. Nothing of the rules is imported here."""

import os
import sys
from hashlib import sha256
from pathlib import Path

from colt_rules.registry.errors import Problem, SpecError


def suite_folder() -> Path:
    """Where the suite is: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    for folder in (package / "suite", package.parent / "conformance"):
        if (folder / "cases").is_dir():
            return folder
    raise SpecError([Problem(package.as_posix(), "", "expected the cases in or beside the package, got neither")])


def last_run(adapter: str) -> Path:
    """Where the last run of this adapter from this folder is kept: the platform's folder for caches."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Cache"
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    name = sha256(f"{Path.cwd()}\n{adapter}".encode()).hexdigest()[:16]
    return base / "colt-rules" / "conformance" / f"{name}.jsonl"
