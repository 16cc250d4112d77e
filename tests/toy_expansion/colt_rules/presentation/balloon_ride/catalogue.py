"""Sandbags, for the pages of components."""

from collections.abc import Iterator

from colt_rules.rules.balloon_ride.components import Sandbag
from colt_rules.site.catalogue import Catalogue, Kind
from colt_rules.site.reader import Reader


def _sandbag(to: Reader, sandbag: Sandbag) -> Iterator[str]:
    yield to.say("component.in-the-box", count=sandbag.count)
    yield to.say("component.lift", count=sandbag.lift)


CATALOGUE = Catalogue(kinds={"sandbag": Kind("token", _sandbag)})
