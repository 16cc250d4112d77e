"""Games of an engine that reads one clause wrongly, for a process of its own: ``mutant_games MUTANT TABLE FOLDER``."""

import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

from colt_rules.conformance.proof.mutants import apply, find_mutant

MUTANTS = Path(__file__).parents[2] / "conformance" / "mutants"
GAMES = 12
"""In so many games a wrong reading should show."""
LONGEST = 1000
"""No game has so many commands, unless a wrong reading keeps it from ending."""


def play(mutant: str, table: str, folder: Path) -> None:
    """Have the mutant play some games and write their logs into the folder, each as far as the mutant came."""
    found = find_mutant(MUTANTS, mutant)
    assert found, f"there is no mutant {mutant}"
    apply(found)
    from colt_rules.log.entries import new_header, recording  # only now: these import the rules
    from colt_rules.log.lines import write_lines
    from tests.referee.forging import TABLES, Told, steps

    start = TABLES[table]
    header = new_header("mutant", start.edition, start.modules, start.seats)
    for seed in range(GAMES):
        told: list[Told] = []
        with suppress(Exception):  # whatever a wrong reading breaks: what was written before stays
            for step in islice(steps(table, seed), LONGEST):
                told.append((step.command, step.events))
        log = recording(header, told)
        with (folder / f"{seed:02}.jsonl").open("wb") as file:
            write_lines(log, file)


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
