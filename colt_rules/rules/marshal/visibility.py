"""Who sees what of the Marshal's goals, cylinders and achievements, of prisoners and of what is held back."""

from collections.abc import Collection, Mapping
from typing import Any

from attrs import Factory

from colt_rules.model.names import Card, Cites, Seat, Token, kind_of
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game, all_open, roles
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.horses.visibility import whisky
from colt_rules.rules.marshal import events as e
from colt_rules.rules.marshal.model import MARSHAL, Holding, OpenMarshalPlayer, marshal_of
from colt_rules.rules.marshal.setup import MAILBAG
from colt_rules.rules.rulebook import drawn_unseen
from colt_rules.rules.visibility import Secret, Visibility, everybody, in_the_open, nobody, value

FUTURE: Cites = ("goal.future-unknown",)
"""Why nobody knows the goals to come."""
CURRENT: Cites = ("goal.current-known-to-marshal",)
"""Why not all know the goals that have come up."""
LOADED: Cites = ("ruling.cylinders.who-knows",)
"""Why not all know which bullets are left."""
MAIL: Cites = ("ruling.mailbags.face-down",)
"""Why not all know what a mailbag is worth."""
HELD: Cites = ("ruling.secrecy.hands",)
"""Why not all know which cards are held back."""


# --- what a role sees of a game


@record
class CylinderView:
    """A cylinder of the Marshal."""

    bullets: tuple[Card, ...] | None
    """Those left in it, top first."""
    left: int


@record
class MailbagView:
    """A mailbag that the Marshal has secured."""

    token: Token
    value: int | None


@record
class HeldView:
    """A player who holds back cards for the next round, or has said to hold back none."""

    seat: Seat
    cards: tuple[Card, ...] | None
    count: int


@record
class HoldingView:
    """The cards that are held back for the next round."""

    round: int
    waiting: tuple[Seat, ...]
    """Who still has to say which."""
    plans: int
    """How many cards each may hold back."""
    held: tuple[HeldView, ...]
    """Who has said which, in the order of the seats."""


@record
class MarshalPlayerView(OpenMarshalPlayer):
    """The player who is the Marshal, the prison car and its prisoners."""

    loads: Mapping[str, tuple[str, ...] | None] = Factory(dict)
    """By cylinder: the kinds of bullets that the table has named for it, top first."""
    cylinders: Mapping[str, CylinderView] = Factory(dict)
    future: tuple[str, ...] | None = None
    """The goals that have not come up yet, next first; before they are shuffled, those that are drawn."""
    future_count: int = 0
    current: tuple[str, ...] | None = None
    """The goals that have come up, in this order."""
    current_count: int = 0
    mailbags: tuple[MailbagView, ...] = ()
    """The mailbags that he has secured."""
    holding: HoldingView | None = None


@clause("ruling.secrecy.open-information", "ruling.prisoners.open")
def _look(game: Game, role: str) -> MarshalPlayerView:
    """Posters, brawler cards and prisoners lie open; all have seen which of them the Marshal got."""
    marshal, knows = marshal_of(game), role == MARSHAL or all_open(game, role)
    return MarshalPlayerView(
        **in_the_open(MarshalPlayerView, marshal),
        loads={name: _named(kinds, knows) for name, kinds in marshal.loads.items()},
        cylinders={name: _cylinder(bullets, knows) for name, bullets in marshal.cylinders.items()},
        future=_future(game, role),
        future_count=len(marshal.future or marshal.goals_drawn),
        current=_current(marshal.current, knows),
        current_count=len(marshal.current),
        mailbags=tuple(_mailbag(game, token, knows) for token in marshal.mailbags),
        holding=_holding(game, role, marshal.holding) if marshal.holding else None,
    )


def _shown(game: Game, seen: Any) -> Any:
    """The view with the bullets that lie face up among those that each player has received."""
    if not marshal_of(game).wounds:
        return seen
    return changed(seen, seats=tuple(changed(one, bullets=_received(game, one)) for one in seen.seats))


@clause("ruling.marshal-bullet.counts-at-once", "ruling.secrecy.open-information")
def _received(game: Game, seat: Any) -> tuple[Card, ...]:
    """A lasting bullet is received from the moment of the shot, though it joins the deck only at the round's end."""
    wounds = marshal_of(game).wounds
    open_ = [card for bandit, cards in wounds.items() if game.figures[bandit].seat == seat.seat for card in cards]
    return tuple(sorted((*seat.bullets, *open_)))


