"""`colt ask`: questions about many games, ready or in SQL."""

import csv
import shlex
import sys
from collections.abc import Iterator
from itertools import chain, islice
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.game_options import MOST_PLAYERS, VARIANT, all_variants, editions, name_option, no_variant
from colt_rules.cli.language import in_language, tell, text
from colt_rules.cli.output import (
    FILE,
    CannotRun,
    as_json,
    console,
    giving_up_on,
    print_list,
    printable,
    progress,
    store_named,
    table,
    write_file,
)

if TYPE_CHECKING:
    from colt_rules.archive.asking import Asked, Question
    from colt_rules.archive.asking_relations import Chosen

ROWS = 50
"""Rows of a table, and marks of a chart, if nothing is said."""
NOTHING = "nothing"
"""Not dividing an answer at all."""


@click.command()
@click.argument("words", metavar="[QUESTION] [ARCHIVE]", nargs=-1)
@name_option(editions, "--edition", "wanted", multiple=True, metavar="ID", help="Only this edition; can be repeated.")
@name_option(
    all_variants,
    "--variant",
    "variants",
    unknown=no_variant,
    multiple=True,
    metavar="NAME",
    help=f"Only this; can be repeated. {VARIANT}",
)
@click.option(
    "--players",
    multiple=True,
    type=click.IntRange(2, MOST_PLAYERS),
    help="Only games of this number of players; can be repeated.",
)
@click.option(
    "--each",
    multiple=True,
    type=click.Choice(["players", "edition", "modules", NOTHING]),
    help="characters, seats, ties: divide the answer by this; can be repeated. Win rates are divided by the number of "
    "players unless something else is named.",
)
@click.option("--clause", metavar="ID", default="", help="with-clause: the clause or ruling.")
@click.option(
    "--position",
    metavar="FILE|SKETCH",
    default="",
    help="with-position: the train, drawn as in a case (docs/case-format.md); `...` in a cell means that there may be "
    "more.",
)
@click.option("--sql", metavar="SELECT", help="Ask this instead of a question.")
@click.option("--seconds", type=click.FloatRange(0.1), default=60, show_default=True, help="Time limit of --sql.")
@click.option(
    "--memory", type=click.IntRange(100), default=1000, show_default=True, help="Limit of --sql in megabytes."
)
@click.option("--show-sql", is_flag=True, help="Print the SQL of the question, to begin with for one of your own.")
@click.option("--limit", type=click.IntRange(1), help=f"At most this many rows; {ROWS}, or all with --json and --csv.")
@click.option("--csv", "csv_", is_flag=True, help="Print CSV, for spreadsheets.")
@click.option("--svg", type=FILE, help="Draw a chart of the rates into this file.")
@in_language
@as_json
@click.pass_context
def ask(
    ctx: click.Context,
    words: tuple[str, ...],
    wanted: tuple[str, ...],
    variants: tuple[str, ...],
    players: tuple[int, ...],
    each: tuple[str, ...],
    clause: str,
    position: str,
    sql: str | None,
    seconds: float,
    memory: int,
    show_sql: bool,
    limit: int | None,
    csv_: bool,
    svg: Path | None,
    lang: str,
    json_: bool,
) -> None:
    """Ask a question about many games; without one, list the questions.

    ARCHIVE is a folder that `colt log archive` wrote, the file of a store, or the address of a store on a server;
    if left out, the store that `colt --log` names. An archive answers more than ten times as fast as a store.

    \b
    Examples:
      colt ask                                                   which questions are there?
      colt ask characters archive --edition pl-base --players 4
      colt ask characters archive --each edition --svg characters.svg
      colt ask with-clause archive --clause ruling.end.still-level
      colt ask with-position archive --position train.txt
      colt ask most-cited archive --csv --limit 100
      colt ask ties games.db                                     a store instead of an archive

    \b
    --sql selects from these relations; each is narrowed by --edition, --variant and --players:
      games    game, source, role, edition, modules, players, spec, made_by, commands, events, over
      modules  game, module
      players  game, seat, bandit, rank, money, won
      turns    game, seat, turn
      lines    game, line, command, number, kind, type, version, actor, data
      cites    game, number, command, type, clause

    \b
      colt ask archive --sql "SELECT type, count(*) FROM lines WHERE kind = 'event' GROUP BY type ORDER BY 2 DESC"

    It is the SQL of DuckDB, in a store that of SQLite or PostgreSQL, and can only read: no file, no extension, no
    setting. It ends when it takes too long or too much memory.

    Exit status: 0 answered, 2 it could not run.
    """
    from colt_rules.archive.asking_places import NotAnswered
    from colt_rules.conformance.notation import BadSketch

    question, where = _named(words, sql is not None)
    if question is None and sql is None:
        _list_questions(lang)
        return
    if json_ and csv_:
        raise click.UsageError("expected --json or --csv, got both; call them one after the other")
    if svg and (question is None or not question.rate):
        raise click.UsageError("--svg draws rates: name a question about one, such as characters, or leave out --svg")
    asked = _asked(question, each, clause, position)
    if show_sql:
        _show_sql(question, asked)
        return
    place = where or store_named(ctx)
    chosen = _chosen(wanted, variants, players)
    with giving_up_on(NotAnswered, BadSketch):
        if question is None:
            assert sql is not None
            _ask_sql(place, chosen, sql, seconds, memory, limit, csv_, json_, lang)
        else:
            _ask(place, chosen, question, asked, limit, csv_, json_, svg, lang)


