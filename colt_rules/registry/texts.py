"""Texts in four languages that stand in files beside the code that says them.

A file has tables of texts; a text is known by the name of its table and its own: ``clause.sources``.
"""

from collections.abc import Iterable
from pathlib import Path

from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file


def texts_in(paths: Iterable[Path]) -> dict[str, Localized]:
    """Every text of these files by its key."""
    return {
        f"{table}.{name}": text
        for path in paths
        for table, texts in structure_file(path, dict[str, dict[str, Localized]]).items()
        for name, text in texts.items()
    }
