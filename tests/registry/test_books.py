"""Books are read with their passages, and the hash of a text ignores layout."""

from pathlib import Path

import pytest

from colt_rules.registry.books import PassageKind, digest, load_books, normalise, span, split
from colt_rules.registry.errors import SpecError

BOOK = """
id = "one"
name = {en = "One"}
title = {en = "A book", ru = "Книга", fr = "Un livret", pl = "Instrukcja"}
language = "pl"
file = "one.txt"
lines = 2
sha256 = ""

[[passage]]
lines = "1-2"
section = "STRZAŁ"
clauses = ["fire.target"]
sha256 = ""
"""


def books(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def refusal(folder: Path) -> str:
    with pytest.raises(SpecError) as caught:
        load_books(folder)
    return str(caught.value).replace(f"{folder.as_posix()}/", "")


def test_a_passage_without_a_section_is_in_that_of_the_passage_before(tmp_path: Path) -> None:
    more = '[[passage]]\nlines = "3"\n{}sha256 = ""\n'
    texts = BOOK + more.format("") + more.format('section = ""\n')
    (book,) = load_books(books(tmp_path, one=texts)).values()
    assert [passage.section for passage in book.passages] == ["STRZAŁ", "STRZAŁ", ""]


class TestText:
    def test_spaces_line_ends_and_empty_lines_do_not_count(self) -> None:
        assert normalise("One  two\nthree") == normalise(" One\ttwo \r\n\r\n\n three\r\n")

    def test_a_composed_letter_is_the_same_as_its_parts(self) -> None:
        assert digest("e\u0301") == digest("\u00e9")

    def test_case_and_line_breaks_count(self) -> None:
        assert len({digest("one two"), digest("One two"), digest("one\ntwo")}) == 3

    def test_the_hash_is_that_of_the_normalised_text(self) -> None:
        expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        assert expected == digest(" \n \n")

    @pytest.mark.parametrize("text", ["one\ntwo", "one\ntwo\n"])
    def test_a_last_line_counts_with_or_without_its_newline(self, text: str) -> None:
        assert split(text) == ["one", "two"]

    def test_an_empty_last_line_counts_if_it_ends(self) -> None:
        assert split("one\n\n") == ["one", ""]


class TestSpan:
    def test_one_line_or_a_range(self) -> None:
        assert span("262") == (262, 262)
        assert span("262-263") == (262, 263)

    @pytest.mark.parametrize("lines", ["", "0", "3-2", "1-", "1,2", "one", "01", " 1", "1-2-3"])
    def test_anything_else_is_refused(self, lines: str) -> None:
        with pytest.raises(ValueError, match='expected lines as "262" or "262-263"'):
            span(lines)


class TestLoad:
    def test_a_passage_knows_its_book_and_its_size(self, tmp_path: Path) -> None:
        (passage,) = load_books(books(tmp_path, one=BOOK))["one"].passages
        assert passage.key == "one:1-2"
        assert passage.kind is PassageKind.RULE
        assert (passage.first, passage.last, passage.size) == (1, 2, 2)

    def test_the_year_may_be_unknown(self, tmp_path: Path) -> None:
        assert load_books(books(tmp_path, one=BOOK))["one"].year is None

    @pytest.mark.parametrize("language", ["de", "ja", "pt-BR"])
    def test_it_may_be_written_in_any_language(self, tmp_path: Path, language: str) -> None:
        written = BOOK.replace('language = "pl"', f'language = "{language}"')
        assert load_books(books(tmp_path, one=written))["one"].language == language

    def test_what_is_no_language_is_refused(self, tmp_path: Path) -> None:
        told = refusal(books(tmp_path, one=BOOK.replace('language = "pl"', 'language = "Polish"')))
        assert told == 'one.toml: expected a language as "pl" or "de-AT", got "Polish"'

    def test_the_id_is_the_name_of_the_file(self, tmp_path: Path) -> None:
        assert (
            refusal(books(tmp_path, two=BOOK)) == 'two.toml: id: expected "two", as in the name of the file, got "one"'
        )

    def test_an_unknown_kind_of_passage_is_refused(self, tmp_path: Path) -> None:
        told = refusal(books(tmp_path, one=BOOK.replace('lines = "1-2"', 'lines = "1-2"\nkind = "joke"')))
        assert told.startswith("one.toml: passage[0].kind: expected one of rule, component, example")
        assert told.endswith('got the text "joke"')

    def test_malformed_lines_are_refused(self, tmp_path: Path) -> None:
        told = refusal(books(tmp_path, one=BOOK.replace('"1-2"', '"2-1"')))
        assert told == 'one.toml: passage[0]: expected lines as "262" or "262-263", got "2-1"'

    def test_a_passage_cannot_set_its_book(self, tmp_path: Path) -> None:
        told = refusal(books(tmp_path, one=BOOK + 'book = "two"\n'))
        assert told.startswith("one.toml: passage[0].book: expected one of the keys")

    def test_problems_of_all_files_are_reported_at_once(self, tmp_path: Path) -> None:
        told = refusal(books(tmp_path, one=BOOK + "oops", two=BOOK.replace("lines = 2", 'lines = "2"')))
        assert [line.partition(":")[0] for line in told.splitlines()] == ["one.toml", "two.toml"]

    def test_a_folder_without_books_is_refused(self, tmp_path: Path) -> None:
        assert "expected a TOML file for each book, got none" in refusal(tmp_path)
