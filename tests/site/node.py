"""Programs for node that tell something line by line."""

import json
import subprocess
from typing import Any


def told_by(program: str) -> list[Any]:
    """What a program of JavaScript tells, a line of JSON for each thing."""
    done = subprocess.run(["node", "--input-type=module", "--eval", program], capture_output=True, encoding="utf-8")
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
