"""The values of the base game's choices for bots."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from colt_rules.commands import ChangeFloor, DrawCards, Fire, Move, MoveMarshal, Pickpocket, PlayCard, Punch, Rob
from colt_rules.model.names import Place, Token, car_of, is_bullet, owner_and_action
from colt_rules.players.evaluation import PURSE, Outlook, Prospects, Reason, Values
from colt_rules.views.records import TokenView

BETRAYAL = 10_000
"""The cost of hitting one's own side: more than all the loot on the train is worth."""


# --- Schemin'


def _draw(outlook: Outlook, command: DrawCards) -> float:
    return 40 + 15 * (6 - sum(not is_bullet(card) for card in outlook.hand))


def _moved(prospects: Prospects, places: set[Place]) -> set[Place]:
    return {to for place in places for to in prospects.graph.moves.get(place, ())}


def climbed(prospects: Prospects, places: set[Place]) -> set[Place]:
    """The places that a Floor change can reach from these."""
    return {prospects.graph.stairs[place] for place in places if place in prospects.graph.stairs}


def _in_sight(prospects: Prospects) -> set[Place]:
    return {place for start in prospects.reach for line in prospects.graph.sight.get(start, ()) for place in line}


def _plan_fire(prospects: Prospects) -> float:
    in_sight = _in_sight(prospects)
    return 150 if prospects.me.bullets and any(other.place in in_sight for other in prospects.others) else 60


def _plan_punch(prospects: Prospects) -> float:
    return 260 if any(other.place in prospects.reach and other.tokens for other in prospects.others) else 50


def _plan_marshal(prospects: Prospects) -> float:
    return 110 if prospects.seen.marshal in _moved(prospects, prospects.reach) else 70


# --- Stealin'


def _fire(outlook: Outlook, command: Fire) -> float:
    """The richer the target the better, but never a bandit of one's own side."""
    bandit = outlook.acting()
    target = bandit.view_of(command.target)
    return -BETRAYAL if target in bandit.friends else sum(map(outlook.of_token, target.tokens))


def _rob(outlook: Outlook, command: Rob) -> float:
    lying = outlook.seen.floor[outlook.acting().me.place]
    return next(outlook.of_token(token) for token in lying if token.token == command.token)


def _punch(outlook: Outlook, command: Punch) -> float:
    """Take the best token of another side, keep it if possible, and above all push the target into the Marshal."""
    bandit = outlook.acting()
    target = bandit.view_of(command.target)
    token = next((outlook.of_token(token) for token in target.tokens if token.token == command.token), 0)
    into_trouble = 200 if command.to == outlook.seen.marshal else 0
    if target in bandit.friends:
        return (0 if command.keep else -token) - into_trouble - BETRAYAL
    return token * (2 if command.keep else 1) + into_trouble


def _move_marshal(outlook: Outlook, command: MoveMarshal) -> float:
    """Send the Marshal to others, not to one's own side, and away from a strongbox in reach."""
    bandit, marshal = outlook.acting(), outlook.seen.marshal
    if any(each.place == command.to for each in (bandit.me, *bandit.friends)):
        return -500
    met = sum(other.place == command.to for other in bandit.others)
    guarded = max(bandit.loot(marshal), default=0)
    near = car_of(bandit.me.place) in {car_of(near) for near in bandit.graph.moves[marshal]}
    return 150 * met + (0.3 * guarded if near else 0)


# --- reasons


def _most(outlook: Outlook, token: TokenView) -> float:
    """The highest value that a token can have, as far as the viewer knows."""
    if token.kind in outlook.values.tokens:
        return float("inf")  # its value is not money
    pool = outlook.rules.supply.get(token.kind)
    if token.value is not None:
        return token.value
    return max(pool.values) if pool and pool.values else float("inf")


def _names(tokens: Iterable[TokenView]) -> tuple[Token, ...]:
    return tuple(token.token for token in tokens)


def _why_rob(outlook: Outlook, command: Rob) -> Reason | None:
    lying = outlook.seen.floor.get(outlook.acting().me.place, ())
    (taken,) = (token for token in lying if token.token == command.token)
    others = [token for token in lying if token is not taken]
    if not others:
        return Reason("rob-only", {"value": taken.value})
    if taken.value is None:
        alike = all(token.kind == taken.kind and token.value is None for token in others)
        return Reason("rob-unseen") if alike else None
    if taken.value <= 0:
        return None
    best = all(_most(outlook, token) <= taken.value for token in others)
    return Reason("rob-best" if best else "rob-worth", {"value": taken.value})


def _why_fire(outlook: Outlook, command: Fire) -> Reason | None:
    bandit = outlook.acting()
    target = bandit.view_of(command.target)
    if target in bandit.friends:
        return Reason("hits-own-side")
    if target.tokens and all(len(target.tokens) >= len(other.tokens) for other in bandit.others):
        return Reason("fire-richest")
    return None


def _why_punch(outlook: Outlook, command: Punch) -> Reason | None:
    bandit = outlook.acting()
    target = bandit.view_of(command.target)
    if target in bandit.friends:
        return Reason("hits-own-side")
    token = next((token for token in target.tokens if token.token == command.token), None)
    if command.to == outlook.seen.marshal and (token is None or not command.keep):
        return Reason("punch-marshal")
    if token is None:
        return None
    return Reason("punch-keep" if command.keep else "punch-lose", {"value": token.value})


