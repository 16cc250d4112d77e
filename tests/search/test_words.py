"""Words are normalised: folded, stemmed, and without stop words."""

from pathlib import Path

import pytest

from colt_rules import search
from colt_rules.languages import LANGUAGES
from colt_rules.registry.strict import read_toml
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


@pytest.mark.parametrize(
    ("lang", "form", "base"),
    [
        ("en", "drew", "draw"),
        ("ru", "бью", "бить"),
        ("ru", "двоих", "два"),
        ("fr", "j'ai bu", "boire"),
        ("pl", "wszedłem", "wejść"),
        ("pl", "ukradl", "kraść"),
    ],
)
def test_an_irregular_form_has_the_stem_of_the_word(lang: str, form: str, base: str) -> None:
    vocabulary = Vocabulary.of([base], lang)
    assert vocabulary.wanted(form)[-1] == vocabulary.wanted(base)[0] == stem(form.split("'")[-1].split()[-1], lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_irregular_form_belongs_to_one_word(lang: str) -> None:
    listed = read_toml(Path(search.__file__).with_name("irregular_forms.toml"))[lang]
    bases = {(folded(form), base) for base, forms in listed.items() for form in forms.split()}
    assert len({form for form, _ in bases}) == len(bases)
    assert {form for form, _ in bases}.isdisjoint(map(folded, listed))
