"""`colt replay`: step through a game in a terminal, or print it."""

import shutil
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from colt_rules.cli.language import in_language_of_games, tell, text
from colt_rules.cli.log.wanted import events_wanted
from colt_rules.cli.output import FILE, CannotRun, as_json, giving_up_on, print_json, printable, write_file
from colt_rules.cli.referee.keyboard import keyboard
from colt_rules.cli.referee.named import judged_named, keep_logs, print_broken
from colt_rules.cli.referee.words import texts_of

if TYPE_CHECKING:
    from rich.text import Text

    from colt_rules.referee.stepping import SeenMoment, StoryViewer, Viewer, ViewerState


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--as", "role", metavar="ROLE", help="As a seat or `spectator` sees it; `referee` sees everything.")
@click.option("--at", type=int, metavar="N", help="Print one event and the position after it; 0 is the beginning.")
@events_wanted
@click.option("--pictures", is_flag=True, help="Print the position after each of the events as well.")
@click.option("--svg", type=FILE, metavar="FILE", help="With --at: write the picture of the train into this file.")
@click.option("--state", is_flag=True, help="With --at: print the folded state, as canonical JSON.")
@in_language_of_games
@as_json
@click.pass_context
def replay(
    ctx: click.Context,
    game: str,
    role: str | None,
    at: int | None,
    first: int | None,
    last: int | None,
    kind: str | None,
    player: str | None,
    clause: str | None,
    pictures: bool,
    svg: Path | None,
    state: bool,
    lang: str,
    json_: bool,
) -> None:
    """Step through a game: the train, hands and piles after every event, and the clauses the event rests on.

    GAME is the name of a game in the store, an exported file, or - for standard input. In a terminal, keys go forward,
    back, to any event, to the next event of a type, of a player or citing a clause, and to another player's view: ?
    lists them all. With --at, --from, --to, --kind, --player, --clause, --pictures or --json, and in a pipe, the game
    is printed instead; --at is used alone, the others can be combined.

    A purse whose value the role may not know is shown as $?, a card as (? by Tuco), in brackets if it lies face down.
    A log that was exported with --as can be read event by event, but positions cannot be drawn from it.

    \b
    Examples:
      colt replay GAME
      colt replay GAME --at 120                      one position
      colt replay GAME --at 120 --as tuco            the same as Tuco saw it
      colt replay GAME --at 120 --svg train.svg      the same as a picture
      colt replay GAME --at 120 --state | jq         the state, to compare with another fold
      colt replay game.jsonl --from 100 --to 120 --pictures
      colt replay GAME --kind BulletGiven --player tuco
      colt replay GAME --clause marshal.meeting.flight --json
      colt replay GAME --lang fr

    Exit status: 0 shown, 1 shown up to where the log is broken, 2 there is no such game, event, role or name, or it
    cannot be read.
    """
    from colt_rules.log.codec import to_json
    from colt_rules.referee.stepping import StoryViewer, UnknownName
    from colt_rules.views.roles import REFEREE

    wanted = {"kind": kind, "player": player, "clause": clause}
    several = (first, last, *wanted.values()) != (None,) * 5
    if at is not None and several:
        raise click.UsageError("--at is one event; for several there are --from, --to, --kind, --player and --clause")
    if svg and at is None:
        raise click.UsageError("--svg draws one position; say which with --at")
    if state and (at is None or role not in (None, REFEREE)):
        raise click.UsageError("--state is all there is after one event: say which with --at, and no role but referee")
    witness = _witness(ctx, game, lang)
    with giving_up_on(UnknownName):
        if state:
            if not isinstance(witness, StoryViewer):
                raise CannotRun("a redacted log leads to no state; name a whole log")
            click.echo(to_json(witness.story.position(witness.event(str(at)))).decode())
            raise SystemExit(1 if witness.broken else 0)
        role = witness.role(role or witness.roles[-1])
        printed = json_ or pictures or several or at is not None or not _in_terminal()
        if isinstance(witness, StoryViewer) and not printed:
            _walk(witness, role)
        else:
            looks = _looks(witness, role, at, first, last, wanted, pictures)
            if svg and at is not None:
                keep_logs(ctx, svg, game)
                _write_svg(witness.look(witness.event(str(at)), role), svg)
            if json_:
                _print_json(witness, role, looks)
            else:
                _print(witness, role, looks, at is not None)
    raise SystemExit(1 if witness.broken else 0)


