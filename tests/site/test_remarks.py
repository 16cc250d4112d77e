"""On a page for players a clause or ruling stands by its title, not by its id."""

import re

import pytest

from colt_rules.registry.localized import Localized
from colt_rules.registry.registry import registry
from colt_rules.site.addresses import entry_at
from tests.site.reading import IN_TIME, pages, reader
from tests.site.test_language import PLAYERS

SPEC = registry()
KNOWN = frozenset(entry.id for entry in SPEC.citable())
FOLDED = re.compile(r"(?s)<details\b.*?</details>")
UNSEEN = re.compile(
    r"(?s)^```.*?^```|<(script|style|svg)\b.*?</\1>|`[^`\n]*`|(?<=\])\([^)\s]*\)|\{[#:. ][^}]*\}|<[^>]*>", re.MULTILINE
)
"""What programs read: code, addresses, anchors."""
AGREED = "The table agreed on its own answer to ruling.rounds.face-down: face-up."


def localized(text: str) -> Localized:
    return Localized(en=text, ru=text, fr=text, pl=text)


def test_a_remark_has_a_ruling_by_its_question_and_no_stop_after_it() -> None:
    question = SPEC.find("ruling.cell.happenings").title.en
    assert question.endswith("?")
    remark = reader("en").remark(localized("Whether it reaches the cell: ruling.cell.happenings. No more."))
    assert remark == f"Whether it reaches the cell: [{question}](/{entry_at('ruling.cell.happenings')}) No more."


def test_a_remark_about_nothing_known_stays_as_it_is() -> None:
    assert reader("en").remark(localized("Only pl-base, line 3, see no.such-clause.")) == (
        "Only pl-base, line 3, see no.such-clause."
    )


def test_an_answer_that_the_table_agrees_on_is_told_in_words() -> None:
    ruling = SPEC.rulings["ruling.rounds.face-down"]
    [answer] = [one.answer for one in ruling.rejected if one.id == "face-up"]
    said = reader("en").told(AGREED)
    assert said == f"The table agreed on its own answer to “{ruling.question.en}”: {answer.en.rstrip('.')}."
    assert "ruling." not in reader("ru").told(AGREED)


@pytest.mark.parametrize(
    "sentence", ["Doc shot Django.", "To ruling.no.such: this.", "To ruling.rounds.face-down: that."]
)
def test_any_other_sentence_stays_as_it_is(sentence: str) -> None:
    assert reader("en").told(sentence) == sentence


@pytest.mark.parametrize("lang", IN_TIME)
def test_no_id_stands_in_the_text_of_a_page_for_players(lang: str) -> None:
    found = {
        (address, id)
        for address, page in pages(lang).items()
        if PLAYERS.fullmatch(address) and not address.startswith(("guides/", "matrix/"))
        for id in re.findall(r"[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+", UNSEEN.sub(" ", FOLDED.sub(" ", page.body)))
        if id in KNOWN
    }
    assert found == set()
