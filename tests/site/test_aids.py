"""A player aid has what holds in an edition, in sentences that can be understood alone."""

import re
from html import escape, unescape

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.pictures.cards import icons
from colt_rules.registry.registry import registry
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.site.aids import Line, aid, files, holds, player_aids, sheets
from colt_rules.site.paper import unbroken
from tests.site.reading import reader, some_sources

SPEC = registry()
LINES = [
    pytest.param(module, line, id=line.clauses[0]) for module, part in player_aids().items() for line in part.lines
]
SHEETS = [(edition, sheet) for edition in SPEC.editions for sheet in sheets(SPEC.editions[edition])]


def html_of(edition: str, sheet: str, lang: str) -> str:
    known = SPEC.editions[edition]
    return aid(reader(lang), known, sheets(known)[sheet])


def test_every_module_of_an_edition_is_on_one_of_its_sheets() -> None:
    for edition in SPEC.editions.values():
        on_sheets = [module for modules in sheets(edition).values() for module in modules]
        assert sorted(on_sheets) == sorted(edition.modules)


def test_there_is_a_file_for_each_sheet_and_for_each_picture_on_it() -> None:
    found = dict(files(some_sources(), LANGUAGES))
    pages = {name: text for name, text in found.items() if name.endswith(".html")}
    assert len(pages) == len(SHEETS) * len(LANGUAGES)
    assert "booklets/aid.ru-base.pl.html" in pages
    shown = {name for text in pages.values() for name in re.findall(r'src="\.\./(pictures/\w+\.svg)"', text)}
    assert shown == found.keys() - pages.keys()


@pytest.mark.parametrize(("module", "line"), LINES)
def test_a_line_sums_up_clauses_of_its_module_that_hold_together_somewhere(module: str, line: Line) -> None:
    assert {SPEC.clause(id).module for id in line.clauses} == {module}
    assert any(holds(SPEC, line, edition) for edition in SPEC.editions.values())


@pytest.mark.parametrize(("module", "line"), LINES)
def test_a_line_is_whole_sentences(module: str, line: Line) -> None:
    for lang in LANGUAGES:
        text = line.text.in_language(lang)
        assert re.fullmatch(r"[\"«]?[A-ZА-ЯÀ-ÖĄ-Ż].{14,}[^ .]\.", text), (lang, text)
        assert len(text) < 260, (lang, text)
        assert text.count("«") == text.count("»")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("edition", "sheet"), SHEETS)
def test_a_sheet_has_the_lines_that_hold_and_nothing_empty(edition: str, sheet: str, lang: str) -> None:
    html = html_of(edition, sheet, lang)
    known = SPEC.editions[edition]
    for module, part in player_aids().items():
        for line in part.lines:
            text = unbroken(f" {escape(line.text.in_language(lang), quote=False)}</p>").strip("\u00a0 ")
            expected = module in sheets(known)[sheet] and holds(SPEC, line, known)
            assert (text in html) == expected, text
    assert "<ul></ul>" not in html
    assert "<b></b>" not in html


@pytest.mark.parametrize("edition", SPEC.editions)
def test_every_character_and_every_action_is_there_with_its_picture(edition: str) -> None:
    known = SPEC.editions[edition]
    seen = [
        line.picture for module in known.modules for line in player_aids()[module].lines if holds(SPEC, line, known)
    ]
    base = (
        SPEC.box.action_cards.keys() & icons().keys() & {"move", "floor-change", "fire", "robbery", "punch", "marshal"}
    )
    assert base <= {*seen}
    assert all(seen.count(id) == 1 for id in CHARACTERS if id != "mei" or "mei" in known.modules)


def test_a_sheet_follows_the_edition() -> None:
    upward, both = "but not the other way", "upward or downward"
    assert upward in html_of("ru-base", "", "en")
    assert both not in html_of("ru-base", "", "en")
    assert both in html_of("pl-base", "", "en")


def test_a_word_without_a_term_is_named_as_its_component() -> None:
    words = map(unescape, re.findall(r"<b>(.*?)</b>", html_of("ru-full", "horses", "ru")))
    assert {"Пудель", "Картёжница", "Верхом на\u00a0лошади".replace("\u00a0", " ")} <= {*words}