# --- what is asked


def _named(words: tuple[str, ...], in_sql: bool) -> "tuple[Question | None, str]":
    """The question and the archive that are named; either can be missing."""
    from colt_rules.archive.asking import QUESTIONS
    from colt_rules.safe_text import one_of

    if len(words) > (1 if in_sql else 2):
        expected = "an archive beside --sql" if in_sql else "a question and an archive"
        raise click.UsageError(f"expected {expected}, got {len(words)} words: {' '.join(words)[:200]}")
    if in_sql:
        return None, "".join(words)
    if not words:
        return None, ""
    if words[0] not in QUESTIONS:
        raise click.UsageError(f"expected {one_of(words[0], QUESTIONS)}; got {words[0][:80]!r}")
    return QUESTIONS[words[0]], "".join(words[1:])


def _asked(question: "Question | None", each: tuple[str, ...], clause: str, position: str) -> "Asked":
    """What is asked besides the question; refuses an option that the question does not take, or lacks one."""
    from colt_rules.archive.asking import Asked

    takes = question.takes if question else ()
    for name, value in (("each", each), ("clause", clause), ("position", position)):
        asker = f"the question {question.name}" if question else "--sql"
        if value and name not in takes:
            raise click.UsageError(f"{asker} does not take --{name}; leave it out")
        if name in takes and not value and name != "each":
            raise click.UsageError(f"{asker} needs --{name}")
    divided = () if NOTHING in each else each or (question.usual_each if question else ())
    return Asked(tuple(dict.fromkeys(divided)), _clause(clause), _sketch(position))


def _clause(clause: str) -> str:
    """A clause that exists: a misspelt one would look like a clause that no game cites."""
    from colt_rules.registry.registry import UnknownId, registry

    if clause:
        with giving_up_on(UnknownId):
            registry().find(clause)
    return clause


def _sketch(position: str) -> str:
    """A sketch: given as such, or in a file."""
    if not position or "|" in position:
        return position
    try:
        return Path(position).read_text(encoding="utf-8") if position != "-" else sys.stdin.read()
    except OSError as error:
        raise CannotRun(f"cannot read {position}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CannotRun(f"{position}: expected a sketch of a train as text, got something else") from error


def _chosen(wanted: tuple[str, ...], variants: tuple[str, ...], players: tuple[int, ...]) -> "Chosen":
    """The games that are asked about."""
    from colt_rules.archive.asking_relations import Chosen
    from colt_rules.players.play import modules_of

    modules = dict.fromkeys(modules_of(edition, variant) for variant in variants for edition in editions())
    return Chosen(wanted, tuple(modules), players)


def _show_sql(question: "Question | None", asked: "Asked") -> None:
    if question is None:
        raise click.UsageError("--show-sql shows the SQL of a question; leave out --sql")
    if not question.template:
        raise click.UsageError(f"{question.name} has no SQL: it folds the games to see their positions")
    click.echo(printable(question.sql(asked), "\n").rstrip())


def _list_questions(lang: str) -> None:
    from colt_rules.archive.asking import QUESTIONS

    out = console()
    out.print(text(lang, "ask.questions"), style="bold")
    width = max(map(len, QUESTIONS))
    for name in QUESTIONS:
        out.print(f"  {name:<{width}}  {text(lang, f'ask.{name}')}")
        out.print(f"  {'':<{width}}  {text(lang, f'ask.{name}-about')}")
    out.print()
    out.print(text(lang, "ask.refusals"))
    out.print(text(lang, "ask.how"))


# --- the answers


def _ask(
    where: str,
    chosen: "Chosen",
    question: "Question",
    asked: "Asked",
    limit: int | None,
    csv_: bool,
    json_: bool,
    svg: Path | None,
    lang: str,
) -> None:
    from colt_rules.archive.asking import ask as ask_place
    from colt_rules.archive.asking_places import NotAnswered, opened_to_ask

    if svg and not svg.parent.is_dir():
        raise CannotRun(f"cannot write {svg}: there is no folder {svg.parent}; make it first")
    with opened_to_ask(where, chosen) as place:
        ((games,),) = place.query("SELECT count(*) FROM games").rows
        if not games:
            raise NotAnswered(
                f"{place.where}: expected games that match these options, got none; leave some options out"
            )
        with progress("Looking", None if question.template else games) as done:
            answer = ask_place(place, question, asked, done)
            if csv_ or json_:
                _print_rows(answer.columns, islice(answer.rows, limit), csv_)
                return
            most = limit or ROWS
            rows = list(islice(answer.rows, most + 1))
    from colt_rules.archive.asking_charts import chart_of

    if svg:
        write_file(svg, chart_of(question, asked, answer.columns, rows[:most], lang).svg())
    _print_answer(question, answer.columns, rows[:most], lang)
    if len(rows) > most:
        click.echo(tell(lang, "ask.more", shown=str(most)))
    click.echo(printable(tell(lang, "ask.asked", games=games, place=place.where)))


def _ask_sql(
    where: str,
    chosen: "Chosen",
    sql: str,
    seconds: float,
    memory: int,
    limit: int | None,
    csv_: bool,
    json_: bool,
    lang: str,
) -> None:
    from colt_rules.archive.asking_apart import asked_apart
    from colt_rules.archive.asking_places import Bounds

    with asked_apart(where, chosen, sql, Bounds(seconds, memory)) as found:
        if csv_ or json_:
            _print_rows(found.columns, islice(found.rows, limit), csv_)
            return
        most = limit or ROWS
        rows = list(islice(found.rows, most + 1))
    out = console()
    columns = list(zip(*rows, strict=True))
    texts = [at for at, values in enumerate(columns, 1) if any(isinstance(value, str) for value in values)]
    shown = table(out, *map(printable, found.columns), numbers=len(columns) - max(texts, default=0))
    for row in rows[:most]:
        shown.add_row(*("" if value is None else printable(str(value)) for value in row))
    out.print(shown)
    if len(rows) > most:
        click.echo(tell(lang, "ask.more", shown=str(most)))


def _print_rows(columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]], csv_: bool) -> None:
    """Print rows for programs, as they come: CSV, or JSON with an object for each row."""
    if csv_:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        for row in chain([columns], rows):
            writer.writerow(printable(value) if isinstance(value, str) else value for value in row)
    elif len(set(columns)) < len(columns):
        raise CannotRun(f"expected a name of its own for each column, got {', '.join(columns)}; name them with AS")
    else:
        print_list({name: _plain(value) for name, value in zip(columns, row, strict=True)} for row in rows)


