"""`colt conformance` on the command line: what it prints, what it writes, and how it ends."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import asdict, evolve

from colt_rules.cli.conformance import options
from colt_rules.cli.conformance.group import conformance
from colt_rules.conformance.cases.expand import exported
from colt_rules.conformance.cases.export import case_files, index_of, published, write_index
from colt_rules.conformance.cases.place import last_run, suite_folder
from colt_rules.conformance.cases.suite import Suite, load_suite, suite
from colt_rules.conformance.cases.yaml import parse_documents
from colt_rules.conformance.proof import fork_server
from colt_rules.conformance.proof.mutants import Mutant, find_mutant, load_mutants
from colt_rules.conformance.protocol import reference
from colt_rules.conformance.protocol.messages import LEVELS
from colt_rules.conformance.reports.jsonl import read_report
from colt_rules.conformance.running import engine
from colt_rules.conformance.running.expectations import read_expectations
from colt_rules.conformance.running.results import Status
from colt_rules.conformance.running.starts import start_ids, starts
from colt_rules.modules import MODULES
from colt_rules.players.play import variants
from colt_rules.registry.registry import registry
from colt_rules.rules.editions import EDITIONS
from tests.cli.running import run_colt
from tests.conformance.made_up import BOARD, HIDDEN, HIT, WITNESS, changed_case, suite_in
from tests.conformance.misbehaving import dealer
from tests.conftest import THOROUGH
from tests.test_safe_text import HOSTILE

ONE = "fire.target/one-shot-hits-one-bandit"
REFUSED = "fire.target/any-one-in-reach-and-not-oneself"
MUTANT = "fire.roof.line-of-sight/the-second-roof-is-in-sight"
REFERENCE = shlex.join([sys.executable, "-m", "colt_rules.cli.main", "adapter"])

REACHED = changed_case(
    HIT,
    id="fire.bullet-given/with-a-car-for-each",
    given={
        "board": """\
car    |      | baggage | dining    | mail     | first-class |
roof   | tuco |         | ghost doc | cheyenne |             |
inside | M    |         |           |          |             |
""",
        "pile": ["tuco-fire", "ghost-move"],
    },
)
"""A case whose train is as long as that of four players."""

ENGINE = """
import json, os, sys
deed = sys.argv[1]
levels = {"refuses": ["decide"], "folds": ["fold"], "modest": []}.get(deed, ["decide", "outcome"])
editions = [] if deed == "stranger" else ["ru-full"]
for line in sys.stdin:
    request = json.loads(line)
    kind, seq = request["type"], request["seq"]
    if kind == "start":
        answer = {"type": "started", "protocol": 1, "name": "tiny", "version": "7", "editions": editions,
                  "modules": ["base"], "levels": levels}
    elif kind == "stop":
        answer = {"type": "stopped"}
    elif deed == "skips":
        answer = {"type": "skipped", "reason": "later"}
    elif deed == "crashes" and kind == "command":
        os._exit(3)
    elif deed == "hangs" and kind == "command":
        continue
    elif kind == "log":
        answer = {"type": "skipped", "reason": "no fold"}
    else:
        answer = {"type": "ready" if kind == "new" else "refused"}
    print(json.dumps({**answer, "seq": seq}), flush=True)
    if kind == "stop":
        break
