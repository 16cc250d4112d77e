"""Whole games on the page of play in a real browser, by mouse, touch and keys, alone and passing the device."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from colt_rules.kernel import NEW
from colt_rules.kernel.evolve import evolve
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import to_data
from colt_rules.log.lines import parse_lines
from colt_rules.model.state import Game
from colt_rules.referee.audit import audit
from colt_rules.registry.localized import Localized
from colt_rules.site.words import all_words
from colt_rules.views import glimpse, roles, view
from tests.conftest import THOROUGH
from tests.site.browser import LOOKS, PHONE, SCREENSHOTS, SITE, WAYS, Visits, Way, fixtures, repeats_others
from tests.site.test_browser_access import COLOURS, SOME_COLOURS, faults

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

browser, served, visits = fixtures

STARTED = 120_000
"""Milliseconds for the engine to start, or for bots to choose, on a busy machine."""
LIT = ".colt-hand .colt-lit, .colt-choice"
EVERYTHING = ("horses", "stagecoach", "mei", "marshal", "time-machine", "cursed-loot")
RECORDING = """
  globalThis.heard = [];
  const Plain = Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data: { id, text } }) => {
        if (id) heard.push({ asked: this.asked.get(id), text });
      });
    }
    postMessage(data) {
      (this.asked ??= new Map()).set(data.id, data);
      super.postMessage(data);
    }
  };
