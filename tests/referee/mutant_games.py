"""Games of an engine that reads one clause wrongly, in a separate process: ``mutant_games MUTANT START FOLDER``."""

import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

from colt_rules.conformance.proof.mutants import apply, find_mutant

MUTANTS = Path(__file__).parents[2] / "conformance" / "mutants"
GAMES = 12
"""The number of games in which a wrong reading should show."""
LONGEST = 1000
"""No game has this many commands, unless a wrong reading keeps it from ending."""


def play(mutant: str, start: str, folder: Path) -> None:
    """Let the mutant play some games and write their logs into the folder, each as far as it gets.

    The table is given as the JSON of its command, because a wrong reading may affect which tables there are.
    """
    found = find_mutant(MUTANTS, mutant)
    assert found, f"there is no mutant {mutant}"
    apply(found)
    from colt_rules.commands import Command, StartGame  # only now: these import the rules
    from colt_rules.events import Cited
    from colt_rules.log.codec import read_command
    from colt_rules.log.entries import new_header, recording
    from colt_rules.log.lines import write_lines
    from tests import tables

    table = read_command(start.encode())
    assert isinstance(table, StartGame)
    header = new_header("mutant", table.edition, table.modules, table.seats)
    for seed in range(GAMES):
        told: list[tuple[Command, tuple[Cited, ...]]] = []
        with suppress(Exception):  # whatever a wrong reading breaks, the log so far is kept
            for _, command, right in islice(tables.play(table, seed), LONGEST):
                told.append((command, right.events))
        log = recording(header, told)
        with (folder / f"{seed:02}.jsonl").open("wb") as file:
            write_lines(log, file)


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
