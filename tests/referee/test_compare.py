"""Two logs diverge at the first different command, the rules decide who is right, and a case shows it."""

import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from math import log2
from pathlib import Path
from typing import Any

import msgspec
import pytest

from colt_rules.cli.conformance.options import reference
from colt_rules.commands import Command, Deal, Move, PlayCard, Rob
from colt_rules.conformance.cases.expand import Run
from colt_rules.conformance.cases.suite import load_file
from colt_rules.conformance.running.interview import Adapter
from colt_rules.conformance.running.results import Status
from colt_rules.conformance.running.runner import Conversation
from colt_rules.conformance.running.verify import departures
from colt_rules.events import BanditMoved, Cited, Event, GameStarted, LootPlaced, MarshalStayed, RansomPaid, TurnStarted
from colt_rules.kernel import Accepted, Refused, decide, fold, legal
from colt_rules.log.entries import Recording, new_header, recording
from colt_rules.log.lines import pieces_of
from colt_rules.model.names import CHANCE
from colt_rules.model.record import changed
from colt_rules.referee.case import NoCase, case_of
from colt_rules.referee.compare import Comparison, LogDifference, compare
from colt_rules.referee.story import Step, Story
from tests.corrected import correction, published
from tests.logs import lines_of, long_log, played, text_of
from tests.tables import play, table

Told = tuple[Command, tuple[Cited, ...]]

STEPS = tuple(play(table(3, stations=True), 1))
"""The game of ``played``: positions, commands and results."""
TOLD: tuple[Told, ...] = tuple((command, verdict.events) for _, command, verdict in STEPS)
MOVED = next(at for at, (_, events) in enumerate(TOLD) if any(isinstance(event, BanditMoved) for event, _ in events))
"""The index of the first command that moves a bandit."""


def read(text: bytes) -> Story:
    return Story.read(pieces_of(BytesIO(text)))


def story(told: Sequence[Told], **header: Any) -> Story:
    return read(text_of(log(told, **header)))


def log(told: Sequence[Told], **header: Any) -> Recording:
    return recording(msgspec.structs.replace(played().header, **header), told)


def told_otherwise(at: int, *events: Cited, command: Command | None = None) -> list[Told]:
    """The game with other events, and perhaps another command, at one place."""
    return [*TOLD[:at], (command or TOLD[at][0], events), *TOLD[at + 1 :]]


def only(found: Comparison) -> LogDifference:
    (difference,) = found.differences
    return difference


def moved_elsewhere(at: int, to: str = "locomotive.roof") -> tuple[Cited, ...]:
    """The events of a command with another destination for the first bandit that moves."""
    return tuple(
        (changed(event, to=to) if isinstance(event, BanditMoved) else event, cites) for event, cites in TOLD[at][1]
    )


GAME = story(TOLD)


# --- the same game


def test_a_log_is_the_same_as_itself() -> None:
    found = compare(GAME, story(TOLD))
    assert found == Comparison((), same_end=True)
    assert found.same


def test_who_wrote_a_log_and_under_which_name_makes_no_difference() -> None:
    assert compare(GAME, story(TOLD, game="elsewhere", made_by="another program")).differences == ()


def test_a_log_without_citations_is_the_same_game_cited_otherwise() -> None:
    bare = story([(command, tuple((event, ()) for event, _ in events)) for command, events in TOLD])
    found = compare(GAME, bare)
    assert found.same
    one = only(found)
    assert (one.kind, one.command, one.judgement.right) == ("citations", 1, "a")
    assert one.judgement.clauses == TOLD[0][1][0][1]
    assert only(compare(bare, GAME)).judgement.right == "b"


def test_in_which_order_clauses_are_cited_makes_no_difference() -> None:
    turned = [(command, tuple((event, cites[::-1]) for event, cites in events)) for command, events in TOLD]
    assert compare(GAME, story(turned)).differences == ()


# --- what differs


