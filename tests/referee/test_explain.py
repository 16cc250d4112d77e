"""An event is explained by its command, its clauses and their exceptions, the positions around it, and its options."""

from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import count, islice
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from colt_rules.commands import Deal, Fire, PlayCard
from colt_rules.decisions import how_many
from colt_rules.events import BulletGiven, CardPlayed, GameEnded, GameStarted, HandDrawn, RoundCardsDrawn
from colt_rules.kernel import awaiting, legal
from colt_rules.languages import LANGUAGES
from colt_rules.log.choices import read_ways
from colt_rules.log.entries import CommandEntry, Entry, EventEntry
from colt_rules.log.lines import pieces_of, read_lines
from colt_rules.model.record import changed
from colt_rules.players.kept_games import KeptGame, play_kept_game
from colt_rules.players.play import new_game
from colt_rules.referee.explain import EXAMPLES, Explanation, explain
from colt_rules.referee.story import OutOfRange, Story
from colt_rules.registry.registry import registry
from colt_rules.registry.rulings import Ruling
from colt_rules.views import REFEREE, SeenCommand, UnknownRole, View, roles
from tests.corrected import correction, published
from tests.logs import chained, changed_entry, text_of

GAMES = Path(__file__).parents[2] / "events" / "games"
KEPT = sorted(path.stem for path in GAMES.glob("*.jsonl"))
FOUR = "four-everything"
PLAYED = {
    "upward": KeptGame(new_game(("tuco", "belle", "doc"), edition="ru-base"), 3),
    "mei": KeptGame(new_game(("mei", "ghost", "cheyenne", "django"), modules=("base", "mei")), 0),
}
"""Games that are replayed: in the first Tuco shoots up through the roof by the book that allows only that."""
SHOT, THROUGH, KNOCKED = 82, 176, 83
"""Events of the game of four: Django shoots Cheyenne, Tuco shoots her through the roof, she is knocked back."""


@cache
def story(name: str = FOUR) -> Story:
    if name in PLAYED:
        return Story.read([text_of(play_kept_game(name, PLAYED[name]))])
    with (GAMES / f"{name}.jsonl").open("rb") as file:
        return Story.read(pieces_of(file))


def forged(change: Callable[[Entry], list[Entry]]) -> Story:
    """The story of a kept game with some entries replaced, and numbers and hashes recomputed."""
    log = read_lines(GAMES / f"{FOUR}.jsonl")
    seqs = count(1)
    entries = [
        changed_entry(new, seq=next(seqs)) if isinstance(new, EventEntry) else new
        for entry in log.entries
        for new in change(entry)
    ]
    return Story.read(pieces_of(BytesIO(text_of(chained(log.header, entries)))))


def why(found: Explanation, clause: str) -> tuple[bool, str]:
    """Whether an exception applied, and why."""
    return next((one.applied, one.why) for one in found.exceptions if one.clause.id == clause)


def changing(seq: int, **fields: Any) -> Callable[[Entry], list[Entry]]:
    """Change the event with this number."""

    def change(entry: Entry) -> list[Entry]:
        if isinstance(entry, EventEntry) and entry.seq == seq:
            return [changed_entry(entry, data=changed(entry.event, **fields))]
        return [entry]

    return change


# --- any event


@pytest.mark.thorough
@pytest.mark.parametrize("name", KEPT)
def test_every_thirtieth_event_of_a_kept_game_is_explained_to_everybody(name: str) -> None:
    game = story(name)
    end = game.position(game.head.events)
    for seq in range(1, game.head.events + 1, 30):
        moment = game.moment(seq)
        for role in roles(end):
            found = explain(game, seq, role)
            assert [one.id for one in found.clauses] == list(dict.fromkeys(moment.entry.cites))
            assert not found.departs
            assert not found.by_the_rules
        # The referee comes last.
        assert (found.before, found.after) == (moment.before, moment.after)
        given = [command for one in found.options for command in one.commands if command == found.given.command]
        assert given == [moment.step.command.command]
        for citation in found.clauses:
            assert citation.entry is not None
            title = citation.entry.question if isinstance(citation.entry, Ruling) else citation.entry.title
            assert all(title.in_language(lang) for lang in LANGUAGES)


