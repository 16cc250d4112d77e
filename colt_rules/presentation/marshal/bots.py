"""The values of the choices of a Marshal, and of bandits against him, for bots."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from colt_rules.commands import Move
from colt_rules.decisions import Arrangements
from colt_rules.model.names import Bandit, Card, Place, Seat
from colt_rules.model.parts import part_of
from colt_rules.players.evaluation import Outlook, Prospects, Reason, Values
from colt_rules.players.imagining import Completion, Data, Unfinished
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
from colt_rules.rules.marshal.setup import (
    DRAWN_KINDS,
    LAST_BULLET,
    MAILBAG,
    SPECIALS,
    WARRANTS,
    bullet,
    deck,
    kind_of_bullet,
    kinds,
)
from colt_rules.rules.module import Rules

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


# --- what is hidden


def _decks(rules: Rules, figures: tuple[Bandit, ...]) -> list[tuple[Card, ...]]:
    """The Marshal has cards of his own."""
    return [deck(rules)] if figures == (MARSHAL,) else []


def _wounds(seen: Data, seat: Seat) -> list[Card]:
    """The bullets that lie face up before a player's bandits."""
    wounds = seen.get("marshal_player", {}).get("wounds", {})
    mine = [each["bandit"] for each in seen["bandits"] if each["seat"] == seat]
    return [card for bandit in mine for card in wounds.get(bandit, ())]


def _imagined(unfinished: Unfinished, marshal: Data) -> Data:
    """Unseen goals, bullets and cards held back are any that are left."""
    seen = unfinished.seen["marshal_player"]
    loads = {
        cylinder: _load(unfinished) if named is None else named for cylinder, named in sorted(marshal["loads"].items())
    }
    cylinders = {
        cylinder: _bullets(unfinished, loads.get(cylinder), seen["cylinders_count"][cylinder]) if row is None else row
        for cylinder, row in sorted(marshal["cylinders"].items())
    }
    holding = marshal["holding"]
    if holding:
        counts = seen["holding"]["held_count"]
        held = {
            seat: unfinished.kept(seat, counts[seat]) if row is None else row for seat, row in holding["held"].items()
        }
        holding = {**holding, "held": held}
    return {**marshal, "loads": loads, "cylinders": cylinders, "holding": holding, **_goals(unfinished, marshal, seen)}


def _load(unfinished: Unfinished) -> list[str]:
    """Six bullets as a table may have named them for a cylinder."""
    others = [kind for kind in EXTRAS.marshal_bullets if kind != LAST_BULLET]
    return [*unfinished.random.choices(others, k=len(kinds()) - 1), LAST_BULLET]


def _bullets(unfinished: Unfinished, load: Sequence[str] | None, left: int) -> list[Card]:
    """The bullets left in a cylinder: the last ones of its load."""
    rules, random = unfinished.rules, unfinished.random
    if load is None:
        load = kinds()
        if rules.agreed(DRAWN_KINDS):
            fired = [each for one in unfinished.seen["seats"] for each in one["bullets"]]
            others = Counter(load[:-1]) - Counter(map(kind_of_bullet, fired))
            row = sorted(others.elements()) if others.total() >= left - 1 else list(load[:-1])
            load = (*random.sample(row, max(0, left - 1)), LAST_BULLET)
    return [bullet(kind) for kind in load[len(load) - left :]]


def _goals(unfinished: Unfinished, marshal: Data, seen: Data) -> Data:
    """The goals: two warrants and three special ones, those known among them."""
    rules, random, game = unfinished.rules, unfinished.random, unfinished.so_far
    known = list(marshal["shown"] if marshal["current"] is None else marshal["current"])
    drawn = {"warrants": WARRANTS, "special-goals": SPECIALS}
    hidden: list[str] = []
    for what, count in drawn.items():
        goals = cast(Arrangements, rules.choices[what].answers(rules, game, "")).items
        left = [goal for goal in goals if goal not in known]
        hidden += random.sample(left, count - len(goals) + len(left))
    random.shuffle(hidden)
    come, to_come = seen["current_count"], seen["future_count"]
    if not come + to_come:
        return {"current": [], "future": None, "goals_drawn": hidden[: seen["goals_drawn_count"]]}
    up = come - len(known)
    current = known if up == 0 else random.sample(row := [*known, *hidden[:up]], len(row))
    return {"current": current, "future": hidden[up:], "goals_drawn": []}


IMAGINABLE = True
COMPLETION = Completion(
    decks=_decks,
    elsewhere=_wounds,
    tokens={MAILBAG: tuple(mailbag.value for mailbag in EXTRAS.mailbags.values())},
    record=_imagined,
)

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
