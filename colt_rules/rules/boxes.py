"""The components of all boxes combined, for callers that look them up by name: pictures, sentences, reports."""

from collections.abc import Mapping
from typing import Any

from colt_rules.registry.components import ActionCard, Car, Character, RoundCard
from colt_rules.registry.published import all_extras
from colt_rules.rules.base.box import BOX


def _all(table: str) -> dict[str, Any]:
    """A table of components that has the rows of every box."""
    boxes = (BOX, *all_extras())
    return {id: fact for each in boxes for id, fact in getattr(each, table).items()}


CARS: Mapping[str, Car] = _all("cars")
"""The cars of all modules, without the locomotive."""
CHARACTERS: Mapping[str, Character] = _all("characters")
ACTION_CARDS: Mapping[str, ActionCard] = _all("action_cards")
ROUND_CARDS: Mapping[str, RoundCard] = _all("round_cards")
"""The round cards and stations of all modules."""
