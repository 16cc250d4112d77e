"""The ways in: the first page, the game in five minutes, disputes, questions and answers."""

import re
from collections import Counter

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.log.entries import EventEntry
from colt_rules.log.lines import read_lines
from colt_rules.modules import MODULES
from colt_rules.registry.registry import registry
from colt_rules.registry.rulings import Ruling
from colt_rules.site.addresses import entry_at, questions_at
from colt_rules.site.navigation import navigation
from colt_rules.site.pages import dispute, guided, home
from colt_rules.site.pages.guided import positions_of, tour
from colt_rules.site.pages.questions import as_question, by_topic, questions
from colt_rules.site.pages.rulings import open_in
from colt_rules.site.pages.topics import topics
from tests.site.reading import IN_TIME, pages, reader, some_sources

STOPS = tour().stop
ASKED = {question.id: question for question in questions(registry().folder)}


# --- the game in five minutes


def test_the_tour_has_enough_stops_and_goes_forward() -> None:
    assert 12 <= len(STOPS) <= 18
    events = [stop.event for stop in STOPS]
    assert events == sorted(set(events))
    assert len({stop.id for stop in STOPS}) == len(STOPS)


def test_at_each_stop_its_rule_is_seen() -> None:
    """The last events cite it; the first stop explains what the game is about."""
    cited: dict[int, set[str]] = {}
    behind: dict[int, set[str]] = {}
    for entry in read_lines(some_sources().games[tour().game]).entries:
        if isinstance(entry, EventEntry):
            behind.setdefault(entry.command, set()).update(entry.cites)
            cited[entry.seq] = set(behind[entry.command])
    assert STOPS[0].clause == "game.goal"
    assert [stop.id for stop in STOPS[1:] if stop.clause not in cited[stop.event]] == []


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.id)
def test_a_stop_is_told_in_four_languages_in_two_sentences_or_three(stop: object) -> None:
    assert stop in STOPS
    one = STOPS[STOPS.index(stop)]
    assert one.title.missing == one.text.missing == ()
    for lang in LANGUAGES:
        assert 2 <= len(re.findall(r"[.?!](?=\s|$)", one.text.in_language(lang))) <= 3
    for text in (one.title.fr, one.text.fr):
        assert not re.search(r"[^\s][:;?!](?=\s|$)", text)


def test_every_stop_has_a_picture_and_its_rule_without_scripts() -> None:
    body = pages("fr")["five-minutes.md"].body
    assert len(positions_of(some_sources())) == len(STOPS)
    for part, stop in zip(body.split('<section class="colt-stop"')[1:], STOPS, strict=True):
        assert f'data-event="{stop.event}"' in part
        assert part.count("<img") == 1
        assert f"(/{entry_at(stop.clause)})" in part
        assert stop.text.fr.split(" ")[0] in part


def test_the_value_of_a_closed_purse_is_not_told() -> None:
    sources = some_sources()
    pictures = dict(guided.files(sources, LANGUAGES))
    for lang in LANGUAGES:
        boards = [guided.board(reader(lang), stop) for stop in STOPS]
        drawn = [pictures["pictures/" + re.findall(r"(\w+\.svg)", board)[0]] for board in boards]
        told = [bool(re.search(r">[^<]*\b(?:250|300|350|400|450)\b", svg)) for svg in drawn]
        assert told == [False] * (len(STOPS) - 1) + [True], "only at the end everything is open"


def test_what_lies_face_down_is_not_told() -> None:
    body = pages("en")["five-minutes.md"].body
    (tunnel,) = (part for part in body.split("<section")[1:] if "{#stop-tunnel}" in part)
    assert tunnel.count('<li class="hidden">') == 4
    assert "Marshal" not in re.findall(r"<ol.*</ol>", tunnel)[0]


# --- the first page


@pytest.mark.parametrize("lang", IN_TIME)
def test_the_first_page_asks_at_once_and_shows_the_ways_in(lang: str) -> None:
    body = pages(lang)["index.md"].body
    to = reader(lang)
    assert body.index("<form") < body.index("colt-way")
    for id in home.EXAMPLES:
        asked = to.plain(ASKED[id].text).replace("'", "'")
        assert f"[{asked}](/{entry_at(ASKED[id].answers[0])}){{ .colt-asked }}" in body
    for name, address in home.CARDS.items():
        assert f"<b>{to.say(f'home.{name}')}</b>" in body
        assert f"](/{address}){{ .colt-way" in body


