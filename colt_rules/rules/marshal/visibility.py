"""Who sees what lies on the Marshal's sheet, and what is paid for being freed."""

from collections.abc import Collection
from typing import Any

from colt_rules.model.names import Card
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.visibility import all_or_players
from colt_rules.rules.horses.visibility import whisky
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FireCylinders, FreePrisoner
from colt_rules.rules.marshal.model import (
    LEFT,
    MARSHAL,
    RIGHT,
    Holding,
    LastCard,
    MarshalPlayer,
    Payment,
    Reflexes,
    marshal_of,
)
from colt_rules.rules.visibility import By, Sort, Visibility, everybody, nobody, value


def _shown(game: Game, seen: Any) -> Any:
    """The view with the bullets that lie face up counted among those received."""
    if not marshal_of(game).wounds:
        return seen
    return changed(seen, seats=tuple(changed(one, bullets=_received(game, one)) for one in seen.seats))


@clause("ruling.marshal-bullet.counts-at-once", "ruling.secrecy.open-information")
def _received(game: Game, seat: Any) -> tuple[Card, ...]:
    """A lasting bullet is received from the moment of the shot, though it joins the deck only at the round's end."""
    wounds = marshal_of(game).wounds
    open_ = [card for bandit, cards in wounds.items() if game.figures[bandit].seat == seat.seat for card in cards]
    return tuple(sorted((*seat.bullets, *open_)))


# --- audiences


@clause("goal.current-known-to-marshal", "ruling.cylinders.who-knows", "ruling.mailbags.face-down")
def the_marshal(game: Game, part: Any, key: str = "") -> Collection[str]:
    """Only the Marshal may look at what lies on his sheet."""
    return (MARSHAL,)


@clause("ruling.mailbags.face-down")
def loser_and_marshal(game: Game, event: e.MailbagSecured) -> Collection[str]:
    """The player who loses a mailbag knew its value, and the Marshal may look at it."""
    return (game.figures[event.bandit].seat, MARSHAL)


@clause("ruling.idea.token-unseen")
def freed_and_liberator(game: Game, event: e.LiberatorPaid) -> Collection[str]:
    """A token given for being freed passes face down: both bandits know it."""
    return tuple(game.figures[bandit].seat for bandit in (event.bandit, event.liberator))


@clause("ruling.idea.token-unseen")
def freed_and_liberator_if_face_down(game: Game, event: e.LiberatorPaid) -> Collection[str]:
    """Only the freed bandit and the liberator know the value of a face-down token; everybody knows any other value."""
    return all_or_players(game, event.token, event.bandit, event.liberator)


CARRIED_OUT_BY: CarriedOutBy = {
    "goal.future-unknown": (nobody,),
    "ruling.mailbags.face-down": (nobody,),
    "ruling.prisoners.open": (everybody,),
    "ruling.idea.search-is-a-draw": (everybody,),
}
"""Nobody sees the goals to come or the value of a mailbag in a car; everybody sees prisoners and who found the Idea."""

BRAWLERS, GOALS, PRISONERS = tuple(EXTRAS.brawlers), tuple(EXTRAS.goals), tuple(EXTRAS.prisoners)
BULLETS = tuple(f"marshal-bullet-{kind}" for kind in EXTRAS.marshal_bullets)
CYLINDERS = (LEFT, RIGHT)

VISIBILITY = Visibility(
    audiences=(the_marshal,),
    shown=_shown,
    added={
        e.MailbagSecured: {"value": (value, loser_and_marshal)},
        e.LiberatorPaid: {"value": (value, freed_and_liberator_if_face_down)},
    },
    sometimes={
        e.LiberatorPaid: {"kind": (whisky, freed_and_liberator)},
        e.FlaskKept: {"kind": (whisky, the_marshal)},
    },
    words={
        LastCard: {"bandit": Sort.BANDIT, "action": Sort.ACTION},
        Payment: {"freed": Sort.BANDIT, "liberator": Sort.BANDIT},
        Holding: {"waiting": Sort.SEAT, "held": By(Sort.SEAT, Sort.CARD)},
        Reflexes: {"waiting": Sort.SEAT},
        MarshalPlayer: {
            "turns": Sort.SETTLED,
            "printed": Sort.SETTLED,
            "symbols": Sort.SETTLED,
            "loads": Sort.SETTLED,
            "brawlers": BRAWLERS,
            "shown": GOALS,
            "posters": Sort.BANDIT,
            "recaptured": PRISONERS,
            "prisoners": PRISONERS,
            "companions": By(Sort.BANDIT, PRISONERS),
            "punches": By(Sort.BANDIT, BRAWLERS),
            "wounds": By(Sort.BANDIT, BULLETS),
            "searching": Sort.SEAT,
            "met": GOALS,
            "cylinders": By(CYLINDERS, BULLETS),
            "goals_drawn": GOALS,
            "future": GOALS,
            "current": GOALS,
        },
        FireCylinders: {LEFT: Sort.BANDIT, RIGHT: Sort.BANDIT},
        FreePrisoner: {"prisoner": PRISONERS},
    },
)
