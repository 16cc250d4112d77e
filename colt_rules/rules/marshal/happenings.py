"""Happenings at the end of a round in which a player is the Marshal."""

from colt_rules.commands import Command, Move
from colt_rules.decisions import Decision
from colt_rules.events import (
    Cited,
    Event,
    HappeningStarted,
    LootKept,
    LootLost,
    PickpocketAnswered,
    StrongboxBrought,
)
from colt_rules.model.names import CHANCE, Bandit, Car, Cites, car_of, inside, kind_of, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base.actions import move
from colt_rules.rules.base.bullets import in_order, one_each
from colt_rules.rules.base.happenings import nobody, nothing
from colt_rules.rules.base.setup import drawn, one
from colt_rules.rules.marshal.actions import double_shot
from colt_rules.rules.marshal.commands import FireCylinders, Forgo
from colt_rules.rules.marshal.events import AngerSpent, GoalRumoured, LootCarriedUp
from colt_rules.rules.marshal.figure import COMPANY, NOT_ALONE
from colt_rules.rules.marshal.model import CELL, MARSHAL, marshal_of
from colt_rules.rules.module import Choice, Happening, Rules, StepResult
from colt_rules.rules.stagecoach.events import HorsesRemoved, HostagesDrawn
from colt_rules.rules.stagecoach.happenings import panting_horses
from colt_rules.rules.stagecoach.model import COACH
from colt_rules.rules.stagecoach.setup import draw_hostages

# --- Safe place


@clause("happening.safe-place", "happening.safe-place.either-level")
def safe_place(rules: Rules, game: Game) -> list[Cited]:
    """Every loot token inside the Marshal's car is put on its roof, whichever level he is on."""
    car, aboard = _his_car(game)
    cites = ("happening.safe-place", "happening.safe-place.either-level", *aboard)
    return [(LootCarriedUp(token, inside(car), roof(car)), cites) for token in game.floor.get(inside(car), ())]


# --- Rumours


@clause("happening.rumours", "ruling.rumours.not-yet-shown")
def rumours(rules: Rules, game: Game) -> StepResult:
    """One of the current goals that the Marshal has not yet shown is drawn, and he shows it to everybody."""
    if not game.round.happened or rules.round_card(game).happening != "rumours":
        return None
    marshal = marshal_of(game)
    if marshal.rumoured == game.round.number or not unseen(rules, game):
        return None
    return (Decision(CHANCE, "rumour", ""),)


@clause("ruling.rumours.not-yet-shown")
def unseen(rules: Rules, game: Game) -> tuple[str, ...]:
    """The current goals that have not been shown."""
    marshal = marshal_of(game)
    return tuple(goal for goal in marshal.current if goal not in marshal.shown)


# --- Angry Marshal

ANGRY = "happening.angry-marshal.player"


@clause("happening.angry-marshal.player", "ruling.angry-marshal.either-alone")
def angry(rules: Rules, game: Game) -> tuple[Bandit, ...]:
    """The Marshal chooses what to do; nothing else happens."""
    return (MARSHAL,)


def _has_fired(game: Game) -> bool:
    anger = marshal_of(game).anger
    return anger is not None and anger.round == game.round.number


@clause("happening.angry-marshal.player.fire", "happening.angry-marshal.player.move")
def _angry_answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The Marshal may first carry out a Fire and then a Move; after the Move the happening is over."""
    shots = () if _has_fired(game) else double_shot.FIRE.answers(rules, game, bandit)
    return [*shots, *move.answers(rules, game, bandit), Forgo(game.figures[bandit].seat)]


def _angry_refusal(rules: Rules, game: Game, bandit: Bandit, command: FireCylinders | Move | Forgo) -> Cites:
    """His Fire and Move are refused as if they came from cards, and so is a second Fire."""
    assert not isinstance(command, Forgo), "declining is always allowed"
    if isinstance(command, Move):
        return (f"{ANGRY}.move", *rules.choices["move"].refusal(rules, game, bandit, command))
    again = (f"{ANGRY}.fire",)
    return again if _has_fired(game) else (*again, *double_shot.FIRE.refusal(rules, game, bandit, command))


@clause("happening.angry-marshal.player.fire", "happening.angry-marshal.player.move")
def _angry_acts(rules: Rules, game: Game, bandit: Bandit, command: FireCylinders | Move | Forgo) -> list[Cited]:
    """The Marshal acts as if he had played a card; no card leaves his hand or deck."""
    number = game.round.number
    if isinstance(command, FireCylinders):
        spent: Cited = (AngerSpent(number, 1), (ANGRY, f"{ANGRY}.fire"))
        return [spent, *double_shot.FIRE.happens(rules, game, bandit, command)]
    over = (ANGRY, f"{ANGRY}.move")
    if isinstance(command, Move):
        return [(AngerSpent(number, 2), over), *move.happens(rules, game, bandit, command)]
    return [(AngerSpent(number, 2), (*over, "ruling.angry-marshal.either-alone"))]


# --- happenings of other boxes


@clause("ruling.take-it-all.marshal-player")
def take_it_all(rules: Rules, game: Game) -> list[Cited]:
    """The strongbox beside the train is put inside the Marshal's car."""
    car, aboard = _his_car(game)
    cites = ("happening.take-it-all", "ruling.take-it-all.marshal-player", *aboard)
    return [(StrongboxBrought(token, inside(car)), cites) for token in game.aside]


