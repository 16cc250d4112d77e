"""What the round cards and stations of the stagecoach do at the end of the round."""

from colt_rules.decisions import Decision
from colt_rules.events import BanditMoved, BanditStayed, Cited, MarshalMoved, MarshalStayed
from colt_rules.model.names import CHANCE, Cites, Token, car_of, inside
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import in_order, neutral_bullets, one_each, short_in_happening
from colt_rules.rules.base.happenings import nobody, nothing
from colt_rules.rules.base.setup import drawn, one
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.module import Happening, Rules, StepResult
from colt_rules.rules.stagecoach.arrivals import comes_to
from colt_rules.rules.stagecoach.events import (
    FlaskDrunk,
    HorseMoved,
    HorsesRemoved,
    NothingToDrink,
    ShotgunMoved,
    StagecoachMoved,
)
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of
from colt_rules.rules.stagecoach.places import ON_TOP, WITHIN

# --- Panting horses


@clause("happening.panting-horses", "happening.panting-horses.two", "ruling.panting-horses.as-many-as-there-are")
def panting_horses(rules: Rules, game: Game) -> list[Cited]:
    """The horse nearest to the last car leaves the game; with five or six players the two nearest, if there are two."""
    stands = horses_of(game).stands
    nearest = sorted(stands, key=lambda horse: (-game.train.index(stands[horse]), horse))
    removed = tuple(nearest[: 2 if _many(game) else 1])
    return [(HorsesRemoved(removed), (*_how_many_pant(game), "ruling.panting-horses.as-many-as-there-are"))]


def _many(game: Game) -> bool:
    return len(game.options.seats) > 4


def _how_many_pant(game: Game) -> Cites:
    return ("happening.panting-horses.two",) if _many(game) else ("happening.panting-horses",)


# --- A drink for the Marshal

DRINK = "happening.drink-for-the-marshal"


@clause("happening.drink-for-the-marshal", "happening.drink-for-the-marshal.no-flask")
def drink(rules: Rules, game: Game) -> StepResult:
    """If there is a flask inside the Marshal's car, he empties it; of several, chance picks one."""
    drunk = stagecoach_of(game).drink
    over = drunk is not None and drunk.round == game.round.number
    if over or not game.round.happened or rules.round_card(game).happening != "drink-for-the-marshal":
        return None
    flasks = _in_reach(rules, game)
    if not flasks:
        return [(NothingToDrink(game.round.number, game.marshal), (f"{DRINK}.no-flask", f"ruling.{WHICH}"))]
    return (Decision(CHANCE, "drink", ""),) if len(flasks) > 1 else _drunk(rules, game, flasks)


WHICH = "drink-for-the-marshal.which-flask"


@clause("ruling.drink-for-the-marshal.which-flask")
def _in_reach(rules: Rules, game: Game) -> tuple[Token, ...]:
    """The flasks inside the Marshal's car, full or half empty."""
    return tuple(token for token in game.floor.get(game.marshal, ()) if token in horses_of(game).flasks)


@clause(
    "happening.drink-for-the-marshal.classic",
    "happening.drink-for-the-marshal.old",
    "ruling.drink-for-the-marshal.which-flask",
    "ruling.drink-for-the-marshal.tail",
)
def _drunk(rules: Rules, game: Game, picked: tuple[Token, ...]) -> list[Cited]:
    """After classic whisky the Marshal goes one car toward the tail, after old whisky to the last car.

    In the last car he stays.
    """
    (token,) = picked
    graph, place = rules.graph(game), game.marshal
    kind = horses_of(game).flasks[token].kind
    to = graph.insides[-1] if kind == "old" else graph.backward.get(place, place)
    cites = (DRINK, f"{DRINK}.{kind}", f"ruling.{WHICH}")
    drunk: Cited = (FlaskDrunk(game.round.number, token, kind, place, to), cites)
    if to != place:
        return [drunk]
    return [drunk, (MarshalStayed(place), (f"{DRINK}.{kind}", "ruling.drink-for-the-marshal.tail"))]


@clause("happening.drink-for-the-marshal.meetings", "ruling.drink-for-the-marshal.tail")
def march_on(rules: Rules, game: Game) -> StepResult:
    """The Marshal moves car by car, and meetings in each car are completed before he enters the next."""
    drunk = stagecoach_of(game).drink
    if drunk is None or drunk.round != game.round.number or drunk.to == game.marshal:
        return None
    back = rules.graph(game).backward[game.marshal]
    return [(MarshalMoved(game.marshal, back), (f"{DRINK}.meetings", "ruling.drink-for-the-marshal.tail"))]


# --- Higher speed

AT_ONCE = "ruling.higher-speed.at-once"


