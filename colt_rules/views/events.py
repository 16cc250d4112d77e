"""Events as a role may see them.

``SEEN`` names for each field of each event type who sees it. A field that is not named there is hidden, and
an event of a type that is not named is seen by nobody but the referee. What a role sees of an event never
changes afterwards: a reveal is an event of its own.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

import attrs

from colt_rules import events as e
from colt_rules.kernel import UnknownEvent
from colt_rules.model.names import Bandit, Cites, Token, kind_of
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.horses import events as h
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.stagecoach import events as sc
from colt_rules.views.roles import REFEREE, known_role, roles
from colt_rules.views.state import OPEN_KINDS, discards_open


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
    """The event in the eyes of this role, or nothing where the role does not learn of it.

    ``game`` is the game right after the event or at any later moment; the answer is the same.
    """
    known_role(game, role)
    kind = event.__class__
    if kind not in e.EVENT_NAMES:
        raise UnknownEvent(f"expected one of the {len(e.EVENT_NAMES)} event types, got {kind.__name__}")
    if kind not in SEEN and role != REFEREE:
        return None
    data: dict[str, Any] = {}
    hidden: list[str] = []
    audiences = SEEN.get(kind, {})
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

Audience: TypeAlias = Callable[[Game, Any], Collection[str]]
Fact: TypeAlias = Callable[[Game, Any], int | str | None]
"""What can be seen in an event and is no field of it; none where there is nothing of the kind to see."""


@clause("ruling.secrecy.open-information")
def everybody(game: Game, event: e.Event) -> Collection[str]:
    """What happens in sight of all is open."""
    return roles(game)


@clause("secrecy.decks", "secrecy.round-deck", "horses.setup.whisky.blind", "ruling.whisky.who-knows")
def nobody(game: Game, event: e.Event) -> Collection[str]:
    """What lies in a deck no player sees, not even its owner; nor what is in a flask that lies face down in a car."""
    return ()


CardsOfAHand: TypeAlias = (
    e.HandDrawn
    | e.HandFilled
    | e.CardsDrawn
    | e.HandReturned
    | e.HandKept
    | e.CardChosen
    | e.PartnerCardDrawn
    | e.PawnsHidden
    | h.BoardingSealed
    | h.FlaskCardsDrawn
    | sc.ChoiceSealed
    | sc.CardsKept
)


@clause(
    "ruling.secrecy.hands",
    "ruling.expert.kept-in-secret",
    "duo.placement.both-hands",
    "ruling.team.secrets",
    "horses.secrecy.sealed",
    "ruling.plan.all-at-once",
)
def player(game: Game, event: CardsOfAHand) -> Collection[str]:
    """What comes to a hand or lies in it unplayed, cards and pawns, is seen by the player whose hand it is."""
    return (event.seat,)


@clause("expert.discard-open-to-owner", "ruling.expert.discard-secret")
def player_or_all(game: Game, event: e.HandKept) -> Collection[str]:
    """What goes on a discard pile is seen by its owner, or by all where the table claims that piles are open."""
    return roles(game) if discards_open(game) else (event.seat,)


@clause("ruling.secrecy.hands")
def player_if_face_down(game: Game, event: e.CardPlayed | e.CardAdded | h.FlaskCardPlayed) -> Collection[str]:
    """A card played face up is open, one played face down is known to its player."""
    return (event.seat,) if event.face_down else roles(game)


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
    if kind_of(token) in OPEN_KINDS:
        return roles(game)
    return tuple(game.figures[bandit].seat for bandit in owners)


@clause("horses.secrecy.flasks", "ruling.whisky.who-knows")
def owner(game: Game, event: e.LootTaken | e.LootDropped) -> Collection[str]:
    """Whoever takes a flask looks at it, and who loses one knew it; all others learn what it holds when it is used."""
    return (game.figures[event.bandit].seat,)


def _whisky(game: Game, event: e.LootTaken | e.LootDropped) -> str | None:
    flask = horses_of(game).flasks.get(event.token)
    return flask.kind if flask else None


def _value(game: Game, event: e.LootTaken | e.LootDropped | e.LootLost | e.LootSnatched) -> int:
    return game.values[event.token]


def _count(
    game: Game,
    event: e.HandDrawn
    | e.HandFilled
    | e.CardsDrawn
    | e.HandReturned
    | e.RoundCardsDrawn
    | e.DiscardShuffled
    | h.FlaskCardsDrawn
    | sc.CardsKept,
) -> int:
    return len(event.cards)


def _kept(game: Game, event: e.HandKept) -> int:
    return len(event.kept)


def _discarded(game: Game, event: e.HandKept) -> int:
    return len(event.discarded)


def _deck_size(game: Game, event: e.DeckShuffled) -> int:
    return len(event.deck)


def _open(*fields: str) -> dict[str, Audience]:
    return dict.fromkeys(fields, everybody)


SEEN: dict[type[e.Event], dict[str, Audience]] = {
    e.RulingClaimed: _open("ruling", "answer"),
    e.GameStarted: _open("edition", "modules", "seats", "powers", "happenings", "stations", "train"),
    e.TrainBuilt: _open("cars"),
    e.TeamsDrawn: _open("teams"),
    e.TeamChosen: _open("seat", "bandits"),
    # The ten cards everybody starts with and the $250 in the first purse are the same for all, by the rules.
    e.SeatTaken: _open("seat", "bandit", "cards", "bullets", "powers", "purse", "value"),
    e.LootPlaced: {**_open("token", "place"), "value": nobody_if_purse},
    e.LootSetAside: {**_open("token"), "value": nobody_if_purse},
    e.MarshalPlaced: _open("place"),
    e.NeutralBulletsStacked: _open("count"),
    e.RoundCardsDrawn: {"cards": nobody},
    e.StationDrawn: {"card": nobody},
    e.FirstPlayerDrawn: _open("seat"),
    e.PawnsHidden: {**_open("seat"), "last": player, "before": player},
    e.BanditPlaced: _open("bandit", "place"),
    e.RoundStarted: _open("number", "card", "first", "order"),
    e.RoundCardRevealed: _open("card"),
    e.CardChosen: {**_open("seat"), "card": player},
    e.DeckShuffled: {**_open("seat"), "deck": nobody},
    e.PartnerCardDrawn: {**_open("seat", "partner"), "card": player},
    e.HandDrawn: {**_open("seat"), "cards": player},
    e.HandFilled: {**_open("seat"), "cards": player},
    e.DiscardShuffled: {**_open("seat"), "cards": nobody},
    # Whoever has received which bullet is open, wherever it is.
    e.BulletsDiscarded: _open("seat", "cards"),
    e.TurnStarted: _open("turn", "kind", "face_down", "order"),
    e.CardPlayed: {**_open("seat", "face_down"), "card": player_if_face_down},
    e.CardAdded: {**_open("seat", "face_down", "answered"), "card": player_if_face_down},
    e.NoCardAdded: _open("seat", "answered"),
    e.DrawAnnounced: _open("seat"),
    e.CardsDrawn: {**_open("seat"), "cards": player},
    e.HandReturned: {**_open("seat"), "cards": player},
    e.KeepingStarted: _open("seats"),
    e.HandKept: {**_open("seat"), "kept": player, "discarded": player_or_all},
    e.PileTurned: {},
    e.CardRevealed: _open("seat", "card"),
    e.CardReturned: _open("seat", "card"),
    e.CardDiscarded: _open("seat", "card"),
    e.ActionTaken: _open("bandit", "action"),
    e.ActionIdle: _open("bandit", "action"),
    e.BanditMoved: _open("bandit", "start", "to", "how"),
    e.BanditStayed: _open("bandit", "place", "how"),
    e.BulletGiven: _open("shooter", "target", "seat", "bullet", "left"),
    e.NeutralBulletGiven: _open("bandit", "seat", "left"),
    e.BulletUncounted: _open("bandit", "seat"),
    e.NeutralBulletsShort: _open("bandits"),
    e.NeutralBulletsRemoved: _open("count"),
    e.LootTaken: _open("bandit", "token", "place"),
    e.LootDropped: _open("bandit", "token", "place"),
    e.LootSnatched: _open("bandit", "token", "by"),
    e.LootLost: _open("bandit", "token"),
    e.LootKept: _open("bandit"),
    e.StrongboxBrought: _open("token", "place"),
    e.MarshalMoved: _open("start", "to"),
    e.MarshalStayed: _open("place"),
    e.StealinEnded: {},
    e.HappeningStarted: _open("happening", "due"),
    e.PickpocketAnswered: _open("bandit", "token"),
    e.RansomPaid: _open("bandit", "amount"),
    e.RoundEnded: _open("number", "first"),
    e.GameEnded: _open("lines", "ranking"),
    h.FlaskPlaced: {**_open("token", "place"), "kind": nobody},
    h.AttackReached: _open("car", "riders"),
    h.BoardingSealed: {**_open("seat"), "boards": player},
    h.BoardingShown: _open("seat", "boards"),
    h.HorseLeft: _open("bandit", "horse", "car"),
    h.AttackEnded: {},
    h.HorseRidden: _open("bandit", "horse", "start", "to"),
    h.FlaskUsed: _open("seat", "bandit", "token", "kind", "draw", "cards"),
    h.FlaskTurned: _open("token"),
    h.FlaskEmptied: _open("bandit", "token"),
    h.FlaskCardsDrawn: {**_open("seat"), "cards": player},
    h.FlaskCardPlayed: {**_open("seat", "face_down", "left", "answered"), "card": player_if_face_down},
    h.FlaskCardMissing: _open("seat"),
    sc.RoundCardsAgreed: _open("rounds", "stations"),
    sc.StagecoachPlaced: _open("car"),
    sc.ShotgunPlaced: _open("place"),
    sc.HostagesDrawn: _open("hostages"),
    sc.StagecoachMoved: _open("start", "to"),
    sc.StagecoachFellBack: _open("start", "to"),
    sc.StagecoachStayed: _open("car"),
    sc.ShotgunThrown: _open("by", "start", "to"),
    sc.ShotgunMoved: _open("start", "to"),
    sc.ShotgunMet: _open("bandits"),
    sc.ShotgunTolerated: _open("bandits"),
    sc.BanditRan: _open("bandit", "start", "to"),
    sc.HostageTaken: _open("bandit", "hostage"),
    sc.PowersLost: _open("bandit", "powers"),
    sc.PoodleBit: _open("bandit", "round"),
    # Whether it is a card at all, and which way up it will lie, is as secret as the card.
    sc.ChoiceSealed: {**_open("seat"), "card": player, "face_down": player},
    sc.MeleeShown: _open("order"),
    sc.MeleeEnded: {},
    sc.PlanStarted: _open("round", "seats", "plans"),
    sc.CardsKept: {**_open("seat"), "cards": player},
    sc.HorsesRemoved: _open("horses"),
    sc.HorseMoved: _open("horse", "start", "to"),
    # What the Marshal drinks everybody sees by how far he goes.
    sc.FlaskDrunk: _open("round", "token", "kind", "place", "to"),
    sc.NothingToDrink: _open("round", "place"),
    sc.BanditEscaped: _open("bandit", "horse", "start"),
    sc.BulletRemembered: _open("bandit", "count"),
}
"""For each event type: who sees which field."""

ADDED: dict[type[e.Event], dict[str, tuple[Fact, Audience]]] = {
    e.RoundCardsDrawn: {"count": (_count, everybody)},
    e.DeckShuffled: {"count": (_deck_size, everybody)},
    e.HandDrawn: {"count": (_count, everybody)},
    e.HandFilled: {"count": (_count, everybody)},
    e.DiscardShuffled: {"count": (_count, everybody)},
    e.HandKept: {"kept_count": (_kept, everybody), "discarded_count": (_discarded, everybody)},
    e.CardsDrawn: {"count": (_count, everybody)},
    e.HandReturned: {"count": (_count, everybody)},
    e.LootTaken: {"value": (_value, owner_if_purse)},
    e.LootDropped: {"value": (_value, owner_if_purse)},
    e.LootSnatched: {"value": (_value, owners_if_purse)},
    e.LootLost: {"value": (_value, owner_if_purse)},
    h.FlaskCardsDrawn: {"count": (_count, everybody)},
    sc.CardsKept: {"count": (_count, everybody)},
}
"""What is not a field but can be seen in the event: how many cards, and what a token is worth."""

SOMETIMES: dict[type[e.Event], dict[str, tuple[Fact, Audience]]] = {
    e.LootTaken: {"kind": (_whisky, owner)},
    e.LootDropped: {"kind": (_whisky, owner)},
}
"""The same, where there is such a thing to see: what a flask holds, if the token is one."""
