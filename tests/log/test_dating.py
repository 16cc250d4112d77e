"""A log that names a version of the specification from before its modules is reported; no correction explains it."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from attrs import evolve
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.commands import AgreeOnRuling
from colt_rules.events import TurnStarted
from colt_rules.languages import LANGUAGES
from colt_rules.log import dating
from colt_rules.log.dating import applying, version_remark
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import LogReader
from colt_rules.log.rule_check import Judge
from colt_rules.log.verifying import Verified, verify, verify_read
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.modules import MODULES
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import play
from colt_rules.referee.audit import audit
from colt_rules.registry.corrections import FIRST_VERSION, in_numbers
from colt_rules.rules.rulebook import module
from tests.corrected import correction, published
from tests.log.test_corrections import Told
from tests.logs import EVENTS, text_of
from tests.rules.sittings import sitting

LEVELS = "ruling.sharing-the-loot.levels=same-car"
"""Ours until version 1.1.0, so nobody could agree on it before."""
MADE_UP = (
    correction("LootTaken", clauses=["happening.sharing-the-loot"], former_defaults=[LEVELS]),
    evolve(correction("TurnStarted"), version="1.2.0"),
    evolve(correction("TurnStarted"), version="1.3.0"),
)


@pytest.fixture(autouse=True)
def history(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Some corrections, and a module that came with 1.2.0: nothing was corrected or added since 1.0.0 yet."""
    since = {"mei": changed(module("mei"), since="1.2.0")}
    with published(*MADE_UP):
        monkeypatch.setattr(dating, "module", lambda name: since.get(name) or module(name))
        yield


@cache
def told(variant: str, *house_rules: str) -> Told:
    """A right game, as a log tells it."""
    start = sitting("ru-full", variant)
    bots = {seat: RandomBot(number) for number, seat in enumerate(start.seats)}
    with_house_rules = [AgreeOnRuling(TABLE, *house_rule.split("=")) for house_rule in house_rules]
    return [(command, right.events) for command, right in play(start, Dealer(3), bots, with_house_rules)]


def log_of(steps: Told, variant: str, spec: str) -> Recording:
    """The log of a game whose header names this version, with a chain that is whole."""
    start = sitting("ru-full", variant)
    header = new_header("a-game", start.edition, start.modules, start.seats)
    return recording(msgspec.structs.replace(header, spec=spec), steps)


def verified(variant: str, spec: str, *house_rules: str) -> Verified:
    return verify([text_of(log_of(told(variant, *house_rules), variant, spec))])


def found_in(variant: str, spec: str, *house_rules: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.expected, one.got) for one in verified(variant, spec, *house_rules).departures]


@pytest.mark.parametrize("name", MODULES)
def test_every_module_is_in_a_version_that_there_is(name: str) -> None:
    assert version_remark(module(name).since) == ""


@pytest.mark.parametrize("path", sorted((EVENTS / "games").glob("*.jsonl")), ids=lambda path: path.stem)
def test_no_kept_game_is_older_than_what_it_plays(path: Path) -> None:
    header = json.loads(path.read_bytes().partition(b"\n")[0])
    since = max(in_numbers(module(name).since) for name in header["modules"])
    assert in_numbers(header["spec"]) >= since


@pytest.mark.parametrize("spec", ["1.0.0", "1.1.0"])
def test_a_module_that_did_not_exist_then_is_reported(spec: str) -> None:
    expected = [("version", "1.2.0 or later, the first version with mei", spec)]
    assert found_in("marshal", spec) == expected
    assert found_in("marshal", "1.2.0") == []
    judged = audit([text_of(log_of(told("marshal"), "marshal", spec))])
    assert [(one.kind, one.expected, one.got) for one in judged.log] == expected
    assert not judged.sound