def test_one_event_takes_less_than_fifty_milliseconds() -> None:
    game = story("six-everything")
    explain(game, 1)  # reads the specification
    times = []
    for seq in range(1, game.head.events + 1, 25):
        start = perf_counter()
        explain(game, seq)
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.05


def test_an_unknown_event_is_reported() -> None:
    for seq in (0, story().head.events + 1):
        with pytest.raises(OutOfRange):
            explain(story(), seq)


def test_an_unknown_role_is_reported() -> None:
    with pytest.raises(UnknownRole):
        explain(story(), SHOT, "doc")


# --- the command and the clauses behind it


def test_the_command_behind_it() -> None:
    found = explain(story(), SHOT)
    assert found.given.command == Fire("django", "cheyenne")
    assert found.step.command.number == 30
    assert isinstance(story().moment(SHOT).entry.event, BulletGiven)


def test_a_clause_comes_with_its_passages() -> None:
    target = explain(story(), SHOT).clauses[0]
    assert target.entry == registry().clauses["fire.target"]
    assert [passage.key for passage in target.passages][:2] == ["ru-full:261", "ru-full:302-303"]
    assert {passage.book for passage in target.passages} == {"ru-full", "ru-base", "ru-base-b", "pl-base"}


def test_where_editions_differ_it_is_said() -> None:
    by_id = {one.id: one for one in explain(story(), THROUGH).clauses}
    (other,) = by_id["tuco.through-the-roof"].elsewhere
    assert (other.edition, other.clauses) == ("ru-base", ("tuco.upward-only",))
    assert by_id["fire.target"].elsewhere == ()


def test_a_ruling_that_the_table_agreed_otherwise() -> None:
    game = story("house-rules")
    first = explain(game, 1).clauses[0]
    assert first.agreed is not None
    assert (first.id, first.agreed.id) == ("ruling.setup.stations-are-happenings", "plain-station")
    ended = explain(game, game.head.events)
    assert isinstance(game.moment(game.head.events).entry.event, GameEnded)
    assert [(one.id, one.agreed and one.agreed.id) for one in ended.house_rules] == [
        ("ruling.gunslinger.nobody-fired", "nobody")
    ]


def test_without_house_rules_none_is_told() -> None:
    found = explain(story(), story().head.events)
    assert not [one for one in (*found.clauses, *found.house_rules) if one.agreed]
    assert found.house_rules == ()


# --- exceptions


def test_an_exception_that_the_event_rests_on() -> None:
    found = explain(story(), THROUGH)
    assert why(found, "tuco.through-the-roof") == (True, "this event rests on it")


def test_an_exception_that_another_event_of_the_command_rests_on() -> None:
    found = explain(story(), SHOT)
    assert why(found, "django.knock-back") == (True, f"event {KNOCKED}, of the same command, rests on it")
    assert why(explain(story(), KNOCKED), "django.knock-back") == (True, "this event rests on it")


def test_an_exception_in_the_place_of_another_is_one_to_what_that_was_one_to() -> None:
    found = explain(story("upward"), 87)
    (power,) = (one for one in found.exceptions if one.clause.id == "tuco.upward-only")
    assert power.applied
    assert "fire.inside.adjacent" in power.to
    assert "tuco.through-the-roof" not in power.to


def test_an_exception_that_took_a_target_away() -> None:
    assert why(explain(story(), THROUGH), "belle.not-if-another") == (True, "it kept Belle from being chosen")


