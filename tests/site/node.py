"""Programs for node that print line by line."""

import json
import subprocess
from atexit import register
from functools import cache
from typing import Any


def told_by(program: str) -> list[Any]:
    """The output of a JavaScript program, one line of JSON per item."""
    done = subprocess.run(["node", "--input-type=module", "--eval", program], capture_output=True, encoding="utf-8")
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def answered(program: str, question: Any) -> Any:
    """What the function ``answer`` of a program of JavaScript makes of a question."""
    node = _running(program)
    assert node.stdin
    assert node.stdout
    node.stdin.write(f"{json.dumps(question)}\n")
    node.stdin.flush()
    told = node.stdout.readline()
    assert told, node.communicate()[1]
    return json.loads(told)


@cache
def _running(program: str) -> subprocess.Popen[str]:
    """Node with a program that answers line by line. It is started once: that takes longer than most answers."""
    loop = """
        import { createInterface } from "node:readline";
        for await (const line of createInterface({ input: process.stdin })) {
          console.log(JSON.stringify(await answer(JSON.parse(line))));
        }
    """
    command = ["node", "--input-type=module", "--eval", program + loop]
    pipe = subprocess.PIPE
    node = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
    register(node.communicate)
    return node
