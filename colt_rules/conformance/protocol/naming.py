"""Looks up objects in a list by their name, not by their position."""

from typing import Any

NAMES = ("bandit", "seat", "token", "actor")
"""The keys that name an object in a view; the first that all objects of a list have is used."""


def by_name(items: list[Any]) -> dict[str, Any]:
    """The objects of a list by name; empty if they have none."""
    for name in NAMES:
        if items and all(isinstance(item, dict) and name in item for item in items):
            return {item[name]: item for item in items}
    return {}
