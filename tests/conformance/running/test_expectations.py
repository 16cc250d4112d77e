"""Expectations excuse only what they name, and only as long as it holds."""

import tomllib
from itertools import product
from pathlib import Path

import pytest

from colt_rules.conformance.running.expectations import (
    EXPECTABLE,
    Expectations,
    Expected,
    as_toml,
    read_expectations,
    surprises,
    unknown_entries,
    unmatched_entries,
    unused_entries,
    updated,
)
from colt_rules.conformance.running.results import BAD, CaseResult, Result, Status
from colt_rules.registry.errors import SpecError

KNOWN = ["fire.target/a#refused", "fire.target/a#fold", "fire.target/b#events"]
LATER = Expected(status=Status.FAIL, reason="later", link="https://example.org/7")


def case(id: str = "fire.target/a", **statuses: Status) -> CaseResult:
    """A case whose checks have these statuses."""
    results = tuple(Result(check, "decide", status, f"{check} went wrong") for check, status in statuses.items())
    return CaseResult(id, "A title", "ru-full", ("fire.target",), results)


def read(tmp_path: Path, text: str) -> Expectations:
    path = tmp_path / "expectations.toml"
    path.write_text(text, encoding="utf-8")
    return read_expectations(path)


# --- reading


def test_expectations_are_read_by_check_or_by_case(tmp_path: Path) -> None:
    text = """
        ["fire.target/a#refused"]
        status = "fail"
        reason = "later"
        link = "https://example.org/7"
        ["fire.target/b"]
        status = "protocol-error"
        reason = "no such message yet"
    """
    assert read(tmp_path, text) == {
        "fire.target/a#refused": LATER,
        "fire.target/b": Expected(status=Status.PROTOCOL_ERROR, reason="no such message yet"),
    }


def test_an_empty_file_expects_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, "") == {}


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("status = 'fail'", ["reason", "expected a text, got nothing"]),
        ("reason = 'later'", ["status", "expected one of pass, fail"]),
        ("status = 'fail'\nreason = ' '", ["expected a reason, got none"]),
        ("status = 'failed'\nreason = 'later'", ["status", "expected one of", 'the text "failed"']),
        ("status = 'pass'\nreason = 'later'", ["expected a status out of fail, skipped", "got pass"]),
        ("status = 'not-supported'\nreason = 'later'", ["expected a status out of", "got not-supported"]),
        ("status = 'fail'\nreason = 5", ["reason", "expected a text, got the number 5"]),
        ("status = 'fail'\nreason = 'later'\nwho = 'me'", ["who", "expected one of the keys status, reason, link"]),
    ],
)
def test_an_entry_that_makes_no_sense_is_told(tmp_path: Path, entry: str, words: list[str]) -> None:
    with pytest.raises(SpecError) as error:
        read(tmp_path, f'["fire.target/a#refused"]\n{entry}\n')
    (problem,) = error.value.problems
    assert problem.file == (tmp_path / "expectations.toml").as_posix()
    assert problem.path.startswith("fire.target/a#refused")
    assert all(word in str(problem) for word in words), problem


@pytest.mark.parametrize("id", ["fire.target/c", "fire.target/a#events", "fire.target/a#", "fire.target", "#refused"])
def test_an_id_that_is_gone_is_told(id: str) -> None:
    (told,) = unknown_entries({id: LATER, "fire.target/b": LATER, KNOWN[0]: LATER}, iter(KNOWN))
    assert told == f"{id}: expected a case or a check of this suite; remove or correct it"


@pytest.mark.parametrize(
    ("id", "known"),
    [
        ("fire.target/a", True),
        ("fire.target/a#legal", True),
        ("fire.target/a@pl-base", True),
        ("fire.target/a@pl-base#legal", True),
        ("fire.target/a@ru-base", False),
        ("fire.target/a@pl-base#refused", False),
    ],
)
def test_a_check_that_only_one_run_of_the_case_has_is_known_for_the_case(id: str, known: bool) -> None:
    assert (not unknown_entries({id: LATER}, [*KNOWN, "fire.target/a@pl-base#legal"])) == known


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        read(tmp_path, 'x = 1\n["fire.target/a"]\nstatus = "pass"\nreason = ""\n["gone/x"]\nstatus = "fail"\n')
    assert [problem.path for problem in error.value.problems] == [
        "x",
        *("fire.target/a", "fire.target/a"),
        "gone/x.reason",
    ]


def test_a_file_that_is_not_toml_or_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"line 1: not TOML"):
        read(tmp_path, "status = \n")
    with pytest.raises(SpecError, match="expected a TOML file, got none"):
        read_expectations(tmp_path / "nowhere.toml")


# --- surprises


