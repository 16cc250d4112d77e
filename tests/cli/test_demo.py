"""`colt demo` plays a whole game into a log and holds the log against the rules."""

import json
import re
from itertools import count
from pathlib import Path

import click
import pytest
from click.testing import Result

from colt_rules.cli.demo import demo
from colt_rules.cli.game_options import MOST_PLAYERS
from colt_rules.log import verifying
from colt_rules.players.play import modules_of, table_of, variants
from colt_rules.rules.editions import EDITIONS
from tests.cli.running import run_colt as run
from tests.kinds import each


def test_it_shows_ranking_log_checks_and_what_to_try_next(tmp_path: Path) -> None:
    log = tmp_path / "games.db"
    result = run("--log", log, "demo", "--seed", "3", status=0)
    for told in (
        "rank",
        "scheming bot",
        "random bot",
        str(log),
        "same final state",
        "follows from the rules",
        "Try next",
    ):
        assert told in result.output
    assert log.exists()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_plays_with_three_to_six_bandits(tmp_path: Path, players: int) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--players", str(players), "--no-stations", "--json", status=0)
    assert len(json.loads(result.output)["ranking"]) == players


def test_a_seed_plays_the_same_game_again(tmp_path: Path) -> None:
    first, again = (
        json.loads(run("--log", tmp_path / "games.db", "demo", "--seed", "9", "--json").output) for _ in "ab"
    )
    assert first["ranking"] == again["ranking"]
    assert first["events"] == again["events"]
    assert first["game"] != again["game"]


def test_a_log_that_departs_from_the_rules_fails_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "check", lambda recording: ["event 7 departs"])
    assert "event 7 departs" in run("--log", tmp_path / "games.db", "demo", "--seed", "3", status=1).output


def test_a_place_that_cannot_hold_a_log_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    result = run("--log", tmp_path / "file" / "games.db", "demo", status=2)
    assert f"the folder {tmp_path / 'file'} cannot be created" in result.output


def test_more_bandits_than_there_are_is_told(tmp_path: Path) -> None:
    assert "2<=x<=8" in run("--log", tmp_path / "games.db", "demo", "--players", "9", status=2).output


def test_a_bandit_that_a_module_adds_sits_at_its_table(tmp_path: Path) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--variant", "mei", "--players", "3", "--json")
    assert {one["seat"] for one in json.loads(result.output)["ranking"]} == {"mei", "ghost", "cheyenne"}
    result = run("--log", tmp_path / "seven.db", "demo", "--variant", "mei", "--players", "7")
    assert "variant mei: a train with 6 cars, 7 bandits" in result.output


def test_what_a_rank_rests_on_besides_money_is_told_to_programs_too(tmp_path: Path) -> None:
    options = ("demo", "--variant", "marshal", "--players", "3", "--seed", "4")
    told = json.loads(run("--log", tmp_path / "one.db", *options, "--json").output)["ranking"]
    (words,) = next(one["besides"] for one in told if one["seat"] == "marshal")
    assert words in " ".join(run("--log", tmp_path / "other.db", *options).output.split())
    assert "goals" in words
    assert all("besides" not in one for one in told if one["seat"] != "marshal")


def test_who_cannot_win_is_told_with_the_clauses(tmp_path: Path) -> None:
    """Otherwise it would be unclear why a player with more money ranks lower."""
    for seed in count(10):  # the first that ends in such a station, as long as games are dealt as they are
        options = ("demo", "--variant", "stagecoach", "--seed", str(seed))
        told = json.loads(run("--log", tmp_path / f"{seed}.db", *options, "--json").output)["ranking"]
        if any("cannot_win" in one for one in told):
            break
    assert {one["cannot_win"][0] for one in told if "cannot_win" in one} == {"station.escape.caught"}
    shown = run("--log", tmp_path / "shown.db", *options).output
    assert shown.count(", cannot win") == sum("cannot_win" in one for one in told)