@pytest.mark.parametrize(
    ("name", "event", "clause", "reason"),
    [
        (FOUR, SHOT, "tuco.through-the-roof", "this is about Django, not Tuco"),
        (FOUR, SHOT, "belle.not-if-another", "the target is Cheyenne, not Belle"),
        (FOUR, THROUGH, "tuco.upward-only", "ru-full has no such clause"),
        (FOUR, 33, "doc.seven-cards", "nobody has the power of Doc"),
        ("mei", GameStarted, "mei.seven-players", "nothing here rests on it"),
        (FOUR, 1, "mei.seven-players", "the module mei is not played"),
        (FOUR, 33, "expert.draw-up-to-six", "the module expert is not played"),
        ("russian-base", BulletGiven, "tuco.through-the-roof", "ru-base has tuco.upward-only instead"),
        ("three-plain", BulletGiven, "django.knock-back", "the table plays without powers"),
        ("three-plain", CardPlayed, "turn.tunnel", "this turn is standard"),
        ("three-plain", RoundCardsDrawn, "setup.rounds.station-last", "the table plays without stations"),
        ("house-rules", 197, "belle.not-if-another", "Belle was the only one who could be chosen"),
        ("house-rules-duo", 350, "django.knock-back", "event 351, of the same command, rests on django.train-end"),
        ("house-rules-duo", 56, "turn.tunnel", "this turn is standard"),
        ("french-team-six", 54, "doc.seven-cards", "this is about Django, not Doc"),
    ],
)
def test_an_exception_that_did_not_apply(name: str, event: Any, clause: str, reason: str) -> None:
    game = story(name)
    entries = [entry for step in game.steps() for entry in step.events if event in (entry.seq, entry.event.__class__)]
    explained = (explain(game, entry.seq) for entry in entries)
    found = next(one for one in explained if clause in [each.clause.id for each in one.exceptions])
    assert why(found, clause) == (False, reason)


# --- what else was possible


def test_all_that_was_legal_is_there() -> None:
    game = story()
    played = next(e.seq for s in game.steps() for e in s.events if isinstance(e.event, CardPlayed))
    found = explain(game, played)
    (open_,) = found.options
    assert isinstance(found.given.command, PlayCard)
    assert (open_.actor, open_.kinds) == (found.given.command.actor, ("scheme",))
    assert list(open_.commands) == list(legal(found.step.before, open_.actor))
    assert open_.number == len(open_.commands) > 3
    assert not open_.shape
    assert not open_.ways


def test_of_too_many_some_are_there_and_what_they_are_like() -> None:
    found = explain(story(), 33)
    assert isinstance(found.given.command, Deal)
    (open_,) = found.options
    answers = legal(found.step.before, "chance")
    assert open_.number == how_many(answers) > 10_000
    assert open_.shape == str(answers)
    assert list(islice(read_ways(open_.ways), 20)) == list(islice(answers, 20))
    assert open_.commands[0] == found.given.command
    assert len(open_.commands) == EXAMPLES
    assert all(command in answers for command in open_.commands)


def test_all_who_have_to_decide_are_there() -> None:
    game = story("russian-expert")
    step = next(step for step in game.steps() if len(awaiting(step.before)) > 2)
    found = explain(game, step.events[0].seq)
    assert [one.actor for one in found.options] == [decision.actor for decision in awaiting(step.before)]
    assert all(one.commands for one in found.options)


# --- as a role sees it


def test_a_player_sees_no_more_than_the_seat_may() -> None:
    drawn = explain(story(), 33, "tuco")
    assert isinstance(story().moment(33).entry.event, HandDrawn)
    assert drawn.seen.hidden == ("cards",)
    assert drawn.given == SeenCommand(None, None)
    assert [(one.hidden, one.commands) for one in drawn.options] == [(True, ())]
    assert isinstance(drawn.before, View)
    assert isinstance(drawn.after, View)
    assert [seat.hand for seat in drawn.after.seats if seat.seat == "django"] == [None]
    own = explain(story(), 33, "django")
    assert own.seen.hidden == ()
    assert [one.hidden for one in own.options] == [True]


def test_a_player_sees_what_that_player_gave() -> None:
    assert explain(story(), SHOT, "django").given.command == Fire("django", "cheyenne")
    assert not explain(story(), SHOT, "django").options[0].hidden
    assert explain(story(), SHOT, "tuco").given == SeenCommand("Fire", None)


