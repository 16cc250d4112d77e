"""The strongest bot searches on the native engine where that plays the game, and on the reference otherwise."""

from functools import partial

import pytest

from colt_rules.commands import Command
from colt_rules.decisions import Answers
from colt_rules.kernel import NEW, legal
from colt_rules.model.state import Game
from colt_rules.players.bots import SchemingBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import Bot, Look, new_game, play
from colt_rules.players.searching import Effort
from colt_rules.playing import strengths
from colt_rules.playing.strengths import STRENGTHS
from colt_rules.views import view
from tests.research.needing import needs_native

SEATS = ("tuco", "ghost", "belle", "doc")
LITTLE = Effort(playouts=2, choices=2)


def moment() -> tuple[Game, str, Answers]:
    """A choice in the first round."""
    game, bots = NEW, dict[str, Bot].fromkeys(SEATS, SchemingBot(1))
    for _, verdict in play(new_game(SEATS), Dealer(1), bots):
        game = verdict.after
        actor = verdict.awaiting[0].actor
        if actor in SEATS and len(answers := legal(game, actor)) > 3:
            return game, actor, answers
    raise AssertionError("expected a choice")


def where_it_searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Choose once, and tell which bot was asked."""
    asked: list[str] = []
    game, seat, answers = moment()

    def first(self: Bot, look: Look, answers: Answers) -> Command:
        asked.append(type(self).__name__)
        return answers[0]

    for bot in ("colt_rules.research.searching.ImaginingBot", "colt_rules.players.searching.SearchingBot"):
        monkeypatch.setattr(f"{bot}.choose", first)
    STRENGTHS["hard"](1, LITTLE).choose(partial(view, game, seat), answers)
    return asked


@needs_native
def test_the_native_engine_is_used_where_it_plays_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert where_it_searches(monkeypatch) == ["ImaginingBot"]


@needs_native
def test_the_reference_is_used_for_what_the_native_engine_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("colt_native.MODULES", ["expert"])
    assert where_it_searches(monkeypatch) == ["SearchingBot"]


def test_the_reference_is_used_without_the_native_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strengths, "NATIVE", "colt_native_that_is_not_there")
    assert where_it_searches(monkeypatch) == ["SearchingBot"]


@needs_native
def test_the_same_seed_and_view_choose_the_same() -> None:
    game, seat, answers = moment()
    one, again = (STRENGTHS["hard"](5, LITTLE).choose(partial(view, game, seat), answers) for _ in range(2))
    assert one == again
    assert one in answers
