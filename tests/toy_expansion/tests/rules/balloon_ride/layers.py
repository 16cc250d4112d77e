"""Tests that every floor of the package supports the balloon, though none of them names it."""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

from colt_rules.cli.main import colt
from colt_rules.conformance.cases.board import board, sketch_of
from colt_rules.conformance.cases.suite import Exceptions, Suite
from colt_rules.conformance.fuzzing.pieces import pieces, without
from colt_rules.conformance.fuzzing.sketching import board_of, given_of, take_apart
from colt_rules.conformance.notation import BadSketch
from colt_rules.kernel import NEW, evolve, fold
from colt_rules.log.codec import to_data
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import pieces_of
from colt_rules.log.redaction import redacted
from colt_rules.model.state import Game
from colt_rules.pictures import train_svg
from colt_rules.pictures.text import train_text
from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import new_game, play, variants
from colt_rules.referee.audit import audit
from colt_rules.referee.telling import describe_changes, describe_command, describe_event
from colt_rules.registry.registry import registry
from colt_rules.rules.balloon_ride.commands import ThrowSandbag
from colt_rules.rules.balloon_ride.events import SandbagPlaced, SandbagThrown
from colt_rules.rules.balloon_ride.model import BALLOON, MODULE_NAME, balloon_of
from colt_rules.site.drawing import drawing_data
from colt_rules.site.pages import api, components, topics
from colt_rules.site.reader import Reader
from colt_rules.site.sources import Sources
from colt_rules.testing import positions
from colt_rules.views import glimpse, roles, view_event
from tests import test_two_worlds as worlds
from tests.logs import text_of
from tests.pictures.watching import watched
from tests.rules.balloon_ride.test_evolve import MODULES, SKETCH, scheming
from tests.rules.sittings import sitting
from tests.site.javascript import answers, needs_node
from tests.verdicts import after

CASES = Path("conformance/cases/balloon-ride/01-balloon.yaml")
SEATS = ("tuco", "doc", "ghost", "belle")


@cache
def game_of_bots() -> Recording:
    """A whole game in which a player throws a sandbag."""
    for seed in range(20):
        start = new_game(SEATS, modules=MODULES)
        bots = {seat: SchemingBot(seed) for seat in SEATS}
        steps = [(command, verdict.events) for command, verdict in play(start, Dealer(seed), bots)]
        if any(isinstance(command, ThrowSandbag) for command, _ in steps):
            return recording(new_header("balloon", start.edition, MODULES, SEATS), steps)
    pytest.fail("expected bots to throw a sandbag in one of twenty games, got none")


def end_of_game() -> Game:
    return fold(entry.event for entry in game_of_bots().events)


