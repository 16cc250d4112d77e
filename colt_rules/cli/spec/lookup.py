"""`colt spec show`, `list` and `search`: clauses, rulings, terms and components."""

from pathlib import Path

import click

from colt_rules.cli.language import in_language, tell, text
from colt_rules.cli.output import CannotRun, as_json, print_json
from colt_rules.cli.spec.reading import all_implementations, cases_of, check_known, registry_of, tests_of


@click.command()
@click.argument("id", metavar="ID")
@in_language
@click.option("--all", "all_", is_flag=True, help="Show all cases.")
@as_json
@click.pass_obj
def show(folder: Path | None, id: str, lang: str, all_: bool, json_: bool) -> None:
    """Show the clause, ruling, term or component with this id.

    A clause or ruling comes with the editions where it holds, its sources, code and cases. Exceptions are shown as a
    tree, in both directions: its own exceptions, and the clauses it is an exception to. A term of the glossary comes
    in four languages, with the clauses about it and its component.

    \b
    Examples:
      colt spec show fire.roof.line-of-sight
      colt spec show fire.roof.line-of-sight --lang pl
      colt spec show ruling.belle.blocks-sight
      colt spec show line-of-sight
      colt spec show baggage
      colt spec show fire.target --json | jq '.code'

    Exit status: 0 shown, 2 nothing has this id, or the specification cannot be used.
    """
    from colt_rules.cli.spec.facts import citable_facts, component_facts, term_facts
    from colt_rules.cli.spec.output import print_entry
    from colt_rules.registry.components import Fact
    from colt_rules.registry.glossary import Term
    from colt_rules.registry.registry import UnknownId

    registry = registry_of(folder)
    try:
        entry = registry.entry(id)
    except UnknownId as error:
        raise CannotRun(f"{error}\nTry `colt spec search` with words of it.") from error
    if isinstance(entry, Term):
        facts = term_facts(registry, entry, lang)
    elif isinstance(entry, Fact):
        facts = component_facts(registry, entry, lang)
    else:
        implementations, tests = all_implementations().get(entry.id, ()), tests_of(registry.folder, entry.id)
        facts = citable_facts(registry, entry, lang, implementations, cases_of(entry.id), tests)
    if json_:
        print_json(facts)
    else:
        print_entry(facts, lang, all_)


@click.command("list")
@click.option("--edition", metavar="ID", help="Only what holds in this edition.")
@click.option("--module", metavar="NAME", help="Only clauses of this module, and rulings that complete one.")
@in_language
@as_json
@click.pass_obj
def list_(folder: Path | None, edition: str | None, module: str | None, lang: str, json_: bool) -> None:
    """List the clauses and rulings, all of them or those of an edition and a module.

    With --json each comes with its text, kind, module, editions, exceptions and passages: the whole specification in
    one answer, without the code and the cases that `colt spec show` adds.

    \b
    Examples:
      colt spec list --module base
      colt spec list --edition pl-base --lang pl
      colt spec list --json | jq '.[] | select(.kind == "limit") | .id'

    Exit status: 0 listed, 2 there is no such edition or module, or the specification cannot be used.
    """
    from colt_rules.cli.spec.facts import listed_facts
    from colt_rules.cli.spec.output import print_list

    registry = registry_of(folder)
    modules = dict.fromkeys(clause.module for clause in registry.clauses.values())
    for what, given, known in (("edition", edition, registry.editions), ("module", module, modules)):
        if given is not None:
            check_known(what, given, known)
    facts = listed_facts(registry, lang, edition, module)
    if json_:
        print_json(facts)
    else:
        print_list(facts, lang)


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--edition", metavar="ID", help="Of clauses and rulings only what holds in this edition.")
@in_language
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many hits.")
@as_json
@click.pass_obj
def search(
    folder: Path | None, words: tuple[str, ...], edition: str | None, lang: str, limit: int, json_: bool
) -> None:
    """Search clauses, rulings, glossary and components in all four languages.

    Ask in your own words, in any of the languages. Case, accents and endings do not matter, and the beginning of a
    word is enough. The best answers come first.

    \b
    Examples:
      colt spec search line of sight
      colt spec search strzal dach --lang pl
      colt spec search шериф --limit 5
      colt spec search baggage car
      colt spec search tuco roof --edition ru-base

    Exit status: 0 something was found, 1 nothing was, 2 the search could not run.
    """
    from colt_rules.cli.spec.facts import hit_facts, listed_facts
    from colt_rules.cli.spec.output import print_hits
    from colt_rules.search.spec import Finder

    registry = registry_of(folder)
    finder, wanted = Finder(registry), " ".join(words)
    hits = finder.search(wanted, lang)
    if edition is not None:
        check_known("edition", edition, registry.editions)
        holds = {facts["id"] for facts in listed_facts(registry, lang, edition)}
        hits = [hit for hit in hits if hit.what not in ("clause", "ruling") or hit.id in holds]
    if json_:
        print_json(hit_facts(hits[:limit]))
    elif hits:
        print_hits(hits[:limit], lang)
        if len(hits) > limit:
            click.echo(tell(lang, "spec.more-hits", n=len(hits) - limit, all=str(len(hits))))
    else:
        click.echo(text(lang, "spec.nothing"))
    for word, others in finder.spellings(wanted).items():
        # On stderr: a program expects only hits on stdout.
        click.echo(tell(lang, "spec.nowhere", word=word, others=text(lang, "spec.or").join(others)), err=True)
    raise SystemExit(0 if hits else 1)
