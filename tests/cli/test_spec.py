"""`colt spec` on copies of the specification, sound and broken on purpose."""

import json
import re
import shlex
import shutil
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import pytest
import tomli

from colt_rules.cli.spec import group
from colt_rules.commands import COMMAND_NAMES
from colt_rules.conformance.cases import suite as suite_module
from colt_rules.languages import LANGUAGES
from colt_rules.modules import MODULES
from colt_rules.registry import implementations as implementations_module
from colt_rules.registry import registry as registry_module
from colt_rules.registry.books import digest
from colt_rules.registry.implementations import implementations
from colt_rules.registry.registry import Registry, load, spec_folder
from colt_rules.registry.source import MOST_BYTES
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.marshal.naming import CHOICES
from colt_rules.search import spec as search_module
from colt_rules.search.spec import Finder
from tests.cli.running import run_colt

FIRE = "clauses/base/08-fire.toml"
TEXT = "Strzał\n\nOne.\nTwo.\n"
BOOK = f"""
# Cut by hand.
id = "pl-base"
name = {{en = "Short", ru = "Короткая", fr = "Court", pl = "Krótka"}}
title = {{en = "A short book", ru = "Короткая книга", fr = "Un livret court", pl = "Krótka instrukcja"}}
language = "pl"
file = "short.txt"
lines = 4
sha256 = "{digest(TEXT)}"

[[passage]]
lines = "1-2"
kind = "heading"
section = "STRZAŁ"
sha256 = "{digest("Strzał")}"

[[passage]]
lines = "3-4"
kind = "flavour"
section = "STRZAŁ"
sha256 = "{digest("One.#Two.".replace("#", chr(10)))}"
"""


@pytest.fixture(autouse=True)
def _what_nobody_changed_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests here read copies of the same files, and all of them the same code: what was made of it stays good."""
    monkeypatch.setattr(registry_module, "load", load_known)
    monkeypatch.setattr(tomli, "loads", parse_known)
    monkeypatch.setattr(implementations_module, "implementations", implementations_known)
    monkeypatch.setattr(search_module, "Finder", finder_known)


def load_known(folder: Path) -> Registry:
    """What ``load`` gives, from memory if every file is as it was, by name, size and time."""
    files = sorted(folder.rglob("*.toml"))
    key = (folder, *((path.relative_to(folder), path.stat().st_size, path.stat().st_mtime_ns) for path in files))
    if key not in KNOWN:
        KNOWN[key] = load(folder)
    return KNOWN[key]


def finder_known(registry: Registry) -> Finder:
    """The finder of a registry, from memory if it was asked before; what was loaded stays."""
    return FINDERS.setdefault(id(registry), Finder(registry))


KNOWN: dict[Any, Registry] = {}
FINDERS: dict[int, Finder] = {}
parse_known = cache(tomli.loads)
implementations_known = cache(implementations)


run = partial(run_colt, "spec", "--spec", "spec")


def run_json(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


def run_narrow(*arguments: str) -> list[str]:
    """The lines on a terminal of 60 columns."""
    terminal = {"FORCE_COLOR": "1", "COLUMNS": "60", "NO_COLOR": ""}
    return click.unstyle(run_colt("spec", "--spec", "spec", *arguments, env=terminal).stdout).splitlines()


def examples() -> list[list[str]]:
    """The arguments of every example in the help of `colt spec` and its commands, without what they are piped to."""
    helps = [group.spec.help, *(command.help for command in group.spec.commands.values())]
    lines = re.findall(r"^ *colt spec (.+)", "\n".join(filter(None, helps)), re.MULTILINE)
    return [shlex.split(re.split(r"  +| \| ", line)[0]) for line in lines]


def problems() -> set[str]:
    return {f"{one['file']}: {one['path']}: {one['message']}" for one in run_json("check")["problems"]}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the specification as it is in an installed package, which no test changes."""
    return Path(shutil.copytree(spec_folder(), tmp_path_factory.mktemp("installed") / "spec"))


