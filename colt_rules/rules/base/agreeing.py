"""Choosing what the round deck is drawn from, where there are more cards than the base game has for a table."""

from collections.abc import Sequence
from math import comb
from typing import Any

from colt_rules.commands import AgreeOnRoundCards, Command
from colt_rules.decisions import Decision
from colt_rules.events import Cited, RoundCardsAgreed
from colt_rules.model.names import TABLE, Cites
from colt_rules.model.parts import kept
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base import setup
from colt_rules.rules.base.setup import BY_CHOICE, MIXING
from colt_rules.rules.editions import stands
from colt_rules.rules.module import Choice, Rules, StepResult

AGREED_ROUNDS = 7
AGREED_STATIONS = 3


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def agree_on_round_cards(rules: Rules, game: Game) -> StepResult:
    """Before anything is drawn the table may agree on cards to draw from, if there are more than it chooses."""
    if game.figures or kept(game, "agreed") or not stands(game.options.edition, "setup.rounds.chosen"):
        return None
    many = len(setup.round_cards(rules, game)) > AGREED_ROUNDS or len(_stations(rules, game)) > AGREED_STATIONS
    return (Decision(TABLE, "round-choice", ""),) if many else None


class Agreements(Sequence[Command]):
    """Everything the table can agree on: all cards first, then any seven round cards with any three stations."""

    __slots__ = ("rounds", "stations")

    def __init__(self, rounds: tuple[str, ...], stations: tuple[str, ...]) -> None:
        self.rounds = Selections(rounds, AGREED_ROUNDS)
        self.stations = Selections(stations, AGREED_STATIONS if stations else 0)

    def __str__(self) -> str:
        stations = f" and {self.stations}" if self.stations.items else ""
        return f"AgreeOnRoundCards with none or {self.rounds}{stations}, sorted"

    def __contains__(self, command: object) -> bool:
        if not isinstance(command, AgreeOnRoundCards) or command.actor != TABLE:
            return False
        rows = command.rounds, command.stations
        return rows == ((), ()) or (rows[0] in self.rounds and rows[1] in self.stations)

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return AgreeOnRoundCards(TABLE, (), ())
        seven, three = divmod(index - 1, len(self.stations))
        return AgreeOnRoundCards(TABLE, self.rounds[seven], self.stations[three])

    def __len__(self) -> int:
        return 1 + len(self.rounds) * len(self.stations)


class Selections(Sequence[tuple[str, ...]]):
    """Every choice of so many of the items, each sorted, in the order of the alphabet; none of them is made ahead."""

    __slots__ = ("items", "size")

    def __init__(self, items: tuple[str, ...], size: int) -> None:
        self.items = tuple(sorted(items))
        self.size = size

    def __str__(self) -> str:
        return f"{self.size} of {', '.join(self.items)}"

    def __contains__(self, row: object) -> bool:
        if not isinstance(row, tuple) or len(row) != self.size:
            return False
        return row == tuple(item for item in self.items if item in row)

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        chosen: list[str] = []
        for place, item in enumerate(self.items):
            wanted = self.size - len(chosen)
            with_it = comb(len(self.items) - place - 1, wanted - 1) if wanted else 0
            if index < with_it:
                chosen.append(item)
            else:
                index -= with_it
        return tuple(chosen)

    def __len__(self) -> int:
        return comb(len(self.items), self.size)


def _stations(rules: Rules, game: Game) -> tuple[str, ...]:
    """The stations to choose from; none in a game that is played without."""
    return setup.stations(rules, game) if game.options.stations else ()


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def _agreements(rules: Rules, game: Game, subject: str) -> Agreements:
    """Seven of the round cards for this number of players and three stations, if there are any, or all of them."""
    return Agreements(setup.round_cards(rules, game), _stations(rules, game))


def _refusal(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> Cites:
    """Other numbers, and cards for other numbers of players; the cards are named in the order of their names."""
    named = changed(command, rounds=tuple(sorted(command.rounds)), stations=tuple(sorted(command.stations)))
    out_of_order = () if named == command else ("ruling.command.form",)
    if named in _agreements(rules, game, subject):
        return out_of_order
    fitting = set(command.rounds) <= set(setup.round_cards(rules, game))
    cites = (*out_of_order, *BY_CHOICE)
    return cites if fitting else (*cites, "setup.rounds.by-player-count")


def _agreed(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> list[Cited]:
    """Where none are named, the modules whose cards are mixed in say by which clauses."""
    return [(RoundCardsAgreed(command.rounds, command.stations), BY_CHOICE if command.rounds else (MIXING,))]


STEPS = {"agree-on-round-cards": agree_on_round_cards}
CHOICES = {"round-choice": Choice((AgreeOnRoundCards,), _agreements, _refusal, _agreed)}
