"""``audit`` names the right event and the right clause in every log of the catalogue."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from colt_rules.log.entries import CommandEntry, EventEntry, new_header, recording
from colt_rules.log.lines import parse_lines, pieces_of
from colt_rules.model.record import changed
from colt_rules.referee.audit import Audit, audit
from tests.logs import chained, changed_entry, text_of
from tests.referee.forging import TABLES, Then, game, start_of
from tests.referee.tampered import CATALOGUE, Entry
from tests.referee.touched import FILES


def test_the_catalogue_is_large_enough() -> None:
    assert len(CATALOGUE) >= 48
    assert {entry.then for entry in CATALOGUE.values()} == set(Then)


@pytest.mark.parametrize("table", TABLES)
def test_the_same_games_played_rightly_are_sound(table: str) -> None:
    start = TABLES[table]
    header = new_header(table, start.edition, start.modules, start.seats)
    for seed in range(3):
        log = recording(header, [(step.command, step.events) for step in game(table, seed)])
        assert audit([text_of(log)]).sound


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_wrong_move_is_named(name: str) -> None:
    entry = CATALOGUE[name]
    forged = entry.made()
    found = audit([text_of(forged.log())])
    assert places(found, entry) == [(one.kind, one.command, one.event) for one in forged.places]
    for place, finding in zip(forged.places, found.rules, strict=False):
        assert place.clause in finding.clauses
    if entry.other_result is not None:
        assert found.result.differs is entry.other_result


@pytest.mark.parametrize("name", [name for name, entry in CATALOGUE.items() if not entry.is_citation])
@pytest.mark.thorough
def test_a_wrong_move_is_named_without_citations_too(name: str) -> None:
    entry = CATALOGUE[name]
    forged = entry.made()
    found = audit([text_of(forged.log(cited=False))])
    assert places(found, entry) == [(one.kind, one.command, one.event) for one in forged.places]
    if not entry.is_superfluous:
        assert forged.places[0].clause in found.rules[0].clauses


def places(found: Audit, entry: Entry) -> list[tuple[str, int, int]]:
    """The places where the rules were broken; only the first if the rest of the log need not fit."""
    assert [one.kind for one in found.log] == (["position"] if entry.is_unfit else [])
    told = [(one.kind, one.command, one.event) for one in found.rules]
    return told[:1] if entry.then is Then.AS_IT_WAS else told


@pytest.mark.parametrize("name", FILES)
def test_a_touched_file_is_named(name: str) -> None:
    touched = FILES[name]()
    found = audit([b"".join(touched.lines)])
    assert [(one.kind, one.line) for one in found.log[:1]] == ([(touched.kind, touched.line)] if touched.kind else [])
    if touched.rules:
        command, event, clause = touched.rules
        assert (found.rules[0].command, found.rules[0].event) == (command, event)
        assert clause in found.rules[0].clauses
    else:
        assert found.rules == ()


MUTANTS = {
    "marshal.meeting.bullet-first/flight-first": "four",
    "schemin.draw.three/two": "four",
    "punch.loot.dropped/where-the-target-lands": "four",
    "station.conductor/inside-only": "four",
    "scoring.gunslinger/most-bullets-left": "four",
    "turn.switching/clockwise": "four",
    "stealin.first-in-first-out/last-in-first-out": "four",
    "expert.draw-up-to-six/six-new-cards": "expert",
    "duo.fire-combination.not-marshal/any-action": "duo",
    "team.next-first-player/the-next-player": "team",
    "tuco.upward-only/both-ways": "ru-base",
}
"""Wrong readings, each with the table at which it shows early."""


@pytest.mark.thorough
@pytest.mark.parametrize("mutant", MUTANTS)
def test_an_engine_that_reads_a_clause_wrongly_is_told_which(mutant: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.referee.mutant_games", mutant, start_of(MUTANTS[mutant]), str(tmp_path)]
    subprocess.run(command, cwd=Path(__file__).parents[2], check=True)
    found = first_departing(tmp_path)
    assert found.log == ()
    assert mutant.partition("/")[0] in found.rules[0].clauses


def first_departing(folder: Path) -> Audit:
    """The audit of the first log in which the wrong reading shows."""
    for path in sorted(folder.glob("*.jsonl")):
        with path.open("rb") as file:
            found = audit(pieces_of(file))
        if found.rules:
            return found
    raise AssertionError("expected the wrong reading to show in one of the games, got none")


KEPT = Path(__file__).parents[2] / "events" / "games" / "tuco-from-the-roof.jsonl"


@pytest.mark.parametrize(
    ("field", "value", "clauses"),
    [
        ("bullet", "tuco-bullet-5", ("fire.bullet-given",)),
        ("left", 4, ("fire.bullet-given",)),
        ("target", "belle", ("fire.target", "fire.bullet-given", "tuco.through-the-roof")),
    ],
)
def test_a_wrong_bullet_breaks_the_clause_about_bullets_alone(
    field: str, value: str | int, clauses: tuple[str, ...]
) -> None:
    assert audit_with(464, lambda entry: changed_entry(entry, data=changed(entry.event, **{field: value}))) == clauses


def test_of_a_false_citation_only_what_is_missing_is_broken() -> None:
    cites = ("fire.target", "fire.bullet-given", "fire.roof.any-distance")
    assert audit_with(464, lambda entry: changed_entry(entry, cites=cites)) == ("tuco.through-the-roof",)


def audit_with(seq: int, forge: Callable[[EventEntry], CommandEntry | EventEntry]) -> tuple[str, ...]:
    """The clauses broken by one forged event of a kept game, in a log with hashes that fit."""
    log = parse_lines([KEPT.read_bytes()])
    entries = [forge(one) if isinstance(one, EventEntry) and one.seq == seq else one for one in log.entries]
    return audit([text_of(chained(log.header, entries))]).rules[0].clauses
