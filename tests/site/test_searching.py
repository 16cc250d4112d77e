"""The search of the site: the rules by their text, other pages by leads and headings; and its data."""

import json
from collections.abc import Iterable
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.registry.registry import spec_folder
from colt_rules.search.index import Document, Index
from colt_rules.search.questions import ENOUGH, FIRST, load_questions
from colt_rules.search.ranking import ranking
from colt_rules.site.addresses import entry_at, html_address
from colt_rules.site.page import Page, escaped, fenced, heading, link
from colt_rules.site.pages import guides
from colt_rules.site.searching import (
    FOLDER,
    INDEX_FILE,
    LETTERS,
    LONGEST,
    NEAR,
    REST_FILE,
    SCRIPTS,
    files,
    lacking,
    packed,
    plain,
    plain_index,
    programs,
    rules,
    scripts,
    shared,
)
from colt_rules.site.sources import Sources
from colt_rules.site.words import all_words
from tests.conftest import at_least
from tests.site.node import told_by
from tests.site.reading import reader, reader_of_the_specification


def page(name: str, body: str, lead: str = "", searchable: bool = True) -> Page:
    return Page(address=f"{name}.md", title=name.title(), body=body, lead=lead, searchable=searchable)


def found(*pages: Page) -> list[tuple[str, str, str]]:
    return [(one.id, one.title, one.text) for one in programs(pages)]


class TestPrograms:
    def test_a_page_is_found_by_its_lead_or_by_what_stands_before_its_first_heading(self) -> None:
        assert found(page("a", "First.\n\n## More {#more}\n\nSecond.", "The lead."))[0] == ("a.md", "A", "The lead.")
        assert found(page("a", "First.\n\n## More {#more}\n\nSecond."))[0][2] == "First."

    def test_a_heading_is_found_with_its_anchor_and_what_stands_below_it(self) -> None:
        assert found(page("a", f"{heading(2, 'More', 'more')}\n\nSecond."))[1] == ("a.md#more", "More", "Second.")

    def test_a_heading_of_many_pages_is_not_found(self) -> None:
        pages = [page(name, f"## Code {{#code}}\n\n## Own {name} {{#own}}") for name in "abcd"]
        assert [one[1] for one in found(*pages)] == ["A", "Own a", "B", "Own b", "C", "Own c", "D", "Own d"]

    def test_a_page_that_is_not_searchable_is_left_out(self) -> None:
        assert found(page("a", "x", searchable=False)) == []

    def test_rules_and_their_evidence_are_left_out(self) -> None:
        assert found(page("clauses/a", "x"), page("glossary", "x"), page("evidence/a", "x"), page("proof", "x")) == [
            ("proof.md", "Proof", "x")
        ]

    @pytest.mark.parametrize(
        ("name", "kind"),
        [("guides/a", "guide"), ("contract/events/A", "contract"), ("api/a", "api"), ("proof", "page")],
    )
    def test_the_folder_tells_the_kind(self, name: str, kind: str) -> None:
        assert [one.kind for one in programs([page(name, "x")])] == [kind]

    def test_code_is_no_text(self) -> None:
        assert found(page("a", f"Before.\n\n{fenced('## x {#y}', 'python')}\n\nAfter."))[0][2] == "Before. After."

    def test_long_texts_end_with_a_whole_word(self) -> None:
        ((_, _, text),) = found(page("a", "word " * 100))
        assert len(text) <= LONGEST
        assert text.endswith("word")


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (link("Belle", "glossary.md#belle"), "Belle"),
        (f"**{link('`fire.target`', 'clauses/fire.target.md')}**", "fire.target"),
        (escaped("a_b [c] <d> & e"), "a_b [c] <d> & e"),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", "a b 1 2"),
        ('<img src="x.svg" alt="A board">After', "After"),
        ("- one\n    - two", "one two"),
    ],
)
def test_markdown_is_read_as_text(markdown: str, text: str) -> None:
    assert plain(markdown) == text


