"""Words are normalised: folded, stemmed, and without stop words."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.search.words import Vocabulary, folded, stem, stop_words, words_of


def test_a_text_is_cut_into_words() -> None:
    assert words_of("Qu'est-ce, «Шериф»: $250_x!") == ["Qu", "est", "ce", "Шериф", "250", "x"]


@pytest.mark.parametrize(
    ("word", "plain"),
    [("Strzał", "strzal"), ("ŁUP", "lup"), ("Égalité", "egalite"), ("Кошелёк", "кошелек"), ("cœur", "coeur")],
)
def test_a_word_is_folded(word: str, plain: str) -> None:
    assert folded(word) == plain


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", ("shoot", "shoots", "shooting")),
        ("ru", ("крыша", "крышу", "крышами", "крыше")),
        ("ru", ("кошелёк", "кошелек")),
        ("fr", ("gagner", "gagne", "gagné")),
        ("pl", ("dach", "dachu", "dachami")),
    ],
)
def test_forms_of_a_word_have_one_stem(lang: str, forms: tuple[str, ...]) -> None:
    assert len({stem(form, lang) for form in forms}) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_stop_words_are_folded_and_unique(lang: str) -> None:
    assert len(stop_words(lang)) > 80
    assert all(word == folded(word) for word in stop_words(lang))


class TestVocabulary:
    known = Vocabulary.of(["Tuco jumps on the roofs"], "en")

    def test_a_text_is_stems_without_stop_words(self) -> None:
        assert self.known.terms("and the roofs") == ["roof"]
        assert self.known.terms("on the") == []

    def test_a_word_that_is_not_in_it_has_a_stem_too(self) -> None:
        assert self.known.terms("climbing") == ["climb"]

    def test_a_word_without_diacritics_means_the_word_with_them(self) -> None:
        assert Vocabulary.of(["strzałów"], "pl").terms("strzalow") == [stem("strzałów", "pl")]