"""
"""Refuses every command, or does what its argument says."""


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore the user's cache folder, and the adapter that the environment names."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("COLT_ADAPTER", raising=False)


@pytest.fixture
def tiny(tmp_path: Path) -> str:
    """The command that starts the tiny engine, but for its argument."""
    path = tmp_path / "engine.py"
    path.write_text(ENGINE, encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(path)])


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """A suite of two cases, one with a refusal and one without, with its own folder and index."""
    folder = suite_in(
        tmp_path / "suite", HIDDEN, HIT, accepting=("fire.bullet-given",), refusing=("fire.roof.line-of-sight",)
    )
    return use(folder, monkeypatch)


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only games of the first module are set up by the engine, once or twice: these tests are about something else."""
    kinds = {kind: needed for kind, needed in variants().items() if needed == MODULES[:1]}
    monkeypatch.setattr("colt_rules.conformance.running.starts.variants", lambda: kinds)
    monkeypatch.setattr("colt_rules.conformance.running.starts.STARTS", 2)
    monkeypatch.setattr("colt_rules.conformance.running.starts.STARTS_AGAIN", 1)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines in Python are forked instead of started: importing the package takes half a second."""
    known: dict[str, Callable[[], None]] = {
        REFERENCE: reference.main,
        **({} if THOROUGH else {f"{REFERENCE} --once": partial(reference.main, once=True)}),
        **{dealing(wrong): partial(dealer.main, wrong) for wrong in dealer.WRONGS},
    }

    def start(command: str, mark: dict[str, str]) -> engine.Process:
        return fork_server.Forked(known[command]) if command in known else by_its_command(command, mark)

    by_its_command = engine._run
    if fork_server.FORKS:
        monkeypatch.setattr(engine, "_run", start)


def dealing(wrong: str) -> str:
    """The command of an engine that deals by itself, with one thing wrong."""
    return shlex.join([sys.executable, str(Path(dealer.__file__)), wrong])


def use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    made = load_suite(folder)
    write_index(index_of(made, "1.2.3", case_files(made)), folder)
    monkeypatch.setattr("colt_rules.conformance.cases.suite.suite", lambda: made)
    monkeypatch.setattr("colt_rules.conformance.cases.place.suite_folder", lambda: folder)
    return made


def ends(status: int, *args: object) -> str:
    """What is printed by a command that ends with this status."""
    return run_colt("conformance", *args, status=status).output


def told(status: int, *args: object) -> Any:
    """The JSON on stdout of a command that ends with this status."""
    return json.loads(run_colt("conformance", *args, "--json", status=status).stdout)


def test_the_levels_that_can_be_chosen_are_those_of_the_protocol() -> None:
    assert options.LEVELS == LEVELS


# --- help


@pytest.mark.parametrize("name", ["", *conformance.commands])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_every_command_explains_itself(name: str, option: str) -> None:
    assert "Usage: colt conformance" in ends(0, *([name] if name else []), option)


# --- run: it went as expected


def test_the_reference_passes_and_every_report_is_written(tmp_path: Path) -> None:
    report, junit, html = tmp_path / "run.jsonl", tmp_path / "run.xml", tmp_path / "run.html"
    written_to = ("--report", report, "--junit", junit, "--html", html)
    output = ends(0, "run", ONE, REFUSED, "--workers", 1, *written_to)
    assert "colt-rules 0.1.0 supports fold, decide, outcome, legal, view, cite" in output
    assert "2 cases" in output
    assert "Everything came as expected." in output
    assert f"The page is {html}." in output
    written = read_report(report)
    assert {case.case for case in written.cases} == {ONE, REFUSED}
    assert written.header.filters == (ONE, REFUSED)
    assert written.footer is not None
    assert written.footer.complete
    assert ElementTree.parse(junit).getroot().tag == "testsuites"
    assert ONE in html.read_text(encoding="utf-8")


@pytest.mark.usefixtures("at_once")
def test_json_tells_header_footer_cases_surprises_and_status() -> None:
    data = told(0, "run", ONE)
    assert data["cases"] == {ONE: "pass"}
    assert (data["surprises"], data["status"]) == ([], 0)
    assert data["header"]["suite"] == published(suite_folder()).version
    assert data["footer"]["counts"]["pass"] > 3
    assert data["footer"]["complete"] is True


@pytest.mark.usefixtures("at_once")
def test_a_level_leaves_out_all_others() -> None:
    counts = told(0, "run", ONE, "--level", "fold", "--level", "outcome")["footer"]["counts"]
    assert counts["pass"] == 4  # fold; state, whole and consistent
    assert counts["not-supported"] > 2


@pytest.mark.usefixtures("at_once")
def test_citations_alone_can_be_asked_for() -> None:
    """What they add to, deciding and showing, is asked and not judged."""
    for case in (ONE, "secrecy.purse-values/*"):
        before = told(0, "run", case)["footer"]["counts"]
        counts = told(0, "run", case, "--level", "cite")["footer"]["counts"]
        assert 0 < counts["pass"] < before["pass"]
        assert counts["pass"] + counts["not-supported"] == before["pass"]


@pytest.mark.parametrize(
    ("wrong", "check", "word"),
    [
        ("fairly", "start", ""),
        ("dear-purses", "values", ".inside: expected a purse out of "),
        ("twice-the-same-car", "train", "train: expected 3 of "),
        ("no-station", "start", "station: expected 1 of "),
    ],
)
@pytest.mark.usefixtures("few_deals", "at_once")  # each of them shows in a single game what is wrong
def test_an_engine_that_deals_wrongly_by_itself_is_found(
    small: Suite, tmp_path: Path, wrong: str, check: str, word: str
) -> None:
    """A real process, which supports nothing else."""
    adapter, report = dealing(wrong), tmp_path / "report.jsonl"
    chosen = ("--adapter", adapter, "--level", "setup", "--workers", 1, "--report", report)
    told(1 if word else 0, "run", *chosen)
    cases = {case.case: case for case in read_report(report).cases if case.case.startswith("start/")}
    assert set(cases) == {start.name for start in starts(("ru-full",), ("base",))}
    (start,) = [result for result in cases["start/base-3@ru-full"].results if result.check == check]
    assert start.status is (Status.FAIL if word else Status.PASS)
    assert word in start.message


@pytest.mark.usefixtures("at_once")
def test_clause_edition_and_module_choose_cases(small: Suite) -> None:
    chosen = ("--clause", "fire.bullet-given", "--edition", "ru-full", "--module", "base")
    data = told(0, "run", *chosen)
    assert data["cases"] == {HIT["id"]: "pass"}
    assert data["header"]["filters"] == ["fire.bullet-given", "ru-full", "base"]


def test_several_engines_say_the_same_as_one(small: Suite, tiny: str) -> None:
    one, two = (told(1, "run", "--adapter", f"{tiny} refuses", "--workers", number) for number in (1, 2))
    assert (one["cases"], one["footer"]["counts"]) == (two["cases"], two["footer"]["counts"])


@pytest.mark.usefixtures("at_once")
def test_an_engine_can_be_started_for_each_case(small: Suite) -> None:
    data = told(0, "run", HIDDEN["id"], HIT["id"], "--one-shot", "--workers", 1)
    assert data["header"]["adapter"].endswith("adapter --once")
    assert set(data["cases"].values()) == {"pass"}


def test_the_adapter_can_be_named_by_the_environment(small: Suite, tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLT_ADAPTER", f"{tiny} refuses")
    assert told(1, "run")["header"]["engine"]["name"] == "tiny"


@pytest.mark.usefixtures("few_deals", "at_once")
def test_a_run_that_cannot_be_remembered_says_so_and_counts(
    small: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert "cannot be written, so --only-failed will not know this run" in ends(0, "run")


# --- run: a check failed


def test_an_engine_that_departs_is_told_check_by_check(small: Suite, tiny: str) -> None:
    output = ends(1, "run", "--adapter", f"{tiny} refuses")
    assert "tiny 7 supports decide" in output
    assert f"{HIT['id']}#events: fail in ru-full: " in output
    assert HIDDEN["id"] not in output
    assert "1 check did not come as expected." in output
    assert f"See one: colt conformance show {HIT['id']}" in output
    data = told(1, "run", "--adapter", f"{tiny} refuses")
    assert data["cases"] == {HIDDEN["id"]: "pass", HIT["id"]: "fail"}
    assert data["status"] == 1
    assert [line.partition(":")[0] for line in data["surprises"]] == [f"{HIT['id']}#events"]


def test_failures_that_look_alike_are_told_together(tiny: str) -> None:
    chosen = ("fire.*", "punch.*", "move.*", "--adapter", f"{tiny} refuses")
    output = ends(1, "run", *chosen)
    found = told(1, "run", *chosen)["causes"]
    first = found[0]["checks"]
    assert len(first) > 20 > len(found)
    assert f"{len(first)} checks in " in output
    assert f"  {first[0]}: fail in ru-full: " in output
    assert f"  and {first[1]}, {first[2]}, {first[3]} and {len(first) - 4} more" in output
    whole = ends(1, "run", *chosen, "--all")
    assert all(check in whole for cause in found for check in cause["checks"])


def test_a_long_list_of_causes_is_cut_unless_all_of_it_is_wanted(
    small: Suite, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("colt_rules.cli.conformance.run"), "SHOWN", 0)
    cut = r"\.\.\. and \d+ checks? more of \d+ causes?: --all shows them"
    assert re.search(cut, ends(1, "run", "--adapter", f"{tiny} refuses"))
    assert "... and" not in ends(1, "run", "--adapter", f"{tiny} refuses", "--all")


@pytest.mark.usefixtures("few_deals")
def test_a_mutant_fails(small: Suite) -> None:
    output = ends(1, "run", "--adapter", f"{REFERENCE} --mutant {MUTANT}", "--workers", 1)
    assert f"colt-rules ({MUTANT})" in output
    assert f"{HIDDEN['id']}#refused: fail" in output


def test_a_crash_costs_one_case_and_is_told(small: Suite, tiny: str) -> None:
    output = ends(1, "run", "--adapter", f"{tiny} crashes", "--workers", 1)
    assert "crash" in output
    assert "The engine was restarted 2 times." in output


def test_a_hang_costs_as_long_as_an_answer_may_take(small: Suite, tiny: str) -> None:
    data = told(1, "run", HIT["id"], "--adapter", f"{tiny} hangs", "--timeout", 0.3)
    assert data["cases"] == {HIT["id"]: "timeout"}
    assert data["footer"]["seconds"] < 5


# --- run: it is not valid


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["fire.target/one-shot-hits-one-bandid"], f"did you mean {ONE}?"),
        (["steamboats.*"], "`colt conformance list` names them"),
        ([ONE, "steamboats.*"], "got 'steamboats.*'"),
        (["--clause", "fire.taget"], "expected a known clause, got 'fire.taget'; did you mean fire.target?"),
        (["--edition", "ru-ful"], "expected a known edition, got 'ru-ful'; did you mean ru-full?"),
        (["--module", "bas"], "expected a known module, got 'bas'; did you mean base?"),
        ([ONE, "--clause", "punch.target"], "no case is left: the filters exclude each other"),
    ],
)
@pytest.mark.parametrize("command", ["run", "list"])
def test_a_filter_that_fits_nothing_is_told_with_a_hint(command: str, args: list[str], words: str) -> None:
    assert words in ends(2, command, *args)


@pytest.mark.parametrize(("option", "value"), [("--level", "folding"), ("--workers", 0), ("--timeout", 0)])
def test_an_option_out_of_its_range_is_told(option: str, value: object) -> None:
    assert f"Invalid value for '{option}'" in ends(2, "run", option, value)


@pytest.mark.parametrize(
    ("adapter", "words"),
    [
        ("./no-such-engine", "expected a program to run as './no-such-engine': No such file"),
        ("'", "expected a command line"),
        (" ", "expected the command of an adapter"),
        (shlex.join([sys.executable, "-S", "-c", "print('hello')"]), "does not start (protocol-error): response:"),
        (shlex.join([sys.executable, "-S", "-c", "raise SystemExit('no engine here')"]), "no engine here"),
    ],
)
def test_an_adapter_that_cannot_be_started_is_told(small: Suite, adapter: str, words: str) -> None:
    output = ends(2, "run", "--adapter", adapter)
    assert words in output
    assert "Try `colt conformance smoke` with the same options." in output
    assert words in ends(2, "smoke", "--adapter", adapter)


def test_a_run_in_which_everything_is_skipped_is_not_valid(small: Suite, tiny: str) -> None:
    output = ends(2, "run", "--adapter", f"{tiny} skips")
    assert "The run is not valid: the engine skipped or did not support every check." in output
    assert told(2, "run", "--adapter", f"{tiny} skips")["status"] == 2


@pytest.mark.parametrize(
    ("supported", "note"),
    [
        ('editions = ["moon"]', f"Note: editions: it supports moon; known are {', '.join(EDITIONS)}."),
        (
            '"modules": ["expret"]',
            f"Note: modules: it supports expret; known are {', '.join(MODULES)}.",
        ),
    ],
)
def test_a_run_of_an_engine_that_names_unknown_things_says_so(
    small: Suite, tiny: str, tmp_path: Path, supported: str, note: str
) -> None:
    engine = tmp_path / "engine.py"
    name = supported.partition("[")[0]
    engine.write_text(re.sub(rf"{name}.*?\](?=[\n,])", supported, engine.read_text(encoding="utf-8")), encoding="utf-8")
    output = ends(2, "run", "--adapter", f"{tiny} refuses")
    assert note in output
    assert "2 cases, 0 of them supported, " in output


@pytest.mark.parametrize("deed", ["modest", "stranger"])
def test_a_run_in_which_nothing_is_supported_is_not_valid(small: Suite, tiny: str, deed: str) -> None:
    ends(2, "run", "--adapter", f"{tiny} {deed}")


def test_a_level_that_the_engine_does_not_support_is_not_valid(small: Suite, tiny: str) -> None:
    assert "not valid" in ends(2, "run", "--adapter", f"{tiny} refuses", "--level", "fold")


def test_an_engine_that_breaks_too_often_is_given_up(small: Suite, tiny: str) -> None:
    output = ends(2, "run", "--adapter", f"{tiny} crashes", "--restarts", 0, "--workers", 1)
    assert "The run is not valid: the engine broke in 1 cases" in output
    assert "--restarts allows more" in output


@pytest.mark.thorough
def test_a_suite_that_is_broken_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = suite_in(tmp_path / "suite", changed_case(title="A."))
    monkeypatch.setattr("colt_rules.conformance.cases.suite.suite", lambda: load_suite(folder))
    empty = tmp_path / "e.toml"
    empty.touch()
    for command in (["run"], ["list"], ["show", "x"], ["check"], ["mutants"], ["expectations", str(empty)]):
        output = ends(2, *command)
        assert "the suite cannot be used:" in output
        assert f"{HIDDEN['id']}).title: expected a fact in words" in output


@pytest.mark.parametrize(
    "command",
    [["run"], ["list"], ["show", HIDDEN["id"]], ["check"], ["mutants", "--clause", HIDDEN["clauses"][0]]],
    ids=lambda words: words[0],
)
def test_a_case_that_cannot_be_expanded_ends_each_command_that_wants_it(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cases are expanded when they are asked for, so what is wrong with one may come up anywhere."""
    strange = changed_case(given={"board": BOARD, "pile": ["tuco-dance"]})
    folder = suite_in(tmp_path / "suite", strange)
    monkeypatch.setattr("colt_rules.conformance.cases.suite.suite", lambda: load_suite(folder))
    output = ends(2, *command)
    assert "the suite cannot be used:" in output
    assert "given: pile: expected" in output


