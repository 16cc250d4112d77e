"""Reads texts in four languages from files beside the code that uses them.

A file has tables of texts; the key of a text is the name of its table and its own, such as ``clause.sources``.
"""

from collections.abc import Iterable
from pathlib import Path

from colt_rules.registry.errors import Problem, SpecError
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file


def texts_in(paths: Iterable[Path]) -> dict[str, Localized]:
    """Every text of these files, by key."""
    found: dict[str, Localized] = {}
    for path in paths:
        for table, texts in structure_file(path, dict[str, dict[str, Localized]]).items():
            for name, text in texts.items():
                if f"{table}.{name}" in found:
                    raise SpecError(
                        [Problem(str(path), f"{table}.{name}", "another file has a text of this key too; rename one")]
                    )
                found[f"{table}.{name}"] = text
    return found
