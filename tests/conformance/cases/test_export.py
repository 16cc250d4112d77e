"""The published suite is plain JSON with its version and hashes, the same from the same cases."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from colt_rules.conformance.cases.export import (
    FORMAT,
    IndexEntry,
    SuiteIndex,
    all_schemas,
    case_files,
    current,
    export,
    index_of,
    next_version,
    published,
    write_index,
)
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.cases.published import ExportedCase
from colt_rules.conformance.cases.suite import Suite, load_suite, suite
from colt_rules.conformance.protocol.messages import PROTOCOL
from colt_rules.log.codec import to_json
from colt_rules.log.schemas import drift
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry
from tests.conformance.made_up import HIDDEN, HIT, changed_case, suite_in


@pytest.fixture
def small(tmp_path: Path) -> Suite:
    return load_suite(suite_in(tmp_path / "suite", HIT, HIDDEN))


def written(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- the files


def test_a_folder_holds_every_case_the_index_and_the_schemas(small: Suite, tmp_path: Path) -> None:
    number = export(small, "1.2.3", tmp_path / "out")
    files = written(tmp_path / "out")
    assert set(files) == {
        *(f"cases/{id}.json" for id in small.cases),
        "index.json",
        "bookkeeping.json",
        "clauses.json",
        *(f"schemas/{name}" for name in all_schemas()),
    }
    assert number == len(files)


def test_what_is_cited_is_published_with_the_editions_in_which_it_holds(small: Suite, tmp_path: Path) -> None:
    export(small, "1.2.3", tmp_path / "out")
    told = {one["id"]: one for one in json.loads((tmp_path / "out" / "clauses.json").read_bytes())}
    assert set(told) == {entry.id for entry in registry().citable()}
    assert told["tuco.upward-only"]["editions"] == ["ru-base"]
    assert told["ruling.whisky.cheyenne"]["editions"] == ["ru-full", "fr-horses"]
    assert told["fire.target"]["text"] == registry().clause("fire.target").text.en


def test_the_index_names_every_file_with_its_hash(small: Suite, tmp_path: Path) -> None:
    export(small, "1.2.3", tmp_path / "out")
    files = written(tmp_path / "out")
    index = msgspec.json.decode(files["index.json"], type=SuiteIndex, strict=True)
    assert (index.version, index.protocol) == ("1.2.3", PROTOCOL)
    assert [entry.id for entry in index.cases] == sorted(small.cases)
    for entry in index.cases:
        case = small.cases[entry.id].case
        assert entry.path == f"cases/{entry.id}.json"
        assert entry.sha256 == sha256(files[entry.path]).hexdigest()
        assert (entry.clauses, entry.editions, entry.modules) == (case.clauses, case.editions, case.modules)


def test_every_published_case_is_just_what_its_schema_says() -> None:
    some = Suite(dict(list(suite().cases.items())[::10]), suite().exceptions)  # all in all editions would take too long
    for path, content in case_files(some).items():
        case = msgspec.json.decode(content, type=ExportedCase, strict=True)
        assert to_json(case) + b"\n" == content, path
        assert case.format == FORMAT
        assert path == f"cases/{case.id}.json"
        assert list(dict.fromkeys(run.edition for run in case.runs)) == list(case.editions)
        assert case.runs[0].name == case.id
        assert len({run.name for run in case.runs}) == len(case.runs)
        assert {id for run in case.runs for id in run.clauses} == set(case.clauses)
        assert all(run.then for run in case.runs)


def test_the_same_cases_make_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        export(load_suite(suite_in(tmp_path / f"{name}-suite", HIT, HIDDEN)), "1.0.0", tmp_path / name)
    assert written(tmp_path / "one") == written(tmp_path / "two")


def test_writing_again_changes_nothing(small: Suite, tmp_path: Path) -> None:
    export(small, "1.0.0", tmp_path / "out")
    before = written(tmp_path / "out")
    export(small, "1.0.0", tmp_path / "out")
    assert written(tmp_path / "out") == before


def test_the_schemas_are_published_with_the_cases(small: Suite, tmp_path: Path) -> None:
    export(small, "1.0.0", tmp_path / "out")
    assert drift(all_schemas(), tmp_path / "out" / "schemas") == []


# --- versions

HASHES = {"a": "1", "b": "2"}


@pytest.mark.parametrize(
    ("now", "version"),
    [
        pytest.param({"a": "1", "b": "2"}, f"{FORMAT}.4.2", id="nothing changed"),
        pytest.param({"b": "2", "a": "1"}, f"{FORMAT}.4.2", id="only the order"),
        pytest.param({"a": "1", "b": "3"}, f"{FORMAT}.4.3", id="corrected"),
        pytest.param({"a": "1"}, f"{FORMAT}.4.3", id="withdrawn"),
        pytest.param({}, f"{FORMAT}.4.3", id="all withdrawn"),
        pytest.param({"a": "1", "b": "2", "c": "3"}, f"{FORMAT}.5.0", id="added"),
        pytest.param({"a": "9", "c": "3"}, f"{FORMAT}.5.0", id="all at once"),
    ],
)
def test_the_version_follows_from_what_changed(now: dict[str, str], version: str) -> None:
    assert next_version(HASHES, f"{FORMAT}.4.2", now) == version


def test_another_format_is_another_major_version() -> None:
    assert next_version(HASHES, f"{FORMAT + 1}.4.2", HASHES) == f"{FORMAT}.0.0"
    assert next_version(HASHES, "0.9.9", {**HASHES, "c": "3"}) == f"{FORMAT}.0.0"


def test_numbers_of_a_version_have_as_many_digits_as_they_need() -> None:
    assert next_version(HASHES, f"{FORMAT}.9.9", {"a": "1"}) == f"{FORMAT}.9.10"
    assert next_version(HASHES, f"{FORMAT}.9.9", {**HASHES, "c": "3"}) == f"{FORMAT}.10.0"


# --- the kept index


def kept(folder: Path, suite: Suite, version: str = f"{FORMAT}.0.0") -> SuiteIndex:
    index = index_of(suite, version, case_files(suite))
    write_index(index, folder)
    return index


def test_an_index_is_read_as_it_was_written(small: Suite, tmp_path: Path) -> None:
    assert kept(tmp_path, small) == published(tmp_path)
    assert current(small, published(tmp_path)) == published(tmp_path)


@pytest.mark.parametrize(
    ("cases", "version"),
    [
        ([HIT], f"{FORMAT}.0.1"),
        ([HIT, changed_case(HIDDEN, title="Another fact")], f"{FORMAT}.0.1"),
        ([HIT, HIDDEN, changed_case(HIDDEN, id="fire.roof.line-of-sight/again")], f"{FORMAT}.1.0"),
        ([HIDDEN, HIT], f"{FORMAT}.0.0"),
    ],
    ids=["withdrawn", "corrected", "added", "another order"],
)
def test_the_current_index_has_the_version_of_the_change(
    small: Suite, tmp_path: Path, cases: list[dict[str, Any]], version: str
) -> None:
    before = kept(tmp_path, small)
    now = current(load_suite(suite_in(tmp_path / "now", *cases)), before)
    assert now.version == version
    assert {entry.id for entry in now.cases} == {case["id"] for case in cases}
    assert (now == before) == (version == f"{FORMAT}.0.0")


def test_a_change_of_the_protocol_is_seen_in_the_index(small: Suite) -> None:
    now = index_of(small, f"{FORMAT}.0.0", case_files(small))
    assert current(small, SuiteIndex(now.version, PROTOCOL + 1, now.cases)) != SuiteIndex(
        now.version, PROTOCOL + 1, now.cases
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"version": 1, "protocol": 1, "cases": []}',
        b'{"version": "1.0.0", "protocol": "1", "cases": []}',
        b'{"version": "1.0.0", "protocol": 1, "cases": [{}]}',
        b'{"version": "1.0.0", "protocol": 1, "cases": [], "note": ""}',
    ],
)
def test_an_index_that_is_none_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index.json").write_bytes(content)
    with pytest.raises(SpecError, match=r"index\.json: expected the index, got something else"):
        published(tmp_path)


def test_an_index_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"index\.json: expected the index, got none: No such file"):
        published(tmp_path)


@pytest.mark.thorough
def test_the_index_of_this_repository_is_up_to_date() -> None:
    before = published(suite_folder())
    assert current(suite(), before) == before, "run `colt conformance index --update`"
    assert (suite_folder() / "index.json").read_text(encoding="utf-8").endswith("}\n")
    assert all(isinstance(entry, IndexEntry) for entry in before.cases)
