"""The page shows what was found to those who may see it, in the same bytes each time; it runs and loads nothing."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import msgspec
import pytest

from colt_rules import __version__
from colt_rules.events import BanditMoved, GameEnded, HandDrawn, LootTaken
from colt_rules.log.entries import Entry, EventEntry, Recording, Seal, new_header, recording
from colt_rules.log.lines import read_lines
from colt_rules.model.record import changed
from colt_rules.referee import report
from colt_rules.referee.audit import audit
from colt_rules.referee.explain import NotShown
from colt_rules.referee.report import MOST_MOMENTS, POLICY, ReportRequest, report_html
from colt_rules.referee.story import OutOfRange, Story
from colt_rules.referee.why_not import NotForRole
from colt_rules.registry.registry import registry
from colt_rules.views import REFEREE, SPECTATOR, UnknownRole, roles
from tests.logs import chained, changed_entry, end_of, lines_of, long_log, played, text_of
from tests.referee.forging import Forged
from tests.referee.tampered import CATALOGUE
from tests.referee.touched import FILES
from tests.stores import cut, steps_of
from tests.views import test_two_worlds as two_worlds
from tests.views.test_two_worlds import Twist, World

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "events" / "games"


def page_of(log: Recording | bytes, *events: int, role: str = "", lang: str = "en") -> str:
    text = text_of(log) if isinstance(log, Recording) else log
    return report_html(Story.read([text]), audit([text]), ReportRequest(events, role, lang))


def wrong(name: str) -> Forged:
    return CATALOGUE[name].made()


def first(kind: type) -> int:
    """The number of the first event of this kind in the game."""
    return next(one.seq for one in played().events if isinstance(one.event, kind))


class Page(HTMLParser):
    """A parsed page; fails if it is not well formed."""

    VOID = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        """By tag: the text directly in it."""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == [], "every tag is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag."""
        assert len(dict(attrs)) == len(attrs), "no attribute comes twice"
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a self-closing tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the last opened tag."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Record text."""
        self.inside.setdefault(self._open[-1] if self._open else "", []).append(data)

    def all(self, attribute: str) -> list[str]:
        """All values of an attribute."""
        return [value for _, attributes in self.tags if (value := attributes.get(attribute)) is not None]


def texts(page: str) -> str:
    """The visible text of a page."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page.partition("</style>")[2]))


PAGES: dict[str, Callable[[], str]] = {
    "a sound game": lambda: page_of(played()),
    "contested events": lambda: page_of(played(), 82, first(HandDrawn), first(LootTaken)),
    "another command": lambda: could_he("tuco Fire", "tuco Punch"),
    "a wrong game": lambda: page_of(wrong("a-move-of-two-cars-inside-and-later-no-bullet-from-the-marshal").log()),
    "one that cites nothing": lambda: page_of(wrong("no-bullet-for-who-was-hit").log(cited=False)),
    "a game that is not over": lambda: page_of(cut(played(), 60), 120),
    "a log of its header": lambda: page_of(b"".join(lines_of(played())[:1])),
    "a log that was cut": lambda: page_of(b"".join(lines_of(played())[:200])),
    "two bandits for each": lambda: page_of((GAMES / "russian-two.jsonl").read_bytes(), 100),
    "teams": lambda: page_of((GAMES / "team-four.jsonl").read_bytes(), 3, 100),
    "house-rules": lambda: page_of((GAMES / "house-rules.jsonl").read_bytes(), 1, 100),
    "Polish": lambda: page_of((GAMES / "polish-base.jsonl").read_bytes(), 100, lang="pl"),
    "sealed": lambda: page_of((GAMES / "sealed.jsonl").read_bytes(), 100),
    "far too wrong": lambda: page_of(long_log(400)),
}


# --- what comes first


def test_the_dispute_comes_first_and_the_whole_game_is_folded() -> None:
    page = page_of(played(), 82)
    order = ["<h2>The contested moment", "<h2>Verdict", "<h2>Ranking", '<details class="game">', "<dl>", "<footer>"]
    places = [page.index(part) for part in order]
    assert places == sorted(places)
    assert '<ol class="events">' not in page[: page.index('<details class="game">')]


FROM_THE_ROOF = (GAMES / "tuco-from-the-roof.jsonl").read_bytes()


def could_he(*typed: str, role: str = "", lang: str = "en") -> str:
    """The page about Tuco's shot through the roof, and about other commands in its place."""
    return report_html(Story.read([FROM_THE_ROOF]), audit([FROM_THE_ROOF]), ReportRequest((464,), role, lang, typed))


