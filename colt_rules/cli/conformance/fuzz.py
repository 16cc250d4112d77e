"""`colt conformance fuzz`."""

import click


@click.command()
def fuzz() -> None:
    """Play random games on both engines and find where they part."""