@pytest.mark.parametrize("option", ["--report", "--junit", "--html"])
def test_a_report_that_cannot_be_written_is_told_before_anything_is_run(
    small: Suite, tiny: str, tmp_path: Path, option: str
) -> None:
    path = tmp_path / "nowhere" / "report"
    assert str(path) in ends(2, "run", "--adapter", f"{tiny} refuses", option, path)
    assert not last_run(f"{tiny} refuses").exists()


# --- run: another file


def test_the_cases_of_a_file_are_run_instead_of_the_suite(tiny: str, tmp_path: Path) -> None:
    file = tmp_path / "found.yaml"
    file.write_text(json.dumps(HIT), encoding="utf-8")
    data = told(1, "run", "--file", file, "--adapter", f"{tiny} refuses")
    assert data["cases"] == {HIT["id"]: "fail"}
    output = ends(1, "run", "--file", file, "--adapter", f"{tiny} refuses")
    assert f"See one: colt conformance show {HIT['id']} --file {file}" in output
    assert HIT["title"] in ends(0, "show", HIT["id"], "--file", file)
    assert "expected the id of a case" in ends(2, "show", ONE, "--file", file)
    update = ("expectations", tmp_path / "e.toml", "--update", "--reason", "x", "--adapter", f"{tiny} refuses")
    assert "expected a whole run" in ends(2, *update), "it was not the suite that was run"