@clause(*FUTURE)
def _future(game: Game, role: str) -> tuple[str, ...] | None:
    """The goals to come lie face down: not even the Marshal sees more than how many they are."""
    marshal = marshal_of(game)
    return (marshal.future or marshal.goals_drawn) if all_open(game, role) else None


@clause(*CURRENT)
def _current(goals: tuple[str, ...], knows: bool) -> tuple[str, ...] | None:
    """The Marshal sees his current goals, and the others how many there are."""
    return goals if knows else None


@clause(*LOADED)
def _named(kinds: tuple[str, ...], knows: bool) -> tuple[str, ...] | None:
    """What his cylinders hold the Marshal says for the table, and shows to nobody."""
    return kinds if knows else None


@clause(*LOADED)
def _cylinder(bullets: tuple[Card, ...], knows: bool) -> CylinderView:
    """The Marshal looks through his cylinders; the others see how many bullets are left in each."""
    return CylinderView(bullets if knows else None, len(bullets))


@clause(*MAIL)
def _mailbag(game: Game, token: Token, knows: bool) -> MailbagView:
    """The Marshal may look at a mailbag that he has."""
    return MailbagView(token, game.values[token] if knows else None)


@clause(*HELD)
def _holding(game: Game, role: str, holding: Holding) -> HoldingView:
    """Which cards are held back their player alone knows, how many everybody sees."""
    return HoldingView(
        round=holding.round,
        waiting=holding.waiting,
        plans=holding.plans,
        held=tuple(
            HeldView(seat, cards if role == seat or all_open(game, role) else None, len(cards))
            for seat, cards in ((seat, holding.held[seat]) for seat in game.options.seats if seat in holding.held)
        ),
    )


# --- what a role sees of an event


@clause(*CURRENT, *LOADED)
def the_marshal(game: Game, event: Any) -> Collection[str]:
    """What lies on the Marshal's sheet he may look at, and nobody else."""
    return (MARSHAL,)


@clause(*MAIL)
def loser_and_marshal(game: Game, event: e.MailbagSecured) -> Collection[str]:
    """Who loses a mailbag knew its value, and the Marshal who gets it may look."""
    return (game.figures[event.bandit].seat, MARSHAL)


@clause("ruling.idea.token-unseen")
def freed_and_liberator(game: Game, event: e.LiberatorPaid) -> Collection[str]:
    """What is given for being freed changes hands face down: both know it."""
    return tuple(game.figures[bandit].seat for bandit in (event.bandit, event.liberator))


@clause("ruling.idea.token-unseen")
def freed_and_liberator_if_face_down(game: Game, event: e.LiberatorPaid) -> Collection[str]:
    """What a token is worth whose look tells it, everybody knows."""
    face_down = kind_of(event.token) in (MAILBAG, *drawn_unseen(game.options.modules))
    return freed_and_liberator(game, event) if face_down else roles(game)


CARRIED_OUT_BY: CarriedOutBy = {
    "goal.future-unknown": (nobody,),
    "ruling.mailbags.face-down": (nobody,),
    "ruling.idea.search-is-a-draw": (everybody,),
}
"""Goals to come and what lies in a mailbag in a car nobody sees; that the Idea is in a hand, all."""

VISIBILITY = Visibility(
    view=MarshalPlayerView,
    look=_look,
    shown=_shown,
    secrets=(
        Secret("loads", LOADED, lambda seen: seen.loads.values()),
        Secret("cylinders", LOADED, lambda seen: (one.bullets for one in seen.cylinders.values() if one.left)),
        Secret("future", FUTURE, lambda seen: (seen.future,) if seen.future_count else ()),
        Secret("current", CURRENT, lambda seen: (seen.current,) if seen.current_count > len(seen.shown) else ()),
        Secret("mailbags", MAIL, lambda seen: (one.value for one in seen.mailbags)),
        Secret(
            "holding", HELD, lambda seen: (one.cards for one in seen.holding.held if one.count) if seen.holding else ()
        ),
    ),
    audiences=(the_marshal,),
    added={
        e.MailbagSecured: {"value": (value, loser_and_marshal)},
        e.LiberatorPaid: {"value": (value, freed_and_liberator_if_face_down)},
    },
    sometimes={
        e.LiberatorPaid: {"kind": (whisky, freed_and_liberator)},
        e.FlaskKept: {"kind": (whisky, the_marshal)},
    },
)
