"""`colt report` writes one page, says whether the log is sound, and overwrites neither log nor store."""

import os
from functools import cache, partial
from pathlib import Path

import pytest

from colt_rules.log.opening import open_store
from colt_rules.referee.audit import audit
from colt_rules.referee.report import ReportRequest, report_html
from colt_rules.referee.story import Story
from tests.cli.running import run_colt
from tests.logs import lines_of, played, text_of
from tests.referee.forging import Forged
from tests.referee.tampered import CATALOGUE
from tests.stores import fill

run = partial(run_colt, "report")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played()))
    return path


@cache
def wrong() -> Forged:
    return CATALOGUE["no-bullet-for-who-was-hit"].made()


def page(text: bytes, *events: int, role: str = "", lang: str = "en") -> bytes:
    """The page that is expected."""
    return report_html(Story.read([text]), audit([text]), ReportRequest(events, role, lang)).encode()


def test_a_sound_log_gives_a_page(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "verdict.html"
    result = run(file, "-o", out)
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{out}: the log is sound\n", "")
    assert out.read_bytes() == page(file.read_bytes())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.jsonl", "verdict.html"]


def test_what_is_asked_for_is_on_it(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "verdict.html"
    assert run(file, "--event", 82, "--event", 20, "--lang", "fr", "--as", "ghost", "--output", out).exit_code == 0
    assert out.read_bytes() == page(file.read_bytes(), 82, 20, role="ghost", lang="fr")


def test_another_command_needs_one_event_and_words_that_are_understood(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "verdict.html"
    asked = (file, "-o", out, "--why-not", "ghost Fire")
    assert "--why-not judges another command at one event" in run(*asked, status=2).stderr
    assert "expected a command such as" in run(file, "-o", out, "--event", 200, "--why-not", "dance", status=2).stderr
    assert not out.exists()
    run(*asked, "--event", 200, status=0)
    assert "Ghost, Fire: what could have been chosen" in out.read_text(encoding="utf-8")


def test_a_wrong_game_gives_a_page_and_another_status(tmp_path: Path) -> None:
    out = tmp_path / "verdict.html"
    text = text_of(wrong().log())
    (tmp_path / "wrong.jsonl").write_bytes(text)
    result = run(tmp_path / "wrong.jsonl", "-o", out)
    assert (result.exit_code, result.stdout) == (1, f"{out}: 1 departure\n")
    assert out.read_bytes() == page(text)


def test_a_log_that_was_cut_gives_a_page_up_to_there(tmp_path: Path) -> None:
    out = tmp_path / "verdict.html"
    text = b"".join(lines_of(played())[:200])
    assert "- is intact only up to event 151: line 201: " in run("-", "-o", out, given=text, status=1).stderr
    assert out.read_bytes() == page(text)


def test_a_game_in_a_store_gives_the_page_of_its_file(tmp_path: Path) -> None:
    out, store = tmp_path / "verdict.html", tmp_path / "games.db"
    with open_store(store) as opened:
        fill(opened, played())
        fill(opened, played(2), 60)
    before = store.read_bytes()
    assert run("game-1", "-o", out, log=store).exit_code == 0
    assert out.read_bytes() == page(text_of(played()))
    result = run("game-2", "-o", out, log=store)
    assert (result.exit_code, result.stdout) == (0, f"{out}: the log is sound\n")
    assert b"as seen by</dt><dd>spectator" in out.read_bytes()
    assert store.read_bytes() == before


def test_a_page_takes_the_place_of_an_older_one(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "verdict.html"
    out.write_bytes(b"x" * 1_000_000)
    assert run(file, "-o", out).exit_code == 0
    assert out.read_bytes() == page(file.read_bytes())


# --- what cannot be written


def test_a_page_needs_a_place(file: Path) -> None:
    assert "Missing option '-o' / '--output'" in run(file, status=2).stderr


@pytest.mark.parametrize("where", ["there/is/no/such/folder.html", "."])
def test_where_nothing_can_be_written_it_is_said(where: str, file: Path, tmp_path: Path) -> None:
    result = run(file, "-o", tmp_path / where, status=2)
    assert str(tmp_path / where) in result.stderr
    assert "directory" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to try")
def test_a_full_disk_is_told(file: Path) -> None:
    assert "cannot write /dev/full: No space left on device" in run(file, "-o", "/dev/full", status=2).stderr


@pytest.mark.parametrize("link", [False, True])
def test_the_log_itself_is_never_written_over(link: bool, file: Path, tmp_path: Path) -> None:
    out = file
    if link:
        out = tmp_path / "link.html"
        os.link(file, out)
    before = file.read_bytes()
    assert f"{out} is the log itself; name another file to write" in run(file, "-o", out, status=2).stderr
    assert file.read_bytes() == before


def test_the_store_itself_is_never_written_over(file: Path, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with open_store(store) as opened:
        fill(opened, played())
    before = store.read_bytes()
    for game in ("game-1", file):
        result = run(game, "-o", store, log=store, status=2)
        assert f"{store} is the store itself, with all its games; name another file to write" in result.stderr
        assert store.read_bytes() == before


def test_without_a_home_a_page_can_be_written_again(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "verdict.html"

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("colt_rules.log.opening.default_log", nowhere)
    for _ in range(2):
        assert run(file, "-o", out).exit_code == 0
