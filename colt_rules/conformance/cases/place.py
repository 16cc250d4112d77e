"""The folder of the suite and the file of the last run. Imports nothing of the rules."""

from hashlib import sha256
from pathlib import Path

from colt_rules.registry.errors import Problem, SpecError


def suite_folder() -> Path:
    """The folder of the suite: inside the package if installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    for folder in (package / "suite", package.parent / "conformance"):
        if (folder / "cases").is_dir():
            return folder
    raise SpecError([Problem(package.as_posix(), "", "expected the cases in or beside the package, got neither")])


def last_run(adapter: str) -> Path:
    """The file of the last run of this adapter from this working directory, in the platform's cache folder."""
    from platformdirs import user_cache_path  # only here, because the engine in the browser has no such folder

    name = sha256(f"{Path.cwd()}\n{adapter}".encode()).hexdigest()[:16]
    return user_cache_path("colt-rules", appauthor=False).expanduser() / "conformance" / f"{name}.jsonl"
