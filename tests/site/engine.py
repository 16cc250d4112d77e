"""The engine in node, as it is packed now."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from colt_rules.site.engine.packing import NODE, Packed, pack, scripts
from colt_rules.site.engine.taking import CannotTake
from tests.conftest import THOROUGH


@cache
def packed() -> Packed:
    """The engine; in thorough runs it is a failure if it cannot be packed."""
    try:
        return pack()
    except CannotTake as error:
        return (pytest.fail if THOROUGH else pytest.skip)(f"needs node, and npm's registry or COLT_ENGINE: {error}")


class Engine:
    """A running engine: a request a line."""

    def __init__(self, folder: Path) -> None:
        command = ["node", str(NODE), str(folder)]
        pipe = subprocess.PIPE
        self._node = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
        self.seconds: float = self._heard()["seconds"]

    def ask(self, **request: Any) -> Any:
        """The answer to a request."""
        return self.answered(json.dumps(request))

    def answered(self, line: str) -> Any:
        """The answer to a request as it is sent."""
        assert self._node.stdin
        self._node.stdin.write(f"{line}\n")
        self._node.stdin.flush()
        return self._heard()

    def _heard(self) -> Any:
        assert self._node.stdout
        line = self._node.stdout.readline()
        if not line:
            assert self._node.stderr
            raise AssertionError("\n".join(said[:300] for said in self._node.stderr.read().splitlines()[-8:]))
        return json.loads(line)

    def close(self) -> None:
        """End it."""
        self._node.communicate(timeout=60)


def written(suite: Mapping[str, bytes], to: Path) -> Path:
    """A folder with all files of the engine."""
    (to / "engine").mkdir(parents=True)
    for name, text in scripts(packed(), suite):
        (to / name).write_text(text, encoding="utf-8")
    return to


@contextmanager
def engine() -> Iterator[Engine]:
    """The engine without the suite."""
    running = Engine(written({}, Path(mkdtemp())))
    yield running
    running.close()
