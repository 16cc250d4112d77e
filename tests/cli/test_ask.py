"""`colt ask`: the questions, their answers as tables, data and charts, and SQL of one's own."""

import csv
import json
from functools import partial
from pathlib import Path

import pytest

from colt_rules.archive.asking import QUESTIONS
from tests.archive.asked import asked_archive, asked_file, logs
from tests.cli.reading import english_words, latin_share
from tests.cli.running import run_colt
from tests.conftest import at_least

__all__ = ["asked_archive", "asked_file"]

ask = partial(run_colt, "ask")
OTHERS = ("ru", "fr", "pl")
SKETCH = "roof|...|...|...|...|...|\ninside|M ...|...|...|...|...|"
NEEDED = {"with-clause": ("--clause", "ruling.end.still-level"), "with-position": ("--position", SKETCH)}


def test_without_a_question_the_questions_are_listed() -> None:
    told = ask("--lang", "en", status=0).output
    for name in QUESTIONS:
        assert name in told
    assert "no question can count refusals" in told


def test_an_answer_is_a_table_with_intervals(asked_archive: str) -> None:
    told = ask("characters", asked_archive, "--players", "4", "--edition", "ru-base", "--lang", "en", status=0).output
    head, *rows = told.splitlines()[1:-1]
    assert head.split() == ["players", "who", "games", "wins", "share", "95%", "interval"]
    assert [row.split()[0] for row in rows] == ["4"] * len(rows)
    assert rows[0].split()[-2:] == ["100.0%", "20.7–100.0%"]
    assert told.splitlines()[-1].startswith("Asked of 2 games in ")


def test_a_store_is_asked_like_an_archive(asked_archive: str, asked_file: str) -> None:
    words = ("ties", "--csv")
    from_archive = ask(words[0], asked_archive, words[1], status=0).output
    assert ask(words[0], asked_file, words[1], status=0).output == from_archive
    assert ask(*words, log=Path(asked_file), status=0).output == from_archive


def test_an_answer_is_data_for_programs(asked_archive: str) -> None:
    rows = json.loads(ask("most-cited", asked_archive, "--json", "--limit", "2", status=0).stdout)
    assert len(rows) == 2
    assert {"clause", "times", "games", "total", "rate", "low", "high"} == set(rows[0])
    assert rows[0]["total"] == len(logs())
    listed = list(csv.DictReader(ask("most-cited", asked_archive, "--csv", status=0).stdout.splitlines()))
    assert len(listed) > 100
    assert {name: str(value) for name, value in rows[0].items()} == listed[0]


def test_what_is_left_out_of_a_table_is_said_so(asked_archive: str) -> None:
    told = ask("longest", asked_archive, "--limit", "2", "--lang", "en", status=0).output
    assert "Rows shown: 2." in told
    assert len(told.splitlines()) == 6


