"""The happenings of round cards and stations, at the end of a round."""

from colt_rules.commands import Command, Pickpocket
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditMoved,
    BanditStayed,
    Cited,
    HappeningStarted,
    LootKept,
    LootLost,
    LootTaken,
    MarshalMoved,
    MarshalStayed,
    PickpocketAnswered,
    RansomPaid,
    StrongboxBrought,
)
from colt_rules.model.names import LOCOMOTIVE, Bandit, Cites, Place, Token, car_of, kind_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import ORDER, in_order, neutral_bullets, one_each, short_in_happening
from colt_rules.rules.editions import settled
from colt_rules.rules.module import Choice, Happening, Rules, StepResult

RANSOM = 250


@clause("round-end.happening-last", "setup.advanced.optional")
def begin(rules: Rules, game: Game) -> StepResult:
    """The happening on the round card takes place once, after Stealin', unless the table plays without happenings."""
    name = rules.round_card(game).happening
    if game.round.happened or name is None or not game.options.happenings:
        return None
    happening = rules.happenings[name]
    cites = happening.cites(game) if callable(happening.cites) else happening.cites
    due = happening.due(rules, game)
    order = ORDER if len(due) > 1 else ()
    started = HappeningStarted(name, due), ("round-end.happening-last", *cites, *order)
    return [started, *happening.happens(rules, game)]


def await_choices(rules: Rules, game: Game) -> StepResult:
    """Bandits that have a choice in the happening choose one after the other."""
    if not game.round.due:
        return None
    bandit = game.round.due[0]
    return (Decision(game.figures[bandit].seat, rules.round_card(game).happening or "", bandit),)


def nobody(rules: Rules, game: Game) -> tuple[Bandit, ...]:
    """For a happening without choices: no bandit chooses."""
    return ()


def nothing(rules: Rules, game: Game) -> list[Cited]:
    """No events: for a happening that consists only of choices."""
    return []


def _bandits_at(rules: Rules, game: Game, *places: Place) -> tuple[Bandit, ...]:
    return in_order(game, [bandit for bandit, figure in rules.bandits(game).items() if figure.place in places])


# --- round cards


