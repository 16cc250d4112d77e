"""The view, for one role, of commands that were not carried out: options, refusals and hypothetical outcomes."""

from colt_rules.decisions import Answers
from colt_rules.kernel import Accepted, Refused, legal
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.views.events import SeenEvent, view_event
from colt_rules.views.roles import REFEREE, known_role


@clause("ruling.secrecy.hands", "secrecy.decks", "robbery.unseen", "punch.loot.purse-unseen")
def view_legal(game: Game, role: str, actor: str) -> Answers:
    """The actor's options, for the actor and the referee only, because they reveal a hand or a deck.

    They name cards of the actor's own hand and visible tokens, never a value, so they tell the actor nothing new.
    """
    return legal(game, actor) if known_role(game, role) in (actor, REFEREE) else ()


@clause("ruling.secrecy.hands")
def view_refusal(refusal: Refused, role: str, actor: str) -> Refused | None:
    """The refusal, for the actor of the command and the referee; else None, because it reveals the actor's cards."""
    return refusal if role in (actor, REFEREE) else None


@clause("ruling.secrecy.hands", "secrecy.decks", "robbery.unseen", "punch.loot.purse-unseen")
def view_outcome(outcome: Accepted, role: str) -> tuple[SeenEvent, ...] | None:
    """The outcome of a hypothetical command, for the referee; None for everybody else.

    The outcome reveals what the position hides, such as the next card of a deck or the value of a purse. Even an event
    that does not show such a thing may happen only because of it. A player can learn whether a command is allowed
    (``view_legal``) or why it is not (``view_refusal``), and must give it to learn more.
    """
    if role != REFEREE:
        return None
    return tuple(view_event(event, role, outcome.after, cites) for event, cites in outcome.events)
