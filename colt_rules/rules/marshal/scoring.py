"""The end of the game: what else bandits are paid, and who wins against the Marshal."""

from collections.abc import Mapping

from colt_rules.events import BulletGiven, Event, GameEnded, LootDropped, LootTaken, ScoreLine
from colt_rules.model.names import Bandit, Cites, Seat, kind_of, owner_of
from colt_rules.model.state import Game
from colt_rules.registry.clause import CarriedOutBy, clause
from colt_rules.rules.base import scoring
from colt_rules.rules.base.scoring import uncounted_bandits
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.model import CELL, FALLEN, MARSHAL, marshal_of
from colt_rules.rules.marshal.setup import MAILBAG
from colt_rules.rules.module import Counted, Rules
from colt_rules.rules.stagecoach import scoring as stagecoach_scoring
from colt_rules.rules.stagecoach.events import BulletRemembered
from colt_rules.rules.stagecoach.model import stagecoach_of

GOALS_TO_WIN = 4
MAIL = ("mailbag.loot",)
POOREST = "ruling.guilty-conscience.who-is-poorest"


def is_played(rules: Rules, game: Game, station: str) -> bool:
    """Whether this station is the card of the round, in a game with happenings."""
    return game.options.happenings and rules.round_card(game).happening == station


# --- money


def _counted(rules: Rules, game: Game) -> list[Bandit]:
    """The bandits whose money counts, in the order of their seats."""
    left_out = uncounted_bandits(rules, game)
    return [bandit for bandit in rules.bandits_by_seat(game) if bandit not in left_out]


@clause("wanted.reward", "prison.scoring.bandits-only")
def rewards(rules: Rules, game: Game) -> list[Counted]:
    """A bandit who was never arrested gets the reward on its wanted poster."""
    (poster,) = EXTRAS.posters.values()
    taken = marshal_of(game).posters
    return [
        (ScoreLine(game.figures[bandit].seat, "wanted", poster.value) if bandit not in taken else None, REWARDED)
        for bandit in _counted(rules, game)
    ]


REWARDED = ("wanted.reward",)


@clause("prisoner.reward")
def prisoners(rules: Rules, game: Game) -> list[Counted]:
    """Each bandit who has a prisoner at the end is paid its value."""
    companions = marshal_of(game).companions
    return [
        (
            ScoreLine(game.figures[bandit].seat, "prisoner", EXTRAS.prisoners[companions[bandit]].value),
            ("prisoner.reward",),
        )
        for bandit in _counted(rules, game)
        if bandit in companions
    ]


@clause("prison.scoring.brawler")
def brawlers(rules: Rules, game: Game) -> list[Counted]:
    """A bandit is paid for each brawler card that it has taken from the Marshal."""
    punches = marshal_of(game).punches
    return [
        (ScoreLine(game.figures[bandit].seat, "brawler", EXTRAS.brawlers[card].value), ("prison.scoring.brawler",))
        for bandit in _counted(rules, game)
        for card in punches.get(bandit, ())
    ]


LINES = {"wanted": rewards, "prisoner": prisoners, "brawler": brawlers}


# --- who wins


@clause("station.deadly-fall.cannot-win", "station.crime-punished", "station.crime-punished.money")
def cannot_win(rules: Rules, game: Game) -> Mapping[Bandit, Cites]:
    """A bandit or a Marshal who was thrown off the train cannot win.

    At the stations Crime punished and Escape, bandits in the cell at the end cannot win either.
    """
    from_the_cell = _never_from_the_cell(rules, game)
    return {
        bandit: ("station.deadly-fall.cannot-win",) if figure.place == FALLEN else from_the_cell
        for bandit, figure in game.figures.items()
        if figure.place == FALLEN or (from_the_cell and figure.place == CELL)
    }


@clause("ruling.escape.marshal")
def _never_from_the_cell(rules: Rules, game: Game) -> Cites:
    """The clauses by which the bandits in the cell cannot win: Crime punished, or Escape."""
    if is_played(rules, game, "crime-punished"):
        return ("station.crime-punished", "station.crime-punished.money")
    caught = ("station.escape.caught", "ruling.escape.rank-of-the-caught", "ruling.escape.marshal")
    return caught if is_played(rules, game, "escape") else ()


