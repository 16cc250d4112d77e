"""`colt schema` prints, writes and checks the wire contract."""

import json
from functools import partial
from pathlib import Path

from colt_rules.conformance.cases.export import all_schemas
from tests.cli.running import run_colt

run = partial(run_colt, "schema")


def test_it_lists_the_schemas() -> None:
    assert run().output.splitlines() == [name.removesuffix(".json") for name in all_schemas()]
    assert json.loads(run("--json").output) == list(all_schemas())


def test_it_prints_one() -> None:
    assert json.loads(run("events/LootTaken").output) == all_schemas()["events/LootTaken.json"]
    assert json.loads(run("view.json").output)["title"] == "View"


def test_an_unknown_one_is_told_with_the_nearest() -> None:
    assert "did you mean events/LootTaken?" in run("events/LootTakn", status=2).output


def test_it_writes_and_checks(tmp_path: Path) -> None:
    assert run("--write", tmp_path).exit_code == 0
    assert json.loads((tmp_path / "log-line.json").read_text(encoding="utf-8"))
    assert run("--check", tmp_path).exit_code == 0
    assert json.loads(run("--check", tmp_path, "--json").output) == {"up_to_date": True, "problems": []}
    (tmp_path / "view.json").unlink()
    assert "view.json: expected a schema, got no file" in run("--check", tmp_path, status=1).output


def test_it_checks_the_files_of_the_checkout_by_itself() -> None:
    assert "Up to date" in run("--check", status=0).output


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert run("--check", tmp_path / "none").exit_code == 2


def test_one_thing_at_a_time(tmp_path: Path) -> None:
    assert "one after the other" in run("view", "--write", tmp_path, status=2).output
    assert list(tmp_path.iterdir()) == []
