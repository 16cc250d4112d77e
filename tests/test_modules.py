"""The list of modules and the way to their parts; a missing part is reported with its name and place."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import UNSET

from colt_rules import modules, presentation, rules
from colt_rules.events import EVENTS, CardPlayed
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.model.changes import with_part
from colt_rules.model.parts import part_of, with_fields
from colt_rules.model.record import record
from colt_rules.modules import IncompleteModule, check_complete, field_of, folder_of, part_files, part_of_module, parts
from colt_rules.rules.rulebook import module

NAME = "balloon-ride"

Write = Callable[[str, str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes a file of a module with a hyphen in its name, which is the only one on the list."""
    for homes in (rules, presentation):
        monkeypatch.setattr(homes, "__path__", [*homes.__path__, str(tmp_path)])
    monkeypatch.setattr(modules, "MODULES", (NAME,))
    field_of.cache_clear()
    for name in [name for name in sys.modules if folder_of(NAME) in name]:
        monkeypatch.delitem(sys.modules, name)
    home = tmp_path / folder_of(NAME)

    def written(file: str, text: str) -> None:
        home.mkdir(exist_ok=True)
        (home / file).write_text(text, encoding="utf-8")

    yield written
    field_of.cache_clear()


def test_a_name_with_a_hyphen_has_a_folder_and_a_field(write: Write) -> None:
    assert folder_of(NAME) == "balloon_ride"
    write("sentences.py", "CARS = {}")
    ((found, part),) = parts("sentences")
    assert (found, part.__name__) == (NAME, "colt_rules.presentation.balloon_ride.sentences")
    assert field_of(NAME) == "balloon_ride", "a module without a record has none of that name either"


def test_a_field_is_called_like_the_folder_unless_the_model_names_another(write: Write) -> None:
    write("model.py", "ADDED = dict")
    assert field_of(NAME) == "balloon_ride"
    field_of.cache_clear()
    write("model.py", "ADDED = dict\nFIELD = 'aloft'")
    sys.modules.pop("colt_rules.rules.balloon_ride.model")
    assert field_of(NAME) == "aloft"


def test_the_record_of_a_module_is_found_by_its_field(write: Write) -> None:
    write("model.py", "ADDED = dict\nFIELD = 'aloft'")

    @record
    @with_fields({NAME: dict})
    class Position:
        balloon_ride: str

    assert Position("moored") == Position("moored", UNSET)  # type: ignore[call-arg]
    high = Position("moored", {"height": 3})  # type: ignore[call-arg]
    assert (part_of(high, NAME), part_of(Position("moored"), NAME)) == ({"height": 3}, None)
    assert with_part(cast(Any, high), NAME, {"height": 4}) == Position("moored", {"height": 4})  # type: ignore[call-arg]


@pytest.mark.parametrize("model", ["ADDED = dict", "ADDED = dict\nFIELD = 'marshal'", "ADDED = dict\nFIELD = 'rises'"])
def test_a_field_that_is_already_used_is_reported(write: Write, model: str) -> None:
    write("model.py", model)

    class Position:
        balloon_ride: str
        marshal: str = ""

        def rises(self) -> None: ...

    with pytest.raises(IncompleteModule) as told:
        with_fields({NAME: dict})(Position)
    assert str(told.value) == (
        f"colt_rules/rules/balloon_ride/model.py: expected a field that Position does not have yet, got "
        f"{field_of(NAME)!r}: name another one as FIELD"
    )
    assert Position.__annotations__ == {"balloon_ride": str, "marshal": str}


def test_the_second_of_two_modules_with_one_field_is_reported(write: Write) -> None:
    write("model.py", "ADDED = dict\nFIELD = 'horses'")

    class Position:
        pass

    with pytest.raises(IncompleteModule, match=r"balloon_ride/model\.py: .* got 'horses'"):
        with_fields({"horses": dict, NAME: dict})(Position)


def test_a_module_without_a_part_is_skipped(write: Write) -> None:
    write("__init__.py", "")
    assert [*parts("sentences")] == []
    assert part_files("words.toml") == {}


@pytest.mark.usefixtures("write")
def test_a_module_without_a_folder_is_reported() -> None:
    with pytest.raises(IncompleteModule) as told:
        part_of_module(NAME, "model")
    assert str(told.value) == (
        "expected a folder colt_rules/rules/balloon_ride/ for 'balloon-ride', which MODULES in colt_rules/modules.py "
        "lists; got none: create the folder, with underscores for hyphens, or remove the name from the list"
    )


def test_a_part_that_lacks_its_definition_is_reported(write: Write) -> None:
    write("events.py", "EVENT = {}")
    with pytest.raises(IncompleteModule) as told:
        [*parts("events")]
    assert str(told.value) == (
        "colt_rules/rules/balloon_ride/events.py: expected it to define EVENTS, got no such name: add it, "
        "or give the file another name if the module has no events"
    )


def test_a_module_without_rules_is_reported(write: Write) -> None:
    write("__init__.py", "")
    with pytest.raises(
        IncompleteModule, match=r"expected a file module.py with MODULE in the folder of 'balloon-ride'"
    ):
        module(NAME)


def test_an_event_without_a_fold_is_reported() -> None:
    check_complete(EVENTS.values(), EVOLVE, "a fold", "evolve", "EVOLVE")
    without = {kind: fold for kind, fold in EVOLVE.items() if kind is not CardPlayed}
    with pytest.raises(
        IncompleteModule, match=r"evolve.py: expected a fold of CardPlayed in EVOLVE, got none: add one"
    ):
        check_complete(EVENTS.values(), without, "a fold", "evolve", "EVOLVE")


def test_the_file_that_is_named_is_in_the_folder_of_the_module() -> None:
    name, event = [(name, event) for name, part in parts("events") for event in part.EVENTS.values()][-1]
    with pytest.raises(
        IncompleteModule, match=f"^colt_rules/presentation/{folder_of(name)}/sentences.toml: expected a sentence of"
    ):
        check_complete([event], {}, "a sentence", "sentences.toml", "[events]")
