"""The page of a ruling, and the list in which the open ones come first."""

import re

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import registry
from colt_rules.site.page import escaped
from colt_rules.site.pages.rulings import open_in, pages, ruling_page
from colt_rules.site.sources import Sources
from tests.conftest import at_least
from tests.site.reading import reader

LEFT = "ruling.draw.what-is-left"


def body(id: str, lang: str = "en") -> str:
    to = reader(lang)
    return ruling_page(to, to.sources.registry.rulings[id]).body


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_tells_question_answer_and_reason(lang: str, sources: Sources) -> None:
    ruling, to = sources.registry.rulings[LEFT], reader(lang)
    page = ruling_page(to, ruling)
    assert page.title == to.plain(ruling.question)
    assert to.text(ruling.answer) in page.body
    assert escaped(to.plain(ruling.reason)) in page.body
    assert all(escaped(to.plain(other.answer)) in page.body for other in ruling.rejected)
    assert "(/clauses/schemin.draw.three.md)" in page.body


def test_other_answers_say_whether_they_can_be_agreed_on() -> None:
    text = body(LEFT)
    assert re.search(rf"<small>Can be agreed on in: \[Russia, all boxes\].* · `{LEFT}=pass`</small>", text)
    assert "<small>cannot be agreed on · `not-at-all`</small>" in text


def test_both_answers_stand_side_by_side() -> None:
    told = body(LEFT).partition('id="house-rules"')[2].partition("\n</details>")[0]
    said = registry().rulings[LEFT].rejected[0].answer.en
    assert f"{said} (Russia, all boxes · France, Horses &amp; Stagecoach · Poland, 2015 · Russia, 2018) |" in told
    assert "**Refused**" in told
    assert "Django drew instead of playing a card" in told


def test_where_the_book_answers_nothing_can_be_agreed_on(sources: Sources) -> None:
    for ruling in sources.registry.rulings.values():
        for edition in ruling.settled_in:
            assert edition not in open_in(reader("en"), ruling)


@pytest.mark.parametrize("lang", at_least("ru", of=LANGUAGES))
def test_a_ruling_says_in_one_line_where_it_holds(lang: str, sources: Sources) -> None:
    to, registry = reader(lang), sources.registry
    for ruling in registry.rulings.values():
        holding = [id for id in registry.editions if registry.holds(ruling.id, id)]
        told = ruling_page(to, ruling).body
        if len(holding) == len(registry.editions):
            assert to.say("clause.holds-everywhere") in told
        else:
            assert f'<div class="holds" data-in="{" ".join(holding)}" markdown="1">' in told


def test_open_rulings_come_first_and_every_ruling_is_listed(sources: Sources) -> None:
    index = next(pages(reader("en"))).body
    still_open, settled = index.split("{#settled}")
    assert f"(/rulings/{LEFT}.md)" in still_open
    assert f"{LEFT}=pass" not in still_open
    assert "ruling.round-start.card-first" in settled
    for id in sources.registry.rulings:
        assert index.count(f"(/rulings/{id}.md)") == 1
