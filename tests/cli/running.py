"""Runs `colt` in this process."""

from pathlib import Path

from click.testing import CliRunner, Result

from colt_rules.cli.main import colt


def run_colt(
    *words: object,
    status: int | None = None,
    given: bytes | str | None = None,
    env: dict[str, str] | None = None,
    log: Path | None = None,
) -> Result:
    """The result of a command, which must end with this status if a status is given."""
    named = ["--log", log] if log else []
    result = CliRunner().invoke(colt, list(map(str, [*named, *words])), input=given, env=env)
    assert "Traceback" not in result.output
    assert "fault of colt-rules" not in result.output
    assert status in (None, result.exit_code), result.output
    return result
