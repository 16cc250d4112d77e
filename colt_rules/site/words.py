"""The words of the pages, in four languages: headings, labels, navigation.

Each kind of page has a file in `words/`, and a module has its own in its `words.toml`, with a table for each kind. A
key is the name of the table and of the entry: `clause.sources`.
"""

from functools import cache
from pathlib import Path

from colt_rules.modules import part_files
from colt_rules.registry.localized import Localized
from colt_rules.registry.texts import texts_in

FOLDER = Path(__file__).parent / "words"


@cache
def all_words() -> dict[str, Localized]:
    """Every text by its key."""
    return texts_in((*sorted(FOLDER.glob("*.toml")), *part_files("words.toml").values()))
