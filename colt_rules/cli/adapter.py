"""`colt adapter`: the reference as an engine that speaks the protocol."""

import click


@click.command()
@click.option("--once", is_flag=True, help="One-shot: one case on stdin, one result on stdout.")
@click.option(
    "--mutant", metavar="ID", help="Play with this wrong reading of a clause; see `colt conformance mutants --list`."
)
def adapter(once: bool, mutant: str | None) -> None:
    """Run the reference as an engine of the adapter protocol, on stdin and stdout.

    `colt conformance run` starts it automatically. Started by hand, it shows how an adapter answers:

    \b
      echo '{"type":"start","seq":1,"protocol":1}' | colt adapter

    Exit status: 0 at the end of the input or after `stop`, 2 it could not run.
    """
    from colt_rules.cli.output import CannotRun, giving_up_on

    if mutant:
        from colt_rules.conformance.cases.place import suite_folder
        from colt_rules.conformance.proof import mutants
        from colt_rules.registry.errors import SpecError

        with giving_up_on(SpecError):
            known = mutants.find_mutant(suite_folder() / "mutants", mutant)
        if known is None:
            raise CannotRun(f"expected a mutant of `colt conformance mutants --list`, got {mutant!r}")
        mutants.apply(known)
    from colt_rules.conformance.protocol.reference import main
    from colt_rules.log.errors import Malformed

    with giving_up_on(Malformed):
        main(mutant or "", once)
