"""The page shows failures first, trusts no engine, and loads nothing from elsewhere."""

import re
from html.parser import HTMLParser

import attrs

from colt_rules.conformance.reports.page import page_html
from colt_rules.conformance.running.results import CaseResult, Report, Result, Status
from colt_rules.registry.registry import registry
from tests.conformance.reports.runs import AFTER, BEFORE, WRONG, a_case, a_report

VOID = {"meta", "input", "br", "path", "use", "rect", "circle"}


class Tags(HTMLParser):
    """All tags of a page with their attributes; a misplaced or missing end tag is an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def pictures(case: CaseResult) -> list[str]:
    return re.findall(r"<figcaption>(.*?)</figcaption><svg", page_html(a_report(case)))


def test_every_tag_is_closed_and_every_status_is_said_in_words() -> None:
    report = a_report()
    page = Tags(page_html(report))
    cases = [attributes for _, attributes in page.tags if (attributes.get("class") or "").startswith("case ")]
    assert sorted(str(one["data-status"]) for one in cases) == sorted(case.status for case in report.cases)
    words = " ".join(page.texts)
    assert all(re.search(rf"[✓✗!–] {status}\b", words) for status in Status)


def page_of_an_engine_that_says(everywhere: str) -> str:
    """A page in which every text that an engine can choose is this one."""
    result = Result(everywhere, everywhere, Status.FAIL, everywhere, {everywhere: 1}, {everywhere: everywhere})
    state = {**BEFORE, "train": ["locomotive", everywhere], "floor": {everywhere: [everywhere]}}
    case = CaseResult(
        everywhere, everywhere, everywhere, (everywhere,), (result,), 0, everywhere, state, {"train": everywhere}, state
    )
    report = a_report(case, problem=everywhere)
    engine = dict.fromkeys(("name", "version", "language", "levels", "editions"), everywhere)
    header = attrs.evolve(report.header, engine=engine, adapter=everywhere, filters=(everywhere,), suite=everywhere)
    return page_html(attrs.evolve(report, header=header))


def test_what_an_engine_says_is_never_a_tag() -> None:
    page = Tags(page_of_an_engine_that_says("<script>alert(1)</script><img src=x onerror=alert(1)>\"'"))
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert not [tag for tag, attributes in page.tags if tag == "img" or "onerror" in attributes]


def test_control_characters_from_an_engine_are_escaped() -> None:
    text = page_of_an_engine_that_says("a\x1b[2J\x00\x85\x9b\u202egnp\u2066\u200b\ufeffz")
    assert {sign for sign in text if not sign.isprintable()} <= {"\n", "\t"}
    assert "\\u202egnp" in text


def test_only_its_own_script_may_run_and_nothing_is_loaded() -> None:
    page = page_html(a_report())
    assert "default-src &#x27;none&#x27;" in page
    links = [
        value for _, attributes in Tags(page).tags for name, value in attributes.items() if name in ("src", "href")
    ]
    assert all(str(link).startswith("#colt-") for link in links)
    assert "url(" not in page


def test_the_filter_is_hidden_until_the_script_shows_it() -> None:
    page = Tags(page_html(a_report()))
    assert [attributes for tag, attributes in page.tags if tag == "form"] == [{"hidden": None}]


def test_clauses_with_failures_come_first_and_open_others_are_folded() -> None:
    good, bad = a_case(Status.PASS, 1, "setup.first-player.drawn"), a_case(Status.FAIL, 2, "secrecy.decks")
    page = page_html(a_report(good, bad))
    assert page.index("secrecy.decks/case-2") < page.index("setup.first-player.drawn/case-1")
    clauses = [attributes for _, attributes in Tags(page).tags if attributes.get("class") == "clause"]
    assert ["open" in attributes for attributes in clauses] == [True, False]


def test_within_a_clause_the_worst_case_comes_first() -> None:
    page = page_html(a_report(a_case(Status.PASS, 1), a_case(Status.FAIL, 2), a_case(Status.CRASH, 3)))
    assert page.index("/case-3") < page.index("/case-2") < page.index("/case-1")


def test_a_clause_is_told_in_its_words_and_a_ruling_as_well() -> None:
    ruling = next(iter(registry().rulings.values()))
    words = "".join(Tags(page_html(a_report(a_case(Status.PASS), a_case(Status.PASS, 2, ruling.id)))).texts)
    clause = registry().clause("fire.target")
    assert clause.title.en in words
    assert clause.text.en in words
    assert ruling.question.en in words
    assert ruling.answer.en in words


def test_a_clause_that_is_not_known_here_is_said_to_be_so() -> None:
    assert "has no clause of this name" in page_html(a_report(a_case(Status.PASS, 1, "no.such.clause")))


def test_only_a_case_that_went_wrong_has_boards() -> None:
    assert pictures(a_case(Status.PASS)) == []
    assert pictures(a_case(Status.FAIL)) == ["before", "expected", "the engine's"]


def test_boards_that_look_the_same_are_shown_once() -> None:
    case = a_case(Status.FAIL)
    other_order = {key: AFTER[key] for key in reversed(AFTER)}
    assert pictures(attrs.evolve(case, got_after=other_order)) == ["before", "expected = the engine's"]
    assert pictures(attrs.evolve(case, after=BEFORE)) == ["before = expected", "the engine's"]
    assert pictures(attrs.evolve(case, after=None, got_after=None)) == ["before"]


def test_an_invalid_state_has_no_picture_but_the_reason() -> None:
    page = page_html(a_report(attrs.evolve(a_case(Status.FAIL), got_after={**WRONG, "train": 5})))
    assert "No picture: this is not a state" in page


def test_a_difference_is_shown_with_its_path_and_both_sides() -> None:
    result = Result("state", "outcome", Status.FAIL, "differs", {"marshal": "a"}, {"marshal": "b", "phase": "x"})
    page = page_html(a_report(attrs.evolve(a_case(Status.FAIL), results=(result,))))
    assert "<tr><th>marshal</th><td>&quot;a&quot;</td><td>&quot;b&quot;</td></tr>" in page
    assert "<th>phase</th>" not in page


def test_many_differences_are_counted_and_not_all_shown() -> None:
    result = Result("legal", "legal", Status.FAIL, "differs", list(range(50)), list(range(1, 51)))
    page = page_html(a_report(attrs.evolve(a_case(Status.FAIL), results=(result,))))
    assert page.count("<tr><th>") == 12 + 1
    assert "and 38 more differences" in page


def test_a_run_that_broke_off_says_so_at_the_top() -> None:
    report: Report = attrs.evolve(a_report(), footer=None)
    assert "The run was interrupted after 8 of 8 cases." in page_html(report)
    assert "Not all cases were run: 8 of 8." in page_html(a_report(complete=False))
    assert '<p class="problem">too many restarts</p>' in page_html(a_report(problem="too many restarts"))
    assert 'class="problem"' not in page_html(a_report())


def test_an_engine_that_never_started_has_a_page_too() -> None:
    report = a_report()
    page = page_html(attrs.evolve(report, header=attrs.evolve(report.header, engine=None), cases=()))
    assert "Conformance of an engine that did not start" in page


def test_the_same_report_gives_the_same_bytes() -> None:
    assert page_html(a_report()) == page_html(a_report())


def test_five_hundred_cases_with_a_hundred_failures_stay_below_two_megabytes() -> None:
    cases = [a_case(Status.FAIL if number % 5 == 0 else Status.PASS, number) for number in range(500)]
    assert len(page_html(a_report(*cases)).encode()) < 2_000_000
