"""`colt log show`: what happened in a game, and by which rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.log.named import opened
from colt_rules.cli.log.telling import problem_facts, tell_malformed
from colt_rules.cli.output import as_json, print_json, printable

if TYPE_CHECKING:
    from colt_rules.log.lines import Reader


@click.command()
@click.argument("game", metavar="GAME")
@as_json
@click.pass_context
def show(ctx: click.Context, game: str, json_: bool) -> None:
    """Show a game, event by event, with the clauses each rests on.

    GAME is the name of a game in the store, an exported file, or - for standard input. In what was exported for one
    role, ? stands for what the role may not see.

    \b
    Examples:
      colt log show GAME
      colt log show game.jsonl | grep Marshal
      colt log show GAME --json | jq '.entries[] | select(.type == "LootTaken")'

    Exit status: 0 shown, 1 the log is malformed, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.codec import to_data
    from colt_rules.log.errors import LogError

    try:
        with opened(ctx, game) as reader:
            if reader.header and not json_:
                click.echo(printable(_header_line(to_data(reader.header))))
            entries = []
            for some in _well_read(reader):
                if json_:
                    entries += some
                else:
                    click.echo("\n".join(("" if "seq" in one else "\n") + printable(_entry_line(one)) for one in some))
            if reader.header is None or reader.problems:
                raise LogError(reader.problems)
    except LogError as error:
        if json_:
            print_json({"header": None, "entries": [], "problems": problem_facts(error.problems)})
        else:
            tell_malformed(game, error.problems)
        raise SystemExit(1) from error
    if json_:
        print_json({"header": to_data(reader.header), "entries": entries, "problems": []})


def _well_read(reader: "Reader") -> Iterator[list[dict[str, Any]]]:
    """What a log says, batch by batch, up to the first of its lines that is malformed; everything is read."""
    import msgspec

    for batch in reader:
        if batch.lines and reader.header and not reader.problems:
            yield [msgspec.json.decode(line) for line in batch.lines]


def _header_line(header: dict[str, Any]) -> str:
    seen = f"; as {header['as']} sees it" if "as" in header else ""
    return f"{header['game']}: {header['edition']}, {', '.join(header['modules'])}; {', '.join(header['seats'])}{seen}"


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
