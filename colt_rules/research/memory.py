"""What a seat has seen so far beside its view: a small memory, the same on both engines.

A view shows one position. A ``Memory`` is carried along a game and adds what everybody, or the seat itself, has seen
on the way:

- which cards were turned up to be carried out, in the whole game and in this round (``CardRevealed``);
- which round cards have come up;
- the value of every token that has been among those of the seat's own bandits.

The first comes from events that all see, the others from the positions after each command, in which all see the round
card and a player sees the values of the tokens of their bandits. So it tells a seat nothing that its views and events
have not shown. An engine without events keeps the same memory by counting cards where it turns them up.
"""

from collections.abc import Iterable, Mapping

from attrs import Factory

from colt_rules.events import CardRevealed, Cited, RoundStarted
from colt_rules.model.names import Card, Seat, Token
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game


@record
class Remembered:
    """What one seat remembers."""

    revealed: Mapping[Card, int] = Factory(dict)
    """How often cards were turned up in the whole game."""
    this_round: Mapping[Card, int] = Factory(dict)
    """The same in this round."""
    rounds: tuple[str, ...] = ()
    """The round cards that have come up, sorted."""
    values: Mapping[Token, int] = Factory(dict)
    """What the tokens are worth that its bandits have had."""


@record
class Memory:
    """What all seats have seen so far."""

    everybody: Remembered = Remembered()
    """What everybody remembers: no values."""
    owned: Mapping[Seat, Mapping[Token, int]] = Factory(dict)
    """By seat: the values of the tokens that its bandits have had."""

    def after(self, game: Game, events: Iterable[Cited] = ()) -> "Memory":
        """The memory after a command with these events, which led to this position."""
        return Memory(_shown(self.everybody, game, events), _owned(self.owned, game))

    def of(self, seat: str) -> Remembered:
        """What a seat remembers; any other role has had no tokens."""
        return changed(self.everybody, values=dict(sorted(self.owned.get(seat, {}).items())))


def _shown(before: Remembered, game: Game, events: Iterable[Cited]) -> Remembered:
    """A card that is turned up is seen by all, and so is the round card (``ruling.secrecy.open-information``)."""
    revealed, this_round = dict(before.revealed), dict(before.this_round)
    for event, _ in events:
        if isinstance(event, RoundStarted):
            this_round = {}
        elif isinstance(event, CardRevealed):
            for counted in (revealed, this_round):
                counted[event.card] = counted.get(event.card, 0) + 1
    rounds = tuple(sorted({*before.rounds, game.round.card} - {""}))
    return Remembered(dict(sorted(revealed.items())), dict(sorted(this_round.items())), rounds)


def _owned(before: Mapping[Seat, Mapping[Token, int]], game: Game) -> Mapping[Seat, Mapping[Token, int]]:
    """A player sees the values of the tokens of their bandits (``secrecy.purse-values``)."""
    owned = {seat: dict(values) for seat, values in before.items()}
    for figure in game.figures.values():
        owned.setdefault(figure.seat, {}).update((token, game.values[token]) for token in figure.loot)
    return owned