def _witness(ctx: click.Context, game: str, lang: str) -> "Viewer":
    """A reader for the log that the user named; if it is broken, stderr says where."""
    from colt_rules.log.redaction import is_redacted
    from colt_rules.referee.redacted import RedactedStory
    from colt_rules.referee.stepping import StoryViewer
    from colt_rules.referee.story import Story

    with judged_named(ctx, game) as pieces:
        first = next(pieces, b"")
        every = chain([first] if first else [], pieces)
        witness = RedactedStory(every, lang) if is_redacted(first) else StoryViewer(Story.read(every), lang)
    print_broken(game, witness.events, witness.broken, lang)
    return witness


def _looks(
    witness: "Viewer",
    role: str,
    at: int | None,
    first: int | None,
    last: int | None,
    wanted: dict[str, str | None],
    pictures: bool,
) -> "Iterator[SeenMoment]":
    """The events that the user asked for; raises ``UnknownName`` if something does not exist."""
    from colt_rules.referee.stepping import UnknownName
    from colt_rules.referee.story import Wanted

    if at is not None:
        return iter([witness.look(witness.event(str(at)), role)])
    start = 1 if first is None else witness.event(str(first), 1)
    end = witness.events if last is None else witness.event(str(last), 1)
    if start > end and (first, last) != (None, None):
        raise UnknownName(f"expected --from no later than --to, got {start} and {end}")
    asked = Wanted(**{name: getattr(witness, name)(word) for name, word in wanted.items() if word is not None})
    return witness.looks(role, start, end, asked, pictures)


def _write_svg(look: "SeenMoment", file: Path) -> None:
    """Write the picture of one moment into a file."""
    from colt_rules.pictures import train_svg
    from colt_rules.referee.picture_words import words_in

    if look.position is None:
        raise CannotRun(tell(look.lang, "replay.no-picture", note=look.note))
    picture = train_svg(look.position, title=look.event_in_words, words=words_in(look.lang))
    write_file(file, f"{picture}\n")


# --- for programs


def _print_json(witness: "Viewer", role: str, looks: "Iterator[SeenMoment]") -> None:
    """Print the requested events as a list."""
    header = witness.header
    print_json(
        {
            "game": header.game,
            "edition": header.edition,
            "modules": header.modules,
            "seats": header.seats,
            "role": role,
            "events": witness.events,
            "broken": witness.broken,
            "shown": [_facts(look) for look in looks],
        }
    )


def _facts(look: "SeenMoment") -> dict[str, Any]:
    """One moment for programs: event and view as in the adapter protocol."""
    from colt_rules.log.codec import command_object, to_data

    command: dict[str, Any] = {
        "number": look.number,
        "actor": look.actor,
        "type": look.type,
        "told": look.command_in_words,
    }
    command["data"] = command_object(look.command) if look.command else None
    return {
        "seq": look.at,
        "command": command if look.number else None,
        "event": to_data(look.event) | {"told": look.event_in_words} if look.event else None,
        "caused_by": look.caused_by or None,
        "view": to_data(look.position) if look.position else None,
        "note": look.note,
    }


# --- for people


def _print(witness: "Viewer", role: str, looks: "Iterator[SeenMoment]", one: bool) -> None:
    """Print one event as a page, or several as lines."""
    width, ascii = shutil.get_terminal_size().columns, _is_poor()
    click.echo(printable(_describe_header(witness, role)))
    command = found = 0
    for look in looks:
        found += 1
        if one:
            lines = ["", *_page(look, width, ascii)]
        else:
            heading = [] if look.number == command else ["", f"{look.number:>4} {look.command_in_words}"]
            lines = [*heading, _describe_event(look), *_picture(look, width, ascii)]
        command = look.number
        click.echo("\n".join(map(printable, lines)))
    if not found:
        click.echo(tell(witness.lang, "replay.none"))


def _describe_header(witness: "Viewer", role: str) -> str:
    header = witness.header
    agreed = {"game": header.game, "edition": header.edition, "modules": header.modules, "seats": header.seats}
    return tell(witness.lang, "replay.header", **agreed, events=witness.events, role=role)


def _describe_event(look: "SeenMoment") -> str:
    """An event in one line, with all clauses that it cites."""
    cites = ", ".join(look.event.cites) if look.event else ""
    return f"{look.at:>9} {look.event_in_words}{f'  [{cites}]' if cites else ''}"


def _page(look: "SeenMoment", width: int, ascii: bool) -> list[str]:
    """One moment in full: the command, the event, its clauses with their titles, the position."""
    lines = []
    if look.event:
        lines += _indented(f"{look.number:>4} ", look.command_in_words, width)
        lines += _indented(f"{look.at:>4} ", f"{look.event_in_words} ({look.event.type})", width)
        for id, text in texts_of(look.event.cites, look.lang).items():
            titled = tell(look.lang, "where.at", where=id, what=text["title"]) if text["title"] else id
            lines += _indented("     ", titled, width)
    else:
        lines += [look.event_in_words]
    return [*lines, *_picture(look, width, ascii)]


