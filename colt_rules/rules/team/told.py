"""What is told of teams: a sentence for their event."""

from collections.abc import Callable, Mapping
from typing import Any

from colt_rules.events import Event
from colt_rules.referee.wording import card_name, name_of
from colt_rules.rules.team.events import PartnerCardDrawn

EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    PartnerCardDrawn: lambda it: f"{name_of(it.seat)} drew {card_name(it.card)} from the deck of {name_of(it.partner)}",
}
