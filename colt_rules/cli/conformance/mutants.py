"""`colt conformance mutants`."""

import click


@click.command()
def mutants() -> None:
    """Hold the suite against wrong readings of the rules."""
