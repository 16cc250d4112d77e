"""An audit finds nothing in right games, and in a wrong one only the fault and not its consequences."""

import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from colt_rules.commands import Command, Fire, StartGame
from colt_rules.events import (
    ActionIdle,
    ActionTaken,
    BanditMoved,
    BulletGiven,
    CardPlayed,
    Cited,
    Event,
    GameEnded,
    GameStarted,
    HandDrawn,
    LootPlaced,
)
from colt_rules.kernel import Accepted, decide, fold
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.errors import LogError
from colt_rules.log.lines import pieces_of, write_lines
from colt_rules.model.names import Cites
from colt_rules.model.record import changed
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import play, variants
from colt_rules.players.soak import any_game
from colt_rules.referee.audit import Audit, Span, audit
from tests.conftest import THOROUGH
from tests.kinds import each
from tests.logs import chained, chained_lines, lines_of, long_log, played, text_of
from tests.referee.forging import TABLES, Told, game
from tests.referee.tampered import CATALOGUE

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "events" / "games").glob("*.jsonl"))
EACH = 20 if THOROUGH else 3
"""The number of games of each kind: more than 500 in all in thorough runs."""


def judged(log: Recording) -> Audit:
    """Audit a log in the pieces in which a file is read."""
    return read(lines_of(log))


def read(lines: Sequence[bytes]) -> Audit:
    return audit(pieces_of(BytesIO(b"".join(lines))))


# --- right games


@pytest.mark.parametrize(("edition", "variant"), each(variants()))
def test_nothing_is_found_in_right_games(edition: str, variant: str) -> None:
    tables_with_house_rules = 0
    for seed in range(EACH):
        agreed = any_game(seed, [(edition, variant)])
        tables_with_house_rules += bool(agreed.house_rules)
        start = agreed.start
        bots = {seat: RandomBot(seed + number) for number, seat in enumerate(start.seats)}
        steps = [(command, right.events) for command, right in play(start, Dealer(seed), bots, agreed.house_rules)]
        file = BytesIO()
        write_lines(recording(new_header("right", start.edition, start.modules, start.seats), steps), file)
        file.seek(0)
        found = audit(pieces_of(file))
        assert (found.log, found.rules, found.unjudged, found.result.differs) == ((), (), Span(), False), seed
        assert found.sound
        assert found.cited
        assert found.result.by_log == found.result.by_rules != ()
        assert (found.head.commands, found.head.events) == (len(steps), sum(len(events) for _, events in steps))
    assert 0 < tables_with_house_rules < EACH


@pytest.mark.thorough
def test_there_are_five_hundred_right_games() -> None:
    assert len(each(variants())) * EACH >= 500


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_nothing_is_found_in_a_kept_game(path: Path) -> None:
    with path.open("rb") as file:
        found = audit(pieces_of(file))
    assert found.sound
    assert found.result.differs is False


# --- a game to change

DEALT = 2
"""The step that deals the purses."""


def steps(table: str = "four", seed: int = 0) -> list[Told]:
    """A right game, as a log has it."""
    return [(step.command, step.events) for step in game(table, seed)]


def log_of(told: Sequence[tuple[Command, Sequence[Cited]]], table: str = "four") -> Recording:
    start = TABLES[table]
    return recording(new_header("told", start.edition, start.modules, start.seats), told)


def places(told: Sequence[Told], kind: type[Event]) -> Iterator[tuple[int, int]]:
    """The places of events of this kind: the index of the step, and of the event in it."""
    return ((at, i) for at, (_, events) in enumerate(told) for i, (one, _) in enumerate(events) if type(one) is kind)


def seq_of(told: Sequence[Told], at: int, i: int) -> int:
    return sum(len(events) for _, events in told[:at]) + i + 1


def put(told: list[Told], at: int, i: int, *others: Cited) -> None:
    """Replace an event."""
    command, events = told[at]
    told[at] = (command, (*events[:i], *others, *events[i + 1 :]))