def test_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    file = tmp_path / "found.yaml"
    assert "expected a YAML file, got none" in ends(2, "run", "--file", file)
    file.write_text("id: [", encoding="utf-8")
    assert "the cases cannot be used:" in ends(2, "run", "--file", file)
    file.write_text("# nothing yet\n", encoding="utf-8")
    ends(2, "run", "--file", file)


# --- run: only what failed


def test_only_failed_needs_a_run_before(small: Suite, tiny: str) -> None:
    words = "expected a run of this adapter from this folder before; run it once without --only-failed"
    assert words in ends(2, "run", "--only-failed", "--adapter", f"{tiny} refuses")
    ends(2, "run", "--adapter", f"{tiny} skips")
    assert words in ends(2, "run", "--only-failed", "--adapter", f"{tiny} refuses")


def test_only_failed_runs_again_what_did_not_pass(small: Suite, tiny: str) -> None:
    ends(1, "run", "--adapter", f"{tiny} refuses")
    data = told(1, "run", "--only-failed", "--adapter", f"{tiny} refuses")
    assert list(data["cases"]) == [HIT["id"]]
    assert data["header"]["filters"] == ["only failed"]


@pytest.mark.usefixtures("few_deals", "at_once")
def test_only_failed_sets_up_again_what_was_dealt_wrongly(small: Suite) -> None:
    adapter = ("--adapter", dealing("dear-purses"), "--workers", 1)
    wrong = {name for name, status in told(1, "run", *adapter)["cases"].items() if status == "fail"}
    assert wrong
    assert {name.partition("/")[0] for name in wrong} == {"start"}
    assert set(told(1, "run", "--only-failed", *adapter)["cases"]) == wrong


@pytest.mark.usefixtures("few_deals", "at_once")
def test_whatever_a_run_names_can_be_shown_and_run(small: Suite, tmp_path: Path) -> None:
    """The names of cases and of games to set up, also with the name of a check behind them."""
    adapter = ("--adapter", dealing("dear-purses"), "--workers", 1)
    report = tmp_path / "report.jsonl"
    output = ends(1, "run", *adapter, "--report", report)
    (named,) = re.findall(r"See one: colt conformance show (\S+)", output)
    assert named.startswith("start/")
    cases = read_report(report).cases
    checks = [f"{case.case}#{result.check}" for case in cases for result in case.results]
    assert f"{named}#pools" in checks
    for name in (named, *checks[:: len(checks) // 12]):
        ends(0, "show", name)
        told(0, "show", name)
    again = tmp_path / "again.jsonl"
    for name in (f"{named}#pools", named, named.replace("start/base-3", "start/base-?")):
        ends(1, "run", name, *adapter, "--report", again)
        assert named in [case.case for case in read_report(again).cases]
        assert all(case.case.startswith("start/") for case in read_report(again).cases)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("show", "start/base-33@ru-full"), "did you mean start/base-3@ru-full?"),
        (("run", "start/base-33@ru-full"), "did you mean start/base-3@ru-full?"),
        (("run", "start/nothing-*"), "expected the name of a game to set up"),
    ],
)
def test_a_game_to_set_up_that_does_not_exist_is_told(args: tuple[str, ...], words: str) -> None:
    assert words in ends(2, *args)


def test_an_engine_that_sets_up_no_games_is_told_when_it_is_asked_for_one(small: Suite, tiny: str) -> None:
    assert "expected an engine that supports setup" in ends(
        2, "run", "start/base-3@ru-full", "--adapter", f"{tiny} refuses"
    )


@pytest.mark.usefixtures("few_deals", "at_once")
def test_games_to_set_up_can_be_expected_to_fail(small: Suite, tmp_path: Path) -> None:
    adapter = dealing("dear-purses")
    file = tmp_path / "expectations.toml"
    ends(1, "run", "--adapter", adapter, "--workers", 1)
    ends(0, "expectations", file, "--update", "--reason", "later", "--adapter", adapter)
    assert '["start/base-3#values"]' in file.read_text()
    ends(0, "expectations", file)
    ends(0, "run", "--adapter", adapter, "--workers", 1, "--expectations", file)
    ends(0, "expectations", file, "--update", "--adapter", adapter)


def test_only_failed_has_nothing_to_do_when_all_passed(small: Suite, tiny: str) -> None:
    ends(0, "run", HIDDEN["id"], "--adapter", f"{tiny} refuses")
    output = ends(2, "run", "--only-failed", "--adapter", f"{tiny} refuses")
    assert "nothing failed in the last run; run it without --only-failed" in output


def test_a_broken_report_of_the_last_run_does_not_count(small: Suite, tiny: str) -> None:
    ends(1, "run", "--adapter", f"{tiny} refuses")
    last_run(f"{tiny} refuses").write_text("{}\n", encoding="utf-8")
    assert "run it once without" in ends(2, "run", "--only-failed", "--adapter", f"{tiny} refuses")


# --- run: expectations


def expect(path: Path, **entries: tuple[str, str]) -> Path:
    """A file that expects this status of these checks."""
    lines = [f'["{id}"]\nstatus = "{status}"\nreason = "later"\n' for id, status in entries.values()]
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_what_is_expected_to_fail_does_not_fail_the_run(small: Suite, tiny: str, tmp_path: Path) -> None:
    for id in (f"{HIT['id']}#events", HIT["id"]):
        file = expect(tmp_path / "e.toml", one=(id, "fail"))
        output = ends(0, "run", "--adapter", f"{tiny} refuses", "--expectations", file)
        assert "Everything came as expected." in output


@pytest.mark.usefixtures("few_deals", "at_once")
def test_what_passes_although_it_should_not_fails_the_run(small: Suite, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "fail"))
    assert "expected fail (later), got pass: remove the expectation" in ends(1, "run", "--expectations", file)


