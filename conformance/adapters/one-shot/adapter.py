"""A one-shot adapter to begin with: it is started anew for each position, names itself and skips everything else.

Put your engine into ``answer``: the README beside this file says how.
"""

import json
import sys

ENGINE = {"name": "my-engine", "version": "0.1", "language": "Python"}
SUPPORTS = {"editions": ["ru-full"], "modules": ["base"], "levels": ["outcome"]}


def answer(request: dict[str, object]) -> dict[str, object]:
    """The response to one request, with the same ``seq``."""
    if request["type"] == "start":
        return {"type": "started", "seq": request["seq"], "protocol": 1, **ENGINE, **SUPPORTS}
    return {"type": "skipped", "seq": request["seq"], "reason": f"{request['type']} is not written yet"}


responses = [answer(request) for request in json.load(sys.stdin.buffer)["requests"]]
print(json.dumps({"type": "result", "responses": responses}))