def wrong_purse(told: list[Told]) -> int:
    """Make a purse that somebody takes worth more than was drawn, and nothing else; return the event."""
    for i, (event, cites) in enumerate(told[DEALT][1]):
        if isinstance(event, LootPlaced) and event.token == "purse-2":
            put(told, DEALT, i, (changed(event, value=event.value + 1_000), cites))
            return seq_of(told, DEALT, i)
    raise AssertionError("it is on the train")


def no_bullet(told: list[Told], which: int = -1) -> int:
    """Remove the bullet of somebody who is shot, and nothing else; return the event that follows."""
    at, i = list(places(told, BulletGiven))[which]
    put(told, at, i)
    return seq_of(told, at, i)


def gone_on(told: list[Told], at: int) -> list[Told]:
    """The same commands with their right events after a step that was done wrongly."""
    made, position = told[: at + 1], fold(event for _, events in told[: at + 1] for event, _ in events)
    for command, _ in told[at + 1 :]:
        verdict = decide(position, command)
        assert isinstance(verdict, Accepted), verdict
        made.append((command, verdict.events))
        position = verdict.after
    return made


def told_of(found: Audit) -> list[tuple[str, int, int]]:
    return [(one.kind, one.command, one.event) for one in found.rules]


# --- the judgements are independent


def flipped(lines: list[bytes], at: int) -> list[bytes]:
    """The lines with one character of one hash changed."""
    told = msgspec.json.decode(lines[at])
    other = ("1" if told["prev"][0] == "0" else "0") + told["prev"][1:]
    return [*lines[:at], lines[at].replace(told["prev"].encode(), other.encode()), *lines[at + 1 :]]


def test_neither_judgement_leans_on_the_other() -> None:
    told = steps()
    seq = wrong_purse(told)
    right, wrong = lines_of(log_of(steps())), lines_of(log_of(told))
    broken = read(flipped(right, 200))
    assert [(one.kind, one.line) for one in broken.log] == [("chain", 200), ("chain", 201)]
    assert (broken.rules, broken.sound, broken.result) == ((), False, read(right).result)
    false = read(wrong)
    assert (false.log, false.sound) == ((), False)
    assert [one.event for one in false.rules] == [seq]
    both = read(flipped(wrong, 200))
    assert [(one.kind, one.line) for one in both.log] == [("chain", 200), ("chain", 201)]
    assert (both.rules, both.result) == (false.rules, false.result)


def test_a_departure_tells_both_sides() -> None:
    told = steps()
    seq = wrong_purse(told)
    (one,) = judged(log_of(told)).rules
    assert (one.kind, one.event) == ("event", seq)
    assert one.should == steps()[one.command - 1][1]
    assert one.happened == told[one.command - 1][1]
    assert "setup.loot.purses-blind" in one.clauses


# --- consequences and independent faults


def test_what_follows_from_a_departure_is_not_told_where_the_log_goes_on_from_the_right_position() -> None:
    told = steps()
    seq = no_bullet(told, 0)
    found = judged(log_of(told))
    assert [one.event for one in found.rules] == [seq]
    assert (found.result.differs, found.result.lost) == (False, 0)


def test_an_independent_one_is_told_where_the_log_goes_on_from_the_right_position() -> None:
    told = steps()
    first, second = wrong_purse(told), no_bullet(told)
    found = judged(log_of(told))
    assert [one.event for one in found.rules] == [first, second]
    assert found.result.differs is False


def test_what_follows_is_not_told_where_the_log_goes_on_from_the_wrong_position() -> None:
    """All consequences of the wrong purse, up to the ranking, are in the log too: the engine continues honestly."""
    told = steps()
    seq = wrong_purse(told)
    told = gone_on(told, DEALT)
    found = judged(log_of(told))
    assert [one.event for one in found.rules] == [seq]
    assert found.result.by_log != found.result.by_rules != ()
    assert (found.result.differs, found.result.lost) == (True, 0)


