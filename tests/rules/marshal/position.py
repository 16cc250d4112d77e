"""A position of a game with a Marshal, made from events alone, so that it does not depend on the rules."""

from typing import Any

from colt_rules import events as b
from colt_rules.events import Event
from colt_rules.kernel import NEW, fold
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.horses.events import FlaskPlaced
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.model import marshal_of

SEATS = ("marshal", "tuco", "doc", "ghost")
LEFT = ("marshal-bullet-disarmed", "marshal-bullet-knee")
RIGHT = ("marshal-bullet-shoulder", "marshal-bullet-golden")
GOALS = ("warrant-doc", "delivered-mail", "keys", "warrant-tuco", "scratches")


def cards_of(seat: str) -> tuple[str, ...]:
    """The cards that a player begins with: three go to the hand."""
    kinds = ("move", "fire", "move-plus") if seat == "marshal" else ("move", "fire", "punch")
    return tuple(f"{seat}-{kind}" for kind in (*kinds, "floor-change", "brilliant-idea", "robbery"))


def seat_taken(seat: str) -> Event:
    return b.SeatTaken(seat, seat, cards_of(seat), 6, (seat,), f"purse-{seat}", 250)


SET_UP: list[Event] = [
    b.GameStarted("ru-full", ("base", "horses", "mei", "marshal"), SEATS, True, True, True, ()),
    *map(seat_taken, SEATS[1:]),
    e.MarshalSeated("marshal", cards_of("marshal"), ("gold", "silver", "bronze")),
    b.TrainBuilt(("locomotive", "mail", "dining", "prison")),
    b.LootPlaced("mailbag-1", 1200, "mail.inside"),
    b.LootPlaced("purse-1", 400, "mail.inside"),
    b.LootPlaced("mailbag-2", 200, "locomotive.inside"),
    b.LootPlaced("jewel-1", 500, "dining.inside"),
    FlaskPlaced("whisky-1", "old", "locomotive.inside"),
    FlaskPlaced("whisky-2", "classic", "dining.inside"),
    e.PrisonersDrawn(("companion-of-belle", "companion-of-doc", "companion-of-mei")),
    e.GoalsDealt(GOALS),
    e.CylinderLoaded("left", LEFT),
    e.CylinderLoaded("right", RIGHT),
    b.RoundCardsDrawn(("bridge.2-4", "rumours.2-4")),
    b.BanditPlaced("marshal", "locomotive.inside"),
    b.BanditPlaced("tuco", "prison.inside"),
    b.BanditPlaced("doc", "prison.cell"),
    b.BanditPlaced("ghost", "mail.roof"),
    b.RoundStarted(1, "bridge.2-4", "marshal", SEATS),
    e.GoalCameUp("warrant-doc"),
    *(b.DeckShuffled(seat, cards_of(seat)) for seat in SEATS),
    *(b.HandDrawn(seat, cards_of(seat)[:3]) for seat in SEATS),
    b.TurnStarted(0, "standard", False, SEATS),
]
GAME = fold(SET_UP, NEW)
"""The first turn of the first round: Doc is in the cell, Tuco before it, and the Marshal has one current goal."""


def having(**fields: Any) -> Game:
    """The game with this of its Marshal."""
    return with_part(GAME, "marshal", changed(marshal_of(GAME), **fields))