@pytest.mark.parametrize(("edition", "variant"), each(variants()))
@pytest.mark.thorough
def test_it_plays_every_variant_of_every_edition(tmp_path: Path, edition: str, variant: str) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--edition", edition, "--variant", variant, "--json", status=0)
    told = json.loads(result.output)
    assert (told["edition"], tuple(told["modules"])) == (edition, modules_of(edition, variant))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--edition", "solo"), f"expected one of {', '.join(EDITIONS)}; got 'solo'"),
        (("--variant", "solo"), "names, such as base, expert, duo; got 'solo': docs/variants.md lists what can be"),
        (("--variant", "horsez"), "names, perhaps horses, "),
        (("--variant", "team+expert"), "names, perhaps "),
        (("--variant", "stagecoach+duo"), "expected duo+stagecoach, as this variant is called; got 'stagecoach+duo'"),
        (("--variant", "base+horses+stagecoach"), "expected stagecoach, as this variant is called; got 'base+hor"),
        (("--variant", "x" * 10_000), "such as base"),
        (("--ruling", "ruling.draw.what-is-left=pas"), "perhaps ruling.draw.what-is-left=pass; got "),
        (("--ruling", "nothing"), "docs/variants.md lists what can be agreed on"),
        (("--seed", "-1"), "-1 is not in the range x>=0"),
    ],
)
def test_an_unknown_name_is_reported_with_the_nearest(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    result = run("--log", tmp_path / "games.db", "demo", *words, status=2)
    assert told in result.output
    assert len(result.output) < 500


@pytest.mark.parametrize(("option", "at"), [("edition", 0), ("variant", 1)])
def test_a_shell_can_complete_every_name(option: str, at: int) -> None:
    (named,) = (each for each in demo.params if each.name == option)
    context = click.Context(demo)
    assert {found.value for found in named.shell_complete(context, "")} == {kind[at] for kind in variants()}
    assert [found.value for found in named.shell_complete(context, "solo")] == []


def test_a_player_with_two_bandits_is_shown_with_them(tmp_path: Path) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--variant", "duo", "--players", "3", "--seed", "1")
    assert "variant duo: a train with 4 cars, 6 bandits" in result.output
    assert re.search(r"player-3 \(\w+, \w+\)", result.output)


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        (["--edition", "pl-base", "--variant", "team"], "ruling.edition.modules"),
        (["--edition", "pl-base", "--no-powers"], "setup.advanced.always"),
        (["--edition", "fr-horses", "--no-stations"], "setup.rounds.station-always"),
        (["--players", "7"], "setup.players"),
        (["--variant", "team", "--players", "5"], "team.pairs"),
        (["--variant", "duo", "--players", "4"], "duo.players"),
        (["--no-happenings", "--stations"], "ruling.setup.stations-are-happenings"),
    ],
)
def test_a_game_that_the_rules_refuse_is_told_with_the_clause_and_not_logged(
    tmp_path: Path, words: list[str], clause: str
) -> None:
    result = run("--log", tmp_path / "games.db", "demo", *words, status=2)
    assert f"  {clause}: " in result.output
    assert "docs/variants.md" in result.output
    assert not (tmp_path / "games.db").exists()


def test_the_page_on_variants_shows_a_refusal_as_it_comes(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "variants.md").read_text(encoding="utf-8")
    (words, shown) = re.findall(r"^    \$ colt (demo .*)\n((?:    .*\n)+)", page, re.MULTILINE)[0]
    assert run("--log", tmp_path / "games.db", *words.split()).output == re.sub("^    ", "", shown, flags=re.MULTILINE)


def test_other_answers_can_be_agreed_on(tmp_path: Path) -> None:
    house_rules = (
        "--ruling",
        "ruling.setup.stations-are-happenings=plain-station",
        "--ruling",
        "ruling.draw.what-is-left=pass",
    )
    result = run(
        "--log", tmp_path / "games.db", "demo", "--no-happenings", "--stations", *house_rules, "--seed", "4", status=0
    )
    assert " ".join(house_rules) in result.output, "the same game can be played again"


def test_an_answer_that_cannot_be_agreed_on_is_told_with_all_that_can(tmp_path: Path) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--ruling", "ruling.draw.what-is-left=all", status=2)
    assert "got 'ruling.draw.what-is-left=all'" in result.output
    assert "ruling.draw.what-is-left=pass" in result.output


def test_every_demo_can_be_played_again(tmp_path: Path) -> None:
    first = json.loads(run("--log", tmp_path / "games.db", "demo", "--no-happenings", "--json").output)
    again = run("--log", tmp_path / "games.db", "demo", "--no-happenings", "--seed", first["seed"], "--json")
    assert json.loads(again.output)["ranking"] == first["ranking"]
    assert "demo --seed 3` plays the same" in run("--log", tmp_path / "games.db", "demo", "--seed", "3").output


def test_a_house_rule_that_the_book_settles_is_told_as_such(tmp_path: Path) -> None:
    words = ("--edition", "pl-base", "--ruling", "ruling.rounds.face-down=face-up")
    result = run("--log", tmp_path / "games.db", "demo", *words, status=2)
    assert "the book of pl-base answers this question itself; leave out the house rule" in result.output
    assert "pl-base plays base, expert, duo." in result.output


def test_as_many_can_be_asked_for_as_any_variant_takes() -> None:
    assert max(max(table_of(edition, modules).players) for (edition, _), modules in variants().items()) == MOST_PLAYERS


