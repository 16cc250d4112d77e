"""Getting ready: every step looks whether it is done and, if not, says what is due."""

from collections.abc import Callable
from typing import TypeAlias

from colt_rules.commands import Deal
from colt_rules.decisions import Answers, Arrangements, Decision
from colt_rules.events import (
    BanditPlaced,
    Cited,
    FirstPlayerDrawn,
    LootPlaced,
    LootSetAside,
    MarshalPlaced,
    NeutralBulletsStacked,
    RoundCardsDrawn,
    SeatTaken,
    StationDrawn,
    TrainBuilt,
)
from colt_rules.model.agreement import Agreed
from colt_rules.model.names import CHANCE, LOCOMOTIVE, Bandit, Card, Cites, Seat, action_card, inside
from colt_rules.model.parts import kept
from colt_rules.model.record import changed
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.schemin import deal_refusal, start_round
from colt_rules.rules.editions import holds
from colt_rules.rules.module import Choice, Rules, StepResult

ROUNDS = 5
STARTING_PURSE = 250
BY_CHOICE: Cites = ("setup.rounds.chosen", "ruling.setup.chosen-rounds")
"""What it rests on that the round deck is drawn from cards that the table has named."""


# --- what is due, in order


@clause("setup.character.choice", "setup.purse.starting", "setup.deck.ten-actions", "setup.bullets.descending")
def take_seats(rules: Rules, game: Game) -> StepResult:
    """Each player takes a bandit, ten action cards, six bullets with the fullest on top, and a $250 purse."""
    if game.figures:
        return None
    cites = (
        "setup.character.choice",
        "setup.deck.ten-actions",
        "setup.bullets.descending",
        "setup.purse.starting",
    )
    return [seat_taken(game, seat, seat, action_cards(rules, seat), cites) for seat in game.options.seats]


def seat_taken(game: Game, seat: Seat, bandit: Bandit, cards: tuple[Card, ...], cites: Cites) -> Cited:
    """A player takes a bandit with all that belongs to it."""
    return (
        SeatTaken(
            seat=seat,
            bandit=bandit,
            cards=cards,
            bullets=len(BOX.bullets),
            powers=(bandit,) if game.options.powers else (),
            purse=f"purse-{bandit}",
            value=STARTING_PURSE,
        ),
        cites,
    )


def action_cards(rules: Rules, seat: Seat) -> tuple[Card, ...]:
    """The action cards of a bandit, unshuffled."""
    return tuple(action_card(seat, action) for action, count in rules.deck.items() for _ in range(count))


@clause("setup.train.cars", "setup.train.free-choice", "setup.train.locomotive-first")
def build_train(rules: Rules, game: Game) -> StepResult:
    """The locomotive leads; behind it as many cars as players, chosen by the table or drawn, then the train's tail."""
    if game.train:
        return None
    if game.options.train:
        return _coupled(rules, game, game.options.train)
    return (Decision(CHANCE, "train", ""),)


def _cars_wanted(rules: Rules, game: Game) -> int:
    return rules.table(rules).train(len(game.options.seats))


def _cars_cites(rules: Rules, game: Game) -> Cites:
    return rules.table(rules).cars_cites(len(game.options.seats))


def _coupled(rules: Rules, game: Game, cars: tuple[str, ...]) -> list[Cited]:
    cites = (*_cars_cites(rules, game), "setup.train.free-choice", "setup.train.locomotive-first")
    return [(TrainBuilt((LOCOMOTIVE, *cars, *rules.tail)), cites)]


@clause("setup.loot.as-printed", "setup.loot.purses-blind", "setup.loot.rest-away")
def fill_cars(rules: Rules, game: Game) -> StepResult:
    """Each car gets the loot printed in it; which purses these are is drawn blind, the rest leaves the game."""
    return None if game.floor else (Decision(CHANCE, "purses", ""),)


def _purses_left(rules: Rules, game: Game) -> tuple[str, ...]:
    values = list(rules.purses)
    for _ in rules.bandits(game):
        values.remove(STARTING_PURSE)
    return tuple(f"${value}" for value in values)


def _purses_wanted(rules: Rules, game: Game) -> int:
    return sum(rules.cars[car].purses for car in game.train[1:])


