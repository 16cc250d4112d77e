"""Terms are found in any grammatical form, and words that only look like them are not."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.links import Linker

LINKERS = {lang: Linker(registry().terms.values(), lang) for lang in LANGUAGES}

NOT_BY_THEIR_WORD: dict[str, list[str]] = {
    "en": ["marshal-action", "event"],
    "ru": ["marshal-action", "fire-combination", "decision", "command", "chance"],
    "fr": ["marshal-action", "passage", "decision", "event", "chance"],
    "pl": ["marshal-action", "event"],
}
"""Terms that share their word with another, or whose word usually means something else in the rules."""


@pytest.mark.parametrize(
    ("lang", "text", "terms"),
    [
        ("en", "Bandits flee to the roofs.", ("bandit", "roof")),
        ("en", "the last car, then another car", ("last-car", "car")),
        ("en", "a Fire card is fired at nobody", ("fire",)),
        ("en", "the bandit moves; a Move is obligatory", ("bandit", "move")),
        ("en", "Punched bandits", ("bandit",)),
        ("en", "the first player turns the pile over", ("first-player", "pile")),
        ("en", "in each round: cards", ("round",)),
        ("en", "the Marshal's revenge", ("marshals-revenge",)),
        ("en", "Schemin' and Stealin'", ("schemin", "stealin")),
        ("ru", "встреча с шерифом, уход от шерифа", ("meeting", "marshal")),
        ("ru", "кошельки и кошелек бандита", ("purse", "bandit")),
        ("ru", "карта «Выстрел» лежит в общей стопке", ("fire", "pile")),
        ("ru", "он ничего не теряет", ()),
        ("fr", "l'intérieur d'un Wagon, l'Otage", ("inside", "car", "hostage")),
        ("fr", "les Bandits et leurs Chevaux", ("bandit", "horse")),
        ("fr", "on pioche; on tire au hasard", ()),
        ("pl", "spotkanie z Szeryfem, ucieczka przed Szeryfem", ("meeting", "marshal")),
        ("pl", "Worki w ostatnim Wagonie, poza Pociągiem", ("purse", "last-car", "train")),
    ],
)
def test_what_is_found(lang: str, text: str, terms: tuple[str, ...]) -> None:
    assert LINKERS[lang].found(text) == terms


def test_a_term_is_linked_where_it_first_occurs() -> None:
    linked = LINKERS["en"].linked("A car behind a car")
    assert linked == "A [car](/glossary.md#car) behind a car"


def test_the_longest_term_wins() -> None:
    assert LINKERS["en"].linked("the last car") == "the [last car](/glossary.md#last-car)"


def test_text_is_escaped_inside_and_outside_links() -> None:
    assert LINKERS["en"].linked("*a* <car> | b") == "\\*a\\* &lt;[car](/glossary.md#car)&gt; \\| b"


def test_code_is_left_alone() -> None:
    assert LINKERS["en"].found("`car` and roof") == ("roof",)


def test_one_term_can_be_left_out() -> None:
    assert LINKERS["en"].linked("roof of a car", but="car") == "[roof](/glossary.md#roof) of a car"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_of_the_game_is_found_in_its_own_word(lang: str) -> None:
    lost = [
        term.id for term in registry().terms.values() if LINKERS[lang].found(term.term.in_language(lang)) != (term.id,)
    ]
    assert lost == NOT_BY_THEIR_WORD[lang]


@pytest.mark.parametrize(("lang", "share"), [("ru", 0.95), ("fr", 0.95), ("pl", 0.95)])
def test_a_translation_holds_the_terms_of_the_original(lang: str, share: float) -> None:
    """Translations are free, so a few terms are missing; many more would mean unknown endings."""
    wanted = found = 0
    for clause in registry().clauses.values():
        terms = set(LINKERS["en"].found(clause.text.en))
        wanted += len(terms)
        found += len(terms & set(LINKERS[lang].found(clause.text.in_language(lang))))
    assert wanted > 900
    assert found / wanted > share