def test_what_fails_in_another_way_fails_the_run(small: Suite, tiny: str, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "crash"))
    output = ends(1, "run", "--adapter", f"{tiny} refuses", "--expectations", file)
    assert "expected crash (later), got fail" in output


@pytest.mark.usefixtures("few_deals", "at_once")
def test_an_expectation_of_nothing_in_the_suite_fails_the_run(small: Suite, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=("gone/x#events", "fail"))
    for args in (("run", "--expectations", file), ("expectations", file)):
        assert "gone/x#events: expected a case or a check of this suite" in ends(1, *args)


def test_where_every_expectation_meets_a_run_there_is_no_note(small: Suite, tiny: str, tmp_path: Path) -> None:
    file, adapter = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "fail")), f"{tiny} refuses"
    check = ("expectations", file, "--adapter", adapter)
    assert "Note: there is no whole run of this adapter from this folder" in ends(0, *check)
    for args in (("run", "--adapter", adapter, "--expectations", file), check):
        assert "Note: " not in ends(0, *args)


@pytest.mark.usefixtures("everywhere")
def test_an_expectation_without_an_edition_holds_in_whichever_is_supported(tiny: str, tmp_path: Path) -> None:
    engine, hit, up = tmp_path / "engine.py", HIT["id"], WITNESS["id"]
    whole = (f"{hit}#whole", "fail")  # where the command leads: the engine supports that level too
    entries = {"one": (f"{hit}#events", "fail"), "two": whole, "three": (up, "fail"), "more": (f"{up}@pl-base", "fail")}
    file = expect(tmp_path / "e.toml", **entries)
    adapter = ("--adapter", f"{tiny} refuses-both")
    note = f"1 entry matched no run of this engine: {up}@pl-base"
    for edition in ("ru-full", "fr-horses"):
        engine.write_text(ENGINE.replace("ru-full", edition), encoding="utf-8")
        output = ends(0, "run", *adapter, "--expectations", file)
        assert f"Note: {note}.\nEverything came as expected." in output
        assert f"Note: {note}." in ends(0, "expectations", file, *adapter)
        assert told(0, "run", *adapter, "--expectations", file)["notes"] == [note]
        assert "Note: " not in ends(0, "run", hit, *adapter, "--expectations", file), "a part of the suite meets a part"


@pytest.mark.usefixtures("everywhere")
def test_an_expectation_without_an_edition_that_nothing_needs_fails_the_run(tiny: str, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE.replace("ru-full", "ru-base"), encoding="utf-8")
    up = WITNESS["id"]
    file = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "fail"), two=(up, "fail"))
    output = ends(1, "run", "--adapter", f"{tiny} refuses", "--expectations", file)
    assert f"{up}: expected fail (later), got no such result: remove the expectation" in output


def test_expectations_that_cannot_be_used_are_told(small: Suite, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "pass"))
    for args in (("run", "--expectations", file), ("expectations", file)):
        output = ends(2, *args)
        assert "the expectations cannot be used:" in output
        assert "expected a status out of" in output
    assert "expected a TOML file, got none" in ends(2, "run", "--expectations", tmp_path / "nothing.toml")


# --- expectations


def test_good_expectations_are_counted(small: Suite, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "fail"), two=(HIDDEN["id"], "skipped"))
    assert f"{file}: 2 expectations, all known." in ends(0, "expectations", file)


def test_expectations_are_written_from_the_last_run_and_then_hold(small: Suite, tiny: str, tmp_path: Path) -> None:
    file, adapter = tmp_path / "e.toml", ("--adapter", f"{tiny} refuses")
    ends(1, "run", *adapter)
    assert "say why with --reason" in ends(2, "expectations", file, "--update", *adapter)
    assert not file.exists()
    output = ends(0, "expectations", file, "--update", *adapter, "--reason", "only refuses", "--link", "https://x/1")
    assert f"{file}: 1 expectation, 0 before." in output
    (found,) = read_expectations(file).values()
    assert (found.status, found.reason, found.link) == (Status.FAIL, "only refuses", "https://x/1")
    ends(0, "run", *adapter, "--expectations", file)


def test_an_update_keeps_the_reasons_of_what_still_holds(small: Suite, tiny: str, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=(f"{HIT['id']}#events", "fail"), two=(HIDDEN["id"], "error"))
    ends(1, "run", "--adapter", f"{tiny} refuses")
    assert "1 expectation, 2 before" in ends(0, "expectations", file, "--update", "--adapter", f"{tiny} refuses")
    (found,) = read_expectations(file).values()
    assert found.reason == "later"


def test_an_update_needs_a_whole_run(small: Suite, tiny: str, tmp_path: Path) -> None:
    update = ("expectations", tmp_path / "e.toml", "--update", "--reason", "x", "--adapter", f"{tiny} refuses")
    assert "run the suite first" in ends(2, *update)
    ends(1, "run", HIT["id"], "--adapter", f"{tiny} refuses")
    assert "expected a whole run, got one that broke off or had filters" in ends(2, *update)
    ends(1, "run", "--adapter", f"{tiny} refuses")
    path = last_run(f"{tiny} refuses")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert "expected a whole run" in ends(2, *update)


def test_an_update_does_not_lose_reasons_to_a_broken_file(small: Suite, tiny: str, tmp_path: Path) -> None:
    file = expect(tmp_path / "e.toml", one=("gone/x#events", "fail"))
    before = file.read_bytes()
    ends(1, "run", "--adapter", f"{tiny} refuses")
    output = ends(2, "expectations", file, "--update", "--reason", "x", "--adapter", f"{tiny} refuses")
    assert "their reasons would be lost" in output
    assert file.read_bytes() == before


# --- smoke


@pytest.mark.parametrize("option", [[], ["--one-shot"]])
@pytest.mark.usefixtures("at_once")
def test_the_reference_is_in_order(option: list[str]) -> None:
    output = ends(0, "smoke", *option)
    assert "The adapter is in order." in output
    assert "not ok" not in output


def test_an_adapter_that_is_not_in_order_is_told(tiny: str) -> None:
    output = ends(2, "smoke", "--adapter", f"{tiny} crashes")
    assert "not ok" in output
    assert "The adapter is not in order: fix this before you run the suite." in output


# --- list, show, check


def test_cases_are_listed_with_their_facts() -> None:
    output = ends(0, "list", "fire.target/*")
    assert ONE in output
    assert suite().cases[ONE].case.title in output
    assert "punch." not in output
    assert f"of suite {published(suite_folder()).version}, " in output


