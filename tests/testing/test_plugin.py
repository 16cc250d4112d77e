"""The suite as pytest items: what is collected, how each ends, and what is told about it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.cases.suite import Filter, suite
from colt_rules.conformance.running.expectations import surprises
from colt_rules.conformance.running.interview import Interview
from colt_rules.testing import plugin
from tests.conformance.fuzzing.supporting import altered

pytestmark = pytest.mark.thorough

pytest_plugins = ["pytester"]

SHARED = (surprises, suite, Interview)
"""Pytester forgets what an inner run imports. What is imported here stays, and the suite is read once."""

ROOT = Path(__file__).parents[2]
INSIDE, LAST_ROOF, ANOTHER = (
    f"django.train-end/{name}" for name in ("inside-the-locomotive", "on-the-last-roof", "another-shooter")
)
WRONG = reference(mutant="django.knock-back/not-on-roofs")
BOTH = ("--colt-case", LAST_ROOF, "--colt-case", INSIDE)
"""Two cases: one that the wrong reading fails, and one that it passes."""


@pytest.fixture(autouse=True)
def a_project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client's project with a test of its own."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(test_own="def test_own(): pass")


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    """Pytest in this process. The plugin is named, whether it is installed here as an entry point or not."""
    return pytester.runpytest_inprocess("-p", "no:colt", "-p", "no:randomly", "-p", plugin.__name__, *args)


def test_without_an_adapter_nothing_is_collected(pytester: pytest.Pytester) -> None:
    result = run(pytester)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*colt::*")


def test_the_plugin_alone_imports_nothing_of_the_rules() -> None:
    program = (
        f"import sys, {plugin.__name__}; print(*(n for n in sys.modules if n.startswith(('colt_', 'hypothesis'))))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert set(told.stdout.split()) == {"colt_rules", "colt_rules.testing", plugin.__name__}


def test_each_case_is_a_test_named_by_its_id(pytester: pytest.Pytester) -> None:
    result = run(pytester, "-v", "--colt-adapter", reference(), *BOTH)
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(
        ["test_own.py::test_own PASSED*", f"colt::ru-full::{INSIDE} PASSED*", f"colt::ru-full::{LAST_ROOF} PASSED*"]
    )


def test_all_cases_of_a_clause_are_collected_in_the_order_of_the_suite(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--collect-only", "-q", "--colt-adapter", "no-such-program", "--colt-clause", "fire.target")
    listed = [line.rpartition("::")[2] for line in result.outlines if line.startswith("colt::")]
    expected = suite().chosen(Filter(clauses=("fire.target",)))
    editions = list(dict.fromkeys(run.edition for run in expected))
    assert listed == [run.case.id for edition in editions for run in expected if run.edition == edition]
    assert len(listed) > 5


def test_the_adapter_can_stand_in_the_ini_file(pytester: pytest.Pytester) -> None:
    pytester.makeini(f"[pytest]\ncolt_adapter = {reference()}\n")
    run(pytester, "--colt-case", INSIDE).assert_outcomes(passed=2)


def test_a_check_that_fails_is_told_with_what_was_expected_what_came_and_the_clauses(
    pytester: pytest.Pytester,
) -> None:
    result = run(pytester, "--colt-adapter", WRONG, *BOTH)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            f"_ {LAST_ROOF}: *",
            "events: fail in ru-full: expected BanditStayed *, got CardReturned",
            "clauses: *django.train-end*",
            "events, expected:",
            '*"type": "BanditStayed"*',
            "events, came:",
            '*"type": "CardReturned"*',
            f"See it: colt conformance show {LAST_ROOF}",
        ]
    )
    result.stdout.no_fnmatch_line("*plugin.py*")


def test_a_whole_position_is_not_told(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--colt-adapter", WRONG, "--colt-case", "train.no-leaving/knocked-onto-the-locomotive")
    result.stdout.fnmatch_lines(
        ['state: fail in ru-full: figures.ghost.place: expected "locomotive.roof", got "mail.roof"']
    )
    result.stdout.no_fnmatch_line("state, came:")


def test_words_select_and_the_last_failed_come_again(pytester: pytest.Pytester) -> None:
    run(pytester, "--colt-adapter", WRONG, *BOTH, "-k", "last-roof").assert_outcomes(failed=1, deselected=2)
    run(pytester, "--colt-adapter", WRONG, *BOTH, "--lf").assert_outcomes(failed=1, deselected=2)


def test_a_case_can_be_named_as_pytest_names_it(pytester: pytest.Pytester) -> None:
    result = run(pytester, "-v", "--colt-adapter", WRONG, f"colt::ru-full::{LAST_ROOF}")
    result.assert_outcomes(failed=1)


def test_junit_names_the_edition_and_the_case(pytester: pytest.Pytester) -> None:
    run(pytester, "--colt-adapter", WRONG, *BOTH, "--junitxml=report.xml")
    report = (pytester.path / "report.xml").read_text(encoding="utf-8")
    assert f'classname="colt.ru-full" name="{LAST_ROOF}"' in report
    assert "expected BanditStayed" in report


@pytest.mark.parametrize("adapter", [reference(), WRONG])
def test_a_one_shot_engine_is_started_for_each_case(pytester: pytest.Pytester, adapter: str) -> None:
    result = run(pytester, "--colt-one-shot", "--colt-adapter", f"{adapter} --once", *BOTH)
    result.assert_outcomes(passed=2 if adapter == WRONG else 3, failed=int(adapter == WRONG))


def expectations(pytester: pytest.Pytester, *ids: str) -> str:
    entries = [f'["{id}"]\nstatus = "fail"\nreason = "roofs come later"\n' for id in ids]
    return str(pytester.makefile(".toml", expected="\n".join(entries)))


def test_what_is_expected_to_fail_and_does_is_xfailed(pytester: pytest.Pytester) -> None:
    file = expectations(pytester, LAST_ROOF)
    result = run(pytester, "-rx", "--colt-adapter", WRONG, "--colt-expectations", file, *BOTH)
    result.assert_outcomes(passed=2, xfailed=1)
    result.stdout.fnmatch_lines([f"XFAIL colt::ru-full::{LAST_ROOF} - roofs come later"])


def test_what_is_expected_to_fail_and_passes_fails(pytester: pytest.Pytester) -> None:
    file = expectations(pytester, f"{LAST_ROOF}#events")
    result = run(pytester, "--colt-adapter", reference(), "--colt-expectations", file, *BOTH)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["events: expected fail (roofs come later), got pass: remove the expectation"])


def test_one_expected_check_does_not_excuse_another(pytester: pytest.Pytester) -> None:
    file = expectations(pytester, f"{LAST_ROOF}#clauses")
    result = run(pytester, "--colt-adapter", WRONG, "--colt-expectations", file, *BOTH)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["events: fail in ru-full: *"])


def test_runxfail_shows_what_was_expected_to_fail(pytester: pytest.Pytester) -> None:
    file = expectations(pytester, LAST_ROOF)
    result = run(pytester, "--runxfail", "--colt-adapter", WRONG, "--colt-expectations", file, *BOTH)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["events: fail in ru-full: *"])


def test_an_expectation_of_an_unknown_case_ends_the_run(pytester: pytest.Pytester) -> None:
    file = expectations(pytester, "no-such/case")
    result = run(pytester, "--colt-adapter", reference(), "--colt-expectations", file, *BOTH)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*no-such/case: expected a case or a check of this suite*"])


def test_no_case_at_all_is_an_error(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--colt-adapter", reference(), "--colt-case", "no-such*")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["expected a case to run, got none for --colt-case and --colt-clause*"])


ENGINE = """
deed, when = sys.argv[1:]
with open("starts", "a") as starts:
    starts.write("x")

