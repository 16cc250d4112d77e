"""Whose options and whose refusals a role may see."""

from colt_rules.decisions import Answers
from colt_rules.kernel import Refused, legal
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.views.roles import REFEREE, known_role


@clause("ruling.secrecy.hands", "secrecy.decks", "robbery.unseen", "punch.loot.purse-unseen")
def view_legal(game: Game, role: str, actor: str) -> Answers:
    """The actor's options: seen by the actor and the referee, because they show what is in a hand or a deck.

    They name cards of the actor's own hand and tokens in sight, never a value: they tell the actor nothing new.
    """
    return legal(game, actor) if known_role(game, role) in (actor, REFEREE) else ()


@clause("ruling.secrecy.hands")
def view_refusal(refusal: Refused, role: str, actor: str) -> Refused | None:
    """A refusal is seen by whoever sent the command and by the referee: it tells of that actor's cards."""
    return refusal if role in (actor, REFEREE) else None
