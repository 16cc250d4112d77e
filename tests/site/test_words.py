"""The words of the pages: each in four languages, with the same values, and used."""

import re
from pathlib import Path

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.modules import part_files
from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import registry
from colt_rules.registry.strict import read_toml
from colt_rules.site.browser_scripts import scripts_of_modules
from colt_rules.site.words import FOLDER, all_words

PACKAGE = Path(__file__).parents[2] / "colt_rules" / "site"
PAGES = [*sorted(PACKAGE.rglob("*.py")), *part_files("catalogue.py").values()]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
SCRIPTS = [*sorted(PACKAGE.glob("script/*.mjs")), *scripts_of_modules()]
SCRIPT = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)


def test_no_two_files_say_the_same() -> None:
    paths = [*FOLDER.glob("*.toml"), *part_files("words.toml").values()]
    tables = [table for path in paths for table in read_toml(path).values()]
    assert sum(map(len, tables)) == len(all_words()) > 500


@pytest.mark.parametrize("key", sorted(all_words()))
def test_every_text_is_there_in_four_languages_with_the_same_values(key: str) -> None:
    text = all_words()[key]
    assert text.missing == ()
    values = [sorted(re.findall(r"\{\w*\}", text.in_language(lang))) for lang in LANGUAGES]
    assert values == [values[0]] * len(LANGUAGES)


@pytest.mark.parametrize("key", sorted(all_words()))
def test_every_text_is_used(key: str) -> None:
    """By its key, by a composed key, as a label or above a column of its page, or by a script."""
    kind, _, name = key.partition(".")
    beginnings = [f"{kind}.{name[:end]}{{" for end in [0, *(at.end() for at in re.finditer("-", name))]]
    in_code = re.search(rf"""["']{re.escape(key)}["']""", CODE) or any(beginning in CODE for beginning in beginnings)
    listed = f'"{name}"' in CODE and re.search(rf'\bto\.(?:facts|table)\(\s*"{kind}"', CODE)
    assert in_code or listed or re.search(rf"\b{re.escape(name)}\b", SCRIPT)


def test_french_has_a_space_before_high_punctuation() -> None:
    """Before a colon, a semicolon, an exclamation and a question mark, and inside guillemets."""
    glued = re.compile(r"[^\s]:(?=\s|$)|[^\s][;!?](?=\s|$)|«\S|\S»")
    spec = registry()
    entries: list[tuple[str, tuple[Localized, ...]]] = [
        (id, (clause.title, clause.text)) for id, clause in spec.clauses.items()
    ]
    entries += [(id, (ruling.question, ruling.answer)) for id, ruling in spec.rulings.items()]
    entries += [(id, (term.term, term.meaning)) for id, term in spec.terms.items()]
    entries += [(key, (text,)) for key, text in all_words().items()]
    assert [id for id, texts in entries for text in texts if glued.search(text.in_language("fr"))] == []
