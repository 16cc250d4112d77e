"""`colt spec`: search and check the specification."""

from pathlib import Path

import click

from colt_rules.cli.spec.checking import check, coverage, source
from colt_rules.cli.spec.comparing import corrections, diff, interactions
from colt_rules.cli.spec.lookup import list_, search, show


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--spec",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Use another specification than the one that comes with this program.",
)
@click.pass_context
def spec(ctx: click.Context, folder: Path | None) -> None:
    """Search and check the specification: clauses, sources, code, cases.

    A clause is one rule in our own words, known by an id such as fire.roof.line-of-sight. It points to the
    passages of the rulebooks it comes from, functions implement it, and conformance cases prove it.

    \b
    Examples:
      colt spec list --edition pl-base --json  every clause and ruling of an edition
      colt spec search strzał dach             search, in any of the four languages
      colt spec show fire.roof.line-of-sight   everything about a clause
      colt spec show strongbox                 what a word means, and the clauses about it
      colt spec diff ru-base pl-base           where two editions differ
      colt spec interactions                   what modules change for each other
      colt spec corrections                    what has changed since earlier versions
      colt spec coverage                       how every line of every book is accounted for
      colt spec source pl-base my-copy.txt     is this the text that the rules were read from?
      colt spec check                          is everything consistent?
    """
    ctx.obj = folder


for _command in (check, diff, show, list_, search, corrections, interactions, coverage, source):
    spec.add_command(_command)
