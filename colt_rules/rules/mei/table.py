"""The players of a game with Mei, and the modules that she can be combined with."""

from colt_rules.commands import StartGame
from colt_rules.model.names import Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.module import Rules, Table

MOST_PLAYERS = 7
LARGEST = max(card.players[1] for card in BOX.round_cards.values() if card.players)
"""The largest number of players printed on a round card."""


@clause("mei.seven-players", "ruling.mei.like-any-bandit")
def table(rules: Rules, before: Table) -> Table:
    """Up to seven players can play if each wins alone; the number of teams does not change."""
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
    """Seven players are allowed, eight are not."""
    cites = before.miscounted(players)
    if players == MOST_PLAYERS:
        return tuple(id for id in cites if id != "setup.players")
    return (*cites, "mei.seven-players") if players > MOST_PLAYERS else cites


SIX_CARS: Cites = ("ruling.mei.six-cars",)


@clause("ruling.mei.six-cars")
def _six_at_most(rules: Rules, cars: int | None) -> int | None:
    """A train has at most as many cars as there are to choose from."""
    return None if cars is None else min(cars, len(rules.cars_to_choose))


@clause("mei.round-cards")
def counted(players: int) -> int:
    """Seven players use the round cards for five and six."""
    return min(players, LARGEST)


@clause("ruling.mei.not-with-duo", "ruling.mei.like-any-bandit")
def forbids(command: StartGame) -> Reasons:
    """Mei can be combined with everything except two bandits a player."""
    return ("ruling.mei.not-with-duo",) if "duo" in command.modules else ()
