"""Each log among many has its judgement: the same as alone, whatever is in the others."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from colt_rules.archive import judging
from colt_rules.archive.judging import Judgement, Question, digest_of, judge, judge_all
from colt_rules.archive.logs import LogName, logs_at
from colt_rules.archive.results import Results
from colt_rules.archive.sharing import Failed
from colt_rules.log.opening import open_store
from colt_rules.referee.audit import audit
from tests.archive.hostile import hostile_logs, write_hostile
from tests.logs import lines_of, played, text_of
from tests.referee.tampered import CATALOGUE
from tests.stores import cut, fill

NEVER = 4e9
"""A time at which no log is written any more."""


def written(path: Path, text: bytes) -> LogName:
    path.write_bytes(text)
    return LogName(str(path))


def wrong() -> bytes:
    return text_of(CATALOGUE["no-bullet-for-who-was-hit"].made().log())


def here(work: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
    """Shares no work."""
    for item in items:
        try:
            yield item, work(item)
        except Exception as error:
            yield item, Failed(f"{error.__class__.__name__}: {error}")


def told(
    folder: Path, cache: Path, question: Question = "audit"
) -> tuple[dict[str, Judgement | Failed], dict[str, bool]]:
    """By name of the file: the judgement on each log in a folder, and whether it was known."""
    found: dict[str, Judgement | Failed] = {}
    known: dict[str, bool] = {}

    def tell(name: LogName, what: Judgement | Failed, before: bool) -> None:
        found[Path(name.place).name], known[Path(name.place).name] = what, before

    with Results(cache / "results.db", question) as results:
        judge_all(logs_at(str(folder)), question, results, here, tell)
    return found, known


@pytest.mark.parametrize("question", ["audit", "verify", "chain"])
def test_a_sound_log_is_sound(tmp_path: Path, question: Question) -> None:
    found = judge(written(tmp_path / "log.jsonl", text_of(played())), question, NEVER)
    assert found.sound
    assert (found.made_by, found.spec) == (played().header.made_by, played().header.spec)
    assert (found.commands, found.over) == (len(played().commands), True)


def test_a_judgement_has_the_faults_that_an_audit_finds(tmp_path: Path) -> None:
    alone = audit([wrong()])
    found = judge(written(tmp_path / "log.jsonl", wrong()), "audit", NEVER)
    assert found.departures == len(alone.log) + len(alone.rules) > 0
    first = alone.rules[0]
    fault = next(one for one in found.faults if one.kind == first.kind)
    assert (fault.line, fault.command, fault.clause) == (first.line, first.command, first.clauses[0])


def test_a_redacted_log_is_judged_by_its_chain() -> None:
    redacted = LogName("events/redacted/french-team-stagecoach.cheyenne.jsonl")
    place = Path(__file__).parents[2] / redacted.place
    for question in ("audit", "verify", "chain"):
        assert judge(LogName(str(place)), question, NEVER).sound


def test_of_a_store_an_audit_judges_the_logs_and_verify_all_that_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        fill(store, played())
        store.rows("UPDATE words SET word = 'nobody' WHERE kind = 'winner'")
    (name,) = logs_at(str(path))
    assert judge(name, "audit", NEVER).sound
    assert [one.kind for one in judge(name, "verify", NEVER).faults] == ["search"]


def test_what_was_asked_for_is_a_fault_if_it_is_missing(tmp_path: Path) -> None:
    found = judge(written(tmp_path / "log.jsonl", text_of(cut(played(), 30))), "verify", NEVER)
    assert found.sound
    assert [one.kind for one in found.asked(finished=True, sealed="").faults] == ["unfinished"]
    assert [one.kind for one in found.asked(finished=False, sealed="ab").faults] == ["unsealed"]
    assert found.asked(finished=False, sealed="").sound


def test_hostile_logs_are_named_and_the_rest_is_judged(tmp_path: Path, cache_folder: Path) -> None:
    write_hostile(tmp_path)
    (tmp_path / "sound.jsonl").write_bytes(text_of(played()))
    for question in ("audit", "verify", "chain"):
        found, _ = told(tmp_path, cache_folder, question)
        assert found.keys() == {*hostile_logs(), "sound.jsonl"}
        assert [name for name, one in found.items() if isinstance(one, Failed)] == []
        sound = {name for name, one in found.items() if isinstance(one, Judgement) and one.sound}
        assert sound == {"sound.jsonl"} if question != "chain" else {"sound.jsonl"} <= sound


def test_a_log_that_cannot_be_opened_is_named_and_the_rest_is_judged(tmp_path: Path, cache_folder: Path) -> None:
    gone = tmp_path / "b.jsonl"
    for path in (tmp_path / "a.jsonl", gone):
        path.write_bytes(text_of(played()))

    found: dict[LogName, Judgement | Failed] = {}
    names = [*logs_at(str(tmp_path))]
    gone.unlink()
    with Results(cache_folder / "results.db", "audit") as results:
        judge_all(names, "audit", results, here, lambda name, what, _: found.update({name: what}))
    first, second = found.values()
    assert isinstance(first, Judgement)
    assert isinstance(second, Judgement)
    assert second.unreadable == f"cannot read {gone}: No such file or directory"


def test_results_of_an_earlier_run_are_used_until_the_log_changes(tmp_path: Path, cache_folder: Path) -> None:
    first = tmp_path / "first.jsonl"
    second = tmp_path / "second.jsonl"
    first.write_bytes(text_of(played()))
    second.write_bytes(wrong())
    before, known = told(tmp_path, cache_folder)
    assert set(known.values()) == {False}
    again, known = told(tmp_path, cache_folder)
    assert set(known.values()) == {True}
    assert again == before
    first.write_bytes(wrong())
    changed, known = told(tmp_path, cache_folder)
    assert known == {"first.jsonl": True, "second.jsonl": True}, "a result belongs to the content, not to the name"
    assert changed["first.jsonl"] == before["second.jsonl"]
    second.write_bytes(text_of(cut(played(), 20)))
    assert told(tmp_path, cache_folder)[1] == {"first.jsonl": True, "second.jsonl": False}


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, cache_folder: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.jsonl").write_bytes(text_of(cut(played(), 20 + number)))

    class Stopped(Exception):
        pass

    def stop(name: LogName, *_: object) -> None:
        if name.place.endswith("2.jsonl"):
            raise Stopped

    with Results(cache_folder / "results.db", "audit") as results, pytest.raises(Stopped):
        judge_all(logs_at(str(tmp_path)), "audit", results, here, stop)
    assert [*told(tmp_path, cache_folder)[1].values()].count(True) == 3


def test_the_digest_of_a_judgement_is_that_of_the_log(tmp_path: Path) -> None:
    for name, text in {**hostile_logs(), "sound.jsonl": text_of(played())}.items():
        log = written(tmp_path / name, text)
        assert judge(log, "audit", NEVER).digest == digest_of(log), name


@pytest.mark.parametrize("question", ["audit", "verify", "chain"])
def test_a_log_that_is_being_written_is_judged_as_far_as_it_goes(tmp_path: Path, question: Question) -> None:
    start = time.time() - 1
    lines = lines_of(played())
    whole = b"".join(lines)
    for size in (len(b"".join(lines[:30])), len(b"".join(lines[:30])) + 10, len(whole) - 20, 40):
        found = judge(written(tmp_path / "log.jsonl", whole[:size]), question, start)
        assert (found.growing, found.faults, found.unreadable) == (True, (), ""), size
        assert not judge(written(tmp_path / "log.jsonl", whole[:size]), question, NEVER).sound, "it was cut"


def test_a_fault_before_the_last_command_is_one_while_a_log_is_written(tmp_path: Path) -> None:
    text = b"".join(wrong().splitlines(keepends=True)[:-1])
    found = judge(written(tmp_path / "log.jsonl", text), "audit", time.time() - 1)
    assert found.growing
    assert {one.kind for one in found.faults} == {one.kind for one in audit([wrong()]).rules}


def test_what_is_being_written_is_judged_again_next_time(tmp_path: Path, cache_folder: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text_of(played())[:-20])
    soon = time.time() + 60
    os.utime(path, (soon, soon))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "time", lambda: soon)
        found, _ = told(tmp_path, cache_folder)
    assert [one.growing for one in found.values() if isinstance(one, Judgement)] == [True]
    found, known = told(tmp_path, cache_folder)
    assert known == {"log.jsonl": False}
    assert [one.sound for one in found.values() if isinstance(one, Judgement)] == [False]
