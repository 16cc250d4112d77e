"""`colt explain` says why, in four languages, for people and for programs, and says what it cannot do."""

import json
import zlib
from base64 import urlsafe_b64decode
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from colt_rules.log.opening import open_store
from tests.cli.running import run_colt
from tests.logs import played, text_of
from tests.stores import fill

EVENTS = Path(__file__).parents[3] / "events"
FOUR = EVENTS / "games" / "four-everything.jsonl"
SHOT, THROUGH, HAND = 82, 176, 33


run = partial(run_colt, "explain")


def read(*words: str | Path | int) -> Any:
    return json.loads(run(*words, "--json", status=0).stdout)


def test_a_published_site_opens_the_position_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLT_SITE_ADDRESS", "https://rules.example.org")
    last = run(FOUR, "--event", SHOT, "--lang", "fr", status=0).stdout.splitlines()[-1]
    address, _, packed = last.rpartition(" ")[2].partition("#position=")
    assert address == "https://rules.example.org/fr/try.html"
    state = json.loads(zlib.decompress(urlsafe_b64decode(f"{packed}==")))["state"]
    assert state["round"]["current"]["card"] == "django-fire"
    assert "#position" not in run(FOUR, "--event", SHOT, "--as", "django", status=0).stdout


def test_an_event_is_explained_in_one_or_two_screens() -> None:
    result = run(FOUR, "--event", SHOT, status=0)
    told = result.stdout
    first, second, *_ = told.splitlines()
    assert first == (
        "Event 82 of four-everything: Django shot Cheyenne, who got Django's bullet card 6; 5 bullets left."
    )
    assert second == "Behind it, command 30: Django fires at Cheyenne."
    for heading in ("Why", "Exceptions that applied", "Exceptions that did not apply", "Before", "After"):
        assert f"\n\n{heading}\n" in told
    assert "  fire.target  Choose one opponent in reach\n" in told
    assert "    pl-base: STRZAŁ (262-263, 266-269, 270-273)\n" in told
    assert "  tuco.through-the-roof: this is about Django, not Tuco\n" in told
    assert "MARSHAL" in told
    assert "  Django has 5 bullets, not 6.\n" in told
    assert told.endswith("    > Django fires at Cheyenne. [Fire by django target=cheyenne]\n")
    assert len(told.splitlines()) < 80


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "Tuco shoots through the roof"),
        ("ru", "Туко стреляет сквозь крышу"),
        ("fr", "Tuco tire à travers le toit"),
        ("pl", "Tuco strzela przez dach"),
    ],
)
def test_clauses_come_in_the_language_of_the_reader(lang: str, title: str) -> None:
    clauses = read(FOUR, "--event", THROUGH, "--lang", lang)["clauses"]
    assert [one["title"] for one in clauses if one["id"] == "tuco.through-the-roof"] == [title]
    assert title in run(FOUR, "--event", THROUGH, "--lang", lang).stdout


def test_where_an_edition_differs_is_told() -> None:
    assert "    ru-base has tuco.upward-only instead. " in run(FOUR, "--event", THROUGH).stdout


def test_programs_get_all_of_it() -> None:
    facts = read(FOUR, "--event", SHOT)
    assert (facts["game"], facts["event"], facts["type"], facts["role"]) == (
        "four-everything", 82, "BulletGiven", "referee",
    )  # fmt: skip
    assert facts["command"]["command"] == {"type": "Fire", "actor": "django", "target": "cheyenne"}
    assert facts["clauses"][0]["sources"][0] == {
        "book": "ru-full",
        "title": facts["clauses"][0]["sources"][0]["title"],
        "lines": "261",
        "section": "ФАЗА 2: ОГРАБЛЕНИЕ",
    }
    told = {one["id"]: one["applied"] for one in facts["exceptions"]}
    assert told.keys() >= {"tuco.through-the-roof", "belle.not-if-another", "stagecoach.inside.fire"}
    assert {id for id, applied in told.items() if applied} == {"django.knock-back"}
    (unplayed,) = (one["why"] for one in facts["exceptions"] if one["id"] == "stagecoach.inside.fire")
    assert unplayed == "the module stagecoach is not played"
    assert facts["before"]["figures"]["django"]["bullets"] == 6
    assert facts["after"]["figures"]["django"]["bullets"] == 5
    (open_,) = facts["options"]
    assert [(one["command"]["target"], one["given"]) for one in open_["commands"]] == [("cheyenne", True)]
    assert (facts["cited_by"], facts["departs"]) == ("log", None)


def test_a_picture_after_is_drawn_where_the_train_changed() -> None:
    drawn = "locomotive"
    assert run(FOUR, "--event", SHOT).stdout.count(drawn) == 1
    assert run(FOUR, "--event", 83).stdout.count(drawn) == 2


def test_a_player_is_told_what_the_seat_may_know() -> None:
    told = run(FOUR, "--event", HAND, "--as", "tuco").stdout
    assert told.startswith("Event 33 of four-everything: Django drew the hand for the round: 6 cards.\n")
    assert "Behind it, command 7: chance gave a command of a secret kind; only the referee may see what it says" in told
    assert "chance (deck): only the referee may see the options" in told
    facts = read(FOUR, "--event", HAND, "--as", "tuco")
    assert facts["command"]["command"] is None
    assert facts["options"][0]["number"] is None
    assert "django-" not in json.dumps(facts)


def test_of_astronomically_many_options_some_are_told() -> None:
    assert "chance (deck): 226,800 commands, such as\n    > Chance lays out the deck of Django: " in (
        run(FOUR, "--event", HAND).stdout
    )


