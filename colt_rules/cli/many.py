"""Judges many logs, for `colt audit` and `colt log verify`: the options, the progress and the report."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

from colt_rules.cli.language import tell
from colt_rules.cli.log.named import STREAM, is_file, store_of
from colt_rules.cli.output import CannotRun, giving_up_on, print_json, printable, progress, store_named, workers_option

if TYPE_CHECKING:
    from colt_rules.archive.judging import Fault, Judgement, Question, Share
    from colt_rules.archive.logs import LogName
    from colt_rules.archive.overview import Group, Overview
    from colt_rules.archive.results import Results
    from colt_rules.archive.sharing import Failed

MOST_PROGRAMS = 20
"""How many programs are listed for people."""


class How(NamedTuple):
    """How many logs are judged."""

    workers: int
    cluster: str
    """The address of a Dask scheduler; empty for processes of this machine."""
    fresh: bool


def how_many_are_judged(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options for many logs; the command gets them as ``how``."""

    @wraps(command)
    def with_how(*args: Any, workers: int, cluster: str, fresh: bool, **others: Any) -> Any:
        return command(*args, how=How(workers, cluster, fresh), **others)

    fresh = click.option("--fresh", is_flag=True, help="Judge again what an earlier run has judged.")
    return worked_on_by("judge many logs")(fresh(with_how))