def test_an_answer_that_was_ours_then_cannot_have_been_agreed_on() -> None:
    assert found_in("base", FIRST_VERSION, LEVELS) == [
        ("version", f"1.1.0 or later, the first version with {LEVELS}", "1.0.0")
    ]
    assert found_in("base", "1.1.0", LEVELS) == []
    assert found_in("base", FIRST_VERSION) == []


def test_there_was_no_version_before_the_first() -> None:
    assert found_in("base", "0.9.0") == [("version", "1.0.0 or later, the first version with base", "0.9.0")]


def test_a_redacted_log_is_held_against_its_header_too(tmp_path: Path) -> None:
    log, part = tmp_path / "log.jsonl", tmp_path / "part.jsonl"
    log.write_bytes(text_of(log_of(told("marshal"), "marshal", FIRST_VERSION)))
    CliRunner().invoke(colt, ["log", "export", str(log), "--as", "spectator", str(part)])
    assert [one.kind for one in audit([part.read_bytes()]).log] == ["version"]


@pytest.mark.parametrize(("variant", "is_excused"), [("base", True), ("mei", False)])
def test_a_correction_from_before_a_module_existed_excuses_nothing(variant: str, is_excused: bool) -> None:
    """The header is backdated, the clause of a correction is missing, the chain is whole."""
    steps = [
        (command, tuple((one, ("turn.tunnel",) if isinstance(one, TurnStarted) else cites) for one, cites in events))
        for command, events in told(variant)
    ]
    clauses = sorted(
        {id for _, events in told(variant) for one, cites in events for id in cites if type(one) is TurnStarted}
    )
    old = correction("TurnStarted", clauses=[*clauses, "turn.tunnel"])
    text = text_of(log_of(steps, variant, FIRST_VERSION))
    found = verify_read(LogReader([text]), judge=Judge([old]))
    assert bool(found.explained) == is_excused
    assert ("cites" in {one.kind for one in found.departures}) != is_excused


def test_a_later_correction_applies_to_what_there_was() -> None:
    every = MADE_UP
    assert applying(every, ("base",), ()) == every
    assert {one.version for one in every} - {one.version for one in applying(every, ("base", "mei"), ())} == {
        "1.1.0",
        "1.2.0",
    }
    assert applying(every, ("base", "an-engines-own"), ()) == every


@pytest.mark.parametrize(
    ("version", "remark"),
    [("1.0.0", ""), ("1.2.0", ""), ("1.0.7", "unknown"), ("9.0.0", "later")],
)
def test_a_version_that_is_unknown_here_is_remarked_on(version: str, remark: str, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text_of(log_of(told("base"), "base", version)))
    assert verified("base", version).remark == version_remark(version) == remark
    for command in ("audit", "log verify"):
        done = CliRunner().invoke(colt, [*command.split(), str(path), "--json"])
        facts = json.loads(done.output)
        assert facts.get("rules", facts)["spec_remark"] == (remark or None)
        for lang in LANGUAGES:
            words = CliRunner().invoke(colt, [*command.split(), str(path), "--lang", lang])
            assert words.exit_code == 0
            assert (version in words.output) == bool(remark)
    page = tmp_path / "report.html"
    assert CliRunner().invoke(colt, ["report", str(path), "--event", "1", "-o", str(page)]).exit_code == 0
    assert (f"version {version} of the specification" in page.read_text("utf-8")) == bool(remark)


@pytest.mark.parametrize("version", ["", "1", "1.2", "01.0.0", "1.0.0-beta", "1.0.0 ", "9" * 9 + ".0.0"])
def test_a_malformed_version_is_reported(version: str) -> None:
    lines = text_of(log_of(told("base"), "base", "1.0.0")).split(b"\n")
    lines[0] = json.dumps(json.loads(lines[0]) | {"spec": version}, sort_keys=True, separators=(",", ":")).encode()
    (problem, *_) = verify([b"\n".join(lines)]).problems
    assert "spec: expected three numbers such as 1.1.0, got" in problem.message