def test_the_page_answers_what_else_could_have_been_done() -> None:
    told = texts(could_he("tuco Fire", "Tuco fires at Belle"))
    assert "Tuco, Fire: what could have been chosen Allowed Tuco fires at Cheyenne. Not allowed Doc On the" in told
    assert "Not allowed: Tuco fires at Belle. On the roofs: any distance fire.roof.any-distance From a roof" in told
    assert "The nearest commands that were legal Tuco fires at Cheyenne." in told
    assert "Нельзя: Туко стреляет в Красотку. На крышах:" in texts(could_he("Туко стреляет в Красотку", lang="ru"))
    page = Page(could_he("tuco Punch", "tuco Fire target=cheyenne", role="tuco"))
    assert [classes for classes in page.all("class") if classes.startswith("judgement")][:2] == [
        "judgement wrong",
        "judgement well",
    ]
    with pytest.raises(NotForRole):
        could_he("tuco Fire", role="doc")


# --- the page as such


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_well_formed_and_its_links_lead_somewhere(name: str) -> None:
    page = Page(PAGES[name]())
    ids, links = page.all("id"), page.all("href")
    assert len(ids) == len(set(ids))
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert [tag for tag, _ in page.tags[:3]] == ["html", "head", "meta"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_nothing_and_runs_nothing(name: str) -> None:
    text = PAGES[name]()
    page = Page(text)
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in [attributes for _, attributes in page.tags]
    assert POLICY.startswith("default-src 'none';")
    assert "script-src" not in POLICY
    for word in ("http:", "https:", "@import", "url(", "src=", "<script", "javascript:"):
        assert word not in text.replace("http://www.w3.org/2000/svg", "")
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert not {"script", "img", "iframe", "object", "embed", "link", "base", "form"} & {tag for tag, _ in page.tags}


@pytest.mark.thorough
def test_the_same_log_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(text_of(wrong("no-bullet-for-who-was-hit").log()))
    code = (
        "import sys; from pathlib import Path; from colt_rules.referee.report import *;"
        "from colt_rules.referee.audit import audit; text = Path(sys.argv[1]).read_bytes();"
        "sys.stdout.buffer.write(report_html(Story.read([text]), audit([text])).encode())"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code, log],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LANG": "C"},
            check=True,
            capture_output=True,
        ).stdout
        for seed, zone in (("1", "Asia/Tokyo"), ("2", "America/Lima"))
    ]
    assert made[0] == made[1] == page_of(log.read_bytes()).encode()


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;"


def spoilt(entry: Entry) -> Entry:
    """An entry in which every free text is hostile."""
    if not isinstance(entry, EventEntry):
        return entry
    event = entry.event
    if isinstance(event, BanditMoved):
        event = changed(event, how=HOSTILE, to=f"{HOSTILE}.roof")
    return changed_entry(entry, cites=(HOSTILE, *entry.cites), data=event)


def hostile() -> Recording:
    """A log of such entries."""
    header = msgspec.structs.replace(played().header, made_by=HOSTILE, edition=HOSTILE, modules=("base", HOSTILE))
    return chained(header, map(spoilt, played().entries))


@pytest.mark.parametrize("role", ["", SPECTATOR, REFEREE])
def test_what_a_log_says_is_text_and_never_a_tag(role: str) -> None:
    log = hostile()
    text = page_of(log, first(BanditMoved), 1, role=role)
    page = Page(text)
    assert not {"script", "img"} & {tag for tag, _ in page.tags}
    assert "<script" not in text
    assert "<img" not in text
    assert HOSTILE in "".join(page.inside["code"])
    assert HOSTILE in "".join(page.inside["dd"])