def _filled(rules: Rules, game: Game, outcome: tuple[str, ...]) -> list[Cited]:
    printed, blind = ("setup.loot.as-printed",), ("setup.loot.as-printed", "setup.loot.purses-blind")
    purses = iter(enumerate(outcome, 1))
    jewels = 0
    loot: list[Cited] = []
    for car in game.train[1:]:
        for _ in range(rules.cars[car].purses):
            number, value = next(purses)
            loot.append((LootPlaced(f"purse-{number}", int(value[1:]), inside(car)), blind))
        for _ in range(rules.cars[car].jewels):
            jewels += 1
            loot.append((LootPlaced(f"jewel-{jewels}", BOX.jewel_value, inside(car)), printed))
    return loot + _locomotive(rules)


@clause("setup.locomotive.marshal-and-strongbox")
def cab(rules: Rules, before: tuple[Cited, ...]) -> tuple[Cited, ...]:
    """Marshal and strongbox start in the locomotive."""
    place, cites = inside(LOCOMOTIVE), ("setup.locomotive.marshal-and-strongbox",)
    return ((LootPlaced("strongbox-1", BOX.strongbox_value, place), cites), (MarshalPlaced(place), cites))


@clause("setup.strongbox.second-aside", "setup.neutral-bullets.thirteen")
def _locomotive(rules: Rules) -> list[Cited]:
    """What belongs in the locomotive stands there; the second strongbox and thirteen neutral bullets lie beside."""
    return [
        *rules.cab(rules),
        (LootSetAside("strongbox-2", BOX.strongbox_value), ("setup.strongbox.second-aside", "setup.loot.rest-away")),
        (NeutralBulletsStacked(rules.neutral_bullets), ("setup.neutral-bullets.thirteen",)),
    ]


@clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven", "setup.rounds.station-last")
def stack_rounds(rules: Rules, game: Game) -> StepResult:
    """Five of the seven round cards for this number of players, or four of them and a station at the bottom."""
    if not game.rounds:
        return (Decision(CHANCE, "round-cards", ""),)
    if len(game.rounds) < ROUNDS:
        return (Decision(CHANCE, "station", ""),)
    return None


def fits(game: Game, before: int) -> int:
    """Round cards are chosen for as many as are at the table."""
    return len(game.options.seats)


def round_cards(rules: Rules, game: Game) -> tuple[str, ...]:
    """The round cards for this number of players."""
    players = rules.fits(game)
    cards = rules.round_cards.values()
    return tuple(card.id for card in cards if card.players and card.players[0] <= players <= card.players[1])


def stations(rules: Rules, game: Game) -> tuple[str, ...]:
    """The stations, which are for any number of players."""
    return tuple(card.id for card in rules.round_cards.values() if card.station)


def _rounds_wanted(rules: Rules, game: Game) -> int:
    return ROUNDS - 1 if game.options.stations else ROUNDS


@clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven", "setup.rounds.station-last")
def _deck_of_rounds(rules: Rules, game: Game) -> Cites:
    """What forbids another row of round cards: they match the players and are five, or four with a station."""
    number = "setup.rounds.station-last" if game.options.stations else "setup.rounds.five-of-seven"
    return ("setup.rounds.by-player-count", number)


@clause("setup.rounds.five-of-seven", "setup.rounds.station-last", "setup.rounds.station-always")
def _drawn_by(game: Game) -> Cites:
    """Which clause says how many round cards are drawn: four where a station follows, in some editions always."""
    if holds(game.options.edition, "setup.rounds.station-always"):
        return ("setup.rounds.station-always",)
    return ("setup.rounds.station-last",) if game.options.stations else ("setup.rounds.five-of-seven",)


Row: TypeAlias = Callable[[Agreed], tuple[str, ...]]


def _named(game: Game, row: Row) -> tuple[str, ...]:
    """The cards that the table has agreed to draw from; none where it has named none, or was not asked."""
    agreed: Agreed | None = kept(game, "agreed")
    return row(agreed) if agreed else ()


def has_named(game: Game) -> bool:
    """Whether the table has named cards to draw from."""
    return bool(_named(game, lambda agreed: agreed.rounds))


def _by_choice(game: Game) -> Cites:
    return BY_CHOICE if has_named(game) else ()


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds")
def _out_of_those_named(choice: Choice, row: Row) -> Choice:
    """Where the table has named cards, only these take part in the draw."""

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        every, named = choice.answers(rules, game, subject), _named(game, row)
        assert isinstance(every, Arrangements), "cards are drawn by chance"
        return Arrangements(every.what, subject, named, every.count) if named else every

    def refusal(rules: Rules, game: Game, subject: str, command: Deal) -> Cites:
        cites, named = choice.refusal(rules, game, subject, command), _named(game, row)
        return (*cites, "setup.rounds.chosen") if named and set(command.outcome) - set(named) else cites

    return changed(choice, answers=answers, refusal=refusal)


