"""Questions of the table: enough of them, and an answer to enough of them among the first hits, in every language."""

from functools import cache
from pathlib import Path
from shutil import which

import pytest

from colt_rules.registry.localized import LANGUAGES
from colt_rules.registry.registry import registry, spec_folder
from colt_rules.search.index import Index
from colt_rules.search.questions import ENOUGH, Question, load_questions, unanswered
from colt_rules.search.spec import documents
from tests.conftest import at_least
from tests.search.test_index import in_python, told_by_the_library

QUESTIONS = load_questions(spec_folder())


@cache
def index(lang: str) -> Index:
    return Index.of(documents(registry(), lang), lang)


def test_there_are_enough_of_them_about_every_module() -> None:
    known = registry()
    answering = {known.find(id).id for question in QUESTIONS for id in question.answers}
    assert answering == {id for question in QUESTIONS for id in question.answers}
    asked_about = {known.clauses[id].module for id in answering if id in known.clauses}
    unasked = {clause.module for clause in known.clauses.values()} - asked_about
    assert unasked == set(), "ask about each of these modules in spec/questions/MODULE.toml"
    for lang in LANGUAGES:
        asked = [getattr(question.asked, lang) for question in QUESTIONS]
        assert len(set(asked)) >= 60
        assert all(asked)
    assert sum(question.kept_back for question in QUESTIONS) >= 15


@pytest.mark.parametrize("lang", at_least("en", "fr", of=LANGUAGES))
def test_an_answer_is_among_the_first(lang: str) -> None:
    missed = [question.asked.in_language(lang) for question in unanswered(QUESTIONS, index(lang), lang)]
    assert 1 - len(missed) / len(QUESTIONS) >= ENOUGH, missed


def test_a_question_without_an_answer_is_told() -> None:
    known, wrong = QUESTIONS[0], Question(id="x", asked=QUESTIONS[0].asked, answers=("mei.diagonal",))
    first = index("en").search(known.asked.en)[0].document.id
    assert unanswered([known, wrong], index("en"), "en") == [wrong]
    assert unanswered([wrong], index("en"), "en", lambda _: first) == []


@pytest.mark.skipif(not which("node"), reason="needs node 18 or newer")
@pytest.mark.parametrize("lang", at_least("fr", of=LANGUAGES))
def test_the_library_answers_in_the_same_way(lang: str, tmp_path: Path) -> None:
    asked = tuple(question.asked.in_language(lang) for question in QUESTIONS)
    told = told_by_the_library(index(lang), asked, tmp_path)
    for question, found in zip(asked, told, strict=True):
        here = in_python(index(lang).search(question)[:10])
        assert [(address.removesuffix(".html"), score) for address, score in found[:10]] == here, question
