"""Synonyms are found by the words of a text and by what an entry is about."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.search.synonyms import Group, SynonymIndex, groups

SYNONYMS = SynonymIndex(
    [
        Group(("purse", "money bag", "sack"), ("robbery.take",)),
        Group(("car", "wagon"), ("robbery.take", "move")),
        Group((), ("move",), question_words=("how far",)),
    ],
    "en",
)


def test_a_text_gets_synonyms_of_its_words_in_any_form() -> None:
    assert SYNONYMS.of("Purses lie in it.") == ("money bag", "sack")
    assert SYNONYMS.of("two sacks in a wagon") == ("purse", "money bag", "car")
    assert SYNONYMS.of("a roof") == ()


def test_a_phrase_matches_only_consecutive_words() -> None:
    assert SYNONYMS.of("money bags") == ("purse", "sack")
    assert SYNONYMS.of("money in a bag") == ()


def test_an_entry_has_all_words_for_what_it_is_about() -> None:
    assert SYNONYMS.about("robbery.take") == ("purse", "money bag", "sack", "car", "wagon")
    assert SYNONYMS.about("nothing") == ()


def test_an_entry_has_the_words_in_which_it_is_asked_for() -> None:
    assert SYNONYMS.question_words("move") == ("how far",)
    assert SYNONYMS.question_words("robbery.take") == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_terms_and_everyday_words_make_groups(lang: str) -> None:
    found = list(groups(registry(), lang))
    assert len(found) == len(registry().terms) + len(registry().everyday)
    assert all(group.words or group.question_words for group in found)