@pytest.mark.parametrize("question", [name for name, one in QUESTIONS.items() if one.rate])
def test_rates_are_drawn(question: str, asked_archive: str, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    ask(question, asked_archive, "--limit", "5", "--svg", chart, "--lang", "ru", status=0)
    drawn = chart.read_text(encoding="utf-8")
    assert drawn.startswith("<svg")
    assert drawn.count('class="bar"') == 5 - 2 * (question == "ties")
    assert ("интервал выше среднего" in drawn) == (question in ("characters", "seats"))


def test_the_first_game_found_can_be_looked_at(asked_archive: str) -> None:
    told = ask("with-clause", asked_archive, *NEEDED["with-clause"], "--lang", "en", status=0).output
    (command,) = (line.partition(": colt ")[2] for line in told.splitlines() if ": colt " in line)
    assert "ruling.end.still-level" in run_colt(*command.split(), "--lang", "en", status=0).output


def test_a_position_is_read_from_a_file_too(asked_archive: str, tmp_path: Path) -> None:
    (tmp_path / "train.txt").write_text(SKETCH, encoding="utf-8")
    words = ("with-position", asked_archive, "--edition", "pl-base", "--csv", "--position")
    assert ask(*words, tmp_path / "train.txt", status=0).output == ask(*words, SKETCH, status=0).output


@pytest.mark.parametrize("question", [name for name, one in QUESTIONS.items() if one.template])
def test_the_sql_of_a_question_is_a_start_for_ones_own(question: str, asked_archive: str) -> None:
    sql = ask(question, "--show-sql", *NEEDED.get(question, ()), status=0).output
    found = json.loads(ask(question, asked_archive, "--json", *NEEDED.get(question, ()), status=0).stdout)
    from colt_rules.archive.asking_places import opened_to_ask
    from colt_rules.archive.asking_relations import Chosen

    with opened_to_ask(asked_archive, Chosen()) as place:
        assert len(list(place.query(sql).rows)) == len(found)


def test_ones_own_sql_is_answered(asked_archive: str) -> None:
    sql = "SELECT edition, count(*) AS games FROM games GROUP BY edition ORDER BY games DESC, edition"
    rows = json.loads(ask(asked_archive, "--sql", sql, "--json", status=0).stdout)
    assert sum(row["games"] for row in rows) == len(logs())


@pytest.mark.parametrize("lang", at_least("ru", of=OTHERS))
@pytest.mark.parametrize("question", at_least("ties", "rulings", of=QUESTIONS))
def test_it_is_told_in_the_language_of_the_reader(question: str, lang: str, asked_archive: str) -> None:
    told = ask(question, asked_archive, *NEEDED.get(question, ()), "--limit", "9", "--lang", lang, status=0).output
    assert not english_words(told, lang)
    if lang == "ru":
        assert latin_share(told) < 0.05


@pytest.mark.parametrize("lang", OTHERS)
def test_the_questions_are_listed_in_the_language_of_the_reader(lang: str) -> None:
    told = ask("--lang", lang, status=0).output
    assert not english_words(told, lang)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nonsense", "{archive}"), "one of"),
        (("charcters", "{archive}"), "characters"),
        (("ties", "{archive}", "more"), "expected a question and an archive, got 3 words"),
        (("ties", "{folder}"), "`colt log archive {folder} --into ARCHIVE`"),
        (("ties", "{folder}/none"), "got no file"),
        (("ties", "{archive}", "--players", "8", "--edition", "pl-base"), "expected games that match these options"),
        (("ties", "{archive}", "--edition", "klingon"), "klingon"),
        (("ties", "{archive}", "--clause", "fire.target"), "the question ties does not take --clause"),
        (("longest", "{archive}", "--each", "edition"), "the question longest does not take --each"),
        (("with-clause", "{archive}"), "needs --clause"),
        (("with-clause", "{archive}", "--clause", "fire.tarjet"), "fire.target"),
        (("with-position", "{archive}"), "needs --position"),
        (("with-position", "{archive}", "--position", "{folder}/none.txt"), "cannot read"),
        (("with-position", "{archive}", "--position", "roof | tucco |"), "expected the rows roof and inside"),
        (("longest", "{archive}", "--svg", "{folder}/chart.svg"), "--svg draws rates"),
        (("ties", "{archive}", "--svg", "{folder}/no/chart.svg"), "there is no folder"),
        (("ties", "{archive}", "--json", "--csv"), "expected --json or --csv, got both"),
        (("with-position", "--show-sql", "--position", "|"), "with-position has no SQL"),
        (("{archive}", "more", "--sql", "SELECT 1"), "expected an archive beside --sql, got 2 words"),
        (("{archive}", "--sql", "SELECT 1", "--each", "edition"), "--sql does not take --each"),
        (("{archive}", "--sql", "DROP VIEW games"), "expected one SELECT, got something else"),
        pytest.param(
            ("{archive}", "--sql", "SELECT 1 AS a, 2 AS a", "--json"),
            "expected a name of its own for each column",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_invalid_requests_are_reported(
    words: tuple[str, ...], message: str, asked_archive: str, tmp_path: Path
) -> None:
    named = {"archive": asked_archive, "folder": str(tmp_path)}
    told = ask(*(word.format(**named) for word in words), "--lang", "en", status=2).output
    assert message.format(**named) in told
