"""The replay page: drop the log of a game, or choose a kept one, and step through it."""

import json
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from attrs import frozen

from colt_rules.log.entries import Header
from colt_rules.log.lines import read_header
from colt_rules.site.page import Page, code, heading, paragraphs, table
from colt_rules.site.players import names, scripts
from colt_rules.site.reader import Reader

ADDRESS = "replay.md"


@frozen
class _Game:
    """A kept game, as the list tells it."""

    name: str
    header: Header
    events: int


def pages(to: Reader) -> Iterator[Page]:
    """The one page."""
    yield Page(
        address=ADDRESS,
        title=to.say("replay.title"),
        wide=True,
        body=paragraphs(
            to.say("replay.intro"),
            _holder(to),
            heading(2, to.say("replay.keys-heading"), "keys"),
            table([to.say("replay.key"), to.say("replay.key-does")], _keys(to)),
            heading(2, to.say("replay.judging-heading"), "judging"),
            to.say("replay.judging"),
            to.say("replay.where-from"),
            scripts(to.lang),
        ),
    )


def _keys(to: Reader) -> Iterator[tuple[str, str]]:
    for keys, does in (
        (("←", "→"), "key-event"),
        (("PageUp", "PageDown", "Shift+←", "Shift+→"), "key-command"),
        (("[", "]"), "key-round"),
        (("Home", "End"), "key-ends"),
    ):
        yield " ".join(map(code, keys)), to.say(f"replay.{does}")


def _holder(to: Reader) -> str:
    """What the script fills, with the list of kept games; one block of HTML, so no line of it may be empty."""
    games = [_read(name, path) for name, path in to.sources.games.items()]
    return "\n".join(
        [
            '<div id="colt-replay" class="colt-replay">',
            f"<p data-only-without-script>{_with_code(to.say('replay.no-script'))}</p>",
            f'<label class="colt-field colt-kept"><span>{escape(to.say("replay.kept-game"))}</span>',
            '<select id="colt-games">',
            f'<option value="">{escape(to.say("replay.choose-game"))}</option>',
            *_groups(to, games),
            "</select></label>",
            "</div>",
        ]
    )


def _groups(to: Reader, games: Iterable[_Game]) -> Iterator[str]:
    """The games by edition and variant, in the order of the alphabet where nothing else gives one."""
    groups: dict[str, list[_Game]] = {}
    for game in games:
        names = [_name(to, game.header.edition), *(_name(to, module) for module in game.header.modules)]
        groups.setdefault(" · ".join(names), []).append(game)
    for label in sorted(groups):
        yield f'<optgroup label="{escape(label)}">'
        for game in groups[label]:
            seats = ", ".join(_seat(to, seat) for seat in game.header.seats)
            text = to.say("replay.game-option", name=game.name, seats=seats, events=game.events)
            yield f'<option value="{escape(game.name)}">{escape(text)}</option>'
        yield "</optgroup>"


def _read(name: str, path: Path) -> _Game:
    with path.open("rb") as file:
        header = read_header(file.readline().rstrip(b"\n"))
    index = json.loads((path.parent / "index.json").read_text(encoding="utf-8"))
    return _Game(name, header, index[name]["events"])


def _name(to: Reader, id: str) -> str:
    return to.plain(names(to.sources.registry)[id])


def _seat(to: Reader, seat: str) -> str:
    """A seat has the name of its bandit, or a number where a player has two of them."""
    if seat.startswith("player-"):
        return f"{to.say('replay.id-player')} {seat.removeprefix('player-')}"
    return _name(to, seat)


def _with_code(text: str) -> str:
    """A text with commands in backticks, as HTML."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))
