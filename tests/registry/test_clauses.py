"""Clauses, rulings and terms are read from their files."""

from pathlib import Path

import pytest

from colt_rules.registry.clauses import Clause, ClauseKind, load_clauses
from colt_rules.registry.errors import SpecError
from colt_rules.registry.glossary import load_terms
from colt_rules.registry.rulings import load_rulings

CLAUSE = """
[[clause]]
id = "fire.target"
kind = "tie-break"
title.en = "One target"
text.en = "Choose one."
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def load_one(folder: Path, text: str = CLAUSE) -> Clause:
    write(folder, "base/01-fire.toml", 'topic = "fire"\n' + text)
    (clause,) = load_clauses(folder).values()
    return clause


class TestClauses:
    def test_a_clause_knows_its_module_its_topic_and_its_file(self, tmp_path: Path) -> None:
        clause = load_one(tmp_path)
        assert (clause.module, clause.topic) == ("base", "fire")
        assert clause.file == (tmp_path / "base/01-fire.toml").as_posix()
        assert clause.kind is ClauseKind.TIE_BREAK

    def test_an_unknown_kind_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SpecError, match=r"clause\[fire.target\].kind: expected one of set-up, .* \"joke\""):
            load_one(tmp_path, CLAUSE.replace("tie-break", "joke"))

    def test_an_unknown_key_is_refused_and_where_it_holds_is_one(self, tmp_path: Path) -> None:
        with pytest.raises(SpecError, match=r"clause\[fire.target\].editions: expected one of the keys"):
            load_one(tmp_path, CLAUSE + 'editions = ["pl-base"]')

    def test_a_duplicate_id_is_refused_across_files(self, tmp_path: Path) -> None:
        write(tmp_path, "horses/01-fire.toml", 'topic = "fire"\n' + CLAUSE)
        with pytest.raises(
            SpecError, match=r"horses/01-fire.toml: clause\[fire.target\]: .* already used in .*base/01"
        ):
            load_one(tmp_path)

    def test_a_folder_without_clauses_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(SpecError, match="expected a TOML file for each topic"):
            load_clauses(tmp_path)


def test_a_ruling_without_a_reason_is_refused(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "rulings.toml",
        '[[ruling]]\nid = "ruling.x"\ncompletes = []\nquestion.en = "?"\nanswer.en = "!"\n',
    )
    with pytest.raises(
        SpecError, match=r"ruling\[ruling.x\].reason: expected a table with en, ru, fr, pl, got nothing"
    ):
        load_rulings(path)


def test_only_answers_marked_so_can_be_agreed_on_and_not_where_the_book_answers(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "rulings.toml",
        """
[[ruling]]
id = "ruling.x"
completes = []
question.en = "?"
answer.en = "!"
rejected = [{ id = "often", answer.en = "Often.", house_rule = true }, { id = "never", answer.en = "Never." }]
reason.en = "Why not."
settled_in = ["pl-base"]
""",
    )
    (ruling,) = load_rulings(path).values()
    assert ruling.house_rules("ru-full") == ("often",)
    assert ruling.house_rules("pl-base") == ()


def test_a_term_without_a_meaning_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "glossary.toml", '[[term]]\nid = "roof"\nterm.en = "Roof"\n')
    with pytest.raises(SpecError, match=r"term\[roof\].meaning: expected a table with en, ru, fr, pl, got nothing"):
        load_terms(path)
