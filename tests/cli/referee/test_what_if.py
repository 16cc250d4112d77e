"""`colt what-if` tells where the story forks, why, and who would have won, and says what it cannot do."""

import json
import re
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from colt_rules.commands import command_text
from colt_rules.events import LootPlaced
from colt_rules.languages import LANGUAGES
from colt_rules.log.codec import command_object
from colt_rules.log.entries import EventEntry
from colt_rules.log.lines import read_lines
from colt_rules.log.opening import open_store
from colt_rules.log.redaction import redacted
from colt_rules.model.record import changed
from colt_rules.registry.registry import registry
from colt_rules.rules.editions import EDITIONS
from tests.cli.reading import english_words
from tests.cli.running import run_colt
from tests.logs import chained, changed_entry, text_of
from tests.stores import cut, fill

GAMES = Path(__file__).parents[3] / "events" / "games"
TIE, ROOF = GAMES / "polish-tie.jsonl", GAMES / "tuco-from-the-roof.jsonl"
LETTER = "ruling.tie-break.to-the-letter"


run = partial(run_colt, "what-if")


def told(game: Path | str, *words: str) -> str:
    """What is printed for people, when all goes well."""
    return run(game, *words, status=0).stdout


def read(game: Path | str, *words: str) -> Any:
    """What is printed for programs."""
    return json.loads(told(game, *words, "--json"))


def refused(game: Path | str, *words: str, given: bytes | None = None) -> str:
    """What is said when it cannot be run."""
    result = run(game, *words, given=given, status=2)
    assert result.stdout == ""
    return result.stderr


def text_of_clause(id: str, lang: str = "en") -> str:
    return registry().clause(id).text.in_language(lang)


# --- the kept games whose winner differs


def test_a_kept_game_has_another_winner_by_another_edition_and_the_clause_is_named() -> None:
    text = told(TIE, "--edition", "ru-base")
    assert "The winner differs: Belle (pl-base), Cheyenne (ru-base)." in text
    for edition, id in (
        ("pl-base", "end.tie-break.opponents-and-happenings"),
        ("ru-base", "end.tie-break.fewest-bullets"),
    ):
        assert f"only {edition}: {id}: {text_of_clause(id)}\n" in text
    assert "All commands of the log could be given." in text


def test_the_fork_is_told_with_both_sides() -> None:
    lines = told(TIE, "--ruling", f"{LETTER}=all").splitlines()
    assert lines[0] == (
        "The same up to command 65. "
        "The games diverge at command 66, event 191: Belle moves into the private saloon car."
    )
    assert lines[2:6] == [
        "  as played:",
        "    The bullet that Belle just got is left out of the tie-break. [end.tie-break.opponents-and-happenings, "
        "ruling.tie-break.to-the-letter, ruling.tie-break.meeting-by-happening]",
        "  what if:",
        "    Nothing of the kind.",
    ]


def test_both_rankings_stand_side_by_side() -> None:
    text = told(TIE, "--edition", "ru-base")
    assert re.search(r"^Ranking +pl-base +ru-base$", text, re.MULTILINE)
    assert re.search(r"^belle +1\. \$1,750, 1 bullet +2\. \$1,750, 4 bullets$", text, re.MULTILINE)
    assert re.search(r"^cheyenne +2\. \$1,750, 3 bullets +1\. \$1,750, 3 bullets$", text, re.MULTILINE)


def test_a_text_is_told_once() -> None:
    text = told(TIE, "--ruling", f"{LETTER}=all")
    assert text.count(registry().rulings[LETTER].answer.en) == 1
    assert text.count(f"only as played: {LETTER}\n") == text.count(f"only what if: {LETTER}\n") == 1


def test_the_clauses_come_in_the_language_that_is_asked_for() -> None:
    assert text_of_clause("end.tie-break.fewest-bullets", "pl") in told(TIE, "--edition", "ru-base", "--lang", "pl")


def test_a_command_that_is_left_out_is_told_and_what_it_brought() -> None:
    text = told(ROOF, "--edition", "ru-base")
    assert "Left out, because the other game does not ask for it: command 161, Tuco fires at Cheyenne.\n" in text
    assert "All other commands of the log could be given.\n" in text
    assert "  ru-full:\n    Then tuco decides (fire).\n" in text
    assert "only ru-base: tuco.upward-only: " in text
    assert "only ru-full: Tuco counts $1,000 (gunslinger)\n" in text
    assert text.count(" counts $") == 1, "all else is counted in both"
    assert "The winner differs: Tuco (ru-full), Doc (ru-base).\n" in text


