"""The end of a round: a bandit alone in the time machine hides, and reappears when Stealin' begins."""

from colt_rules.commands import Command
from colt_rules.decisions import Decision
from colt_rules.events import Cited, LootTaken
from colt_rules.model.names import Bandit, Car, Cites, inside
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base.bullets import in_order
from colt_rules.rules.marshal import figure, goals
from colt_rules.rules.marshal.commands import Forgo
from colt_rules.rules.marshal.model import CORRIDOR, MARSHAL
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.stagecoach import round_end as stagecoach_round_end
from colt_rules.rules.stagecoach.model import COACH, stagecoach_of
from colt_rules.rules.time_machine.commands import HideBandit
from colt_rules.rules.time_machine.events import (
    BanditHidden,
    BanditReappeared,
    TimeMachineCrowded,
    TravellerRewarded,
    TravellerStayed,
)
from colt_rules.rules.time_machine.model import MACHINE, machine_of

REWARD = 500
"""What a bandit alone in the time machine gets at the end of the game."""
ALONE: Cites = ("time-machine.alone",)
COMPANY = "ruling.time-machine.company"
ORDER = "ruling.time-machine.order"
AT_ONCE = f"{ORDER}=at-once"
MUST_HIDE = "ruling.time-machine.must-hide"
MAY_STAY = f"{MUST_HIDE}=may-stay"
COMES_OUT = "ruling.time-machine.comes-out"


@clause("time-machine.alone", "ruling.time-machine.company")
def travellers(rules: Rules, game: Game) -> tuple[Bandit, ...]:
    """The bandits in the time machine; two bandits of one player or of one side count as two."""
    return in_order(game, [bandit for bandit, figure in rules.bandits(game).items() if figure.place == MACHINE])


# --- after every round but the last


@clause("time-machine.alone", "ruling.time-machine.must-hide", "ruling.time-machine.order")
def travel(rules: Rules, game: Game) -> StepResult:
    """At the end of a round a bandit alone in the time machine must hide; several bandits stay where they are.

    By house rules this comes before the stagecoach falls back, or the bandit's player may let it stay.
    """
    if not game.rounds:
        return None
    if _is_too_late(rules, game) or machine_of(game).crowded == game.round.number:
        return None
    there = travellers(rules, game)
    if len(there) > 1:
        return _crowded(rules, game, there)
    return (Decision(game.figures[there[0]].seat, "hide", there[0]),) if there else None


@clause("time-machine.alone", "ruling.time-machine.company")
def _crowded(rules: Rules, game: Game, there: tuple[Bandit, ...]) -> StepResult:
    """If there are several bandits in the time machine, none travels, even if they are of one side."""
    seats = [game.figures[bandit].seat for bandit in there]
    mates = any(sum(seat in side for seat in seats) > 1 for side in rules.sides(game))
    return [(TimeMachineCrowded(game.round.number, there), (*ALONE, *((COMPANY,) if mates else ())))]


@clause("time-machine.hide")
def hideouts(game: Game) -> tuple[Car, ...]:
    """A bandit can hide beneath the locomotive, any car, or the stagecoach if there is one."""
    return (*game.train, *((COACH,) if stagecoach_of(game).car else ()))


@clause("time-machine.hide", "ruling.time-machine.must-hide")
def _answers(rules: Rules, game: Game, bandit: Bandit) -> list[Command]:
    """The bandit's player chooses where it hides; staying is a choice only by a house rule."""
    seat = game.figures[bandit].seat
    stay: list[Command] = [Forgo(seat)] if rules.agreed(MAY_STAY) else []
    return [HideBandit(seat, bandit, car) for car in hideouts(game)] + stay


def _refusal(rules: Rules, game: Game, bandit: Bandit, command: HideBandit | Forgo) -> Cites:
    """Only the bandit alone in the time machine can hide, and only beneath a car that is in the game."""
    if isinstance(command, Forgo):
        return (*ALONE, MUST_HIDE)
    other = () if command.bandit == bandit else ALONE
    return (*other, *(() if command.car in hideouts(game) else ("time-machine.hide",)))


@clause("time-machine.hide", "ruling.time-machine.must-hide")
def _hidden(rules: Rules, game: Game, bandit: Bandit, command: HideBandit | Forgo) -> list[Cited]:
    """The bandit is taken off the board, and only its player knows where it hides; by a house rule it may stay."""
    if isinstance(command, Forgo):
        return [(TravellerStayed(game.round.number, bandit), (*ALONE, MUST_HIDE, ORDER))]
    cites = (*ALONE, "time-machine.hide", "time-machine.secret", MUST_HIDE, ORDER)
    return [(BanditHidden(bandit, command.car), cites)]


# --- at the start of Stealin'


@clause("time-machine.reappear", "ruling.time-machine.comes-out")
def reappear(rules: Rules, game: Game) -> StepResult:
    """When Stealin' begins, before the first card, the hidden bandit is put inside the car beneath which it hid."""
    machine = machine_of(game)
    if not machine.hidden:
        return None
    place = inside(machine.car)
    unharmed = figure.together(game, machine.hidden, place) if MARSHAL in game.figures else ()
    special = unharmed or machine.car == COACH or place in (CORRIDOR, game.marshal)
    cites: Cites = ("time-machine.reappear", *((COMES_OUT,) if special else ()), *unharmed)
    return [(BanditReappeared(machine.hidden, place), cites)]


# --- after the last round


@clause("time-machine.end", "time-machine.end.loot", "ruling.time-machine.last-round", "ruling.time-machine.order")
def reward(rules: Rules, game: Game) -> StepResult:
    """After the last round a bandit alone in the time machine gets $500 and all the loot that lies there."""
    machine = machine_of(game)
    if game.rounds or machine.rewarded or machine.crowded == game.round.number or _is_too_late(rules, game):
        return None
    there = travellers(rules, game)
    if len(there) != 1:
        return _crowded(rules, game, there) if there else None
    paid: Cited = (TravellerRewarded(there[0], REWARD), ("time-machine.end", "ruling.time-machine.last-round", ORDER))
    loot: Cites = ("time-machine.end.loot", ORDER)
    return [paid, *((LootTaken(there[0], token, MACHINE), loot) for token in game.floor.get(MACHINE, ()))]


@clause("ruling.time-machine.order")
def reward_then_judge(rules: Rules, game: Game) -> StepResult:
    """The traveller gets the loot in the time machine, mailbags included, before the Marshal's goals are judged."""
    due = reward(rules, game)
    return goals.judge(rules, game) if due is None else due


# --- before or after the stagecoach falls back


@clause("ruling.time-machine.order")
def _is_too_late(rules: Rules, game: Game) -> bool:
    """Whether the stagecoach has already fallen back, and by a house rule the time machine comes before that."""
    return rules.agreed(AT_ONCE) and stagecoach_of(game).fell_back == game.round.number


@clause("ruling.time-machine.order")
def fall_back(rules: Rules, game: Game) -> StepResult:
    """By a house rule the time machine comes before the stagecoach falls back."""
    due = (reward(rules, game) or travel(rules, game)) if rules.agreed(AT_ONCE) else None
    return stagecoach_round_end.fall_back(rules, game) if due is None else due


STEPS = {"fall-back": fall_back, "reward-traveller": reward, "travel": travel, "judge-goals": reward_then_judge}
"""Asked when everything else in a round is done; the first and the last replace the steps of the same name."""

CHOICES = {"hide": Choice((HideBandit, Forgo), _answers, _refusal, _hidden)}
