"""Games of every kind pass the soak test; `colt soak --each 2000` runs it for longer."""

from collections import Counter

import pytest

from colt_rules.commands import COMMANDS
from colt_rules.kernel import NEW
from colt_rules.model.names import TABLE
from colt_rules.players import soak
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import play, variants
from colt_rules.players.soak import KindTally, any_game, tallies, try_game
from colt_rules.rules.base.table import house_rules_left, what_forbids
from colt_rules.rules.editions import PUBLISHED
from tests.conftest import THOROUGH
from tests.kinds import with_every_pair

KINDS = [*variants()]


def test_games_of_every_kind_end_and_replay_to_the_same_state() -> None:
    kinds, number = (KINDS, 2) if THOROUGH else ([*with_every_pair()], 2)
    outcomes = list(soak.soak(number * len(kinds), 3000, workers=1, kinds=kinds))
    assert [outcome for outcome in outcomes if outcome.problem] == []
    told = tallies(outcomes)
    assert [(tally.kind, tally.games, tally.failed) for tally in told] == [(kind, number, 0) for kind in kinds]
    assert sum(tally.events for tally in told) == sum(outcome.events for outcome in outcomes)
    assert 0 < sum(tally.with_house_rules for tally in told) < len(outcomes)


def test_every_edition_is_played_with_every_module_that_its_book_has() -> None:
    for edition, book in PUBLISHED.items():
        played = {name for by, variant in KINDS if by == edition for name in variants()[by, variant]}
        assert played == set(book.modules), edition


def test_any_game_can_be_played_and_sooner_or_later_is_every_game() -> None:
    agreed = [any_game(seed, KINDS) for seed in range(600)]
    for each in agreed:
        answers = tuple(f"{house_rule.ruling}={house_rule.answer}" for house_rule in each.house_rules)
        assert not what_forbids(each.start, answers)
    starts = [each.start for each in agreed]
    options = {(start.powers, start.happenings, start.stations) for start in starts}
    assert len(options) == 8, "a station without happenings can be agreed on"
    assert {bool(start.train) for start in starts} == {True, False}
    assert {len(start.seats) for start in starts} == {2, 3, 4, 5, 6, 7, 8}
    assert {house_rule for each in agreed for house_rule in each.house_rules} == set(house_rules_left(NEW))
    assert {(start.edition, start.modules) for start in starts} == {(by, of) for (by, _), of in variants().items()}


def test_tables_name_everything_that_they_can_name() -> None:
    named = {name for name in COMMANDS if name.startswith("Name")}
    given = Counter[str]()
    for seed in range(60):
        agreed = any_game(seed, [("ru-full", "stagecoach+marshal")])
        bots = {seat: RandomBot(seed) for seat in agreed.start.seats}
        for command, verdict in play(agreed.start, Dealer(seed, agreed.usual), bots, agreed.house_rules):
            if verdict.after.phase not in ("new", "setup"):
                break
            given[command.__class__.__name__] += command.actor == TABLE
    assert len(named) > 2
    assert all(given[name] > 5 for name in named), given
    assert given["FinishNaming"] == given["StartGame"] == 60


def test_a_seed_always_means_the_same_game() -> None:
    assert any_game(12, KINDS) == any_game(12, KINDS)
    assert try_game(12, KINDS) == try_game(12, KINDS)


def test_only_kinds_that_were_asked_for_are_played() -> None:
    outcomes = list(soak.soak(3, 5, workers=1, kinds=[("pl-base", "duo")]))
    assert tallies(outcomes) == [
        KindTally(
            ("pl-base", "duo"),
            games=3,
            with_house_rules=sum(outcome.house_rules > 0 for outcome in outcomes),
            events=sum(outcome.events for outcome in outcomes),
            failed=0,
        )
    ]


def test_a_game_that_breaks_is_named_by_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the log is gone")

    monkeypatch.setattr(soak, "parse_lines", broken)
    outcome = try_game(3, KINDS)
    assert (outcome.seed, outcome.problem) == (3, "RuntimeError: the log is gone")
    assert [tally.failed for tally in tallies([outcome])] == [1]


def test_a_log_that_leads_elsewhere_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "replay", lambda recording: None)
    assert "same final state" in try_game(3, KINDS).problem
