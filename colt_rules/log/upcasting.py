"""Old versions of commands and events are lifted when they are read; what was written is never rewritten.

When the data of a type changes, its number in ``VERSIONS`` is raised and one function is added here, which makes the
data of the old version that of the next. Older ones are lifted step by step. Hashes are always those of the lines as
they were written.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Takes a copy of the data. A field that is missing there may end it with a ``KeyError``: that is told as it should."""

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""By type and version: what makes its data that of the version one higher. So far every type has one version only."""