def test_logs_of_different_tables_are_not_logs_of_one_game() -> None:
    start = table(4, stations=True)
    header = new_header("four", start.edition, start.modules, start.seats)
    four = read(text_of(recording(header, [(command, it.events) for _, command, it in play(start, 1)])))
    one = only(compare(GAME, four))
    assert (one.kind, one.command, one.judgement.right) == ("header", 0, "")
    assert "seats ghost, cheyenne, django in A, ghost, cheyenne, django, tuco in B" in one.judgement.why
    with pytest.raises(NoCase):
        case_of(GAME, one)


@pytest.mark.parametrize("other", [{}, {"made_by": "another program"}])
def test_another_position_is_found_where_it_comes_about(other: dict[str, str]) -> None:
    events = moved_elsewhere(MOVED)
    one = only(compare(GAME, story(told_otherwise(MOVED, *events)[: MOVED + 1], **other)))
    at = next(at for at, (event, _) in enumerate(events) if isinstance(event, BanditMoved))
    before = sum(len(events) for _, events in TOLD[:MOVED])
    assert (one.kind, one.command, one.judgement.right) == ("state", MOVED + 1, "a")
    assert (one.a.event, one.b.event) == (before + at + 1,) * 2
    assert (one.a.line, one.b.line) == (1 + MOVED + before + 1 + at + 1,) * 2
    lines = text_of(log(TOLD)).splitlines()
    assert f'"seq":{one.a.event},'.encode() in lines[one.a.line - 1]
    assert one.a.event_entry is not None
    assert (one.a.event_entry.event, one.judgement.clauses) == TOLD[MOVED][1][at]


def test_the_side_that_goes_by_the_rules_is_right_whichever_it_is() -> None:
    wrong = story(told_otherwise(MOVED, *moved_elsewhere(MOVED)))
    other = story(told_otherwise(MOVED, *moved_elsewhere(MOVED, "locomotive.inside")))
    assert [only(compare(a, b)).judgement.right for a, b in ((GAME, wrong), (wrong, GAME), (wrong, other))] == [
        "a",
        "b",
        "neither",
    ]


def otherwise(actor: str) -> tuple[int, Command, Accepted]:
    """The index of this actor's first command with a legal alternative, the alternative, and its result."""
    for at, (game, command, _) in enumerate(STEPS):
        if command.actor == actor:
            for other in legal(game, actor):
                if other != command:
                    verdict = decide(game, other)
                    assert isinstance(verdict, Accepted)
                    return at, other, verdict
    raise AssertionError


@pytest.mark.parametrize(
    ("actor", "why"), [(CHANCE, "chance dealt differently"), ("cheyenne", "Cheyenne chose differently")]
)
def test_another_choice_is_no_fault_of_a_program(actor: str, why: str) -> None:
    at, command, verdict = otherwise(actor)
    one = only(compare(GAME, story([*TOLD[:at], (command, verdict.events)])))
    assert (one.kind, one.command, one.judgement.right, one.judgement.clauses) == ("command", at + 1, "both", ())
    assert why in one.judgement.why
    with pytest.raises(NoCase, match=why):
        case_of(GAME, one)


def test_a_command_that_the_rules_refuse_is_wrong_and_the_clauses_that_forbid_it_decide() -> None:
    command = Move(TOLD[MOVED][0].actor, "moon.roof")
    refused = decide(STEPS[MOVED][0], command)
    assert isinstance(refused, Refused)
    one = only(compare(GAME, story(told_otherwise(MOVED, *TOLD[MOVED][1], command=command))))
    assert (one.kind, one.command, one.judgement.right) == ("command", MOVED + 1, "a")
    assert one.judgement.clauses == refused.clauses


def test_an_event_that_changes_nothing_is_told_but_does_not_part_the_positions() -> None:
    place = STEPS[MOVED][2].after.marshal
    found = compare(GAME, story(told_otherwise(MOVED, *TOLD[MOVED][1], (MarshalStayed(place), ()))))
    one = only(found)
    assert (one.kind, one.command, one.judgement.right) == ("events", MOVED + 1, "a")
    assert one.a.event_entry is None
    assert one.b.event_entry is not None
    assert found.same_end
    assert not found.same


