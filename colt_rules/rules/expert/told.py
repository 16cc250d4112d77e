"""What is told of the expert variant: a sentence for each event and command."""

from collections.abc import Callable, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.referee.wording import card_name, cards_of, counted_cards, name_of, names_of
from colt_rules.rules.expert import events as e
from colt_rules.rules.expert.commands import KeepCards


def _hand_kept(it: Any) -> str:
    kept, discarded = cards_of(it, "kept", "kept_count"), cards_of(it, "discarded", "discarded_count")
    return f"{name_of(it.seat)} kept {kept} for the next round and discarded {discarded}"


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    e.HandFilled: lambda it: f"{name_of(it.seat)} filled the hand with {cards_of(it)}",
    e.DiscardShuffled: lambda it: f"the discard pile of {name_of(it.seat)} was shuffled and lies below the deck",
    e.BulletsDiscarded: lambda it: f"{name_of(it.seat)} discarded {cards_of(it)}",
    e.DrawAnnounced: lambda it: f"{name_of(it.seat)} will draw once the discard pile is shuffled",
    e.KeepingStarted: lambda it: f"which cards to keep is now for {names_of(it.seats)} to say",
    e.HandKept: _hand_kept,
    e.CardDiscarded: lambda it: f"{card_name(it.card)} went on the discard pile of {name_of(it.seat)}",
}
COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    KeepCards: lambda it: f"keeps {counted_cards(it.cards, it.actor)} for the next round",
}
DEALS = {"discard": card_name}
