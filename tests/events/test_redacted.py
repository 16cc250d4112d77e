"""The kept redacted logs: every version reads them and makes them again."""

from pathlib import Path

import pytest

from colt_rules.log.lines import pieces_of, read_lines
from colt_rules.log.redaction import RedactedReader, redacted
from colt_rules.log.verifying import verify_read

EVENTS = Path(__file__).parents[2] / "events"
KEPT = sorted((EVENTS / "redacted").glob("*.jsonl"))


def test_the_kept_redacted_logs_are_found() -> None:
    assert [path.stem for path in KEPT] == ["french-team-stagecoach.cheyenne", "french-team-stagecoach.spectator"]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_redacting_a_kept_game_gives_the_kept_bytes(path: Path) -> None:
    game, role = path.stem.split(".")
    log = read_lines(EVENTS / "games" / f"{game}.jsonl")
    assert b"".join(line + b"\n" for line in redacted(log, role)) == path.read_bytes()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_redacted_log_is_read_and_verified(path: Path) -> None:
    with path.open("rb") as file:
        found = verify_read(RedactedReader(pieces_of(file)))
    assert found.sound
    assert found.over
    assert found.head.events == len(read_lines(EVENTS / "games" / f"{path.stem.split('.')[0]}.jsonl").events)
