"""Schemin' with a balloon: a player can throw a sandbag instead of playing a card."""

from colt_rules.commands import Command
from colt_rules.events import Cited
from colt_rules.model.names import Bandit, Cites, Seat, Token
from colt_rules.model.state import Game, by_seat
from colt_rules.registry.clause import clause
from colt_rules.rules.balloon_ride.box import EXTRAS
from colt_rules.rules.balloon_ride.commands import ThrowSandbag
from colt_rules.rules.balloon_ride.events import SandbagThrown
from colt_rules.rules.balloon_ride.model import balloon_of
from colt_rules.rules.module import Choice, Rules

THROW = "balloon.throw"


def sandbags_at_hand(game: Game, seat: Seat) -> dict[Token, Bandit]:
    """The sandbags that a player's bandits have, each with its bandit."""
    bandits = [bandit for bandit in by_seat(game) if game.figures[bandit].seat == seat]
    sandbags = balloon_of(game).sandbags
    return {token: bandit for bandit in bandits for token in game.figures[bandit].loot if token in sandbags}


@clause(THROW)
def throws(rules: Rules, game: Game, seat: str) -> list[Command]:
    """A player may throw any sandbag that their bandits have."""
    return [ThrowSandbag(seat, token) for token in sandbags_at_hand(game, seat)]


def _refusal(rules: Rules, game: Game, seat: str, command: ThrowSandbag) -> Cites:
    return (THROW,)


@clause(THROW)
def _thrown(rules: Rules, game: Game, seat: str, command: ThrowSandbag) -> list[Cited]:
    """The balloon rises, the more the heavier the sandbag is, and everybody sees which kind it was."""
    kind, bandit = balloon_of(game).sandbags[command.token], sandbags_at_hand(game, seat)[command.token]
    height = balloon_of(game).height + EXTRAS.sandbags[kind].lift
    return [(SandbagThrown(seat, bandit, command.token, kind, height), (THROW, "balloon.secret"))]


THROW_SANDBAG = Choice((ThrowSandbag,), throws, _refusal, _thrown)
