"""Positions as SVG files that all languages share: two positions that look the same are one file."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec
from attrs import frozen

from colt_rules.log.codec import to_json
from colt_rules.model.state import Game
from colt_rules.pictures import train_svg
from colt_rules.pictures.scene import scene
from colt_rules.pictures.train import in_words
from colt_rules.site.addresses import picture_at
from colt_rules.site.page import picture
from colt_rules.site.sources import Sources

_STATE = msgspec.json.Decoder(Game)


class Drawn(NamedTuple):
    """What a page has to know of a picture."""

    name: str
    """The beginning of the hash of its content."""
    width: int
    height: int
    words: str
    """What there is to see, for those who cannot see it."""


@frozen
class Pictures:
    """The pictures of some positions. A position without a train has none."""

    games: tuple[Game, ...]

    @classmethod
    def of(cls, sources: Sources) -> "Pictures":
        """The positions before and after each case, in all its runs."""
        return cls(tuple(game for run in sources.suite.runs for game in (run.given, run.after)))

    def name_of(self, game: Game) -> Drawn:
        """The picture of a position that has a train."""
        return _drawn(to_json(game))[0]

    def files(self) -> Iterator[tuple[str, str]]:
        """Each picture once: its path from the root of the site, and its SVG."""
        found = dict(_drawn(to_json(game)) for game in self.games if game.train)
        return ((f"pictures/{drawn.name}.svg", svg) for drawn, svg in sorted(found.items()))


def board(game: Game) -> str:
    """A position as pages show it; empty where there is no train to draw."""
    if not game.train:
        return ""
    drawn = _drawn(to_json(game))[0]
    return picture(picture_at(drawn.name), drawn.words, drawn.width, drawn.height)


@cache
def _drawn(state: bytes) -> tuple[Drawn, str]:
    # A state has no hash, its canonical bytes have one; and four languages ask for the same two thousand pictures.
    game = _STATE.decode(state)
    svg = train_svg(game)
    width, height = svg.partition('viewBox="0 0 ')[2].partition('"')[0].split()
    return Drawn(sha256(svg.encode()).hexdigest()[:12], int(width), int(height), in_words(scene(game))), svg