def _plain(value: Any) -> Any:
    """A value that JSON has; of a number, date or list of SQL that it does not have, its text."""
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    return str(value)


NUMBERS = ("players", "commands", "events", "times", "games", "ends", "first", "wins", "rate", "interval")
"""The columns with figures."""
UNSEEN = ("total", "low", "high", "source")
"""The columns of an answer that its table has in another form, or not at all."""


def _print_answer(question: "Question", columns: tuple[str, ...], rows: list[tuple[Any, ...]], lang: str) -> None:
    out = console()
    seen: list[str] = []
    for column in columns:
        if column not in UNSEEN:
            more = {"clause": ["title"], "rate": ["interval"]}.get(column, [])
            seen += [column, *more]
    numbers = len(seen) - max((at for at, column in enumerate(seen, 1) if column not in NUMBERS), default=0)
    heads = {column: text(lang, f"ask.{column}") for column in seen}
    shown = table(
        out,
        *heads.values(),
        numbers=numbers,
        unwrapped=tuple(heads[column] for column in seen if column in ("game", "clause")),
    )
    facts = [dict(zip(columns, row, strict=True)) for row in rows]
    for fact in facts:
        shown.add_row(*(printable(_worded(column, fact, lang)) for column in seen))
    out.print(text(lang, f"ask.{question.name}"), style="bold")
    out.print(shown if facts else text(lang, "ask.none"))
    if facts and "first" in facts[0]:
        click.echo(printable(tell(lang, "ask.look", command=_explaining(facts[0]))))


def _worded(column: str, fact: dict[str, Any], lang: str) -> str:
    """The cell of a table."""
    from colt_rules.archive.asking_charts import worded
    from colt_rules.research.charts import percent, percents
    from colt_rules.research.statistics import Limits

    match column:
        case "title":
            return _title(fact["clause"], lang)
        case "rate":
            return percent(fact["rate"], lang)
        case "interval":
            return percents(Limits(fact["low"], fact["high"]), lang)
        case _:
            return worded(column, fact[column], lang)


def _title(clause: str, lang: str) -> str:
    """What a clause or ruling says in a few words; nothing for one that the specification does not have."""
    from colt_rules.registry.registry import registry

    known = registry()
    return known.find(clause).title.in_language(lang) if known.knows(clause) else ""


def _explaining(fact: dict[str, Any]) -> str:
    """The command that explains the first event of a game: in the file that its log was read from, or in a store."""
    source = fact["source"]
    words = ["explain", source] if source.endswith(".jsonl") else ["--log", source, "explain", fact["game"]]
    return shlex.join(["colt", *words, "--event", str(fact["first"])])
