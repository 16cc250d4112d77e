"""`colt spec diff`, `interactions` and `corrections`: where editions, modules and versions differ."""

from pathlib import Path

import click

from colt_rules.cli.language import in_language
from colt_rules.cli.output import CannotRun, as_json, giving_up_on, print_json
from colt_rules.cli.spec.reading import check_known, registry_of


@click.command()
@click.argument("first", metavar="EDITION")
@click.argument("second", metavar="EDITION")
@in_language
@click.option("--wordings", is_flag=True, help="Also list differences in wording only.")
@as_json
@click.pass_obj
def diff(folder: Path | None, first: str, second: str, lang: str, wordings: bool, json_: bool) -> None:
    """Show where two editions differ: clauses, passages, witnesses.

    An edition is a book, or a family of books, that the game was published with. Each difference comes with the clauses
    of either edition, the lines of its books, its effect in play, and its witnesses: conformance cases in which one
    position and one list of commands end differently.

    \b
    Examples:
      colt spec diff ru-base pl-base
      colt spec diff ru-full pl-base --lang pl
      colt spec diff ru-full pl-base --wordings    also differences in wording only
      colt conformance show CASE                   a witness, with both outcomes
      colt spec diff ru-base pl-base --json | jq '.differences[].witnesses'

    Exit status: 0 shown, 2 there is no such edition, or the specification cannot be used.
    """
    from colt_rules.cli.spec.facts import difference_facts
    from colt_rules.cli.spec.output import print_differences
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.registry.differences import differences_between

    registry = registry_of(folder)
    for edition in (first, second):
        if edition not in registry.editions:
            raise CannotRun(f"expected an edition, one of {', '.join(registry.editions)}; got {edition}")
    found = differences_between(registry, first, second)
    witnesses = {
        id: [case.id for case in suite().witnesses(id)] for point in found for id in (*point.first, *point.second)
    }
    facts = difference_facts(registry, first, second, found, witnesses, lang, wordings)
    if json_:
        print_json(facts)
    else:
        print_differences(facts, lang)


@click.command()
@click.option(
    "--module", "modules", multiple=True, metavar="NAME", help="Only pairs with this module; can be repeated."
)
@click.option("--missing", is_flag=True, help="Only what no case shows.")
@in_language
@as_json
@click.pass_obj
def interactions(folder: Path | None, modules: tuple[str, ...], missing: bool, lang: str, json_: bool) -> None:
    """Show what modules change for each other, pair by pair.

    For every pair: whether they can be played together and what refuses it, the clauses and rulings about both, each
    with a case that shows it, and where their code interacts: the choices, steps and other things that both change. All
    of it is derived from the specification, the code and the cases. A pair that interacts needs a case that plays
    both by clauses of both; if they change the same choice, the case must make it. --missing lists pairs without such
    a case, and `colt conformance check` fails for them.

    \b
    Examples:
      colt spec interactions                   every pair, one a row
      colt spec interactions --module base     the pairs of a module, in full; name two for one pair
      colt spec interactions --missing         what no case shows
      colt spec interactions --json | jq '.[] | select(.interact | not) | .modules'

    Exit status: 0 shown and nothing is missing, 1 --missing found something, 2 there is no such module.
    """
    from colt_rules.cli.spec.interactions_output import pair_facts, print_lacking, print_overview, print_pairs
    from colt_rules.conformance.cases.interactions import interactions
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.modules import MODULES
    from colt_rules.registry.errors import SpecError
    from colt_rules.registry.registry import UnknownId

    registry = registry_of(folder)
    for name in modules:
        check_known("module", name, MODULES)
    with giving_up_on(SpecError, UnknownId, because="the cases do not fit this specification:\n"):
        pairs = interactions(registry, (written.case for written in suite().cases.values()))
    wanted = [pair for pair in pairs if _is_of(pair.first, pair.second, set(modules))]
    if missing:
        wanted = [pair for pair in wanted if any(pair.lacking())] if json_ else wanted
    facts = [pair_facts(registry, pair, lang) for pair in wanted]
    if json_:
        print_json(facts)
    elif missing:
        print_lacking(facts)
    elif modules:
        print_pairs(facts)
    else:
        print_overview(facts)
    raise SystemExit(1 if missing and any(one["lacking"] for one in facts) else 0)


def _is_of(first: str, second: str, modules: set[str]) -> bool:
    """Whether a pair was asked for: all pairs of one module, or those among several."""
    return modules <= {first, second} if len(modules) < 2 else {first, second} <= modules


@click.command()
@in_language
@as_json
@click.pass_obj
def corrections(folder: Path | None, lang: str, json_: bool) -> None:
    """Show what has changed since earlier versions of the specification.

    The header of a log names the version of the specification that it was written by. An audit judges it by today's
    rules and lists departures that a correction explains separately from faults.

    \b
    Examples:
      colt spec corrections --lang pl
      colt spec corrections --json | jq '.corrections[] | {version, clauses}'

    Exit status: 0 shown, 2 the specification cannot be used.
    """
    from colt_rules.cli.spec.facts import correction_facts
    from colt_rules.cli.spec.output import print_corrections

    facts = correction_facts(registry_of(folder).corrections, lang)
    if json_:
        print_json(facts)
    else:
        print_corrections(facts, lang)
