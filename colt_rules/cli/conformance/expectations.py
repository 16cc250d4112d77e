"""`colt conformance expectations`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from colt_rules.cli.conformance.options import expectations_of, make_adapter, unmet_entries
from colt_rules.cli.output import FILE, CannotRun, number_of, printable, write_file

if TYPE_CHECKING:
    from colt_rules.conformance.running.results import Report


@click.command()
@click.argument("file", type=FILE)
@click.option("--update", is_flag=True, help="Rewrite the file from the last run of the adapter.")
@click.option("--reason", default="", help="The reason for the new entries.")
@click.option("--link", default="", help="Where the new entries are tracked, such as an issue.")
@click.option(
    "--adapter", metavar="COMMAND", envvar="COLT_ADAPTER", show_envvar=True, help="The adapter of the last run."
)
@click.option("--one-shot", is_flag=True, help="That adapter is one-shot.")
def expectations(file: Path, update: bool, reason: str, link: str, adapter: str | None, one_shot: bool) -> None:
    """Check FILE, your engine's expectations, or write it from the last run.

    The file belongs in your repository and lists which checks do not pass yet, why, and where that is tracked. With
    `colt conformance run --expectations FILE` they do not fail the run; one that passes, or no longer exists, does.
    Entries that matched nothing in the last whole run of the adapter are listed.

    \b
    Examples:
      colt conformance expectations colt-expectations.toml
      colt conformance expectations colt-expectations.toml --update --adapter "./engine" --reason "no stations yet"

    Exit status: 0 done, 1 it names unknown cases, 2 the file cannot be used, or there is no run to write
    it from.
    """
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.conformance.running.expectations import as_toml, read_expectations, unknown_entries, updated
    from colt_rules.conformance.running.starts import start_ids
    from colt_rules.registry.errors import SpecError

    if not update:
        _check(file, make_adapter(adapter, one_shot, 1, 0).command if adapter else None)
        return
    report = _last_whole_run(make_adapter(adapter, one_shot, 1, 0).command)
    try:
        before = read_expectations(file) if file.exists() else {}
    except SpecError as error:
        raise CannotRun(f"{error}\nCorrect these by hand first: their reasons would be lost.") from error
    if unknown := unknown_entries(before, (*suite().check_ids(), *start_ids())):
        raise CannotRun("\n".join([*unknown, "Do this by hand first: their reasons would be lost."]))
    after = updated(report.cases, before, reason, link)
    if new := [id for id, one in after.items() if not one.reason]:
        raise CannotRun(f"{number_of(len(new), 'check')} would be new, {new[0]} among them: say why with --reason")
    write_file(file, as_toml(after))
    click.echo(f"{file}: {number_of(len(after), 'expectation')}, {len(before)} before.")


def _last_whole_run(command: str) -> "Report":
    from colt_rules.conformance.cases.place import last_run
    from colt_rules.conformance.reports.jsonl import BadReport, read_report

    try:
        report = read_report(last_run(command))
    except (OSError, BadReport):
        raise CannotRun("expected a run of this adapter from this folder before; run the suite first") from None
    if report.footer is None or not report.footer.complete or report.header.filters:
        raise CannotRun("expected a whole run, got one that broke off or had filters; run the whole suite first")
    return report


def _check(file: Path, command: str | None) -> None:
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.conformance.running.expectations import unknown_entries
    from colt_rules.conformance.running.starts import start_ids

    expected = expectations_of(file)
    unknown = unknown_entries(expected, (*suite().check_ids(), *start_ids()))
    for line in unknown:
        click.echo(printable(line))
    if unknown:
        raise SystemExit(1)
    click.echo(f"{file}: {number_of(len(expected), 'expectation')}, all known.")
    if command is None:
        return
    try:
        notes = unmet_entries(_last_whole_run(command).cases, expected)
    except CannotRun:  # the file is fine, but there is no run to compare it with
        notes = ["there is no whole run of this adapter from this folder, so unmatched entries are not known"]
    for note in notes:
        click.echo(printable(f"Note: {note}."))
