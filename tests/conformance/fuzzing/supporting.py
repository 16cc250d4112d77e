"""Engines that support less than the reference knows, or answer otherwise.

What fuzzing plays depends on what an engine supports. A test that depends on the seed of a game lets its engine support
only the base game: the seed then gives the same game when a module is added.
"""

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

SUPPORTING = """
import json, subprocess, sys
editions, modules, command = json.loads(sys.argv[1])

engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in sys.stdin.buffer:
    engine.stdin.write(line)
    engine.stdin.flush()
    request, answer = json.loads(line), engine.stdout.readline()
    if request["type"] == "start":
        answer = json.dumps({**json.loads(answer), "editions": editions, "modules": modules}).encode() + b"\\n"
    if request["type"] == "new" and request["state"]["options"]["edition"] not in ("", *editions):
        answer = json.dumps({"type": "failed", "seq": request["seq"], "message": "unknown"}).encode() + b"\\n"
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
    if not answer or request["type"] == "stop":
        break
sys.exit(engine.wait())
"""


ALTERED = """
import json, os, sys, time
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference

engine = Reference()
{answered}
for line in sys.stdin.buffer:
    request = p.read_request(line)
    answer = answered(request, line)
    sys.stdout.buffer.write(answer if isinstance(answer, bytes) else p.to_line(answer))
    sys.stdout.buffer.flush()
    if isinstance(request, p.Stop):
        break
"""


def altered(folder: Path, answered: str, *words: str) -> str:
    """The command of an engine that answers with the function ``answered(request, line)`` in this source."""
    script = folder / "altered.py"
    script.write_text(ALTERED.format(answered=answered), encoding="utf-8")
    return shlex.join([sys.executable, str(script), *words])


def supporting(
    folder: Path, command: str, editions: Sequence[str] = ("ru-full",), modules: Sequence[str] = ("base",)
) -> str:
    """The command of an engine that answers as another one does, and supports no more than this."""
    script = folder / "supporting.py"
    script.write_text(SUPPORTING, encoding="utf-8")
    return shlex.join([sys.executable, str(script), json.dumps([editions, modules, shlex.split(command)])])
