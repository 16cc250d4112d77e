"""The right answers to every request of the trial, for the engines of the pack.

So these engines need only the standard library, and start fast. The tests record the answers of the reference;
``Memory`` looks them up.
"""

import json
from pathlib import Path

from tests.conformance.misbehaving.answers import Message

BEGINS = ("start", "new", "stop")
CHANGES = ("new", "command", "log")


class Memory:
    """The right answers, by the current position and the request."""

    def __init__(self, answers: dict[str, Message]) -> None:
        self.answers = answers
        self.position = ""

    @staticmethod
    def load(path: str) -> "Memory":
        """From the file that the tests wrote."""
        return Memory(json.loads(Path(path).read_text(encoding="utf-8")))

    def right(self, request: Message) -> Message:
        """The right response; the request also updates the position."""
        asked = self.key(request)
        if request["type"] in CHANGES:
            self.position = asked
        return {**self.answers[asked], "seq": request["seq"]}

    def open_view(self) -> Message:
        """What the referee sees."""
        view: Message = self.answers[self.key({"type": "view", "seq": 0, "role": "referee"})]["view"]
        return view

    def key(self, request: Message) -> str:
        """The key of the answer to this request: everything since the position was set, without seq."""
        before = "" if request["type"] in BEGINS else self.position
        return before + json.dumps({**request, "seq": None}, sort_keys=True)
