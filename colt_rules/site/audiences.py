"""Who sees what, as tables for the browser: open fields of a state, and audiences by name for `script/view.mjs`."""

from typing import Any

from colt_rules.events import EVENT_NAMES, Event
from colt_rules.modules import field_of
from colt_rules.rules.visibility import Fact, open_fields
from colt_rules.views.events import ADDED, AUDIENCES, SOMETIMES, Count
from colt_rules.views.state import BY_MODULE


def open_data() -> dict[str, tuple[str, ...]]:
    """By record that a module adds to a game: its fields that everybody sees."""
    return {field_of(module): open_fields(said.view) for module, said in BY_MODULE.items() if said.view}


def seen_data() -> dict[str, Any]:
    """By event type: who sees each field, in the order of the fields, and who sees what is added to them."""
    return {
        EVENT_NAMES[kind]: {
            "fields": {name: audience.__name__ for name, audience in audiences.items()},
            "added": _added(kind),
        }
        for kind, audiences in AUDIENCES.items()
    }


def _added(kind: type[Event]) -> dict[str, dict[str, str]]:
    added = {**ADDED.get(kind, {}), **SOMETIMES.get(kind, {})}
    return {name: {**_fact(fact), "audience": audience.__name__} for name, (fact, audience) in added.items()}


def _fact(fact: Fact) -> dict[str, str]:
    """What is added: how many things a field holds, or what the browser makes under this name."""
    return {"counts": fact.field} if isinstance(fact, Count) else {"fact": fact.__name__}
