"""`colt adapter` speaks the protocol on stdin and stdout."""

import json
import subprocess
import sys
from typing import Any

import pytest

from colt_rules.conformance.cases.suite import Filter, suite
from colt_rules.log.codec import to_data
from colt_rules.model.state import NEW
from tests.cli.running import run_colt

START = {"type": "start", "seq": 1, "protocol": 1}
STOP = {"type": "stop", "seq": "end"}
MUTANT = "fire.roof.line-of-sight/the-second-roof-is-in-sight"
HIDDEN = "fire.roof.line-of-sight/the-second-roof-is-hidden"


def said(text: str, *options: str) -> list[Any]:
    """What comes on stdout, one JSON a line."""
    result = run_colt("adapter", *options, given=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def lines(*requests: Any) -> str:
    return "".join(json.dumps(request) + "\n" for request in requests)


def test_by_hand_it_names_itself_and_what_it_supports() -> None:
    (started,) = said(lines(START))
    assert (started["type"], started["seq"], started["name"]) == ("started", 1, "colt-rules")
    assert started["levels"] == ["fold", "decide", "outcome", "legal", "view", "cite", "setup"]


def test_it_answers_each_line_until_stop() -> None:
    new = {"type": "new", "seq": 2, "state": to_data(NEW)}
    answers = said(lines(START, new, {"type": "legal", "seq": 3, "actor": "tuco"}, STOP, START))
    assert [answer["type"] for answer in answers] == ["started", "ready", "options", "stopped"]
    assert [answer["seq"] for answer in answers] == [1, 2, 3, "end"]


def test_it_ends_with_its_input() -> None:
    assert said("") == []


def test_a_line_that_is_no_request_is_told_and_the_next_one_is_answered() -> None:
    first, second = said("nonsense\n" + lines(START))
    assert (first["type"], second["type"]) == ("failed", "started")
    assert "expected JSON" in first["message"]


def test_once_it_answers_a_whole_case_at_once() -> None:
    (result,) = said(json.dumps({"type": "case", "protocol": 1, "requests": [START, STOP]}), "--once")
    assert result["type"] == "result"
    assert [answer["type"] for answer in result["responses"]] == ["started", "stopped"]


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"type":"case","protocol":1}', lines(START)])
def test_once_whatever_is_no_case_is_told_in_words(text: str) -> None:
    result = run_colt("adapter", "--once", given=text, status=2)
    assert "expected" in result.stderr
    assert "fault of colt-rules" not in result.stderr


def test_a_mutant_names_itself_and_reads_its_clause_wrongly() -> None:
    (run,) = suite().chosen(Filter(ids=(HIDDEN,)))
    requests = lines(
        START,
        {"type": "new", "seq": 2, "state": to_data(run.given)},
        {"type": "command", "seq": 3, "command": run.commands[0]},
    )
    assert [answer["type"] for answer in said(requests)] == ["started", "ready", "refused"]
    command = [sys.executable, "-m", "colt_rules.cli.main", "adapter", "--mutant", MUTANT]
    mutant = subprocess.run(command, input=requests, text=True, capture_output=True, check=True)
    started, _, verdict = map(json.loads, mutant.stdout.splitlines())
    assert started["name"] == f"colt-rules ({MUTANT})"
    assert verdict["type"] == "accepted"


def test_a_mutant_that_does_not_exist_is_told() -> None:
    result = run_colt("adapter", "--mutant", "horses/x", status=2)
    assert "expected a mutant of `colt conformance mutants --list`, got 'horses/x'" in result.stderr