# --- other answers


def test_nothing_changes_by_the_same_rules() -> None:
    assert told(TIE, "--edition", "pl-base") == (
        "Nothing changes: 156 commands, and all lead to the same events.\nThe winner is the same: Belle.\n"
    )


def test_a_ruling_is_told_with_its_question_and_both_answers() -> None:
    text = told(TIE, "--ruling", f"{LETTER}=all")
    ruling = registry().rulings[LETTER]
    assert (
        f"  {LETTER}: {ruling.question.en}\n    ours: {ruling.answer.en}\n    all: {ruling.rejected[0].answer.en}\n"
        in text
    )
    assert "The winner differs: Belle (as played), Cheyenne (what if).\n" in text


def test_a_story_that_ends_early_has_its_reason_and_the_money_so_far() -> None:
    text = told(GAMES / "four-everything.jsonl", "--edition", "ru-base")
    assert "Refused: this could be chosen: Tuco fires at Django [tuco.upward-only]\n" in text
    assert "The other game ends before command 60 of 172: this could be chosen: Tuco fires at Django" in text
    assert re.search(r"^Money so far +ru-full +ru-base$", text, re.MULTILINE)
    assert re.search(r"^cheyenne +\$1,250 +\$1,250$", text, re.MULTILINE)
    assert text.endswith("It cannot be known who would have won.\n")


@pytest.mark.parametrize(
    ("game", "edition", "outcome"),
    [
        ("polish-base", "ru-full", "The ranking and the money are the same; only the bullets that are counted differ."),
        ("tuco-from-the-roof", "ru-base", "The ranking differs."),
    ],
)
def test_a_ranking_is_not_called_different_above_the_same_ranking(game: str, edition: str, outcome: str) -> None:
    text = told(GAMES / f"{game}.jsonl", "--edition", edition)
    assert f"\n{outcome}\n" in text
    assert "otherwise" not in text


def test_many_events_are_told_in_part() -> None:
    text = told(GAMES / "russian-base.jsonl", "--edition", "ru-full")
    assert "    And 1 more event.\n    Then doc decides (fire).\n  ru-full:\n    Then tuco decides (fire).\n" in text
    assert len(read(GAMES / "russian-base.jsonl", "--edition", "ru-full")["fork"]["here"]["events"]) == 6


