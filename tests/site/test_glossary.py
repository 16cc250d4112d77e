"""The glossary has every term in each language, in alphabetical order."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.pages.glossary import in_order, pages
from tests.site.reading import reader


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_has_an_anchor_and_all_its_words(lang: str) -> None:
    (page,) = pages(reader(lang))
    for term in registry().terms.values():
        part = page.body.partition(f"{{#{term.id}}}\n")[2].partition("\n### ")[0]
        assert all(f'lang="{other}"' in part for other in LANGUAGES if other != lang)
    assert len(page.body.encode()) < 120_000


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Action card", "Adjacent", "Angry Marshal"]),
        ("ru", ["Запись журнала", "Игроки А и Б", "Издание", "Кейс"]),
        ("fr", ["Édition", "Équipe", "Essoufflement", "Étage"]),
        ("pl", ["Lokomotywa", "Los", "Łup", "Miejsce"]),
    ],
)
def test_terms_are_in_the_order_of_the_alphabet(lang: str, words: list[str]) -> None:
    found = [term.term.in_language(lang) for term in in_order(registry().terms.values(), lang)]
    assert [word for word in found if word in words] == words


def test_a_term_names_its_clauses_and_its_page() -> None:
    (page,) = pages(reader("en"))
    part = page.body.partition("{#shotgun}\n")[2].partition("\n### ")[0]
    assert "/clauses/shotgun.inactive.md" in part
    assert "/things/piece/shotgun.md" in part


def test_a_meaning_does_not_lead_to_itself() -> None:
    (page,) = pages(reader("en"))
    for term in registry().terms.values():
        part = page.body.partition(f"{{#{term.id}}}\n")[2].partition("\n- ")[0]
        assert f"/glossary.md#{term.id})" not in part
