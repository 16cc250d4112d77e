"""Commands of ``colt`` one after another in one process, so that what they all need, such as the suite, is read once.

``python -m tests.one_after_another 'conformance check' 'conformance run'`` ends with 1 if any of them fails.
"""

import shlex
import sys
from collections.abc import Sequence

from colt_rules.cli.main import colt


def statuses(commands: Sequence[str]) -> list[int]:
    """How each of these command lines ended."""
    return [_status(command) for command in commands]


def _status(command: str) -> int:
    print(f"colt {command}", flush=True)
    try:
        colt(shlex.split(command))
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


if __name__ == "__main__":
    sys.exit(1 if any(statuses(sys.argv[1:])) else 0)
