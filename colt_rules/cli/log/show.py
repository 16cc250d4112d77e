"""`colt log show`: what happened in a game, and by which rules."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import of_the_locale, tell
from colt_rules.cli.log.named import opened
from colt_rules.cli.log.output import print_malformed, problem_facts
from colt_rules.cli.log.wanted import events_wanted
from colt_rules.cli.output import as_json, giving_up_on, print_json, printable
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
@events_wanted
@as_json
@click.pass_context
def show(
    ctx: click.Context,
    game: str,
    first: int | None,
    last: int | None,
    kind: str | None,
    player: str | None,
    clause: str | None,
    lang: str | None,
    json_: bool,
) -> None:
    """Show a game, event by event, with the clauses each rests on.

    GAME is the name of a game in the store, an exported file, or - for standard input. In a log that was exported for
    one role, ? marks what the role may not see. With --lang, or if your locale is not English, every command and event
    is a sentence. --from, --to, --kind, --player and --clause can be combined, as in `colt replay`; a command is shown
    if one of its events is.

    \b
    Examples:
      colt log show GAME
      colt log show GAME --lang fr
      colt log show GAME --kind BulletGiven --player tuco
      colt log show game.jsonl --from 100 --to 120 --clause marshal.meeting.flight
      colt log show GAME --json | jq '.entries[] | select(.type == "LootTaken")'

    Exit status: 0 shown, 1 the log is malformed, 2 there is no such game, or it cannot be read.
    """
    from colt_rules.log.codec import to_data
    from colt_rules.log.errors import LogError
    from colt_rules.referee.stepping import UnknownName

    named = lang or of_the_locale()
    is_data = lang is None and named == ENGLISH
    try:
        with opened(ctx, game) as reader:
            if reader.header and not json_:
                header = reader.header
                agreed = {name: getattr(header, name) for name in ("game", "edition", "modules", "seats")}
                click.echo(printable(tell(named, "log.header", **agreed, role=getattr(header, "role", ""))))
            entries = []
            with giving_up_on(UnknownName):
                wanted = _Wanted(reader, first, last, {"kind": kind, "player": player, "clause": clause}, named)
            acting: dict[int, str] = {}
            line = _entry_line if is_data else partial(_sentence_line, lang=named, acting=acting)
            for some in wanted.among(_noting_who_acts(_well_read(reader), acting)):
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


def _noting_who_acts(
    batches: "Iterable[list[dict[str, Any]]]", acting: dict[int, str]
) -> "Iterator[list[dict[str, Any]]]":
    """The batches; by number of a command, the bandit that carries it out is noted before the command is passed on."""
    held: list[dict[str, Any]] = []
    for batch in batches:
        some = [*held, *batch]
        for entry, following in pairwise(some):
            if bandit := "seq" not in entry and _acting_bandit(entry, following):
                acting[entry["command"]] = bandit
        held = [] if not some or "seq" in some[-1] else [some[-1]]
        if passed_on := some[: len(some) - len(held)]:
            yield passed_on
    if held:
        yield held


def _acting_bandit(command: dict[str, Any], first: dict[str, Any]) -> str:
    """The bandit that carries out a command, by its first event; empty if the player has no choice of bandits."""
    from colt_rules.model.names import CHANCE, TABLE
    from colt_rules.rules.boxes import CHARACTERS

    if command["actor"] in (*CHARACTERS, TABLE, CHANCE):
        return ""
    bandit = first["data"].get("bandit", "")
    return "" if bandit in command["data"].values() else bandit


class _Wanted:
    """Keeps the events that the user asked for, each with its command."""

    def __init__(
        self, reader: "LogReader", first: int | None, last: int | None, said: "dict[str, str | None]", lang: str
    ) -> None:
        from colt_rules.events import EVENTS
        from colt_rules.model.names import CHANCE, TABLE
        from colt_rules.referee.stepping import named, player_named
        from colt_rules.referee.story import Wanted
        from colt_rules.registry.registry import registry
        from colt_rules.rules.boxes import CHARACTERS

        seats = reader.header.seats if reader.header else ()
        players = (*seats, *CHARACTERS, TABLE, CHANCE)
        known: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {
            "kind": ("a type of event", lambda: EVENTS),
            "clause": ("a clause", lambda: (entry.id for entry in registry().citable())),
        }
        found = {key: named(what, word, names()) for key, (what, names) in known.items() if (word := said[key])}
        if word := said["player"]:
            found["player"] = player_named(word, dict.fromkeys(players), lang)
        self._wanted = Wanted(**found)
        self._first, self._last = first or 1, last
        self._all = (first, last, *said.values()) == (None,) * 5
        self._command: list[dict[str, Any]] = []
        """The command of the next event, if it was not kept yet."""

    def among(self, batches: "Iterable[list[dict[str, Any]]]") -> "Iterator[list[dict[str, Any]]]":
        """The batches without what nobody asked for."""
        return iter(batches) if self._all else (kept for some in batches if (kept := [*self._kept(some)]))

    def _kept(self, some: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for entry in some:
            if "seq" not in entry:
                self._command = [entry]
            elif self._is_wanted(entry):
                yield from self._command
                yield entry
                self._command = []

    def _is_wanted(self, entry: dict[str, Any]) -> bool:
        from colt_rules.referee.stepping import is_wanted
        from colt_rules.views import SeenEvent

        seen = SeenEvent(entry["type"], entry["data"], tuple(entry.get("hidden", ())), tuple(entry["cites"]))
        within = self._first <= entry["seq"] <= (self._last or entry["seq"])
        return within and is_wanted(self._wanted, entry["actor"], seen)


def _sentence_line(entry: dict[str, Any], lang: str, acting: dict[int, str]) -> str:
    """An entry as a sentence; for a hidden command, its actor and, if visible, its type."""
    from colt_rules.log.codec import read_command
    from colt_rules.model.record import changed
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
    if bandit := acting.get(entry["command"]):
        command = changed(command, actor=bandit)  # the bandit that acts, if the player has several
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
