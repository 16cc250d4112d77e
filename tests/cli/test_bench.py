"""`colt bench` shows every figure with its goal, its spread and its ratio."""

import json

from click.testing import CliRunner

from colt_rules.cli.main import colt


def test_the_figures_come_as_a_table() -> None:
    result = CliRunner().invoke(colt, ["bench", "--repeats", "1", "--games", "4"])
    assert result.exit_code == 0, result.output
    for told in ("games/s", "events/s", "colt --help", "at least 150,000", "ratio"):
        assert told in result.output


def test_the_figures_come_for_machines() -> None:
    result = CliRunner().invoke(colt, ["bench", "--repeats", "2", "--games", "4", "--json"])
    assert result.exit_code == 0, result.output
    for figure in json.loads(result.stdout)["figures"]:
        assert figure["least"] <= figure["median"] <= figure["most"]
        assert figure["ratio"] > 0