def test_cases_are_listed_for_programs() -> None:
    assert {case["id"] for case in told(0, "list", "fire.*")} == {id for id in suite().cases if id.startswith("fire.")}
    (one,) = told(0, "list", ONE)
    case = suite().cases[ONE].case
    assert one == {
        "id": ONE,
        "title": case.title,
        "clauses": list(case.clauses),
        "editions": list(EDITIONS),
        "modules": ["base"],
        "reachable": False,
        "unreachable": ["cars: expected 5 behind the locomotive for 5 players, got 4"],
    }


def test_cases_to_whose_position_no_game_comes_are_marked_where_they_are_listed_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(suite_in(tmp_path / "marked", HIT, REACHED), monkeypatch)
    why = "cars: expected 4 behind the locomotive for 4 players, got 3"
    assert {case["id"]: (case["reachable"], case["unreachable"]) for case in told(0, "list")} == {
        HIT["id"]: (False, [why]),
        REACHED["id"]: (True, []),
    }
    assert [case["id"] for case in told(0, "list", "--reachable")] == [REACHED["id"]]
    assert "2 cases of suite" in ends(0, "list")
    assert ", 1 of them reachable." in ends(0, "list")
    assert f"No game reaches this position: {why}" in ends(0, "show", HIT["id"])
    assert "No game comes" not in ends(0, "show", REACHED["id"])
    assert [(run["reachable"], run["unreachable"]) for run in told(0, "show", HIT["id"])["runs"]] == [(False, [why])]


@pytest.mark.usefixtures("at_once")
def test_a_run_leaves_out_positions_that_no_game_comes_to_and_says_how_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(suite_in(tmp_path / "marked", HIT, REACHED), monkeypatch)
    data = told(0, "run", "--reachable", "--module", "base")
    assert data["cases"] == {REACHED["id"]: "pass"}
    assert data["header"]["filters"] == ["base", "reachable"]
    assert data["notes"] == ["1 run left out, because no game reaches the position"]
    assert told(0, "run", "--module", "base")["notes"] == []
    assert "Note: 1 run left out" in ends(0, "run", "--reachable", "--module", "base")
    assert "no case is left" in ends(2, "run", "--reachable", HIT["id"])


def test_again_what_failed_leaves_out_positions_that_no_game_comes_to(small: Suite, tiny: str) -> None:
    engine = ("--adapter", f"{tiny} refuses")
    run_colt("conformance", "run", *engine)
    assert "no case is left" in ends(2, "run", *engine, "--only-failed", "--reachable")


@pytest.mark.parametrize("id", [ONE, f"{ONE}#events"])
def test_a_case_is_shown_with_source_clauses_positions_and_events(id: str) -> None:
    output = ends(0, "show", id)
    written = suite().cases[ONE]
    for words in (
        f"{written.file}:{written.line}",
        f"title: {written.case.title}",
        "fire.target: ",
        "Before (ru-full)\nroof   |",
        "  BulletGiven bullet=doc-bullet-6 left=5 seat=django shooter=doc target=django  [fire.target, ",
        "After\nroof   |",
    ):
        assert words in output, words


@pytest.mark.parametrize("id", list(suite().cases)[:: 20 if THOROUGH else 60])
def test_any_case_can_be_shown(id: str) -> None:
    assert f"id: {id}" in ends(0, "show", id)


def test_a_case_is_shown_for_programs() -> None:
    assert told(0, "show", ONE) == json.loads(json.dumps(exported(suite().runs_of(ONE))))


def test_a_witness_is_shown_side_by_side_and_one_of_its_runs_by_its_name() -> None:
    id = "tuco.upward-only/no-shot-down-into-his-car"
    assert re.findall(r"Before \((.*)\)", ends(0, "show", id)) == ["ru-full", "ru-base"]
    assert re.findall(r"Before \((.*)\)", ends(0, "show", f"{id}@pl-base#events")) == ["pl-base"]


@pytest.mark.thorough
def test_any_run_is_shown_by_its_edition_also_the_first() -> None:
    for edition in EDITIONS:
        assert re.findall(r"Before \((.*)\)", ends(0, "show", f"{ONE}@{edition}")) == [edition]
        assert [run["edition"] for run in told(0, "show", f"{ONE}@{edition}")["runs"]] == [edition]
        assert [*told(0, "run", f"{ONE}@{edition}")["cases"]] == [ONE if edition == "ru-full" else f"{ONE}@{edition}"]


def test_a_hostile_name_is_told_in_few_words() -> None:
    """As every command line is, see ``tests/test_safe_text.py``; here, because the suite has to be read for it."""
    output = ends(2, "show", HOSTILE)
    assert len(output) < 10_000
    assert all(line.isprintable() for line in output.split("\n"))


def test_a_run_that_does_not_exist_is_told_with_those_that_do() -> None:
    runs = ", ".join(f"{ONE}@{edition}" for edition in EDITIONS)
    for name in (f"{ONE}@moon", f"{ONE}@", f"{ONE}@pl-base+x=y"):
        assert f"expected a run of {ONE}, got '{name}'; its runs are {runs}" in ends(2, "show", name)


def test_a_refusal_is_shown_by_its_clauses_and_not_as_a_second_picture() -> None:
    output = ends(0, "show", "tuco.upward-only/no-shot-down-into-his-car")
    ours, theirs = output.split("\nBefore (")[1:]
    assert ("After" in ours, "Refused by" in ours) == (True, False)
    assert "After" not in theirs
    assert theirs.endswith("|\nRefused by: tuco.upward-only\n")


def test_a_refusal_after_commands_that_stand_is_shown_with_both(tmp_path: Path) -> None:
    again = changed_case(HIDDEN, when=["Fire by tuco target=ghost", "Fire by tuco target=doc"])
    file = tmp_path / "found.yaml"
    file.write_text(json.dumps({**again, "then": [{"state": {"figures": {"tuco": {"bullets": 5}}}}]}), encoding="utf-8")
    output = ends(0, "show", HIDDEN["id"], "--file", file)
    assert output.index("\nAfter\n") < output.index("\nRefused by: ")


def test_a_case_that_the_reference_does_not_pass_is_shown_as_such(tmp_path: Path) -> None:
    wrong = changed_case(HIT, then=[{"state": {"figures": {"tuco": {"bullets": 6}}}}])
    file = tmp_path / "found.yaml"
    file.write_text(json.dumps(wrong), encoding="utf-8")
    words = f"The reference does not pass: {HIT['id']}#state: fail in ru-full: figures.tuco.bullets: expected 6, got 5"
    assert words in ends(0, "show", HIT["id"], "--file", file)
    assert "The reference does not pass" not in ends(0, "show", ONE)