def answered(request, line):
    answer = engine.answer(request)
    if isinstance(answer, p.Started) and deed == "supports-fold":
        answer = p.Started(answer.seq, 1, "small", "1", answer.editions, answer.modules, ("fold",))
    if isinstance(answer, p.Started) and deed == "supports-no-edition":
        answer = p.Started(answer.seq, 1, "small", "1", ("xx",), answer.modules, answer.levels)
    if when.encode() in line and isinstance(request, p.Command):
        if deed == "crash":
            print("good-bye", file=sys.stderr, flush=True)
            os._exit(3)
        if deed == "hang":
            time.sleep(60)
        if deed == "skip":
            answer = p.Skipped(request.seq, "no knocks yet")
    return answer
"""


def engine(pytester: pytest.Pytester, deed: str, when: str = '"target":"cheyenne"') -> str:
    """The command of an engine that plays by the rules until a request contains ``when``."""
    return altered(pytester.path, ENGINE, deed, when)


def starts(pytester: pytest.Pytester) -> int:
    return len((pytester.path / "starts").read_text(encoding="utf-8"))


def test_one_engine_answers_all_cases(pytester: pytest.Pytester) -> None:
    adapter = engine(pytester, "nothing")
    run(pytester, "--colt-adapter", adapter, "--colt-clause", "fire.target").assert_outcomes(
        passed=1 + len(suite().chosen(Filter(clauses=("fire.target",))))
    )
    assert starts(pytester) == 1


@pytest.mark.parametrize(
    ("deed", "told"), [("crash", "*crash in ru-full: *exit status 3*"), ("hang", "*timeout in ru-full: *within 2 s*")]
)
def test_an_engine_that_breaks_costs_one_test_and_is_started_again(
    pytester: pytest.Pytester, deed: str, told: str
) -> None:
    adapter = engine(pytester, deed)
    cases = [word for id in (INSIDE, LAST_ROOF, ANOTHER) for word in ("--colt-case", id)]
    result = run(pytester, "--colt-timeout", "2", "--colt-adapter", adapter, *cases)
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines([f"_ {LAST_ROOF}: *", told])
    assert starts(pytester) == 2


def test_what_an_engine_writes_to_stderr_is_shown(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--colt-adapter", engine(pytester, "crash"), "--colt-case", LAST_ROOF)
    result.stdout.fnmatch_lines(["*Captured stderr*", "good-bye"])


def test_an_engine_that_does_not_start_ends_the_run(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--colt-adapter", "false", "--colt-clause", "fire.target")
    result.assert_outcomes(passed=1, failed=1)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*Interrupted: colt: the adapter does not start*"])


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("skip", "no knocks yet"),
        ("supports-no-edition", "the engine does not support edition ru-full with base"),
    ],
)
def test_what_the_engine_does_not_do_is_skipped_with_the_reason(
    pytester: pytest.Pytester, deed: str, reason: str
) -> None:
    result = run(pytester, "-rs", "--colt-adapter", engine(pytester, deed), "--colt-case", LAST_ROOF)
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines([f"SKIPPED * {reason}"])


def test_a_level_that_is_not_supported_is_not_asked(pytester: pytest.Pytester) -> None:
    run(pytester, "--colt-adapter", engine(pytester, "supports-fold"), *BOTH).assert_outcomes(passed=3)


def test_workers_have_an_engine_each(pytester: pytest.Pytester) -> None:
    adapter = engine(pytester, "nothing")
    result = pytester.runpytest_subprocess(
        *("-p", "no:colt", "-p", plugin.__name__, "-n", "2", "--colt-adapter", adapter, "--colt-clause", "fire.target")
    )
    assert result.ret == 0
    assert starts(pytester) == 2