def test_what_parts_the_positions_weighs_more_than_what_is_told_otherwise_before() -> None:
    stayed = (MarshalStayed(STEPS[MOVED][2].after.marshal), ())
    later = next(at for at in range(MOVED + 1, len(TOLD)) if moved_elsewhere(at) != TOLD[at][1])
    told = told_otherwise(MOVED, *TOLD[MOVED][1], stayed)
    told[later] = (told[later][0], moved_elsewhere(later))
    found = compare(GAME, story(told))
    assert [(one.kind, one.command) for one in found.differences] == [("state", later + 1), ("events", MOVED + 1)]


PLACED, LOOT = next(
    (at, number)
    for at, (_, events) in enumerate(TOLD)
    for number, ((one, _), (other, _)) in enumerate(pairwise(events))
    if isinstance(one, LootPlaced) and isinstance(other, LootPlaced) and one.place != other.place
)
"""The index of a command that puts loot at two places in succession, and of the first of these events."""


def swapped() -> list[Cited]:
    """Its events with these two exchanged."""
    events = list(TOLD[PLACED][1])
    events[LOOT : LOOT + 2] = reversed(events[LOOT : LOOT + 2])
    return events


def test_the_same_events_in_another_order_are_told_as_such() -> None:
    one = only(compare(GAME, story(told_otherwise(PLACED, *swapped()))))
    assert (one.kind, one.command, one.judgement.right) == ("order", PLACED + 1, "a")
    assert one.a.event_entry is not None
    assert one.a.event_entry.event == TOLD[PLACED][1][LOOT][0]


# --- the first of several


def away_and_back(at: int) -> list[Told]:
    """A bandit is moved by one command and back by the next; after that all positions are the same again."""
    figures = STEPS[at][2].after.figures
    bandit = next(iter(figures))
    place = figures[bandit].place
    away, back = (BanditMoved(bandit, *way, "move") for way in ((place, "moon"), ("moon", place)))
    told = list(TOLD)
    told[at] = (told[at][0], (*told[at][1], (away, ())))
    told[at + 1] = (told[at + 1][0], ((back, ()), *told[at + 1][1]))
    return told


PLAYING = next(at for at, (_, command, _) in enumerate(STEPS) if isinstance(command, PlayCard))