def test_a_game_that_is_not_over_has_no_winner(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(text_of(cut(read_lines(TIE), 100)))
    text = told(path, "--edition", "ru-base")
    assert "Money so far" in text
    assert text.endswith("The game is not over.\n")


def test_another_choice_is_told_with_both_commands() -> None:
    facts = read(TIE, "--event", "191", "--instead", "Move by belle to=first-class.inside")
    assert facts["asked"] == {
        "event": 191,
        "command": 66,
        "instead": {"type": "Move", "actor": "belle", "to": "first-class.inside"},
    }
    assert facts["fork"]["there"]["command"]["to"] == "first-class.inside"
    text = told(TIE, "--event", "191", "--instead", "Move by belle to=first-class.inside")
    assert "The games diverge at command 66, event 189: another choice.\n" in text
    assert "  as played: Belle moves into the private saloon car.\n" in text
    assert "  what if: Belle moves into the first-class car.\n" in text


def test_a_command_is_understood_as_words_and_as_json() -> None:
    given = next(entry.command for entry in read_lines(ROOF).commands if entry.number == 161)
    for text in (command_text(given), json.dumps(command_object(given))):
        assert told(ROOF, "--event", "464", "--instead", text).startswith("Nothing changes")


def test_a_game_in_the_store_and_one_on_standard_input_are_as_good(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with open_store(store) as opened:
        fill(opened, read_lines(TIE))
    words = ("--edition", "ru-base")
    expected = told(TIE, *words)
    assert run("polish-tie", *words, log=store).stdout == expected
    assert run("-", *words, given=TIE.read_bytes()).stdout == expected


# --- for programs


def test_programs_get_all_of_it() -> None:
    facts = read(ROOF, "--edition", "ru-base")
    assert facts["game"] == "tuco-from-the-roof"
    assert facts["asked"] == {"edition": "ru-base"}
    assert facts["changes"] is True
    assert (facts["fork"]["command"], facts["fork"]["event"], facts["fork"]["sound"]) == (160, 463, True)
    assert facts["fork"]["here"]["asks"] == [{"actor": "tuco", "kind": "fire", "subject": "tuco"}]
    assert facts["fork"]["there"]["events"][0] == {
        "type": "ActionIdle",
        "data": {"bandit": "tuco", "action": "fire"},
        "cites": ["stealin.obligatory", "fire.no-target"],
    }
    (difference,) = facts["fork"]["differences"]
    assert (difference["here"], difference["there"]) == (["tuco.through-the-roof"], ["tuco.upward-only"])
    assert difference["notes"]
    assert facts["end"]["only_here"] == ["scoring.gunslinger.tie"]
    assert facts["left_out"] == [{"command": 161, "type": "Fire", "actor": "tuco", "target": "cheyenne"}]
    assert facts["stopped"] is None
    assert facts["commands"] == 167
    assert [one["seat"] for one in facts["ranking"]["there"]] == ["doc", "cheyenne", "tuco", "belle"]
    assert facts["winner"] == {"here": ["tuco"], "there": ["doc"], "differs": True}
    assert facts["clauses"]["tuco.upward-only"]["text"] == text_of_clause("tuco.upward-only")


def test_programs_learn_that_nothing_changes_and_where_it_stops() -> None:
    same = read(TIE, "--ruling", f"{LETTER}=ours")
    assert (same["changes"], same["fork"], same["winner"]["differs"]) == (False, None, False)
    assert same["asked"] == {"ruling": LETTER, "answer": "ours"}
    stopped = read(GAMES / "four-everything.jsonl", "--edition", "ru-base")
    assert stopped["stopped"]["command"] == 60
    assert stopped["stopped"]["clauses"] == ["tuco.upward-only"]
    assert stopped["winner"] == {"here": [], "there": [], "differs": None}
    assert stopped["money"]["there"]["cheyenne"] == 1250
    assert stopped["fork"]["there"]["refused"]["clauses"] == ["tuco.upward-only"]
    drawn = read(GAMES / "team-four.jsonl", "--edition", "fr-horses")
    shuffled = {"schemin.hand-of-six", "round-end.shuffle", "fire.bullet.stays"}
    assert {*drawn["stopped"]["clauses"]} == shuffled <= drawn["clauses"].keys()


# --- what cannot be run


def test_a_game_that_the_edition_does_not_have_is_told_with_the_clause() -> None:
    said = refused(GAMES / "team-four.jsonl", "--edition", "pl-base")
    assert "by the rules of pl-base this game cannot be set up as asked" in said
    assert f"  ruling.edition.modules: {registry().rulings['ruling.edition.modules'].answer.en}\n" in said


def test_a_choice_that_is_not_allowed_is_told_with_the_clauses_and_the_nearest_that_are() -> None:
    said = refused(ROOF, "--event", "464", "--instead", "Fire by tuco target=doc")
    assert "not allowed: Tuco fires at Doc; this could be chosen: Tuco fires at Cheyenne\n" in said
    assert f"  fire.roof.any-distance: {text_of_clause('fire.roof.any-distance')}\n" in said
    assert said.endswith(
        "Allowed there, the nearest first:\n  Tuco fires at Cheyenne. [Fire by tuco target=cheyenne]\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--edition", "moon-base"), f"one of {', '.join(EDITIONS)}; got moon-base"),
        (("--ruling", "ruling.nonsense=x"), "ruling.end.still-level=ours or seat-order"),
        (("--ruling", "ruling.end.still-level=coin"), "ours or seat-order; got coin"),
        (("--ruling", "ruling.end.still-level"), "expected ID=ANSWER"),
        (("--event", "485", "--instead", "DrawCards by belle"), "expected an event from 1 to 484, got 485"),
        (("--event", "0", "--instead", "DrawCards by belle"), "expected an event from 1 to 484, got 0"),
        (("--event", "9", "--instead", "Dance by belle"), "expected a command such as"),
        (("--event", "9", "--instead", '{"type": "Dance"}'), "--instead: type: expected one of the"),
        (("--event", "9", "--instead", "{"), "--instead: command: expected JSON"),
        (("--event", "9", "--instead", ""), "expected a command such as"),
        (("--event", "9"), "--event and --instead go together"),
        (("--instead", "DrawCards by belle"), "--event and --instead go together"),
        ((), "expected one change"),
        (("--edition", "ru-base", "--ruling", f"{LETTER}=all"), "expected one change"),
    ],
)
def test_what_was_asked_for_wrongly_is_told(words: tuple[str, ...], message: str) -> None:
    assert message in refused(TIE, *words)