def test_without_expectations_whatever_is_bad_is_a_surprise() -> None:
    for status in Status:
        told = surprises(case(refused=status), {})
        assert told == ([f"fire.target/a#refused: {status} in ru-full: refused went wrong"] if status in BAD else [])


def test_a_result_that_comes_as_expected_is_no_surprise() -> None:
    for status in EXPECTABLE:
        expected = Expected(status=status, reason="later")
        assert surprises(case(refused=status), {"fire.target/a#refused": expected}) == []
        assert surprises(case(refused=status, fold=Status.PASS), {"fire.target/a": expected}) == []


def test_a_check_that_passes_although_it_should_not_is_a_surprise() -> None:
    assert surprises(case(refused=Status.PASS), {"fire.target/a#refused": LATER}) == [
        "fire.target/a#refused: expected fail (later), got pass: remove the expectation"
    ]


def test_a_check_that_is_not_asked_for_any_more_is_a_surprise() -> None:
    assert surprises(case(refused=Status.NOT_SUPPORTED), {"fire.target/a#refused": LATER}) == [
        "fire.target/a#refused: expected fail (later), got not-supported: refused went wrong"
    ]


def test_a_check_that_goes_wrong_in_another_way_is_a_surprise() -> None:
    assert surprises(case(refused=Status.CRASH), {"fire.target/a#refused": LATER}) == [
        "fire.target/a#refused: expected fail (later), got crash: refused went wrong"
    ]
    assert surprises(case(refused=Status.CRASH, fold=Status.FAIL), {"fire.target/a": LATER}) == [
        "fire.target/a#refused: crash in ru-full: refused went wrong"
    ]


def test_a_case_that_passes_although_it_should_not_is_a_surprise() -> None:
    assert surprises(case(refused=Status.PASS, fold=Status.PASS), {"fire.target/a": LATER}) == [
        "fire.target/a: expected fail (later), got no such result: remove the expectation"
    ]


def test_an_entry_for_a_check_goes_before_one_for_its_case() -> None:
    expectations = {"fire.target/a": LATER, "fire.target/a#fold": Expected(status=Status.SKIPPED, reason="no fold")}
    assert surprises(case(refused=Status.FAIL, fold=Status.SKIPPED), expectations) == []
    assert len(surprises(case(refused=Status.FAIL, fold=Status.FAIL), expectations)) == 1


def test_expectations_of_other_cases_do_not_matter() -> None:
    assert surprises(case(refused=Status.PASS), {"fire.target/b": LATER, "fire.target/b#events": LATER}) == []


# --- several runs of a case

FIRST, POLISH = "fire.target/a", "fire.target/a@pl-base"
CRASHES = Expected(status=Status.CRASH, reason="no Polish yet")


@pytest.mark.parametrize("id", [FIRST, f"{FIRST}#refused"])
def test_an_entry_without_an_edition_speaks_for_all_runs_of_the_case(id: str) -> None:
    for run in (FIRST, POLISH, f"{POLISH}+ruling.draw.what-is-left=pass"):
        assert surprises(case(run, refused=Status.FAIL), {id: LATER}) == []
        assert surprises(case(run, refused=Status.CRASH), {id: LATER}) != []


def test_an_entry_with_an_edition_speaks_for_no_other() -> None:
    for run in (FIRST, "fire.target/a@ru-base", f"{POLISH}+ruling.draw.what-is-left=pass"):
        assert len(surprises(case(run, refused=Status.FAIL), {POLISH: LATER, f"{POLISH}#refused": LATER})) == 1


@pytest.mark.parametrize(
    "ids", [(POLISH, FIRST), (f"{POLISH}#refused", FIRST), (f"{POLISH}#refused", f"{FIRST}#refused")]
)
def test_the_more_exact_entry_wins(ids: tuple[str, str]) -> None:
    exact, general = ids
    expectations = {general: LATER, exact: CRASHES}
    assert surprises(case(POLISH, refused=Status.CRASH), expectations) == []
    assert surprises(case(POLISH, refused=Status.FAIL), expectations) != []
    assert surprises(case(FIRST, refused=Status.FAIL), expectations) == []


def test_a_run_that_passes_does_not_end_an_excuse_that_another_run_needs() -> None:
    runs = [case(FIRST, refused=Status.FAIL), case(POLISH, refused=Status.PASS)]
    for id in (FIRST, f"{FIRST}#refused"):
        assert [told for run in runs for told in surprises(run, {id: LATER})] == []
        assert unused_entries(runs, {id: LATER}) == []


@pytest.mark.parametrize("id", [FIRST, f"{FIRST}#refused"])
def test_an_entry_that_no_run_of_the_case_needs_is_told_once(id: str) -> None:
    told = f"{id}: expected fail (later), got no such result: remove the expectation"
    polish = [case(POLISH, refused=Status.PASS), case("fire.target/a@ru-base", refused=Status.PASS)]
    assert unused_entries(polish, {id: LATER}) == [told]
    assert [told for run in polish for told in surprises(run, {id: LATER})] == []
    assert unused_entries([case(FIRST, refused=Status.PASS)], {id: LATER}) == [], "it is a surprise of that run already"
    assert unused_entries([case("fire.target/b", refused=Status.PASS)], {id: LATER}) == []


