"""`colt schema` prints, writes and checks the wire contract."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from colt_rules.cli.main import colt
from colt_rules.conformance.cases.export import all_schemas


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(colt, ["schema", *map(str, words)])


def test_it_lists_the_schemas() -> None:
    assert run().output.splitlines() == [name.removesuffix(".json") for name in all_schemas()]
    assert json.loads(run("--json").output) == list(all_schemas())


def test_it_prints_one() -> None:
    assert json.loads(run("events/LootTaken").output) == all_schemas()["events/LootTaken.json"]
    assert json.loads(run("view.json").output)["title"] == "View"


def test_an_unknown_one_is_told_with_the_nearest() -> None:
    result = run("events/LootTakn")
    assert result.exit_code == 2
    assert "did you mean events/LootTaken?" in result.output


def test_it_writes_and_checks(tmp_path: Path) -> None:
    assert run("--write", tmp_path).exit_code == 0
    assert json.loads((tmp_path / "log-line.json").read_text(encoding="utf-8"))
    assert run("--check", tmp_path).exit_code == 0
    assert json.loads(run("--check", tmp_path, "--json").output) == {"up_to_date": True, "problems": []}
    (tmp_path / "view.json").unlink()
    result = run("--check", tmp_path)
    assert result.exit_code == 1
    assert "view.json: expected a schema, got no file" in result.output


def test_it_checks_the_files_of_the_checkout_by_itself() -> None:
    result = run("--check")
    assert result.exit_code == 0, result.output
    assert "Up to date" in result.output


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert run("--check", tmp_path / "none").exit_code == 2


def test_one_thing_at_a_time(tmp_path: Path) -> None:
    result = run("view", "--write", tmp_path)
    assert result.exit_code == 2
    assert "one after the other" in result.output
    assert list(tmp_path.iterdir()) == []
