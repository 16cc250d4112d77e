"""The set-up of the stagecoach. Every step checks whether its work is due and not yet done, and returns what is due."""

from colt_rules.decisions import Decision
from colt_rules.events import Cited, LootPlaced
from colt_rules.model.names import CHANCE, LOCOMOTIVE, Cites, Seat, roof
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.registry.components import values_of
from colt_rules.rules.base import setup
from colt_rules.rules.base.setup import drawn
from colt_rules.rules.module import Rules, StepResult, Supply
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.events import HostagesDrawn, ShotgunPlaced, StagecoachPlaced
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of

STRONGBOX = "strongbox-3"
"""The strongbox of the stagecoach; the base game has two others."""
OWN_STRONGBOX = values_of(EXTRAS.tokens["strongbox"])
ALL_MIXED = "horses.setup.rounds.all-mixed"
BY_PLAYERS = "horses.setup.hostages.by-players"


# --- steps, in order


@clause("horses.setup.stagecoach", "horses.setup.strongbox-and-shotgun", "stagecoach.two-places")
def place_stagecoach(rules: Rules, game: Game) -> StepResult:
    """The stagecoach starts beside the locomotive, with a strongbox on its roof and the Shotgun on the strongbox."""
    if not setup.is_laid_out(rules, game) or stagecoach_of(game).car:
        return None
    if rules.supply[setup.STRONGBOX].blind:
        return (Decision(CHANCE, "coach-strongbox", ""),)
    return _placed(rules, game, tuple(f"${value}" for value in OWN_STRONGBOX))


def _placed(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    (worth,) = (int(value[1:]) for value in outcome)
    laden: Cites = ("horses.setup.strongbox-and-shotgun",)
    return [
        (StagecoachPlaced(LOCOMOTIVE), ("horses.setup.stagecoach", "stagecoach.two-places")),
        (LootPlaced(STRONGBOX, worth, roof(COACH)), (*laden, *rules.supply[setup.STRONGBOX].blind)),
        (ShotgunPlaced(roof(COACH)), laden),
    ]


def supply(rules: Rules, before: Supply) -> Supply:
    """The strongbox of the stagecoach joins the supply of strongboxes."""
    return {**before, setup.STRONGBOX: before[setup.STRONGBOX].with_more(OWN_STRONGBOX)}


@clause("horses.setup.hostages")
def draw_hostages(rules: Rules, game: Game) -> StepResult:
    """Hostages are drawn as soon as the stagecoach is placed."""
    coach = stagecoach_of(game)
    return (Decision(CHANCE, "hostages", ""),) if coach.car and coach.hostages is None else None


STEPS = {
    "place-stagecoach": place_stagecoach,
    "draw-hostages": draw_hostages,
}


# --- hostages


@clause("horses.setup.hostages")
def _hostages_wanted(rules: Rules, game: Game) -> int:
    """There is one hostage fewer than there are bandits.

    In one edition, or by a house rule, there is one fewer than there are players.
    """
    return len(_players(rules, game) if players_are_counted(rules) else rules.bandits(game)) - 1


@clause("horses.setup.hostages.by-players", "ruling.horses.hostages-by-bandits")
def players_are_counted(rules: Rules) -> bool:
    """Whether the edition or a house rule counts players for the hostages, however many bandits they have."""
    return rules.holds(BY_PLAYERS) or rules.agreed("ruling.horses.hostages-by-bandits=players")


def _players(rules: Rules, game: Game) -> set[Seat]:
    """The players who have bandits. The book adds in brackets that players are counted."""
    return {figure.seat for figure in rules.bandits(game).values()}


def _hostage_cites(rules: Rules, game: Game) -> Cites:
    """The clauses that say how many hostages there are; if every player has one bandit, no ruling is needed."""
    if len(rules.bandits(game)) == len(_players(rules, game)):
        return ("horses.setup.hostages",)
    return ("horses.setup.hostages", BY_PLAYERS if rules.holds(BY_PLAYERS) else "ruling.horses.hostages-by-bandits")


def _hostages_drawn(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    return [(HostagesDrawn(outcome), _hostage_cites(rules, game))]


# --- the cards that the round deck is drawn from


@clause("horses.setup.rounds.mixed", "horses.setup.rounds.all-mixed")
def drawn_from(rules: Rules, mixed: bool) -> Cites:
    """The clauses by which the round cards of this box take part in the draw; empty if they are not mixed in."""
    if rules.holds(ALL_MIXED):
        return ("horses.setup.rounds.mixed", ALL_MIXED)
    return ("horses.setup.rounds.mixed",) if mixed else ()


CHOICES = {
    "coach-strongbox": drawn(
        "coach-strongbox",
        items=lambda rules, game: tuple(f"${value}" for value in setup.left_in_supply(rules, game, setup.STRONGBOX)),
        count=setup.one,
        happens=_placed,
        cites=lambda rules, game: ("horses.setup.strongbox-and-shotgun", *rules.supply[setup.STRONGBOX].blind),
    ),
    "hostages": drawn(
        "hostages",
        items=lambda rules, game: tuple(EXTRAS.hostages),
        count=_hostages_wanted,
        happens=_hostages_drawn,
        cites=_hostage_cites,
    ),
}