class TestRules:
    @staticmethod
    def by_address(lang: str = "en") -> dict[str, Document]:
        return {one.id: one for one in rules(reader_of_the_specification(lang))}

    def test_each_leads_to_its_page(self) -> None:
        kinds = {address: one.kind for address, one in self.by_address().items()}
        assert kinds["clauses/fire.target.md"] == "clause"
        assert kinds["rulings/ruling.belle.blocks-sight.md"] == "ruling"
        assert kinds["glossary.md#roof"] == "term"
        assert kinds["things/character/belle.md"] == "thing"
        assert kinds["rules/base/fire.md"] == "topic"

    def test_a_topic_is_found_by_its_name_and_by_the_titles_of_its_clauses(self) -> None:
        topic = self.by_address("pl")["rules/base/fire.md"]
        assert topic.title == all_words()["topic.fire"].pl
        assert reader("pl").sources.registry.clauses["fire.target"].title.pl in topic.text

    @pytest.mark.parametrize("lang", LANGUAGES)
    def test_every_page_of_the_rules_that_can_be_searched_is_among_them(self, lang: str) -> None:
        known = {address.partition("#")[0] for address in self.by_address(lang)}
        registry = reader(lang).sources.registry
        assert {entry_at(entry.id) for entry in registry.citable()} <= known


def read(script: str) -> Any:
    """The data of a script."""
    return json.loads(script.removeprefix("coltFound(").removesuffix(");\n"))


