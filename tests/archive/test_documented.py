"""docs/archive.md describes the columns that are written, and its examples work."""

import re
from pathlib import Path

import pytest

from colt_rules.archive.parquet import TABLES, connected, relation
from tests.archive.archives import archived, written

PAGE = (Path(__file__).parents[2] / "docs" / "archive.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(sql|python)\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive."""
    folder = tmp_path_factory.mktemp("page")
    archived(written(folder / "logs", ["one", "two"]), folder / "archive")
    return folder


@pytest.mark.parametrize("table", TABLES)
def test_the_columns_are_described_as_they_are_written(place: Path, table: str) -> None:
    found = connected().execute(f"DESCRIBE SELECT * FROM {relation(place / 'archive', table)}").fetchall()
    columns = TABLES[table]
    assert [(name, kind) for name, kind, *_ in found] == [(one.name, one.type) for one in columns]
    rows = "".join(f"| `{one.name}` | `{one.type}` | {one.meaning} |\n" for one in columns)
    assert f"### {table}\n\n| column | type | meaning |\n|---|---|---|\n{rows}\n" in PAGE


@pytest.mark.parametrize("query", [text for language, text in EXAMPLES if language == "sql"])
def test_the_queries_find_something(place: Path, query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    assert all(value is not None for value in connected().execute(query).fetchall()[0])


@pytest.mark.parametrize("program", [text for language, text in EXAMPLES if language == "python"])
def test_the_programs_find_something(
    place: Path, program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for library in re.findall(r"^import (\w+)", program, re.MULTILINE):
        pytest.importorskip(library)
    monkeypatch.chdir(place)
    exec(program, {})
    assert re.search(r"[1-9]", capsys.readouterr().out)
