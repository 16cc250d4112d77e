"""Departures that a correction explains are distinguished from faults, and no others are explained."""

from collections.abc import Callable
from functools import cache
from random import Random

import msgspec
import pytest

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.events import EVENTS, BanditMoved, BanditPlaced, BanditStayed, Cited, Event, RoundEnded, TurnStarted
from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.kernel.decide import decide_by, legal_by
from colt_rules.log.corrections import former_rules
from colt_rules.log.entries import new_header, recording
from colt_rules.log.lines import LogReader
from colt_rules.log.rule_check import Judge
from colt_rules.log.verifying import Verified, verify_read
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import play
from colt_rules.registry.corrections import FIRST_VERSION, Correction
from colt_rules.registry.registry import registry
from colt_rules.rules.editions import PUBLISHED
from tests.corrected import correction
from tests.logs import text_of
from tests.rules.sittings import sitting

CLAUSES = [one.id for one in registry().citable()]
Told = list[tuple[Command, tuple[Cited, ...]]]

START = sitting("ru-full", players=4)


@cache
def game(house_rule: str = "", seed: int = 3) -> Told:
    """A right game, as a log tells it, in which the table made this house rule, ``ruling=answer``."""
    bots = {seat: RandomBot(seed + number) for number, seat in enumerate(START.seats)}
    house_rules = [AgreeOnRuling(TABLE, *house_rule.split("="))] if house_rule else []
    return [(command, right.events) for command, right in play(START, Dealer(seed), bots, house_rules)]


def judged(told: Told, *corrections: Correction, start: StartGame = START) -> Verified:
    """The result of verifying a log of these steps that was written before these corrections."""
    header = msgspec.structs.replace(new_header("old", start.edition, start.modules, start.seats), spec=FIRST_VERSION)
    return verify_read(LogReader([text_of(recording(header, told))]), judge=Judge(corrections))


def explained_by(found: Verified) -> set[tuple[Correction, ...]]:
    """What is explained, where there is no fault."""
    assert found.sound, found.departures[0]
    return {one.explained for one in found.explained}


def faults(found: Verified) -> list[str]:
    return [one.kind for one in found.departures]


def with_events(told: Told, change: Callable[[tuple[Cited, ...]], tuple[Cited, ...]]) -> Told:
    return [(command, change(events)) for command, events in told]


def without_clause(id: str, kind: type[Event]) -> Told:
    """A game in which events of this kind did not yet cite a clause."""
    told = [
        (
            command,
            tuple((one, tuple(each for each in cites if each != id or type(one) is not kind)) for one, cites in events),
        )
        for command, events in game()
    ]
    assert told != game()
    return told


def without(kind: type[Event]) -> Told:
    """A game that does not tell of such events."""
    return with_events(game(), lambda events: tuple(one for one in events if not isinstance(one[0], kind)))


def find(kind: type[Event], told: Told) -> tuple[int, int]:
    """The index of the first step with such an event, and the index of the event in that step."""
    return next((at, i) for at, (_, es) in enumerate(told) for i, (one, _) in enumerate(es) if isinstance(one, kind))


def moved(kind: type[Event], to: Callable[[int], int]) -> Told:
    """A game in which the first event of this kind is moved to the end of another command."""
    told = list(game())
    at, i = find(kind, told)
    one = told[at][1][i]
    told[at] = (told[at][0], (*told[at][1][:i], *told[at][1][i + 1 :]))
    told[to(at)] = (told[to(at)][0], (*told[to(at)][1], one))
    return told


# --- citations


def test_a_clause_that_is_cited_since_a_correction_is_explained_by_it() -> None:
    new = correction("TurnStarted")
    told = without_clause("turn.standard", TurnStarted)
    assert set(faults(judged(told))) == {"cites"}
    found = judged(told, new)
    assert explained_by(found) == {(new,)}
    assert [one.kind for one in found.explained] == ["cites"] * len(judged(told).departures)


@pytest.mark.parametrize(
    "other",
    [
        correction("TurnStarted", clauses=["turn.tunnel"]),
        correction("CardPlayed"),
        correction("CardPlayed", clauses=["turn.tunnel"], former_defaults=["ruling.draw.what-is-left=pass"]),
    ],
)
def test_another_correction_explains_nothing(other: Correction) -> None:
    told = without_clause("turn.standard", TurnStarted)
    found = judged(told, other)
    assert (found.explained, faults(found)) == ((), faults(judged(told)))


def test_only_those_corrections_are_named_that_it_takes() -> None:
    needed, idle = correction("TurnStarted"), correction("TurnStarted", clauses=["turn.tunnel"])
    assert explained_by(judged(without_clause("turn.standard", TurnStarted), idle, needed)) == {(needed,)}


# --- elsewhere, otherwise


