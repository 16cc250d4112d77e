"""`colt conformance`: test an engine against the rules, clause by clause."""

import gc
from typing import Any

import click

from colt_rules.cli.conformance.cases import check, list_, show
from colt_rules.cli.conformance.contract import contract
from colt_rules.cli.conformance.duel import duel
from colt_rules.cli.conformance.expectations import expectations
from colt_rules.cli.conformance.fuzz import fuzz
from colt_rules.cli.conformance.mutants import mutants
from colt_rules.cli.conformance.publish import export, index
from colt_rules.cli.conformance.run import run, smoke
from colt_rules.cli.conformance.script import script
from colt_rules.cli.output import giving_up_on


class Conformance(click.Group):
    """A group whose commands expand cases lazily, so that any of them may meet a case with errors."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; raises CannotRun with all errors of the cases it needs."""
        from colt_rules.registry.errors import SpecError

        with giving_up_on(SpecError, because="the suite cannot be used:\n"):
            return super().invoke(ctx)


@click.group(cls=Conformance, context_settings={"help_option_names": ["-h", "--help"]})
def conformance() -> None:
    """Test an engine against the rules, clause by clause.

    An engine is any program that speaks the adapter protocol: JSON Lines over stdin and stdout. It declares what it
    supports, and only that is tested. docs/test-your-client.md is the guide.

    \b
    Examples:
      colt conformance run                                  the reference itself
      colt conformance smoke --adapter "node adapter.mjs"   does my adapter work?
      colt conformance run --adapter "node adapter.mjs" --html report.html
      colt conformance show fire.target/the-marshal-is-no-target

    Exit status: 0 as expected, 1 a check failed, 2 the run is not valid.
    """
    # The cases are a million records that live to the end: garbage collection among them took a seventh of the time.
    gc.set_threshold(100_000, 50, 100)


for _command in (run, smoke, list_, show, check, expectations, script, mutants, fuzz, duel, export, index, contract):
    conformance.add_command(_command)
