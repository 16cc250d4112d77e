"""The game in five minutes: a kept game with a few stops, each with a remark and the rule that it shows."""

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from attrs import frozen

from colt_rules.kernel.fold import fold
from colt_rules.log.entries import EventEntry
from colt_rules.log.lines import read_lines
from colt_rules.model.names import owner_and_action
from colt_rules.model.state import NEW, Game, Played
from colt_rules.pictures import train_svg
from colt_rules.referee.picture_words import words_in
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file
from colt_rules.site.addresses import game_at, picture_at
from colt_rules.site.browser_scripts import GUIDED_FILE, scripts, style
from colt_rules.site.page import Page, bullets, escaped, heading, link, paragraphs, picture
from colt_rules.site.pages.play import offered
from colt_rules.site.pages.references import entry_link
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources
from colt_rules.views import SPECTATOR, glimpse

ADDRESS = "five-minutes.md"
FILE = Path(__file__).parents[1] / "guided.toml"
WAYS = {
    "play": "play.md",
    "rules": "rules/index.md",
    "print": "print.md",
    "questions": "questions.md",
    "dispute": "dispute.md",
}
"""The pages to continue with."""


@frozen
class Stop:
    """A moment of the game to look at."""

    id: str
    event: int
    clause: str
    title: Localized
    text: Localized


@frozen
class Tour:
    """A game, and its stops in their order."""

    game: str
    stop: tuple[Stop, ...]


@cache
def tour() -> Tour:
    """The only tour."""
    return structure_file(FILE, Tour)


@cache
def positions(path: Path) -> dict[int, Game]:
    """The position at each stop, by the number of the event, of the game in this file."""
    wanted = {stop.event for stop in tour().stop}
    game, found = NEW, {}
    for entry in read_lines(path).entries:
        if isinstance(entry, EventEntry):
            game = fold([entry.event], game)
            if entry.seq in wanted:
                found[entry.seq] = game
    return found


def positions_of(sources: Sources) -> dict[int, Game]:
    """The position at each stop of the game as it is kept."""
    return positions(sources.games[tour().game])


def files(sources: Sources, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The pictures of the stops in these languages, for readers without scripts: what everybody at the table sees."""
    for lang in languages:
        for event in positions_of(sources):
            yield f"pictures/{_name(sources, event, lang)}.svg", _svg(sources.games[tour().game], event, lang)


def board(to: Reader, stop: Stop) -> str:
    """The train at a stop, for pages without scripts; the description is beside it."""
    svg = _svg(to.sources.games[tour().game], stop.event, to.lang)
    width, height = svg.partition('viewBox="0 0 ')[2].partition('"')[0].split()
    return picture(picture_at(_name(to.sources, stop.event, to.lang)), to.plain(stop.title), int(width), int(height))


@cache
def _svg(path: Path, event: int, lang: str) -> str:
    return train_svg(glimpse(positions(path)[event], SPECTATOR), words=words_in(lang))


def _name(sources: Sources, event: int, lang: str) -> str:
    """The name of the picture's file, a hash of its content: stops without a change between them share a file."""
    return sha256(_svg(sources.games[tour().game], event, lang).encode()).hexdigest()[:12]


def pages(to: Reader) -> Iterator[Page]:
    """The only page of this kind."""
    stops = tour().stop
    yield Page(
        address=ADDRESS,
        title=to.say("guided.title"),
        description=to.say("guided.about"),
        body=paragraphs(
            escaped(to.say("guided.about")),
            f'<div class="colt-guided" markdown="1" data-game="{tour().game}" data-back="{to.say("guided.back")}" '
            f'data-next="{to.say("guided.next")}">',
            *(_stop(to, number, stop) for number, stop in enumerate(stops, 1)),
            "</div>",
            heading(2, to.say("guided.then"), "then"),
            bullets(
                [
                    link(to.say("guided.whole-game"), game_at(tour().game)),
                    *(link(to.say(f"guided.way-{name}"), address) for name, address in offered(to, WAYS).items()),
                ]
            ),
            style(GUIDED_FILE),
            scripts(to.lang),
        ),
        searchable=False,
    )


def _stop(to: Reader, number: int, stop: Stop) -> str:
    position = positions_of(to.sources)[stop.event]
    return paragraphs(
        f'<section class="colt-stop" markdown="1" data-event="{stop.event}">',
        heading(2, f"{number}. {escaped(to.plain(stop.title))}", f"stop-{stop.id}"),
        f'<div class="colt-scene" role="group" tabindex="0" aria-label="{to.say("guided.board")}">',
        f"{board(to, stop)}</div>",
        _pile(to, position),
        escaped(to.plain(stop.text)),
        to.say("guided.rule") + f"{to.colon} {entry_link(to, stop.clause)}",
        "</section>",
    )


def _pile(to: Reader, position: Game) -> str:
    """The cards on the common pile as the players see them: the current card, then the cards to come."""
    if not position.round or not (position.round.current or position.round.pile):
        return ""
    current = [_card(to, position.round.current, "now")] if position.round.current else []
    coming = (_card(to, one, "hidden" if one.face_down else "") for one in position.round.pile)
    return f'<ol class="colt-pile" aria-label="{to.say("guided.pile")}">{"".join([*current, *coming])}</ol>'


def _card(to: Reader, played: Played, kind: str) -> str:
    """A card with its owner; a face-down card is not named."""
    bandit, action = owner_and_action(played.card)
    owner = to.plain(to.sources.registry.terms[bandit].term)
    said = "?" if kind == "hidden" else to.plain(to.sources.registry.box.action_cards[action].name)
    return f'<li class="{kind}"><small>{escape(owner)}</small> {escape(said)}</li>'
