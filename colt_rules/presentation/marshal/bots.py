"""The values of the choices of a Marshal, and of bandits against him, for bots."""

from typing import Any

from colt_rules.commands import Move
from colt_rules.model.names import Place
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Outlook, Prospects, Reason, Values
from colt_rules.presentation.base.bots import BETRAYAL, going
from colt_rules.presentation.base.bots import VALUES as BASE
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import (
    Arrest,
    FireCylinders,
    Forgo,
    FreeBandit,
    FreePrisoner,
    LeaveCell,
    PayLiberator,
    PunchMarshal,
    RobTwo,
    SearchForIdea,
    ShootOff,
    ThrowOff,
)
from colt_rules.rules.marshal.model import CELL, FALLEN, IDEA, MARSHAL

GOAL = 1_000
"""The value to the Marshal of progress towards a goal he knows."""
POSTER = 500
"""The cost to a bandit of the first arrest."""
FREE = 400
"""The value of being out of the cell."""
SHOT = 150
FALL = 800
"""The value of a rival being out of the game."""


def _marshal(outlook: Outlook) -> Any:
    return part_of(outlook.seen, "marshal")


def _wants(outlook: Outlook, goal: str) -> bool:
    """Whether the Marshal knows this goal; a bandit sees only goals that were shown."""
    return goal in (_marshal(outlook).current or ())


# --- the Marshal


def _arrest(outlook: Outlook, command: Arrest) -> float:
    """The best target is a bandit whose poster he lacks, above all one he has a warrant against."""
    if command.target in _marshal(outlook).posters:
        return SHOT
    return POSTER + (GOAL if _wants(outlook, f"warrant-{command.target}") else 0)


def _fire(outlook: Outlook, command: FireCylinders) -> float:
    """The more hits the better, preferably on bandits from whom he can take something."""
    marshal, bandit = _marshal(outlook), outlook.acting()
    worth = 0.0
    for cylinder, target in (("left", command.left), ("right", command.right)):
        if target:
            bullets = marshal.cylinders[cylinder] or ()
            worth += SHOT
            if bullets[:1] == (f"{MARSHAL}-bullet-gotcha",) and target in marshal.companions:
                worth += FREE
            carried = [token.kind for token in bandit.view_of(target).tokens]
            if bullets[:1] == (f"{MARSHAL}-bullet-drop-the-mail",) and "mailbag" in carried:
                worth += FREE
    return worth


def _plan_arrest(prospects: Prospects) -> float:
    return 300 if any(other.place in prospects.reach for other in prospects.others) else 90


def _chase(prospects: Prospects, places: set[Place]) -> float:
    """The Marshal pursues bandits to arrest; bandits avoid him."""
    if prospects.me.bandit == MARSHAL:
        return 200 * max(sum(other.place == place for other in prospects.others) for place in places)
    marshal = next((other.place for other in prospects.others if other.bandit == MARSHAL), "")
    return -120 if places == {marshal} else 0


def _move(outlook: Outlook, command: Move) -> float:
    """The Marshal goes where the bandits are; loot is of no value to him."""
    bandit = outlook.acting()
    return _chase(bandit, {command.to}) if bandit.me.bandit == MARSHAL else BASE.commands[Move](outlook, command)


# --- bandits


def _punch_marshal(outlook: Outlook, command: PunchMarshal) -> float:
    top = _marshal(outlook).brawlers[:1]
    return sum(EXTRAS.brawlers[brawler].value for brawler in top) if top else 20


def _throw(outlook: Outlook, command: ThrowOff | ShootOff) -> float:
    bandit = outlook.acting()
    return -BETRAYAL if bandit.view_of(command.target) in bandit.friends else FALL


def _rob_two(outlook: Outlook, command: RobTwo) -> float:
    lying = outlook.seen.floor[outlook.acting().me.place]
    return sum(outlook.of_token(token) for token in lying if token.token in command.tokens)


def _pay(outlook: Outlook, command: PayLiberator) -> float:
    """The cheapest token is the best one to give."""
    mine = outlook.acting().me.tokens
    return -next(outlook.of_token(token) for token in mine if token.token == command.token)


def _search(outlook: Outlook, command: SearchForIdea) -> float:
    """A bandit in the cell needs the Brilliant Idea to get out."""
    mine = [each.place for each in outlook.seen.bandits if each.seat == outlook.seen.role]
    return FREE if CELL in mine else 60


def _plan_idea(prospects: Prospects) -> float:
    if CELL in prospects.reach:
        return FREE
    return 30 if FALLEN in prospects.reach else 130


# --- reasons


def _why_move(outlook: Outlook, command: Move) -> Reason | None:
    bandit = outlook.acting()
    if bandit.me.bandit != MARSHAL:
        return going(outlook, command)
    met = tuple(other.bandit for other in bandit.others if other.place == command.to)
    return Reason("go-rivals", {"bandits": met}) if met else None


def _why_pay(outlook: Outlook, command: PayLiberator) -> Reason | None:
    """Only money can be compared."""
    mine = outlook.acting().me.tokens
    value = next(token.value for token in mine if token.token == command.token)
    known = [token.value for token in mine if token.value is not None and token.kind not in outlook.values.tokens]
    cheapest = value is not None and len(known) == len(mine) and value == min(known)
    return Reason("pay-least") if cheapest and len(mine) > 1 else None


VALUES = Values(
    commands={
        Move: _move,
        FireCylinders: _fire,
        Arrest: _arrest,
        PunchMarshal: _punch_marshal,
        ThrowOff: _throw,
        ShootOff: _throw,
        RobTwo: _rob_two,
        LeaveCell: lambda outlook, it: outlook.acting().at(it.to),
        FreePrisoner: lambda outlook, it: EXTRAS.prisoners[it.prisoner].value,
        FreeBandit: lambda outlook, it: SHOT,
        PayLiberator: _pay,
        SearchForIdea: _search,
        Forgo: lambda outlook, it: 20,
    },
    reasons={Move: _why_move, LeaveCell: going, PayLiberator: _why_pay},
    plans={
        "arrest": _plan_arrest,
        "move-plus": BASE.plans["move"],
        "floor-change-plus": BASE.plans["floor-change"],
        IDEA: _plan_idea,
    },
    ways={"move-plus": BASE.ways["move"], "floor-change-plus": BASE.ways["floor-change"]},
    offers={"marshal": _chase},
)
