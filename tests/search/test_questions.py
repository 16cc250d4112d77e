"""There are enough questions, and enough of them are answered among the first hits, in every language."""

from functools import cache

import pytest
from attrs import evolve

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry, spec_folder
from colt_rules.search.index import Index
from colt_rules.search.questions import ENOUGH, Question, load_questions, unanswered
from colt_rules.search.spec import documents
from colt_rules.search.words import folded, words_of
from tests.conftest import at_least

QUESTIONS = load_questions(spec_folder())


@cache
def index(lang: str) -> Index:
    return Index(documents(registry(), lang), lang)


def test_there_are_enough_of_them_about_every_module() -> None:
    known = registry()
    answering = {known.find(id).id for question in QUESTIONS for id in question.answers}
    assert answering == {id for question in QUESTIONS for id in question.answers}
    asked_about = {known.clauses[id].module for id in answering if id in known.clauses}
    unasked = {clause.module for clause in known.clauses.values()} - asked_about
    assert unasked == set(), "ask about each of these modules in spec/questions/MODULE.toml"
    for lang in LANGUAGES:
        asked = [getattr(question.text, lang) for question in QUESTIONS]
        assert len(set(asked)) >= 60
        assert all(asked)


@pytest.mark.parametrize("lang", at_least("en", "fr", of=LANGUAGES))
def test_an_answer_is_among_the_first(lang: str) -> None:
    missed = [question.text.in_language(lang) for question in unanswered(QUESTIONS, index(lang), lang)]
    assert 1 - len(missed) / len(QUESTIONS) >= ENOUGH, missed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_entry_to_which_a_page_links_a_question_is_among_the_first(lang: str) -> None:
    linked = [evolve(question, answers=question.answers[:1]) for question in QUESTIONS]
    assert [question.text.in_language(lang) for question in unanswered(linked, index(lang), lang)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_without_diacritics_finds_the_same(lang: str) -> None:
    for question in QUESTIONS[::5]:
        asked = question.text.in_language(lang)
        plain = " ".join(map(folded, words_of(asked)))
        assert index(lang).search(plain) == index(lang).search(asked), asked


def test_a_question_without_an_answer_is_reported() -> None:
    known, wrong = QUESTIONS[0], Question(id="x", text=QUESTIONS[0].text, answers=("mei.diagonal",))
    assert unanswered([known, wrong], index("en"), "en") == [wrong]
