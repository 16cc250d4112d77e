"""The ranking: by field, by kind, by how many words there are, and the same in the library that browsers use."""

import json
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from attrs import asdict, evolve

from colt_rules.search.index import Document, Found, Index
from colt_rules.search.ranking import ranking
from colt_rules.search.words import SHORTEST_STEM, stop_words
from colt_rules.site.searching import FOLDER, plain_index
from tests.site.node import told_by


def one(id: str, title: str = "", text: str = "", kind: str = "clause", **more: Any) -> Document:
    return Document(id=id, kind=kind, title=title, text=text, **more)


def order(question: str, *documents: Document) -> str:
    return "".join(found.document.id for found in Index.of(documents, "en").search(question))


def test_a_word_in_the_title_counts_more_than_one_in_the_text() -> None:
    assert order("roof", one("a", "car", "roof"), one("b", "roof", "car")) == "ba"


def test_a_clause_comes_before_a_ruling_that_says_the_same() -> None:
    assert order("roof", one("a", "the roof", kind="ruling"), one("b", "the roof")) == "ba"


def test_a_rule_comes_before_its_exception() -> None:
    assert order("roof", one("a", "the roof", special=("exception",)), one("b", "the roof")) == "ba"


def test_what_has_all_words_comes_before_what_has_one_of_them_often() -> None:
    assert order("shoot roof", one("a", "roof roof", "roof"), one("b", "car", "shoot on the roof")) == "ba"


def test_what_is_called_so_comes_before_all_else() -> None:
    called = one("a", "Marshal", kind="term", called=("sheriff",))
    assert order("the sheriff", one("b", "sheriff sheriff", "sheriff"), evolve(called, about=("sheriff",))) == "ab"


def test_other_words_count_less_than_those_of_the_title() -> None:
    assert order("roof", one("a", "car", about=("roof",)), one("b", "roof", "roof")) == "ba"


def test_a_word_that_is_nowhere_is_a_beginning_or_a_slip() -> None:
    documents = one("a", "strongbox"), one("b", "car")
    assert order("strong", *documents) == order("strongbix", *documents) == "a"
    assert order("xylophone", *documents) == ""


def test_what_is_alike_keeps_its_order() -> None:
    assert order("roof", one("a", "roof"), one("b", "roof")) == "ab"


def test_every_kind_and_every_way_to_be_special_has_a_weight() -> None:
    assert {"clause", "ruling", "topic", "term", "thing", "guide", "contract"} <= set(ranking().kinds)
    assert ranking().kinds["clause"] >= ranking().kinds["ruling"]
    assert all(0 < weight <= 1 for weight in ranking().special.values())


# --- the same in JavaScript

QUESTIONS = ("who shoots on roofs", "strongb", "the strongbx", "sheriff", "the", "", "roofing shooter", "Belle's 250")
DOCUMENTS = (
    one("a.md", "Shots on the roof", "Whoever shoots along roofs hits the nearest.", asked=("who can I shoot",)),
    one("b.md", "A strongbox", "It is worth $1000, not $250.", about=("case", "safe box"), special=("module",)),
    one("c.md", "Marshal", "He stays inside.", kind="term", about=("sheriff",), called=("sheriff", "Marshal")),
    one("d.md", "Belle", "No shot hits her while another can be hit.", kind="ruling", names="belle not if another"),
)


def told_by_the_library(index: Index, questions: tuple[str, ...], at: Path) -> list[list[tuple[str, float]]]:
    """What the script of the site finds with the library, for each question: addresses and scores."""
    data = {
        "ranking": asdict(ranking()),
        "stop": sorted(stop_words(index.vocabulary.lang)),
        "shortest": SHORTEST_STEM,
        "index": plain_index(index),
        "questions": questions,
    }
    (at / "data.json").write_text(json.dumps(data), encoding="utf-8")
    program = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ createRequire }} from "node:module";
        globalThis.MiniSearch = createRequire("{FOLDER.as_uri()}/")("./minisearch.js");
        (0, eval)(readFileSync("{(FOLDER / "finding.js").as_posix()}", "utf8"));
        const data = JSON.parse(readFileSync("{(at / "data.json").as_posix()}", "utf8"));
        const index = await coltFinding.Index.of(data.index, data);
        for (const question of data.questions) {{
          console.log(JSON.stringify(index.search(question).map((found) => [found.document.address, found.score])));
        }}
    """
    return [[(address, score) for address, score in found] for found in told_by(program)]


def in_python(found: list[Found]) -> list[tuple[str, Any]]:
    return [(one.document.id.replace(".md", ".html"), pytest.approx(one.score)) for one in found]


@pytest.mark.skipif(not which("node"), reason="needs node 18 or newer")
def test_the_library_finds_the_same_in_the_same_order(tmp_path: Path) -> None:
    index = Index.of(DOCUMENTS, "en")
    assert told_by_the_library(index, QUESTIONS, tmp_path) == [in_python(index.search(one)) for one in QUESTIONS]
    assert sum(bool(index.search(question)) for question in QUESTIONS) == 6
