"""`colt conformance mutants`."""

import sys
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import click

from colt_rules.cli.conformance.options import engines_at_once, reference
from colt_rules.cli.output import CannotRun, as_json, console, giving_up_on, number_of, print_json, table
from colt_rules.safe_text import printable

if TYPE_CHECKING:
    from colt_rules.conformance.proof.killing import Fate
    from colt_rules.conformance.proof.mutants import Mutant


@click.command()
@click.argument("ids", nargs=-1, metavar="[MUTANT]...")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="Only the mutants of this clause or ruling.")
@click.option("--one-each", is_flag=True, help="Run only one mutant of each clause and ruling, until a case fails it.")
@click.option("--check", "only_check", is_flag=True, help="Only list mutants that no longer apply to the source.")
@click.option("--list", "only_list", is_flag=True, help="Only list the mutants.")
@engines_at_once
@as_json
def mutants(
    ids: tuple[str, ...],
    clauses: tuple[str, ...],
    one_each: bool,
    only_check: bool,
    only_list: bool,
    workers: int,
    json_: bool,
) -> None:
    """Run wrong readings of the rules; each must fail a case of its clause.

    A mutant is the reference with one clause misread, as the author of another client might. MUTANT is an id or a
    pattern. A mutant that passes every case survives: a hole in the suite. A mutant whose engine breaks, or whose lines
    are no longer in the function that it names, proves nothing and must be rewritten. The table shows the first check
    that fails for each; --json lists all of them.

    \b
    Examples:
      colt conformance mutants
      colt conformance mutants --clause belle.not-if-another
      colt conformance mutants --one-each
      colt conformance mutants --check
      colt conformance run --adapter "colt adapter --mutant ID" --html mutant.html

    Exit status: 0 no mutant survives, 1 a mutant survives or its engine breaks, 2 nothing could be run, for example
    because a mutant is stale.
    """
    chosen = _chosen(ids, clauses)
    if only_check:
        _print_checked(chosen, json_)
        return
    if one_each:
        # The first that changes a function, if there is one: it starts soonest, as no rules are imported again.
        soonest = sorted(chosen, key=lambda mutant: not mutant.function)
        first = {mutant.clause: mutant for mutant in reversed(soonest)}
        chosen = [mutant for mutant in chosen if mutant is first[mutant.clause]]
    if only_list:
        _print_list(chosen, json_)
        return
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.conformance.proof.fork_server import forking
    from colt_rules.conformance.proof.killing import ENOUGH, fates
    from colt_rules.conformance.running.interview import Adapter

    def engine(mutant: "Mutant", anew: bool) -> Adapter:
        return Adapter(reference(mutant=mutant.id), restarts=0, start=forking(mutant, anew))

    running = fates(chosen, suite(), engine, workers, enough=1 if one_each else ENOUGH)
    with click.progressbar(running, length=len(chosen), label="Mutants", file=sys.stderr) as bar:
        found = list(bar)
    if json_:
        print_json([_as_data(fate) for fate in found])
    else:
        _print_matrix(found)
    raise SystemExit(0 if all(fate.is_dead for fate in found) else 1)


def _chosen(ids: tuple[str, ...], clauses: tuple[str, ...]) -> "list[Mutant]":
    from colt_rules.conformance.cases.place import suite_folder
    from colt_rules.conformance.proof.mutants import load_mutants
    from colt_rules.registry.errors import SpecError

    with giving_up_on(SpecError, because="the mutants cannot be used:\n"):
        known = load_mutants(suite_folder() / "mutants")
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
        "broken": fate.is_broken,
        "problem": fate.problem,
    }


def _print_checked(chosen: "list[Mutant]", json_: bool) -> None:
    """Print that the mutants apply: loading has checked it."""
    if json_:
        print_json({"mutants": len(chosen)})
    else:
        click.echo(f"{number_of(len(chosen), 'mutant')}: all apply to the source.")


def _print_list(chosen: "list[Mutant]", json_: bool) -> None:
    if json_:
        print_json([{"id": mutant.id, "clause": mutant.clause, "reading": mutant.reading} for mutant in chosen])
        return
    out = console()
    shown = table(out, "mutant", "wrong reading", unwrapped=("mutant",))
    for mutant in chosen:
        shown.add_row(mutant.id, mutant.reading)
    out.print(shown)


def _print_matrix(found: "list[Fate]") -> None:
    broken = [fate for fate in found if fate.is_broken]
    survivors = [fate for fate in found if not fate.is_dead and not fate.is_broken]
    out = console()
    shown = table(out, "mutant", "failed by", "checks", "of cases", numbers=2, unwrapped=("mutant",))
    for fate in found:
        shown.add_row(
            fate.mutant.id, fate.killers[0] if fate.killers else "nothing", str(len(fate.killers)), str(fate.cases)
        )
    out.print(shown)
    for fate in survivors:
        out.print(printable(f"{fate.mutant.id} survives: {fate.mutant.reading}. {fate.problem}".strip()))
    for fate in broken:
        out.print(printable(f"{fate.mutant.id} breaks: {fate.problem}"))
    summary = "none survives" if not survivors else f"{len(survivors)} survive"
    summary += f", {number_of(len(broken), 'engine')} broke" if broken else ""
    out.print(f"{number_of(len(found), 'mutant')}: {summary}.")
