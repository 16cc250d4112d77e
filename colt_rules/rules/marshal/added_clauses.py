"""What an event of another module rests on too when one of the players is the Marshal."""

from colt_rules.events import Event
from colt_rules.model.names import Cites
from colt_rules.model.state import Game
from colt_rules.rules.marshal import (
    figure,
    happenings,
    naming,
    prison,
    prisoners,
    schemin,
    scoring,
    setup,
    turns,
    whisky,
)
from colt_rules.rules.marshal.actions import brilliant_idea, punch
from colt_rules.rules.module import Rules


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses of this module that an event of another rests on too."""
    return (
        *figure.added_clauses(rules, game, event),
        *prison.added_clauses(rules, game, event),
        *prisoners.added_clauses(rules, game, event),
        *brilliant_idea.added_clauses(rules, game, event),
        *punch.added_clauses(rules, game, event),
        *setup.added_clauses(rules, game, event),
        *naming.added_clauses(rules, game, event),
        *schemin.added_clauses(rules, game, event),
        *turns.added_clauses(rules, game, event),
        *happenings.added_clauses(rules, game, event),
        *scoring.added_clauses(rules, game, event),
        *whisky.added_clauses(rules, game, event),
    )