@clause("goal.four-of-five", "goal.else-richest-bandit")
def victory(rules: Rules, game: Game) -> tuple[tuple[Seat, ...], Cites] | None:
    """The Marshal wins if four of his five goals are met and he was not thrown off; otherwise the richest bandit wins.

    By Guilty conscience the poorest bandit wins together with him. Returns None if the Marshal has not won.
    """
    if len(marshal_of(game).met or ()) < GOALS_TO_WIN or game.figures[MARSHAL].place == FALLEN:
        return None
    won = ("goal.four-of-five",)
    if not is_played(rules, game, "guilty-conscience"):
        return (MARSHAL,), won
    poorest = _poorest(rules, game)
    if len(poorest) > 1:
        return (MARSHAL,), (*won, "station.guilty-conscience.tie", POOREST)
    return (MARSHAL, *poorest), (*won, "station.guilty-conscience", POOREST)


@clause("station.guilty-conscience", "station.guilty-conscience.tie", "ruling.guilty-conscience.who-is-poorest")
def _poorest(rules: Rules, game: Game) -> tuple[Seat, ...]:
    """The bandits with the least money, as seats; bullets do not break a tie."""
    lines = [line for line, _ in scoring.count(rules, game) if line]
    money = {
        game.figures[bandit].seat: sum(line.amount for line in lines if line.seat == game.figures[bandit].seat)
        for bandit in rules.bandits_by_seat(game)
    }
    least = min(money.values())
    return tuple(seat for seat, amount in money.items() if amount == least)


# --- clauses added to events of other modules

CARRIED_OUT_BY: CarriedOutBy = {
    "ruling.goal.ranking": (scoring.ranking,),
    "ruling.prison.who-cannot-win": (scoring.ranking, scoring.uncounted_bandits),
    "ruling.mortal-bullet.marshals-bullets": (stagecoach_scoring.remember,),
    "ruling.hostage.photographer-marshal": (stagecoach_scoring.ransoms,),
    "ruling.escape.marshal": (stagecoach_scoring.caught,),
}
"""The scoring of the base game and of the stagecoach, which asks which figures are bandits."""


@clause("mailbag.loot", "ruling.mortal-bullet.marshals-bullets")
def added_clauses(rules: Rules, game: Game, event: Event) -> Cites:
    """The clauses about the end of the game that an event of another module also cites."""
    match event:
        case GameEnded():
            return _ended(rules, game)
        case BulletRemembered() if game.round.current and owner_of(game.round.current.card) == MARSHAL:
            return ("ruling.mortal-bullet.marshals-bullets",)
        case BulletGiven(shooter=shooter) if shooter == MARSHAL and _costs_nothing(rules, game):
            return ("ruling.mortal-bullet.marshals-bullets",)
        case LootTaken(token=token) | LootDropped(token=token) if kind_of(token) == MAILBAG:
            return MAIL
    return ()


def _costs_nothing(rules: Rules, game: Game) -> bool:
    """Whether a house rule makes the Marshal's bullets cost nothing in a round in which they otherwise would."""
    return rules.agreed(stagecoach_scoring.BANDITS_BULLETS_ONLY) and is_played(rules, game, "mortal-bullet")


def _has_mail(rules: Rules, game: Game) -> bool:
    """Whether a bandit has a mailbag."""
    return any(kind_of(token) == MAILBAG for figure in rules.bandits(game).values() for token in figure.loot)


@clause("prison.scoring.bandits-only", "prison.scoring.gunslinger", "goal.else-richest-bandit", "ruling.goal.ranking")
def _ended(rules: Rules, game: Game) -> Cites:
    """Only bandits count money and get the Gunslinger award; the Marshal is ranked first or after all bandits."""
    cites = ["prison.scoring.bandits-only", "prison.scoring.gunslinger", "ruling.goal.ranking"]
    if victory(rules, game) is None:
        cites.append("goal.else-richest-bandit")
    if cannot_win(rules, game):
        cites.append("ruling.prison.who-cannot-win")
    if "photographer" in stagecoach_of(game).captors.values():
        cites.append("ruling.hostage.photographer-marshal")
    if is_played(rules, game, "escape"):
        cites.append("ruling.escape.marshal")
    return (*cites, *MAIL) if _has_mail(rules, game) else tuple(cites)
