"""The second phase: the pile is carried out card by card, first in, first out."""

from typing import Any

from colt_rules.decisions import Decision
from colt_rules.events import ActionIdle, CardReturned, CardRevealed, Cited, StealinEnded
from colt_rules.model.names import owner_and_action
from colt_rules.model.record import changed
from colt_rules.model.state import Game, Played
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Action, Choice, Due, Rules, arrive

REVEALED = ("stealin.pile-turned", "stealin.first-in-first-out")
RETURNED = ("stealin.card-returns",)


@clause("stealin.obligatory")
def await_action(rules: Rules, game: Game) -> Due:
    """The card that was revealed must be carried out by its player."""
    current = game.round.current
    if current is None:
        return None
    bandit, action = owner_and_action(current.card)
    return (Decision(current.seat, action, bandit),)


@clause("stealin.first-in-first-out", "stealin.pile-turned", "stealin.obligatory")
def reveal_card(rules: Rules, game: Game) -> Due:
    """The oldest card of the pile comes next; one that can do nothing is put back at once."""
    if not game.round.pile:
        return None
    played = game.round.pile[0]
    revealed: Cited = (CardRevealed(played.seat, played.card), REVEALED)
    bandit, name = owner_and_action(played.card)
    impossible = rules.actions[name].idle(rules, game, bandit)
    if not impossible:
        return [revealed]
    return [revealed, (ActionIdle(bandit, name), ("stealin.obligatory", *impossible)), _returned(played)]


@clause("stealin.card-returns")
def _returned(played: Played) -> Cited:
    """A card that was carried out goes on top of its owner's deck."""
    return (CardReturned(played.seat, played.card), RETURNED)


def carried_out(action: Action) -> Choice:
    """An action card's choice in the Stealin' phase: it happens, and the card goes back to its owner."""
    effect = action.choice.happens

    def happens(rules: Rules, game: Game, bandit: str, command: Any) -> list[Cited]:
        current = game.round.current
        assert current is not None, "an action is only asked for while its card lies open"
        return [*effect(rules, game, bandit, command), _returned(current)]

    return changed(action.choice, happens=happens)


@clause("game.two-phases")
def end_stealin(rules: Rules, game: Game) -> Due:
    """When the pile is empty the phase is over."""
    return [(StealinEnded(), ("game.two-phases",))]


STEPS = (await_action, arrive, reveal_card)
