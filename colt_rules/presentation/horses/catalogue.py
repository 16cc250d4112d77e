"""Whisky flasks, for the pages of components."""

from collections.abc import Iterator

from colt_rules.rules.horses.components import Flask
from colt_rules.site.catalogue import Catalogue, Kind
from colt_rules.site.reader import Reader


def _flask(to: Reader, flask: Flask) -> Iterator[str]:
    yield to.say("component.in-the-box", count=flask.count)
    if flask.listed != flask.count:
        yield to.say("component.listed", count=flask.listed)
    yield to.say("component.uses", count=flask.uses)


CATALOGUE = Catalogue(
    kinds={"flask": Kind("token", _flask)},
    terms={("flask", "classic"): "classic-whisky", ("flask", "old"): "old-whisky"},
)