@pytest.fixture
def everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """The suite is a case for all editions, and a witness."""
    case = {key: value for key, value in HIT.items() if key != "editions"}
    return use(suite_in(tmp_path / "suite", case, WITNESS), monkeypatch)


@pytest.mark.thorough
def test_a_case_is_run_once_a_witness_in_all_editions_and_with_an_option_all_in_all(everywhere: Suite) -> None:
    up, hit = WITNESS["id"], HIT["id"]
    witness = {up, *(f"{up}@{edition}" for edition in EDITIONS[1:])}
    games = {id.partition("#")[0] for id in start_ids()}
    assert set(told(0, "run")["cases"]) == {hit, *witness, *games}
    assert set(told(0, "run", hit, "--all-editions")["cases"]) == {
        hit,
        *(f"{hit}@{edition}" for edition in EDITIONS[1:]),
    }
    polish = {id for id in games if "@pl-base" in id}
    assert set(told(0, "run", "--edition", "pl-base")["cases"]) == {f"{hit}@pl-base", f"{up}@pl-base", *polish}


@pytest.mark.usefixtures("everywhere", "few_deals", "at_once")
def test_a_run_tells_how_many_cases_in_how_many_runs_and_what_was_supported(tiny: str) -> None:
    first = r"; suite 1\.2\.3, {}, \d+\.\d s\."
    games = len({id.partition("#")[0] for id in start_ids()})
    assert re.search(first.format(f"2 cases in {1 + len(EDITIONS)} runs and {games} games to set up"), ends(0, "run"))
    polish = sum("@pl-base" in id and id.endswith("#start") for id in start_ids())
    output = ends(0, "run", "--edition", "pl-base")
    assert re.search(first.format(f"2 cases and {polish} games to set up"), output)
    assert re.search(first.format("1 case"), ends(0, "run", HIT["id"])), "a case by its name brings no games to set up"
    output = ends(1, "run", "--adapter", f"{tiny} refuses", "--edition", "ru-full", "--edition", "pl-base")
    assert "2 cases, 1 of them supported, " in output, "the witness has no check of the level decide there"


