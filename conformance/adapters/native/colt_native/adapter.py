"""The engine as an adapter: JSON lines on stdin and stdout, as docs/adapter-protocol.md says.

colt conformance run --adapter "python -m colt_native.adapter"
"""

from __future__ import annotations

import json
import sys
from typing import Any

from . import EDITIONS, MODULES, BadPosition, Game, Refused, __version__

Message = dict[str, Any]


class Adapter:
    def __init__(self) -> None:
        self.game: Game | None = None
        self.unknown = "no position yet"

    def answer(self, request: Message) -> Message:
        kind = request.get("type")
        handler = getattr(self, f"on_{kind}", None) if isinstance(kind, str) else None
        if handler is None:
            return {"type": "failed", "message": f"expected a request of protocol 1, got type {kind!r}"}
        try:
            response: Message = handler(request)
        except Exception as error:  # one bad request must not end the program
            return {"type": "failed", "message": f"{type(error).__name__}: {error}"}
        return response

    def on_start(self, request: Message) -> Message:
        return {
            "type": "started",
            "protocol": 1,
            "name": "colt-native",
            "version": __version__,
            "language": "C++",
            "editions": EDITIONS,
            "modules": MODULES,
            "levels": ["outcome", "legal", "view"],
        }

    def on_new(self, request: Message) -> Message:
        self.game = None
        modules = request["state"]["options"]["modules"]
        if not set(modules) <= set(MODULES):
            self.unknown = f"modules that this engine does not play: {', '.join(sorted(set(modules) - set(MODULES)))}"
            return {"type": "skipped", "reason": self.unknown}
        try:
            self.game = Game.from_state(request["state"])
        except BadPosition as error:
            self.unknown = f"a position that this engine does not know: {error}"
            raise
        return {"type": "ready"}

    def on_command(self, request: Message) -> Message:
        if self.game is None:
            return {"type": "skipped", "reason": self.unknown}
        try:
            self.game.apply_command(request["command"])
        except Refused as error:
            return {"type": "refused", "message": str(error)}
        return {"type": "accepted", "state": self.game.to_state()}

    def on_legal(self, request: Message) -> Message:
        if self.game is None:
            return {"type": "skipped", "reason": self.unknown}
        actor = request["actor"]
        awaited = {who for who, _ in self.game.awaiting}
        if actor == "table" and actor in awaited:
            return {"type": "skipped", "reason": "what a table can agree on is too much to list"}
        if actor == "chance" and actor in awaited:
            return {"type": "options", "rows": self.game.rows()}
        return {"type": "options", "commands": self.game.legal(actor)}

    def on_view(self, request: Message) -> Message:
        if self.game is None:
            return {"type": "skipped", "reason": self.unknown}
        return {"type": "seen", "view": self.game.view(request["role"])}

    def on_stop(self, request: Message) -> Message:
        return {"type": "stopped"}


def read(line: bytes) -> Message:
    request = json.loads(line)
    if not isinstance(request, dict):
        raise ValueError("a request is an object")
    return request


def main() -> None:
    adapter = Adapter()
    for line in sys.stdin.buffer:
        try:
            request = read(line)
        except (ValueError, RecursionError) as error:
            request = {}
            response: Message = {"type": "failed", "message": f"expected a request as one JSON object: {error}"}
        else:
            response = adapter.answer(request)
        response["seq"] = request.get("seq", "")
        sys.stdout.write(json.dumps(response) + "\n")
        sys.stdout.flush()
        if response["type"] == "stopped":
            break


if __name__ == "__main__":
    main()