@clause("station.marshals-revenge.both-levels", "ruling.cell.happenings")
def marshals_revenge(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit in the Marshal's car, on either level, loses its least valuable purse."""
    car, aboard = _his_car(game)
    cell = () if CELL in rules.graph(game).insides else (CELL,)
    there = [
        bandit
        for bandit, figure in rules.bandits(game).items()
        if car_of(figure.place) == car and figure.place not in cell
    ]
    lost: list[Cited] = []
    for bandit in in_order(game, there):
        ruled = ("ruling.cell.happenings",) if game.figures[bandit].place == CELL else ()
        purses = [token for token in game.figures[bandit].loot if kind_of(token) == "purse"]
        cites = ("station.marshals-revenge.both-levels", *ruled, *aboard)
        if purses:
            cheapest = min(purses, key=lambda token: game.values[token])
            why = ("station.marshals-revenge", *cites, "ruling.marshals-revenge.equal-purses")
            lost.append((LootLost(bandit, cheapest), why))
        else:
            lost.append((LootKept(bandit), ("station.marshals-revenge.no-purse", *cites)))
    return one_each(lost)


# --- clauses added to events of other modules

CARRIED_OUT_BY: CarriedOutBy = {
    "ruling.marshal-player.counted": (draw_hostages, panting_horses),
}
"""Whether the Marshal counts is decided where bandits are counted."""


ABOUT_BANDITS = (
    *("swivel-arm", "braking", "passengers-rebellion", "marshals-revenge", "conductor", "pickpocketing"),
    *("higher-speed", "shotgun-rage"),
)
"""The happenings that move, wound, rob or pay bandits."""


def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about the end of the round that an event of another module also cites."""
    match event:
        case HappeningStarted(happening=name) if name in ABOUT_BANDITS:
            kept_out = _kept_out_by_him(rules, game) if name == "pickpocketing" else ()
            return ("happening.not-the-marshal", *kept_out)
        case PickpocketAnswered(bandit=bandit):
            return _company(game, bandit)
        case HorsesRemoved() | HostagesDrawn():
            return ("ruling.marshal-player.counted",)
    return ()


@clause("ruling.marshal-player.company")
def _kept_out_by_him(rules: Rules, game: Game) -> Cites:
    """By a house rule a bandit beside the Marshal takes no purse."""
    place = game.figures[MARSHAL].place
    beside = any(figure.place == place for figure in rules.bandits(game).values())
    return (COMPANY,) if beside and rules.agreed(NOT_ALONE) else ()


@clause("ruling.marshal-player.company")
def _company(game: Game, bandit: Bandit) -> Cites:
    """A bandit with only the Marshal beside it counts as alone."""
    beside = game.figures[bandit].place == game.figures[MARSHAL].place
    return (COMPANY,) if beside else ()


@clause("ruling.marshal-player.on-the-stagecoach")
def _his_car(game: Game) -> tuple[Car, Cites]:
    """The car that the Marshal is in or on; the stagecoach counts as a car."""
    car = car_of(game.figures[MARSHAL].place)
    return car, ("ruling.marshal-player.on-the-stagecoach",) if car == COACH else ()


HAPPENINGS = {
    "safe-place": Happening(("happening.safe-place",), safe_place, nobody),
    "rumours": Happening(("happening.rumours",), nothing, nobody),
    "reflexes": Happening(("happening.reflexes.one-more",), nothing, nobody),
    "angry-marshal": Happening((ANGRY,), nothing, angry),
    "take-it-all": Happening(("happening.take-it-all",), take_it_all, nobody),
    "marshals-revenge": Happening(("station.marshals-revenge",), marshals_revenge, nobody),
    "guilty-conscience": Happening(("station.guilty-conscience",), nothing, nobody),
    "deadly-fall": Happening(("station.deadly-fall",), nothing, nobody),
    "crime-punished": Happening(("station.crime-punished",), nothing, nobody),
}
"""Happenings that do nothing here take effect elsewhere, such as Reflexes, which come before the end of the round."""

REPLACED = ("angry-marshal", "take-it-all", "marshals-revenge")

STEPS = {"rumours": rumours}
"""Asked before the steps of other modules, because whatever follows the happening must follow the rumours."""

CHOICES = {
    "angry-marshal": Choice((FireCylinders, Move, Forgo), _angry_answers, _angry_refusal, _angry_acts),
    "rumour": drawn(
        "rumour",
        items=unseen,
        count=one,
        happens=lambda rules, game, outcome: [
            (GoalRumoured(game.round.number, outcome[0]), ("happening.rumours", "ruling.rumours.not-yet-shown"))
        ],
        cites=("happening.rumours", "ruling.rumours.not-yet-shown"),
    ),
}
