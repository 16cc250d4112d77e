"""Helpers for finding things in a picture of what happens."""

from xml.etree import ElementTree as xml

from colt_rules.commands import Command
from colt_rules.kernel import Accepted, decide
from colt_rules.model.state import Game
from colt_rules.pictures.happening import Happening, Step, happening
from colt_rules.pictures.stage import Picture, picture_of
from tests.pictures.looking import SVG


def watched(game: Game, *commands: Command, about: str = "") -> Happening:
    """The results of some commands; the picture is about the events that cite a clause."""
    found = []
    for command in commands:
        verdict = decide(game, command)
        if isinstance(verdict, Accepted):
            found.append(Step(game, command, tuple((event, about in cites) for event, cites in verdict.events)))
            game = verdict.after
        else:
            found.append(Step(game, command, (), refused=True))
    return happening(found)


def picture(game: Game, *commands: Command, about: str = "") -> Picture:
    """The picture of it."""
    return picture_of(watched(game, *commands, about=about))


def looks(shown: Picture, look: str) -> list[xml.Element]:
    """The elements of a class."""
    return [one for one in xml.fromstring(shown.svg).iter() if look in one.get("class", "").split()]


def texts(shown: Picture) -> list[str]:
    """All texts in it."""
    return [one.text or "" for one in xml.fromstring(shown.svg).iter(f"{SVG}text")]