def _indented(start: str, words: str, width: int) -> list[str]:
    """A wrapped text after ``start``, with continuation lines indented."""
    room = max(width - len(start), 20)
    rest = " " * len(start)
    return [f"{rest if at else start}{line}" for at, line in enumerate(wrap(words, room, break_on_hyphens=False))]


def _picture(look: "SeenMoment", width: int, ascii: bool) -> list[str]:
    """The note about the position, and the position."""
    from colt_rules.pictures.text import train_text
    from colt_rules.referee.picture_words import words_in

    note = _indented("     ", look.note, width) if look.note else []
    if look.position is None:
        return note
    return [*note, "", *train_text(look.position, width, ascii=ascii, words=words_in(look.lang)).split("\n")]


def _is_poor() -> bool:
    """Whether the output cannot encode the box-drawing characters."""
    try:
        "┌".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return True
    return False


# --- in a terminal


def _in_terminal() -> bool:
    """Whether input and output are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _walk(walker: "StoryViewer", role: str) -> None:
    """Show the game and follow the keys until the user quits."""
    from rich.console import Console
    from rich.control import Control

    from colt_rules.model.record import changed
    from colt_rules.referee.stepping import ViewerState, keys_in

    out = Console(highlight=False, markup=False, emoji=False)
    walk = ViewerState(min(1, walker.events), role)
    with out.screen() as screen, keyboard() as typed:
        while not walk.over:
            width, height = out.size
            lines = _lines(walker, walk, width)
            room = max(height - 2, 1)
            walk = changed(walk, down=min(walk.down, max(len(lines) - room, 0)))
            shown = lines[walk.down : walk.down + room]
            more = len(lines) > walk.down + room
            shown += [""] * (room - len(shown))
            out.control(Control.home())  # after a resize the cursor is somewhere in the last line
            screen.update(
                _coloured([_where(walker, walk).ljust(width), *shown, _talk(walk, more, walker.lang)], walker.lang)
            )
            try:
                keys = keys_in(typed())
            except EOFError:
                return
            for key in keys:
                walk = walker.press(walk, key)


def _lines(walker: "StoryViewer", walk: "ViewerState", width: int) -> list[str]:
    """All lines of the page, however many there are."""
    from colt_rules.referee.stepping import keys_in_words

    if not walk.help:
        return _page(walker.look(walk.at, walk.role), width, _is_poor())
    help = keys_in_words(walker.lang)
    keys = max(len(keys) for keys, _ in help) + 2
    lines = [line for key, words in help for line in _indented(f"{key:<{keys}}", words, width)]
    return [*lines, "", tell(walker.lang, "replay.back")]


def _where(walker: "StoryViewer", walk: "ViewerState") -> str:
    """The first line of the screen."""
    header = walker.header
    place = tell(walker.lang, "replay.where", seq=str(walk.at), events=str(walker.events), role=walk.role)
    return f" {place} | {header.game}, {header.edition}, {', '.join(header.modules)}"


def _talk(walk: "ViewerState", more: bool, lang: str) -> str:
    """The last line of the screen: the input, the result of the last key, or the main keys."""
    if walk.asked:
        before = text(lang, "replay.earlier") if walk.backward else ""
        asked = text(lang, f"replay.ask-{walk.asked}")
        return f"{before}{tell(lang, 'where.at', where=asked, what=f'{walk.typed}_')}"
    rest = text(lang, "replay.rest") if more else ""
    return walk.message or f"{rest}{text(lang, 'replay.todo')}"


COLOURS = {"white": "bold", "black": "bright_black", "blue": "bright_blue", "purple": "magenta"}
"""Terminal styles for colours that a terminal names or shows differently."""


def _coloured(lines: list[str], lang: str) -> "Text":
    """The lines, with each bandit in their own colour."""
    from rich.text import Text

    from colt_rules.rules.boxes import CHARACTERS

    text = Text("\n".join(map(printable, lines)), no_wrap=True, overflow="crop")
    for bandit in CHARACTERS.values():
        text.highlight_words([bandit.name.in_language(lang)], COLOURS.get(bandit.colour, bandit.colour))
    text.highlight_words([tell(lang, "replay.marshal")], "bold yellow")
    text.stylize("reverse", 0, len(lines[0]))
    return text