def test_an_event_that_is_missing_or_happens_twice_is_a_fault_even_where_it_changes_nothing() -> None:
    """Otherwise a correction of what a kind of event rests on would let a cheat leave out any event of that kind."""
    ended = next(cites for _, events in game() for one, cites in events if isinstance(one, RoundEnded))
    new = correction("RoundEnded", clauses=ended[:1])
    twice = with_events(
        game(), lambda events: tuple(e for e in events for _ in range(1 + isinstance(e[0], RoundEnded)))
    )
    for told in (without(RoundEnded), twice):
        assert faults(judged(told, new)) == faults(judged(told)) != []


def test_what_the_position_depends_on_is_never_explained_away() -> None:
    moving = {id for _, events in game() for one, cites in events if isinstance(one, BanditMoved) for id in cites}
    found = judged(without(BanditMoved), correction("BanditMoved", clauses=[*moving]))
    assert found.departures
    assert found.explained == ()


def test_something_else_that_happened_is_a_fault() -> None:
    stood = next(cites for _, events in game() for one, cites in events if isinstance(one, BanditStayed))
    other = with_events(
        game(),
        lambda events: tuple((changed(e, how="climb") if isinstance(e, BanditStayed) else e, c) for e, c in events),
    )
    assert other != game()
    assert faults(judged(other, correction("BanditStayed", clauses=stood))) == ["event"]


def test_events_that_follow_from_others_may_have_different_content() -> None:
    stood = next(cites for _, events in game() for one, cites in events if isinstance(one, BanditStayed))
    other = with_events(
        game(),
        lambda events: tuple((changed(e, how="climb") if isinstance(e, BanditStayed) else e, c) for e, c in events),
    )
    new = correction("BanditStayed", clauses=stood, dependent_events=["BanditStayed"])
    assert explained_by(judged(other, new)) == {(new,)}


def test_an_event_may_be_elsewhere_while_only_chance_acts() -> None:
    late = moved(BanditPlaced, lambda at: at + 3)
    new = correction("BanditPlaced", clauses=["setup.placement.inside"])
    found = judged(late, new)
    assert explained_by(found) == {(new,)}
    at, _ = find(BanditPlaced, game())
    assert [one.command for one in found.explained] == [at + 1]


def test_an_event_that_a_player_did_not_see_when_choosing_is_a_fault() -> None:
    late = moved(TurnStarted, lambda at: at + 1)
    new = correction("TurnStarted", clauses=["schemin.turns-as-printed"])
    assert faults(judged(late, new)) == faults(judged(late))
    assert faults(judged(late))


def test_what_is_open_at_the_end_of_a_cut_log_may_still_be_explained() -> None:
    at, _ = find(BanditPlaced, game())
    told = moved(BanditPlaced, lambda at: at + 3)[: at + 2]
    new = correction("BanditPlaced", clauses=["setup.placement.inside"])
    assert judged(told, new).sound
    assert not judged(told).sound


# --- another answer


@pytest.mark.parametrize("house_rule", ["ruling.draw.what-is-left=pass", "ruling.gunslinger.nobody-fired=empty-stack"])
def test_an_older_game_may_have_been_played_by_an_answer_that_has_to_be_agreed_on_now(house_rule: str) -> None:
    told = [step for step in game(house_rule, seed=0) if not isinstance(step[0], AgreeOnRuling)]
    assert not judged(told).sound
    types = {type(one).__name__ for _, events in told for one, _ in events}
    new = correction(*types, clauses=[house_rule.partition("=")[0]], former_defaults=[house_rule])
    assert explained_by(judged(told, new)) == {(new,)}
    other = [AgreeOnRuling(TABLE, *house_rule.split("="))]
    assert judged([(other[0], game(house_rule, seed=0)[0][1]), *told], new).explained == (), "it is agreed on"


def test_an_older_game_may_have_been_played_as_if_its_edition_did_not_differ() -> None:
    """It was played by the Polish book, but without its rule about first rounds."""
    start = sitting("pl-base", players=4)
    differences = tuple(PUBLISHED["pl-base"].clauses)
    everything = correction(*EVENTS, clauses=CLAUSES, new_differences=differences)
    told = played_before(start, everything)
    assert not judged(told, start=start).sound
    assert explained_by(judged(told, everything, start=start)) == {(everything,)}
    bare = correction(*EVENTS, clauses=CLAUSES)
    assert not judged(told, bare, start=start).sound


def played_before(start: StartGame, new: Correction, seed: int = 5) -> Told:
    """A game played by the rules as they were."""
    random, dealer = Random(seed), Dealer(seed)
    first = decide(NEW, start)
    assert isinstance(first, Accepted)
    told: Told = [(start, first.events)]
    verdict = first
    while verdict.awaiting:
        rules, actor = former_rules(verdict.after, [new]), verdict.awaiting[0].actor
        answers = legal_by(rules, verdict.after, actor)
        command = dealer.deal(answers) if isinstance(answers, Arrangements) else random.choice(list(answers))
        decided = decide_by(rules, verdict.after, command)
        assert isinstance(decided, Accepted)
        verdict = decided
        told.append((command, verdict.events))
    return told
