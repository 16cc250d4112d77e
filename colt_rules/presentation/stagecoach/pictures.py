"""The stagecoach in a picture: below the car it faces, with the Shotgun, and its hostages as cards."""

from collections.abc import Iterator
from typing import Any

from colt_rules.pictures.showing import ACTOR, MARSHAL, Fails, Goes, Strikes
from colt_rules.pictures.slots import Added, Figure, Item, Look, Pictures, Thing, Vehicle
from colt_rules.pictures.words import ENGLISH
from colt_rules.rules.stagecoach import commands as c
from colt_rules.rules.stagecoach import events as e
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.model import AWAY, COACH, Stagecoach
from colt_rules.views import View

SHOTGUN = Thing("shotgun", "orange", "", 30, 46)
HOSTAGES = {id: hostage.name.en for id, hostage in EXTRAS.hostages.items()}
BODY, WALL, SLAB, AXLE = 108, 7, 7, 12
"""The width of the stagecoach, the thickness of its walls and its roof, the depth of its body."""


def _scene(coach: Stagecoach) -> Added:
    return Added(
        figures=(Figure(coach.shotgun, SHOTGUN, "SHOTGUN", "the Shotgun", "shotgun"),) if coach.shotgun else (),
        items=tuple(map(_hostage, coach.hostages or ())),
        owned=tuple((bandit, _hostage(hostage)) for bandit, hostage in sorted(coach.captors.items())),
        vehicles=(Vehicle(COACH, "Stagecoach", coach.car, _hull),),
    )


def _hostage(hostage: str) -> Item:
    """A hostage as a card with its name."""
    name = HOSTAGES.get(hostage, hostage)
    card = Thing("card", "paper", name, 104, 28, letters=9, room=92)
    return Item(card, name.lower() if hostage in HOSTAGES else hostage, hostage)


def _hull(middle: int, roofs: int, floor: int) -> str:
    """The stagecoach with its pole and its wheels."""
    left = middle - BODY // 2
    room = f"M{left + WALL} {roofs + SLAB}h{BODY - 2 * WALL}V{floor}h{2 * WALL - BODY}z"
    sides = (
        f"M{left} {roofs + SLAB}h{BODY}V{floor}q-3 {AXLE} -18 {AXLE}h{36 - BODY}q-15 0 -18 {-AXLE}z"
        f"M{left - 5} {roofs}h{BODY + 10}l-4 {SLAB}h{-BODY - 2}z"
    )
    pole = f"M{left + 10} {floor + 8}L{left - 20} {floor + 14}"
    wheels = "".join(
        f'<use href="#colt-spokes" class="metal" x="{x}" y="{floor + AXLE}"/>' for x in (left + 18, left + BODY - 18)
    )
    return f'<path class="rail" d="{pole}"/><path class="coach" d="{sides}"/><path class="room" d="{room}"/>{wheels}'


def _phase(coach: Any, seen: View) -> Iterator[str]:
    """The progress of a melee and of a plan of attack."""
    for seat in seen.options.seats:
        if coach.melee and (sealed := coach.melee.sealed.get(seat)):
            card = ENGLISH.card(sealed.card, seat) if sealed.card else "?"
            yield f"{ENGLISH.called(seat)} has chosen: {'to draw' if sealed.draws else card}"
    if (plan := coach.plan) and plan.round == seen.round.number:
        if plan.waiting:
            yield f"{', '.join(map(ENGLISH.called, plan.waiting))} to keep cards"
        for seat in seen.options.seats:
            if seat in plan.kept:
                cards = f": {ENGLISH.cards(plan.kept[seat], seat)}" if plan.kept[seat] else ""
                yield f"{ENGLISH.called(seat)} keeps {ENGLISH.number(plan.kept_count[seat], 'card')}{cards}"


PICTURES = Pictures(
    scene=_scene,
    phase=_phase,
    shows={
        e.ShotgunThrown: (Strikes("by", "shotgun"),),
        e.StagecoachStayed: (Fails(COACH),),
        e.PowersLost: (Fails("bandit"),),
        e.NothingToDrink: (Fails(MARSHAL),),
        c.PunchShotgun: (Strikes(ACTOR, "shotgun"),),
        c.Run: (Goes(ACTOR, "to"),),
        c.TakeHostage: (Goes("hostage", ACTOR),),
        c.RideAway: (Goes(ACTOR, AWAY),),
    },
    elsewhere={AWAY: Thing("label", "", "rode away", 104, 28)},
    looks=(
        Look(
            "figures",
            style={"orange": "fill:#d9792b"},
            shapes='<g id="colt-shotgun"><use href="#colt-person"/>'
            '<path d="M5 40L21 24L24 27L11 40Q8 45 5 40Z" fill="currentColor" stroke="none"/></g>',
        ),
        Look(
            "items",
            style={"paper": "fill:#f4ead2"},
            shapes='<path id="colt-card" d="M5 1H99Q103 1 103 5V23Q103 27 99 27H5Q1 27 1 23V5Q1 1 5 1Z"/>',
        ),
        Look(
            "vehicles",
            style={"coach": "fill:#9c2f2a"},
            dark={"coach": "fill:#b8463f"},
            shapes='<g id="colt-spokes"><circle r="13"/>'
            '<path d="M0 -13V13M-13 0H13M-9 -9L9 9M-9 9L9 -9" stroke-width="1"/><circle r="3"/></g>',
        ),
    ),
    names={"hostages": HOSTAGES},
)