def test_control_characters_in_a_log_are_escaped() -> None:
    strange = "a\x1b[2J\x00\x85\x9b\u202egnp\u2066\u200b\ufeffz"
    header = msgspec.structs.replace(played().header, made_by=strange, seats=(strange, "x", "y"))
    text = page_of(chained(header, played().entries))
    assert {sign for sign in text if not sign.isprintable()} <= {"\n", "\t"}
    assert "a\\x1b[2J\\x00\\x85\\x9b\\u202egnp\\u2066\\u200b\\ufeffz" in text


def test_names_in_a_header_are_text() -> None:
    header = msgspec.structs.replace(played().header, seats=("<b>ghost</b>", "x", "y"))
    assert any("<b>ghost</b>" in one for one in Page(page_of(chained(header, played().entries))).inside["dd"])


# --- who may see it


@pytest.mark.parametrize(
    ("over", "role", "shown"),
    [
        (True, "", "the referee, with all that was hidden"),
        (False, "", "spectator"),
        (True, "ghost", "ghost"),
        (False, "referee", "the referee, with all that was hidden"),
    ],
)
def test_everybody_may_read_it_unless_somebody_asks_otherwise(over: bool, role: str, shown: str) -> None:
    log = played() if over else cut(played(), 60)
    facts = Page(page_of(log, role=role)).inside["dd"]
    assert shown in facts
    assert ("over" in facts, "not over" in facts) == (over, not over)


def log_of(steps: Iterable[tuple[World, int]]) -> list[Recording]:
    return [
        recording(
            new_header("two-worlds", "ru-full", ("base",), world.steps[0].after.options.seats),
            [(command, step.events) for command, step in zip(world.commands, world.steps[:end], strict=False)],
        )
        for world, end in steps
    ]


def told_at(world: World, other: World, twist: Twist, role: str) -> int:
    """The step in which a role learns that these are two worlds, at the latest the last one of the game."""
    for at, (one, two) in enumerate(zip(world.steps, other.steps, strict=False)):
        for (event, _), (counterpart, _) in zip(one.events, two.events, strict=False):
            if isinstance(event, GameEnded) or (one != two and twist.tells(event, counterpart, role)):
                return at
    raise AssertionError("every game ends")


@pytest.mark.thorough
@pytest.mark.parametrize("twist", two_worlds.TWISTS)
def test_a_page_holds_nothing_that_its_reader_may_not_know(
    twist: Callable[[World, Random], Twist | None],
) -> None:
    """Two worlds that differ in one secret give the same page: not even the hash of the log is in it."""
    tried = 0
    for seed in range(40):
        world = two_worlds.played(seed)
        found = twist(world, Random(seed))
        if found is None:
            continue
        other = two_worlds.told(found.commands)
        for role in ("", *roles(world.steps[0].after)):
            if role in found.insiders:
                continue
            end = told_at(world, other, found, role or SPECTATOR)
            one, two = log_of([(world, end), (other, end)])
            if one == two:
                continue
            apart = [here.seq for here, there in zip(one.events, two.events, strict=True) if here.event != there.event]
            events = (*apart[:2], *apart[-1:], 1, len(one.events))
            pages = [page_of(log, *events, role=role) for log in (one, two)]
            assert (pages[0] == pages[1]) == (role != REFEREE), role
            tried += role != REFEREE
        if tried > 3:
            return
    raise AssertionError("expected two worlds in one of the games, got none")


def test_what_is_wrong_in_a_line_is_for_the_referee_alone() -> None:
    lines = lines_of(cut(played(), 60))
    at = 1 + next(at for at, one in enumerate(played().entries) if one.seq == first(HandDrawn))
    lines[at] = lines[at].replace(b'"cards":[', b'"cards":[["ghost-fire"],')
    text = b"".join(lines)
    assert f"line {at + 1}: this line cannot be read, or is missing" in texts(page_of(text)).replace(" :", ":")
    assert "expected" not in texts(page_of(text))
    assert "expected" in texts(page_of(text, role=REFEREE))


