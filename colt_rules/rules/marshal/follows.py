"""What an event of another module brings with it where one of the players is the Marshal."""

from colt_rules.events import Cited, Event
from colt_rules.model.state import Game
from colt_rules.rules.marshal import schemin
from colt_rules.rules.marshal.actions import brilliant_idea
from colt_rules.rules.marshal.events import ThrownOff
from colt_rules.rules.module import Rules
from colt_rules.rules.stagecoach.arrivals import tolerated_no_more


def follows(rules: Rules, game: Game, event: Event) -> list[Cited]:
    """What an event brings with it at once: the last card, which a Brilliant Idea copies; a card after a plus card.

    Where it matters in which turn an Idea was laid, the pile is measured at each turn. Whoever falls off the train has
    left the Shotgun's roof.
    """
    return [
        *brilliant_idea.note_last_card(rules, game, event),
        *brilliant_idea.measure_pile(rules, game, event),
        *schemin.offer_another(rules, game, event),
        *(tolerated_no_more(game, event.bandit) if isinstance(event, ThrownOff) else ()),
    ]