@pytest.mark.parametrize("other", [{}, {"made_by": "another program"}])
@pytest.mark.parametrize("at", [PLAYING, PLAYING + 20, len(TOLD) // 2, len(TOLD) - 3])
def test_logs_that_diverge_and_meet_again_diverge_at_the_first_difference(at: int, other: dict[str, str]) -> None:
    found = compare(GAME, story(away_and_back(at), **other))
    assert found.same_end
    assert not found.same
    assert (only(found).kind, only(found).command, only(found).judgement.right) == ("state", at + 1, "a")


def test_of_logs_that_diverge_twice_the_first_place_is_found() -> None:
    told = away_and_back(PLAYING)
    told[-1] = (told[-1][0], (*told[-1][1], told[PLAYING][1][-1]))
    assert only(compare(GAME, story(told))).command == PLAYING + 1


@pytest.mark.parametrize("at", range(0, len(TOLD), 7))
def test_wherever_a_command_is_dropped_the_logs_part_there(at: int) -> None:
    rest = (TOLD[at][0], TOLD[at][1][:-1] or ((GameStarted("", (), (), False, False, False, ()), ()),))
    one = compare(GAME, story([*TOLD[:at], rest])).differences[0]
    assert one.command == at + 1


def test_the_search_looks_at_few_commands_of_a_long_log(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = long_log(5_000)
    a, b = read(text_of(whole)), read(b"".join(lines_of(whole)[:-2]))
    asked: list[int] = []
    step = Story.step

    def counted(self: Story, number: int) -> Step:
        asked.append(number)
        return step(self, number)

    monkeypatch.setattr(Story, "step", counted)
    one = only(compare(a, b))
    assert (one.kind, one.command) == ("length", a.head.commands)
    assert len(asked) < 2 * (log2(a.head.commands) + 4)


# --- length


def test_a_log_that_ends_earlier_is_the_beginning_of_the_other() -> None:
    found = compare(story(TOLD[:50]), GAME)
    one = only(found)
    assert (one.kind, one.command, one.judgement.right) == ("length", 51, "both")
    assert one.a.step is None
    assert one.b.step is not None
    assert (one.a.event, one.b.event) == (sum(len(events) for _, events in TOLD[:50]) + 1,) * 2
    assert one.a.line == one.b.line
    assert not found.same


def cut(at: int, events: int) -> Story:
    """The log as a file that was cut after this many events of a command."""
    lines = text_of(log(TOLD)).splitlines(keepends=True)
    return read(b"".join(lines[: 1 + at + sum(len(told) for _, told in TOLD[:at]) + 1 + events]))


def test_a_log_that_was_cut_in_the_middle_of_a_command_has_no_other_events() -> None:
    assert len(TOLD[MOVED][1]) > 3
    for a, b in ((cut(MOVED, 2), GAME), (GAME, cut(MOVED, 2)), (cut(MOVED, 2), cut(MOVED, 3))):
        one = only(compare(a, b))
        assert (one.kind, one.command, one.judgement.right) == ("length", MOVED + 1, "both")
    assert only(compare(cut(MOVED, 2), story(TOLD[:MOVED]))).judgement.right == "both"


def test_a_log_that_says_where_it_ends_and_lacks_an_event_is_wrong() -> None:
    one = only(compare(GAME, story([*TOLD[:MOVED], (TOLD[MOVED][0], TOLD[MOVED][1][:2])])))
    assert (one.kind, one.command, one.judgement.right) == ("state", MOVED + 1, "a")


def test_two_logs_that_are_broken_at_the_same_place_are_not_the_same_game() -> None:
    found = compare(cut(MOVED, 2), cut(MOVED, 2))
    assert (only(found).kind, only(found).a.step, only(found).b.step) == ("length", None, None)
    assert not found.same


def test_who_goes_on_after_the_end_of_the_game_is_wrong() -> None:
    one = only(compare(GAME, story([*TOLD, TOLD[-1]])))
    assert (one.kind, one.judgement.right) == ("length", "a")
    assert one.judgement.clauses


def test_with_an_unknown_module_neither_log_is_right() -> None:
    """Both logs are of a game with an unknown module."""
    command, ((started, cites), *events) = TOLD[0]
    assert isinstance(started, GameStarted)
    told = [(command, ((changed(started, modules=("unknown",)), cites), *events)), TOLD[1]]
    other = [told[0], (TOLD[1][0], TOLD[1][1][:-1])]
    a, b = (story(each, modules=("unknown",)) for each in (told, other))
    one = only(compare(a, b))
    assert (one.kind, one.command, one.judgement.right, one.judgement.clauses) == ("state", 2, "", ())
    with pytest.raises(NoCase):
        case_of(a, one)


# --- the case


def runs_of(folder: Path, text: str) -> Sequence[Run]:
    path = folder / "parted.yaml"
    path.write_text(text, encoding="utf-8")
    return load_file(path).runs


def verdicts(folder: Path, text: str, *engines: str) -> list[Status]:
    """The results of the case for each of these engines."""
    runs = runs_of(folder, text)
    return [result.status for each in engines for result in Conversation(Adapter(each), runs, 1, "")]


def departures_of_the_reference(folder: Path, text: str) -> list[str]:
    """Where the reference differs from the case, in this process, since starting one would take longer."""
    (run,) = runs_of(folder, text)
    return departures(run)


PLAYS = """
import sys
from pathlib import Path
from colt_rules.conformance.cases.place import suite_folder
from colt_rules.conformance.proof import mutants

mutants.apply(mutants.find_mutant(suite_folder() / "mutants", sys.argv[1]))

from colt_rules.kernel import NEW, Accepted, decide
from colt_rules.log.entries import recording
from colt_rules.log.lines import read_lines, write_lines

log, game, told = read_lines(Path(sys.argv[2])), NEW, []
for entry in log.commands:
    verdict = decide(game, entry.command)
    if not isinstance(verdict, Accepted):
        break
    told.append((entry.command, verdict.events))
    game = verdict.after
with open(sys.argv[3], "wb") as file:
    write_lines(recording(log.header, told), file)
"""
"""Lets a mutant play the commands of a log, as far as it accepts them."""

KEPT = Path(__file__).parents[2] / "events" / "games"
MUTANTS = [
    ("marshal.meeting.flight/into-the-next-car", "tuco-from-the-roof", "state", "a"),
    ("robbery.take-one/all-of-it", "tuco-from-the-roof", "state", "a"),
    ("setup.strongbox.second-aside/both-in-the-locomotive", "tuco-from-the-roof", "state", "a"),
    ("fire.target/forward-first", "four-everything", "length", "both"),
]
"""A wrong reading, a kept game in which it shows, the kind of difference, and who is right by the rules."""


@pytest.mark.thorough
@pytest.mark.parametrize(("mutant", "game", "kind", "right"), MUTANTS)
def test_the_case_fails_the_engine_that_went_wrong(
    mutant: str, game: str, kind: str, right: str, tmp_path: Path
) -> None:
    ours, theirs = KEPT / f"{game}.jsonl", tmp_path / "theirs.jsonl"
    subprocess.run([sys.executable, "-c", PLAYS, mutant, str(ours), str(theirs)], check=True, timeout=60)
    a, b = read(ours.read_bytes()), read(theirs.read_bytes())
    one = compare(a, b).differences[0]
    assert (one.kind, one.judgement.right) == (kind, right)
    clause = mutant.partition("/")[0]
    assert kind == "length" or clause in one.judgement.clauses
    assert verdicts(tmp_path, case_of(a, one), reference(), reference(mutant=mutant)) == [Status.PASS, Status.FAIL]
    assert case_of(b, one) == case_of(a, one)


def cases() -> dict[str, Story]:
    """A log for every kind of difference that a case can show."""
    illegal = Move(TOLD[MOVED][0].actor, "moon.roof")
    stayed: Event = MarshalStayed(STEPS[MOVED][2].after.marshal)
    uncited = tuple((event, ()) for event, _ in TOLD[MOVED][1])
    return {
        "command": story(told_otherwise(MOVED, *TOLD[MOVED][1], command=illegal)),
        "state": story(told_otherwise(MOVED, *moved_elsewhere(MOVED))),
        "events": story(told_otherwise(MOVED, *TOLD[MOVED][1], (stayed, ()))),
        "order": story(told_otherwise(PLACED, *swapped())),
        "length": story([*TOLD, TOLD[-1]]),
        "citations": story(told_otherwise(MOVED, *uncited)),
    }


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["command", "state", "events", "order", "length", "citations"])
def test_the_case_of_any_kind_loads_and_passes_on_the_reference(kind: str, tmp_path: Path) -> None:
    one = compare(GAME, cases()[kind]).differences[0]
    assert one.kind == kind
    assert departures_of_the_reference(tmp_path, case_of(GAME, one)) == []


@pytest.mark.parametrize("at", [0, 1, 5, PLAYING, PLAYING + 30, len(TOLD) - 1])
def test_a_case_can_be_made_of_any_command(at: int, tmp_path: Path) -> None:
    one = only(compare(story(TOLD[:at]), GAME))
    assert one.command == at + 1
    assert departures_of_the_reference(tmp_path, case_of(GAME, one)) == []


def test_a_case_of_the_middle_of_a_game_is_a_board_that_people_can_read() -> None:
    one = compare(GAME, cases()["state"]).differences[0]
    text = case_of(GAME, one)
    assert text.startswith(f"# Found by `colt compare` in the game game-1, at command {MOVED + 1}.\n")
    assert "  board: |\n    car    |" in text
    assert f"when:\n  - {TOLD[MOVED][0].__class__.__name__} by {TOLD[MOVED][0].actor} " in text


def test_tokens_are_called_in_a_case_as_its_board_calls_them(tmp_path: Path) -> None:
    """Boards number tokens from head to tail, games in the order in which they were laid out."""
    renamed = 0
    for at, (command, events) in enumerate(TOLD):
        if isinstance(command, Rob) and not renamed:
            text = case_of(GAME, only(compare(GAME, story([*TOLD[:at], (command, events[:-1])]))))
            assert departures_of_the_reference(tmp_path, text) == []
            (run,) = load_file(tmp_path / "parted.yaml").runs
            (robs,) = run.commands
            assert run.case.given.board
            assert robs["token"].partition("-")[0] == command.token.partition("-")[0]
            renamed += robs["token"] != command.token
    assert renamed


def test_where_both_logs_went_wrong_before_the_case_begins_with_the_position_they_have_in_common(
    tmp_path: Path,
) -> None:
    """By the rules no command of this set-up leads there, so the events before are listed."""
    told = told_otherwise(PLACED, *TOLD[PLACED][1], (LootPlaced("jewel-9", 500, "locomotive.inside"), ()))
    later = next(at for at in range(PLACED + 1, PLAYING) if len(TOLD[at][1]) > 1)
    a, b = story(told), story([*told[:later], (told[later][0], told[later][1][:-1])])
    one = only(compare(a, b))
    assert (one.kind, one.command, one.judgement.right) == ("state", later + 1, "a")
    assert "given:\n  events:\n" in case_of(a, one)
    assert departures_of_the_reference(tmp_path, case_of(a, one)) == []


def decided(told: Sequence[Told], command: Command) -> Told:
    """A command with its events by the rules after all these."""
    verdict = decide(fold(event for _, events in told for event, _ in events), command)
    assert isinstance(verdict, Accepted)
    return command, verdict.events


def test_what_no_board_can_show_is_told_by_events(tmp_path: Path) -> None:
    """Paid money is on no board, but counts at the end."""
    paid = (RansomPaid("ghost", 5_000), ())
    told = told_otherwise(MOVED, *TOLD[MOVED][1], paid)[:-1]
    last = decided(told, TOLD[-1][0])
    assert last != TOLD[-1]
    a, b = story([*told, last]), story([*told, (last[0], last[1][:-1])])
    one = only(compare(a, b))
    assert (one.kind, one.command, one.judgement.right) == ("state", len(TOLD), "a")
    assert "given:\n  events:\n" in case_of(a, one)
    assert departures_of_the_reference(tmp_path, case_of(a, one)) == []


def test_a_command_that_both_logs_should_not_have_is_left_out_of_the_case(tmp_path: Path) -> None:
    """What comes next cannot be drawn, and the commands since the last drawable position are not all allowed."""
    deal = next(at for at in range(PLAYING, len(TOLD)) if isinstance(TOLD[at][0], Deal))
    stayed = (MarshalStayed(STEPS[deal][0].marshal), ())
    told = [*TOLD[:deal], (Move("ghost", "moon.roof"), (stayed,))]
    command, events = TOLD[deal]
    a, b = story([*told, TOLD[deal]]), story([*told, (command, events[:-1])])
    one = only(compare(a, b))
    assert (one.kind, one.command, one.judgement.right) == ("state", deal + 2, "a")
    assert departures_of_the_reference(tmp_path, case_of(a, one)) == []


# --- one of them is older than a correction


def test_a_log_from_before_a_correction_and_one_from_after_it_are_both_right() -> None:
    rest = {id for _, events in TOLD for one, cites in events if isinstance(one, TurnStarted) for id in cites}
    since = correction("TurnStarted", clauses=sorted(rest))
    then = [
        (command, tuple((one, () if isinstance(one, TurnStarted) else cites) for one, cites in events))
        for command, events in TOLD
    ]
    with published(since):
        today, older, false = story(TOLD, spec="1.1.0"), story(then, spec="1.0.0"), story(then, spec="1.1.0")
        (one,) = compare(older, today).differences
        assert (one.kind, one.judgement.right, one.judgement.corrected) == ("citations", "both", (since,))
        assert one.judgement.why.startswith(
            "Both are right, each by the specification of its time: A is older, corrected in 1.1.0"
        )
        assert compare(false, today).differences[0].judgement.right == "b"
