"""Games of an engine that reads one clause wrongly, for a process of its own: ``mutant_games MUTANT TABLE FOLDER``."""

import sys
from pathlib import Path

from colt_rules.conformance.proof.mutants import apply, find_mutant

MUTANTS = Path(__file__).parents[2] / "conformance" / "mutants"
GAMES = 12
"""In so many games a wrong reading should show."""


def play(mutant: str, table: str, folder: Path) -> None:
    """Have the mutant play some games and write their logs into the folder."""
    found = find_mutant(MUTANTS, mutant)
    assert found, f"there is no mutant {mutant}"
    apply(found)
    from colt_rules.log.entries import new_header, recording  # only now: these import the rules
    from colt_rules.log.lines import write_lines
    from tests.referee.forging import TABLES, game

    start = TABLES[table]
    header = new_header("mutant", start.edition, start.modules, start.seats)
    for seed in range(GAMES):
        log = recording(header, [(step.command, step.events) for step in game(table, seed)])
        with (folder / f"{seed:02}.jsonl").open("wb") as file:
            write_lines(log, file)


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