def run(*words: object) -> str:
    """The output of a command line."""
    done = CliRunner().invoke(colt, [*map(str, words)], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


# --- bots, log, referee


def test_it_is_a_variant_alone_and_with_other_modules() -> None:
    played = {variant for edition, variant in variants() if edition == "ru-full" and MODULE_NAME in variant}
    assert {MODULE_NAME, f"duo+{MODULE_NAME}", f"stagecoach+{MODULE_NAME}"} <= played


def test_bots_play_whole_games_in_which_an_audit_finds_nothing() -> None:
    assert end_of_game().ranking
    found = audit(pieces_of(BytesIO(text_of(game_of_bots()))))
    assert found.sound


def test_events_and_commands_are_told_in_sentences() -> None:
    game = scheming()
    command = ThrowSandbag("doc", "sandbag-2")
    assert describe_command(command) == "Doc throws sandbag 2."
    assert describe_event(SandbagThrown("doc", "doc", "sandbag-2", "heavy", 2)) == (
        "Doc threw a heavy sandbag; the balloon is 2 up."
    )
    assert "The balloon is 2 up." in describe_changes(game, after(game, command))


def test_a_redacted_log_and_a_replay_keep_the_secret(tmp_path: Path) -> None:
    placed = next(entry.event for entry in game_of_bots().events if isinstance(entry.event, SandbagPlaced))
    seen = {role: view_event(placed, role, end_of_game()) for role in roles(end_of_game())}
    assert {role for role, one in seen.items() if one and "kind" in one.data} == {"referee"}
    lines = [line for line in redacted(game_of_bots(), "tuco") if b"SandbagPlaced" in line]
    assert lines
    assert not any(b"light" in line or b"heavy" in line for line in lines)
    path = tmp_path / "balloon.jsonl"
    path.write_bytes(text_of(game_of_bots()))
    assert "some sandbag" in run("replay", path, "--kind", "SandbagPlaced", "--as", "tuco")


@pytest.mark.parametrize("number", range(2))
def test_two_worlds_that_differ_in_a_sandbag_look_the_same(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(worlds.WHERE, "sandbags", sitting(modules=MODULES))
    assert worlds.told_apart(worlds.a_secret("sandbags", number)) == ""


# --- cases and fuzzing


def test_a_position_is_read_written_and_made_smaller() -> None:
    game = scheming(height=2)
    assert "| doc" in sketch_of(game)
    made = take_apart(game, ())
    assert made is not None
    assert (given_of(made).height, given_of(made).loot) == (2, {"doc": ("sandbag:heavy",)})
    assert balloon_of(board_of(made)) == balloon_of(game)
    less = without(made, [piece for piece in pieces(made) if piece[0] in ("word", "option")])
    assert balloon_of(board_of(less)).height == 0
    assert {*balloon_of(board_of(less)).sandbags.values()} == {"light"}


def test_its_words_need_the_module() -> None:
    with pytest.raises(BadSketch, match="expected the module balloon-ride to be in play"):
        board(SKETCH)


@settings(max_examples=20, deadline=None)
@given(game=positions(("ru-full",), MODULES))
def test_fuzzing_draws_positions_with_it(game: Game) -> None:
    assert balloon_of(game).height in range(6)
    made = take_apart(game, ())
    assert made is None or balloon_of(board_of(made)) == balloon_of(game)


def test_its_cases_hold() -> None:
    assert "6 cases" in run("conformance", "run", "--file", CASES)


def test_the_specification_lacks_nothing() -> None:
    run("spec", "check")


# --- pictures and the browser


def test_it_is_in_pictures_and_in_words() -> None:
    game = scheming(height=2)
    assert train_svg(game).count('class="basket"') == 1
    assert "a light sandbag" in train_svg(game)
    told = train_text(glimpse(game, "doc"), 200)
    assert "balloon" in told
    assert "balloon 2 up" in told
    assert "heavy sandbag" in told
    assert "heavy sandbag" not in train_text(glimpse(game, "tuco"), 200)


def test_what_happens_to_it_is_seen() -> None:
    thrown = watched(scheming(), ThrowSandbag("doc", "sandbag-2"))
    assert [(mark.kind, mark.start.name, mark.carried) for mark in thrown.marks] == [("gone", "doc", "sandbag-2")]
    refused = watched(scheming(), ThrowSandbag("doc", "sandbag-1"))
    assert [(mark.kind, mark.start.name, mark.end) for mark in refused.marks] == [
        ("goes", "sandbag-1", "balloon.inside")
    ]


@needs_node
def test_a_browser_folds_sees_and_draws_it_as_python_does(tmp_path: Path) -> None:
    path = tmp_path / "balloon.jsonl"
    path.write_bytes(text_of(game_of_bots()))
    answer = """(asked) => positions(asked).map(({ state }, at) => [state, glimpse(state, inTurn(state, at), RECORDS),
      trainSvg(sceneOfState(state, asked.drawing), asked.drawing, { shared: "" })])"""
    (found,) = answers(answer, [{"log": str(path), "every": 1, "drawing": drawing_data()}])
    game, states = NEW, []
    for index, entry in enumerate(game_of_bots().events):
        game = evolve(game, entry.event)
        role = roles(game)[index % len(roles(game))]
        states.append([to_data(game), to_data(glimpse(game, role)), train_svg(game, shared="")])
    assert found == states


# --- the site


def test_the_pages_that_are_made_from_modules_list_it() -> None:
    nothing_run = Suite(cases={}, exceptions=Exceptions(accepting={}, refusing={}, uncited={}))
    to = Reader(
        "en",
        Sources(
            root=Path.cwd(),
            registry=registry(),
            implementations={},
            tests={},
            suite=nothing_run,
            results={},
            mutants={},
            unbreakable={},
        ),
    )
    pages = {page.address: page.body for of in (components, topics, api) for page in of.pages(to)}
    assert f"components/{MODULE_NAME}.md" in pages["components/index.md"]
    assert "lifts the balloon by 2" in pages[f"components/{MODULE_NAME}.md"]
    assert "balloon.throw" in pages[f"rules/{MODULE_NAME}/{BALLOON}.md"]
    assert "colt_rules.rules.balloon_ride.model" in pages["api/index.md"]
