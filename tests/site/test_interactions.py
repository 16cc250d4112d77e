"""What modules change for each other: every pair has its part of the page, with links to clauses and cases."""

from itertools import combinations

import pytest

from colt_rules.conformance.cases.interactions import interactions
from colt_rules.languages import LANGUAGES
from colt_rules.modules import MODULES
from colt_rules.site.addresses import case_at, entry_at
from colt_rules.site.page import Page
from colt_rules.site.pages import interactions as page_of
from colt_rules.site.sources import Sources
from tests.site.reading import reader


def page(lang: str) -> Page:
    (found,) = page_of.pages(reader(lang))
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pair_has_a_row_and_a_section(lang: str) -> None:
    body = page(lang).body
    for first, second in combinations(MODULES, 2):
        assert body.count(f"(#{first}-and-{second})") == 1
        assert body.count(f"{{#{first}-and-{second}}}") == 1


def test_a_section_has_every_clause_with_its_case_or_says_that_there_is_nothing(sources: Sources) -> None:
    said = reader("en")
    sections = page("en").body.split("\n## ")[1:]
    pairs = interactions(sources.registry, [written.case for written in sources.suite.cases.values()])
    for pair, section in zip(pairs, sections, strict=True):
        for id, case in pair.clauses.items():
            assert f"(/{entry_at(id)})" in section
            assert f"(/{case_at(case)})" in section
        assert (said.say("interaction.nothing") in section) is not pair.touches
        assert not pair.example or f"(/{case_at(pair.example)})" in section
        assert all(f"`{meeting.what}`" in section for meeting in pair.meetings)


def test_it_is_said_whether_they_are_played_together() -> None:
    rows = {line.split("(#")[1].split(")")[0]: line for line in page("en").body.splitlines() if line.startswith("| [")}
    assert "| never |" in rows["duo-and-team"]
    assert "| in some editions only |" in rows["expert-and-duo"]
    assert "| as you like |" in rows["expert-and-mei"]
    assert "| always in games with “Stagecoach” |" in rows["horses-and-stagecoach"]