def test_before_the_start_everybody_sees_nothing() -> None:
    found = explain(story(), 1, "tuco")
    assert isinstance(found.before, View)
    assert found.before.seats == ()


# --- logs that are not as the rules say


def test_where_the_log_cites_nothing_the_rules_are_asked() -> None:
    silent = forged(lambda entry: [changed_entry(entry, cites=()) if entry.seq else entry])
    found = explain(silent, SHOT)
    assert found.by_the_rules
    assert found.clauses == explain(story(), SHOT).clauses
    assert found.exceptions == explain(story(), SHOT).exceptions
    assert not found.departs


def test_a_command_that_the_rules_refuse() -> None:
    def at_belle(entry: Entry) -> list[Entry]:
        if isinstance(entry, CommandEntry) and entry.number == story().moment(THROUGH).step.command.number:
            return [changed_entry(entry, data=type(entry.data)(target="belle"))]
        return [entry]

    wrong = forged(at_belle)
    assert explain(wrong, THROUGH).departs == "By the rules this command is not allowed: belle.not-if-another."
    assert why(explain(wrong, THROUGH), "belle.not-if-another") == (False, "by the rules it forbids this command")
    assert explain(wrong, THROUGH, "django").departs == "By the rules this command is not allowed."


def test_an_event_that_the_rules_have_otherwise() -> None:
    wrong = forged(changing(KNOCKED, to="first-class.inside"))
    assert explain(wrong, KNOCKED).departs == "By the rules something else would have happened here."
    assert explain(wrong, SHOT).departs == "By the rules other events of the same command would have been different."


def test_clauses_that_the_rules_do_not_cite_are_reported() -> None:
    house = forged(lambda entry: [changed_entry(entry, cites=("house.rule",)) if entry.seq == KNOCKED else entry])
    found = explain(house, KNOCKED)
    assert found.departs == "By the rules it rests on other clauses: django.knock-back."
    assert [(one.id, one.entry) for one in found.clauses] == [("house.rule", None)]


def test_an_extra_event_departs_from_the_rules() -> None:
    last = story().moment(SHOT).step.events[-1].seq
    wrong = forged(lambda entry: [entry, entry] if entry.seq == KNOCKED - 1 else [entry])
    assert explain(wrong, SHOT).departs == "By the rules other events of the same command would have been different."
    assert explain(wrong, last + 1).departs == "By the rules the command would not have led to this event."


def test_a_position_that_no_game_leads_to() -> None:
    last = story().moment(SHOT).step.events[-1].seq
    wrong = forged(lambda entry: [] if entry.seq == last else [entry])
    found = explain(wrong, last)
    assert found.departs == "The rules cannot judge this: no game leads to the position before the command."
    assert found.options == ()
    assert explain(wrong, last, "spectator").before


def test_an_edition_that_nobody_knows() -> None:
    new = forged(changing(1, edition="xx-new"))
    found = explain(new, THROUGH, REFEREE)
    assert [one.elsewhere for one in found.clauses] == [()] * len(found.clauses)
    assert why(found, "tuco.upward-only")[0] is False


# --- older than a correction


def test_what_departs_because_of_a_correction_was_right_when_the_log_was_written() -> None:
    log = read_lines(GAMES / f"{FOUR}.jsonl")
    cites = log.events[SHOT - 1].cites
    entries = [changed_entry(one, cites=cites[1:]) if one.seq == SHOT else one for one in log.entries]
    older = chained(msgspec.structs.replace(log.header, spec="1.0.0"), entries)
    with published(correction("BulletGiven", clauses=cites[:1])):
        told = explain(Story.read([text_of(older)]), SHOT).departs
    assert told.startswith("By the rules ")
    assert f"It was right when the log was written: corrected in 1.1.0 [{cites[0]}]" in told


def test_a_fault_of_an_older_log_was_never_right() -> None:
    told = explain(forged(changing(SHOT, target="doc")), SHOT).departs
    assert told == "By the rules something else would have happened here."
