"""The engine that the site carries gives the same answers as the reference, on its own Python."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from colt_rules.conformance.cases.suite import suite
from colt_rules.playing.desk import Desk
from colt_rules.playing.setups import setups
from colt_rules.site import building
from colt_rules.site.content import WITH_ENGINE, all_pages
from colt_rules.site.engine import packing
from colt_rules.site.engine.closure import travelling
from colt_rules.site.engine.packing import PIECE, archived, notice, plain_glue, plain_loader, scripts
from colt_rules.site.engine.suite import GROUP, groups
from colt_rules.site.engine.taking import GIVEN, CannotTake, pins, taken
from colt_rules.site.pages.prove import MEGABYTES
from colt_rules.site.sources import Sources
from tests.conftest import THOROUGH
from tests.site.engine import Engine, engine, packed
from tests.site.reading import reader

RUNS = suite().runs if THOROUGH else suite().runs[::60]


@pytest.fixture(scope="module")
def running() -> Iterator[Engine]:
    packed()
    with engine() as it:
        yield it


# --- what travels


def test_what_a_table_needs_travels_and_nothing_else() -> None:
    names = travelling()
    assert {
        "colt_rules/kernel/decide.py",
        "colt_rules/playing/desk.py",
        "colt_rules/rules/mei/module.py",
    } <= names.keys()
    assert {"colt_rules/presentation/horses/sentences.toml", "colt_rules/referee/prose/play.toml"} <= names.keys()
    assert not [name for name in names if name.startswith(("colt_rules/site/", "colt_rules/cli/", "tests/"))]
    assert "colt_rules/conformance/fuzzing/fuzz.py" not in names


def test_a_given_folder_without_the_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(GIVEN, str(tmp_path))
    with pytest.raises(CannotTake, match=pins()["pyodide"]["file"]):
        taken("pyodide")


def test_a_file_with_another_hash_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(GIVEN, str(tmp_path))
    (tmp_path / pins()["msgspec"]["file"]).write_bytes(b"something else")
    with pytest.raises(CannotTake, match="sha256"):
        taken("msgspec")


def test_another_version_of_pyodide_that_exports_otherwise_is_refused() -> None:
    assert plain_loader("x;export{dt as loadPyodide,U as version};") == "x;return dt;"
    assert plain_glue("f(import.meta.url);export default f;").startswith('f("https://')
    with pytest.raises(CannotTake, match="look at this version"):
        plain_loader("export default x;")


def test_an_archive_names_the_length_of_each_file() -> None:
    assert archived({"a": b"1", "b/c": b"23"}) == b'[["a", 1], ["b/c", 2]]\n123'


def test_a_group_of_the_suite_has_a_run_a_line() -> None:
    found = groups(suite().runs[: GROUP + 1])
    assert [data.count(b"\n") + 1 for data in found.values()] == [GROUP, 1]


def test_a_site_without_the_engine_has_no_page_that_needs_it() -> None:
    without = reader("en")
    without.engine = False
    try:
        pages = all_pages(without)
    finally:
        without.engine = True
    assert not pages.keys() & {kind.ADDRESS for kind in WITH_ENGINE}
    assert not [page.address for page in pages.values() if "prove.md" in page.body or "(/play.md" in page.body]


def test_without_node_or_the_files_the_build_says_what_is_skipped(
    monkeypatch: pytest.MonkeyPatch, sources: Sources
) -> None:
    monkeypatch.setattr(packing, "which", lambda _: None)
    told: list[str] = []
    assert building.files_of_the_engine(sources, told.append) == {}
    assert told[-1] == "SKIPPED: the pages on which the engine runs: node is not installed"


def test_the_licences_of_what_is_not_ours_are_beside_it() -> None:
    told = notice()
    assert all(
        name in told for name in ("Mozilla Public License 2.0", "Python Software Foundation", "msgspec", "PyYAML")
    )
    assert told.count("Permission is hereby granted") >= 3


# --- the engine at work


def test_the_scripts_are_small_pieces_and_not_too_heavy_in_all() -> None:
    files = dict(scripts(packed(), groups(RUNS)))
    assert max(map(len, files.values())) < PIECE + 100
    if THOROUGH:
        assert sum(map(len, files.values())) / 1e6 == pytest.approx(MEGABYTES, abs=1)


def test_the_suite_passes_on_the_python_of_the_engine(running: Engine) -> None:
    asked = passed = 0
    for data in groups(RUNS).values():
        told = running.ask(cases=data.decode())
        assert told["departures"] == []
        assert told["python"].startswith("3.14")
        asked, passed = asked + told["runs"], passed + told["checks"]["pass"]
    assert (asked, passed) == (len(RUNS), sum(len(run.checks) for run in RUNS))


def test_a_wrong_expectation_is_told(running: Engine) -> None:
    [data] = groups(suite().runs[:1]).values()
    case = json.loads(data)
    next(check for check in case["runs"][0]["then"] if check["kind"] == "whole")["expected"]["phase"] = "over"
    assert any("expected" in departure for departure in running.ask(cases=json.dumps(case))["departures"])


def test_a_request_that_cannot_be_read_is_answered_and_the_engine_goes_on(running: Engine) -> None:
    assert running.ask(ask="nothing")["problem"]["text"]
    assert "error" in running.ask(cases="{}")
    assert running.ask(ask="look", lang="en", role="tuco")["problem"]["text"]


def games() -> Iterator[dict[str, Any]]:
    """A set-up of each variant of each edition, with bots in all seats."""
    for edition in setups()["editions"]:
        for number, game in enumerate(edition["games"]):
            random = Random(f"{edition['id']} {number}")
            free = [name for name in game["names"] if name not in game["required"]]
            more = random.choice(game["players"]) - len(game["required"])
            seats = game["names"][: random.choice(game["players"])]
            if game["chosen"]:
                seats = [*game["required"], *random.sample(free, more)]
            yield {
                "seats": seats,
                "players": ["easy"] * len(seats),
                "edition": edition["id"],
                **{key: game[key] for key in ("modules", "powers", "happenings", "stations")},
                "train": [],
                "house_rules": [],
                "practice": True,
            }


def played(answer: Any, setup: dict[str, Any], seed: int) -> bytes:
    """The log of a game of bots."""
    assert answer({"ask": "begin", "lang": "en", "setup": setup, "seed": seed}) == {"people": []}
    while answer({"ask": "advance", "lang": "en"})["advanced"]:
        pass
    log: str = answer({"ask": "log", "lang": "en", "role": "referee"})["log"]
    return log.encode()


SETUPS = list(games()) if THOROUGH else [*islice(games(), 0, None, 29)]


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_game_of_bots_has_the_log_of_this_python_byte_for_byte(running: Engine, number: int) -> None:
    desk = Desk()
    ours = played(lambda request: json.loads(desk.answer(json.dumps(request))), SETUPS[number], number)
    theirs = played(lambda request: running.ask(**request), SETUPS[number], number)
    assert theirs == ours
    assert ours.count(b"\n") > 50