def test_what_should_have_happened_is_for_the_referee_alone() -> None:
    """In an unfinished game a hand is drawn that was not dealt: neither hand may be shown."""
    forged = wrong("a-hand-of-seven-without-being-doc")
    (one,) = forged.places
    log = recording(forged.header, forged.told[: one.command + 2])
    assert "by the rules" in texts(page_of(log, role=REFEREE))
    assert f"event {one.event} : The rules lead to something else." in texts(page_of(log))
    assert "by the rules" not in texts(page_of(log)).lower().partition("the contested moment")[0]
    assert "Robbery" not in texts(page_of(log))
    assert "Robbery" in texts(page_of(log, role=REFEREE))


def test_the_clauses_of_a_refusal_tell_of_cards_and_are_for_the_referee_alone() -> None:
    forged = wrong("a-card-is-played-that-is-not-in-hand")
    clause = forged.places[0].clause
    place = forged.places[0].command
    log = recording(forged.header, forged.told[:place])
    assert clause in texts(page_of(log, 1, role=REFEREE))
    assert clause not in texts(page_of(log, 1))
    assert "The command was not allowed." in texts(page_of(log, 1))


def test_where_the_right_game_ends_is_for_the_referee_alone_before_the_game_is_over() -> None:
    """Which commands would be refused after the right events reveals cards."""
    forged = wrong("a-card-is-played-that-is-not-in-hand")
    log = recording(forged.header, forged.told[: forged.places[0].command + 2])
    assert "It cannot be known how the game would have ended" in texts(page_of(log, role=REFEREE))
    assert "It cannot be known how the game would have ended" not in texts(page_of(log))
    assert "The game is not over, so there is no result yet." in texts(page_of(log))


def test_nobodys_money_is_told_before_the_game_is_over() -> None:
    """By the rules the game is over, but the log does not say so."""
    steps = steps_of(played())
    steps[-1] = (steps[-1][0], steps[-1][1][:-1])
    log = recording(played().header, steps)
    assert "<table>" not in page_of(log)
    assert "<table>" in page_of(log, role=REFEREE)


def test_a_moment_that_nobody_can_show_is_left_out_unless_it_was_asked_for() -> None:
    """A player sits down to a game that was never set up."""
    (command, events), *_ = steps_of(played())
    log = recording(played().header, [(command, events[1:])])
    assert moments(page_of(log, role=REFEREE)) == ["1"]
    assert moments(page_of(log)) == []
    assert "The rules lead to something else." in texts(page_of(log))
    with pytest.raises(NotShown, match="no game leads to this position"):
        page_of(log, 1)


def test_there_is_no_page_for_somebody_else_or_about_another_event() -> None:
    with pytest.raises(UnknownRole, match="got 'nobody'"):
        page_of(played(), role="nobody")
    for event in (0, -1, 392):
        with pytest.raises(OutOfRange, match=f"from 1 to 391, got {event}"):
            page_of(played(), event)


# --- the moments


def moments(text: str) -> list[str]:
    return re.findall(r'<section class="moment" id="event-(\d+)"', text)


def test_the_events_that_were_asked_for_are_shown_in_that_order_and_once() -> None:
    assert moments(page_of(played(), 82, 20, 82)) == ["82", "20"]
    assert moments(page_of(played())) == []


def test_where_nobody_asks_the_departures_are_shown() -> None:
    forged = wrong("a-move-of-two-cars-inside-and-later-no-bullet-from-the-marshal")
    log = forged.log()
    refused = next(one.seq for one in log.events if one.command == forged.places[0].command)
    assert moments(page_of(log)) == [str(refused), str(forged.places[1].event)]
    assert moments(page_of(log, 5)) == ["5"]
    assert len(moments(page_of(long_log(400)))) == MOST_MOMENTS


def test_a_moment_stands_out_in_the_whole_game() -> None:
    text = page_of(played(), 82)
    assert text.count('<li class="contested"><span><a href="#event-82">82</a></span>') == 1
    assert text.count('class="contested"') == 1
    assert "<title>event 82</title>" in text
    assert "391 events in 5 rounds; the contested events are 82</title>" in text
    assert "391 events in 5 rounds; nothing is contested</title>" in page_of(played())


