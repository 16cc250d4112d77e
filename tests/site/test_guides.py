"""The guides: every hand-written page is on the site, with working links."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from colt_rules.cli.main import colt
from colt_rules.languages import LANGUAGES
from colt_rules.modules import MODULES
from colt_rules.site.code import shown
from colt_rules.site.page import Page
from colt_rules.site.pages.guides import GROUPS, files, guide_files, pages, translations
from colt_rules.site.sources import Sources
from colt_rules.site.writing import broken_links
from tests.site.reading import reader

ROOT = Path(__file__).parents[2]
QUICK = ("log ", "replay", "explain", "audit", "spec search")
"""The beginnings of fast commands in the guides. The others are run by other tests, or by hand."""


@pytest.fixture(scope="module")
def english() -> dict[str, Page]:
    return {page.address: page for page in pages(reader("en"))}


def test_every_file_in_docs_is_a_guide(english: dict[str, Page]) -> None:
    for path in (ROOT / "docs").glob("*.md"):
        assert f"guides/{path.name}" in english
        assert f"(/guides/{path.name})" in english["guides/index.md"].body
    listed = {stem for stems in GROUPS.values() for stem in stems}
    assert {stem for stem in guide_files(ROOT) if "/" not in stem} == listed


def test_what_a_module_adds_to_the_wire_contract_is_a_page_below_it(english: dict[str, Page]) -> None:
    contract = english["guides/wire-contract.md"].body
    for module in MODULES[1:]:
        assert f"](/../en/guides/wire-contract/{module}.html)" in contract
        assert "(/guides/wire-contract.md)" in english[f"guides/wire-contract/{module}.md"].body
    assert english["guides/wire-contract/mei.md"].title == "The wire contract explained: Mei"


def test_links_lead_to_guides_games_files_and_pictures(english: dict[str, Page]) -> None:
    dispute = english["guides/settle-a-dispute.md"].body
    assert "](/replay.md#game=tuco-from-the-roof)" in dispute
    assert "](/../guides/pictures/before-the-shot.svg)" in dispute
    assert "](/guides/wire-contract.md)" in english["guides/server-log.md"].body
    assert "](/guides/architecture.md#what-a-module-can-change)" in english["guides/contributing.md"].body
    assert "](/../source/spec/rulings.toml.html)" in english["guides/add-a-ruling.md"].body


def test_every_link_between_guides_files_and_pictures_leads_somewhere(
    english: dict[str, Page], sources: Sources
) -> None:
    shared = {path for path, _ in files(sources)} | {f"source/{file}.html" for file in shown(ROOT)}
    broken = [str(found) for found in broken_links(english, shared) if not found.what.startswith("/replay.md")]
    assert broken == []


def test_headings_have_the_anchors_that_they_have_elsewhere(english: dict[str, Page]) -> None:
    assert "### What each event changes {#what-each-event-changes}" in english["guides/wire-contract.md"].body
    decisions = "## Decisions and their alternatives {#decisions-and-their-alternatives}"
    assert decisions in english["guides/architecture.md"].body


def test_code_stays_as_it_is(english: dict[str, Page]) -> None:
    assert 'CHANGES[event["type"]](event["data"])' in english["guides/test-your-client.md"].body
    assert "mermaid" not in english["guides/architecture.md"].body


def test_titles_are_in_the_language_of_the_reader_and_stand_once(english: dict[str, Page]) -> None:
    titles = {lang: {page.address: page.title for page in pages(reader(lang))} for lang in LANGUAGES}
    assert titles["pl"]["guides/add-a-clause.md"] == "Dodaj klauzulę"
    assert all("\n# " not in f"\n{re.sub('```.*?```', '', page.body, flags=re.DOTALL)}" for page in english.values())


def commands() -> Iterator[str]:
    """The fast commands of the guides that were written for the site."""
    found: dict[str, None] = {}
    for stem in ("play-and-explore", *GROUPS["extend"][:4]):
        text = (ROOT / "docs" / f"{stem}.md").read_text(encoding="utf-8")
        for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
            found.update(dict.fromkeys(re.findall(r"^\$ colt (.+)$", block, re.MULTILINE)))
    return (command for command in found if command.startswith(QUICK))


def run(*words: str) -> str:
    result = CliRunner(env={"COLT_LOG": "games.db"}).invoke(colt, words)
    assert result.exit_code == 0, f"{shlex.join(words)}\n{result.output}"
    return result.stdout


@pytest.mark.thorough
def test_the_commands_of_the_guides_can_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("demo", "--seed", "7")
    (game,) = json.loads(run("log", "list", "--json"))
    given = list(commands())
    assert len(given) == 12
    for command in given:
        run(*(game["game"] if word == "GAME" else word for word in shlex.split(command)))
    assert (tmp_path / "game.jsonl").is_file()


def test_the_program_of_the_first_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "play-and-explore.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(program, {})
    assert "ways to draw the train" in capsys.readouterr().out


def test_pictures_of_guides_are_drawings_that_need_nothing_else(sources: Sources) -> None:
    pictures = dict(files(sources))
    assert "guides/pictures/the-house.svg" in pictures
    for name, svg in pictures.items():
        assert svg.lstrip().startswith("<svg"), name
        assert "<script" not in svg
        assert "href=" not in svg.replace('href="#', ""), name


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_guides_for_players_are_in_their_language_and_the_others_say_that_they_are_not(lang: str) -> None:
    found = {page.address: page for page in pages(reader(lang))}
    note = reader(lang).say("guide.english")
    for stem in ("play-and-explore", "settle-a-dispute"):
        page = found[f"guides/{stem}.md"]
        assert note not in page.body
        assert page.searchable
        assert f"docs/{lang}/{stem}.md" in translations(ROOT)
    assert note in found["guides/server-log.md"].body
    assert "](#when-the-rules-were-corrected-since)" in found["guides/settle-a-dispute.md"].body
    assert f"](/../guides/pictures/before-the-shot.{lang}.svg)" in found["guides/settle-a-dispute.md"].body
