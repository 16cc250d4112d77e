"""Events as a role may see them.

``AUDIENCES`` names for each field of each event type who sees it. A field that is not named there is hidden, and
an event of a type that is not named is seen by nobody but the referee. What a role sees of an event never
changes afterwards: a reveal is an event of its own.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

import attrs

from colt_rules import events as e
from colt_rules.kernel import UnknownEvent
from colt_rules.model.names import Bandit, Cites, Token, kind_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.modules import check_complete
from colt_rules.registry.clause import clause
from colt_rules.rules.visibility import (
    Audience,
    Fact,
    Facts,
    Fields,
    count,
    everybody,
    nobody,
    open_to_all,
    player,
    player_if_face_down,
)
from colt_rules.views.roles import REFEREE, known_role, roles
from colt_rules.views.state import BY_MODULE, is_open


@record
class SeenEvent:
    """What a role sees of an event."""

    type: str
    data: Mapping[str, Any]
    """The fields the role may know and, where it helps, ``count`` (of cards), ``value`` or ``kind`` (of a token)."""
    hidden: tuple[str, ...]
    """The names of what the role may not know; they are not in ``data``."""
    cites: Cites
    """The clauses the event rests on. They follow from what is open, so everybody may know them."""


def view_event(event: e.Event, role: str, game: Game, cites: Cites = ()) -> SeenEvent | None:
    """The event as this role sees it, or None where the role does not learn of it.

    ``game`` is the game right after the event or at any later moment; the answer is the same.
    """
    known_role(game, role)
    kind = event.__class__
    if kind not in e.EVENT_NAMES:
        raise UnknownEvent(f"expected one of the {len(e.EVENT_NAMES)} event types, got {kind.__name__}")
    if kind not in AUDIENCES and role != REFEREE:
        return None
    data: dict[str, Any] = {}
    hidden: list[str] = []
    audiences = AUDIENCES.get(kind, {})
    for field in attrs.fields(kind):
        if role == REFEREE or role in audiences.get(field.name, nobody)(game, event):
            data[field.name] = getattr(event, field.name)
        else:
            hidden.append(field.name)
    for name, (fact, audience) in {**ADDED.get(kind, {}), **SOMETIMES.get(kind, {})}.items():
        if fact(game, event) is None:
            continue
        if role == REFEREE or role in audience(game, event):
            data[name] = fact(game, event)
        else:
            hidden.append(name)
    return SeenEvent(e.EVENT_NAMES[kind], data, tuple(hidden), cites)


# --- who sees a field; the referee always does


@clause("setup.loot.purses-blind")
def nobody_if_purse(game: Game, event: e.LootPlaced | e.LootSetAside) -> Collection[str]:
    """What a purse on the train is worth nobody knows; of other loot everybody does."""
    return _looking(game, event.token)


@clause("secrecy.purse-values", "robbery.unseen", "punch.loot.purse-unseen")
def owner_if_purse(game: Game, event: e.LootTaken | e.LootDropped | e.LootLost) -> Collection[str]:
    """Whoever takes a purse looks into it from then on; who loses one knew it. Nobody else does."""
    return _looking(game, event.token, event.bandit)


@clause("secrecy.purse-values", "punch.loot.purse-unseen")
def owners_if_purse(game: Game, event: e.LootSnatched) -> Collection[str]:
    """A purse that goes from one bandit to another is known to both."""
    return _looking(game, event.token, event.bandit, event.by)


def _looking(game: Game, token: Token, *owners: Bandit) -> Collection[str]:
    if is_open(game.options.modules, kind_of(token)):
        return roles(game)
    return tuple(game.figures[bandit].seat for bandit in owners)


def _value(game: Game, event: e.LootTaken | e.LootDropped | e.LootLost | e.LootSnatched) -> int:
    return game.values[event.token]


def _deck_size(game: Game, event: e.DeckShuffled) -> int:
    return len(event.deck)


_SEEN: Fields = {
    e.RulingClaimed: open_to_all("ruling", "answer"),
    e.GameStarted: open_to_all("edition", "modules", "seats", "powers", "happenings", "stations", "train"),
    e.RoundCardsAgreed: open_to_all("rounds", "stations"),
    e.TrainBuilt: open_to_all("cars"),
    # The ten cards everybody starts with and the $250 in the first purse are the same for all, by the rules.
    e.SeatTaken: open_to_all("seat", "bandit", "cards", "bullets", "powers", "purse", "value"),
    e.LootPlaced: {**open_to_all("token", "place"), "value": nobody_if_purse},
    e.LootSetAside: {**open_to_all("token"), "value": nobody_if_purse},
    e.MarshalPlaced: open_to_all("place"),
    e.NeutralBulletsStacked: open_to_all("count"),
    e.RoundCardsDrawn: {"cards": nobody},
    e.StationDrawn: {"card": nobody},
    e.FirstPlayerDrawn: open_to_all("seat"),
    e.BanditPlaced: open_to_all("bandit", "place"),
    e.RoundStarted: open_to_all("number", "card", "first", "order"),
    e.RoundCardRevealed: open_to_all("card"),
    e.DeckShuffled: {**open_to_all("seat"), "deck": nobody},
    e.HandDrawn: {**open_to_all("seat"), "cards": player},
    e.TurnStarted: open_to_all("turn", "kind", "face_down", "order"),
    e.CardPlayed: {**open_to_all("seat", "face_down"), "card": player_if_face_down},
    e.CardsDrawn: {**open_to_all("seat"), "cards": player},
    e.HandReturned: {**open_to_all("seat"), "cards": player},
    e.PileTurned: {},
    e.CardRevealed: open_to_all("seat", "card"),
    e.CardReturned: open_to_all("seat", "card"),
    e.ActionTaken: open_to_all("bandit", "action"),
    e.ActionIdle: open_to_all("bandit", "action"),
    e.BanditMoved: open_to_all("bandit", "start", "to", "how"),
    e.BanditStayed: open_to_all("bandit", "place", "how"),
    e.BulletGiven: open_to_all("shooter", "target", "seat", "bullet", "left"),
    e.NeutralBulletGiven: open_to_all("bandit", "seat", "left"),
    e.BulletUncounted: open_to_all("bandit", "seat"),
    e.NeutralBulletsShort: open_to_all("bandits"),
    e.NeutralBulletsRemoved: open_to_all("count"),
    e.LootTaken: open_to_all("bandit", "token", "place"),
    e.LootDropped: open_to_all("bandit", "token", "place"),
    e.LootSnatched: open_to_all("bandit", "token", "by"),
    e.LootLost: open_to_all("bandit", "token"),
    e.LootKept: open_to_all("bandit"),
    e.StrongboxBrought: open_to_all("token", "place"),
    e.MarshalMoved: open_to_all("start", "to"),
    e.MarshalStayed: open_to_all("place"),
    e.StealinEnded: {},
    e.HappeningStarted: open_to_all("happening", "due"),
    e.PickpocketAnswered: open_to_all("bandit", "token"),
    e.RansomPaid: open_to_all("bandit", "amount"),
    e.RoundEnded: open_to_all("number", "first"),
    e.GameEnded: open_to_all("lines", "ranking"),
}

_ADDED: Facts = {
    e.RoundCardsDrawn: {"count": (count, everybody)},
    e.DeckShuffled: {"count": (_deck_size, everybody)},
    e.HandDrawn: {"count": (count, everybody)},
    e.CardsDrawn: {"count": (count, everybody)},
    e.HandReturned: {"count": (count, everybody)},
    e.LootTaken: {"value": (_value, owner_if_purse)},
    e.LootDropped: {"value": (_value, owner_if_purse)},
    e.LootSnatched: {"value": (_value, owners_if_purse)},
    e.LootLost: {"value": (_value, owner_if_purse)},
}

T = TypeVar("T")


def together(tables: Iterable[Mapping[type[e.Event], Mapping[str, T]]]) -> dict[type[e.Event], dict[str, T]]:
    """One table of what several say of event types; that two say it of the same thing is a mistake."""
    whole: dict[type[e.Event], dict[str, T]] = {}
    for table in tables:
        for kind, said in table.items():
            before = whole.setdefault(kind, {})
            if twice := before.keys() & said.keys():
                raise ValueError(f"expected {kind.__name__}.{min(twice)} to be listed once, got it twice")
            before.update(said)
    return whole


AUDIENCES: dict[type[e.Event], dict[str, Audience]] = together([_SEEN, *(said.events for said in BY_MODULE.values())])
"""For each event type: who sees which field."""
check_complete(e.EVENTS.values(), AUDIENCES, "who sees the fields", "visibility", "the events of VISIBILITY")

ADDED: dict[type[e.Event], dict[str, tuple[Fact, Audience]]] = together(
    [_ADDED, *(said.added for said in BY_MODULE.values())]
)
"""What is not a field but can be seen in the event: how many cards, and what a token is worth."""

SOMETIMES: dict[type[e.Event], dict[str, tuple[Fact, Audience]]] = together(
    said.sometimes for said in BY_MODULE.values()
)
"""The same, where there is such a thing to see: words, not numbers."""
