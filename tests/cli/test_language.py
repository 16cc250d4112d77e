"""What a referee reads is in the reader's language: no command leaves an English word over, in any of the others."""

import re
from pathlib import Path

import pytest
from click.testing import Result

from colt_rules.cli.language import of_the_locale
from tests.cli.reading import english_words, latin_share, read
from tests.cli.running import run_colt
from tests.conftest import at_least
from tests.logs import lines_of, played, text_of
from tests.referee.tampered import CATALOGUE

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "events" / "games"
REDACTED = ROOT / "events" / "redacted" / "french-team-stagecoach.cheyenne.jsonl"
OTHERS = ("ru", "fr", "pl")
MOST = 0.03
"""The share of letters that may be Latin in another alphabet: the wheels of drawn cars are Latin letters."""


def run(folder: Path, *words: str | Path, status: int | None = None) -> Result:
    return run_colt(*words, log=folder / "games.db", status=status)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound log, a log that departs from the rules, and a log with missing lines."""
    folder = tmp_path_factory.mktemp("logs")
    lines = lines_of(played())
    (folder / "right.jsonl").write_bytes(text_of(played()))
    (folder / "wrong.jsonl").write_bytes(text_of(CATALOGUE["no-bullet-for-who-was-hit"].made().log()))
    (folder / "cut.jsonl").write_bytes(b"".join([*lines[:60], *lines[62:]]))
    return folder


def check(told: str, lang: str) -> None:
    """That a text is in this language."""
    if lang == "ru":
        assert latin_share(told) <= MOST, read(told)
    assert not english_words(told, lang), read(told)


QUICK = {
    "audit": ("audit", "wrong.jsonl"),
    "explain": ("explain", "right.jsonl", "--event", "200"),
    "compare": ("compare", "right.jsonl", "cut.jsonl"),
    "verify": ("log", "verify", "cut.jsonl"),
    "spec-show": ("spec", "show", "ruling.draw.what-is-left"),
    "spec-search": ("spec", "search", "marshal.move.adjacent"),
}
THOROUGH = {
    "spec-clause": ("spec", "show", "end.tie-break.fewest-bullets"),
    "spec-list": ("spec", "list", "--module", "base"),
    "spec-diff": ("spec", "diff", "ru-full", "pl-base", "--wordings"),
    "spec-corrections": ("spec", "corrections"),
    "audit-right": ("audit", "right.jsonl"),
    "audit-cut": ("audit", "cut.jsonl"),
    "audit-redacted": ("audit", REDACTED),
    "audit-corrected": ("audit", KEPT / "three-plain.jsonl"),
    "audit-house_rules": ("audit", KEPT / "house-rules.jsonl"),
    "explain-spectator": ("explain", "right.jsonl", "--event", "200", "--as", "spectator"),
    "explain-wrong": ("explain", "wrong.jsonl", "--event", "200"),
    "why-not": ("explain", "right.jsonl", "--event", "200", "--why-not", "ghost Fire target=django"),
    "why-not-turn": ("explain", "right.jsonl", "--event", "100", "--why-not", "django DrawCards"),
    "compare-wrong": ("compare", "right.jsonl", "wrong.jsonl"),
    "compare-same": ("compare", "right.jsonl", "right.jsonl"),
    "what-if": ("what-if", "right.jsonl", "--edition", "pl-base"),
    "what-if-french": ("what-if", "right.jsonl", "--edition", "fr-horses"),
    "what-if-ruling": ("what-if", "right.jsonl", "--ruling", "ruling.end.still-level=seat-order"),
    "replay": ("replay", "right.jsonl"),
    "replay-redacted": ("replay", REDACTED),
    "show": ("log", "show", "right.jsonl"),
    "show-redacted": ("log", "show", REDACTED),
    "verify": ("log", "verify", "right.jsonl"),
    "verify-wrong": ("log", "verify", "wrong.jsonl"),
    "demo": ("demo", "--seed", "5"),
    **{
        f"picture-{name}-{first}": ("replay", KEPT / f"{name}.jsonl", "--pictures", "--from", first, "--to", last)
        for name in ("french-team-stagecoach", "russian-expert", "house-rules-duo", "expert-all-boxes-five")
        for first, last in (("1", "90"), ("300", "320"))
    },
}


def told_by(folder: Path, words: tuple[str | Path, ...], lang: str) -> str:
    named = [folder / word if str(word) in ("right.jsonl", "wrong.jsonl", "cut.jsonl") else word for word in words]
    result = run(folder, *named, "--lang", lang)
    assert result.exit_code in (0, 1), result.output
    return result.output


@pytest.mark.parametrize("lang", at_least("ru", of=OTHERS))
@pytest.mark.parametrize("words", QUICK.values(), ids=QUICK)
def test_no_english_word_is_left_over(words: tuple[str, ...], lang: str, folder: Path) -> None:
    check(told_by(folder, words, lang), lang)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("words", THOROUGH.values(), ids=THOROUGH)
def test_no_english_word_is_left_over_anywhere(words: tuple[str | Path, ...], lang: str, folder: Path) -> None:
    check(told_by(folder, words, lang), lang)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", *OTHERS])
def test_a_report_is_a_page_of_its_language(lang: str, folder: Path) -> None:
    page = folder / f"{lang}.html"
    run(folder, "report", folder / "wrong.jsonl", "-o", page, "--lang", lang)
    written = page.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in written
    assert "\\u" not in written
    if lang != "en":
        body = re.sub(r"<style>.*?</style>|<code>.*?</code>|<svg.*?</svg>|<[^>]*>", " ", written, flags=re.DOTALL)
        body = re.sub(r"(?:ru|fr|pl)-[\w-]+: \d[^\n]*", " ", body)
        assert not [word for word in english_words(body, lang) if word != "log"], read(body)


# --- which language it is


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "pl", "LC_ALL": ""}, "pl"),
        ({"LC_ALL": "de_DE@euro"}, "en"),
        ({"LC_ALL": "plx_PL"}, "en"),
    ],
)
def test_the_usual_language_is_that_of_the_locale(
    variables: dict[str, str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert of_the_locale() == lang


def test_a_locale_is_enough(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert "2. Dziennik jest zgodny z zasadami: tak." in run(folder, "audit", folder / "right.jsonl").output


@pytest.mark.parametrize(
    "command", [("audit",), ("explain", "--event", "1"), ("replay",), ("log", "show"), ("log", "verify")]
)
def test_an_unknown_language_is_refused_with_those_that_there_are(command: tuple[str, ...], folder: Path) -> None:
    result = run(folder, *command, folder / "right.jsonl", "--lang", "xx", status=2)
    assert "'xx' is not one of 'en', 'ru', 'fr', 'pl'" in result.output


def test_a_log_is_shown_with_its_data_in_english_unless_sentences_are_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert " DeckShuffled " in run(folder, "log", "show", folder / "right.jsonl").output
    assert (
        "The deck of Ghost was shuffled." in run(folder, "log", "show", folder / "right.jsonl", "--lang", "en").output
    )
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Le paquet de Ghost est mélangé." in run(folder, "log", "show", folder / "right.jsonl").output


# --- errors


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize(
    "words",
    [
        ("explain", "right.jsonl"),
        ("explain", "right.jsonl", "--event", "x"),
        ("explain", "right.jsonl", "--evnt", "3"),
        ("explain", "right.jsonl", "--event", "9999"),
        ("explain", "right.jsonl", "--event", "3", "--as", "zorro"),
        ("explain", "right.jsonl", "--event", "3", "--why-not", "dance"),
        ("explain", "nothing", "--event", "3"),
        ("audit",),
        ("audit", "right.jsonl", "more"),
        ("audit", "-", "right.jsonl"),
        ("audit", "https://here"),
        ("ask", "ties", "nothing"),
        ("ask", "ties", "right.jsonl"),
        ("ask", "winers", "nothing"),
        ("ask", "ties", "nothing", "--json", "--csv"),
        ("ask", "ties", "nothing", "--clause", "fire.target"),
        ("ask", "with-clause", "nothing"),
        ("ask", "with-clause", "nothing", "--clause", "fire.targt"),
        ("report", "right.jsonl", "-o", "x.html", "--why-not", "dance"),
    ],
)
def test_errors_are_in_the_language_that_is_asked_for(words: tuple[str, ...], lang: str, folder: Path) -> None:
    named = [str(folder / word) if word == "right.jsonl" else word for word in words]
    for told in (
        run(folder, named[0], "--lang", lang, *named[1:], status=2).stderr,
        run_colt(*named, log=folder / "games.db", env={"LC_ALL": f"{lang}.UTF-8"}, status=2).stderr,
    ):
        assert {"ru": "Ошибка: ", "fr": "Erreur\u202f: ", "pl": "Błąd: "}[lang] in told
        assert not english_words(re.sub(r"GAME|'-?-?\w+'|\(more\)|--[\w-]+", "", told), lang), read(told)


def test_an_option_without_its_value_is_told_in_the_language_that_is_named(folder: Path) -> None:
    told = run(folder, "explain", folder / "right.jsonl", "--lang", "fr", "--event", status=2).stderr
    assert told == "Erreur\u202f: L'option '--event' attend une valeur.\n"


def test_a_command_without_languages_and_an_unknown_language_are_told_in_english(folder: Path) -> None:
    russian = {"LC_ALL": "ru_RU.UTF-8"}
    assert "Error: " in run_colt("schema", "--nothing", env=russian, status=2).stderr
    assert "Error: " in run_colt("audit", "x", "--lang", "xx", env=russian, status=2).stderr
