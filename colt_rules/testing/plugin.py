"""A pytest plugin that makes every case of the suite a test of your engine.

Without an adapter it does nothing, and it imports nothing of the rules until the cases are collected.
"""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from colt_rules.conformance.cases.expand import Run
    from colt_rules.conformance.running.expectations import Expectations
    from colt_rules.conformance.running.interview import Interview
    from colt_rules.conformance.running.results import CaseResult

NODE = "colt"
"""The name under which the cases are collected: a case is ``colt::EDITION::ID``."""

MOST_LINES = 40
"""The most lines shown of an engine's answer: a whole position says less than the line about the difference."""

interviews: "pytest.StashKey[Interview]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options: which engine, how to ask it, and which cases."""
    group = parser.getgroup(NODE, "Colt Rules: the conformance suite as tests of your engine")
    group.addoption("--colt-adapter", metavar="COMMAND", help="The command that starts the engine; ini: colt_adapter.")
    group.addoption("--colt-one-shot", action="store_true", help="Start a new engine for each case.")
    group.addoption("--colt-expectations", metavar="FILE", help="A TOML file with what does not pass yet, and why.")
    group.addoption("--colt-timeout", metavar="SECONDS", type=float, default=10.0, help="Seconds for an answer: 10.")
    group.addoption("--colt-clause", metavar="ID", action="append", default=[], help="Only cases of this clause.")
    group.addoption(
        "--colt-case", metavar="GLOB", action="append", default=[], help="Only cases with a matching id: 'fire.*'."
    )
    group.addoption(
        "--colt-edition",
        metavar="EDITION",
        action="append",
        default=[],
        help="Run cases in this edition, such as pl-base; by default each runs in its first edition.",
    )
    parser.addini("colt_adapter", "The command that starts the engine that the conformance suite is to test.")