def test_an_independent_one_is_told_where_the_log_goes_on_from_the_wrong_position() -> None:
    told = steps()
    first = wrong_purse(told)
    told = gone_on(told, DEALT)
    at, _ = list(places(told, BulletGiven))[-1]
    second = no_bullet(told)
    found = judged(log_of(gone_on(told, at)))
    assert [one.event for one in found.rules] == [first, second]


def test_a_log_that_agrees_with_the_rules_again_can_depart_again() -> None:
    told = steps()
    first, second = no_bullet(told, 0), no_bullet(told)
    found = judged(log_of(told))
    assert [one.event for one in found.rules] == [first, second]
    assert (found.result.differs, found.result.lost) == (False, 0)


@pytest.mark.parametrize(
    ("name", "kind", "later"),
    [("a-player-plays-out-of-turn", "refused", 0), ("django-does-not-knock-back", "event", 8)],
)
def test_what_cannot_be_followed_by_the_rules_has_no_result_by_them(name: str, kind: str, later: int) -> None:
    """A refused command, or one that the right position no longer asks for."""
    forged = CATALOGUE[name].made()
    found = judged(forged.log())
    (one,) = found.rules
    assert one.kind == kind
    assert one.happened == forged.told[one.command - 1][1]
    assert bool(one.should) == (kind == "event")
    assert found.result.lost == one.command + later
    assert (found.result.by_rules, found.result.differs) == ((), None)
    assert found.result.by_log != ()


def test_a_game_that_is_not_over_has_no_result() -> None:
    told = steps()
    wrong_purse(told)
    result = judged(log_of(told[:20])).result
    assert (result.by_log, result.by_rules, result.differs) == ((), (), False)


def nowhere(told: list[Told], twice: int) -> int:
    """Put a bandit nowhere, and repeat the events of ``twice`` later commands; return the step."""
    at, i = next(places(told, BanditMoved))
    event, cites = told[at][1][i]
    assert isinstance(event, BanditMoved)
    put(told, at, i, (changed(event, to="nowhere.inside"), cites))
    after = slice(at + 1, at + 1 + twice)
    told[after] = [(command, (*events, *events)) for command, events in told[after]]
    return at


def test_where_no_game_leads_nothing_is_judged() -> None:
    told = steps()
    at = nowhere(told, len(told))
    found = judged(log_of(told))
    assert found.rules[0].command == at + 1
    assert at + 1 < found.unjudged.first < len(told)
    assert found.unjudged.last == 0
    assert max(one.command for one in found.rules) <= found.unjudged.first
    assert found.head.commands == len(told)


def test_where_the_log_comes_back_to_what_is_right_it_is_judged_again() -> None:
    told = steps()
    at = nowhere(told, 4)
    last = no_bullet(told)
    found = judged(log_of(told))
    assert at + 1 < found.unjudged.first < found.unjudged.last == at + 5
    assert found.rules[-1].event == last
    assert found.result.differs is False


def test_events_that_do_not_fit_one_another_are_told_though_the_rules_can_follow() -> None:
    """An event empties a hand from which a card is played later."""
    told = steps()
    at, i = next(places(told, HandDrawn))
    event, cites = told[at][1][i]
    assert isinstance(event, HandDrawn)
    put(told, at, i, (changed(event, cards=()), cites))
    played_at, k = next(
        (step, k) for step, k in places(told, CardPlayed) if getattr(told[step][1][k][0], "seat", "") == event.seat
    )
    found = judged(log_of(told))
    assert [one.event for one in found.rules] == [seq_of(told, at, i)]
    assert [(one.kind, one.event) for one in found.log] == [("position", seq_of(told, played_at, k))]
    assert found.result.differs is False


# --- citations


def bare(told: Sequence[Told]) -> list[Told]:
    """The log of an engine without citations."""
    return [(command, tuple((event, ()) for event, _ in events)) for command, events in told]