def test_the_data_of_a_language_are_scripts_the_first_of_which_answers() -> None:
    made = dict(scripts(reader_of_the_specification("fr"), [page("guides/a", "Un guide.")]))
    assert set(made) == {INDEX_FILE.format(lang="fr"), REST_FILE.format(lang="fr")}
    index, rest = map(read, made.values())
    assert set(index) == {*shared("fr"), "rules"}
    first = next(one for one in index["rules"]["documents"] if one[0] == "clauses/fire.target.html")
    assert (index["rules"]["kinds"][first[1]], len(first)) == ("clause", 3)
    belle = next(one for one in index["rules"]["documents"] if one[0] == "clauses/belle.not-if-another.html")
    assert belle[3] == "belle"
    assert [one[0] for one in rest["programs"]["documents"]] == ["guides/a.html"]
    assert rest["programs"]["texts"] == ["Un guide."]
    assert len(rest["texts"]) == len(index["rules"]["documents"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_answer_needs_few_bytes(lang: str) -> None:
    made = dict(scripts(reader_of_the_specification(lang), []))
    assert len(made[INDEX_FILE.format(lang=lang)].encode()) < 320_000


def test_scores_are_packed_into_letters_of_one_byte() -> None:
    assert (
        packed({0: 0, 1: 5, 70: 92})
        == f"{LETTERS[0]}{LETTERS[0]}{LETTERS[0]}{LETTERS[5]}{LETTERS[NEAR]}{LETTERS[6]}{LETTERS[92]}"
    )
    assert packed({(len(LETTERS) - NEAR) * len(LETTERS) + NEAR - 1: 1}) == f"{LETTERS[-1]}{LETTERS[-1]}{LETTERS[1]}"
    assert len(LETTERS) > ranking().scale.highest - ranking().scale.lowest
    assert len(json.dumps(LETTERS)) == len(LETTERS) + 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_to_which_a_question_is_linked_is_among_the_first(lang: str) -> None:
    index = Index(rules(reader_of_the_specification(lang)), lang)
    questions = {one.text.in_language(lang): entry_at(one.answers[0]) for one in load_questions(spec_folder())}
    found = {asked: [match.document.id for match in index.search(asked)[:FIRST]] for asked in questions}
    assert [asked for asked, page in questions.items() if page not in found[asked]] == []


def test_what_an_edition_lacks_is_known_by_number(sources: Sources) -> None:
    to = reader_of_the_specification("en")
    documents = list(rules(to))
    found = {
        edition: {documents[number].id for number in numbers} for edition, numbers in lacking(to, documents).items()
    }
    assert set(found) == set(sources.registry.editions)
    assert "clauses/tuco.through-the-roof.md" in found["ru-base"]
    assert "clauses/tuco.upward-only.md" not in found["ru-base"]
    assert "clauses/tuco.upward-only.md" in found["pl-base"]
    assert any(one.startswith("rules/horses/") for one in found["pl-base"])
    assert not any(one.startswith(("rules/base/", "glossary", "things/")) for one in found["pl-base"])
    for edition, ids in found.items():
        entries = {entry_at(one.id): one.id for one in sources.registry.citable()}
        assert {entries[id] for id in ids if id in entries} == {
            id for id in entries.values() if not sources.registry.holds(id, edition)
        }


def test_every_file_for_the_browser_is_given() -> None:
    given = dict(files())
    assert set(given) == {f"find/{name}" for name in SCRIPTS} == {f"find/{path.name}" for path in FOLDER.iterdir()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_has_a_name(lang: str) -> None:
    kinds = {one.kind for one in rules(reader_of_the_specification(lang))} | {"guide", "page", "contract", "api"}
    assert all(all_words()[f"search.kind-{kind}"].in_language(lang) for kind in kinds)


def found_in_the_browser(
    documents: Iterable[Document], lang: str, questions: Iterable[str], at: Path
) -> dict[str, list[str]]:
    """The results of the site's script for each question: addresses, best first."""
    data = {**shared(lang), "index": plain_index(Index(documents, lang)), "questions": [*questions]}
    (at / "data.json").write_text(json.dumps(data), encoding="utf-8")
    program = f"""
        import {{ readFileSync }} from "node:fs";
        (0, eval)(readFileSync("{(FOLDER / "finding.js").as_posix()}", "utf8"));
        const data = JSON.parse(readFileSync("{(at / "data.json").as_posix()}", "utf8"));
        const index = new coltFinding.Index(data.index, data);
        for (const question of data.questions) {{
          console.log(JSON.stringify(index.search(question).map((found) => found.document.address)));
        }}
    """
    return dict(zip(data["questions"], told_by(program), strict=True))


def found_with_programs(
    documents: Iterable[Document], others: Iterable[Document], lang: str, questions: Iterable[str], at: Path
) -> dict[str, list[str]]:
    """The results of the site's script for each question: rules and pages about programs together, best first."""
    indexes = {"rules": documents, "programs": others}
    found = {name: plain_index(Index(one, lang)) for name, one in indexes.items()}
    data = {**shared(lang), **found, "questions": [*questions]}
    (at / "data.json").write_text(json.dumps(data), encoding="utf-8")
    program = f"""
        import {{ readFileSync }} from "node:fs";
        (0, eval)(readFileSync("{(FOLDER / "finding.js").as_posix()}", "utf8"));
        const data = JSON.parse(readFileSync("{(at / "data.json").as_posix()}", "utf8"));
        const index = (name) => new coltFinding.Index(data[name], data);
        const known = {{ rules: index("rules"), whole: Promise.resolve() }};
        known.programs = index("programs");
        for (const question of data.questions) {{
          const found = await coltFinding.search(known, question);
          console.log(JSON.stringify(found.map((one) => one.document.address)));
        }}
    """
    return dict(zip(data["questions"], told_by(program), strict=True))


@pytest.mark.skipif(not which("node"), reason="needs node 18 or newer")
class TestInTheBrowser:
    @staticmethod
    def one(id: str, title: str, text: str, kind: str = "clause", **more: Any) -> Document:
        return Document(id=f"{id}.md", kind=kind, title=title, text=text, **more)

    def test_a_word_is_found_in_other_forms_as_a_beginning_and_with_a_slip(self, tmp_path: Path) -> None:
        documents = (
            self.one(
                "a", "Shots on the roof", "Whoever shoots along roofs hits the nearest.", question_words=("who is hit",)
            ),
            self.one("b", "A strongbox", "It is worth $1000, not $250.", synonyms=("case", "safe box")),
            self.one("c", "Marshal", "He stays inside.", "term", synonyms=("sheriff",), called=("sheriff",)),
            self.one("d", "Sheriff, sheriff", "The sheriff takes all, strongboxes too."),
        )
        assert found_in_the_browser(
            documents,
            "en",
            ("roofing shooter", "rofo", "raofs", "strongb", "the strongbx", "the sheriff", "cases", "the", ""),
            tmp_path,
        ) == {
            "roofing shooter": ["a.html"],
            "rofo": ["a.html"],
            "raofs": ["a.html"],
            "strongb": ["b.html", "d.html"],
            "the strongbx": ["b.html", "d.html"],
            "the sheriff": ["c.html", "d.html"],
            "cases": ["b.html"],
            "the": [],
            "": [],
        }

    @pytest.mark.parametrize("lang", at_least("en", of=LANGUAGES))
    def test_no_page_about_programs_comes_before_the_first_rules_that_a_question_finds(
        self, lang: str, tmp_path: Path
    ) -> None:
        to = reader_of_the_specification(lang)
        asked = [one.text.in_language(lang) for one in load_questions(spec_folder())]
        asked += {"en": ["how do we set up the train", "is belle ever shootable"], "fr": ["sens du jeu"]}.get(lang, [])
        asked += {"pl": ["tunel co znaczy"]}.get(lang, [])
        index = Index(rules(to), lang)
        found = found_with_programs(index.documents, programs(guides.pages(to)), lang, asked, tmp_path)
        for question in asked:
            expected = [html_address(match.document.id) for match in index.search(question)]
            assert found[question][:FIRST] == expected[:FIRST], question

    def test_pages_about_programs_come_first_if_the_rules_know_no_word_and_fourth_if_asked_by_title(
        self, tmp_path: Path
    ) -> None:
        documents = [self.one(name, f"Roof {name}", "A shot at the train, car by car.") for name in "bcef"]
        pages = [
            Document(id="roofing.md", kind="guide", title="Shot at the train", text="Car."),
            Document(id="proof.md", kind="guide", title="Event log", text="Proofs of a car."),
        ]
        asked = ("event log", "event", "log car", "shot train", "shot car", "proofs")
        found = found_with_programs(documents, pages, "en", asked, tmp_path)
        rules = ["b.html", "c.html", "e.html", "f.html"]
        assert found == {
            "event log": ["proof.html"],
            "event": ["proof.html"],
            "log car": [*rules[:3], "proof.html", rules[3], "roofing.html"],
            "shot train": [*rules[:3], "roofing.html", rules[3]],
            "shot car": [*rules, "roofing.html", "proof.html"],
            "proofs": ["proof.html", *rules],
        }

    @pytest.mark.parametrize("lang", at_least("pl", of=LANGUAGES))
    def test_questions_of_the_table_are_answered(self, lang: str, tmp_path: Path) -> None:
        questions = {one.text.in_language(lang): one.answers for one in load_questions(spec_folder())}
        found = found_in_the_browser(rules(reader_of_the_specification(lang)), lang, questions, tmp_path)
        missed = [
            asked
            for asked, answers in questions.items()
            if {html_address(entry_at(id)) for id in answers}.isdisjoint(found[asked][:FIRST])
        ]
        assert 1 - len(missed) / len(questions) >= ENOUGH, missed

    @pytest.mark.parametrize("lang", at_least("ru", of=LANGUAGES))
    def test_the_results_are_those_of_the_command_line(self, lang: str, tmp_path: Path) -> None:
        documents = [*rules(reader_of_the_specification(lang))]
        index = Index(documents, lang)
        asked = [
            *(one.text.in_language(lang) for one in load_questions(spec_folder())),
            "tuko",
            "xylophon",
            "стрельнуть",
        ]
        found = found_in_the_browser(documents, lang, asked, tmp_path)
        for question in asked:
            expected = [html_address(match.document.id) for match in index.search(question)]
            assert found[question][:30] == expected[:30], question
