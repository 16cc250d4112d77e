"""Who sees what of an event, as a table for the browser, with the audiences by name for `script/view.mjs`."""

from typing import Any

import attrs

from colt_rules.events import EVENT_NAMES, Event
from colt_rules.rules.visibility import nobody
from colt_rules.views.events import ADDED, AUDIENCES, SOMETIMES


def seen_data() -> dict[str, Any]:
    """By event type: who sees each field, in the order of the fields, and who sees each added fact."""
    return {EVENT_NAMES[kind]: {"fields": _fields(kind), "added": _added(kind)} for kind in AUDIENCES}


def _fields(kind: type[Event]) -> dict[str, str]:
    return {field.name: AUDIENCES[kind].get(field.name, nobody).__name__ for field in attrs.fields(kind)}


def _added(kind: type[Event]) -> dict[str, dict[str, str]]:
    added = {**ADDED.get(kind, {}), **SOMETIMES.get(kind, {})}
    return {
        name: {"fact": fact.__name__.removeprefix("_"), "audience": audience.__name__}
        for name, (fact, audience) in added.items()
    }