@clause("happening.angry-marshal.shoots", "happening.angry-marshal.moves", "happening.angry-marshal.tail")
def angry_marshal(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit on the roof of the Marshal's car gets a neutral bullet; then he moves one car toward the tail.

    In the last car he stays.
    """
    graph = rules.graph(game)
    shot = neutral_bullets(
        rules,
        game,
        _bandits_at(rules, game, graph.stairs[game.marshal]),
        cites=("happening.angry-marshal.shoots", "ruling.happening.bullet-on-top"),
        short=short_in_happening(rules, "happening.angry-marshal.shoots"),
    )
    back = graph.backward.get(game.marshal)
    if back is None:
        return [*shot, (MarshalStayed(game.marshal), ("happening.angry-marshal.tail",))]
    return [*shot, (MarshalMoved(game.marshal, back), ("happening.angry-marshal.moves",))]


@clause("happening.swivel-arm")
def swivel_arm(rules: Rules, game: Game) -> list[Cited]:
    """All bandits on roofs are moved to the roof of the last car."""
    roofs = rules.graph(game).roofs
    cites = ("happening.swivel-arm",)
    return one_each(
        [
            (BanditMoved(bandit, game.figures[bandit].place, roofs[-1], "swivel-arm"), cites)
            if game.figures[bandit].place != roofs[-1]
            else (BanditStayed(bandit, roofs[-1], "swivel-arm"), cites)
            for bandit in _bandits_at(rules, game, *roofs)
        ]
    )


@clause("happening.braking", "train.no-leaving", "ruling.braking.locomotive")
def braking(rules: Rules, game: Game) -> list[Cited]:
    """All bandits on roofs are moved one car toward the locomotive; bandits on the locomotive's roof stay there."""
    graph = rules.graph(game)
    moved: list[Cited] = []
    for bandit in _bandits_at(rules, game, *graph.roofs):
        place = game.figures[bandit].place
        ahead = graph.forward.get(place)
        if ahead is None:
            stays = ("happening.braking", "train.no-leaving", "ruling.braking.locomotive")
            moved.append((BanditStayed(bandit, place, "braking"), stays))
        else:
            moved.append((BanditMoved(bandit, place, ahead, "braking"), ("happening.braking",)))
    return one_each(moved)


@clause("happening.take-it-all")
def take_it_all(rules: Rules, game: Game) -> list[Cited]:
    """The strongbox that was set aside is put into the car where the Marshal is."""
    return [(StrongboxBrought(token, game.marshal), ("happening.take-it-all",)) for token in game.aside]


@clause("happening.passengers-rebellion", "ruling.happening.bullet-on-top")
def passengers_rebellion(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit inside a car gets a neutral bullet."""
    return neutral_bullets(
        rules,
        game,
        _bandits_at(rules, game, *rules.graph(game).insides),
        cites=("happening.passengers-rebellion", "ruling.happening.bullet-on-top"),
        short=short_in_happening(rules, "happening.passengers-rebellion"),
    )


# --- stations


@clause("station.marshals-revenge", "station.marshals-revenge.no-purse", "ruling.marshals-revenge.equal-purses")
def marshals_revenge(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit on the roof of the Marshal's car loses its least valuable purse.

    Of equally valuable purses it loses the one owned longest.
    """
    lost: list[Cited] = []
    for bandit in _bandits_at(rules, game, rules.graph(game).stairs[game.marshal]):
        purses = [token for token in game.figures[bandit].loot if kind_of(token) == "purse"]
        if purses:
            cheapest = min(purses, key=lambda token: game.values[token])
            cites = ("station.marshals-revenge", "ruling.marshals-revenge.equal-purses")
            lost.append((LootLost(bandit, cheapest), cites))
        else:
            lost.append((LootKept(bandit), ("station.marshals-revenge.no-purse",)))
    return one_each(lost)


@clause("station.conductor", "ruling.conductor.money")
def conductor(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit inside the locomotive or on its roof is paid $250."""
    there = [bandit for bandit, figure in rules.bandits(game).items() if car_of(figure.place) == LOCOMOTIVE]
    cites = ("station.conductor", "ruling.conductor.money")
    return one_each([(RansomPaid(bandit, RANSOM), cites) for bandit in in_order(game, there)])


@clause("station.pickpocketing", "ruling.pickpocketing.company")
def pickpockets(rules: Rules, game: Game) -> tuple[Bandit, ...]:
    """A bandit who is alone at its place may take a purse lying there.

    By a house rule the bandit must be alone in the whole car.
    """
    whole_car = rules.agreed("ruling.pickpocketing.company=whole-car")
    bandits, no_company = rules.bandits(game), rules.graph(game).no_company
    where = {name: car_of(figure.place) if whole_car else figure.place for name, figure in game.figures.items()}
    company = {*bandits, *(name for name, figure in rules.no_bandits.items() if figure.company)}
    taken = [where[name] for name in game.figures if name in company]
    return in_order(
        game,
        [
            bandit
            for bandit, figure in bandits.items()
            if taken.count(where[bandit]) == 1 and _purses_at(game, figure.place) and figure.place not in no_company
        ],
    )


def _purses_at(game: Game, place: Place) -> list[Token]:
    return [token for token in game.floor.get(place, ()) if kind_of(token) == "purse"]


@clause("station.pickpocketing", "ruling.robbery.which-purse")
def pickings(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The bandit takes any one purse lying at its place, or no purse."""
    figure = game.figures[bandit]
    return [Pickpocket(figure.seat, token) for token in (*_purses_at(game, figure.place), None)]


def picking_refusal(rules: Rules, game: Game, bandit: Bandit, command: Pickpocket) -> Cites:
    """Only a purse can be taken, and only from the bandit's own place."""
    return ("station.pickpocketing",)


def picked(rules: Rules, game: Game, bandit: Bandit, command: Pickpocket) -> list[Cited]:
    """The bandit takes the purse or declines."""
    alone = () if settled("ruling.pickpocketing.company", game.options.edition) else ("ruling.pickpocketing.company",)
    cites = ("station.pickpocketing", "ruling.robbery.which-purse", *alone)
    answered: Cited = (PickpocketAnswered(bandit, command.token), cites)
    if command.token is None:
        return [answered]
    return [answered, (LootTaken(bandit, command.token, game.figures[bandit].place), cites)]


HAPPENINGS = {
    "angry-marshal": Happening(("happening.angry-marshal.shoots",), angry_marshal, nobody),
    "swivel-arm": Happening(("happening.swivel-arm",), swivel_arm, nobody),
    "braking": Happening(("happening.braking",), braking, nobody),
    "take-it-all": Happening(("happening.take-it-all",), take_it_all, nobody),
    "passengers-rebellion": Happening(("happening.passengers-rebellion",), passengers_rebellion, nobody),
    "marshals-revenge": Happening(("station.marshals-revenge",), marshals_revenge, nobody),
    "conductor": Happening(("station.conductor",), conductor, nobody),
    "pickpocketing": Happening(("station.pickpocketing",), nothing, pickpockets),
}

CHOICES = {"pickpocketing": Choice((Pickpocket,), pickings, picking_refusal, picked)}
