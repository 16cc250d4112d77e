"""A run as JSON Lines: a header, a line for every case as soon as it is done, a footer.

Each line is JSON with sorted keys and no spaces. An interrupted run has no footer, so it cannot be mistaken for a whole
one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from colt_rules.conformance.running.results import CaseResult, Footer, Header, Report, counts_of
from colt_rules.safe_text import printable_json

FORMAT = "colt-rules-conformance-report"
VERSION = 1

Part: TypeAlias = Header | CaseResult | Footer
T = TypeVar("T", Header, CaseResult, Footer)

KINDS: dict[type[Part], dict[str, Any]] = {
    Header: {"type": "header", "format": FORMAT, "version": VERSION},
    CaseResult: {"type": "case"},
    Footer: {"type": "footer"},
}
"""The fields that begin the line of each part, before the fields of its class."""

_encode = msgspec.json.Encoder(order="sorted").encode


class BadReport(ValueError):
    """A file is not a report; the message states the line, what was expected and what came."""


def line_of(part: Part) -> bytes:
    """A part of a report as a line. Control characters from an engine are escaped, so that no terminal obeys them."""
    return printable_json(_encode({**KINDS[type(part)], **msgspec.to_builtins(part)}).decode()).encode() + b"\n"


@contextmanager
def report_file(path: Path, header: Header) -> Iterator[Callable[[CaseResult | Footer], None]]:
    """Open a growing report; yields a function that writes one part and flushes it."""
    with path.open("wb") as file:

        def write(part: Part) -> None:
            file.write(line_of(part))
            file.flush()

        write(header)
        yield write


def read_report(path: Path) -> Report:
    """Read the report in a file, without a footer if the run was interrupted; raise ``BadReport`` for a bad line."""
    lines = path.read_bytes().splitlines(keepends=True)
    if not lines:
        raise BadReport(f"{path}: expected a report, got an empty file; run the suite again")
    header = _read(Header, lines[0], f"{path}, line 1")
    ended = len(lines) > 1 and _type_of(lines[-1]) == "footer"
    body = lines[1:-1] if ended else lines[1:]
    cases = tuple(_read(CaseResult, line, f"{path}, line {number}") for number, line in enumerate(body, start=2))
    footer = _read(Footer, lines[-1], f"{path}, line {len(lines)}") if ended else None
    if footer and dict(footer.counts) != counts_of(cases):
        counted = {str(status): count for status, count in counts_of(cases).items()}
        raise BadReport(
            f"{path}, line {len(lines)}: expected the counts of the lines before, {counted}, got "
            f"{ {str(status): count for status, count in footer.counts.items()} }; a line was lost or added"
        )
    return Report(header, cases, footer)


def _type_of(line: bytes) -> Any:
    try:
        data = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return data.get("type") if isinstance(data, dict) else None


def _read(kind: type[T], line: bytes, where: str) -> T:
    """Read a part from its line, which must equal the line that the part is written as."""
    wanted = KINDS[kind]
    try:
        data = msgspec.json.decode(line, type=dict[str, Any])
        part: T = msgspec.convert(data, kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadReport(f"{where}: expected a line of type {wanted['type']}, got a broken one: {error}") from error
    for key, value in wanted.items():
        if data.get(key) != value:
            raise BadReport(f"{where}: expected {key} {value!r}, got {data.get(key)!r}")
    if line != line_of(part):
        raise BadReport(
            f"{where}: expected sorted keys, no spaces, no unknown field and a line feed at the end, "
            f"got {line[:80]!r}; was the file edited, or was the run interrupted here?"
        )
    return part
