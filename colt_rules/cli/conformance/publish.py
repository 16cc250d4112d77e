"""`colt conformance export` and `index`."""

from pathlib import Path

import click

from colt_rules.cli.conformance.options import suite_version
from colt_rules.cli.output import FOLDER, giving_up_on, number_of, writing


@click.command()
@click.argument("folder", type=FOLDER)
def export(folder: Path) -> None:
    """Write the whole suite as plain JSON into FOLDER, for harnesses in any language.

    Each case is one file with the whole position, the commands and the checks; index.json lists id, sha256, clauses,
    editions, modules and path of each; schemas/ holds all JSON Schemas, as events/schemas does.

    Exit status: 0 done, 2 it could not be written.
    """
    from colt_rules.conformance.cases.export import export as write
    from colt_rules.conformance.cases.suite import suite

    version = suite_version()
    with writing(f"into {folder}"):
        number = write(suite(), version, folder)
    click.echo(f"{folder}: {number_of(number, 'file')}, suite {version}")


@click.command()
@click.option("--update", is_flag=True, help="Rewrite the index, with the next version.")
def index(update: bool) -> None:
    """Check that the committed index is up to date with the cases, or rewrite it.

    The index holds the version of the suite and the hash of every case. The version is major.minor.patch: major
    increases with the format, minor with new cases, patch with corrected ones.

    Exit status: 0 up to date, 1 out of date, 2 it could not run.
    """
    from colt_rules.conformance.cases.export import current, published, write_index
    from colt_rules.conformance.cases.place import suite_folder
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.registry.errors import SpecError

    folder = suite_folder()
    with giving_up_on(SpecError):
        before = published(folder)
    now = current(suite(), before)
    if now == before:
        click.echo(f"Suite {now.version} is up to date.")
    elif update:
        write_index(now, folder)
        click.echo(f"Suite {now.version} (before: {before.version}), {number_of(len(now.cases), 'case')}.")
    else:
        click.echo(f"The cases are not those of suite {before.version}; --update makes it {now.version}.")
        raise SystemExit(1)