@pytest.mark.usefixtures("everywhere")
def test_what_failed_in_an_edition_is_run_again_in_that_edition(tiny: str, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(engine.read_text(encoding="utf-8").replace("ru-full", "ru-base"), encoding="utf-8")
    again = f"{HIT['id']}@ru-base"
    adapter = ("--adapter", f"{tiny} refuses")
    assert again in ends(1, "run", HIT["id"], *adapter)
    assert set(told(1, "run", "--only-failed", *adapter)["cases"]) == {again}


def test_the_suite_is_checked_in_every_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = {key: value for key, value in HIT.items() if key != "editions"}
    wrong = changed_case(case, then=[{"events": ["CardRevealed"]}])
    use(suite_in(tmp_path, wrong, accepting=("fire.bullet-given",)), monkeypatch)
    faults = told(1, "check")["faults"]
    assert [fault.partition("#")[0].partition("@")[2] for fault in faults] == ["", *EDITIONS[1:]]


def test_a_case_that_does_not_exist_is_told_with_a_hint() -> None:
    assert f"did you mean {ONE}?" in ends(2, "show", f"{ONE}s")


def test_a_sound_suite_is_counted(small: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    """`make test` checks the suite of this repository, in all editions."""
    monkeypatch.setattr(Suite, "missing", lambda suite: [])  # a small suite has no witness of most differences
    assert "2 cases" in ends(0, "check")
    data = told(0, "check")
    assert (data["cases"], data["missing"]) == (2, [])
    runs = [run for id in small.cases for run in small.runs_of(id)]
    assert (data["runs"], data["checks"]) == (len(runs), sum(len(run.checks) for run in runs))
    assert data["faults"] == []


def test_what_a_suite_lacks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = use(suite_in(tmp_path, HIT, refusing=("fire.target",), accepting=("fire.bullet-given",)), monkeypatch)
    limit = "fire.target: expected a case that is refusing or no-effect, or a reason why not; got neither"
    assert limit in ends(1, "check")
    all_missing = [line for line in told(1, "check")["missing"] if "witness" not in line]
    meeting = [line for line in all_missing if ": both change " in line or ": no game has both: " in line]
    what = "base and expert: both change the phase schemin"
    assert f"{what}: expected a case with both modules and clauses of both, got none" in meeting
    missing = [line for line in all_missing if line not in meeting]
    exercises = "expected a case that exercises it in each edition in which it holds, got none in"
    assert missing == [limit, *(f"{id}: {exercises} {', '.join(some)}" for id, some in made.not_exercised().items())]
    others = [edition for edition in registry().editions if edition not in HIT["editions"]]
    assert f"fire.bullet-given: {exercises} {', '.join(others)}" in missing, "the case is for one edition"


# --- export and index


def test_the_suite_is_exported_as_plain_json(small: Suite, tmp_path: Path) -> None:
    output = ends(0, "export", tmp_path / "out" / "deep")
    number = len([path for path in (tmp_path / "out" / "deep").rglob("*") if path.is_file()])
    assert f"{number} files, suite 1.2.3" in output
    index = json.loads((tmp_path / "out" / "deep" / "index.json").read_text(encoding="utf-8"))
    assert [case["id"] for case in index["cases"]] == sorted(small.cases)


def test_a_folder_that_cannot_be_written_is_told(small: Suite, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot write into" in ends(2, "export", tmp_path / "file" / "out")
    assert "is a file" in ends(2, "export", tmp_path / "file")


def test_an_index_that_is_up_to_date_stays(small: Suite, tmp_path: Path) -> None:
    before = (tmp_path / "suite" / "index.json").read_bytes()
    for args in ([], ["--update"]):
        assert "Suite 1.2.3 is up to date." in ends(0, "index", *args)
    assert (tmp_path / "suite" / "index.json").read_bytes() == before


def test_an_index_that_is_out_of_date_is_told_and_written_on_demand(small: Suite, tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    write_index(index_of(Suite({}, small.exceptions), "1.2.3", {}), folder)
    assert "The cases are not those of suite 1.2.3; --update makes it 1.3.0." in ends(1, "index")
    assert published(folder).version == "1.2.3"
    assert "Suite 1.3.0 (before: 1.2.3), 2 cases." in ends(0, "index", "--update")
    assert "Suite 1.3.0 is up to date." in ends(0, "index")


def test_an_index_that_cannot_be_read_is_told(small: Suite, tmp_path: Path) -> None:
    (tmp_path / "suite" / "index.json").write_text("[]", encoding="utf-8")
    for args in (["index"], ["export", str(tmp_path / "out")], ["run"], ["list"]):
        assert "expected the index, got something else" in ends(2, *args)


# --- script

ADAPTERS = ["./adapter", 'node "my adapter.mjs" --fast', "sh -c 'echo a: b # c; x'", "a {b} \\ $HOME `c`"]


def adapters_in(line: str) -> list[str]:
    words = shlex.split(line)
    return [word for before, word in pairwise(words) if before == "--adapter"]


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_the_shell_script_is_one_that_runs_this_adapter(adapter: str) -> None:
    script = ends(0, "script", "--adapter", adapter)
    checked = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    lines = script.replace("\\\n", " ").splitlines()
    assert [found for line in lines[2:] if " --adapter " in line for found in adapters_in(line)] == [adapter] * 2
    assert "--expectations colt-expectations.toml" in script


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_the_github_workflow_is_one_that_runs_this_adapter(adapter: str) -> None:
    (workflow,) = parse_documents(ends(0, "script", "--for", "github", "--adapter", adapter), "workflow")
    steps = workflow.data["jobs"]["colt"]["steps"]
    lines = [step["run"] for step in steps if "run" in step]
    assert [adapters_in(line) for line in lines] == [[], [adapter], [adapter]]
    assert shlex.split(lines[0]) == ["pip", "install", "colt-rules==0.1.0"]


REQUIREMENT = "colt-rules @ file:///my folder/a: b # c"


def test_both_scripts_install_what_is_asked_for() -> None:
    shell = ends(0, "script", "--install", REQUIREMENT).splitlines()
    assert [shlex.split(line)[-1] for line in shell if "pip install" in line] == [REQUIREMENT]
    (workflow,) = parse_documents(ends(0, "script", "--for", "github", "--install", REQUIREMENT), "workflow")
    lines = [step["run"] for step in workflow.data["jobs"]["colt"]["steps"] if "run" in step]
    assert shlex.split(lines[0]) == ["pip", "install", REQUIREMENT]


def test_the_script_names_the_usual_adapter_and_no_other_system() -> None:
    assert "--adapter ./adapter" in ends(0, "script")
    assert "Invalid value for '--for'" in ends(2, "script", "--for", "jenkins")


# --- mutants


@pytest.mark.thorough
def test_mutants_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.conformance.proof.mutants.load_mutants", cache(load_mutants))
    assert MUTANT in ends(0, "mutants", "--list", "fire.*")
    listed = told(0, "mutants", "--list", "--clause", "fire.roof.line-of-sight")
    assert {one["clause"] for one in listed} == {"fire.roof.line-of-sight"}
    assert all(one["reading"] for one in listed)
    first = told(0, "mutants", "--list", "--one-each", "fire.*")
    assert [one["clause"] for one in first] == list(dict.fromkeys(one["clause"] for one in first))
    assert first[0]["id"] == told(0, "mutants", "--list", "fire.*")[0]["id"]


@cache
def some_mutants() -> dict[str, Mutant]:
    """Some of the mutants of this repository: to read all of them takes a second."""
    folder = suite_folder() / "mutants"
    found = [find_mutant(folder, id) for id in (MUTANT, "robbery.take-one/all-of-it")]
    return {mutant.id: mutant for mutant in found if mutant}


@pytest.fixture
def two_cases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The suite is small, and there are few mutants."""
    made = load_suite(suite_in(tmp_path / "suite", HIDDEN, HIT))
    monkeypatch.setattr("colt_rules.conformance.cases.suite.suite", lambda: made)
    monkeypatch.setattr("colt_rules.conformance.proof.mutants.load_mutants", lambda folder: some_mutants())


@pytest.mark.usefixtures("two_cases")
@pytest.mark.parametrize("args", [["horses/x"], ["--clause", "horses"], [MUTANT, "--clause", "punch.target"]])
def test_a_mutant_that_does_not_exist_is_told(args: list[str]) -> None:
    assert "got none that fits; --list names them" in ends(2, "mutants", *args)


@pytest.mark.usefixtures("two_cases")
def test_a_mutant_that_the_suite_tells_from_the_rules_is_dead() -> None:
    output = ends(0, "mutants", MUTANT, "--workers", 1)
    assert f"{HIDDEN['id']}#refused" in output
    assert "1 mutant: none survives." in output


@pytest.mark.usefixtures("two_cases", "at_once")
def test_a_mutant_that_survives_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("colt_rules.cli.conformance.mutants")
    monkeypatch.setattr(module, "reference", lambda **_: REFERENCE)
    monkeypatch.setattr(fork_server, "FORKS", False)
    (one,) = told(1, "mutants", MUTANT)
    assert (one["mutant"], one["dead"], one["killers"], one["cases"], one["problem"]) == (MUTANT, False, [], 1, "")


@pytest.mark.usefixtures("two_cases")
def test_a_mutant_whose_engine_breaks_does_not_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("colt_rules.cli.conformance.mutants"), "reference", lambda **_: "no-such-program")
    monkeypatch.setattr(fork_server, "FORKS", False)
    output = ends(1, "mutants", MUTANT)
    assert f"{MUTANT} breaks: expected a program to run" in output
    assert "1 mutant: none survives, 1 engine broke." in output
    (one,) = told(1, "mutants", MUTANT)
    assert (one["dead"], one["broken"]) == (False, True)


@pytest.mark.usefixtures("two_cases")
def test_mutants_that_fit_the_reference_are_counted() -> None:
    assert ends(0, "mutants", "--check") == "2 mutants: all apply to the source.\n"
    assert told(0, "mutants", "--check") == {"mutants": 2}


def test_mutants_that_are_stale_are_told_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stale = [asdict(evolve(mutant, function="gone")) for mutant in some_mutants().values()]
    (tmp_path / "mutants" / "base").mkdir(parents=True)
    documents = [json.dumps({key: value for key, value in mutant.items() if key != "file"}) for mutant in stale]
    (tmp_path / "mutants" / "base" / "01-stale.yaml").write_text("\n---\n".join(documents), encoding="utf-8")
    monkeypatch.setattr("colt_rules.conformance.cases.place.suite_folder", lambda: tmp_path)
    output = ends(2, "mutants", "--check")
    assert "the mutants cannot be used:" in output
    for mutant in stale:
        assert f"{mutant['id']}.function: expected a function of {mutant['module']}, got gone" in output


@pytest.mark.usefixtures("two_cases")
def test_a_mutant_without_a_case_is_told() -> None:
    output = ends(1, "mutants", "robbery.take-one/*")
    assert re.search(r"robbery.take-one/\S+ survives: .* no case exercises its clause", output)
    assert re.search(r"\d+ mutants?: \d+ survive\.", output)