def test_entries_that_met_no_run_are_told() -> None:
    runs = [case(POLISH, refused=Status.PASS), case("fire.target/b", events=Status.NOT_SUPPORTED)]
    met = [FIRST, f"{FIRST}#refused", POLISH, f"{POLISH}#refused", "fire.target/b#events"]
    others = [f"{FIRST}#legal", "fire.target/a@ru-base", "fire.target/b@pl-base#events", "fire.target/c"]
    assert unmatched_entries(runs, dict.fromkeys([*met, *others], LATER)) == others
    assert unmatched_entries(runs, {}) == []


# --- updating


def test_what_still_holds_keeps_its_reason_what_is_new_gets_one_and_what_passes_is_gone() -> None:
    before = {"fire.target/a#refused": LATER, "fire.target/a#fold": LATER, "fire.target/b#events": LATER}
    results = [
        case(refused=Status.FAIL, fold=Status.PASS, clauses=Status.ERROR),
        case("fire.target/b", events=Status.CRASH),
    ]
    new = "new"
    assert updated(results, before, new, "link") == {
        "fire.target/a#refused": LATER,
        "fire.target/a#clauses": Expected(status=Status.ERROR, reason=new, link="link"),
        "fire.target/b#events": Expected(status=Status.CRASH, reason=new, link="link"),
    }


def test_the_reason_of_a_case_is_kept_for_each_of_its_checks() -> None:
    before = {"fire.target/a": LATER}
    assert updated([case(refused=Status.FAIL, fold=Status.PASS)], before, "new", "") == {"fire.target/a#refused": LATER}


def test_after_an_update_nothing_is_a_surprise() -> None:
    for status in Status:
        results = case(refused=status, fold=Status.PASS, clauses=Status.NOT_SUPPORTED, legal=Status.SKIPPED)
        assert surprises(results, updated([results], {}, "later", "")) == []


def test_one_entry_is_written_for_all_runs_that_came_to_the_same() -> None:
    new = Expected(status=Status.FAIL, reason="new")
    polish = case(POLISH, refused=Status.FAIL)
    assert updated([polish], {}, "new", "") == {f"{FIRST}#refused": new}
    assert updated([case(FIRST, refused=Status.FAIL), polish], {}, "new", "") == {f"{FIRST}#refused": new}
    assert updated([case(FIRST, refused=Status.PASS), polish], {}, "new", "") == {f"{POLISH}#refused": new}


def test_each_run_keeps_the_reason_of_its_most_exact_entry() -> None:
    runs = [case(FIRST, refused=Status.FAIL), case(POLISH, refused=Status.CRASH)]
    before = {FIRST: LATER, POLISH: CRASHES}
    after = updated(runs, before, "new", "")
    assert after == {f"{FIRST}#refused": LATER, f"{POLISH}#refused": CRASHES}


def test_after_an_update_no_run_is_a_surprise() -> None:
    for first, second in product(Status, repeat=2):
        runs = [case(FIRST, refused=first), case(POLISH, refused=second)]
        after = updated(runs, {}, "later", "")
        assert [told for run in runs for told in surprises(run, after)] == []
        assert (unused_entries(runs, after), unmatched_entries(runs, after)) == ([], [])


def test_what_is_expected_to_be_skipped_stays_expected() -> None:
    skipped = {"fire.target/a#refused": Expected(status=Status.SKIPPED, reason="not written yet")}
    assert updated([case(refused=Status.SKIPPED)], skipped, "new", "") == skipped


# --- writing


@pytest.mark.parametrize(
    "reason",
    ['he said "no"', "a \\ back", "line\nfeed", "tab\t", "\x00\x1f\x7f", "ёлка 🤠", "]", "'''", '"""', "\\u0041"],
)
def test_whatever_is_written_is_read_again(tmp_path: Path, reason: str) -> None:
    expectations = {
        "fire.target/b": Expected(status=Status.TIMEOUT, reason=reason, link=reason),
        "fire.target/a#refused": LATER,
    }
    assert read(tmp_path, as_toml(expectations)) == expectations


def test_entries_are_sorted_and_have_a_link_only_if_there_is_one() -> None:
    text = as_toml({"b": Expected(status=Status.FAIL, reason="x"), "a": LATER})
    assert list(tomllib.loads(text)) == ["a", "b"]
    assert "link" not in tomllib.loads(text)["b"]
    assert text.startswith("# ")
    assert text.endswith("\n")
