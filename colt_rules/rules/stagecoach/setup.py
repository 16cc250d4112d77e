"""Getting ready with the stagecoach: every step looks whether it is its time and, if not done, says what is due."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from colt_rules.commands import Command, Deal
from colt_rules.decisions import Answers, Arrangements, Decision
from colt_rules.events import Cited, LootPlaced
from colt_rules.model.names import CHANCE, LOCOMOTIVE, TABLE, Cites, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.base import setup
from colt_rules.rules.base.setup import drawn
from colt_rules.rules.module import Choice, Rules, StepResult
from colt_rules.rules.stagecoach.box import EXTRAS
from colt_rules.rules.stagecoach.commands import AgreeOnRoundCards
from colt_rules.rules.stagecoach.events import HostagesDrawn, RoundCardsAgreed, ShotgunPlaced, StagecoachPlaced
from colt_rules.rules.stagecoach.model import COACH, Agreed, stagecoach_of

STRONGBOX = "strongbox-3"
"""The strongbox of the stagecoach: the train has two of its own."""
AGREED_ROUNDS = 7
AGREED_STATIONS = 3
ALL_MIXED = "horses.setup.rounds.all-mixed"
MIXING = "ruling.horses.mixing"
LEFT_OUT = f"{MIXING}=left-out"
BY_PLAYERS = "horses.setup.hostages.by-players"


# --- what is due, in order


@clause("horses.setup.rounds.chosen", "horses.setup.rounds.all-mixed", "ruling.horses.chosen-rounds")
def agree_on_round_cards(rules: Rules, game: Game) -> StepResult:
    """Before anything is drawn the table may agree on cards to draw from; in one edition it cannot."""
    if stagecoach_of(game).agreed or rules.holds(ALL_MIXED):
        return None
    return (Decision(TABLE, "round-choice", ""),)


@clause("horses.setup.stagecoach", "horses.setup.strongbox-and-shotgun", "stagecoach.two-places")
def place_stagecoach(rules: Rules, game: Game) -> StepResult:
    """The stagecoach starts beside the locomotive, with a strongbox on its roof and the Shotgun on top of that."""
    if not game.floor or stagecoach_of(game).car:
        return None
    (face,) = EXTRAS.tokens["strongbox"].values
    laden: Cites = ("horses.setup.strongbox-and-shotgun",)
    return [
        (StagecoachPlaced(LOCOMOTIVE), ("horses.setup.stagecoach", "stagecoach.two-places")),
        (LootPlaced(STRONGBOX, face.value, roof(COACH)), laden),
        (ShotgunPlaced(roof(COACH)), laden),
    ]


@clause("horses.setup.hostages")
def draw_hostages(rules: Rules, game: Game) -> StepResult:
    """Hostages are drawn as soon as the stagecoach is there."""
    coach = stagecoach_of(game)
    return (Decision(CHANCE, "hostages", ""),) if coach.car and coach.hostages is None else None


STEPS = {
    "agree-on-round-cards": agree_on_round_cards,
    "place-stagecoach": place_stagecoach,
    "draw-hostages": draw_hostages,
}


# --- hostages


@clause("horses.setup.hostages", "horses.setup.hostages.by-players", "ruling.horses.hostages-by-bandits")
def _hostages_wanted(rules: Rules, game: Game) -> int:
    """One fewer than bandits in the game, or than players where the edition or the table says so."""
    by_players = rules.holds(BY_PLAYERS) or rules.claimed("ruling.horses.hostages-by-bandits=players")
    return len(game.options.seats if by_players else rules.bandits(game)) - 1


def _hostage_cites(rules: Rules, game: Game) -> Cites:
    """What says how many they are; with a bandit a player there is nothing to ask."""
    if len(rules.bandits(game)) == len(game.options.seats):
        return ("horses.setup.hostages",)
    return ("horses.setup.hostages", BY_PLAYERS if rules.holds(BY_PLAYERS) else "ruling.horses.hostages-by-bandits")


def _hostages_drawn(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    return [(HostagesDrawn(outcome), _hostage_cites(rules, game))]


# --- the cards that the round deck is drawn from


class Agreements(Sequence[Command]):
    """Everything the table can agree on: all cards first, then any seven round cards with any three stations."""

    __slots__ = ("rounds", "stations")

    def __init__(self, rounds: tuple[str, ...], stations: tuple[str, ...]) -> None:
        self.rounds = rounds
        self.stations = stations

    def __str__(self) -> str:
        stations = f" and {AGREED_STATIONS} of {', '.join(self.stations)}" if self.stations else ""
        return f"AgreeOnRoundCards with none or {AGREED_ROUNDS} of {', '.join(self.rounds)}{stations}, sorted"

    def __contains__(self, command: object) -> bool:
        if not isinstance(command, AgreeOnRoundCards) or command.actor != TABLE:
            return False
        rows = command.rounds, command.stations
        return rows == ((), ()) or (rows[0] in self._sevens() and rows[1] in self._threes())

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(index)
        if index == 0:
            return AgreeOnRoundCards(TABLE, (), ())
        seven, three = divmod(index - 1, len(self._threes()))
        return AgreeOnRoundCards(TABLE, self._sevens()[seven], self._threes()[three])

    def __len__(self) -> int:
        return 1 + len(self._sevens()) * len(self._threes())

    def _sevens(self) -> tuple[tuple[str, ...], ...]:
        return _selections(self.rounds, AGREED_ROUNDS)

    def _threes(self) -> tuple[tuple[str, ...], ...]:
        return _selections(self.stations, AGREED_STATIONS) if self.stations else ((),)


@lru_cache(maxsize=16)
def _selections(items: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    """Every choice of so many of the items, sorted."""
    return tuple(combinations(sorted(items), count))


@clause("horses.setup.rounds.chosen", "ruling.horses.chosen-rounds")
def _agreements(rules: Rules, game: Game, subject: str) -> Agreements:
    """Seven of the round cards for this number of players and three stations, if there are any, or all of them."""
    stations = setup.stations(rules, game) if game.options.stations else ()
    return Agreements(setup.round_cards(rules, game), stations)


def _agreement_refusal(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> Cites:
    """Other numbers, and cards for other numbers of players; the cards are named in the order of their names."""
    named = changed(command, rounds=tuple(sorted(command.rounds)), stations=tuple(sorted(command.stations)))
    out_of_order = () if named == command else ("ruling.command.form",)
    if named in _agreements(rules, game, subject):
        return out_of_order
    fitting = set(command.rounds) <= set(setup.round_cards(rules, game))
    cites = (*out_of_order, "horses.setup.rounds.chosen", "ruling.horses.chosen-rounds")
    return cites if fitting else (*cites, "setup.rounds.by-player-count")


def _agreed(rules: Rules, game: Game, subject: str, command: AgreeOnRoundCards) -> list[Cited]:
    cites = drawn_from(rules, Agreed(command.rounds, command.stations))
    return [(RoundCardsAgreed(command.rounds, command.stations), cites)]


@clause(
    "horses.setup.rounds.mixed", "horses.setup.rounds.chosen", "horses.setup.rounds.all-mixed", "ruling.horses.mixing"
)
def drawn_from(rules: Rules, agreed: Agreed | None) -> Cites:
    """What says which cards take part in the draw: all, those that the table agreed on, or by a claim the old ones."""
    if rules.holds(ALL_MIXED):
        return ("horses.setup.rounds.mixed", ALL_MIXED)
    if agreed and agreed.rounds:
        return ("horses.setup.rounds.chosen", "ruling.horses.chosen-rounds")
    return (MIXING,) if rules.claimed(LEFT_OUT) else ("horses.setup.rounds.mixed", MIXING)


@clause("horses.setup.rounds.chosen", "ruling.horses.mixing")
def _draw_of(what: str, row: Callable[[Agreed], tuple[str, ...]]) -> Choice:
    """The draw of the base game, out of the cards that the table agreed on where it named some.

    Where it named none and claims so, the cards of the expansion are left out.
    """
    plain = setup.CHOICES[what]

    def agreed(game: Game) -> tuple[str, ...]:
        agreement = stagecoach_of(game).agreed
        return row(agreement) if agreement else ()

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        every = plain.answers(rules, game, subject)
        assert isinstance(every, Arrangements), "cards are drawn by chance"
        named = agreed(game)
        if not named and rules.claimed(LEFT_OUT):
            named = tuple(card for card in every.items if card not in EXTRAS.round_cards)
        return Arrangements(what, subject, named, every.count) if named else every

    def refusal(rules: Rules, game: Game, subject: str, command: Deal) -> Cites:
        cites = plain.refusal(rules, game, subject, command)
        named = agreed(game)
        if not named and rules.claimed(LEFT_OUT) and EXTRAS.round_cards.keys() & set(command.outcome):
            return (*cites, MIXING)
        left_out = set(command.outcome) - set(named or command.outcome)
        return (*cites, "horses.setup.rounds.chosen") if left_out else cites

    return changed(plain, answers=answers, refusal=refusal)


CHOICES = {
    "round-choice": Choice((AgreeOnRoundCards,), _agreements, _agreement_refusal, _agreed),
    "hostages": drawn(
        "hostages",
        items=lambda rules, game: tuple(EXTRAS.hostages),
        count=_hostages_wanted,
        happens=_hostages_drawn,
        cites=_hostage_cites,
    ),
    "round-cards": _draw_of("round-cards", lambda agreed: agreed.rounds),
    "station": _draw_of("station", lambda agreed: agreed.stations),
}