@pytest.fixture
def spec(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The copy of the specification on which the commands are run."""
    monkeypatch.chdir(installed.parent)
    return installed


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the specification to be changed."""
    folder = Path(shutil.copytree(spec_folder(), tmp_path / "spec"))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def checkout(copy: Path) -> Path:
    """A copy of the project with tests, one of which names a clause."""
    tests = copy.parent / "tests"
    tests.mkdir()
    (tests / "test_fire.py").write_text(
        'import pytest\n@pytest.mark.clause("fire.target")\ndef test_aim(): ...\n', encoding="utf-8"
    )
    return copy


@pytest.fixture
def short(checkout: Path) -> Path:
    """A checkout whose Polish book has four lines, and that text as a file."""
    (checkout / "books/pl-base.toml").write_text(BOOK, encoding="utf-8")
    Path("short.txt").write_text(TEXT, encoding="utf-8")
    return checkout


@pytest.fixture(scope="module")
def before(installed: Path) -> set[str]:
    """The problems of a specification that nobody changed."""
    with pytest.MonkeyPatch.context() as there:
        there.chdir(installed.parent)
        return problems()


@pytest.fixture
def change(before: set[str], copy: Path) -> Callable[[str, str, str], set[str]]:
    """Changes a file of the copy and returns the problems that follow."""

    def apply(file: str, old: str, new: str) -> set[str]:
        path = copy / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return problems() - before

    return apply


Change = Callable[[str, str, str], set[str]]


class TestCheck:
    def test_the_specification_of_the_project_is_sound(self) -> None:
        result = run_colt("spec", "check")
        real = registry_module.registry()
        assert result.stdout.startswith(f"Sound: {len(real.books)} books, ")
        waiting = sum(passage.is_open for passage in real.passages.values())
        assert f" passages, {waiting} open, " in result.stdout
        assert result.exit_code == 0

    @pytest.mark.parametrize(
        ("file", "old", "new", "expected"),
        [
            ("books/pl-base.toml", "lines = 497", "lines = 498", "expected passages up to line 498"),
            ("books/pl-base.toml", 'kind = "flavour"', 'kind = "rule"', "expected a clause for this rule"),
            (
                "books/pl-base.toml",
                '"fire.target"',
                '"fire.taget"',
                'got "fire.taget"; did you mean fire.target?',
            ),
            (
                "books/ru-full.toml",
                'kind = "heading"',
                'kind = "heading"\nmodule = "airship"',
                "module: expected no module",
            ),
            (
                "books/ru-base.toml",
                "[[passage]]",
                'planned_modules = ["base"]\n[[passage]]',
                'not implemented yet, got "base"',
            ),
            ("books/ru-base.toml", '\nsha256 = "', '\nsha256 = "x', "expected 64 digits of 0-9 and a-f"),
            (FIRE, 'id = "fire.target"', 'id = "fire.aim"', '@clause("fire.aim")'),
            (
                FIRE,
                "title.pl = ",
                'title.pl = ""#',
                "clause[fire.target].title.pl: expected a text, got nothing",
            ),
            (FIRE, 'kind = "effect"', 'kind = "effect"\nsee = ["fire.x"]', 'got "fire.x"'),
            ("editions/ru-base.toml", '"tuco.upward-only"', '"tuco.upwards"', 'got "tuco.upwards"'),
            (
                "editions/ru-base.toml",
                'books = ["',
                'books = ["fr-horses"]#',
                "expected a clause that a passage of fr-horses",
            ),
            ("editions/fr-horses.toml", 'modules = ["base"', 'modules = ["bass"', 'got "bass"'),
            (FIRE, 'kind = "effect"', 'kind = "joke"', "clause[fire.target].kind: expected one of set-up"),
            (FIRE, 'id = "fire.bullet-given"', 'id = "fire.target"', "expected a unique id"),
            (
                FIRE,
                'kind = "effect"',
                'kind = "effect"\nexception_to = ["fire.target"]',
                "without a cycle, got fire.target",
            ),
            ("rulings.toml", '\nreason.fr = "', '\nreason.fr = ""\n#', "reason.fr: expected a text, got nothing"),
            ("rulings.toml", 'completes = ["', 'completes = ["x.y", "', 'got "x.y"'),
            ("components/cars.toml", '"ru-full:14"', '"ru-full:9999"', 'got "ru-full:9999"'),
            ("components/cars.toml", '"ru-full:14"', '"NOBODY:14"', 'got "NOBODY:14"'),
            ("components/stagecoach/pieces.toml", '"ru-full:16"', '"ru-full:9999"', 'got "ru-full:9999"'),
            (
                "glossary.toml",
                "meaning.ru = ",
                'meaning.ru = ""#',
                "meaning.ru: expected a text, got nothing",
            ),
            ("glossary.toml", "[[term]]", "[[trem]]", "expected only term, got another key"),
        ],
    )
    def test_each_error_is_reported(self, change: Change, file: str, old: str, new: str, expected: str) -> None:
        told = change(file, old, new)
        assert any(expected in problem for problem in told), told

    def test_problems_are_told_one_a_line_with_exit_status_1(self, copy: Path) -> None:
        (copy / "glossary.toml").write_text("oops", encoding="utf-8")
        result = run("check", status=1)
        first, last = result.stdout.splitlines()
        assert first.startswith("spec/glossary.toml: ")
        assert last == "1 problem in 1 file"

    def test_a_missing_folder_cannot_be_checked(self, tmp_path: Path) -> None:
        result = run_colt("spec", "--spec", str(tmp_path / "none"), "check", status=2)
        assert "expected a folder, got none" in result.stderr

    def test_code_that_cannot_be_imported_cannot_be_checked(self, spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(implementations_module, "CODE", ("colt_rules.nowhere",))
        assert "No module named 'colt_rules.nowhere'" in run("check", status=2).stderr

    def test_tests_name_only_clauses_that_exist(self, checkout: Path) -> None:
        assert problems() == set()
        Path("tests/test_fire.py").write_text(
            'import pytest\n@pytest.mark.clause("fire.targte")\ndef test_aim(): ...\n', encoding="utf-8"
        )
        (told,) = problems()
        assert told.startswith("tests/test_fire.py: test_aim: ")
        assert told.endswith('got "fire.targte"; did you mean fire.target?')

    def test_a_mark_that_cannot_be_read_is_told(self, checkout: Path) -> None:
        Path("tests/test_fire.py").write_text("import pytest\npytestmark = pytest.mark.clause(ID)\n", encoding="utf-8")
        (told,) = problems()
        assert told.startswith("tests/test_fire.py: line 2: ")


class TestShow:
    def test_tells_all_about_a_clause(self, checkout: Path) -> None:
        text = run("show", "fire.target").stdout
        for part in (
            "Choose one opponent in reach",
            "effect",
            ", ".join(EDITIONS),
            "belle.not-if-another  Belle is no target while another is",
            "tests/test_fire.py::test_aim",
        ):
            assert part in text

    def test_tells_of_sources_with_book_section_and_lines(self, spec: Path) -> None:
        registry = load_known(spec)
        clause = next(clause for clause in registry.clauses.values() if registry.passages_of(clause.id))
        passage = registry.passages_of(clause.id)[0]
        (first, *_) = run_json("show", clause.id)["sources"]
        assert first == {
            "book": passage.book,
            "title": registry.books[passage.book].title.en,
            "lines": passage.lines,
            "section": passage.section,
        }
        assert f"  {passage.section} ({passage.lines}" in run("show", clause.id).stdout

    def test_leads_to_the_component_that_makes_a_clause_true(self, spec: Path) -> None:
        sixteen = run_json("show", "horses.setup.neutral-bullets.sixteen")
        assert [(one["id"], one["file"].rpartition("spec/")[2]) for one in sixteen["data"]] == [
            ("neutral", "components/stagecoach/bullet-cards.toml")
        ]
        assert sixteen["code"] == []
        assert [one["name"] for one in sixteen["cited_by"]] == ["_sixteen"]
        shown = run("show", "horses.setup.neutral-bullets.sixteen").output
        assert "\ndata\n" in shown
        assert "\ncited by\n" in shown
        assert "\ncode\n" not in shown

    def test_leads_to_the_function_elsewhere_that_carries_a_clause_out(self, spec: Path) -> None:
        hit = run_json("show", "duo.own-bandit-hit")
        assert [(one["name"], one["file"]) for one in hit["code"]] == [
            ("in_reach", "colt_rules/rules/base/actions/fire.py")
        ]
        assert [one["name"] for one in hit["cited_by"]] == ["_own_bandit_hit"]

    def test_tells_of_the_code(self, spec: Path) -> None:
        (first, *_) = run_json("show", "fire.target")["code"]
        assert first["file"].startswith("colt_rules/rules/base/")
        assert f"{first['file']}:{first['line']}  {first['name']}" in run("show", "fire.target").stdout

    def test_exceptions_are_shown_in_both_directions(self, spec: Path) -> None:
        assert "fire.target" in [one["id"] for one in run_json("show", "belle.not-if-another")["exception_to"]]
        assert "belle.not-if-another" in [one["id"] for one in run_json("show", "fire.target")["exceptions"]]

    def test_the_editions_where_a_clause_or_ruling_holds(self, spec: Path) -> None:
        assert run_json("show", "tuco.upward-only")["editions"] == ["ru-base"]
        assert run_json("show", "ruling.duo.placement-in-turn")["editions"] == ["pl-base"]
        assert "\neditions\n  ru-base\n" in run("show", "tuco.upward-only").stdout

    def test_the_answers_that_a_game_may_agree_on_and_where_it_may_not(self, spec: Path) -> None:
        facts = run_json("show", "ruling.rounds.face-down")
        assert [(one["id"], one["house_rule"]) for one in facts["rejected"]] == [("face-up", True)]
        text = run("show", "ruling.rounds.face-down").stdout
        assert "A table may agree on it." in text
        assert "answered by the book itself in\n  ru-base, pl-base\n" in text
        assert "A table may agree on it." not in run("show", "ruling.punch.which-purse").stdout

    def test_a_ruling_with_its_reason_and_rejected_answers(self, spec: Path) -> None:
        facts = run_json("show", "ruling.belle.blocks-sight")
        assert "fire.roof.line-of-sight" in [one["id"] for one in facts["completes"]]
        text = run("show", "ruling.belle.blocks-sight").stdout
        for part in (facts["reason"], "transparent", "completes"):
            assert part in text
        assert "ruling.belle.blocks-sight" in [
            one["id"] for one in run_json("show", "fire.roof.line-of-sight")["rulings"]
        ]

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_in_each_language(self, spec: Path, lang: str) -> None:
        clause = load_known(spec).clauses["fire.target"]
        assert getattr(clause.text, lang) in run("show", "fire.target", "--lang", lang).stdout

    @pytest.mark.parametrize(
        ("typo", "meant"), [("fire.traget", "fire.target"), ("line-of-site", "line-of-sight"), ("bagage", "baggage")]
    )
    def test_an_unknown_id_gets_suggestions(self, spec: Path, typo: str, meant: str) -> None:
        assert f"did you mean {meant}" in run("show", typo, status=2).stderr

    def test_a_term_in_four_languages_with_its_meaning_and_its_clauses(self, spec: Path) -> None:
        term = load_known(spec).terms["line-of-sight"]
        facts = run_json("show", "line-of-sight", "--lang", "pl")
        assert (facts["what"], facts["title"], facts["text"]) == ("term", term.term.pl, term.meaning.pl)
        assert list(facts["languages"].values()) == [term.term.en, term.term.ru, term.term.fr, term.term.pl]
        clauses = ["fire.roof.line-of-sight", "fire.roof.side-by-side", "time-machine.fire.line-of-sight"]
        assert [one["id"] for one in facts["clauses"]] == clauses
        assert facts["component"] is None
        text = run("show", "line-of-sight").stdout
        for part in (*facts["languages"].values(), term.meaning.en, "fire.roof.side-by-side", "spec/glossary.toml"):
            assert part in text

    def test_a_component_with_what_is_known_and_where_it_is_defined(self, spec: Path) -> None:
        facts = run_json("show", "baggage")
        assert facts["details"] == {"purses": 1, "jewels": 0, "strongboxes": 0, "last": False}
        assert facts["file"] == "spec/components/cars.toml"
        assert facts["sources"][0]["book"] == "TRUIZ"
        text = run("show", "baggage").stdout
        for part in ("Багажный вагон", "purses: 1", "spec/components/cars.toml", "TRUIZ"):
            assert part in text

    def test_a_term_comes_with_the_component_of_the_same_id(self, spec: Path) -> None:
        assert run_json("show", "locomotive")["component"]["details"]["strongboxes"] == 1
        text = run("show", "locomotive").stdout
        assert "spec/glossary.toml" in text
        assert "spec/components/cars.toml" in text

    def test_what_a_module_adds_of_the_same_thing_is_shown_with_it(self, spec: Path) -> None:
        thing, term = run_json("show", "neutral"), run_json("show", "strongbox")
        assert (thing["what"], thing["details"]["count"]) == ("component", 13)
        assert [(one["details"]["count"], one["file"]) for one in thing["also"]] == [
            (3, "spec/components/stagecoach/bullet-cards.toml")
        ]
        assert (term["what"], term["component"]["details"]["count"]) == ("term", 2)
        assert [one["file"].split("/")[2] for one in term["component"]["also"]] == ["cursed-loot", "stagecoach"]
        for id, file in (("neutral", "bullet-cards"), ("strongbox", "tokens")):
            text = run("show", id).stdout
            assert f"spec/components/{file}.toml" in text
            assert f"spec/components/stagecoach/{file}.toml" in text

    def test_what_only_a_module_has_is_shown_as_any_component(self, spec: Path) -> None:
        facts = run_json("show", "banker")
        assert facts["details"] == {"ransom": 1000, "ransom_for": None, "needs": "strongbox", "burden": None}
        assert (facts["file"], facts["also"]) == ("spec/components/stagecoach/hostages.toml", [])
        assert run_json("show", "horse")["component"]["file"] == "spec/components/horses/pieces.toml"

    def test_everything_there_is_can_be_shown(self, spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        registry = load_known(spec)
        monkeypatch.setattr("colt_rules.registry.registry.load", lambda spec: registry)  # once is enough
        for id in (*registry.terms, *registry.components):
            assert run("show", id).exit_code == 0

    def test_cases_named_after_a_clause_come_first(self, spec: Path) -> None:
        cases = [case["id"] for case in run_json("show", "fire.target")["cases"]]
        own = [case for case in cases if case.startswith("fire.target/")]
        assert own
        assert cases[: len(own)] == own
        assert len(cases) > len(own)

    def test_of_many_cases_the_first_are_shown_and_how_many_more(self, spec: Path) -> None:
        many = [f"{case['id']}  {case['title']}" for case in run_json("show", "fire.target")["cases"]]
        shown = run("show", "fire.target").stdout
        assert [case for case in many if case in shown] == many[:10]
        assert shown.splitlines()[-1] == f"  {len(many) - 10} more: --all"
        everything = run("show", "fire.target", "--all").stdout
        assert all(case in everything for case in many)
        assert "more: --all" not in everything

    def test_an_installed_package_has_no_tests_to_show(self, spec: Path) -> None:
        assert run_json("show", "fire.target")["tests"] == []

    def test_no_name_is_folded_on_a_narrow_terminal(self, checkout: Path) -> None:
        test = f"test_{'very_' * 12}long"
        Path("tests/test_fire.py").write_text(
            f'import pytest\n@pytest.mark.clause("fire.target")\ndef {test}(): ...\n', encoding="utf-8"
        )
        lines = run_narrow("show", "fire.target")
        assert f"  tests/test_fire.py::{test}" in lines
        assert any("belle.not-if-another" in line for line in lines)

    def test_a_specification_that_cannot_be_used_is_told(self, copy: Path) -> None:
        (copy / "rulings.toml").write_text("oops", encoding="utf-8")
        assert "the specification cannot be used:\nspec/rulings.toml: " in run("show", "fire.target", status=2).stderr


class TestSearch:
    def test_of_an_edition_only_its_own_clauses_are_found(self, spec: Path) -> None:
        found = {
            edition: run("search", "tuco", "roof", "--edition", edition, "--limit", "200", status=0).stdout
            for edition in ("ru-base", "ru-full")
        }
        assert "tuco.upward-only" in found["ru-base"]
        assert "tuco.upward-only" not in found["ru-full"]
        assert "tuco.through-the-roof" in found["ru-full"]
        assert "tuco.through-the-roof " not in found["ru-base"]
        assert "expected a known edition, got 'none'" in run("search", "roof", "--edition", "none", status=2).stderr

    def test_the_best_hit_comes_first(self, spec: Path) -> None:
        result = run("search", "line", "of", "sight", "roofs", status=0)
        assert result.stdout.splitlines()[1].split()[:2] == ["fire.roof.line-of-sight", "clause"]

    def test_as_json_with_texts_in_a_language(self, spec: Path) -> None:
        hits = run_json("search", "fire.target", "--lang", "fr")
        assert next(hit for hit in hits if hit["id"] == "fire.target")["title"] == (
            load_known(spec).clauses["fire.target"].title.fr
        )

    def test_a_component_is_found_with_the_file_that_defines_it(self, spec: Path) -> None:
        assert "baggage  component  Baggage car (spec/components/cars.toml)" in run("search", "багажный").stdout
        (hit,) = run_json("search", "baggage")
        assert (hit["what"], hit["file"]) == ("component", "spec/components/cars.toml")

    def test_what_is_found_can_be_shown(self, spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        registry = load_known(spec)
        monkeypatch.setattr("colt_rules.registry.registry.load", lambda spec: registry)  # once is enough
        for hit in run_json("search", "line", "of", "sight") + run_json("search", "purse"):
            assert run("show", hit["id"]).exit_code == 0

    @pytest.mark.parametrize(("word", "meant"), [("marshall", "marshal"), ("shooot", "shoot")])
    def test_a_slip_gets_suggestions_beside_the_hits(self, spec: Path, word: str, meant: str) -> None:
        result = run("search", word)
        assert f"The word {word} does not occur: did you mean {meant}" in result.stderr
        assert meant in result.stdout
        assert isinstance(run_json("search", word), list)

    def test_words_that_are_there_get_none(self, spec: Path) -> None:
        assert run("search", "line", "of", "sight").stderr == ""

    @pytest.mark.parametrize(
        "words", ["happenings", *(pytest.param(word, marks=pytest.mark.thorough) for word in ("bandit", "marshal"))]
    )
    def test_no_id_is_folded_on_a_narrow_terminal(self, spec: Path, words: str) -> None:
        found = [f"{hit['id']}  {hit['what']}" for hit in run_json("search", words)]
        lines = [re.sub(r"  +", "  ", line.strip()) for line in run_narrow("search", words)]
        assert [line for line in lines if line in found] == found

    def test_short_ids_leave_room_for_a_table_on_a_narrow_terminal(self, spec: Path) -> None:
        (row,) = [line for line in run_narrow("search", "line", "of", "sight", "--limit", "1") if "term" in line]
        assert row.split() == ["line-of-sight", "term", "Line", "of", "sight"]

    def test_no_more_than_asked_for(self, spec: Path) -> None:
        result = run("search", "bandit", "--limit", "2")
        assert len(result.stdout.splitlines()) == 4
        assert "more: add a word, or --limit" in result.stdout

    def test_nothing_found_is_exit_status_1(self, spec: Path) -> None:
        assert run("search", "xylophone", status=1).stdout.startswith("Nothing found.")


class TestCoverage:
    def test_every_line_of_the_books_is_accounted_for(self, spec: Path) -> None:
        books = load_known(spec).books.values()
        result = run("coverage", status=0)
        assert result.stdout.splitlines()[-2:] == [
            f"Every line accounted for: {sum(book.lines for book in books):,} lines of {len(books)} books.",
            "Open passages of what is built: none.",
        ]

    def test_passages_and_lines_by_kind_and_open_modules(self, short: Path) -> None:
        toml = short / "books/pl-base.toml"
        text = toml.read_text(encoding="utf-8").replace('kind = "flavour"', 'kind = "rule"\nmodule = "expert"')
        toml.write_text(text, encoding="utf-8")
        book = next(book for book in run_json("coverage")["books"] if book["id"] == "pl-base")
        assert book["kinds"]["rule"] == book["open"]["expert"] == {"passages": 1, "lines": 2}
        assert book["total"] == {"passages": 2, "lines": 4}
        assert "open: expert" in run("coverage").stdout

    def test_what_is_open_in_a_passage_is_told(self, short: Path) -> None:
        toml = short / "books/pl-base.toml"
        rule = 'kind = "rule"\nclauses = ["fire.target"]'
        named = toml.read_text(encoding="utf-8").replace(
            'kind = "flavour"', f'{rule}\nmodule = "expert"\nopen = "Twice."'
        )
        toml.write_text(named, encoding="utf-8")
        book = next(book for book in run_json("coverage")["books"] if book["id"] == "pl-base")
        assert book["answered"] == {"passages": 0, "lines": 0}
        assert book["open"]["expert"] == {"passages": 1, "lines": 2}
        assert book["left_open"] == [{"lines": "3-4", "module": "expert", "what": "Twice."}]
        assert "  pl-base:3-4  expert: Twice." in run("coverage").stdout.splitlines()

    def test_a_gap_is_told(self, short: Path) -> None:
        toml = short / "books/pl-base.toml"
        toml.write_text(toml.read_text(encoding="utf-8").replace('"1-2"', '"1"'), encoding="utf-8")
        assert "Lines are missing or counted twice in pl-base" in run("coverage", status=1).stdout
        assert run_json("coverage")["every_line_accounted_for"] is False

    def test_piped_output_is_plain(self, spec: Path) -> None:
        assert not set(run("coverage").stdout) & set("\x1b─│━┃")


class TestSource:
    def test_the_same_text(self, short: Path) -> None:
        result = run("source", "pl-base", "short.txt", status=0)
        assert result.stdout == "short.txt is the text of pl-base: all 2 passages are as they were read.\n"

    def test_with_a_byte_order_mark_and_other_line_ends(self, short: Path) -> None:
        Path("short.txt").write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
        assert run("source", "pl-base", "short.txt").exit_code == 0

    def test_a_passage_that_differs_is_told_with_its_lines(self, short: Path) -> None:
        Path("short.txt").write_text(TEXT.replace("Two", "2"), encoding="utf-8")
        result = run("source", "pl-base", "short.txt", status=1)
        assert "1 of 2 passages differ." in result.stdout
        assert result.stdout.splitlines()[-1].split() == ["3-4", "flavour", "STRZAŁ", "differs"]

    def test_a_wrong_number_of_lines_is_told(self, short: Path) -> None:
        Path("short.txt").write_text("\n" + TEXT, encoding="utf-8")
        result = run("source", "pl-base", "short.txt", status=1)
        assert "Expected 4 lines, got 5." in result.stdout
        assert "The words are the same, but not the line breaks" in result.stdout
        assert run_json("source", "pl-base", "short.txt")["differences"][0]["found_at"] == "4-5"

    def test_the_wrong_book_is_told(self, short: Path) -> None:
        result = run("source", "ru-full", "short.txt", status=1)
        assert "short.txt is rather the text of pl-base: try `colt spec source pl-base short.txt`." in result.stdout

    def test_the_wrong_book_is_all_that_is_told(self, short: Path) -> None:
        assert len(run("source", "ru-full", "short.txt").stdout.splitlines()) == 1
        assert run_json("source", "ru-full", "short.txt")["other_book"] == "pl-base"

    def test_a_text_of_no_book_is_not_told_passage_by_passage(self, short: Path) -> None:
        Path("short.txt").write_text("Something else.\n", encoding="utf-8")
        result = run("source", "ru-full", "short.txt", status=1)
        assert result.stdout.splitlines()[-1].endswith("is there: this is another text.")
        assert len(result.stdout.splitlines()) == 3

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file on this system")
    def test_an_endless_file_is_refused(self, short: Path) -> None:
        result = run("source", "pl-base", "/dev/zero", status=2)
        assert "/dev/zero has more than 10 MB: expected the text of a rulebook" in result.stderr

    @pytest.mark.parametrize(("size", "status"), [(MOST_BYTES, 1), (MOST_BYTES + 1, 2)])
    def test_a_huge_file_is_refused(self, short: Path, size: int, status: int) -> None:
        Path("short.txt").write_bytes(b" " * size)
        assert run("source", "pl-base", "short.txt").exit_code == status

    def test_an_unknown_book(self, short: Path) -> None:
        assert "no book is called 'pl'; the books are" in run("source", "pl", "short.txt", status=2).stderr

    def test_a_file_that_cannot_be_read(self, short: Path) -> None:
        for file, why in (("none.txt", "No such file"), ("spec", "Is a directory")):
            assert f"cannot read {file}: {why}" in run("source", "pl-base", file, status=2).stderr

    def test_a_file_that_is_not_utf_8(self, short: Path) -> None:
        Path("short.txt").write_bytes("Strzał".encode("cp1250"))
        assert "short.txt is not UTF-8 text (byte 5)" in run("source", "pl-base", "short.txt", status=2).stderr


class TestSourceWrite:
    def test_only_the_hashes_are_rewritten(self, short: Path) -> None:
        toml = short / "books/pl-base.toml"
        toml.write_text(BOOK.replace(digest("Strzał"), "old"), encoding="utf-8")
        assert run("source", "pl-base", "short.txt", "--write").exit_code == 0
        assert toml.read_text(encoding="utf-8") == BOOK

    def test_a_text_with_other_lines_must_be_cut_first(self, short: Path) -> None:
        Path("short.txt").write_text("\n" + TEXT, encoding="utf-8")
        assert "says lines = 4, the text has 5" in run("source", "pl-base", "short.txt", "--write", status=2).stderr
        assert (short / "books/pl-base.toml").read_text(encoding="utf-8") == BOOK

    def test_only_in_a_checkout(self, short: Path) -> None:
        shutil.rmtree("tests")
        result = run("source", "pl-base", "short.txt", "--write", status=2)
        assert "can only be rewritten in a checkout" in result.stderr


# --- diff


def test_diff_tells_what_holds_on_either_side_with_its_passages_and_witnesses() -> None:
    facts = json.loads(run_colt("spec", "diff", "ru-base", "pl-base", "--json").stdout)
    (tuco,) = [one for one in facts["differences"] if one["ru-base"] and one["ru-base"][0]["id"] == "tuco.upward-only"]
    assert tuco["ru-base"][0]["passages"] == ["ru-base:351-354", "ru-base-b:512-514"]
    assert [one["id"] for one in tuco["pl-base"]] == ["tuco.through-the-roof"]
    assert tuco["pl-base"][0]["passages"] == ["pl-base:359-362"]
    assert "tuco.upward-only/no-shot-down-into-his-car" in tuco["witnesses"]
    assert facts["editions"]["pl-base"]["modules"] == ["base", "expert", "duo"]
    assert "wordings" not in facts


@pytest.mark.parametrize("second", [edition for edition in EDITIONS if edition != "ru-base"])
def test_every_difference_has_a_witness(second: str) -> None:
    facts = json.loads(run_colt("spec", "diff", "ru-base", second, "--json").stdout)
    assert facts["differences"]
    assert not [one for one in facts["differences"] if not one["witnesses"]]


def test_diff_as_text_counts_and_names_both_sides() -> None:
    result = run_colt("spec", "diff", "ru-full", "fr-horses", "--wordings", status=0)
    assert "team.partner-card.joins" in result.stdout
    assert "different wording, the same game" in result.stdout
    assert "8 differences between ru-full and fr-horses." in result.stdout


def test_diff_of_an_edition_that_is_none_says_which_there_are() -> None:
    result = run_colt("spec", "diff", "ru-full", "moon-base", status=2)
    assert f"one of {', '.join(EDITIONS)}; got moon-base" in result.stderr


def test_an_edition_does_not_differ_from_itself() -> None:
    result = run_colt("spec", "diff", "pl-base", "pl-base")
    assert "0 differences" in result.stdout


# --- interactions


interactions = partial(run_colt, "spec", "interactions")


def test_interactions_tell_every_pair_with_its_clauses_and_cases() -> None:
    facts = {tuple(one["modules"]): one for one in json.loads(interactions("--json").stdout)}
    assert list(facts) == list(combinations(MODULES, 2))
    pair = facts["expert", "stagecoach"]
    assert (pair["together"], pair["needing"], pair["refused_by"], pair["interact"]) == (True, [], [], True)
    (first, *_) = pair["clauses"]
    assert first["id"] == "horses.expert.no-plan"
    assert first["case"] == pair["example"]
    assert pair["meetings"][0]["points"].keys() == {"expert", "stagecoach"}
    assert (facts["expert", "mei"]["interact"], facts["expert", "mei"]["example"]) == (False, None)
    assert all(one["lacking"] == [] for one in facts.values())


def test_interactions_as_text_have_a_row_for_each_pair() -> None:
    lines = interactions().stdout.splitlines()
    assert len([line for line in lines if " + " in line]) == len(list(combinations(MODULES, 2)))
    (row,) = [line for line in lines if line.startswith("expert + mei ")]
    assert "no interaction" in row
    (row,) = [line for line in lines if line.startswith("duo + team ")]
    assert "never" in row


def test_interactions_of_one_module_or_two_are_told_in_full() -> None:
    text = interactions("--module", "team", "--module", "duo").stdout
    for part in ("duo + team", "played together: never", "refused by ruling.duo.not-with-team", "shown by ruling.duo"):
        assert part in text
    assert "expert" not in text.replace("ruling.duo.not-with-team/nor-with-the-expert-variant-too", "")
    text = interactions("--module", "mei").stdout
    assert text.count(" + ") == len(MODULES) - 1
    assert "no interaction: neither changes anything for the other" in text
    assert "both change the choice floor-change (stagecoach: changes; mei: changes)" in text


def test_interactions_that_no_case_shows_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    result = interactions("--missing")
    assert (result.exit_code, result.stdout) == (0, f"{len(list(combinations(MODULES, 2)))} pairs: 0 cases missing.\n")
    assert (interactions("--missing", "--json").stdout, interactions("--missing", "--json").exit_code) == ("[]\n", 0)
    whole = suite_module.suite()
    cases = {id: written for id, written in whole.cases.items() if "team" not in written.case.modules}
    monkeypatch.setattr(suite_module, "suite", lambda: suite_module.Suite(cases, whole.exceptions))
    result = interactions("--missing", "--module", "team", "--module", "mei", status=1)
    assert result.stdout.splitlines() == [
        "team and mei: both change the seating: expected a case with both modules and clauses of both, got none",
        "1 pair: 1 case missing.",
    ]
    (pair,) = json.loads(interactions("--missing", "--module", "team", "--module", "mei", "--json").stdout)
    assert pair["meetings"][0]["case"] is None


def test_interactions_of_an_unknown_module_are_told() -> None:
    result = interactions("--module", "tem", status=2)
    assert "expected a known module, got 'tem'; did you mean team?" in result.stderr


def test_all_clauses_and_rulings_are_listed_in_one_answer(spec: Path) -> None:
    listed = {one["id"]: one for one in run_json("list")}
    assert list(listed) == [entry.id for entry in load_known(spec).citable()]
    shown = run_json("show", "fire.target")
    assert {key: listed["fire.target"][key] for key in ("title", "text", "kind", "editions")} == {
        key: shown[key] for key in ("title", "text", "kind", "editions")
    }
    assert listed["fire.target"]["modules"] == ["base"]
    assert listed["fire.target"]["passages"]
    ruling = listed["ruling.draw.what-is-left"]
    assert ruling["house_rules"] == ["pass"]
    assert ruling["completes"]


def test_a_list_is_of_one_edition_and_one_module(spec: Path) -> None:
    found = run_json("list", "--edition", "pl-base", "--module", "base")
    assert found
    for one in found:
        assert "pl-base" in one["editions"]
        assert "base" in one["modules"]
    assert "end.tie-break.opponents-and-happenings" in {one["id"] for one in found}
    assert "end.tie-break.opponents-and-happenings" not in {
        one["id"] for one in run_json("list", "--edition", "ru-full")
    }
    shown = run("list", "--module", "team").stdout
    assert "team.seating" in shown
    assert "fire.target" not in shown


def test_a_list_asks_neither_the_code_nor_the_cases(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes seconds, so a list of all clauses would take minutes."""

    def never(*_: object) -> Any:
        raise AssertionError

    monkeypatch.setattr(suite_module, "cases_about", never)
    monkeypatch.setattr(implementations_module, "implementations", never)
    assert run_json("list")


@pytest.mark.parametrize(("option", "name", "hint"), [("--edition", "pl-bas", "pl-base"), ("--module", "x", "base")])
def test_a_list_of_an_unknown_edition_or_module_is_told(spec: Path, option: str, name: str, hint: str) -> None:
    result = run("list", option, name, status=2)
    assert name in result.output
    assert hint in result.output


@pytest.mark.parametrize("command", ["check", "diff", "show", "list", "search", "coverage", "interactions", "source"])
def test_the_help_of_each_command_teaches_with_examples(command: str) -> None:
    result = run_colt("spec", command, "--help", status=0)
    for part in ("Examples:", f"colt spec {command}", "Exit status:", "--json"):
        assert part in result.output


def test_there_are_examples_of_every_command_that_is_for_everybody() -> None:
    commands = {"check", "corrections", "coverage", "diff", "interactions", "list", "search", "show", "source"}
    assert {example[0] for example in examples()} == commands


@pytest.mark.parametrize("example", [one for one in examples() if one[0] != "source"], ids=" ".join)
def test_every_example_runs_and_finds_something(spec: Path, example: list[str]) -> None:
    result = run(*example, status=0)
    assert result.stdout
    assert not result.stderr


@pytest.mark.parametrize("example", [one for one in examples() if one[0] == "source"], ids=" ".join)
def test_every_example_with_a_book_runs_for_who_owns_it(checkout: Path, example: list[str]) -> None:
    """The books are not part of the project, so the test uses a specification cut from another text."""
    _, book, file, *_ = example
    Path(file).write_text("Word.\n" * load(checkout).books[book].lines, encoding="utf-8")
    assert run("source", book, file, "--write").exit_code == 0
    assert run(*example).exit_code == 0


def test_a_ruling_about_a_table_s_own_cards_tells_with_which_commands_they_are_named() -> None:
    shown = run_colt("spec", "show", "ruling.cylinders.kinds", "--lang", "en")
    assert "commands for a table's own cards" in shown.output
    assert "NameBullets by table cylinder=... bullets=...  Name the kinds of bullets" in shown.output
    facts = json.loads(run_colt("spec", "show", "ruling.cylinders.kinds", "--json").output)
    assert [one["id"] for one in facts["commands"]][-1] == "FinishNaming by table"


def test_the_commands_that_rulings_name_are_those_that_answer_the_question_about_cards() -> None:
    named = {name for ruling in load(spec_folder()).rulings.values() for name in ruling.commands}
    assert named == {COMMAND_NAMES[command] for command in CHOICES["card-faces"].commands}