@pytest.mark.parametrize("anchor", ["find", "settle", "write", "trust"])
def test_old_anchors_of_the_first_page_are_there(anchor: str) -> None:
    assert f"{{#{anchor}}}" in pages("en")["index.md"].body


@pytest.mark.parametrize("lang", IN_TIME)
def test_the_navigation_leads_to_all_of_them(lang: str) -> None:
    group = navigation(reader(lang), pages(lang).values())[1]
    assert group.title == reader(lang).say("site.table")
    assert [entry.address for entry in group.entries] == [
        "five-minutes.md",
        "dispute.md",
        "questions.md",
        "try.md",
        "print.md",
    ]


# --- questions and answers


def test_every_question_and_every_ruling_is_answered_once() -> None:
    spec = registry()
    told = [one for some in by_topic(spec).values() for one in some]
    assert Counter(question.id for one in told for question in one.questions) == Counter(ASKED.keys())
    rulings = Counter(one.id for one in told if isinstance(spec.find(one.id), Ruling))
    assert rulings == Counter(spec.rulings.keys())


@pytest.mark.parametrize("lang", IN_TIME)
def test_a_question_stands_with_the_text_of_its_answer(lang: str) -> None:
    spec, to = registry(), reader(lang)
    answer = spec.clause("move.roof.one-to-three")
    body = pages(lang)["questions.md"].body
    (block,) = (part for part in body.split("</div>") if f"](/{entry_at(answer.id)})" in part)
    for id in ("004", "137"):
        assert as_question(to.plain(ASKED[id].text), lang) in block
    assert to.plain(answer.text) in block


def test_where_editions_answer_otherwise_each_is_told_with_its_editions() -> None:
    body = pages("en")["questions.md"].body
    (block,) = (part for part in body.split("</div>") if "**Can Tuco shoot through the roof?**" in part)
    assert "*Russia, 2018*: Tuco's shot through the roof goes from inside the car to its roof" in block
    assert "Poland, 2015*: Tuco can also aim" in block


def test_there_is_a_page_for_each_module_that_somebody_asks_about() -> None:
    asked = {topic.module for topic in by_topic(registry())}
    addresses = {questions_at(module) for module in MODULES if module in asked}
    assert addresses == {address for address in pages("fr") if address.startswith("questions")}
    assert all(f"(/{address})" in pages("fr")["questions.md"].body for address in addresses - {"questions.md"})


@pytest.mark.parametrize(
    ("lang", "typed", "printed"),
    [
        ("en", "can I shoot past Belle", "Can I shoot past Belle?"),
        ("en", "Doc hand size", "Doc hand size"),
        ("fr", "qui commence", "Qui commence\u202f?"),
        ("fr", "dans le tunnel on joue face cachée ?", "Dans le tunnel on joue face cachée ?"),
        ("ru", "что будет если зайти в вагон к шерифу", "Что будет, если зайти в вагон к шерифу?"),
        ("ru", "на сколько вагонов ходит шериф", "На сколько вагонов ходит шериф?"),
        ("pl", "co się dzieje gdy pociąg hamuje", "Co się dzieje, gdy pociąg hamuje?"),
        ("pl", "w którą stronę gramy przy zwrotnicy", "W którą stronę gramy przy zwrotnicy?"),
        ("pl", "najpierw kula czy dach przy spotkaniu", "Najpierw kula czy dach przy spotkaniu?"),
    ],
)
def test_what_was_typed_is_printed_as_an_editor_would(lang: str, typed: str, printed: str) -> None:
    assert as_question(typed, lang) == printed


# --- disputes


def test_a_dispute_leads_to_every_topic_of_the_base_game() -> None:
    body = pages("fr")["dispute.md"].body
    missing = [
        topic.name for topic in topics(registry()) if topic.module == MODULES[0] and f"](/{topic.address})" not in body
    ]
    assert missing == []


def test_it_answers_what_is_disputed_most_and_lists_what_can_be_agreed_on() -> None:
    spec, to = registry(), reader("fr")
    body = pages("fr")["dispute.md"].body
    for id in dispute.DISPUTED:
        assert f"](/{entry_at(ASKED[id].answers[0])})" in body
    still_open = [ruling for ruling in spec.rulings.values() if open_in(to, ruling)]
    assert still_open
    assert all(f"](/{entry_at(ruling.id)})" in body for ruling in still_open)