def test_a_log_without_citations_is_judged_by_its_events() -> None:
    found = judged(log_of(bare(steps())))
    assert (found.sound, found.cited) == (True, False)
    told = steps()
    seq = wrong_purse(told)
    found = judged(log_of(bare(told)))
    assert [one.event for one in found.rules] == [seq]
    assert "setup.loot.purses-blind" in found.rules[0].clauses


def recited(change: Callable[[Cites], Cites]) -> tuple[int, Audit]:
    """The audit of a game in which the citations of the first played card are changed, and the number of that event."""
    told = steps()
    at, i = next(places(told, CardPlayed))
    event, cites = told[at][1][i]
    assert len(cites) > 1
    put(told, at, i, (event, change(cites)))
    return seq_of(told, at, i), judged(log_of(told))


@pytest.mark.parametrize(
    "change",
    [lambda cites: (*cites, "fire.target"), lambda cites: ("fire.target", *cites[1:]), lambda cites: cites[1:]],
    ids=["one too many", "another", "one too few"],
)
def test_a_wrong_citation_is_told_and_changes_no_result(change: Callable[[Cites], Cites]) -> None:
    seq, found = recited(change)
    assert [(one.kind, one.event) for one in found.rules] == [("cites", seq)]
    assert found.log == ()
    assert (found.result.differs, found.result.lost, found.cited) == (False, 0, True)


def test_all_citations_of_one_event_are_missed_where_the_others_cite() -> None:
    seq, found = recited(lambda cites: ())
    (missed,) = found.rules
    assert (missed.kind, missed.event) == ("cites", seq)
    ((here, none),), ((there, some),) = missed.parting
    assert (here, none) == (there, ())
    assert some


def test_false_citations_are_told_though_the_first_event_has_none() -> None:
    told = bare(steps())
    command, events = told[3]
    told[3] = (command, tuple((event, ("fire.target",)) for event, _ in events))
    found = judged(log_of(told))
    assert found.cited
    assert [(one.kind, one.command) for one in found.rules][:1] == [("cites", 4)]


def test_the_order_of_citations_does_not_matter() -> None:
    _, found = recited(lambda cites: cites[::-1])
    assert found.sound


def test_of_a_log_without_citations_only_what_differs_is_told() -> None:
    told = steps()
    no_bullet(told)
    (cited,) = judged(log_of(told)).rules[:1]
    (uncited,) = judged(log_of(bare(told))).rules[:1]
    assert [len(side) for side in uncited.parting] == [len(side) for side in cited.parting] == [0, 1]


def test_a_command_after_the_end_changes_no_result() -> None:
    told = steps()
    found = judged(log_of([*told, (told[-1][0], told[-2][1])]))
    assert found.rules[0].kind == "refused"
    assert found.result.by_rules == found.result.by_log
    assert found.result.differs is False


def test_of_a_wrong_ranking_the_clauses_of_the_end_come_first() -> None:
    for change, first in ((swapped, "end.richest-wins"), (robbed, "scoring.tokens")):
        told = steps()
        command, (*before, (ended, cites)) = told[-1]
        assert isinstance(ended, GameEnded)
        told[-1] = (command, (*before, (change(ended), cites)))
        assert judged(log_of(told)).rules[0].clauses[0] == first


def swapped(ended: GameEnded) -> GameEnded:
    first, second, *rest = ended.ranking
    return changed(ended, ranking=(changed(first, seat=second.seat), changed(second, seat=first.seat), *rest))


def robbed(ended: GameEnded) -> GameEnded:
    first, *rest = ended.lines
    return changed(ended, lines=(changed(first, amount=first.amount + 50), *rest))


def test_the_missing_clause_comes_first() -> None:
    _, found = recited(lambda cites: tuple(id for id in cites if id != "schemin.play.face-up"))
    assert found.rules[0].clauses[0] == "schemin.play.face-up"


