"""The report as JSON Lines is complete or says that it is not."""

import json
from pathlib import Path

import attrs
import pytest

from colt_rules.conformance.reports.jsonl import BadReport, line_of, read_report, report_file
from colt_rules.conformance.running.results import Report
from colt_rules.safe_text import printable_json
from tests.conformance.reports.runs import a_report

REPORT = a_report()


def lines_of(report: Report) -> list[bytes]:
    assert report.footer
    return [line_of(report.header), *map(line_of, report.cases), line_of(report.footer)]


def file_of(folder: Path, lines: list[bytes]) -> Path:
    path = folder / "report.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "report.jsonl"
    with report_file(path, REPORT.header) as write:
        for case in REPORT.cases:
            write(case)
        assert REPORT.footer
        write(REPORT.footer)
    assert read_report(path) == REPORT


def test_every_part_is_in_the_file_as_soon_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "report.jsonl"
    with report_file(path, REPORT.header) as write:
        assert read_report(path).cases == ()
        write(REPORT.cases[0])
        assert read_report(path).cases == REPORT.cases[:1]


def test_a_report_without_a_footer_is_partial(tmp_path: Path) -> None:
    report = read_report(file_of(tmp_path, lines_of(REPORT)[:-2]))
    assert report.footer is None
    assert report.cases == REPORT.cases[:-1]


def test_every_line_has_sorted_keys_and_no_spaces() -> None:
    for line in lines_of(REPORT):
        same = json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert line.decode() == f"{printable_json(same)}\n"


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (b"{\n", "broken one"),
        (b'{"type":"case"}\n', "missing required field"),
        (b"[]\n", "Expected `object`"),
        (line_of(REPORT.cases[0])[:-1], "line feed"),
        (line_of(REPORT.cases[0]).replace(b":", b": ", 1), "no spaces"),
        (line_of(REPORT.cases[0]).replace(b'"title"', b'"title2":1,"title"'), "no unknown field"),
        (line_of(REPORT.cases[0]).replace(b'"status":"pass"', b'"status":"fine"'), "fine"),
        (line_of(REPORT.cases[0]).replace(b'"type":"case"', b'"type":"cose"'), "expected type 'case', got 'cose'"),
        (line_of(REPORT.header), "missing required field"),
    ],
)
def test_a_broken_line_is_told_with_its_number(tmp_path: Path, broken: bytes, told: str) -> None:
    path = file_of(tmp_path, [*lines_of(REPORT)[:3], broken])
    with pytest.raises(BadReport, match="line 4: expected") as caught:
        read_report(path)
    assert told in str(caught.value)


def test_a_report_of_another_version_is_refused(tmp_path: Path) -> None:
    header, *rest = lines_of(REPORT)
    with pytest.raises(BadReport, match="line 1: expected version 1, got 2"):
        read_report(file_of(tmp_path, [header.replace(b'"version":1}', b'"version":2}'), *rest]))


def test_a_lost_case_is_noticed_by_the_counts(tmp_path: Path) -> None:
    lines = lines_of(REPORT)
    with pytest.raises(BadReport, match=f"line {len(lines) - 1}: expected the counts"):
        read_report(file_of(tmp_path, [*lines[:3], *lines[4:]]))


def test_nothing_may_follow_the_footer(tmp_path: Path) -> None:
    lines = lines_of(REPORT)
    with pytest.raises(BadReport, match=f"line {len(lines)}: expected a line of type case"):
        read_report(file_of(tmp_path, [*lines, lines[1]]))


def test_an_empty_file_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(BadReport, match="got an empty file"):
        read_report(file_of(tmp_path, []))


def test_control_characters_from_an_engine_are_escaped(tmp_path: Path) -> None:
    hostile = "\x1b[2J\x9b\u202e\u2028"
    report = a_report(attrs.evolve(REPORT.cases[0], stderr=hostile), problem=hostile)
    path = tmp_path / "report.jsonl"
    with report_file(path, report.header) as write:
        for part in (*report.cases, report.footer):
            assert part
            write(part)
    assert all(line.isprintable() for line in path.read_text(encoding="utf-8").split("\n"))
    assert read_report(path) == report
