"""The time machine in a picture: a car before the locomotive, and a hiding bandit for roles that may see it."""

from collections.abc import Iterator

from colt_rules.model.names import Bandit, inside
from colt_rules.pictures.showing import Earns, Fails, Goes
from colt_rules.pictures.slots import Added, Figure, Front, Look, Pictures, Thing
from colt_rules.pictures.words import ENGLISH
from colt_rules.rules.boxes import CHARACTERS
from colt_rules.rules.time_machine import commands as c
from colt_rules.rules.time_machine import events as e
from colt_rules.rules.time_machine.model import BENEATH, NAME, TimeMachine
from colt_rules.views import View

HALF, NOSE, TAIL, SILL = 47, 96, 72, 14
"""Distances: from its middle to the cabin walls, to the nose and to the tail; from its floor to its underside."""


def _scene(machine: TimeMachine) -> Added:
    return Added(
        figures=(_in_hiding(machine.hidden, machine.car),) if machine.hidden and machine.car else (),
        fronts=(Front(NAME, "Time machine", _hull),),
    )


def _in_hiding(bandit: Bandit, car: str) -> Figure:
    """The outline of a bandit in the car beneath which it hides."""
    name, colour = bandit, "grey"
    if character := CHARACTERS.get(bandit):
        name, colour = character.name.en, character.colour
    outline = Thing("hiding", colour, "", 30, 46)
    return Figure(inside(car), outline, f"({name})", f"{name} in hiding beneath it", bandit)


def _hull(middle: int, top: int, floor: int, rail: int) -> str:
    """The car with its bonnet on the left, a gull-wing door, lightning above its tail and fire behind its wheels."""
    left, right, front, back = middle - HALF, middle + HALF, middle - NOSE, middle + TAIL
    door = f"M{middle + 10} {top - 6}L{middle - 30} {top - 36}l8 -5L{middle + 24} {top - 6}z"
    tail = f"M{right} {top}L{back - 8} {floor - 24}H{back}V{floor + SILL}H{right}z"
    vent = f"M{right + 4} {floor - 44}h12v16h-12z"
    windscreen = f"M{left} {top}L{left - 18} {floor - 13}H{left}z"
    room = f"M{left} {top}H{right}V{floor}H{left}z"
    sill = f"M{left} {floor}V{floor - 13}H{left - 18}L{front} {floor - 1}V{floor + SILL}H{back}V{floor}z"
    roof = f"M{left - 2} {top}l6 -6H{right - 6}l6 6z"
    stripe = f"M{front} {floor + 7}H{back}"
    bolt = f"M{right + 16} {top - 42}l-15 20h9l-7 18l19 -24h-9l8 -14z"
    fire = f"M{back - 18} {rail - 1}q-2 -9 4 -13q1 5 5 5q-1 -6 4 -9q0 9 5 17z"
    wheels = "".join(f'<use href="#colt-rim" class="metal" x="{x}" y="{rail - 12}"/>' for x in (front + 26, back - 30))
    return (
        f'<path class="fire" d="{fire}"/><path class="steel" d="{door}{tail}"/><path class="metal" d="{vent}"/>'
        f'<path class="glass" d="{windscreen}"/><path class="room" d="{room}"/><path class="steel" d="{sill}{roof}"/>'
        f'<path class="stripe" d="{stripe}"/><path class="yellow" d="{bolt}"/>{wheels}'
    )


def _phase(machine: TimeMachine, seen: View) -> Iterator[str]:
    """Which bandit hides, and where if known."""
    if machine.hidden:
        yield f"{ENGLISH.called(machine.hidden)} hides beneath {machine.car or '?'}"


PICTURES = Pictures(
    scene=_scene,
    phase=_phase,
    shows={
        e.TimeMachineCrowded: (Fails("bandits"),),
        e.TravellerStayed: (Fails("bandit"),),
        e.TravellerRewarded: (Earns("bandit", "amount"),),
        c.HideBandit: (Goes("bandit", "car"),),
    },
    elsewhere={BENEATH: Thing("label", "", "hides", 60, 28)},
    looks=(
        Look(
            "figures",
            style={},
            shapes='<g id="colt-hiding" fill-opacity=".4" stroke-dasharray="4 3"><use href="#colt-person"/></g>',
        ),
        Look(
            "fronts",
            style={
                "steel": "fill:#b6bec6",
                "glass": "fill:#bfe0ea",
                "fire": "fill:#e8842a;stroke:none",
                "stripe": "fill:none;stroke:var(--metal)",
            },
            dark={"steel": "fill:#77828c", "glass": "fill:#5c8794"},
            shapes='<g id="colt-rim"><circle r="11"/><circle r="6" fill="#cfd5da"/><circle r="2"/></g>',
        ),
    ),
)