# --- the ends of a log


def commands_at(lines: Sequence[bytes]) -> list[int]:
    """The indices of the lines of commands."""
    return [at for at, line in enumerate(lines) if b'"command":' in line and b'"seq":' not in line]


def long_command(lines: Sequence[bytes]) -> tuple[int, int]:
    """The line of a command with several events in the middle of the log, and its number."""
    starts = commands_at(lines)
    return next(
        (start, number) for number, (start, end) in enumerate(pairwise(starts), 1) if number > 15 and end - start > 4
    )


def test_a_log_that_was_cut_after_a_command_is_judged_up_to_there() -> None:
    lines = lines_of(played())
    at, number = long_command(lines)
    found = read(lines[:at])
    assert [(one.kind, one.line) for one in found.log] == [("malformed", at + 1)]
    assert "the file was cut" in found.log[0].got
    assert (found.rules, found.unjudged, found.head.commands) == ((), Span(), number - 1)
    assert (found.result.by_log, found.result.differs) == ((), False)


@pytest.mark.parametrize("kept", [1, 3], ids=["before its events", "between its events"])
@pytest.mark.parametrize("torn", [False, True], ids=["whole line", "torn line"])
def test_a_command_in_which_a_log_was_cut_is_not_called_wrong(kept: int, torn: bool) -> None:
    lines = lines_of(played())
    at, number = long_command(lines)
    found = read([*lines[: at + kept], *([lines[at + kept][:-20]] if torn else [])])
    assert [(one.kind, one.line) for one in found.log] == [("malformed", at + kept + 1)]
    assert (found.rules, found.unjudged, found.result.differs) == ((), Span(number), False)


def test_a_wrong_event_before_the_cut_is_told() -> None:
    lines = lines_of(played())
    at, number = long_command(lines)
    lines[at + 1] = lines[at + 1].replace(b'"face_down":false', b'"face_down":true')
    found = read(chained_lines(lines[: at + 3]))
    assert [(one.kind, one.command) for one in found.rules] == [("event", number)]
    assert found.unjudged == Span()


def test_an_event_that_is_missing_at_the_end_of_a_whole_log_is_told() -> None:
    told = steps()
    told[-1] = (told[-1][0], told[-1][1][:-1])
    found = judged(log_of(told))
    assert found.log == ()
    assert [(one.kind, one.command) for one in found.rules] == [("event", len(told))]
    assert (found.result.by_log, found.result.differs) == ((), True)
    assert found.result.by_rules == judged(log_of(steps())).result.by_log


def test_what_is_before_a_malformed_line_is_judged() -> None:
    told = steps()
    seq = wrong_purse(told)
    lines = lines_of(log_of(told))
    at, number = long_command(lines)
    lines[at + 2] = b"no line\n"
    found = read(lines)
    assert ("malformed", at + 3) in [(one.kind, one.line) for one in found.log]
    assert [one.event for one in found.rules] == [seq]
    assert found.unjudged == Span(number)
    assert (found.result.differs, found.result.lost) == (None, number)
    assert read([lines[0], b"no line\n", *lines[2:]]).unjudged == Span(1)


def test_a_header_with_another_edition_is_no_departure_from_the_rules() -> None:
    header = msgspec.structs.replace(played().header, edition="pl-base")
    found = judged(chained(header, played().entries))
    assert [(one.kind, one.line) for one in found.log] == [("header", 1)]
    assert (found.rules, found.header.edition) == ((), "pl-base")


def test_a_game_is_judged_by_the_edition_that_it_says_it_is_of() -> None:
    """The same commands and events, claimed to be Polish in the header and in the first event."""
    told = steps()
    (start, ((begun, cites), *rest)) = told[0]
    assert isinstance(start, StartGame)
    assert isinstance(begun, GameStarted)
    told[0] = (changed(start, edition="pl-base"), ((changed(begun, edition="pl-base"), cites), *rest))
    header = new_header("told", "pl-base", TABLES["four"].modules, TABLES["four"].seats)
    found = judged(recording(header, told))
    assert found.log == ()
    assert found.rules != ()