# --- why not


@pytest.mark.parametrize("command", ["django Fire target=belle", '{"type":"Fire","actor":"django","target":"belle"}'])
def test_why_not_names_what_forbids_it_and_what_is_near(command: str) -> None:
    result = run(FOUR, "--event", SHOT, "--why-not", command, status=0)
    told = result.stdout
    assert told.splitlines()[:2] == [
        "Not allowed: Django fires at Belle.",
        "In place of command 30 of four-everything: Django fires at Cheyenne.",
    ]
    forbids, near = told.split("The nearest commands that were legal")
    assert "  fire.not-same-place  Not at one's own place\n" in forbids
    assert "    pl-base: STRZAŁ (264-265, 270-273, 274-275)\n" in forbids
    assert "  belle.not-if-another  Belle is no target while another is\n" in forbids
    assert "  Django fires at Cheyenne. [Fire by django target=cheyenne]\n    stealin.obligatory" in near
    facts = read(FOUR, "--event", SHOT, "--why-not", command)
    assert not facts["allowed"]
    assert [one["id"] for one in facts["clauses"]] == ["fire.not-same-place", "belle.not-if-another"]
    assert [(one["command"]["target"], one["differs"]) for one in facts["nearest"]] == [("cheyenne", ["target"])]


def test_why_not_for_what_was_allowed() -> None:
    told = run(FOUR, "--event", SHOT, "--why-not", "django Fire target=cheyenne").stdout
    assert told.startswith("Allowed: Django fires at Cheyenne.\nIt is command 30 of four-everything.\n")
    assert "\n\nWhat allows it\n" in told
    assert "\n\nWhat would have happened\n  Django carries out Fire.\n" in told


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("ghost shoots her", "target: expected a bandit in this game, one of belle, cheyenne, "),
        ("dance", "expected a command such as 'Belle fires at Cheyenne' or `Fire by belle target=cheyenne`; got"),
        ("", "expected a command such as"),
        ("tuco Fire target=nobody", "expected a name that exists in this game, got 'nobody'"),
        ('{"type": "Fire"}', "actor: expected a text, got nothing"),
        ("\x1b[2J", "expected a command such as"),
    ],
)
def test_a_command_that_cannot_be_understood(command: str, expected: str) -> None:
    result = run(FOUR, "--event", SHOT, "--why-not", command, status=2)
    assert result.stderr.startswith("Error: --why-not: ")
    assert expected in result.stderr
    assert "\x1b" not in result.stderr


def test_why_not_is_for_the_actor_and_the_referee() -> None:
    command = "django Fire target=belle"
    assert run(FOUR, "--event", SHOT, "--why-not", command, "--as", "django").exit_code == 0
    result = run(FOUR, "--event", SHOT, "--why-not", command, "--as", "tuco")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is only for django and the referee" in result.stderr


def test_why_not_keeps_the_secrets_of_whoever_acted() -> None:
    """A card was played face down; a player who asks about another command does not learn which."""
    lines = [json.loads(line) for line in FOUR.read_bytes().splitlines()]
    played = next(one for one in lines if one.get("type") == "CardPlayed" and one["data"]["face_down"])
    seq, seat = played["seq"], played["actor"]
    other = next(name for name in ("belle", "cheyenne") if name != seat)
    words = (FOUR, "--event", seq, "--why-not", f"{other} DrawCards")
    assert ", face down." in run(*words).stdout.splitlines()[1]
    second = run(*words, "--as", other).stdout.splitlines()[1]
    assert second.endswith(f"; {seat.title()} gave a command of a secret kind.")
    assert f"{seat}-" not in json.dumps(read(*words, "--as", other)["nearest"])


# --- what cannot be done


@pytest.mark.parametrize("event", [0, 521, -1])
def test_an_unknown_event_is_reported(event: int) -> None:
    result = run(FOUR, "--event", event)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected an event from 1 to 520" in result.stderr


def test_an_unknown_role_is_reported() -> None:
    result = run(FOUR, "--event", 1, "--as", "zorro")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "one of belle, cheyenne, django, tuco, spectator, referee" in result.stderr


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    result = run("nothing", "--event", 1, log=tmp_path / "none.db")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_log_that_one_role_has_seen() -> None:
    result = run(next((EVENTS / "redacted").glob("*.jsonl")), "--event", 1)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "this log is redacted for one role" in result.stderr


def test_a_log_that_is_cut_off_is_explained_as_far_as_it_goes(tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(FOUR.read_bytes().splitlines(keepends=True)[:150]))
    lines = [json.loads(line) for line in cut.read_bytes().splitlines()]
    last = max(line.get("seq", 0) for line in lines)
    assert "[" in run(cut, "--event", 10, status=1).stdout
    assert f"expected an event from 1 to {last}" in run(cut, "--event", last + 1, status=2).stderr


def test_a_broken_chain_is_told_where_the_event_is_not_there(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(FOUR.read_bytes().replace(b'"token":"purse-7"', b'"token":"purse-6"', 1))
    result = run(broken, "--event", 500, status=2)
    assert "Error: expected an event from 1 to " in result.stderr
    assert "the log is whole up to there only: line " in result.stderr


def test_a_game_of_the_store(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        fill(store, played(1))
    log = tmp_path / "games.db"
    file = tmp_path / "game.jsonl"
    file.write_bytes(text_of(played(1)))
    assert run("game-1", "--event", 40, log=log).stdout == run(file, "--event", 40).stdout != ""
