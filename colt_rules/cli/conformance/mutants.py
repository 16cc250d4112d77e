"""`colt conformance mutants`."""

import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.conformance.options import reference, the_suite, workers_option
from colt_rules.cli.output import CannotRun, as_json, console, number_of, print_json, printable, table

if TYPE_CHECKING:
    from colt_rules.conformance.proof.killing import Fate
    from colt_rules.conformance.proof.mutants import Mutant


@click.command()
@click.argument("ids", nargs=-1, metavar="[MUTANT]...")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="Only the mutants of this clause or ruling.")
@click.option("--one-each", is_flag=True, help="Only one mutant of each clause and ruling: in less than half the time.")
@click.option("--list", "only_list", is_flag=True, help="Only name them.")
@click.option("--matrix", type=click.Path(dir_okay=False, path_type=Path), help="Write the kill matrix as Markdown.")
@workers_option
@as_json
def mutants(
    ids: tuple[str, ...],
    clauses: tuple[str, ...],
    one_each: bool,
    only_list: bool,
    matrix: Path | None,
    workers: int,
    json_: bool,
) -> None:
    """Does the suite bite? Run wrong readings of the rules as engines; a case of their clause must fail each.

    A mutant is the reference with one clause read wrongly, as the author of another client might. MUTANT is an id or a
    pattern. One that no case tells from the rules is a survivor, and a hole in the suite.

    \b
    Examples:
      colt conformance mutants
      colt conformance mutants --clause belle.not-if-another
      colt conformance mutants --one-each
      colt conformance run --adapter "colt adapter --mutant ID" --html mutant.html

    Exit status: 0 none survives, 1 one does, 2 it could not run.
    """
    chosen = _chosen(ids, clauses)
    if one_each:
        chosen = list({mutant.clause: mutant for mutant in reversed(chosen)}.values())[::-1]
    if only_list:
        _print_list(chosen, json_)
        return
    from colt_rules.conformance.proof.killing import fates
    from colt_rules.conformance.proof.killing import matrix as page
    from colt_rules.conformance.proof.nursery import forking
    from colt_rules.conformance.running.interview import Adapter

    def engine(mutant: "Mutant") -> Adapter:
        return Adapter(reference(mutant=mutant.id), restarts=0, start=forking(mutant))

    suite = the_suite()
    running = fates(chosen, suite, engine, workers)
    with click.progressbar(running, length=len(chosen), label="Mutants", file=sys.stderr) as bar:
        found = list(bar)
    if matrix is not None:
        matrix.write_text(page(found), encoding="utf-8", newline="\n")
    survivors = [fate for fate in found if not fate.is_dead]
    if json_:
        print_json([_as_data(fate) for fate in found])
    else:
        _print_matrix(found, survivors)
    raise SystemExit(1 if survivors else 0)


def _chosen(ids: tuple[str, ...], clauses: tuple[str, ...]) -> "list[Mutant]":
    from colt_rules.conformance.cases.place import suite_folder
    from colt_rules.conformance.proof.mutants import load_mutants
    from colt_rules.registry.errors import SpecError

    try:
        known = load_mutants(suite_folder() / "mutants")
    except SpecError as error:
        raise CannotRun(f"the mutants cannot be used:\n{error}") from error
    found = [
        mutant
        for mutant in known.values()
        if (not clauses or mutant.clause in clauses) and (not ids or any(fnmatchcase(mutant.id, id) for id in ids))
    ]
    if not found:
        raise CannotRun("expected a mutant or a clause that has one, got none that fits; --list names them")
    return found


def _as_data(fate: "Fate") -> dict[str, object]:
    return {
        "mutant": fate.mutant.id,
        "clause": fate.mutant.clause,
        "reading": fate.mutant.reading,
        "cases": fate.cases,
        "killers": fate.killers,
        "dead": fate.is_dead,
        "problem": fate.problem,
    }


def _print_list(chosen: "list[Mutant]", json_: bool) -> None:
    if json_:
        print_json([{"id": mutant.id, "clause": mutant.clause, "reading": mutant.reading} for mutant in chosen])
        return
    out = console()
    shown = table(out, "mutant", "wrong reading", whole=("mutant",))
    for mutant in chosen:
        shown.add_row(mutant.id, mutant.reading)
    out.print(shown)


def _print_matrix(found: "list[Fate]", survivors: "list[Fate]") -> None:
    out = console()
    shown = table(out, "mutant", "failed by", "checks", "of cases", numbers=2, whole=("mutant",))
    for fate in found:
        shown.add_row(
            fate.mutant.id, fate.killers[0] if fate.killers else "nothing", str(len(fate.killers)), str(fate.cases)
        )
    out.print(shown)
    for fate in survivors:
        out.print(printable(f"{fate.mutant.id} survives: {fate.mutant.reading}. {fate.problem}".strip()))
    told = "none survives" if not survivors else f"{len(survivors)} survive"
    out.print(f"{number_of(len(found), 'mutant')}: {told}.")