def test_a_file_that_is_not_a_log_is_refused() -> None:
    for text in (
        b"",
        b"hello\n",
        b"{}\n",
        b"SQLite format 3\x00",
        text_of(played()).replace(b'"version":1', b'"version":2'),
    ):
        with pytest.raises(LogError):
            audit([text] if text else [])


# --- redacted logs


REDACTED = sorted((ROOT / "events" / "redacted").glob("*.jsonl"))


@pytest.mark.parametrize("path", REDACTED, ids=lambda path: path.stem)
def test_of_a_redacted_log_only_the_chain_is_judged(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    found = read(lines)
    assert found.role == path.stem.partition(".")[2]
    assert (found.log, found.rules, found.sound) == ((), (), True)
    assert (found.result.by_log, found.result.by_rules) == ((), ())
    touched = read(flipped(lines, 100))
    assert [(one.kind, one.line) for one in touched.log] == [("chain", 100), ("chain", 101)]
    assert (touched.rules, touched.role, touched.sound) == ((), found.role, False)


def test_a_redacted_log_that_is_false_but_whole_is_not_judged() -> None:
    lines = REDACTED[0].read_bytes().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if b'"type":"BanditMoved"' in line)
    lines[at] = lines[at].replace(b'"how":"', b'"how":"no-')
    assert read(chained_lines(lines)).sound


# --- memory


def test_after_a_thousand_departures_the_lines_are_still_looked_at() -> None:
    lines = lines_of(long_log(6_000))
    whole = read(lines)
    assert len(whole.rules) == 1_000
    assert whole.head.events == 6_000
    assert whole.log == ()
    assert whole.unjudged.first > 0
    assert whole.result.differs is None
    at = len(lines) - 10
    assert [one.kind for one in read([*lines[:at], *lines[at + 1 :]]).log][:1] == ["chain"]


@pytest.mark.thorough
def test_an_audit_keeps_nothing_of_a_log_in_memory() -> None:
    """For a log of 16 MB with only wrong commands, no more memory is kept than for one of 1.6 MB."""
    peaks = []
    for events in (5_000, 50_000):
        file = BytesIO(text_of(long_log(events)))
        tracemalloc.start()
        found = audit(pieces_of(file))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert len(found.rules) > 100
    assert peaks[1] < 1.2 * peaks[0]


def test_who_acts_where_nothing_can_be_done_breaks_what_forbids_the_act() -> None:
    """In the Russian base game Tuco does not shoot down: his card is idle, and an engine that lets him breaks that."""
    told, target = next(found for seed in range(200) if (found := tuco_above_somebody(seed)))
    shot = Fire("tuco", target)
    (finding, *_) = judged(
        log_of([*told, (shot, ((ActionTaken("tuco", "fire"), ("stealin.obligatory",)),))], "ru-base")
    ).rules
    assert finding.clauses[0] == "tuco.upward-only"
    assert "fire.no-target" in finding.clauses


def tuco_above_somebody(seed: int) -> tuple[list[Told], str] | None:
    """A game up to where Tuco should fire from a roof with only somebody below him nearby; None if it has none."""
    told: list[Told] = []
    for step in game("ru-base", seed):
        for at, (event, cites) in enumerate(step.events):
            if (
                isinstance(event, ActionIdle)
                and (event.bandit, event.action) == ("tuco", "fire")
                and "fire.no-bullets" not in cites
            ):
                position = step.at(at)
                below = position.figures["tuco"].place.replace(".roof", ".inside")
                there = [name for name, figure in position.figures.items() if figure.place == below]
                if there and below != position.figures["tuco"].place:
                    return [*told, (step.command, step.events[:at])], there[0]
        told.append((step.command, step.events))
    return None