@clause("setup.first-player.drawn", "setup.first-player.holds-rounds")
def draw_first_player(rules: Rules, game: Game) -> StepResult:
    """One of the bandits in play is drawn; its player leads the first round and keeps the round deck."""
    return None if game.round.first else (Decision(CHANCE, "first-player", ""),)


@clause("setup.placement.odd-last", "setup.placement.even-next-to-last", "setup.placement.inside")
def board_train(rules: Rules, game: Game) -> StepResult:
    """Counted clockwise from the first player, odd numbers start inside the last car, even ones in the one before."""
    if all(figure.place for figure in game.figures.values()):
        return None
    last, before = inside(game.train[-1]), inside(game.train[-2])
    odd = ("setup.placement.odd-last", "setup.placement.inside")
    even = ("setup.placement.even-next-to-last", "setup.placement.inside")
    return [
        (BanditPlaced(seat, before), even) if number % 2 == 0 else (BanditPlaced(seat, last), odd)
        for number, seat in enumerate(clockwise(game.options.seats, game.round.first), 1)
    ]


@clause("game.five-rounds")
def first_round(rules: Rules, game: Game) -> StepResult:
    """With everything in place the first of the rounds begins."""
    return start_round(rules, game, 1, game.round.first)


STEPS = {
    "take-seats": take_seats,
    "build-train": build_train,
    "fill-cars": fill_cars,
    "stack-rounds": stack_rounds,
    "draw-first-player": draw_first_player,
    "board-train": board_train,
}


# --- what chance is asked for


def drawn(
    what: str,
    items: Callable[[Rules, Game], tuple[str, ...]],
    count: Callable[[Rules, Game], int],
    happens: Callable[[Rules, Game, tuple[str, ...]], list[Cited]],
    cites: Cites | Callable[[Rules, Game], Cites],
) -> Choice:
    """A draw by chance: ``count`` of ``items`` in a row, as the clauses say that are cited."""
    return Choice(
        commands=(Deal,),
        answers=lambda rules, game, subject: Arrangements(what, subject, items(rules, game), count(rules, game)),
        refusal=lambda rules, game, subject, command: deal_refusal(
            what, subject, command, cites(rules, game) if callable(cites) else cites
        ),
        happens=lambda rules, game, subject, command: happens(rules, game, command.outcome),
    )


def one(rules: Rules, game: Game) -> int:
    """For draws of a single item."""
    return 1


CHOICES = {
    "train": Choice(
        commands=(Deal,),
        answers=lambda rules, game, subject: Arrangements("train", "", rules.cars_to_choose, _cars_wanted(rules, game)),
        refusal=lambda rules, game, subject, command: deal_refusal(
            "train", "", command, (*_cars_cites(rules, game), "setup.train.free-choice")
        ),
        happens=lambda rules, game, subject, command: _coupled(rules, game, command.outcome),
    ),
    "purses": drawn("purses", _purses_left, _purses_wanted, _filled, ("setup.loot.purses-blind",)),
    "round-cards": _out_of_those_named(
        drawn(
            "round-cards",
            items=round_cards,
            count=_rounds_wanted,
            happens=lambda rules, game, outcome: [
                (RoundCardsDrawn(outcome), ("setup.rounds.by-player-count", *_drawn_by(game), *_by_choice(game)))
            ],
            cites=_deck_of_rounds,
        ),
        lambda agreed: agreed.rounds,
    ),
    "station": _out_of_those_named(
        drawn(
            "station",
            items=stations,
            count=one,
            happens=lambda rules, game, outcome: [
                (StationDrawn(outcome[0]), ("setup.rounds.station-last", *_by_choice(game)))
            ],
            cites=("setup.rounds.station-last",),
        ),
        lambda agreed: agreed.stations,
    ),
    "first-player": drawn(
        "first-player",
        items=lambda rules, game: game.options.seats,
        count=one,
        happens=lambda rules, game, outcome: [
            (FirstPlayerDrawn(outcome[0]), ("setup.first-player.drawn", "setup.first-player.holds-rounds"))
        ],
        cites=("setup.first-player.drawn",),
    ),
}
