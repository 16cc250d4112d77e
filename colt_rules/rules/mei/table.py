"""Who can sit down where Mei can be chosen, and with what she can be played."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.module import Rules, Table

MOST_PLAYERS = 7
LARGEST = max(card.players[1] for card in BOX.round_cards.values() if card.players)
"""The most players that are printed on a round card."""


@clause("mei.seven-players", "ruling.mei.like-any-bandit")
def table(rules: Rules, before: Table) -> Table:
    """A seventh player can sit down where each plays alone; teams stay as many as they were."""
    alone = len(rules.side(before.names[: min(before.players)], before.names[0])) == 1
    return changed(
        before,
        players=(*before.players, MOST_PLAYERS) if alone else before.players,
        cars=lambda players: _six_at_most(rules, before.cars(players)),
        miscounted=lambda players: _miscounted(before, players),
        counted=lambda players: counted(before.counted(players)),
        cars_cites=lambda players: (*before.cars_cites(players), *(SIX_CARS if players >= MOST_PLAYERS else ())),
    )


@clause("mei.seven-players")
def _miscounted(before: Table, players: int) -> Cites:
    """Seven are not too many, eight are."""
    cites = before.miscounted(players)
    if players == MOST_PLAYERS:
        return tuple(id for id in cites if id != "setup.players")
    return (*cites, "mei.seven-players") if players > MOST_PLAYERS else cites


SIX_CARS: Cites = ("ruling.mei.six-cars",)


@clause("ruling.mei.six-cars")
def _six_at_most(rules: Rules, cars: int | None) -> int | None:
    """No train is longer than there are cars."""
    return None if cars is None else min(cars, len(rules.cars_to_choose))


@clause("mei.round-cards")
def counted(players: int) -> int:
    """Seven use the round cards of five and six."""
    return min(players, LARGEST)


@clause("ruling.mei.not-with-duo", "ruling.mei.like-any-bandit")
def forbids(command: StartGame) -> Reasons:
    """Mei goes with everything but two bandits a player."""
    return ("ruling.mei.not-with-duo",) if "duo" in command.modules else ()
