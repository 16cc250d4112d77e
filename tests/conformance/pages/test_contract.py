"""The pages describe what the program does: they are up to date, complete, and their examples hold."""

import json
import re
import sys
from pathlib import Path

import attrs
import msgspec
import pytest
from click.testing import CliRunner

from colt_rules.cli.conformance.group import conformance
from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.conformance.cases.case import (
    KINDS,
    Case,
    Expectation,
    Given,
    OptionsCheck,
    Rows,
    Side,
    ViewCheck,
    Written,
    read_case,
)
from colt_rules.conformance.cases.expand import LEVEL_OF, unobserved
from colt_rules.conformance.cases.export import IndexEntry, SuiteIndex
from colt_rules.conformance.cases.published import ExportedCase, ExportedCheck, ExportedRun
from colt_rules.conformance.cases.suite import Filter, expand_all, suite
from colt_rules.conformance.cases.yaml import parse_documents
from colt_rules.conformance.pages import case_page, citing_page, contract, fields, protocol_page
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.questions import case_result, questions
from colt_rules.conformance.running.results import Status
from colt_rules.conformance.running.runner import Conversation
from colt_rules.conformance.running.smoke import smoke
from colt_rules.conformance.running.verify import departures
from colt_rules.events import EVENTS
from colt_rules.log.choices import AnyOne, AnyRow
from colt_rules.log.codec import read_thoroughly
from colt_rules.log.schemas import vocabularies
from colt_rules.rules.editions import EDITIONS

ROOT = Path(__file__).parents[3]
PROTOCOL, CASES = protocol_page.protocol_page(), case_page.case_page()
LINES = [line for block in re.findall(r"```json\n(.*?)```", PROTOCOL, re.DOTALL) for line in block.splitlines()]
EXAMPLES = [json.loads(line) for line in LINES]
MESSAGES = {**p.REQUESTS, **p.RESPONSES}
WRITTEN = (Case, Side, Given, Expectation, OptionsCheck, Rows, ViewCheck)
EXPORTED = (ExportedCase, ExportedRun, ExportedCheck, SuiteIndex, IndexEntry)