@clause("ruling.higher-speed.at-once")
def higher_speed(rules: Rules, game: Game) -> list[Cited]:
    """Bandits on roofs, horses, the stagecoach and the Shotgun fall back one car, all at once.

    Those at the tail stay.
    """
    return [*_roofs_fall_back(rules, game), *_horses_fall_back(game), *_stagecoach_falls_back(rules, game)]


@clause("happening.higher-speed.roofs")
def _roofs_fall_back(rules: Rules, game: Game) -> list[Cited]:
    """All bandits on roofs of the train are moved one car toward its tail."""
    graph, bandits = rules.graph(game), rules.bandits(game)
    moved: list[Cited] = []
    for bandit in in_order(game, [bandit for bandit, figure in bandits.items() if figure.place in graph.roofs]):
        place = game.figures[bandit].place
        back = graph.backward.get(place)
        if back is None:
            stays = ("happening.higher-speed.roofs", AT_ONCE, "train.no-leaving")
            moved.append((BanditStayed(bandit, place, "higher-speed"), stays))
        else:
            cites = ("happening.higher-speed.roofs", AT_ONCE)
            moved.append((BanditMoved(bandit, place, back, "higher-speed"), cites))
    return one_each(moved)


@clause("happening.higher-speed.beside")
def _horses_fall_back(game: Game) -> list[Cited]:
    """Every horse falls back one car, except those beside the last car."""
    cites = ("happening.higher-speed.beside", AT_ONCE)
    behind = dict(zip(game.train, game.train[1:], strict=False))
    stands = horses_of(game).stands
    return [
        (HorseMoved(horse, stands[horse], behind[stands[horse]]), cites)
        for horse in sorted(stands)
        if stands[horse] in behind
    ]


@clause("happening.higher-speed.beside", "happening.higher-speed.added", "shotgun.keeps-facing")
def _stagecoach_falls_back(rules: Rules, game: Game) -> list[Cited]:
    """The stagecoach falls back one car with everything in it and on it; so does the Shotgun if he is on the train."""
    coach, back = stagecoach_of(game), rules.graph(game).backward
    to = back.get(inside(coach.car))
    if to is None:
        return []
    cites = ("happening.higher-speed.beside", "happening.higher-speed.added", AT_ONCE)
    moved: list[Cited] = [(StagecoachMoved(coach.car, car_of(to)), cites)]
    if coach.shotgun in back:
        onto = back[coach.shotgun]
        met = () if onto in back else comes_to(rules, game, onto)  # bandits there fall back too, except on the last car
        moved.append((ShotgunMoved(coach.shotgun, onto), (*cites, "shotgun.keeps-facing", *met)))
    return moved


# --- The Shotgun's rage


@clause("happening.shotgun-rage", "ruling.shotgun-rage.even-if-inactive")
def shotgun_rage(rules: Rules, game: Game) -> list[Cited]:
    """Every bandit on the stagecoach and in the car it faces gets a neutral bullet, on both levels.

    It does not matter where the Shotgun is.
    """
    cars = (COACH, stagecoach_of(game).car)
    graph = rules.graph(game)
    reached = {place for place in (*graph.insides, *graph.roofs, WITHIN, ON_TOP) if car_of(place) in cars}
    there = [bandit for bandit, figure in rules.bandits(game).items() if figure.place in reached]
    return neutral_bullets(
        rules,
        game,
        in_order(game, there),
        cites=(*RAGE, "ruling.happening.bullet-on-top"),
        short=(*short_in_happening(rules, RAGE[0]), RAGE[1]),
    )


RAGE = ("happening.shotgun-rage", "ruling.shotgun-rage.even-if-inactive")


HAPPENINGS = {
    "panting-horses": Happening(_how_many_pant, panting_horses, nobody),
    "drink-for-the-marshal": Happening((DRINK,), nothing, nobody),
    "higher-speed": Happening(("happening.higher-speed.roofs", "happening.higher-speed.beside"), higher_speed, nobody),
    "shotgun-rage": Happening(("happening.shotgun-rage",), shotgun_rage, nobody),
    "sharing-the-loot": Happening(("station.sharing-the-loot", "ruling.stations.counted-last"), nothing, nobody),
    "escape": Happening(("station.escape.caught", "ruling.stations.counted-last"), nothing, nobody),
    "mortal-bullet": Happening(("station.mortal-bullet", "ruling.stations.counted-last"), nothing, nobody),
}
"""The three stations are counted when the game ends."""

STEPS = {"drink": drink, "march-on": march_on}

CHOICES = {"drink": drawn("drink", _in_reach, one, _drunk, (DRINK, f"ruling.{WHICH}"))}
