"""Commands one after the other become a log: given to the rules, with everything that follows from each.

This is how a game that another engine has played gets its events and citations. Its commands are all there is to know,
those of chance and of the table among them, since the rules are the same.
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
    """A line that is no command, or one that the rules refuse: which line, what was expected, by which clauses."""

    def __init__(self, line: int, why: str, clauses: Cites = ()) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.clauses = clauses


@record
class Played:
    """A command that was accepted, and what followed."""

    line: int
    command: Command
    verdict: Accepted


def play_commands(pieces: Iterable[bytes]) -> Iterator[Played]:
    """Give the commands in these lines to the rules, one JSON object a line; ``NotPlayed`` for the first that fails.

    The pieces consist of whole lines. Whatever is in them, they come to an end: after the last command of a game
    every other one is refused.
    """
    game = NEW
    for number, line in _lines(pieces):
        verdict = judge(game, line)
        if isinstance(verdict, Refused):
            raise NotPlayed(number, verdict.message, verdict.clauses)
        yield Played(number, read_command(line), verdict)
        game = verdict.after


def log_of(name: str, played: Iterable[Played]) -> Iterator[bytes]:
    """The log that these commands make, as it is exported, in pieces; ``NotPlayed`` if no game is started by them."""
    before: list[Played] = []
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
            line, "expected StartGame from table, got the end; give all commands of a game, from the first on"
        )
    yield to_json(closing_of(head)) + b"\n"


def _lines(pieces: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Every line that holds anything, with its number."""
    lines = (line for piece in pieces for line in piece.splitlines())
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise NotPlayed(number, f"expected a command, got a line of more than {LONGEST_LINE:,} bytes")
        if line.strip():
            yield number, line
