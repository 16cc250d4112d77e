"""Words as a search compares them: folded, without endings, and without those that say nothing."""

import pytest
import snowballstemmer

from colt_rules.registry.localized import LANGUAGES
from colt_rules.search.words import STEMMERS, Vocabulary, Wanted, folded, odd_forms, stem, stop_words, words_of


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
        ("ru", ("кошелёк", "кошелек", "кошельки")),
        ("ru", ("толкнуть", "толкнул", "толкнёт", "толкну")),
        ("ru", ("украсть", "украл", "украдёт")),
        ("en", ("steal", "stole", "stolen")),
        ("fr", ("gagner", "gagne", "gagné")),
        ("fr", ("prendre", "prend", "pris")),
        ("pl", ("dach", "dachu", "dachami")),
        ("pl", ("uderzyć", "uderza", "uderzony", "uderzenie")),
        ("pl", ("aresztować", "aresztowany", "aresztowanie")),
        ("pl", ("karta", "karcie", "kartę")),
        ("pl", ("runda", "rundzie")),
        ("pl", ("tura", "turze")),
        ("pl", ("ręka", "ręce", "rąk")),
        ("pl", ("bandyta", "bandycie", "bandyci")),
    ],
)
def test_forms_of_a_word_have_one_stem(lang: str, forms: tuple[str, ...]) -> None:
    assert len({stem(form, lang) for form in forms}) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_odd_form_is_listed_only_if_its_stem_would_be_another(lang: str) -> None:
    stemmer = snowballstemmer.stemmer(STEMMERS[lang])
    assert [form for form, word in odd_forms(lang).items() if stemmer.stemWord(form) == stemmer.stemWord(word)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_stop_words_are_folded_and_each_stands_once(lang: str) -> None:
    assert len(stop_words(lang)) > 80
    assert all(word == folded(word) for word in stop_words(lang))


class TestVocabulary:
    known = Vocabulary.of(["Tuco jumps and jumped on the roofs, climbing", "a climber"], "en")

    def test_a_text_of_its_own_is_stems_without_stop_words(self) -> None:
        assert list(self.known.terms("and the roofs")) == ["roof"]

    def test_a_word_is_known_in_every_form_with_an_ending_that_others_have(self) -> None:
        assert self.known.wanted("roofs roof roofing Tucos") == (Wanted("roof", True), Wanted("tuco", True))

    def test_another_word_is_not(self) -> None:
        assert self.known.wanted("roofxy ladder") == (Wanted("roofxy", False), Wanted("ladder", False))

    def test_stop_words_are_left_out_unless_there_is_nothing_else(self) -> None:
        assert self.known.wanted("is it on the roof?") == (Wanted("roof", True),)
        assert self.known.wanted("on") == (Wanted("on", True),)

    def test_an_odd_form_is_known_where_its_word_is(self) -> None:
        assert Vocabulary.of(["steal it"], "en").wanted("stole") == (Wanted("steal", True),)
        assert self.known.wanted("stole") == (Wanted("stole", False),)

    def test_words_that_are_too_short_have_no_endings(self) -> None:
        assert Vocabulary.of(["ox oxes"], "en").wanted("oxing") == (Wanted("oxing", False),)
