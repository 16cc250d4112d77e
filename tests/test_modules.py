"""The list of modules and the way to their parts; whoever leaves something out is told what and where."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from colt_rules import modules, rules
from colt_rules.events import EVENTS, CardPlayed
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.modules import IncompleteModule, check_complete, field_of, part_files, part_of_module, parts
from colt_rules.rules.rulebook import module

NAME = "balloon-ride"

Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file of a module with a hyphen in its name, which is the only one on the list."""
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    monkeypatch.setattr(modules, "MODULES", (NAME,))
    for name in [name for name in sys.modules if field_of(NAME) in name]:
        monkeypatch.delitem(sys.modules, name)
    home = tmp_path / field_of(NAME)

    def written(file: str, text: str) -> None:
        home.mkdir(exist_ok=True)
        (home / file).write_text(text, encoding="utf-8")

    return written


def test_a_name_with_a_hyphen_has_a_field_and_a_folder(write: Write) -> None:
    assert field_of(NAME) == "balloon_ride"
    write("told.py", "CARS = {}")
    ((found, part),) = parts("told")
    assert (found, part.__name__) == (NAME, "colt_rules.rules.balloon_ride.told")


def test_a_part_that_a_module_does_not_have_is_passed_over(write: Write) -> None:
    write("__init__.py", "")
    assert [*parts("told")] == []
    assert part_files("words.toml") == {}


@pytest.mark.usefixtures("write")
def test_a_name_without_a_folder_is_told() -> None:
    with pytest.raises(IncompleteModule) as told:
        part_of_module(NAME, "model")
    assert str(told.value) == (
        "expected a folder colt_rules/rules/balloon_ride/ for 'balloon-ride', which MODULES in colt_rules/modules.py "
        "names; got none: make the folder, with hyphens as underscores, or take the name out of the list"
    )


def test_a_part_that_does_not_define_what_it_is_asked_for_is_told(write: Write) -> None:
    write("events.py", "EVENT = {}")
    with pytest.raises(IncompleteModule) as told:
        [*parts("events")]
    assert str(told.value) == (
        "colt_rules/rules/balloon_ride/events.py: expected it to define EVENTS, got no such name: add it, "
        "or give the file another name if the module has no events"
    )


def test_a_module_without_rules_is_told(write: Write) -> None:
    write("__init__.py", "")
    with pytest.raises(
        IncompleteModule, match=r"expected a file module.py with MODULE in the folder of 'balloon-ride'"
    ):
        module(NAME)


def test_an_event_without_a_fold_is_told() -> None:
    check_complete(EVENTS.values(), EVOLVE, "a fold", "evolve", "EVOLVE")
    without = {kind: fold for kind, fold in EVOLVE.items() if kind is not CardPlayed}
    with pytest.raises(
        IncompleteModule, match=r"evolve.py: expected a fold of CardPlayed in EVOLVE, got none: add one"
    ):
        check_complete(EVENTS.values(), without, "a fold", "evolve", "EVOLVE")


def test_the_file_that_is_named_is_in_the_folder_of_the_module() -> None:
    name, event = [(name, event) for name, part in parts("events") for event in part.EVENTS.values()][-1]
    with pytest.raises(IncompleteModule, match=f"^colt_rules/rules/{field_of(name)}/told.py: expected a sentence of"):
        check_complete([event], {}, "a sentence", "told", "EVENTS")
