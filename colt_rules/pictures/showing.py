"""How events and commands look in a picture of what happens, as far as nobody sees it by where things are afterwards.

What is somewhere else after an event has gone there, and a picture shows that whatever the event is. The signs here are
for the rest: a shot, a bullet out of nowhere, something that cannot be done, money; and for what a command that was
refused wanted. A module says in ``Drawn.shows`` which of them its events and commands have.

Each field of a sign names a field of the event or command. A name that no field has stands for itself.
"""

from collections.abc import Mapping
from typing import TypeAlias

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.model.messages import Command, Event
from colt_rules.model.record import record

ACTOR = "actor"
"""In a sign of a command: the figure of whoever gives it."""
MARSHAL = "marshal"
"""The Marshal, where he is nobody's figure."""


@record
class Shoots:
    """Somebody shoots at somebody."""

    by: str
    at: str


@record
class Strikes:
    """Somebody lays hands on somebody who is near."""

    by: str
    at: str


@record
class Hit:
    """Somebody gets a bullet that nobody fired."""

    who: str


@record
class Fails:
    """Nothing comes of it for somebody."""

    who: str


@record
class Earns:
    """Somebody gets money that is no token."""

    who: str
    amount: str


@record
class Goes:
    """Somebody or something is wanted at a place, beside a car or with somebody; or many are."""

    what: str
    to: str


@record
class Lays:
    """Somebody puts cards from one heap to another: ``hand``, ``deck``, ``pile`` or ``discard-pile``."""

    seat: str
    cards: str
    start: str
    to: str


@record
class Order:
    """Players come in this order."""

    seats: str


Sign: TypeAlias = Shoots | Strikes | Hit | Fails | Earns | Goes | Lays | Order

EVENTS: Mapping[type[Event], tuple[Sign, ...]] = {
    e.BulletGiven: (Shoots("shooter", "target"),),
    e.NeutralBulletGiven: (Hit("bandit"),),
    e.NeutralBulletsShort: (Fails("bandits"),),
    e.ActionIdle: (Fails("bandit"),),
    e.BanditStayed: (Fails("bandit"),),
    e.MarshalStayed: (Fails(MARSHAL),),
    e.LootKept: (Fails("bandit"),),
    e.RansomPaid: (Earns("bandit", "amount"),),
    e.TurnStarted: (Order("order"),),
    e.RoundStarted: (Order("order"),),
    e.FirstPlayerDrawn: (Order("seat"),),
}
COMMANDS: Mapping[type[Command], tuple[Sign, ...]] = {
    c.Move: (Goes(ACTOR, "to"),),
    c.ChangeFloor: (Goes(ACTOR, "to"),),
    c.Fire: (Shoots(ACTOR, "target"),),
    c.Rob: (Goes("token", ACTOR),),
    c.Punch: (Strikes(ACTOR, "target"), Goes("target", "to")),
    c.MoveMarshal: (Goes(MARSHAL, "to"),),
    c.Pickpocket: (Goes("token", ACTOR),),
    c.PlayCard: (Lays(ACTOR, "card", "hand", "pile"),),
    c.DrawCards: (Lays(ACTOR, "", "deck", "hand"),),
}