def adapter_of(config: pytest.Config) -> str:
    """The command of the engine, or an empty string."""
    return str(config.getoption("--colt-adapter") or config.getini("colt_adapter"))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Treat a case in pytest's notation, ``colt::EDITION::ID``, as ``--colt-case ID``: it is not a file."""
    if not adapter_of(config):
        return
    named = [arg for arg in config.args if arg.startswith(f"{NODE}::")]
    config.args[:] = [arg for arg in config.args if arg not in named]
    config.option.colt_case += [arg.rpartition("::")[2].partition("@")[0] for arg in named]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Add the suite to what the session has collected."""
    report = yield
    if isinstance(collector, pytest.Session) and report.passed and adapter_of(collector.config):
        report.result.append(SuiteNode.from_parent(collector, name=NODE, nodeid=NODE))
    return report


class SuiteNode(pytest.Collector):
    """The requested cases of the suite."""

    def collect(self) -> Iterator["EditionNode"]:
        """A node for each edition, in the order of the suite."""
        from colt_rules.conformance.cases.suite import Filter, suite
        from colt_rules.registry.errors import SpecError

        option = self.config.option
        try:
            expectations = self._expectations()
            wanted = Filter(
                ids=tuple(option.colt_case), clauses=tuple(option.colt_clause), editions=tuple(option.colt_edition)
            )
            runs = suite().chosen(wanted)
        except SpecError as error:
            raise self.CollectError(str(error)) from error
        if not runs:
            raise self.CollectError(
                "expected a case to run, got none for --colt-case and --colt-clause; `colt conformance list` names all"
            )
        for edition in dict.fromkeys(run.edition for run in runs):
            yield EditionNode.from_parent(self, name=edition, runs=runs, expectations=expectations)

    def _expectations(self) -> "Expectations":
        from colt_rules.conformance.cases.suite import suite
        from colt_rules.conformance.running.expectations import read_expectations, unknown_entries

        path = self.config.option.colt_expectations
        if path is None:
            return {}
        expectations = read_expectations(self.config.invocation_params.dir / path)
        if unexpected := unknown_entries(expectations, suite().check_ids()):
            raise self.CollectError("\n".join(f"{path}: {line}" for line in unexpected))
        return expectations


class EditionNode(pytest.Collector):
    """The cases of one edition."""

    def __init__(self, *, runs: "list[Run]", expectations: "Expectations", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._runs = runs
        self._expectations = expectations

    def collect(self) -> Iterator["CaseItem"]:
        """A test for each case, in the order of the suite."""
        for run in self._runs:
            if run.edition == self.name:
                yield CaseItem.from_parent(self, name=run.name, run=run, expectations=self._expectations)


class CaseItem(pytest.Item):
    """One case in one edition: it passes if every check that applies to the engine meets the expectations."""

    def __init__(self, *, run: "Run", expectations: "Expectations", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._run = run
        self._expectations = expectations

    def runtest(self) -> None:
        """Ask the engine, and report the result to pytest."""
        from colt_rules.conformance.running.expectations import surprises
        from colt_rules.conformance.running.results import BAD, Status

        case = self._asked()
        if case.stderr:
            self.add_report_section("call", "stderr", case.stderr)
        unexpected = surprises(case, self._expectations)
        if unexpected:
            pytest.fail(in_words(case, unexpected), pytrace=False)
        if case.status in BAD:
            pytest.xfail("; ".join(self._reasons(case)))
            # With --runxfail execution continues here, and an expected failure is shown as a failure.
            pytest.fail(in_words(case, surprises(case, {})), pytrace=False)
        if case.status in (Status.SKIPPED, Status.NOT_SUPPORTED):
            pytest.skip(next(result.message for result in case.results if result.status is case.status))

    def _asked(self) -> "CaseResult":
        from colt_rules.conformance.running.engine import CannotStart
        from colt_rules.conformance.running.interview import RESTARTS

        try:
            engine = interview(self.config)
            case = engine.result(self._run)
            if len(engine.broken) > RESTARTS:
                self.session.shouldstop = f"{NODE}: the engine broke in {len(engine.broken)} cases"
            return case
        except CannotStart as error:
            problem = str(error)
        self.session.shouldstop = f"{NODE}: {problem}"
        pytest.fail(problem, pytrace=False)

    def _reasons(self, case: "CaseResult") -> list[str]:
        """Why the checks of the case are expected not to pass."""
        names = (case.case, case.case.partition("@")[0])
        ids = [*names, *(f"{name}#{result.check}" for name in names for result in case.results)]
        return list(dict.fromkeys(self._expectations[id].reason for id in ids if id in self._expectations))

    def reportinfo(self) -> tuple[Path, None, str]:
        """The location and headline of the test for pytest."""
        return self.config.rootpath / NODE, None, f"{self.name}: {self._run.case.title}"


def interview(config: pytest.Config) -> "Interview":
    """The only engine of this process, started for the first case and stopped with pytest."""
    from colt_rules.conformance.running.interview import Adapter, Interview, greet

    if interviews not in config.stash:
        option = config.option
        adapter = Adapter(adapter_of(config), option.colt_one_shot, option.colt_timeout)
        config.stash[interviews] = Interview(adapter, *greet(adapter))
        config.add_cleanup(config.stash[interviews].close)
    return config.stash[interviews]


def in_words(case: "CaseResult", unexpected: list[str]) -> str:
    """The surprises, one per line, then the expectations and, if not too long, the answers."""
    from colt_rules.conformance.reports.pretty import pretty
    from colt_rules.conformance.running.results import BAD

    lines = [line.removeprefix(f"{case.case}#") for line in unexpected]
    lines += ["", f"clauses: {', '.join(case.clauses)}"]
    for result in case.results:
        if result.status in BAD:
            lines += ["", f"{result.check}, expected:", pretty(result.expected)]
            came = pretty(result.got)
            lines += [f"{result.check}, came:", came] if came.count("\n") < MOST_LINES else []
    return "\n".join([*lines, "", f"See it: colt conformance show {case.case}"])
