"""The words of the pages themselves, in four languages: headings, labels, navigation.

Each kind of page has a file in `words/`; a key is the name of the file and of the entry: `clause.sources`.
"""

from functools import cache
from pathlib import Path

from attrs import frozen

from colt_rules.registry.localized import Localized
from colt_rules.registry.strict import structure_file

FOLDER = Path(__file__).parent / "words"


@frozen
class _WordsFile:
    words: dict[str, Localized]


@cache
def all_words() -> dict[str, Localized]:
    """Every text by its key."""
    return {
        f"{path.stem}.{name}": text
        for path in sorted(FOLDER.glob("*.toml"))
        for name, text in structure_file(path, _WordsFile).words.items()
    }
