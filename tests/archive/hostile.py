"""Logs that no engine would write: broken, hostile, very long."""

from collections.abc import Mapping
from pathlib import Path

from tests.logs import lines_of, played

LONG = 3_000_000
"""Bytes of a very long line; three times as long as the longest line that is read."""


def hostile_logs() -> Mapping[str, bytes]:
    """By name of the file: what is in it."""
    lines = lines_of(played())
    header = lines[0]
    return {
        "cut.jsonl": b"".join(lines[:-40]),
        "deep.jsonl": header + b'{"a":' * 200_000,
        "deep-lines.jsonl": header + (b"[" * 10_000 + b"\n") * 300,
        "empty.jsonl": b"",
        "encoding.jsonl": header + b"\xff\xfe\xfd\n" * 50,
        "line.jsonl": header + b"0" * LONG,
        "no-header.jsonl": b"".join(lines[1:]),
        "nul.jsonl": bytes(LONG),
        "numbers.jsonl": b"".join(lines).replace(b'"command":7', b'"command":' + b"9" * 5_000),
        "same-line.jsonl": header + lines[1] * 20_000,
        "torn.jsonl": b"".join(lines)[:-200],
        "unicode-name.jsonl": header.replace(b'"made_by":"', b'"made_by":"\xe2\x80\xae\\u001b[2J')
        + b"".join(lines[1:]),
        "words.jsonl": b"These are words.\n" * 1000,
    }


def write_hostile(folder: Path) -> None:
    for name, text in hostile_logs().items():
        (folder / name).write_bytes(text)