def test_a_game_that_is_not_there_and_one_that_is_no_whole_log_are_told(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with open_store(store) as opened:
        fill(opened, read_lines(TIE))
    assert "neither a game nor a file" in run("nobody", "--edition", "ru-base", log=store, status=2).stderr
    seen = b"".join(line + b"\n" for line in redacted(read_lines(TIE), "belle"))
    assert "name a complete log" in refused("-", "--edition", "ru-base", given=seen)


def test_a_log_that_breaks_its_own_rules_at_the_fork_is_sent_to_the_audit() -> None:
    log = read_lines(TIE)
    at, entry = next((at, one) for at, one in enumerate(log.entries) if one.type == "LootPlaced")
    assert isinstance(entry, EventEntry)
    assert isinstance(entry.event, LootPlaced)
    wrong = changed_entry(entry, data=changed(entry.event, value=entry.event.value + 50))
    forged = chained(log.header, (*log.entries[:at], wrong, *log.entries[at + 1 :]))
    result = run("-", "--edition", "pl-base", given=text_of(forged), status=0)
    assert "  as played:\n" in result.stdout
    assert "At that command the log departs from its own rules as well: `colt audit` says more.\n" in result.stdout


# --- many games


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two ties, of which one is not over, a game whose rules differ but not its result, and a broken log."""
    logs = tmp_path / "some logs"
    (logs / "deeper").mkdir(parents=True)
    tie = read_lines(TIE)
    for name, text in {
        "tie": TIE.read_bytes(),
        "deeper/half": text_of(cut(tie, 40)),
        "roof": ROOF.read_bytes(),
        "words": b"no log\n",
        "duo": (GAMES / "duo-time-machine-two.jsonl").read_bytes(),
    }.items():
        (logs / f"{name}.jsonl").write_bytes(text)
    return logs


def test_of_many_games_it_is_counted_in_how_many_the_result_differs(folder: Path) -> None:
    shown = run(folder, "--edition", "ru-full", "--workers", 2, status=1)
    found = json.loads(run(folder, "--edition", "ru-full", "--workers", 1, "--json", status=1).stdout)
    assert found["asked"] == {"edition": "ru-full"}
    assert [found[key] for key in ("logs", "winner", "others", "same", "unknown")] == [5, 1, 0, 2, 2]
    counts = {outcome: group["logs"] for outcome, group in found["outcomes"].items() if group["logs"]}
    assert counts == {"winner": 1, "nothing": 2, "unfinished": 1, "unreadable": 1}
    assert shown.stdout.startswith(
        "5 logs: another winner in 1, the same winner but another result in 0, the same result in 2, unknown in 2.\n"
        "  Somebody else wins: 1 log\n"
    )
    (example,) = found["outcomes"]["winner"]["examples"]
    assert f"    {example['command']}\n" in shown.stdout
    assert "The winner differs" in run_colt(*shlex.split(example["command"])[1:], status=0).stdout


def test_of_the_games_of_a_store_another_answer_is_asked(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    run_colt("log", "import", folder / "tie.jsonl", folder / "roof.jsonl", log=store, status=0)
    asked = f"{LETTER}={next(one.id for one in registry().rulings[LETTER].rejected if one.house_rule)}"
    found = json.loads(run(store, "--ruling", asked, "--json", status=0).stdout)
    assert found["logs"] == 2
    for group in found["outcomes"].values():
        for example in group["examples"]:
            run_colt(*shlex.split(example["command"])[1:])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_many_games_are_told_in_every_language(folder: Path, lang: str) -> None:
    told = re.sub(r"    colt.*", "", run(folder, "--edition", "fr-horses", "--lang", lang, status=1).stdout)
    assert told.count("\n  ") >= 3
    if lang != "en":
        assert not english_words(told, lang)


def test_of_many_games_no_single_choice_can_be_asked(folder: Path) -> None:
    assert "--event is about one game" in refused(folder, "--event", "3", "--instead", "{}")
    assert "standard input holds one log" in refused("-", str(folder), "--edition", "ru-base")
    assert "expected an edition" in refused(folder, "--edition", "klingon")
    assert "expected a ruling" in refused(folder, "--ruling", "ruling.none=ours")
