"""The engine as an adapter: JSON lines on stdin and stdout, as docs/adapter-protocol.md says.

colt conformance run --adapter "python -m colt_native.adapter"
"""

from __future__ import annotations

import json
import sys
from random import SystemRandom
from typing import Any

from . import EDITIONS, MODULES, BadPosition, Game, Refused, __version__

Message = dict[str, Any]

AGREEMENTS: dict[str, Message] = {
    "card-faces": {"type": "FinishNaming", "actor": "table"},
    "round-choice": {"type": "AgreeOnRoundCards", "actor": "table", "rounds": [], "stations": []},
}
"""What the table says in a game that this engine sets up, by what it is asked."""
SHOWN = {"train", "purses", "round-cards", "station", "first-player"}
"""What chance deals that the position shows."""


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
            "levels": ["outcome", "legal", "view", "setup"],
        }

    def on_setup(self, request: Message) -> Message:
        command, random = request["command"], SystemRandom()
        if lacking := modules_lacking(command["modules"]):
            return {"type": "skipped", "reason": lacking}
        game = Game()
        game.reseed(random.getrandbits(64))
        for each in (*request.get("house_rules", ()), command):
            game.apply_command(each)
        agreed = len(game.commands)
        while game.phase == "setup":
            actor, kind = game.awaiting[0]
            if actor == "chance":
                game.deal()
            elif actor == "table":
                game.apply_command(AGREEMENTS[kind])
            else:
                game.apply(random.randrange(game.legal_count()))
        hidden = [each for each in game.commands[agreed:] if each["type"] != "Deal" or each["what"] not in SHOWN]
        return {"type": "dealt", "state": game.to_state(), "commands": hidden}

    def on_new(self, request: Message) -> Message:
        self.game = None
        if lacking := modules_lacking(request["state"]["options"]["modules"]):
            self.unknown = lacking
            return {"type": "skipped", "reason": lacking}
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


def modules_lacking(modules: list[str]) -> str:
    """Why a game with these modules cannot be played; empty if it can."""
    lacking = sorted(set(modules) - set(MODULES))
    return f"modules that this engine does not play: {', '.join(lacking)}" if lacking else ""


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