def test_a_moment_has_a_picture_before_and_one_after_if_that_differs() -> None:
    moved, drawn = page_of(played(), first(BanditMoved)), page_of(played(), first(HandDrawn))
    assert re.findall("<figcaption>(.*?)</figcaption>", moved) == [
        f"before event {first(BanditMoved)}",
        f"after event {first(BanditMoved)}",
    ]
    assert re.findall("<figcaption>(.*?)</figcaption>", drawn) == [f"before and after event {first(HandDrawn)}"]


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_a_title(name: str) -> None:
    pictures = re.findall(r"<svg (.*?)>(.*?)</svg>", PAGES[name](), re.DOTALL)
    assert pictures
    for attributes, inside in pictures:
        if 'aria-hidden="true"' not in attributes:
            assert 'role="img"' in attributes
            assert re.match(r"\s*<title\b[^>]*>[^<]+</title>", inside)


def test_a_moment_tells_command_changes_clauses_and_choices() -> None:
    seq = first(LootTaken)
    told = texts(page_of(played(), seq))
    entry = next(one for one in played().events if one.seq == seq)
    assert f"Event {seq}: " in told
    assert f"Command {entry.command}, line " in told
    for heading in ("what changed", "what it rests on", "could choose"):
        assert heading in told
    for clause in entry.cites:
        assert clause in told
    assert "(this was chosen)" in told


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "Tuco shoots through the roof"),
        ("ru", "Туко стреляет сквозь крышу"),
        ("fr", "Tuco tire à travers le toit"),
        ("pl", "Tuco strzela przez dach"),
    ],
)
def test_clauses_come_in_the_language_of_the_reader(lang: str, title: str) -> None:
    text = page_of((GAMES / "four-everything.jsonl").read_bytes(), 176, lang=lang)
    assert f'<div class="clause" lang="{lang}"><b>{title}</b> <code>tuco.through-the-roof</code>' in text
    assert f"<p>{escape(registry().clauses['tuco.through-the-roof'].text.in_language(lang))}</p>" in text


# --- the verdict


def verdict(log: Recording | bytes, **asked: str) -> str:
    return texts(page_of(log, **asked)).partition("Verdict")[2].partition("The contested moment")[0]


def test_a_sound_log_is_told_so_twice() -> None:
    told = verdict(played()).partition("The whole game")[0]
    assert told.count("✓ yes") == 2
    assert "✗" not in told
    assert "Every one of 118 commands was allowed" in told
    assert "result" not in told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("a-player-plays-out-of-turn", "The command was not allowed."),
        ("no-bullet-for-who-was-hit", "The rules lead to something else."),
        ("a-citation-is-missing", "It is right, but rests on other clauses than the log says."),
    ],
)
def test_a_departure_from_the_rules_is_told_with_its_clause(name: str, words: str) -> None:
    forged = wrong(name)
    told = verdict(forged.log())
    assert "The log is intact and consistent: ✓ yes" in told
    assert "The log follows the rules: ✗ no" in told
    assert words in told
    assert forged.places[0].clause in told
    assert f"command {forged.places[0].command}" in told
    assert "by the log" in told
    assert "by the rules" in told


def test_a_broken_chain_is_told_and_the_rules_are_asked_all_the_same() -> None:
    touched = b"".join(FILES["a-byte-of-a-hash-is-changed"]().lines)
    assert "The log is intact and consistent: ✗ no" in verdict(touched)
    assert "the chain breaks between" in verdict(touched)
    assert "The log follows the rules: ✓ yes" in verdict(touched)


RESULTS = {
    "a-card-is-hidden-in-a-standard-turn": "after what should have happened, command 12 is not legal",
    "a-purse-of-another-value-and-in-the-end-the-wrong-gunslinger": "The result would have been different:",
    "a-card-of-the-pile-is-skipped": "The result would have been the same.",
}


