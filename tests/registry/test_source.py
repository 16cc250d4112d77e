"""A text is compared with the passages of a book."""

import os
from pathlib import Path

import pytest
from attrs import evolve

from colt_rules.registry.books import Book, digest
from colt_rules.registry.registry import Registry
from colt_rules.registry.source import TextComparison, compare, with_hashes

TEXT = "Fire\n\nYou may fire.\nNot at yourself.\n\nPrinted in Utopia.\n"

# The texts are not part of the project; a developer may have them in a folder beside the checkout.
RULEBOOKS = Path(os.environ.get("COLT_RULEBOOKS") or Path(__file__).parents[3] / "shared" / "rulebooks")


def compared(small: Registry, text: str, **others: Book) -> TextComparison:
    return compare(text, small.books["ru-full"], {**small.books, **others})


def differing(found: TextComparison) -> list[tuple[str, str]]:
    return [(difference.passage.lines, difference.found_at) for difference in found.differences]


def test_the_text_itself_is_the_same(small: Registry) -> None:
    assert compared(small, TEXT).same


@pytest.mark.parametrize("text", [TEXT.replace("\n", "\r\n"), TEXT.replace(" ", "   "), TEXT.rstrip()])
def test_another_way_to_save_it_is_the_same(small: Registry, text: str) -> None:
    assert compared(small, text).same


def test_a_changed_word_is_reported_with_its_passage(small: Registry) -> None:
    found = compared(small, TEXT.replace("yourself", "others"))
    assert not found.same
    assert not found.same_words
    assert differing(found) == [("4-5", "")]


def test_an_extra_line_moves_the_passages_after_it(small: Registry) -> None:
    found = compared(small, TEXT.replace("\nYou", "\n\nYou"))
    assert found.same_words
    assert not found.same
    assert found.lines == 7
    assert differing(found) == [("3", "4"), ("4-5", "5-6"), ("6", "7")]


def test_an_empty_text_differs_everywhere(small: Registry) -> None:
    assert len(compared(small, "").differences) == 4


def test_a_text_without_any_passage_of_the_book_is_foreign(small: Registry) -> None:
    assert compared(small, "").foreign
    assert compared(small, "Else\nwhere").foreign
    assert not compared(small, TEXT).foreign
    assert not compared(small, "Else\n" * 3 + "Not at yourself.").foreign
    assert not compared(small, "\n" * 9 + TEXT.lstrip("Fire")).foreign


def test_the_text_of_another_book_is_recognised(small: Registry) -> None:
    book = small.books["ru-full"]
    passages = tuple(evolve(passage, sha256=digest("else")) for passage in book.passages)
    other = evolve(book, id="pl-base", sha256=digest("else\nwhere"), lines=2, passages=passages[:1])
    assert compared(small, "else\nwhere", **{"pl-base": other}).other == "pl-base"
    assert compared(small, TEXT, **{"pl-base": other}).other == ""


class TestHashes:
    TOML = '# A book.\nid = "x"\nsha256 = "old"\n\n' + '[[passage]]\nnote = "sha256"\nsha256="old" # keep\n' * 4

    def test_only_the_values_change(self, small: Registry) -> None:
        book = small.books["ru-full"]
        written = with_hashes(self.TOML, book, TEXT)
        hashes = [book.sha256, *(passage.sha256 for passage in book.passages)]
        for hash in hashes:
            written = written.replace(hash, "old", 1)
        assert written == self.TOML

    def test_a_file_with_another_number_of_hashes_is_refused(self, small: Registry) -> None:
        with pytest.raises(ValueError, match="expected 5 lines that begin with sha256, got 1"):
            with_hashes('sha256 = ""', small.books["ru-full"], TEXT)


@pytest.mark.skipif(
    not RULEBOOKS.is_dir(), reason="the texts of the rulebooks are not here: name their folder in COLT_RULEBOOKS"
)
def test_the_books_are_cut_from_the_texts_they_name(real: Registry) -> None:
    """The rulebooks are not part of the project, so this runs only for those who own them."""
    for book in real.books.values():
        text = (RULEBOOKS / book.file).read_text(encoding="utf-8")
        assert compare(text, book, real.books).same, book.id
