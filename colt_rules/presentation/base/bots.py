"""The values of the base game's choices for bots."""

from colt_rules.commands import DrawCards, Fire, Move, MoveMarshal, Pickpocket, PlayCard, Punch, Rob
from colt_rules.model.names import Place, car_of, is_bullet
from colt_rules.players.evaluation import PURSE, Outlook, Prospects, Values

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


def _plan_fire(prospects: Prospects) -> float:
    in_sight = {place for start in prospects.reach for line in prospects.graph.sight.get(start, ()) for place in line}
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
