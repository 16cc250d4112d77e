"""The words of the pages themselves, in four languages: headings, labels, navigation.

Each kind of page has a file in `words/`, and a module says its own in its `words.toml`, with a table for each kind.
A key is the name of the table and of the entry: `clause.sources`.
"""

from functools import cache
from pathlib import Path

from colt_rules.modules import part_files
from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file

FOLDER = Path(__file__).parent / "words"


@cache
def all_words() -> dict[str, Localized]:
    """Every text by its key."""
    return {
        f"{kind}.{name}": text
        for path in (*sorted(FOLDER.glob("*.toml")), *part_files("words.toml").values())
        for kind, texts in structure_file(path, dict[str, dict[str, Localized]]).items()
        for name, text in texts.items()
    }
