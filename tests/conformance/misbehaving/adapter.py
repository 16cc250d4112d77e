"""An engine that misbehaves in one way: ``adapter.py NAME WHEN MEMORY``.

It answers correctly until the line of a request contains the text WHEN; then it gives the wrong answer, or does the
deed, of this NAME. Without a WHEN that is any request but ``start`` and ``stop``.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.conformance.misbehaving.answers import ANSWERS, LEAKS, leaking
from tests.conformance.misbehaving.deeds import DEEDS, say
from tests.conformance.misbehaving.memory import Memory


def main(name: str, when: str, memory: Memory) -> None:
    """Serve until ``stop`` or the end of the input."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer = memory.right(request)
        meant = when.encode() in line if when else request["type"] not in ("start", "stop")
        if meant and name in LEAKS:
            answer = leaking(answer, memory.open_view(), LEAKS[name])
        elif meant and name not in DEEDS:
            answer = ANSWERS[name](answer)
        (DEEDS[name] if meant and name in DEEDS else say)(json.dumps(answer).encode() + b"\n")
        if request["type"] == "stop":
            return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Memory.load(sys.argv[3]))
