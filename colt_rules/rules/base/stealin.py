"""Stealin', the second phase: the cards of the pile are carried out in the order in which they were played."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, ActionTaken, CardReturned, CardRevealed, Cited, StealinEnded
from colt_rules.model.names import Bandit, Card, Reasons, Seat, owner_and_action, owner_of
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Choice, Rules, StepResult, always_possible, arrive

REVEALED = ("stealin.pile-turned", "stealin.first-in-first-out")
OBLIGATORY = ("stealin.obligatory",)
RETURNED = ("stealin.card-returns",)


@clause("stealin.obligatory")
def await_action(rules: Rules, game: Game) -> StepResult:
    """A player must carry out the revealed card if possible."""
    current = game.round.current
    if current is None or game.round.acted:
        return None
    action = rules.action_of(game, current.card) if rules.action_cards.acts_as else ""
    return _awaited(game.figures[owner_of(current.card)].seat, current.card, action)


@lru_cache(maxsize=1024)
def _awaited(seat: Seat, card: Card, other: str) -> tuple[Decision, ...]:
    """The decision to carry out a card, as the action ``other`` if it is not empty.

    Cached, because the decision is looked up after every event.
    """
    bandit, action = owner_and_action(card)
    return (Decision(seat, other or action, bandit),)


def owner(game: Game, card: Card) -> Seat:
    """The player of the bandit that is on an action card, whoever played the card."""
    return game.figures[owner_of(card)].seat


def acting(game: Game) -> Bandit:
    """The bandit on the card that is being carried out; empty if no card is being carried out."""
    current = game.round.current
    return owner_of(current.card) if current else ""


def next_card(rules: Rules, game: Game) -> StepResult:
    """The card that is done returns to its owner, and the next card of the pile is revealed."""
    return _returned(game) + revealed(rules, game) or None


@clause("stealin.card-returns")
def _returned(game: Game) -> list[Cited]:
    """After its action and everything that follows from it, a card goes on top of its owner's deck."""
    current = game.round.current
    return [(CardReturned(game.figures[owner_of(current.card)].seat, current.card), RETURNED)] if current else []


@clause("stealin.first-in-first-out", "stealin.pile-turned", "stealin.obligatory")
def revealed(rules: Rules, game: Game) -> list[Cited]:
    """The oldest card of the pile is revealed; if its action is impossible, it has no effect."""
    if not game.round.pile:
        return []
    played = game.round.pile[0]
    shown: Cited = (CardRevealed(played.seat, played.card), REVEALED)
    bandit, name = owner_and_action(played.card)
    if rules.action_cards.acts_as:
        name = rules.action_of(game, played.card)
    idle = rules.choices[name].idle
    impossible = idle(rules, game, bandit) if idle else ()
    return [shown, (ActionIdle(bandit, name), OBLIGATORY + impossible)] if impossible else [shown]


def action(name: str, choice: Choice, idle: Callable[[Rules, Game, Bandit], Reasons] = always_possible) -> Choice:
    """The choice that carries out an action card: first the event that the player acts, then the effects."""
    effect = choice.happens

    def happens(rules: Rules, game: Game, bandit: Bandit, command: Any) -> list[Cited]:
        return [(ActionTaken(bandit, name), OBLIGATORY), *effect(rules, game, bandit, command)]

    return changed(choice, happens=happens, idle=idle)


@clause("game.two-phases")
def end_stealin(rules: Rules, game: Game) -> StepResult:
    """When the pile is empty, Stealin' is over."""
    return [(StealinEnded(), ("game.two-phases",))]


STEPS = {"await-action": await_action, "arrive": arrive, "next-card": next_card}
