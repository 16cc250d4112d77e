"""`colt conformance list`, `show` and `check`."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.conformance.options import chosen, filter_options, suite_of, suite_version
from colt_rules.cli.output import FILE, CannotRun, as_json, console, number_of, print_json, printable, table

if TYPE_CHECKING:
    from colt_rules.conformance.cases.expand import Run
    from colt_rules.conformance.cases.suite import Suite


@click.command("list")
@filter_options
@as_json
def list_(json_: bool, **filters: Any) -> None:
    """List all cases, or those that match.

    \b
    Examples:
      colt conformance list
      colt conformance list 'fire.*'
      colt conformance list --clause belle.not-if-another
      colt conformance list --reachable

    Exit status: 0 done, 2 no case matches.
    """
    from colt_rules.conformance.cases.setting import settings_of
    from colt_rules.conformance.cases.suite import Filter, suite

    runs = chosen(suite(), Filter(**filters))
    cases = list({run.case.id: run.case for run in runs}.values())
    unreachable: dict[str, list[str]] = {case.id: [] for case in cases}
    for run in runs:
        unreachable[run.case.id] += [reason for reason in run.unreachable if reason not in unreachable[run.case.id]]
    if json_:
        print_json(
            [
                {
                    "id": case.id,
                    "title": case.title,
                    "clauses": case.exercised,
                    "editions": list(dict.fromkeys(setting.edition for setting in settings_of(case))),
                    "modules": case.modules,
                    "reachable": not unreachable[case.id],
                    "unreachable": unreachable[case.id],
                }
                for case in cases
            ]
        )
        return
    out = console()
    shown = table(out, "case", "reachable", "fact", unwrapped=("case",))
    for case in cases:
        shown.add_row(case.id, "no" if unreachable[case.id] else "yes", case.title)
    out.print(shown)
    reached = sum(not reasons for reasons in unreachable.values())
    out.print(f"{number_of(len(cases), 'case')} of suite {suite_version()}, {reached:,} of them reachable.")


@click.command()
@click.argument("id")
@click.option("--file", type=FILE, help="From this YAML file instead of the suite.")
@as_json
def show(id: str, file: Path | None, json_: bool) -> None:
    """Show one case in full: its source, its clauses, the position before and after, what the reference does.

    Checks that the reference does not pass are named.

    \b
    Examples:
      colt conformance show fire.roof.line-of-sight/the-second-roof-is-hidden
      colt conformance show fire.roof.line-of-sight/the-second-roof-is-hidden@pl-base
      colt conformance show start/base-3@ru-full           a game that an engine sets up itself

    Exit status: 0 done, 2 there is no such case or run.
    """
    from colt_rules.conformance.cases.board import sketch_of
    from colt_rules.conformance.cases.expand import exported
    from colt_rules.conformance.cases.suite import source_of
    from colt_rules.conformance.running.starts import is_start
    from colt_rules.conformance.running.verify import departures
    from colt_rules.log.errors import hint
    from colt_rules.registry.registry import registry

    name = id.partition("#")[0]
    if is_start(name):
        _show_start(name, json_)
        return
    suite = suite_of(file)
    id = name.partition("@")[0]
    if id not in suite.cases:
        raise CannotRun(f"expected the id of a case, got {id!r}{hint(id, suite.cases)}")
    named = [_named(suite, id, name)] if name != id else []
    if json_:
        print_json(exported(named or suite.runs_of(id)))
        return
    written, out = suite.cases[id], console()
    out.print(f"{written.file}:{written.line}\n")
    out.print(source_of(written).rstrip())
    out.print("")
    for clause in dict.fromkeys((*written.case.exercised, *written.case.limited)):
        out.print(f"{clause}: {registry().find(clause).text.en}")
    for run in named or _sides(suite, id):
        out.print(f"\nBefore ({', '.join([run.edition, *run.setting.rulings])})\n{sketch_of(run.given)}")
        for reason in run.unreachable:
            out.print(f"No game reaches this position: {reason}")
        for event in run.log:
            fields = " ".join(f"{name}={value}" for name, value in event.data.items())
            out.print(f"  {event.type} {fields}  [{', '.join(event.cites or ())}]")
        if run.after != run.given or not run.observed.refusals:
            out.print(f"After\n{sketch_of(run.after)}")
        if run.observed.refusals:
            out.print(f"Refused by: {', '.join(sorted(run.observed.refusals))}")
        for departure in departures(run):
            out.print(f"The reference does not pass: {printable(departure)}")


def _show_start(name: str, json_: bool) -> None:
    """Show a game that an engine sets up itself: the request, what is judged, and a start of the reference."""
    from colt_rules.commands import command_text
    from colt_rules.conformance.cases.board import sketch_of
    from colt_rules.conformance.protocol.messages import Dealt
    from colt_rules.conformance.protocol.reference import Reference
    from colt_rules.conformance.running.starts import CHECKS, CLAUSES, find_start, requests_of, start_names
    from colt_rules.log.codec import to_data, to_json
    from colt_rules.log.errors import hint
    from colt_rules.registry.registry import registry

    start = find_start(name)
    if start is None:
        raise CannotRun(f"expected the name of a game to set up, got {name!r}{hint(name, start_names())}")
    request = to_data(requests_of(start)[0])
    if json_:
        print_json({"name": name, "request": request, "times": start.times, "checks": list(CHECKS)})
        return
    out = console()
    out.print(f"{name}: {command_text(start.command)}")
    for house_rule in start.house_rules:
        out.print(f"house rule: {house_rule}")
    out.print(f"\nThe engine sets it up {start.times} times. The request is:\n{to_json(request).decode()}\n")
    for check, judged in CHECKS.items():
        out.print(f"{name}#{check}: {judged}")
    out.print("")
    for clause in CLAUSES:
        out.print(f"{clause}: {registry().find(clause).text.en}")
    dealt = Reference().answer(requests_of(start)[0])
    assert isinstance(dealt, Dealt), dealt
    out.print(f"\nA start of the reference\n{sketch_of(dealt.state)}")
    out.print(f"Ask an engine for it: colt conformance run {name} --adapter ...")


def _named(suite: "Suite", id: str, name: str) -> "Run":
    """The run of this name, with the edition in it."""
    from colt_rules.conformance.cases.setting import settings_of

    settings = {setting.exact_name: setting for setting in settings_of(suite.cases[id].case)}
    if name not in settings:
        raise CannotRun(f"expected a run of {id}, got {name!r}; its runs are {', '.join(settings)}")
    return suite.run(settings[name])


def _sides(suite: "Suite", id: str) -> "list[Run]":
    """The first run of a case; for a witness, the first run of each side."""
    from colt_rules.conformance.cases.suite import Filter

    runs = suite.chosen(Filter(ids=(id,)))
    return [run for number, run in enumerate(runs) if all(run.side is not other.side for other in runs[:number])]


@click.command()
@as_json
def check(json_: bool) -> None:
    """Check the suite itself: every case holds in each of its editions, every clause has its cases.

    Each clause and ruling in play needs a case in which it takes effect and one in which it forbids, hides, or does not
    apply; or a reason in exceptions.yaml why there is none. Each edition in which it holds needs a case that exercises
    it there. What an edition or an agreed answer changes needs a witness. Modules that interact need a case that shows
    them together (`colt spec interactions`). The reference must pass every case in all its editions.

    Exit status: 0 sound, 1 something is missing, 2 it could not run.
    """
    from colt_rules.conformance.cases.suite import suite
    from colt_rules.conformance.running.verify import departures

    whole = suite()
    missing = whole.missing()
    faults = whole.faults()
    runs = [] if faults else [run for id in whole.cases for run in whole.runs_of(id)]
    faults += [fault for run in runs for fault in departures(run)]
    checks = sum(len(run.checks) for run in runs)
    if json_:
        print_json(
            {"cases": len(whole.cases), "runs": len(runs), "checks": checks, "missing": missing, "faults": faults}
        )
    else:
        for problem in (*faults, *missing):
            click.echo(problem)
        wrong = [f"{len(faults)} things are wrong"] if faults else []
        wrong += [f"{len(missing)} things are missing"] if missing else []
        counted = [number_of(len(whole.cases), "case"), number_of(len(runs), "run"), number_of(checks, "check")]
        click.echo(f"{', '.join(counted)}: {' and '.join(wrong) or 'sound'}.")
    raise SystemExit(1 if faults or missing else 0)
