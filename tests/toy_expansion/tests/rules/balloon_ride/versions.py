"""Tests of a game that was logged before the balloon's events and command got their second version.

It is the game of ``test_layers``, as a program of that time would have written it.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from colt_rules.conformance.cases.export import all_schemas
from colt_rules.conformance.protocol.messages import EventMessage, read_events
from colt_rules.kernel import fold
from colt_rules.log.codec import read_event, to_json
from colt_rules.log.entries import Recording
from colt_rules.log.errors import Malformed
from colt_rules.log.lines import parse_lines
from colt_rules.log.redaction import redacted
from colt_rules.log.replay import replay
from colt_rules.log.schemas import drift
from colt_rules.log.sqlite import SqliteStore
from colt_rules.log.store import Search
from colt_rules.log.verifying import check, verify
from colt_rules.players.coverage import demanded, shown
from colt_rules.referee.audit import audit
from colt_rules.referee.compare import compare
from colt_rules.referee.explain import explain
from colt_rules.referee.redacted import RedactedStory
from colt_rules.referee.story import Story
from colt_rules.referee.what_if import OtherRules, what_if
from colt_rules.rules.balloon_ride.events import SandbagThrown
from tests.events.test_schemas import problems, problems_of_line
from tests.logs import chained_lines, text_of
from tests.rules.balloon_ride.test_layers import end_of_game, game_of_bots, run
from tests.site.javascript import answers, needs_node
from tests.site.node import told_by
from tests.site.test_replay_script import IMPORTS

CHANGED = {"SandbagPlaced", "SandbagThrown", "ThrowSandbag"}


def in_version_1(line: bytes) -> bytes:
    """A line, whole or redacted, as it was written when there was only version 1."""
    told = json.loads(line)
    if told.get("type") not in CHANGED:
        return line
    data, hidden = told["data"], told.get("hidden", [])
    match told["type"]:
        case "SandbagPlaced":
            data = {"weight" if name == "kind" else name: value for name, value in data.items()}
            hidden = ["weight" if name == "kind" else name for name in hidden]
        case "SandbagThrown":
            data = {name: value for name, value in data.items() if name != "kind"}
        case "ThrowSandbag":
            data = {"sandbag" if name == "token" else name: value for name, value in data.items()}
            hidden = ["sandbag" if name == "token" else name for name in hidden]
    hiding = {"hidden": sorted(hidden)} if "hidden" in told else {}
    return to_json({**told, "v": 1, "data": data, **hiding}) + b"\n"


def in_old_words(lines: Iterable[bytes]) -> bytes:
    """A log in version 1, with the hashes that it had."""
    return b"".join(chained_lines(map(in_version_1, lines)))


@cache
def old_text() -> bytes:
    return in_old_words(text_of(game_of_bots()).splitlines(keepends=True))


def old_game() -> Recording:
    return parse_lines([old_text()])


def old_story() -> Story:
    return Story.read([old_text()])


def thrown(log: Recording) -> int:
    """The number of the first event in which a sandbag is thrown."""
    return next(entry.seq for entry in log.events if isinstance(entry.event, SandbagThrown))


# --- reading and folding


def test_it_is_read_as_it_was_written_and_told_in_the_newest_version() -> None:
    assert {entry.type for entry in old_game().entries if entry.version == 1} >= CHANGED
    assert text_of(old_game()) == old_text(), "it is never rewritten"
    now = old_game().events[thrown(old_game()) - 1].event
    right = game_of_bots().events[thrown(old_game()) - 1].event
    assert isinstance(now, SandbagThrown)
    assert isinstance(right, SandbagThrown)
    assert (now.token, now.height, now.kind) == (right.token, right.height, "unknown")
    commands = [[entry.command for entry in log.commands] for log in (old_game(), game_of_bots())]
    assert commands[0] == commands[1]


def test_it_leads_to_the_same_position() -> None:
    assert replay(old_game()) == fold(entry.event for entry in old_game().events) == end_of_game()


@pytest.mark.parametrize(
    ("version", "data", "words"),
    [
        (1, {"token": "sandbag-1", "kind": "light", "place": "mail.inside"}, "expected no fields but token, weight"),
        (1, {"token": "sandbag-1", "place": "mail.inside"}, "weight: expected a text, got nothing"),
        (2, {"token": "sandbag-1", "weight": "light", "place": "mail.inside"}, "expected no fields but token, kind"),
        (3, {}, "expected version 2 of SandbagPlaced or an older one, got the number 3; upgrade"),
    ],
)
def test_each_version_is_read_strictly(version: int, data: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed) as error:
        read_event("SandbagPlaced", version, data)
    assert words in str(error.value)


def test_an_engine_may_be_asked_in_either_version() -> None:
    old = EventMessage("SandbagPlaced", 1, {"token": "sandbag-1", "weight": "light", "place": "mail.inside"})
    new = EventMessage("SandbagPlaced", 2, {"token": "sandbag-1", "kind": "light", "place": "mail.inside"})
    assert read_events((old,)) == read_events((new,))


def test_there_is_a_schema_of_each_version() -> None:
    assert drift(all_schemas(), Path("events/schemas")) == []
    for text in (old_text(), text_of(game_of_bots())):
        for line in map(json.loads, text.splitlines()):
            assert problems_of_line(line) == []
            if line.get("type") in CHANGED and "seq" in line:
                earlier = ".v1" if line["v"] == 1 else ""
                assert problems(f"events/{line['type']}{earlier}.json", line["data"]) == []


def test_a_store_takes_it_in_finds_it_and_gives_it_back_unchanged(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "games.db") as store:
        store.add([("balloon", [old_text()])])
        assert b"".join(store.pieces("balloon")) == old_text()
        assert store.position("balloon").game == end_of_game()
        assert store.verify("balloon").sound
        assert [info.game for info in store.games(Search(event="SandbagThrown", over=True))] == ["balloon"]


# --- the rules


def test_nothing_departs_from_the_rules() -> None:
    assert check(old_game()) == []
    assert verify([old_text()]).sound
    found = audit([old_text()])
    assert found.sound
    assert found.explained == ()
    assert found.result.by_log == found.result.by_rules == end_of_game().ranking


@pytest.mark.parametrize(("field", "value"), [("height", 17), ("token", "sandbag-9")])
def test_what_it_says_wrongly_is_found(field: str, value: Any) -> None:
    lines = old_text().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if b'"SandbagThrown"' in line)
    told = json.loads(lines[at])
    lines[at] = to_json({**told, "data": {**told["data"], field: value}}) + b"\n"
    (first, *_) = audit([b"".join(chained_lines(lines))]).rules
    assert (first.kind, first.event) == ("event", told["seq"])


def test_a_game_goes_on_in_the_newest_version(tmp_path: Path) -> None:
    """Half of the log was written by the old program, and half by this one."""
    old, new = (text.splitlines(keepends=True) for text in (old_text(), text_of(game_of_bots())))
    half = next(at for at, line in enumerate(old) if b'"ThrowSandbag"' in line)
    both = b"".join(chained_lines([*old[:half], *new[half:]]))
    assert {(entry.type, entry.version) for entry in parse_lines([both]).entries} >= {
        ("SandbagPlaced", 1),
        ("SandbagThrown", 2),
    }
    assert audit([both]).sound
    assert compare(Story.read([both]), old_story()).differences == ()


def test_two_logs_of_one_game_in_different_versions_are_the_same() -> None:
    found = compare(old_story(), Story.read([text_of(game_of_bots())]))
    assert found.differences == ()
    assert found.same_end


def test_it_is_explained_and_told() -> None:
    story = old_story()
    told = explain(story, thrown(old_game()))
    assert told.departs == ""
    assert {citation.id for citation in told.clauses} == {"balloon.throw", "balloon.secret"}
    assert what_if(story, OtherRules()).fork is None


def test_its_sentences_are_those_of_the_newest_version(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_bytes(old_text())
    assert "threw a sandbag; the balloon is" in run("replay", path, "--kind", "SandbagThrown")
    assert "some sandbag" in run("replay", path, "--kind", "SandbagPlaced", "--as", "tuco")
    assert "The log follows the rules: yes." in run("audit", path)


# --- what roles see


def test_a_redacted_log_of_it_is_what_it_was() -> None:
    now = [line + b"\n" for line in redacted(game_of_bots(), "tuco")]
    old = b"".join(line + b"\n" for line in redacted(old_game(), "tuco"))
    assert b'"hidden":["weight"]' in old
    assert old == in_old_words(now)


def test_a_redacted_log_of_it_is_told_in_the_newest_version() -> None:
    stories = [RedactedStory([line + b"\n" for line in redacted(log, "tuco")]) for log in (game_of_bots(), old_game())]
    assert stories[1].broken == ""
    for one, other in zip(*(story.looks("tuco", 1, story.events) for story in stories), strict=True):
        assert one.event is not None
        assert other.event is not None
        same = one.event.data if one.event.type != "SandbagThrown" else {**one.event.data, "kind": "unknown"}
        assert (other.event.data, sorted(other.event.hidden)) == (same, sorted(one.event.hidden))
        assert (one.type, one.command) == (other.type, other.command)


# --- elsewhere


@needs_node
def test_a_browser_folds_it_and_sees_it_as_python_does(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("old.jsonl", "new.jsonl")]
    for path, text in zip(paths, (old_text(), text_of(game_of_bots())), strict=True):
        path.write_bytes(text)
    answer = "(asked) => positions(asked).map(({ state }) => state)"
    old, new = answers(answer, [{"log": str(path), "every": 1} for path in paths])
    assert old == new


@needs_node
def test_the_page_of_replays_reads_it_in_the_newest_version(tmp_path: Path) -> None:
    seen = in_old_words(line + b"\n" for line in redacted(game_of_bots(), "tuco"))
    told = []
    for name, text in (("whole", old_text()), ("seen", seen)):
        path = tmp_path / name
        path.write_bytes(text)
        told += told_by(f"""{IMPORTS}
            const {{ story, broken }} = await readLog(piecesOf({json.dumps(str(path))}), schemas);
            const event = (kind) => story.moments.find(({{ type }}) => type === kind);
            const {{ data }} = story.commands.find(({{ type }}) => type === "ThrowSandbag");
            const {{ data: placed, hidden }} = event("SandbagPlaced");
            tell([broken, event("SandbagThrown").data.kind, Object.keys(data), Object.keys(placed).sort(), hidden]);
        """)
    assert told == [
        [0, "unknown", ["token"], ["kind", "place", "token"], None],
        [0, "unknown", ANY, ["place", "token"], ["kind"]],
    ]


def test_kept_games_have_to_show_the_newest_version() -> None:
    missing = demanded() - shown(old_game())
    assert {name for kind, name in missing if kind in ("event", "command")} >= CHANGED
    assert not {name for kind, name in demanded() - shown(game_of_bots()) if kind in ("event", "command")} & CHANGED