def test_a_player_who_is_no_bandit_is_not_counted_as_one_and_ranked_by_goals(tmp_path: Path) -> None:
    result = run(
        "--log", tmp_path / "games.db", "demo", "--variant", "marshal", "--players", "5", "--seed", "3", status=0
    )
    assert "a train with 5 cars, 4 bandits, five rounds." in result.output
    assert re.search(r"marshal +(random|scheming) bot +\d of 5 goals met", result.output)
    assert "M is the Marshal" not in result.output


def test_bandits_that_are_off_the_board_are_listed(tmp_path: Path) -> None:
    outputs = [
        run(
            "--log", tmp_path / "games.db", "demo", "--variant", "marshal", "--players", "8", "--seed", str(seed)
        ).output
        for seed in range(3)
    ]
    assert any(re.search(r"^cell: [a-z, ]+$", output, re.MULTILINE) for output in outputs)


# --- cards whose faces no source shows

CARDS = """# what is on our cards
NameTurns by table card=rumours.2-4 turns=[standard, shaking, tunnel]

NameSymbols by table card=rumours.2-4 symbols=[plan, rumours]
NameBullets by table cylinder=left bullets=[knee, disarmed, shoulder, gotcha, drop-the-mail, golden]
NameLoot by table loot=[jewel, purse]
"""
NAMING = ("NameTurns", "NameSymbols", "NameBullets", "NameLoot")


def named(tmp_path: Path, cards: str | bytes, variant: str = "marshal") -> Result:
    file = tmp_path / "cards.txt"
    file.write_bytes(cards if isinstance(cards, bytes) else cards.encode())
    return run("--log", tmp_path / "games.db", "demo", "--variant", variant, "--seed", "1", "--cards", file, "--json")


def commands(tmp_path: Path, game: str) -> list[str]:
    """The types of the commands of a game in the store, in their order."""
    file = tmp_path / "game.jsonl"
    run("--log", tmp_path / "games.db", "log", "export", game, file)
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines()[1:])
    return [line["type"] for line in lines if "seq" not in line]


def test_a_table_names_the_faces_of_its_own_cards(tmp_path: Path) -> None:
    result = named(tmp_path, CARDS)
    assert result.exit_code == 0, result.output
    played = commands(tmp_path, json.loads(result.output)["game"])
    assert tuple(played[1:6]) == (*NAMING, "FinishNaming")


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_it_invents_no_card_faces(tmp_path: Path, seed: str) -> None:
    result = run("--log", tmp_path / "games.db", "demo", "--variant", "marshal", "--seed", seed, "--json")
    played = commands(tmp_path, json.loads(result.output)["game"])
    assert played[:2] == ["StartGame", "FinishNaming"]
    assert not set(played) & set(NAMING)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("", "expected a command a line, got none"),
        ("# nothing\n\n", "expected a command a line, got none"),
        ("Nonsense by table\n", "line 1: expected one of NameTurns, NameSymbols, FinishNaming, NameLoot, NameBullets"),
        ("\nStartGame by table\n", "line 2: expected one of NameTurns,"),
        ("FinishNaming by marshal\n", "line 1: expected `FinishNaming by table`, got 'FinishNaming by marshal'"),
        ("NameTurns by table card=rumours.2-4\n", "line 1: NameTurns: expected turns=..."),
        ("NameTurns by table card=rumours.2-4 turns=standard\n", "turns: expected a row such as [a, b], got standard"),
        (
            "NameTurns by table card=x turns=[standard]\n",
            "expected NameTurns by table card=(one of safe-place.2-4, rumours.2-4,",
        ),
        (
            "FinishNaming by table\nNameLoot by table loot=[purse]\n",
            "line 2: NameLoot by table loot=[purse] was refused",
        ),
        (b"\xff\xfe", "expected a text in UTF-8, got other bytes"),
        ("#" * 200_000, "expected a file of at most 100,000 bytes, got a larger one"),
        ("x" * 50_000, "expected one of NameTurns,"),
    ],
)
def test_what_cannot_be_named_is_told_with_its_line(tmp_path: Path, cards: str | bytes, told: str) -> None:
    result = named(tmp_path, cards)
    assert result.exit_code == 2
    assert told in result.output
    assert len(result.output) < 1_500


def test_a_game_without_such_cards_takes_no_names(tmp_path: Path) -> None:
    result = named(tmp_path, CARDS, "base")
    assert result.exit_code == 2
    assert "line 2: NameTurns by table" in result.output
    assert "docs/variants.md says what a table can name" in result.output


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = run("demo", "--cards", tmp_path / "none.txt", status=2)
    assert f"cannot read {tmp_path / 'none.txt'}: No such file" in result.output
