"""Records are slotted, compared by value, copied with changes, and never changed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS
from colt_rules.model.record import changed, changing, record
from colt_rules.model.state import NEW, Cards, Figure, Game


@record
class Sheriff:
    """A record to try things on."""

    name: str
    shots: tuple[int, ...]


@record
class Deputy(Sheriff):
    """A record with the fields of another one."""

    serves: str


@record
class Nothing:
    """A record without fields."""


def test_records_are_compared_by_value() -> None:
    assert Sheriff("Sam", (1, 2)) == Sheriff("Sam", (1, 2))
    assert Sheriff("Sam", (1, 2)) != Sheriff("Sam", (1,))
    assert repr(Sheriff("Sam", ())) == "Sheriff(name='Sam', shots=())"


def test_a_copy_differs_in_the_named_fields_only() -> None:
    sam = Sheriff("Sam", (1,))
    assert changed(sam, shots=()) == Sheriff("Sam", ())
    assert changed(sam, name="Ford", shots=(2,)) == Sheriff("Ford", (2,))
    assert changed(sam) == sam
    assert sam == Sheriff("Sam", (1,))
    assert changed(Nothing()) == Nothing()


def test_a_prepared_copy_takes_its_fields_in_order() -> None:
    swap = changing(Sheriff, "shots", "name")
    assert swap(Sheriff("Sam", (1,)), (3,), "Ford") == Sheriff("Ford", (3,))
    assert changing(Sheriff, "name")(Sheriff("Sam", (1,)), "Ford") == Sheriff("Ford", (1,))


def test_a_field_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TypeError):
        changed(Sheriff("Sam", ()), horse="Silver")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="expected fields of Sheriff"):
        changing(Sheriff, "horse")
    with pytest.raises(TypeError):
        Sheriff("Sam")  # type: ignore[call-arg]


def test_under_the_tests_nobody_changes_a_record() -> None:
    sam, deputy = Sheriff("Sam", ()), Deputy("Ford", (), "Sam")
    instances: list[Any] = [sam, NEW, NEW.round, Cards((), ())]
    instances += [
        changed(sam, name="Bill"),
        changing(Sheriff, "name")(sam, "Bill"),
        deputy,
        changed(deputy, name="Bob"),
    ]
    for instance in instances:
        name = attrs.fields(instance.__class__)[0].name
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(instance, name, None)


@pytest.mark.parametrize("cls", [*COMMANDS.values(), *EVENTS.values(), Game, Cards, Figure])
def test_every_command_event_and_state_is_a_slotted_record(cls: type) -> None:
    assert attrs.has(cls)
    assert "__slots__" in vars(cls)
    assert "__dict__" not in dir(cls)
    assert cls.__doc__


def test_without_the_switch_records_work_the_same_only_faster() -> None:
    program = """
from colt_rules.model.record import FROZEN, changed, changing, record
@record
class Sheriff:
    name: str
    shots: tuple
sam = Sheriff("Sam", (1,))
print(FROZEN, changed(sam, shots=()), changing(Sheriff, "name")(sam, "Ford"), sam)
"""
    environment = {**os.environ, "COLT_RULES_FROZEN": "0", "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    expected = "False Sheriff(name='Sam', shots=()) Sheriff(name='Ford', shots=(1,)) Sheriff(name='Sam', shots=(1,))"
    assert done.stdout.strip() == expected
