"""Judges logs by their names: what an audit or a verification finds in each, small enough for millions of them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from time import time
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec

from colt_rules.archive.logs import LogName, NotReadable, opened
from colt_rules.archive.results import Results
from colt_rules.archive.sharing import Failed
from colt_rules.log.entries import Closing, Head, Header
from colt_rules.log.errors import Departure, LogError, LogProblem
from colt_rules.log.lines import LogReader
from colt_rules.log.opening import open_store
from colt_rules.log.redaction import RedactedHeader, RedactedReader, is_redacted
from colt_rules.log.store import StoreError
from colt_rules.log.verifying import Verified, judge_of, verify_read
from colt_rules.model.names import Cites
from colt_rules.model.record import changed, record
from colt_rules.referee.audit import audit
from colt_rules.safe_text import clipped

R = TypeVar("R")

Question: TypeAlias = Literal["audit", "verify", "chain"]
"""By which judgement: ``referee.audit.audit``, ``log.verifying.verify``, or that without the rules."""
MOST_FAULTS = 100
"""The maximum number of faults that are kept of a log."""


class Share(Protocol):
    """Has work done on logs: ``sharing.shared``, or ``cluster.shared``, with everything else given."""

    def __call__(
        self, work: Callable[[LogName], R], names: Iterable[LogName], /
    ) -> Iterator[tuple[LogName, R | Failed]]: ...


@record
class Fault:
    """Something wrong with a log."""

    kind: str
    """The kind of the departure; ``malformed`` for a line that cannot be read."""
    line: int
    command: int
    event: int
    clauses: Cites
    expected: str
    got: str

    @property
    def clause(self) -> str:
        """The clause that is most likely broken; empty if it is not about the rules."""
        return self.clauses[0] if self.clauses else ""


@record
class Judgement:
    """What is wrong with a log, and what it is."""

    made_by: str
    """The program that wrote it."""
    spec: str
    """The version of the specification that it was written by."""
    commands: int
    events: int
    over: bool
    sealed_by: tuple[str, ...]
    """The public keys of its seals."""
    departures: int
    """How many faults it has."""
    faults: tuple[Fault, ...]
    """The first fault of each kind and clause."""
    unreadable: str = ""
    """Why nothing could be judged."""
    growing: bool = False
    """Whether it was written to meanwhile; it is judged without its last command, which may be incomplete."""
    digest: str = ""
    """The hash of all its lines; empty if more than its lines was judged."""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.unreadable

    def asked(self, finished: bool, sealed: str) -> "Judgement":
        """The same with a fault if the game is not over or not sealed by a key, as somebody asked for."""
        faults = self.faults
        place = (2 + self.commands + self.events, self.commands, self.events)
        if finished and not self.over:
            faults += (Fault("unfinished", *place, (), "the end of the game", "a game that is not over"),)
        if sealed and sealed not in self.sealed_by:
            faults += (Fault("unsealed", *place, (), f"a seal by {sealed}", "none by that key"),)
        return changed(self, faults=faults)


def judge_all(
    names: Iterable[LogName],
    question: Question,
    results: Results,
    share: Share,
    tell: Callable[[LogName, Judgement | Failed, bool], object],
) -> None:
    """Tell the judgement on each of these logs as it is known, with whether it is one of an earlier run.

    The logs that have no result yet are judged by what ``share`` has the work done by. Memory does not grow with their
    number.
    """

    def unknown() -> Iterator[LogName]:
        for name in names:
            known = None if results.is_empty else results.find(digest_of(name))
            if known:
                tell(name, _decode(known), True)
            else:
                yield name

    for name, result in share(partial(judge, question=question, since=time()), unknown()):
        if isinstance(result, Judgement) and result.digest and not result.growing:
            results.keep(result.digest, msgspec.json.encode(result))
        tell(name, result, False)


_decode = msgspec.json.Decoder(Judgement).decode


def judge(name: LogName, question: Question, since: float) -> Judgement:
    """The judgement on a log.

    A file that was changed after ``since`` (seconds since the epoch) may be incomplete because it is being written.
    """
    try:
        if name.game and question != "audit":
            with open_store(name.place, read_only=True) as store:
                return _of_verified(store.verify(name.game, question == "verify"))
        digest = sha256()
        with opened(name) as pieces:
            found = _judged(_digested(pieces, digest.update), question)
    except LogError as error:
        return _unreadable(str(error.problems[0]))
    except (NotReadable, StoreError) as error:
        return _unreadable(str(error))
    found = changed(found, digest=digest.hexdigest())
    return _of_growing(found) if not name.game and _changed_since(Path(name.place), since) else found


def _judged(pieces: Iterator[bytes], question: Question) -> Judgement:
    try:
        return _of_audit(pieces) if question == "audit" else _of_verified(_verified(pieces, question))
    except LogError as error:
        return _unreadable(str(error.problems[0]))
    finally:
        for _ in pieces:
            pass  # what was not read for the judgement belongs to the digest too


def _unreadable(why: str) -> Judgement:
    return Judgement("", "", 0, 0, False, (), 1, (), unreadable=clipped(why))


def digest_of(name: LogName) -> str:
    """The ``digest`` that a judgement on this log has now; empty if it cannot be read."""
    digest = sha256()
    with suppress(NotReadable), opened(name) as pieces:
        for piece in pieces:
            digest.update(piece)
        return digest.hexdigest()
    return ""


def _digested(pieces: Iterator[bytes], update: Callable[[bytes], object]) -> Iterator[bytes]:
    for piece in pieces:
        update(piece)
        yield piece


def _changed_since(path: Path, since: float) -> bool:
    return since <= path.stat().st_mtime <= time()


def _of_growing(found: Judgement) -> Judgement:
    """The judgement on a log without the faults of its last command and its end."""
    lines = 1 + found.commands + found.events
    faults = tuple(one for one in found.faults if one.line <= lines and not 0 < one.command == found.commands)
    departures = found.departures if len(faults) == len(found.faults) else len(faults)
    return changed(found, growing=True, faults=faults, departures=departures, unreadable="")


def _verified(pieces: Iterator[bytes], question: Question) -> Verified:
    first = next(pieces, b"")
    read = chain([first], pieces)
    if is_redacted(first):
        return verify_read(RedactedReader(read, question == "chain"))
    reader = LogReader(read, question == "chain")
    return verify_read(reader, judge=judge_of(reader.header) if question == "verify" else None)


def _of_verified(found: Verified) -> Judgement:
    if found.header is None:
        raise LogError(found.problems)
    departures = (*_malformed(found.problems), *found.departures)
    return _judgement(found.header, found.head, found.over, found.closing, departures)


def _of_audit(pieces: Iterable[bytes]) -> Judgement:
    found = audit(pieces)
    return _judgement(found.header, found.head, found.over, found.closing, (*found.log, *found.rules))


def _malformed(problems: Iterable[LogProblem]) -> Iterator[Departure]:
    legible = "a line that this program can read"
    return (Departure("malformed", one.line, 0, 0, legible, one.message, ()) for one in problems)


def _judgement(
    header: Header | RedactedHeader, head: Head, over: bool, closing: Closing | None, departures: tuple[Departure, ...]
) -> Judgement:
    first: dict[tuple[str, str], Fault] = {}
    for one in sorted(departures, key=lambda departure: departure.line):
        expected, got = clipped(one.expected), clipped(one.got)
        fault = Fault(one.kind, one.line, one.command, one.event, one.clauses[:10], expected, got)
        if len(first) < MOST_FAULTS:
            first.setdefault((fault.kind, fault.clause), fault)
    return Judgement(
        clipped(header.made_by),
        header.spec,
        head.commands,
        head.events,
        over,
        tuple(one.key for one in closing.seals[:MOST_FAULTS]) if closing else (),
        len(departures),
        tuple(first.values()),
    )
