"""Records are slotted, compared by value, copied with changes, and immutable."""

import os
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from colt_rules.commands import COMMANDS
from colt_rules.events import EVENTS
from colt_rules.model.record import changed, changing, record
from colt_rules.model.state import Cards, Figure, Game


@record
class Sheriff:
    """A record for these tests."""

    name: str
    shots: tuple[int, ...]


@record
class Nothing:
    """A record without fields."""


def test_records_are_compared_by_value() -> None:
    assert Sheriff("Sam", (1, 2)) == Sheriff("Sam", (1, 2))
    assert Sheriff("Sam", (1, 2)) != Sheriff("Sam", (1,))
    assert len({Sheriff("Sam", (1, 2)), Sheriff("Sam", (1, 2)), Sheriff("Sam", (1,))}) == 2
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


def test_an_unknown_field_is_an_error() -> None:
    with pytest.raises(TypeError):
        changed(Sheriff("Sam", ()), horse="Silver")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="expected fields of Sheriff"):
        changing(Sheriff, "horse")
    with pytest.raises(TypeError):
        Sheriff("Sam")  # type: ignore[call-arg]


PROGRAM = """
import attrs
from colt_rules.model.record import changed, changing, record
from colt_rules.model.state import NEW, Cards

@record
class Sheriff:
    name: str
    shots: tuple

@record
class Deputy(Sheriff):
    serves: str

sam, ford = Sheriff("Sam", (1,)), Deputy("Ford", (), "Sam")
others = [changed(sam, shots=()), changing(Sheriff, "name")(sam, "Bill"), changed(ford, name="Bob")]
print(*others)
for instance in (sam, ford, *others, NEW, NEW.round, Cards((), ())):
    try:
        setattr(instance, attrs.fields(instance.__class__)[0].name, None)
        print("changed")
    except attrs.exceptions.FrozenInstanceError:
        print("frozen")
"""


@pytest.mark.parametrize(("switch", "become"), [("0", "changed"), ("1", "frozen")])
def test_the_switch_freezes_records_and_changes_nothing_else(switch: str, become: str) -> None:
    environment = {**os.environ, "COLT_RULES_FROZEN": switch, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    copies, *then = done.stdout.splitlines()
    assert copies == (
        "Sheriff(name='Sam', shots=()) Sheriff(name='Bill', shots=(1,)) Deputy(name='Bob', shots=(), serves='Sam')"
    )
    assert then == [become] * 8


@pytest.mark.parametrize("cls", [*COMMANDS.values(), *EVENTS.values(), Game, Cards, Figure])
def test_every_command_event_and_state_is_a_slotted_record(cls: type) -> None:
    assert attrs.has(cls)
    assert "__slots__" in vars(cls)
    assert "__dict__" not in dir(cls)
    assert cls.__doc__
