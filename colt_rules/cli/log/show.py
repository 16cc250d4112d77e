"""`colt log show`: what happened in a game, and by which rules."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import of_the_locale, tell
from colt_rules.cli.log.named import opened
from colt_rules.cli.log.output import print_malformed, problem_facts
from colt_rules.cli.output import as_json, print_json, printable
from colt_rules.languages import BEGUN, LANGUAGES

ENGLISH = "en"

if TYPE_CHECKING:
    from colt_rules.log.lines import LogReader


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--lang",
    type=click.Choice((*LANGUAGES, *BEGUN)),
    show_default="the language of your locale (LC_ALL, LC_MESSAGES, LANG)",
    help="Show sentences in this language; without it, in an English locale, the data of the log.",
)
@as_json
@click.pass_context
def show(ctx: click.Context, game: str, lang: str | None, json_: bool) -> None:
    """Show a game, event by event, with the clauses each rests on.

    GAME is the name of a game in the store, an exported file, or - for standard input. In a log that was exported for
    one role, ? marks what the role may not see. With --lang, or if your locale is not English, every command and event
    is a sentence.

    \b
    Examples:
      colt log show GAME
      colt log show GAME --lang fr
      colt log show game.jsonl | grep Marshal
      colt log show GAME --json | jq '.entries[] | select(.type == "LootTaken")'

    Exit status: 0 shown, 1 the log is malformed, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.codec import to_data
    from colt_rules.log.errors import LogError

    named = lang or of_the_locale()
    line = _entry_line if lang is None and named == ENGLISH else partial(_sentence_line, lang=named)
    try:
        with opened(ctx, game) as reader:
            if reader.header and not json_:
                header = reader.header
                agreed = {name: getattr(header, name) for name in ("game", "edition", "modules", "seats")}
                click.echo(printable(tell(named, "log.header", **agreed, role=getattr(header, "role", ""))))
            entries = []
            for some in _well_read(reader):
                if json_:
                    entries += some
                else:
                    click.echo("\n".join(("" if "seq" in one else "\n") + printable(line(one)) for one in some))
            if reader.header is None or reader.problems:
                raise LogError(reader.problems)
    except LogError as error:
        if json_:
            print_json({"header": None, "entries": [], "problems": problem_facts(error.problems)})
        else:
            print_malformed(game, error.problems, named)
        raise SystemExit(1) from error
    if json_:
        print_json({"header": to_data(reader.header), "entries": entries, "problems": []})


def _well_read(reader: "LogReader") -> Iterator[list[dict[str, Any]]]:
    """The entries of a log in batches, up to the first malformed line; the whole log is read."""
    import msgspec

    for batch in reader:
        if batch.lines and reader.header and not reader.problems:
            yield [msgspec.json.decode(line) for line in batch.lines]


def _sentence_line(entry: dict[str, Any], lang: str) -> str:
    """An entry as a sentence; for a hidden command, its actor and, if visible, its type."""
    from colt_rules.log.codec import read_command
    from colt_rules.referee.telling import describe_command, describe_kind, describe_seen_event
    from colt_rules.views import SeenEvent

    hidden = tuple(entry.get("hidden", ()))
    if "seq" in entry:
        seen = SeenEvent(entry["type"], entry["data"], hidden, tuple(entry["cites"]))
        return f"{entry['seq']:>9} {describe_seen_event(seen, lang)}  [{', '.join(entry['cites'])}]"
    if hidden:
        kind = describe_kind(entry["type"], lang)
        return f"{entry['command']:>4} {tell(lang, 'replay.secret', actor=entry['actor'], kind=kind)}"
    command = read_command({"type": entry["type"], "actor": entry["actor"], **entry["data"]})
    return f"{entry['command']:>4} {describe_command(command, lang)}"


def _entry_line(entry: dict[str, Any]) -> str:
    """An entry as a line for people."""
    words = _words(entry["data"] | dict.fromkeys(entry.get("hidden", ()), "?"))
    if "seq" not in entry:
        command = " ".join(filter(None, (entry["type"], words)))
        return f"{entry['command']:>4} {entry['actor']}: {command}"
    return f"{entry['seq']:>9} {entry['type']} {words}".rstrip() + f"  [{', '.join(entry['cites'])}]"


def _words(data: dict[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in data.items())


def _word(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"[{', '.join(map(_word, value))}]"
        case dict():
            return f"({_words(value)})"
        case _:
            return str(value)
