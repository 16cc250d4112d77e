"""Every log of a cheat or a faulty engine gets a verdict, and never causes an error of ours."""

from collections.abc import Iterator
from os import environ
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.log.verifying import verify
from colt_rules.referee.audit import Audit, audit
from colt_rules.referee.explain import NotShown
from colt_rules.referee.report import report_html
from colt_rules.referee.story import Story
from tests.conftest import THOROUGH
from tests.referee.wild import (
    KEPT,
    WAYS,
    WRONG_ENGINES,
    Played,
    games_of_a_wrong_engine,
    is_a_game,
    wild_log,
    wild_logs,
    written,
)

EACH = int(environ.get("COLT_WILD_LOGS", 2_000 if THOROUGH else 300)) // 100
"""The number of logs per hundred; COLT_WILD_LOGS=10000 runs all, which takes a quarter of an hour."""
LOOKED_AT = 2 * EACH
"""The number of logs that are tried with every command of the referee."""
OF_CHEATS = range(100 - WRONG_ENGINES)
"""The hundreds made from kept games; the others are made from games of faulty engines, each from another one."""


@pytest.mark.parametrize("hundred", OF_CHEATS if THOROUGH else OF_CHEATS[::6])
def test_there_is_always_a_verdict(hundred: int) -> None:
    for seed, how, text in wild_logs(100 * hundred, EACH):
        assert not judged(seed, text).sound or is_a_game(text), (seed, how)


@pytest.mark.parametrize("engine", range(0, WRONG_ENGINES, 1 if THOROUGH else 15))
def test_there_is_always_a_verdict_on_a_wrong_engine(engine: int, tmp_path: Path) -> None:
    mutant, games = games_of_a_wrong_engine(engine, tmp_path)
    assert any(game.steps for game in games), mutant
    for number, game in enumerate(games):
        judged(number, written(game.header, game.copied()))  # as played: perhaps nothing shows
    for seed, how, text in wild_logs(100 * (OF_CHEATS.stop + engine), EACH, [game for game in games if game.steps]):
        assert not judged(seed, text).sound or is_a_game(text), (mutant, seed, how)


def judged(seed: int, text: bytes) -> Audit:
    """The verdict; for some logs also the verification and the page."""
    found = audit([text])
    if seed % 5 == 0:
        assert verify([text]).sound == found.sound, seed
        try:
            assert report_html(Story.read([text]), found).endswith("</html>\n"), seed
        except NotShown:
            assert not found.over, seed
    return found


def test_a_log_with_two_commands_exchanged_may_be_a_game_all_the_same() -> None:
    game = Played.read(next(path for path in KEPT if path.stem == "three-plain").read_bytes())
    steps = game.copied()
    steps[107], steps[108] = steps[108], steps[107]  # in an extra turn Ghost draws first and then plays
    text = written(game.header, steps)
    assert is_a_game(text)
    assert audit([text]).sound


def test_there_are_logs_of_every_kind() -> None:
    assert {wild_log(seed)[0] for seed in range(60)} == set(WAYS)


@pytest.mark.parametrize("seed", range(20_000, 20_000 + LOOKED_AT))
def test_no_command_of_the_referee_fails_on_one(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLT_LOG", "games.db")
    _, text = wild_log(seed)
    Path("wild.jsonl").write_bytes(text)
    for asked in questions(seed, text):
        result = CliRunner().invoke(colt, asked)
        assert result.exception is None or isinstance(result.exception, SystemExit), (asked, result.exception)
        assert result.exit_code in (0, 1, 2), asked


def questions(seed: int, text: bytes) -> Iterator[list[str]]:
    """Every question about the log, in the file and in a store."""
    random, last = Random(seed), text.count(b'"seq":')
    event, late = str(random.randrange(1, last + 1)), str(max(1, last - random.randrange(20)))
    game = text.partition(b'"game":"')[2].partition(b'"')[0].decode()
    role = random.choice(("ghost", "tuco", "belle", "player-1", "spectator"))
    yield from (["audit", "wild.jsonl", *more] for more in ((), ("--json",)))
    yield from (["report", "wild.jsonl", "-o", "page.html", *more] for more in ((), ("--as", role)))
    for asked in (event, late):
        yield ["explain", "wild.jsonl", "--event", asked]
        yield ["explain", "wild.jsonl", "--event", asked, "--as", role]
        yield ["explain", "wild.jsonl", "--event", asked, "--why-not", "Fire by tuco target=ghost"]
        yield ["replay", "wild.jsonl", "--at", asked, "--svg", "train.svg"]
        yield ["what-if", "wild.jsonl", "--event", asked, "--instead", "Fire by tuco target=ghost"]
    yield ["replay", "wild.jsonl", "--from", late, "--pictures"]
    yield ["replay", "wild.jsonl", "--as", role]
    yield ["compare", "wild.jsonl", str(KEPT[seed % len(KEPT)]), "--case", "case.yaml"]
    yield from (["what-if", "wild.jsonl", "--edition", edition] for edition in ("ru-full", "pl-base"))
    yield ["log", "verify", "wild.jsonl"]
    yield ["log", "show", "wild.jsonl"]
    yield ["log", "import", "wild.jsonl"]
    yield from (["log", *asked] for asked in (["verify"], ["list"], ["export", game, "--as", role], ["rebuild", game]))
    yield from ([asked, game] for asked in ("audit", "replay"))