def worked_on_by(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options for who works on many logs; the command gets them as ``workers`` and ``cluster``."""
    cluster = click.option(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help=f"Let the workers of this Dask scheduler {what}, such as tcp://host:8786.",
    )
    return lambda command: workers_option("Number of processes for many logs.")(cluster(command))


def are_many(places: tuple[str, ...]) -> bool:
    """Whether the user named several logs, or a place for many."""
    from colt_rules.archive.logs import holds_many

    return len(places) > 1 or holds_many(places[0])


QUESTIONS: "dict[str, Question]" = {"audit": "audit", "log verify": "verify", "log verify --chain": "chain"}
"""By command for one log: what it asks."""


def judge_places(
    ctx: click.Context,
    places: tuple[str, ...],
    command: str,
    how: How,
    sealed: str,
    lang: str,
    json_: bool,
    finished: bool = False,
) -> NoReturn:
    """Judge all logs at these places by a command for one log, print the report, and exit with the status."""
    from colt_rules.archive.judging import Judgement, judge_all
    from colt_rules.archive.logs import NoLogs
    from colt_rules.archive.overview import Overview
    from colt_rules.archive.sharing import CannotShare
    from colt_rules.log.store import StoreError

    if STREAM in places:
        raise CannotRun("standard input holds one log; judge it alone")
    for game in filter(_is_game, places):
        with store_of(ctx, game, "Reading") as store:
            store.head(game)  # before anything is judged, raises if there is no such game
    overview = Overview()
    judged = _results(QUESTIONS[command], how.fresh)
    with (
        giving_up_on(NoLogs, CannotShare, StoreError),
        judged as results,
        progress(command, lambda: sum(1 for _ in names_of(ctx, places))) as done,
    ):

        def told(name: "LogName", found: "Judgement | Failed", known: bool) -> None:
            overview.add(name, found.asked(finished, sealed) if isinstance(found, Judgement) else found, known)
            done(1)

        try:
            judge_all(names_of(ctx, places), QUESTIONS[command], results, share_of(how.workers, how.cluster), told)
        except KeyboardInterrupt:
            click.echo(tell(lang, "many.interrupted", logs=overview.logs), err=True)
            raise
    if results.trouble:
        click.echo(printable(tell(lang, "many.trouble", trouble=results.trouble)), err=True)
    if json_:
        print_json(_facts(overview, command))
    else:
        _tell(overview, command, lang)
    raise SystemExit(0 if overview.all_sound else 1)


def share_of(workers: int, cluster: str) -> "Share":
    """What has the work done: the workers of a cluster if there is an address, else processes of this machine."""
    from colt_rules.archive import cluster as dask
    from colt_rules.archive.sharing import shared

    return partial(dask.shared, address=cluster) if cluster else partial(shared, workers=workers)


@contextmanager
def _results(question: str, fresh: bool) -> "Iterator[Results]":
    from colt_rules.archive.results import Results, default_results

    with giving_up_on(RuntimeError):  # there is no home
        path = default_results()
    with Results(path, question) as results:
        results.is_empty = results.is_empty or fresh
        yield results


def names_of(ctx: click.Context, places: tuple[str, ...]) -> "Iterator[LogName]":
    """The logs that the user named: folders, stores, files, and games in the store."""
    from colt_rules.archive.logs import LogName, logs_at

    for place in places:
        if _is_game(place):
            yield LogName(store_named(ctx), place)
        else:
            yield from logs_at(place)


def _is_game(place: str) -> bool:
    """Whether a name is that of a game in the store, because nothing else has it."""
    from colt_rules.archive.logs import holds_many

    return not holds_many(place) and not is_file(place)


# --- for programs


def _facts(overview: "Overview", command: str) -> dict[str, Any]:
    return {
        "logs": overview.logs,
        "sound": overview.sound,
        "with_faults": overview.faulty,
        "unreadable": overview.unreadable.logs,
        "growing": overview.growing.logs,
        "judged_before": overview.known,
        "by_clause": [{"clause": id, **group_facts(group, command)} for id, group in overview.by_clause],
        "by_kind": [{"kind": kind, **group_facts(group, command)} for kind, group in overview.by_kind],
        "by_program": [
            {"made_by": program[0], "spec": program[1], "logs": logs, "with_faults": overview.faulty_by[program]}
            for program, logs in overview.programs.most_common()
        ],
        "unreadable_logs": group_facts(overview.unreadable, command)["examples"],
        "growing_logs": group_facts(overview.growing, command)["examples"],
    }


def group_facts(group: "Group", command: str) -> dict[str, Any]:
    """A group of logs as plain data."""
    return {"logs": group.logs, "examples": [_example_facts(*example, command) for example in group.examples]}


def _example_facts(name: "LogName", what: "Fault | str", command: str) -> dict[str, Any]:
    from colt_rules.archive.overview import reproduced

    facts: dict[str, Any] = {
        "place": name.shown_place,
        "game": name.game or None,
        "command": reproduced(name, command),
    }
    if isinstance(what, str):
        return {**facts, "why": what} if what else facts
    where = {"line": what.line, "at_command": what.command or None, "at_event": what.event or None}
    return {**facts, **where, "kind": what.kind, "clauses": what.clauses, "expected": what.expected, "got": what.got}


# --- for people


def _tell(overview: "Overview", command: str, lang: str) -> None:
    from colt_rules.cli.referee.words import texts_of
    from colt_rules.referee.prose import departure_meaning

    counted = {"sound": overview.sound, "faulty": overview.faulty, "unreadable": overview.unreadable.logs}
    click.echo(tell(lang, "many.judged", logs=overview.logs, **counted))
    if overview.known:
        click.echo(tell(lang, "many.known", known=overview.known))
    by_clause, by_kind = [*overview.by_clause], [*overview.by_kind]
    if by_clause:
        click.echo(f"\n{tell(lang, 'many.by-clause')}")
    for id, group in by_clause:
        title = "".join(text["title"] for text in texts_of((id,), lang).values())
        tell_group(f"{id}  {title}".rstrip(), group, command, lang)
    if by_kind:
        click.echo(f"\n{tell(lang, 'many.by-kind')}")
    for kind, group in by_kind:
        tell_group(f"{kind}  {departure_meaning(kind, lang)}", group, command, lang)
    if overview.programs:
        click.echo(f"\n{tell(lang, 'many.by-program')}")
    for (made_by, spec), logs in overview.programs.most_common(MOST_PROGRAMS):
        faulty = overview.faulty_by[made_by, spec]
        told = tell(lang, "many.program", made_by=made_by, spec=spec, logs=logs, faulty=faulty)
        click.echo(printable(f"  {told}"))
    for heading, group in (("many.unreadable", overview.unreadable), ("many.growing", overview.growing)):
        if group.logs:
            click.echo(f"\n{tell(lang, heading)}")
            tell_examples(group, command, lang)


def tell_group(heading: str, group: "Group", command: str, lang: str) -> None:
    """Print a group of logs with its first ones."""
    click.echo(printable(f"  {tell(lang, 'many.group', heading=heading, logs=group.logs)}"))
    tell_examples(group, command, lang)


def tell_examples(group: "Group", command: str, lang: str, err: bool = False) -> None:
    """Print the first logs of a group, each with the command that looks at it."""
    from colt_rules.archive.overview import reproduced
    from colt_rules.referee.prose import translated

    for name, what in group.examples:
        why = f"   {translated(what, lang)}" if isinstance(what, str) and what else ""
        click.echo(printable(f"    {reproduced(name, command)}{why}"), err=err)
    if more := group.logs - len(group.examples):
        click.echo(f"    {tell(lang, 'many.more', logs=more)}", err=err)