"""
"""Records what a page asks the worker, and what it answers."""


@pytest.fixture(autouse=True)
def needs_the_page(browser: object) -> None:
    if not (SITE / "engine" / "list.js").exists():
        (pytest.fail if THOROUGH else pytest.skip)(f"needs a site with the engine in {SITE}: run make docs with node")


def say(key: str, lang: str = "en") -> str:
    """A text of the page up to its first value."""
    text: Localized = all_words()[f"play.{key}"]
    return text.in_language(lang).partition("{")[0]


def set_up(page: "Page", modules: Iterable[str] = (), people: int = 1, players: int = 0) -> None:
    """Fill in the form and begin."""
    page.wait_for_selector(".colt-setup")
    for module in modules:
        if not page.is_checked(f".colt-modules [value={module}]"):
            page.check(f".colt-modules [value={module}]")
    if players:
        page.select_option("select[name=players]", str(players))
    for seat in range(people):
        page.select_option(f"select[name=who-{seat}]", "person")
    page.click(".colt-setup [type=submit]")
    reach(page, "choosing", "curtain")


def reach(page: "Page", *states: str) -> str:
    """Wait until the page is in one of these states."""
    page.wait_for_selector(",".join(f"[data-state={state}]" for state in states), timeout=STARTED)
    return str(page.get_attribute(".colt-sitting", "data-state"))


def hurry(page: "Page") -> None:
    """Wait for no bot."""
    page.select_option(".colt-tools select", "0")


def act(one: "Locator", hand: str) -> None:
    """Click, tap or press a button."""
    match hand:
        case "touch":
            one.tap()
        case "keys":
            one.press("Enter")
        case _:
            one.click()


def choose_one(page: "Page", hand: str, chance: Random) -> None:
    """Make any choice; of a list, choose as few items as can be chosen. By keys, go to it from where the focus is."""
    if page.locator(".colt-list").count():
        done = page.locator(".colt-list .colt-primary")
        for item in page.locator(".colt-list .colt-card").all():
            if not done.is_enabled():
                act(item, hand)
        act(done, hand)
        return
    options = page.locator(LIT)
    if hand != "keys":
        act(options.nth(chance.randrange(options.count())), hand)
        return
    for _ in range(chance.randrange(options.count())):
        page.keyboard.press("Tab")
    while not page.evaluate("lit => document.activeElement.matches(lit)", LIT):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")


def play(page: "Page", hand: str = "mouse", most: int = 400, seed: int = 1) -> str:
    """Choose until the game is over, at most so often."""
    chance = Random(seed)
    for _ in range(most):
        match reach(page, "choosing", "curtain", "over"):
            case "over":
                return "over"
            case "curtain":
                assert page.locator(".colt-hand, .colt-board, .colt-seat").count() == 0, "a curtain hides everything"
                page.click(".colt-curtain button")
                reach(page, "choosing")
                hurry(page)
            case _:
                choose_one(page, hand, chance)
                page.wait_for_timeout(5)
    return reach(page, "choosing", "curtain", "over")


def saved(page: "Page", what: str = "save-log") -> bytes:
    """A file that the page offers."""
    with page.expect_download() as download:
        page.locator(f"[data-do={what}]").first.click()
    return Path(download.value.path()).read_bytes()


def is_sound(log: bytes) -> bool:
    """Whether the audit finds nothing in a log."""
    found = audit(log.splitlines(keepends=True))
    return found.sound


def positions(log: bytes) -> Iterator[Game]:
    """The positions of a game, the first before all events."""
    game = NEW
    yield game
    for entry in parse_lines(log.splitlines(keepends=True)).events:
        game = evolve(game, entry.event)
        yield game


def leaks(page: "Page", log: bytes) -> list[str]:
    """The answers that the page got and that hold more than the role that it asked for may see."""
    known = list(positions(log))
    found = []
    for one in page.evaluate("heard"):
        asked, text = one["asked"], one["text"]
        if asked["to"] != "ask":
            found += [] if asked["to"] in ("keep", "forget") and text == "true" else [f"{asked['to']}: {text[:100]}"]
            continue
        request, answer = json.loads(asked["text"]), json.loads(text)
        role = request.get("role", "")
        if request["ask"] == "look":
            if answer["view"] != to_data(view(known[answer["number"]], role)):
                found.append(f"look as {role} at {answer['number']}")
        elif request["ask"] == "moments":
            for moment in answer["moments"]:
                game = known[moment["number"]]
                if moment["view"] != to_data(glimpse(game, role if role in roles(game) else "spectator")):
                    found.append(f"moment {moment['number']} as {role}")
        elif request["ask"] in ("keep", "log", "verdict") and not known[-1].ranking:
            found.append(f"asked for {request['ask']}")
    return found


# --- whole games


def test_a_whole_game_alone_with_a_reload_in_the_middle(visits: Visits) -> None:
    page = visits.open("en/play.html")
    set_up(page, players=3)
    assert page.inner_text(".colt-tip") == say("tip-scheme"), "what a card does is told where the first is chosen"
    hurry(page)
    assert play(page, most=12) == "choosing"
    assert say("round-of") in page.inner_text(".colt-when")
    before = page.inner_text(".colt-told li:last-child")
    page.reload()
    page.click(".colt-go-on")
    reach(page, "choosing")
    assert page.inner_text(".colt-told li:last-child") == before
    hurry(page)
    assert play(page) == "over"
    assert page.inner_text(".colt-end .pass") == say("sound", "en")
    assert is_sound(saved(page))
    assert b"<html" in saved(page, "save-report")
    page.click("[data-do=replay]")
    page.wait_for_selector(".colt-whole-game .colt-play[data-at]")
    assert visits.faults == []


@pytest.mark.thorough
@pytest.mark.parametrize(("lang", "hand"), [("ru", "keys"), ("fr", "touch"), ("pl", "mouse")])
def test_whole_games_by_every_hand(visits: Visits, lang: str, hand: str) -> None:
    page = visits.open(f"{lang}/play.html", look=LOOKS["phone"] if hand == "touch" else {})
    set_up(page, players=4)
    hurry(page)
    assert play(page, hand, seed=LANGUAGES.index(lang)) == "over"
    assert is_sound(saved(page))


@repeats_others
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("modules", "people"),
    [((), 2), (EVERYTHING, 2), (("expert",), 2), (("duo",), 2), (("team",), 4)],
    ids=["base", "everything", "expert", "duo", "team"],
)
def test_whole_games_passing_the_device(visits: Visits, modules: tuple[str, ...], people: int) -> None:
    page = visits.open("en/play.html", look=LOOKS["phone"])
    page.add_init_script(RECORDING)
    page.reload()
    set_up(page, modules, people)
    assert play(page, "touch", most=900) == "over"
    log = saved(page)
    assert is_sound(log)
    assert leaks(page, log) == []


def test_the_page_gets_no_secret_of_another_seat(visits: Visits) -> None:
    page = visits.open("en/play.html")
    page.add_init_script(RECORDING)
    page.reload()
    set_up(page, people=2, players=3)
    assert play(page, most=400) == "over"
    log = saved(page)
    assert is_sound(log)
    assert len(page.evaluate("heard")) > 50
    assert leaks(page, log) == []


# --- what a player can do besides


def test_what_cannot_be_chosen_names_its_clause(visits: Visits) -> None:
    page = visits.open("en/play.html")
    set_up(page)
    hurry(page)
    zones = page.locator(".colt-board [data-zone]:not(.colt-lit)")
    for number in range(60):
        if (
            page.locator(".colt-hand .colt-lit").count() == 0
            and page.locator(".colt-board [data-zone].colt-lit").count()
        ):
            break
        choose_one(page, "mouse", Random(number))
        reach(page, "choosing", "over")
    zones.first.dispatch_event("click")
    page.wait_for_selector(".colt-answer [data-clause]")
    assert "/clauses/" in str(page.get_attribute(".colt-answer [data-clause]", "href"))


@repeats_others
def test_a_hint_and_taking_back(visits: Visits) -> None:
    page = visits.open("en/play.html")
    set_up(page)
    hurry(page)
    page.click("[data-do=hint]")
    page.wait_for_selector(".colt-answer p")
    before, story = page.inner_text(".colt-hand"), page.locator(".colt-told li").count()
    assert page.is_disabled("[data-do=take-back]")
    while page.is_disabled("[data-do=take-back]"):  # a card can be played in two ways
        choose_one(page, "mouse", Random(1))
        reach(page, "choosing")
    page.click("[data-do=take-back]")
    page.wait_for_selector("[data-state=choosing] [data-do=take-back]:disabled")
    assert page.inner_text(".colt-hand") == before
    assert page.locator(".colt-told li").count() == story


@repeats_others
def test_the_choices_are_in_sight_on_a_phone_and_the_page_is_not_wider(visits: Visits) -> None:
    page = visits.open("ru/play.html", look=LOOKS["phone"])
    set_up(page, EVERYTHING)
    hurry(page)
    for number in range(10):
        if page.locator(LIT).count():
            box = page.locator(LIT).first.bounding_box()
            assert box
            assert box["y"] + min(box["height"], 40) <= 844
        assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE
        choose_one(page, "touch", Random(number))
        if reach(page, "choosing", "over") == "over":
            break


@repeats_others
def test_the_focus_follows_the_choices(visits: Visits) -> None:
    page = visits.open("en/play.html")
    set_up(page)
    hurry(page)
    for _ in range(4):
        assert page.evaluate("document.activeElement.closest('.colt-choices') !== null")
        page.keyboard.press("Enter")
        reach(page, "choosing")
        page.wait_for_function("document.activeElement.closest('.colt-choices')")


# --- keeping, and files


def test_a_game_saved_as_a_file_goes_on_elsewhere(visits: Visits) -> None:
    page = visits.open("en/play.html")
    set_up(page, players=3)
    hurry(page)
    play(page, most=5)
    told = page.locator(".colt-told li").count()
    page.click(".colt-more summary")
    game, log = saved(page, "save-game"), saved(page)
    assert json.loads(game)["ask"] == "resume"
    assert json.loads(log.splitlines()[0])["as"] == "ghost"
    other = visits.open("en/play.html")
    assert other.locator(".colt-go-on").count() == 0, "this browser has no game"
    put(other, game)
    reach(other, "choosing")
    assert other.locator(".colt-told li").count() == told


def put(page: "Page", content: bytes, name: str = "game.jsonl") -> None:
    page.set_input_files(".colt-from-file input", {"name": name, "mimeType": "text/plain", "buffer": content})


@repeats_others
@pytest.mark.parametrize("way", WAYS)
def test_broken_and_hostile_files_are_told_in_a_sentence_and_lose_nothing(visits: Visits, way: Way) -> None:
    page = visits.open("fr/play.html", way=way)
    page.wait_for_selector(".colt-setup")
    kept = (Path(__file__).parents[2] / "events" / "games" / "sealed.jsonl").read_bytes()
    lines = kept.splitlines(keepends=True)
    files = {
        "empty": b"",
        "not a log": b"<script>alert(1)</script>",
        "binary": bytes(range(256)),
        "cut": b"".join(lines[: len(lines) // 2]),
        "another version": kept.replace(b'"version":1', b'"version":99', 1),
        "a saved game of nonsense": json.dumps(
            {"ask": "resume", "log": 7, "players": "x", "seed": [], "practice": 1}
        ).encode(),
        "a request in disguise": json.dumps({"ask": "resume", "type": "hello"}).encode(),
        "deep": b"[" * 50_000,
    }
    said = {}
    for name, content in files.items():
        page.evaluate("document.querySelector('.colt-problem')?.replaceChildren()")
        put(page, content)
        page.wait_for_selector(".colt-problem p", timeout=STARTED)
        said[name] = page.inner_text(".colt-problem")
        assert page.locator(".colt-setup").count() == 1, name
    assert all(20 < len(text) < 600 for text in said.values()), said
    set_up(page)
    assert visits.faults == []


@repeats_others
@pytest.mark.parametrize("way", WAYS)
def test_a_game_is_kept_on_a_server_and_from_disk(visits: Visits, way: Way) -> None:
    page = visits.open("pl/play.html", way=way)
    set_up(page)
    page.click(".colt-more summary")
    assert page.inner_text(".colt-more p >> nth=0") == say("is-kept", "pl")
    hand = page.inner_text(".colt-hand")
    page.reload()
    page.click(".colt-go-on")
    reach(page, "choosing")
    assert page.inner_text(".colt-hand") == hand


def test_a_kept_game_is_removed_and_the_engine_forgets_it_with_the_next(visits: Visits) -> None:
    page = visits.open("fr/play.html")
    kept = {"name": "old", "seats": ["tuco", "doc"], "people": ["tuco"], "when": 0, "over": False}
    page.evaluate("games => localStorage.setItem('colt-games', JSON.stringify(games))", [kept, {**kept, "name": "b"}])
    page.reload()
    page.click(".colt-remove >> nth=0")
    assert page.locator(".colt-kept-game").count() == 1
    page.reload()
    assert page.locator(".colt-kept-game").count() == 1
    remember = "game => colt.parts.in_script_kept.remember(game)"
    assert page.evaluate(remember, {**kept, "name": "new"}) == ["old"]
    assert page.evaluate(remember, {**kept, "name": "new"}) == []


@repeats_others
def test_a_game_that_cannot_be_kept_is_told(visits: Visits) -> None:
    page = visits.open("en/play.html")
    page.add_init_script("""
      const Plain = Worker;
      globalThis.Worker = class extends Plain {
        postMessage(data) {
          if (data.to === "keep") this.onmessage({ data: { id: data.id, error: "SecurityError" } });
          else super.postMessage(data);
        }
      };
    """)
    page.reload()
    set_up(page)
    assert page.inner_text(".colt-problem") == say("is-not-kept")
    page.reload()
    page.wait_for_selector(".colt-setup")
    assert page.locator(".colt-go-on").count() == 0


def test_an_engine_that_breaks_offers_to_go_on(visits: Visits) -> None:
    page = visits.open("en/play.html")
    page.add_init_script("""
      const Plain = Worker;
      globalThis.Worker = class extends Plain {
        constructor(...given) { super(...given); globalThis.engineWorker = this; }
      };
    """)
    page.reload()
    set_up(page, players=3)
    hurry(page)
    play(page, most=3)
    told = page.locator(".colt-told li").count()
    page.evaluate("engineWorker.onmessage({ data: { failed: 'RuntimeError: memory access out of bounds' } })")
    page.locator(LIT).first.click()
    page.wait_for_selector(".colt-problem")
    assert page.inner_text(".colt-problem p") == say("engine-memory")
    page.click(".colt-problem button")
    reach(page, "choosing")
    assert page.locator(".colt-told li").count() == told


@repeats_others
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_missing_file_and_a_missing_webassembly_are_told(visits: Visits, lang: str) -> None:
    page = visits.open(f"{lang}/play.html")
    page.wait_for_selector(".colt-setup")
    page.context.route("**/engine/wasm-*", lambda route: route.abort())
    page.click(".colt-setup [type=submit]")
    page.wait_for_selector(".colt-problem p", timeout=STARTED)
    assert page.inner_text(".colt-problem p").startswith(say("engine-missing", lang))
    page.evaluate("delete globalThis.WebAssembly")
    page.click(".colt-setup [type=submit]")
    page.wait_for_function(
        "text => document.querySelector('.colt-problem p')?.textContent.startsWith(text)",
        arg=say("engine-unsupported", lang),
    )
    visits.faults[:] = [fault for fault in visits.faults if "ERR_FAILED" not in fault]
    assert visits.faults == []


# --- looks


@pytest.mark.parametrize("look", SOME_COLOURS)
def test_every_view_is_accessible(visits: Visits, look: str) -> None:
    page = visits.open("en/play.html", look=COLOURS[look])
    page.wait_for_selector(".colt-setup")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[str]] = {}

    def check(name: str) -> None:
        page.screenshot(path=SCREENSHOTS / f"play-{name}-{look}.png")
        found[name] = faults(page)

    check("set-up")
    set_up(page, people=2, players=3)
    check("curtain")
    page.click(".colt-curtain button")
    reach(page, "choosing")
    check("choosing")
    assert play(page) == "over"
    check("end")
    assert {name: some for name, some in found.items() if some} == {}
