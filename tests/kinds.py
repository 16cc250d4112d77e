"""A few of the kinds of game that can be played, chosen by what is in them: a new module is among them by itself."""

from colt_rules.players.covering import fewest
from colt_rules.players.table import variants


def with_every_edition_and_module() -> list[tuple[str, str]]:
    """Few editions with variants between which every edition and every module is played."""
    return sorted(kind for kind, _ in fewest((kind, {kind[0], *modules}) for kind, modules in variants().items()))
