"""How a list of objects is looked into: by the name that each of them has, not by its position."""

from typing import Any

NAMES = ("bandit", "seat", "token", "actor")
"""A list of objects in a view is looked into by the first of these that its objects have."""


def by_name(items: list[Any]) -> dict[str, Any]:
    """The objects of a list by the name that each has; empty if they have none."""
    for name in NAMES:
        if items and all(isinstance(item, dict) and name in item for item in items):
            return {item[name]: item for item in items}
    return {}
