"""The page of a clause in each language, and the page with its evidence."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from attrs import evolve

from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.running.results import CaseResult, Result, Status
from colt_rules.languages import LANGUAGES
from colt_rules.site.addresses import case_anchor, case_at, entry_at
from colt_rules.site.cases import own_cases
from colt_rules.site.illustrations import illustration
from colt_rules.site.pages import evidence
from colt_rules.site.pages.clauses import clause_page
from colt_rules.site.pages.evidence import evidence_links, evidence_page
from colt_rules.site.pages.examples import examples, one_more
from colt_rules.site.publishing import Publishing
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources
from tests.site.reading import pages, reader

SIGHT = "fire.roof.line-of-sight"
UPWARD = "tuco.upward-only"


def body(id: str, lang: str = "en") -> str:
    to = reader(lang)
    return clause_page(to, to.sources.registry.clause(id)).body


def behind(id: str, to: Reader | None = None) -> str:
    to = to or reader("en")
    return evidence_page(to, to.sources.registry.find(id)).body


def folded(text: str, anchor: str = "", summary: str = "") -> str:
    """The folded content under this anchor, or with a summary that begins like this."""
    at = f' id="{re.escape(anchor)}"' if anchor else ""
    [found] = re.findall(
        rf'<details class="fold"{at} markdown="1"><summary>{re.escape(summary)}[^<]*</summary>\n(.*?)\n</details>',
        text,
        re.DOTALL,
    )
    return str(found)


def anchors(text: str) -> set[str]:
    """The sections of a page: headings, folds, boxes."""
    return set(re.findall(r'^(?:## .*\{#|<(?:details|div) [^>]*id=")([^\s"}]+)', text, re.MULTILINE))


def section(text: str, anchor: str) -> str:
    """The content under the heading with this anchor, up to the next one of its level."""
    [(level, rest)] = re.findall(rf"^(#+) [^\n]*\{{#{re.escape(anchor)}[^}}]*\}}\n(.*)", text, re.MULTILINE | re.DOTALL)
    return re.split(rf"^#{{2,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_has_the_same_parts_in_each_language(lang: str) -> None:
    for id in (SIGHT, "tuco.through-the-roof", "fire.target"):
        assert anchors(body(id, lang)) == anchors(body(id))
    whole = {"sources", "exceptions", "differences", "rulings"}
    assert anchors(body("tuco.through-the-roof", lang)) >= whole


def test_what_stands_behind_it_has_one_page_for_all_languages() -> None:
    assert list(evidence.pages(reader("pl"))) == []
    assert re.findall(r"^## .*\{#(.+?)\}", behind("tuco.through-the-roof"), re.MULTILINE) == [
        "cases",
        "code",
        "proof",
        "cited",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_of_that_page_is_one_click_away(lang: str) -> None:
    for id in (SIGHT, "ruling.belle.blocks-sight"):
        to = reader(lang)
        parts = {part for part in re.findall(r"\{#(\S+?)[ }]", behind(id)) if not part.startswith("case-")}
        led = re.findall(r"\]\(/(.+?)\)", evidence_links(to, id))
        assert set(led) == {f"../en/evidence/{id}.html#{part}" for part in parts}


def test_one_example_is_seen_where_the_rule_is_and_told_where_one_asks() -> None:
    told = body(SIGHT).partition("{#sources}")[0]
    seen, _, below = told.partition("<details")
    assert f"(/{case_at(f'{SIGHT}/the-second-roof-is-hidden')})" in seen
    assert seen.count("<figure>") == 1
    assert "1. Tuco fires at Cheyenne." in below
    assert f'data-case="{SIGHT}/the-second-roof-is-hidden"' in below


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_more_example_is_folded_and_another_than_the_first(lang: str) -> None:
    to = reader(lang)
    more = folded(body(SIGHT, lang), summary=to.say("clause.one-more"))
    assert "<figure>" in more
    assert f'data-case="{SIGHT}/' in more
    assert f'data-case="{SIGHT}/the-second-roof-is-hidden"' not in more
    assert body(SIGHT, lang).count('class="colt-player"') == 2


def test_who_has_one_case_has_one_more_example_only_if_another_case_illustrates_it(sources: Sources) -> None:
    alone = [id for id in sources.registry_ids() if len(own_cases(sources, id)) == 1]
    elsewhere = {
        id for id in alone if (found := illustration(sources, id)) and found.case not in own_cases(sources, id)
    }
    assert 0 < len(elsewhere) < len(alone)
    assert {id for id in alone if one_more(reader("en"), id)} == elsewhere


def test_an_example_without_a_board_is_told_all_the_same(sources: Sources) -> None:
    boardless = [id for id in sources.registry_ids() if own_cases(sources, id) and not illustration(sources, id)]
    assert boardless
    assert all('<div class="colt-player"' in examples(reader("en"), id) for id in boardless)


def test_the_statement_comes_first_in_the_language_of_the_page() -> None:
    to = reader("pl")
    clause = to.sources.registry.clause(SIGHT)
    page = clause_page(to, clause)
    assert page.title == "Na dachach: nikogo pomiędzy"
    assert to.text(clause.text) in page.body.partition("##")[0]
    assert "[Gra podstawowa](/rules/base/index.md) › [Strzał](/rules/base/fire.md)" in page.body


@pytest.fixture(scope="module")
def bodies() -> dict[str, str]:
    """All pages of clauses."""
    return {address: page.body for address, page in pages("en").items() if address.startswith("clauses/")}


def test_every_clause_has_a_page(bodies: dict[str, str], sources: Sources) -> None:
    assert set(bodies) == {entry_at(id) for id in sources.registry.clauses}


def test_neighbours_are_those_in_the_order_of_play(bodies: dict[str, str]) -> None:
    text = bodies[entry_at(SIGHT)]
    assert "Previous: [On the roofs: any distance](/clauses/fire.roof.any-distance.md)" in text
    assert "Next: [Bandits on one roof stand side by side](/clauses/fire.roof.side-by-side.md)" in text


def test_every_passage_is_named_with_book_section_and_lines() -> None:
    told = section(body(SIGHT), "sources")
    assert ": [ВЫСТРЕЛ](/books/ru-full/2.md#lines-310){lang=ru} (310-313)" in told
    assert ": [STRZAŁ](/books/pl-base/1.md#lines-270){lang=pl} (270-273, 274-275)" in told


def test_exceptions_are_a_tree() -> None:
    told = folded(body("fire.roof.any-distance"), "exceptions")
    assert "\n- [Tuco shoots through the roof](/clauses/tuco.through-the-roof.md)" in told
    assert "\n    - [Tuco shoots upward only](/clauses/tuco.upward-only.md)" in told
    above = section(body(UPWARD), "exceptions")
    assert "(/clauses/tuco.through-the-roof.md)" in above
    assert "\n    - [On the roofs: any distance](/clauses/fire.roof.any-distance.md)" in above


@pytest.mark.parametrize("id", [UPWARD, "tuco.through-the-roof"])
def test_both_outcomes_of_a_difference_stand_side_by_side(id: str) -> None:
    told = folded(body(id), "differences")
    assert "(/editions/ru-base-and-ru-full.md)" in told
    others = (one.name.en for one in reader("en").sources.registry.editions.values() if one.id != "ru-base")
    assert f"| {' · '.join(others).replace('&', '&amp;')} | Russia, 2018 |" in told
    assert "Tuco shot Doc" in told
    assert "**Refused**" in told
    assert '<div class="boards">' in told


def test_a_clause_that_holds_everywhere_tells_of_no_difference() -> None:
    assert "differences" not in anchors(body(SIGHT))


def test_a_ruling_that_completes_it_is_told_with_its_answer() -> None:
    told = folded(body(SIGHT), "rulings")
    assert "(/rulings/ruling.belle.blocks-sight.md)** Yes." in told


def test_a_case_shows_boards_commands_and_what_comes_of_them() -> None:
    told = section(behind(SIGHT), "case-who-climbs-up-hides")
    assert told.count("<figure>") == 1
    assert "<figcaption>Refused: Tuco fires at Doc.</figcaption>" in told
    assert "1. Django climbs onto the roof of the baggage car. [`ChangeFloor`]" in told
    assert "[`BanditMoved`](/contract/events/BanditMoved.md)" in told
    assert "2. Tuco fires at Doc." in told
    assert re.search(rf"\*\*Refused\*\*: \[[^\]]+\]\(/clauses/{SIGHT}\.md\)", told)
    assert "Tuco can choose: Tuco fires at Django" in told
    assert f'data-case="{SIGHT}/who-climbs-up-hides" data-from="/../cases/{SIGHT}.js"' in told


def test_cases_of_other_clauses_are_linked() -> None:
    told = section(behind(SIGHT), "other-cases")
    assert "(/../en/evidence/fire.not-same-place.html#case-on-a-roof)" in told
    assert "shotgun.blocks-sight/those-behind-him-are-hidden" in told


def test_code_and_wrong_readings_are_named(sources: Sources) -> None:
    text = behind(SIGHT)
    for one in sources.implementations[SIGHT]:
        assert f"[`{one.module}.{one.name}`](/../source/{one.file}.html#L{one.line})" in section(text, "code")
    assert ": A shooter can aim at every bandit on the nearest occupied place" in section(text, "code")
    assert sources.mutants[SIGHT][0].reading.split()[0] in section(text, "proof")


def test_tests_that_name_it_are_linked(sources: Sources) -> None:
    text = section(behind("secrecy.decks"), "proof")
    assert sources.tests["secrecy.decks"]
    for test in sources.tests["secrecy.decks"]:
        assert re.search(rf"\[`{re.escape(test)}`\]\(/\.\./source/tests/.+\.html#L\d+\)", text)


def test_what_is_in_the_box_is_told_apart_from_code_and_code_that_acts_from_code_that_cites() -> None:
    told = section(behind("horses.setup.neutral-bullets.sixteen"), "code")
    box, _, citing = told.partition("**Functions that only cite it**")
    assert "(/components/stagecoach.md#bullet-card-neutral)" in box
    assert "colt_rules." not in box
    assert "stagecoach.added_clauses._sixteen" in citing
    acts, _, cites = section(behind("duo.own-bandit-hit"), "code").partition("**Functions that only cite it**")
    assert "base.actions.fire.in_reach" in acts
    assert "duo.added_clauses._own_bandit_hit" in cites


def test_who_cites_it_is_linked() -> None:
    told = section(behind(SIGHT), "cited")
    assert "[`BulletGiven`](/contract/events/BulletGiven.md)" in told
    assert f"[`{SIGHT}/the-second-roof-is-hidden`](/../en/evidence/{SIGHT}.html#case-the-second-roof-is-hidden)" in told


def passed(run: Run, status: Status = Status.PASS) -> CaseResult:
    results = tuple(Result(check.id, check.level, status) for check in run.checks)
    return CaseResult(run.name, run.case.title, run.edition, run.side.clauses, results)


def test_the_result_of_the_last_run_is_told(sources: Sources) -> None:
    first, second, *_ = [run for run in sources.suite.runs if run.case.id.startswith(f"{SIGHT}/")]
    results = {first.name: passed(first), second.name: passed(second, Status.FAIL)}
    text = behind(SIGHT, Reader("en", evolve(sources, results=results)))
    assert '<span class="pass">passed</span> (checks: 4 of 4)' in text
    assert '<span class="fail">failed</span> (checks: 0 of 4)' in text
    assert "not run ·" in text
    assert "In the last run 1 of 6 cases of this page passed." in text


def test_every_case_has_its_anchor_on_a_page_that_is_not_heavy(sources: Sources) -> None:
    found = {page.elsewhere: page.body for page in pages("en").values() if page.elsewhere}
    for id in sources.suite.cases:
        entry, _, name = id.partition("/")
        assert f"{{#{case_anchor(name)} lang=en}}" in found[entry_at(entry)]
    assert max(len(text.encode()) for text in found.values()) < 120_000


def test_the_page_of_a_clause_is_light(bodies: dict[str, str]) -> None:
    """Half of them have less than seven kilobytes, of which two are names of pictures and legends."""
    sizes = sorted(len(text.encode()) for text in bodies.values())
    assert sizes[len(sizes) // 2] < 7_000
    assert sizes[-1] < 20_000


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mistake_is_reported_with_the_clause_filled_in_where_somebody_takes_reports(lang: str) -> None:
    at = Publishing("https://example.org/x/", "https://code.example.org/issues/new?title={subject}&body={text}")
    to = Reader(lang, reader(lang).sources, at)
    body = clause_page(to, to.sources.registry.clauses["fire.target"]).body
    link = re.search(rf"\[{to.say('report.link')}\]\(([^)]+)\)", body)
    assert link
    (subject,), (text,) = parse_qs(urlsplit(link[1]).query).values()
    assert subject == f"fire.target ({lang})"
    assert f"https://example.org/x/{lang}/clauses/fire.target.html" in text


def test_without_such_a_place_no_page_asks_for_reports(bodies: dict[str, str]) -> None:
    assert [id for id, body in bodies.items() if reader("en").say("report.link") in body] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clause_says_first_in_which_editions_it_is_not_and_leads_to_what_is(lang: str) -> None:
    to = reader(lang)
    body = clause_page(to, to.sources.registry.clauses["tuco.through-the-roof"]).body
    before, _, _ = body.partition('<div class="statement"')
    name = to.plain(to.sources.registry.editions["ru-base"].name)
    assert f"{to.say('clause.not-in')}**{to.colon} [{name}](/editions/ru-base.md)." in before
    assert "(/clauses/tuco.upward-only.md)" in before


def test_a_clause_that_every_edition_with_its_module_has_says_nothing_of_it(bodies: dict[str, str]) -> None:
    assert '<div class="not-in"' not in bodies["clauses/fire.target.md"]
    assert sum('<div class="not-in"' in body for body in bodies.values()) < 60


def test_players_read_the_names_of_editions_and_not_their_ids(bodies: dict[str, str], sources: Sources) -> None:
    ids = "|".join(sources.registry.editions)
    everywhere = reader("en").say("clause.holds-everywhere")
    assert all("/editions/" in body or everywhere in body for body in bodies.values())
    lines = [line for body in bodies.values() for line in body.splitlines() if "/editions/" in line]
    told = [re.sub(r"\]\([^)]*\)", "]", line.partition(". ")[0]) for line in lines]
    assert [line for line in told if re.search(rf"\[(?:{ids})\]|(?<![\w:-])(?:{ids})(?![\w:-])", line)] == []
