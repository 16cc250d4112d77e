"""Editions are read from their files and determine where a clause holds."""

from pathlib import Path

import pytest

from colt_rules.modules import MODULES
from colt_rules.registry.editions import BASELINE, absent, load_editions
from colt_rules.registry.errors import SpecError
from colt_rules.registry.registry import registry

BASE = """
id = "ru-full"
books = ["ru-full"]
modules = ["base"]
name.en = "Somewhere"
title.en = "All"
"""
OTHER = """
id = "pl-base"
books = ["pl-base"]
modules = ["base", "duo"]
name.en = "Somewhere"
title.en = "Polish"

[[difference]]
clause = "train.four"
instead_of = ["train.three"]
note.en = "One car more."

[[difference]]
clause = "pile.removed"
note.en = "It is gone."

[[wording]]
clauses = ["fire.may"]
passages = ["pl-base:3"]
note.en = "The same in other words."
"""


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name.replace('_', '-')}.toml").write_text(text, encoding="utf-8")
    return folder


def test_an_edition_knows_what_it_adds_and_what_it_leaves_out(tmp_path: Path) -> None:
    polish = load_editions(write(tmp_path, ru_full=BASE, pl_base=OTHER))["pl-base"]
    assert polish.clauses == {"train.four", "pile.removed"}
    assert polish.without == {"train.three"}
    assert polish.modules == ("base", "duo")
    assert [wording.clauses for wording in polish.wordings] == [("fire.may",)]


def test_the_baseline_has_every_module_and_names_none_and_no_other_edition_may_leave_them_out(tmp_path: Path) -> None:
    unnamed = BASE.replace('modules = ["base"]\n', "")
    assert load_editions(write(tmp_path, ru_full=unnamed, pl_base=OTHER))[BASELINE].modules == MODULES
    with pytest.raises(SpecError, match=r"pl-base\.toml: modules: expected the modules that it plays, got none"):
        load_editions(write(tmp_path, pl_base=OTHER.replace('modules = ["base", "duo"]\n', "")))


def test_the_baseline_comes_first(tmp_path: Path) -> None:
    assert list(load_editions(write(tmp_path, ru_full=BASE, pl_base=OTHER))) == [BASELINE, "pl-base"]


@pytest.mark.parametrize(
    ("clause", "where"),
    [
        ("train.four", ["pl-base"]),
        ("train.three", ["ru-full"]),
        ("pile.removed", ["pl-base"]),
        ("fire.may", ["ru-full", "pl-base"]),
    ],
)
def test_what_holds_where_follows_from_the_differences(tmp_path: Path, clause: str, where: list[str]) -> None:
    editions = load_editions(write(tmp_path, ru_full=BASE, pl_base=OTHER))
    assert [edition for edition in editions if clause not in absent(editions, edition)] == where


def test_its_id_is_the_name_of_its_file(tmp_path: Path) -> None:
    with pytest.raises(
        SpecError, match=r'fr-horses.toml: id: expected "fr-horses", as in the name of the file, got "pl-base"'
    ):
        load_editions(write(tmp_path, ru_full=BASE, fr_horses=OTHER))


def test_editions_without_a_baseline_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"expected ru-full.toml, the baseline of all editions, got none"):
        load_editions(write(tmp_path, pl_base=OTHER))


def test_problems_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        load_editions(write(tmp_path, ru_full=BASE + "year = 2018", pl_base=OTHER.replace("instead_of", "insted_of")))
    assert [problem.path for problem in caught.value.problems] == ["year", "difference[0].insted_of"]


@pytest.mark.parametrize(
    ("id", "edition", "instead"),
    [
        ("tuco.through-the-roof", "ru-base", ("tuco.upward-only",)),
        ("tuco.upward-only", "pl-base", ("tuco.through-the-roof",)),
        ("schemin.hands-first", "ru-full", ()),
        ("horses.setup.rounds.all-mixed", "ru-full", ("setup.rounds.chosen",)),
    ],
)
def test_what_holds_in_the_place_of_a_clause_follows_from_the_differences(
    id: str, edition: str, instead: tuple[str, ...]
) -> None:
    assert registry().instead_of(id, edition) == instead
