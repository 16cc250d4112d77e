"""How events and commands look in a picture, as far as a change of place does not show it.

A picture shows every change of place, whatever the event is. The signs here are for the rest: a shot, a bullet out of
nowhere, a failure, money; and for the intention of a refused command. A module lists those of its events and commands
in ``Pictures.shows``.

Each field of a sign names a field of the event or command. A name without such a field stands for itself.
"""

from collections.abc import Mapping
from typing import TypeAlias

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.model.messages import Command, Event
from colt_rules.model.record import record

ACTOR = "actor"
"""Stands for the figure of the actor, in a sign of a command."""
SEAT = "seat"
"""The field of an event with its player; a sign of a figure takes the player's figure instead."""
MARSHAL = "marshal"
"""The Marshal as a neutral figure."""


@record
class Shoots:
    """Somebody shoots at somebody."""

    by: str
    at: str


@record
class Strikes:
    """Somebody attacks somebody nearby."""

    by: str
    at: str


@record
class Hit:
    """Somebody gets a bullet without a shooter."""

    who: str


@record
class Fails:
    """Something has no effect for somebody."""

    who: str


@record
class Earns:
    """Somebody gets money without a token."""

    who: str
    amount: str


@record
class Announces:
    """Nothing to see, but the next event is due to it: an action begins, a round ends, a happening comes."""


@record
class Goes:
    """Somebody or something, or several, should go to a place, beside a car or to an owner."""

    what: str
    to: str


@record
class Lays:
    """Somebody moves cards between heaps: ``hand``, ``deck``, ``pile`` or ``discard-pile``."""

    seat: str
    cards: str
    start: str
    to: str


@record
class Order:
    """Players in this order."""

    seats: str


Sign: TypeAlias = Shoots | Strikes | Hit | Fails | Earns | Goes | Lays | Order | Announces

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
    e.ActionTaken: (Announces(),),
    e.HappeningStarted: (Announces(),),
    e.RoundEnded: (Announces(),),
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
