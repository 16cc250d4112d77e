"""Plays a sequence of commands by the rules and makes a log of it.

A game of another engine gets its events and citations this way. Its commands, including those of chance and of the
table, determine everything else.
"""

from collections.abc import Iterable, Iterator

from colt_rules.commands import Command, StartGame
from colt_rules.kernel import NEW, Accepted, Refused
from colt_rules.log.codec import read_command, to_json
from colt_rules.log.entries import beginning, closing_of, extend, new_header
from colt_rules.log.lines import LONGEST_LINE
from colt_rules.log.submission import judge
from colt_rules.model.names import Cites
from colt_rules.model.record import record


class NotPlayed(ValueError):
    """A line is not a command, or the rules refuse it: the line, the reason and the clauses."""

    def __init__(self, line: int, why: str, clauses: Cites = ()) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.clauses = clauses


@record
class PlayedCommand:
    """An accepted command and its verdict."""

    line: int
    command: Command
    verdict: Accepted


def play_commands(pieces: Iterable[bytes]) -> Iterator[PlayedCommand]:
    """Decide the commands in these lines, one JSON object per line; raises ``NotPlayed`` for the first that fails.

    The pieces consist of whole lines. The iteration always ends: once a game is over, every further command is refused.
    """
    game = NEW
    for number, line in _lines(pieces):
        verdict = judge(game, line)
        if isinstance(verdict, Refused):
            raise NotPlayed(number, verdict.message, verdict.clauses)
        yield PlayedCommand(number, read_command(line), verdict)
        game = verdict.after


def log_of(name: str, played: Iterable[PlayedCommand]) -> Iterator[bytes]:
    """The log of these commands in export format, in pieces; raises ``NotPlayed`` if they do not start a game."""
    before: list[PlayedCommand] = []
    head = None
    for one in played:
        before.append(one)
        if isinstance(one.command, StartGame):
            header = new_header(name, one.command.edition, one.command.modules, one.command.seats)
            head = beginning(header)
            yield to_json(header) + b"\n"
        if head is not None:
            for each in before:
                _, lines, head = extend(head, each.command, each.verdict.events)
                yield b"".join(line + b"\n" for line in lines)
            before.clear()
    if head is None:
        line = before[-1].line + 1 if before else 1
        raise NotPlayed(
            line,
            "expected StartGame by table, got the end of the commands; give all commands of a game, from the first on",
        )
    yield to_json(closing_of(head)) + b"\n"


def _lines(pieces: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Every line that is not blank, with its number."""
    lines = (line for piece in pieces for line in piece.splitlines())
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise NotPlayed(number, f"expected a command, got a line of more than {LONGEST_LINE:,} bytes")
        if line.strip():
            yield number, line