def going_to(outlook: Outlook, to: Place) -> Reason | None:
    """Loot at a place, or on the other level of the same car, unless the Marshal is there."""
    floor, marshal = outlook.seen.floor, outlook.seen.marshal
    other = outlook.graph.stairs.get(to, "")
    if to != marshal and (lying := floor.get(to)):
        return Reason("go-loot", {"tokens": _names(lying)})
    if other != marshal and (lying := floor.get(other)):
        return Reason("go-stairs", {"tokens": _names(lying)})
    return None


def going(outlook: Outlook, command: Any) -> Reason | None:
    """What speaks for going to the place of a command."""
    return going_to(outlook, command.to)


def _why_marshal(outlook: Outlook, command: MoveMarshal) -> Reason | None:
    bandit, marshal = outlook.acting(), outlook.seen.marshal
    met = tuple(other.bandit for other in bandit.others if other.place == command.to)
    if met:
        return Reason("marshal-meets", {"bandits": met})
    left = outlook.seen.floor.get(marshal, ())
    return Reason("marshal-leaves", {"tokens": _names(left)}) if left else None


def _why_card(outlook: Outlook, command: PlayCard) -> Reason | None:
    if is_bullet(command.card):
        return None
    bandit, action = owner_and_action(command.card)
    prospects = Prospects(outlook, bandit)
    facts = _CARDS.get(action)
    return facts(prospects) if facts else None


def _lying(prospects: Prospects, places: set[Place]) -> tuple[Token, ...]:
    """The loot at the place with the best loot, out of these places, without that of the Marshal's car."""
    floor = prospects.seen.floor
    there = [place for place in sorted(places - {prospects.seen.marshal}) if floor.get(place)]
    best = max(there, key=lambda place: prospects.best({place}), default=None)
    return _names(floor[best]) if best else ()


def _card_to_loot(prospects: Prospects) -> Reason | None:
    tokens = _lying(prospects, prospects.reach)
    return Reason("card-loot", {"tokens": tokens, "bandit": prospects.me.bandit}) if tokens else None


def _card_on_the_way(prospects: Prospects, places: set[Place]) -> Reason | None:
    tokens = _lying(prospects, places)
    return Reason("card-way", {"tokens": tokens}) if tokens else None


def _card_at_rivals(prospects: Prospects, action: str) -> Reason | None:
    if action == "punch":
        met = [other for other in prospects.others if other.place in prospects.reach and other.tokens]
    elif action == "fire":
        met = (
            [other for other in prospects.others if other.place in _in_sight(prospects)] if prospects.me.bullets else []
        )
    else:
        near = prospects.graph.patrol.get(prospects.seen.marshal, ())
        met = [other for other in prospects.others if other.place in near]
    return Reason(f"card-{action}", {"bandits": tuple(other.bandit for other in met)}) if met else None


_CARDS: Mapping[str, Callable[[Prospects], Reason | None]] = {
    "robbery": _card_to_loot,
    "move": lambda prospects: _card_on_the_way(prospects, _moved(prospects, prospects.reach)),
    "floor-change": lambda prospects: _card_on_the_way(prospects, climbed(prospects, prospects.reach)),
    "fire": lambda prospects: _card_at_rivals(prospects, "fire"),
    "punch": lambda prospects: _card_at_rivals(prospects, "punch"),
    "marshal": lambda prospects: _card_at_rivals(prospects, "marshal"),
}
"""By action: what speaks for such a card."""


def _why_draw(outlook: Outlook, command: DrawCards) -> Reason | None:
    """What speaks against every card in hand, if the viewer sees the hand."""
    hand = outlook.hand
    if not hand:
        return None
    if all(map(is_bullet, hand)):
        return Reason("draw-bullets")
    plans = [PlayCard(command.actor, card, False) for card in dict.fromkeys(hand) if not is_bullet(card)]
    known = all(owner_and_action(plan.card)[1] in _CARDS for plan in plans)
    return Reason("draw-idle") if known and not any(_why_card(outlook, plan) for plan in plans) else None


IMAGINABLE = True
"""It hides nothing but cards, purses and rounds to come, or nothing at all: see ``players/imagining.py``."""

VALUES = Values(
    commands={
        PlayCard: lambda outlook, it: outlook.of_card(it.card) + (5 if it.face_down else 0),
        DrawCards: _draw,
        Move: lambda outlook, it: outlook.acting().at(it.to),
        Fire: _fire,
        Rob: _rob,
        Punch: _punch,
        MoveMarshal: _move_marshal,
        Pickpocket: lambda outlook, it: 0 if it.token is None else PURSE,
    },
    reasons={
        PlayCard: _why_card,
        DrawCards: _why_draw,
        Move: going,
        ChangeFloor: going,
        Fire: _why_fire,
        Rob: _why_rob,
        Punch: _why_punch,
        MoveMarshal: _why_marshal,
    },
    plans={
        "robbery": lambda prospects: prospects.best(prospects.reach),
        "move": lambda prospects: 60 + prospects.gain(_moved(prospects, prospects.reach)),
        "floor-change": lambda prospects: 60 + prospects.gain(climbed(prospects, prospects.reach)),
        "fire": _plan_fire,
        "punch": _plan_punch,
        "marshal": _plan_marshal,
    },
    ways={"move": _moved, "floor-change": climbed},
)
