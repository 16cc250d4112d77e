"""Who sees what, as tables for the browser: the audiences of fields by name, for `script/view.mjs`."""

from typing import Any

from colt_rules.events import EVENT_NAMES, Event
from colt_rules.model.audience import ValuesSeenBy
from colt_rules.modules import field_of, parts
from colt_rules.rules.visibility import Fact
from colt_rules.views.events import ADDED, AUDIENCES, SOMETIMES, Count
from colt_rules.views.records import fields_seen


def records_data() -> dict[str, Any]:
    """By record that a module adds to a game: who sees each of its fields."""
    return {field_of(module): _record(part.ADDED) for module, part in parts("model")}


def _record(kind: type) -> dict[str, Any]:
    """By field: its audience and, unless empty: its fact, its count, its form, and the fields of its records."""
    described = {}
    for name, field in fields_seen(kind).items():
        more = {
            "fact": field.fact.__name__ if field.fact else "",
            "count": field.said.count,
            "each": field.each,
            "values": isinstance(field.said, ValuesSeenBy),
            "fields": _record(field.record) if field.record else {},
        }
        described[name] = {"audience": field.said.audience, **{key: value for key, value in more.items() if value}}
    return described


def seen_data() -> dict[str, Any]:
    """By event type: who sees each field, in the order of the fields, and who sees each added fact."""
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
    """An added fact: how many things a field holds, or a value that the browser computes under this name."""
    return {"counts": fact.field} if isinstance(fact, Count) else {"fact": fact.__name__}