@pytest.mark.parametrize("name", RESULTS)
def test_whether_the_result_differs_is_told(name: str) -> None:
    text = page_of(wrong(name).log())
    assert RESULTS[name] in texts(text)
    assert text.count("<table>") == (2 if "different:" in RESULTS[name] else 1)


def test_a_citation_changes_no_result() -> None:
    assert "result" not in verdict(wrong("a-citation-is-missing").log())


def test_what_could_not_be_judged_is_told() -> None:
    lines = lines_of(played())
    assert "nothing was judged" not in verdict(played())
    told = verdict(b"".join([*lines[:100], b"no line\n", *lines[101:]]))
    assert re.search(r"[Ff]rom command \d+ on", told)
    assert "nothing was judged" in told


def test_a_log_without_citations_is_told_as_one() -> None:
    forged = wrong("no-bullet-for-who-was-hit")
    assert "cites no clauses" in verdict(forged.log(cited=False))
    assert "cites no clauses" not in verdict(forged.log())
    assert "what it rests on by the rules" in texts(page_of(forged.log(cited=False), 10))


@pytest.mark.thorough
@pytest.mark.parametrize("role", ["", SPECTATOR, REFEREE])
@pytest.mark.parametrize("name", FILES)
def test_of_every_touched_file_a_page_can_be_made(name: str, role: str) -> None:
    touched = FILES[name]()
    page = Page(page_of(b"".join(touched.lines), role=role))
    assert ("✗ no" in page.inside["span"]) == bool(touched.kind or touched.rules)


# --- the whole game, the ranking, the sources


def test_the_whole_game_is_listed_by_rounds() -> None:
    text = page_of(played())
    assert re.findall("<summary><b>(.*?)</b>", text) == ["Setting up", *(f"Round {n}" for n in range(1, 6))]
    assert re.findall(r"<li><span>(\d+)</span>", text) == [str(seq) for seq in range(1, 392)]


def test_of_a_log_without_end_the_beginning_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST_EVENTS", 50)
    text = page_of(played())
    assert len(re.findall(r"<li><span>\d+</span>", text)) == 50
    assert "341 more events are not listed here." in text


def test_the_ranking_is_told_when_the_game_is_over() -> None:
    end = Story.read([text_of(played())]).position(391)
    rows = re.findall(
        r'<tr><td class="number">(\d+)</td><td>(\w+)</td><td class="number">\$([\d,]+)', page_of(played())
    )
    assert rows == [(str(one.rank), one.seat.title(), f"{one.money:,}") for one in end.ranking]
    assert "Ranking" not in page_of(cut(played(), 60))


def footer(log: Recording | bytes) -> str:
    return texts("</style>" + page_of(log).partition("<footer>")[2])


def test_a_page_ends_with_what_it_rests_on() -> None:
    told = footer(played())
    assert f"hash of the log {end_of(played()).hash}" in told
    assert f"log written by {played().header.made_by}" in told
    assert "log format 1" in told
    assert f"judged by colt-rules {__version__}" in told
    assert "sealed by" not in told


def test_seals_are_told() -> None:
    log = read_lines(GAMES / "sealed.jsonl")
    (seal,) = log.closing.seals
    assert isinstance(seal, Seal)
    assert f"sealed by {seal.key}" in footer((GAMES / "sealed.jsonl").read_bytes())


def test_players_and_what_they_agreed_on_are_told() -> None:
    assert "players player 1 with " in texts(page_of((GAMES / "russian-two.jsonl").read_bytes()))
    told = texts(page_of((GAMES / "house-rules.jsonl").read_bytes()))
    assert re.search(r"agreed rulings ruling\.\S+=\S+", told)
    assert "agreed rulings" not in texts(page_of(played()))


def test_a_published_site_opens_a_moment_for_who_may_see_all_of_it() -> None:
    def told(role: str, site: str = "https://rules.example.org/") -> str:
        asked = ReportRequest((464,), role, "ru", site=site)
        return report_html(Story.read([FROM_THE_ROOF]), audit([FROM_THE_ROOF]), asked)

    assert 'href="https://rules.example.org/ru/try.html#position=' in told("referee")
    assert "#position=" not in told("tuco")
    assert "#position=" not in told("referee", "")
