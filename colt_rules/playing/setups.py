"""Every game that can be set up, as data for a form."""

from functools import cache

from colt_rules.kernel import NEW
from colt_rules.playing.sitting import Data
from colt_rules.playing.strengths import STRENGTHS
from colt_rules.rules.base.table import Tables
from colt_rules.rules.editions import EDITIONS

OPTIONS = ("powers", "happenings", "stations")


@cache
def setups() -> Data:
    """By edition the games that can be played, the plainest first, with the numbers of players and the names of seats.

    Of the games of the same modules it is the one with all options.
    """
    games: dict[str, dict[tuple[str, ...], Data]] = {edition: {} for edition in EDITIONS}
    for start, rules in Tables(NEW).kinds():
        table = rules.table
        known = games[start.edition].get(start.modules)
        if known and sum(known[option] for option in OPTIONS) >= sum(getattr(start, option) for option in OPTIONS):
            continue
        games[start.edition][start.modules] = {
            "modules": list(start.modules),
            "players": list(table.players),
            "names": list(table.names),
            "required": list(table.required),
            "chosen": table.chosen,
            **{option: getattr(start, option) for option in OPTIONS},
        }
    return {
        "strengths": list(STRENGTHS),
        "editions": [
            {"id": edition, "games": sorted(found.values(), key=lambda game: len(game["modules"]))}
            for edition, found in games.items()
        ],
    }
