"""A one-shot engine that misbehaves in one way: ``once.py NAME WHEN MEMORY``, like ``adapter.py``.

A wrong answer replaces the responses to requests that contain the text WHEN. A deed is done with the whole result, if
any of them contains it.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.conformance.misbehaving.answers import ANSWERS, Message
from tests.conformance.misbehaving.deeds import DEEDS, say
from tests.conformance.misbehaving.memory import Memory


def main(name: str, when: str, memory: Memory) -> None:
    """Answer the case on the input."""
    requests = json.loads(sys.stdin.buffer.read())["requests"]
    responses = [memory.right(request) for request in requests]
    meant = [number for number, request in enumerate(requests) if _is_meant(request, when)]
    if name in ANSWERS:
        for number in meant:
            responses[number] = ANSWERS[name](responses[number])
    elif meant and name not in DEEDS:
        responses = _moved(name, responses)
    line = json.dumps({"type": "result", "responses": responses}).encode() + b"\n"
    (DEEDS[name] if meant and name in DEEDS else say)(line)


def _is_meant(request: Message, when: str) -> bool:
    return when in json.dumps(request, separators=(",", ":")) if when else request["type"] != "start"


def _moved(name: str, responses: list[Message]) -> list[Message]:
    match name:
        case "one-short":
            return responses[:-1]
        case "one-more":
            return [*responses, responses[-1]]
        case "out-of-order":
            return [responses[0], *reversed(responses[1:])]
    raise LookupError(f"expected a name of the pack, got {name!r}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Memory.load(sys.argv[3]))