def section(page: str, heading: str) -> str:
    """The text below a heading."""
    (text,) = re.findall(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", page, re.MULTILINE | re.DOTALL)
    return str(text)


def fields_of(cls: type) -> tuple[str, ...]:
    if issubclass(cls, msgspec.Struct):
        return cls.__struct_encode_fields__
    assert attrs.has(cls)
    return tuple(field.name for field in attrs.fields(cls))


# --- the files


def test_the_files_are_up_to_date() -> None:
    assert contract.contract_drift(ROOT) == []


@pytest.fixture
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the files once: each look at them would take another second."""
    files = contract.contract_files()
    monkeypatch.setattr(contract, "contract_files", lambda: files)


@pytest.mark.usefixtures("made_once")
def test_drift_is_told_file_by_file(tmp_path: Path) -> None:
    written = contract.write_contract(tmp_path)
    assert contract.contract_drift(tmp_path) == []
    written[0].write_text("edited by hand\n", encoding="utf-8")
    written[1].unlink()
    first, second = (path.relative_to(tmp_path).as_posix() for path in written[:2])
    assert contract.contract_drift(tmp_path) == sorted(
        [
            f"{first}: expected what the classes give, got a different file",
            f"{second}: expected a file, got none",
        ]
    )


@pytest.mark.usefixtures("made_once")
def test_the_command_checks_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_rules.cli.conformance.contract.checkout", lambda otherwise: tmp_path)
    told = CliRunner().invoke(conformance, ["contract"])
    assert told.exit_code == 1
    assert "docs/case-format.md: expected a file, got none" in told.output
    assert CliRunner().invoke(conformance, ["contract", "--write"]).exit_code == 0
    assert CliRunner().invoke(conformance, ["contract"]).exit_code == 0
    assert json.loads(CliRunner().invoke(conformance, ["contract", "--json"]).output) == {
        "up_to_date": True,
        "problems": [],
    }


# --- the protocol


def test_every_message_has_a_section_with_an_example_of_it() -> None:
    for name in MESSAGES:
        (block,) = re.findall(r"```json\n(.*?)```", section(PROTOCOL, name), re.DOTALL)
        assert {json.loads(line)["type"] for line in block.splitlines()} == {name}


def test_every_example_is_a_message_of_the_protocol() -> None:
    requests = {request.seq: request for request in protocol_page.REQUESTS}
    read = set()
    for example in EXAMPLES:
        match example["type"]:
            case "case":
                shot: p.OneShotCase = read_thoroughly(p.OneShotCase, example, "case")
                asked = [p.read_request(request) for request in shot.requests]
            case "result":
                result: p.OneShotResult = read_thoroughly(p.OneShotResult, example, "result")
                assert [p.read_response(*pair) for pair in zip(result.responses, asked, strict=True)]
            case name if name in p.REQUESTS:
                assert p.read_request(example) == requests[example["seq"]]
            case _:
                p.read_response(example, requests.get(example["seq"], p.Stop("")))
        read.add(example["type"])
    assert read == {*MESSAGES, "case", "result"}


def test_every_field_of_every_message_is_in_its_section() -> None:
    for name, cls in MESSAGES.items():
        for field in set(fields_of(cls)) - {"seq"}:
            assert f"| `{field}` |" in section(PROTOCOL, name), f"{name}.{field}"
    for name, part in (("event", p.EventMessage), ("rows", p.RowsMessage)):
        for field in fields_of(part):
            assert f"| `{field}` |" in section(PROTOCOL, name), f"{name}.{field}"
    assert "| `seq` |" in section(PROTOCOL, "Every message")


def test_every_position_of_the_suite_is_one_that_the_page_promises() -> None:
    assert "3 to 8 bandits and other figures of players, and at least 2 cars behind the locomotive" in " ".join(
        PROTOCOL.split()
    )
    for run in suite().chosen(Filter()):
        for game in (run.given, run.after):
            if game.phase not in ("new", "setup"):
                assert 3 <= len(game.figures) <= 8, run.name
                assert len(game.train) > 2, run.name


def test_the_page_names_all_that_chance_deals() -> None:
    for what in vocabularies()["Deal.what"]:
        assert f"`{what}`" in section(PROTOCOL, "rows"), what


def test_the_page_about_citing_has_every_event_and_what_it_always_rests_on() -> None:
    cited = citing_page.cited_by_events()
    assert cited.keys() == EVENTS.keys()
    page = contract.pages()["citing.md"]
    for name in EVENTS:
        (row,) = re.findall(rf"^\| `{name}` \| .*$", page, re.MULTILINE)
        _, always, sometimes = (set(re.findall("`([^`]+)`", cell)) for cell in row.strip("|").split("|"))
        for cites in cited[name]:
            assert always <= cites <= always | sometimes
    for clause in (*EVERYWHERE, "schemin.turn-order", "ruling.command.form"):
        assert f"`{clause}`" in page


def test_every_level_and_status_is_explained() -> None:
    assert set(protocol_page.LEVELS) == set(protocol_page.ASKED) == set(p.LEVELS)
    for level in p.LEVELS:
        assert f"| `{level}` | {protocol_page.LEVELS[level]} |" in section(PROTOCOL, "Levels")
    for status, remark in fields.remarks(Status).items():
        assert f"| `{Status[status]}` | {remark} |" in section(PROTOCOL, "How a check ends")
    assert len(fields.remarks(Status)) == len(Status)


def test_an_engine_is_asked_what_the_page_says_of_its_level() -> None:
    for level in set(p.LEVELS) - {"cite", "setup"}:  # starts are not cases
        asked = {type(question.request) for run in case_page.example_runs() for question in questions(run, (level,))}
        assert asked == {p.New, *protocol_page.ASKED[level]}


# --- the cases


def test_every_field_of_a_case_is_on_the_page() -> None:
    for cls in (*WRITTEN, *EXPORTED):
        for field in fields_of(cls):
            assert f"| `{field}` |" in CASES, f"{cls.__name__}.{field}"


def test_every_kind_of_check_is_explained_and_shown() -> None:
    assert set(case_page.COMPARED) == set(LEVEL_OF)
    assert set(case_page.DERIVED) == set(LEVEL_OF) - set(KINDS)
    shown = {check.kind for run in case_page.example_runs() for check in run.checks}
    assert shown == set(LEVEL_OF)
    for kind, level in LEVEL_OF.items():
        assert f"| `{kind}` | `{level}` |" in section(CASES, "Kinds of checks")


def test_the_cases_on_the_page_hold() -> None:
    for run in case_page.example_runs():
        engine = Reference()
        answers = {question.key: engine.answer(question.request) for question in questions(run, p.LEVELS)}
        results = case_result(run, p.LEVELS, answers).results
        assert {result.check: result.message for result in results if result.status is not Status.PASS} == {}
        assert unobserved(run, frozenset()) == []


def test_the_witness_on_the_page_holds() -> None:
    (document,) = parse_documents(case_page.WITNESS, "page")
    runs = expand_all(Written(read_case(document), "page", 1), frozenset())
    assert [run.edition for run in runs] == list(EDITIONS)
    assert [told for run in runs for told in departures(run)] == []


def test_meanings_are_written_once_and_for_fields_that_exist() -> None:
    named: dict[str, type] = {**MESSAGES, "case": p.OneShotCase, "result": p.OneShotResult}
    named |= {"event": p.EventMessage, "rows": p.RowsMessage, "any-row": AnyRow, "any-one": AnyOne}
    named |= {cls.__name__: cls for cls in (*WRITTEN, *EXPORTED)}
    silent = {
        f"{name}.{field}"
        for name, cls in named.items()
        for field in fields_of(cls)
        if field != "seq" and field not in fields.remarks(cls)
    }
    assert set(fields.MEANINGS) == silent


# --- the page for newcomers

TUTORIAL = (ROOT / "docs" / "test-your-client.md").read_text(encoding="utf-8")
ONE_SHOT, LOOP, MENDED = re.findall(r"```python\n(.*?)```", TUTORIAL, re.DOTALL)


def adapter(folder: Path, program: str, one_shot: bool = False) -> Adapter:
    path = folder / "adapter.py"
    path.write_text(program, encoding="utf-8")
    return Adapter(f"'{sys.executable}' '{path}'", one_shot)


def statuses(engine: Adapter) -> set[Status]:
    conversation = Conversation(engine, suite().chosen(Filter(ids=("floor-change.*",))), 1, "")
    return {result.status for case in conversation for result in case.results}


def test_the_adapter_of_the_tutorial_works_as_the_page_says(tmp_path: Path) -> None:
    assert all(step.good for step in smoke(adapter(tmp_path, ONE_SHOT, one_shot=True)))
    lasting = ONE_SHOT[: ONE_SHOT.index("responses = ")] + LOOP
    engine = adapter(tmp_path, lasting)
    assert all(step.good for step in smoke(engine))
    assert statuses(engine) == {Status.FAIL, Status.SKIPPED, Status.NOT_SUPPORTED}
    (mistake,) = (line for line in lasting.splitlines(keepends=True) if ".append(data" in line)
    engine = adapter(tmp_path, lasting.replace(mistake, MENDED))
    assert statuses(engine) == {Status.PASS, Status.SKIPPED, Status.NOT_SUPPORTED}


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in [*(ROOT / "docs").glob("*.md"), ROOT / "conformance" / "README.md"]:
        prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)#:]+)\)", prose):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
