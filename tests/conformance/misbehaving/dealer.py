"""An engine that deals by itself, and wrongly: ``dealer.py NAME``.

It supports only setting up the base game, does so like the reference, and then does one thing wrong.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from tests.conformance.misbehaving.answers import Message
from tests.conformance.misbehaving.deeds import say


def _fairly(state: Message) -> None:
    """Nothing is wrong."""


def _dear_purses(state: Message) -> None:
    """Purses with a value that the box does not have."""
    state["values"] |= {token: 1000 for token in state["values"] if token.startswith("purse-")}


def _twice_the_same_car(state: Message) -> None:
    """The second car behind the locomotive repeats the first."""
    _, first, second, *_ = state["train"]
    state["train"][2] = first
    state["floor"].pop(f"{second}.inside", None)
    for figure in state["figures"].values():
        figure["place"] = figure["place"].replace(second, first)


def _no_station(state: Message) -> None:
    """The last round card is not a station."""
    state["rounds"][-1] = state["rounds"][0]


WRONGS: dict[str, Callable[[Message], None]] = {
    function.__name__.removeprefix("_").replace("_", "-"): function
    for function in (_fairly, _dear_purses, _twice_the_same_car, _no_station)
}
"""By the name that a test passes to the engine."""


def main(name: str) -> None:
    """Serve until ``stop``."""
    reference = Reference("dealer")
    for line in sys.stdin.buffer:
        request = p.read_request(line)
        answer = json.loads(p.to_line(reference.answer(request)))
        if isinstance(request, p.Start):
            answer |= {"levels": ["setup"], "editions": ["ru-full"], "modules": ["base"]}
        if isinstance(request, p.SetUp):
            WRONGS[name](answer["state"])
        say(json.dumps(answer).encode() + b"\n")
        if isinstance(request, p.Stop):
            return


if __name__ == "__main__":
    main(sys.argv[1])
