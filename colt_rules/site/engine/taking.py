"""Takes what the engine needs and is not ours: Pyodide from the npm registry, the msgspec wheel from PyPI.

Versions and hashes are pinned in `pins.toml`. The files are cached on this machine. `COLT_ENGINE` names a folder that
has them, for a machine without a network.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from urllib.request import urlopen

from platformdirs import user_cache_path

from colt_rules.registry.strict import read_toml

PINS = Path(__file__).with_name("pins.toml")
GIVEN = "COLT_ENGINE"
"""The environment variable that names a folder with the files."""
PATIENCE = 60
"""Seconds without a byte from the registry."""


class CannotTake(RuntimeError):
    """Something that the engine needs is missing; the message says what and why."""


def cache_folder() -> Path:
    """Where this machine keeps the files, and engines that were packed from them."""
    return user_cache_path("colt-rules", appauthor=False).expanduser() / "engine"


def pins() -> dict[str, dict[str, str]]:
    """What is taken from elsewhere, by name."""
    return read_toml(PINS)


def taken(name: str) -> Path:
    """The pinned file of this name, from the given folder, the cache or the network; raises ``CannotTake``."""
    pin = pins()[name]
    if given := os.environ.get(GIVEN):
        path = Path(given) / pin["file"]
        if not path.is_file():
            raise CannotTake(f"{GIVEN}: expected {pin['file']} in {given}, got no such file")
        _check(path, pin)
        return path
    path = cache_folder() / pin["file"]
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        _download(pin, path)
    _check(path, pin)
    return path


def _check(path: Path, pin: dict[str, str]) -> None:
    found = sha256(path.read_bytes()).hexdigest()
    if found != pin["sha256"]:
        raise CannotTake(f"{path}: expected the sha256 {pin['sha256']}, got {found}; remove the file")


def _download(pin: dict[str, str], path: Path) -> None:
    """Take a file from its address, or have pip, which knows this machine's index, take a wheel."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        if "address" in pin:
            with urlopen(pin["address"], timeout=PATIENCE) as response:
                part.write_bytes(response.read())
        else:
            _take_wheel(pin, part)
        part.replace(path)
    except OSError as error:
        raise CannotTake(f"{pin['file']} cannot be downloaded: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _take_wheel(pin: dict[str, str], to: Path) -> None:
    folder = to.with_name(f"{to.name}.wheel")
    chosen = ["--only-binary=:all:", "--python-version", pin["python"], "--platform", pin["platform"]]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *chosen, "--dest", str(folder)]
    done = subprocess.run([*command, pin["requirement"]], capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
        raise CannotTake(f"{pin['file']} cannot be downloaded: {said}")
    (folder / pin["file"]).replace(to)
    folder.rmdir()
