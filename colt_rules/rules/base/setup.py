"""The set-up of the game. Every step checks whether its work is done and, if not, returns what is due."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, takewhile
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
from colt_rules.model.names import (
    CHANCE,
    LOCOMOTIVE,
    Bandit,
    Card,
    Cites,
    Seat,
    action_card,
    inside,
    kind_of,
)
from colt_rules.model.record import changed
from colt_rules.model.state import Game, clockwise
from colt_rules.registry.clause import clause
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.schemin import deal_refusal, start_round
from colt_rules.rules.editions import holds, settled
from colt_rules.rules.module import Choice, Numbers, Pool, Rules, StepResult, Supply

ROUNDS: Numbers = {
    "game.five-rounds": 5,
}
"""The number of rounds."""
STARTING_PURSE: Numbers = {
    "setup.purse.starting": 250,
}
"""The value of each bandit's starting purse."""
BY_CHOICE: Cites = ("setup.rounds.chosen", "ruling.setup.chosen-rounds")
"""The clauses for a round deck that is drawn from cards chosen by the table."""
MIXING = "ruling.setup.mixing"
LEFT_OUT = f"{MIXING}=left-out"


# --- steps, in order


@clause("setup.character.choice", "setup.purse.starting", "setup.deck.ten-actions", "setup.bullets.descending")
def take_seats(rules: Rules, game: Game) -> StepResult:
    """Each player takes a bandit, ten action cards, six bullet cards stacked with the six on top, and a $250 purse."""
    if game.figures:
        return None
    cites = (
        "setup.character.choice",
        "setup.deck.ten-actions",
        "setup.bullets.descending",
        "setup.purse.starting",
    )
    return [seat_taken(rules, game, seat, seat, action_cards(rules, seat), cites) for seat in game.options.seats]


def seat_taken(rules: Rules, game: Game, seat: Seat, bandit: Bandit, cards: tuple[Card, ...], cites: Cites) -> Cited:
    """The event that a player takes a bandit and everything that belongs to it."""
    return (
        SeatTaken(
            seat=seat,
            bandit=bandit,
            cards=cards,
            bullets=len(BOX.bullets),
            powers=(bandit,) if game.options.powers else (),
            purse=f"purse-{bandit}",
            value=rules.number(STARTING_PURSE),
        ),
        cites,
    )


def action_cards(rules: Rules, seat: Seat) -> tuple[Card, ...]:
    """The action cards of a bandit, unshuffled."""
    return tuple(action_card(seat, action) for action, count in rules.action_cards.deck.items() for _ in range(count))


@clause("setup.train.cars", "setup.train.free-choice", "setup.train.locomotive-first")
def build_train(rules: Rules, game: Game) -> StepResult:
    """The train is the locomotive and behind it one car for each player, in any order.

    The table chooses the cars, or they are drawn. Cars that modules put at the end of every train come last.
    """
    if game.train:
        return None
    if game.options.train:
        return _coupled(rules, game, game.options.train)
    return (Decision(CHANCE, "train", ""),)


def _cars_wanted(rules: Rules, game: Game) -> int:
    return rules.table.train(len(game.options.seats))


def _cars_cites(rules: Rules, game: Game) -> Cites:
    return rules.table.cars_cites(len(game.options.seats))


def _coupled(rules: Rules, game: Game, cars: tuple[str, ...]) -> list[Cited]:
    cites = (*_cars_cites(rules, game), "setup.train.free-choice", "setup.train.locomotive-first")
    return [(TrainBuilt((LOCOMOTIVE, *cars, *rules.last_cars)), cites)]


PURSE, JEWEL, STRONGBOX = KINDS = ("purse", "jewel", "strongbox")
"""The kinds of loot that are laid out, in the order in which they are drawn."""
DRAWS = {PURSE: "purses", JEWEL: "jewels", STRONGBOX: "strongboxes"}
"""By kind of loot: the name of the draw."""
ASIDE = "strongbox-2"
UNDRAWN = 0
"""Stands for the value of a token until it is drawn."""
PURSES, JEWELS, STRONGBOXES = (
    Pool(BOX.purse_values, ("setup.loot.purses-blind",)),
    Pool((BOX.jewel_value,) * BOX.jewels),
    Pool((BOX.strongbox_value,) * BOX.strongboxes),
)


def supply(rules: Rules, before: Supply) -> Supply:
    """Purses differ in value and are drawn unseen; all jewels have the same value, and so do all strongboxes."""
    return {PURSE: PURSES, JEWEL: JEWELS, STRONGBOX: STRONGBOXES}


def left_in_supply(rules: Rules, game: Game, kind: str) -> tuple[int, ...]:
    """The values of the tokens of a kind that are still in the supply."""
    taken = Counter(value for token, value in game.values.items() if kind_of(token) == kind)
    left = []
    for value in rules.supply[kind].values:
        if taken[value]:
            taken[value] -= 1
        else:
            left.append(value)
    return tuple(left)


@clause("setup.loot.as-printed", "setup.loot.purses-blind", "setup.loot.rest-away")
def fill_cars(rules: Rules, game: Game) -> StepResult:
    """Each car gets the loot printed on its floor; its purses are drawn unseen, and the rest leaves the game."""
    kind = _to_draw(rules, game)
    return (Decision(CHANCE, DRAWS[kind], ""),) if kind else None


def is_laid_out(rules: Rules, game: Game) -> bool:
    """Whether the loot of the cars and of the locomotive is laid out, so that later steps can run."""
    return bool(game.floor) and not _to_draw(rules, game)


def _to_draw(rules: Rules, game: Game) -> str | None:
    """The next kind of loot to draw unseen, or None if all kinds are drawn.

    Kinds are laid out in order, so the next kind follows all kinds that already lie on the board.
    """
    if ASIDE in game.aside:  # strongboxes come last; each set-up step asks this, so avoid looking at every token
        return None
    laid = {kind_of(token) for tokens in (*game.floor.values(), game.aside) for token in tokens}
    to_come = [*takewhile(lambda kind: kind not in laid, reversed(KINDS))]
    pools = rules.supply
    return next((kind for kind in reversed(to_come) if pools[kind].blind and _count(rules, game, kind)), None)


def _count(rules: Rules, game: Game, kind: str) -> int:
    """How many tokens of a kind are laid out: as printed on the cars; one strongbox more than the locomotive has."""
    if kind == STRONGBOX:
        placed = [event for event, _ in rules.in_locomotive if isinstance(event, LootPlaced)]
        return 1 + sum(kind_of(event.token) == kind for event in placed)
    cars = [rules.components.cars[car] for car in game.train[1:]]
    return sum([car.purses if kind == PURSE else car.jewels for car in cars])


def _laid_out(rules: Rules, game: Game, kind: str, drawn: tuple[int, ...]) -> list[Cited]:
    """Lays out tokens of a kind with these values, and the kinds after it that need no draw."""
    pools = rules.supply
    alike = takewhile(lambda other: not pools[other].blind, KINDS[KINDS.index(kind) + 1 :])
    return _filled(rules, game, {kind: drawn} | {other: pools[other].values for other in alike})


def _filled(rules: Rules, game: Game, values: Mapping[str, tuple[int, ...]]) -> list[Cited]:
    """Each car gets the loot of these kinds that is printed on the car; strongboxes come last.

    The name of a token does not reveal its value.
    """
    pools = rules.supply
    left = {kind: enumerate(row, 1) for kind, row in values.items()}
    cites = {kind: ("setup.loot.as-printed", *pools[kind].blind) for kind in values}
    loot: list[Cited] = []
    for car in game.train[1:]:
        place = inside(car)
        printed = {PURSE: rules.components.cars[car].purses, JEWEL: rules.components.cars[car].jewels}
        for kind in values:
            for number, value in islice(left[kind], printed.get(kind, 0)):
                loot.append((LootPlaced(f"{kind}-{number}", value, place), cites[kind]))
    return loot + _locomotive(rules, iter(values[STRONGBOX])) if STRONGBOX in values else loot


@clause("setup.locomotive.marshal-and-strongbox")
def locomotive(rules: Rules, before: tuple[Cited, ...]) -> tuple[Cited, ...]:
    """The Marshal and one strongbox start inside the locomotive."""
    place, cites = inside(LOCOMOTIVE), ("setup.locomotive.marshal-and-strongbox",)
    return ((LootPlaced("strongbox-1", UNDRAWN, place), cites), (MarshalPlaced(place), cites))


@clause("setup.strongbox.second-aside", "setup.neutral-bullets.thirteen")
def _locomotive(rules: Rules, strongboxes: Iterator[int]) -> list[Cited]:
    """The locomotive gets its contents; the second strongbox and thirteen neutral bullets go beside the train."""
    beside = ("setup.strongbox.second-aside", "setup.loot.rest-away")
    blind = rules.supply[STRONGBOX].blind
    return [
        *(_as_drawn(cited, strongboxes, blind) for cited in rules.in_locomotive),
        (LootSetAside(ASIDE, next(strongboxes)), (*beside, *blind)),
        (NeutralBulletsStacked(rules.components.neutral_bullets), ("setup.neutral-bullets.thirteen",)),
    ]


def _as_drawn(cited: Cited, strongboxes: Iterator[int], blind: Cites) -> Cited:
    """A strongbox takes the next drawn value, and also cites the clauses about unseen draws."""
    event, cites = cited
    if isinstance(event, LootPlaced) and kind_of(event.token) == STRONGBOX:
        return LootPlaced(event.token, next(strongboxes), event.place), (*cites, *blind)
    return cited


@clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven", "setup.rounds.station-last")
def stack_rounds(rules: Rules, game: Game) -> StepResult:
    """The round deck is five of the cards for this number of players, or four of them and a station at the bottom."""
    if not game.rounds:
        return (Decision(CHANCE, "round-cards", ""),)
    if len(game.rounds) < rules.number(ROUNDS):
        return (Decision(CHANCE, "station", ""),)
    return None


def round_cards(rules: Rules, game: Game) -> tuple[str, ...]:
    """The round cards for this number of players."""
    players = rules.table.counted(len(game.options.seats))
    cards = rules.components.round_cards.values()
    return tuple(card.id for card in cards if card.players and card.players[0] <= players <= card.players[1])


def stations(rules: Rules, game: Game) -> tuple[str, ...]:
    """The stations, which fit any number of players."""
    return tuple(card.id for card in rules.components.round_cards.values() if card.station)


def _rounds_wanted(rules: Rules, game: Game) -> int:
    rounds = rules.number(ROUNDS)
    return rounds - 1 if game.options.stations else rounds


@clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven", "setup.rounds.station-last")
def _deck_of_rounds(rules: Rules, game: Game) -> Cites:
    """The clauses of the round deck: five cards for this number of players, or four with a station."""
    number = "setup.rounds.station-last" if game.options.stations else "setup.rounds.five-of-seven"
    return ("setup.rounds.by-player-count", number)


@clause("setup.rounds.five-of-seven", "setup.rounds.station-last", "setup.rounds.station-always")
def _drawn_by(game: Game) -> Cites:
    """The clause for the number of round cards: five, or four and a station; some editions always have the latter."""
    if holds("setup.rounds.station-always", game.options.edition):
        return ("setup.rounds.station-always",)
    return ("setup.rounds.station-last",) if game.options.stations else ("setup.rounds.five-of-seven",)


Row: TypeAlias = Callable[[Agreed], tuple[str, ...]]


def _named(game: Game, row: Row) -> tuple[str, ...]:
    """The cards that the table has chosen to draw from; empty if the table named no cards or was not asked."""
    agreed = game.agreed or None
    return row(agreed) if agreed else ()


def has_named(game: Game) -> bool:
    """Whether the table has chosen cards to draw from."""
    return bool(_named(game, lambda agreed: agreed.rounds))


@clause("ruling.setup.mixing")
def are_mixed_in(rules: Rules, named: bool) -> bool:
    """Cards of other boxes join those of the base game, unless the table has chosen cards or leaves other boxes out."""
    return not named and not rules.agreed(LEFT_OUT)


def _drawn_from(rules: Rules, game: Game) -> Cites:
    """The clauses that say which cards the round deck is drawn from, if other boxes add cards."""
    if has_named(game):
        return BY_CHOICE
    more = rules.components.round_cards.keys() - BOX.round_cards.keys()
    return (MIXING,) if more and not settled(MIXING, game.options.edition) else ()


@clause("ruling.setup.mixing")
def _left_out(rules: Rules, game: Game) -> frozenset[str]:
    """The cards of other boxes, if the table has agreed to leave them out and has named no cards."""
    if has_named(game) or not rules.agreed(LEFT_OUT):
        return frozenset()
    return frozenset(rules.components.round_cards.keys() - BOX.round_cards.keys())


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds", "ruling.setup.mixing")
def _out_of_the_right_cards(choice: Choice, row: Row) -> Choice:
    """Only cards that the table has chosen are drawn.

    If the table leaves out other boxes, only cards of the base game are drawn.
    """

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        every, named, out = choice.answers(rules, game, subject), _named(game, row), _left_out(rules, game)
        assert isinstance(every, Arrangements), "cards are drawn by chance"
        cards = named or tuple(card for card in every.items if card not in out)
        return Arrangements(every.what, subject, cards, every.count)

    def refusal(rules: Rules, game: Game, subject: str, command: Deal) -> Cites:
        cites, named = choice.refusal(rules, game, subject, command), _named(game, row)
        if named:
            return (*cites, "setup.rounds.chosen") if set(command.outcome) - set(named) else cites
        return (*cites, MIXING) if _left_out(rules, game) & set(command.outcome) else cites

    return changed(choice, answers=answers, refusal=refusal)


@clause("setup.first-player.drawn", "setup.first-player.holds-rounds")
def draw_first_player(rules: Rules, game: Game) -> StepResult:
    """One of the bandits in play is drawn; its player is the first player and keeps the round deck."""
    return None if game.round.first else (Decision(CHANCE, "first-player", ""),)


@clause("setup.placement.odd-last", "setup.placement.even-next-to-last", "setup.placement.inside")
def board_train(rules: Rules, game: Game) -> StepResult:
    """Bandits with odd numbers, counted clockwise from the first player, start inside the last car.

    Those with even numbers start inside the car ahead of it.
    """
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
    """When the set-up is complete, the first round begins."""
    return start_round(rules, game, 1, game.round.first)


STEPS = {
    "take-seats": take_seats,
    "build-train": build_train,
    "fill-cars": fill_cars,
    "stack-rounds": stack_rounds,
    "draw-first-player": draw_first_player,
    "board-train": board_train,
}


# --- draws


def drawn(
    what: str,
    items: Callable[[Rules, Game], tuple[str, ...]],
    count: Callable[[Rules, Game], int],
    happens: Callable[[Rules, Game, tuple[str, ...]], list[Cited]],
    cites: Cites | Callable[[Rules, Game], Cites],
) -> Choice:
    """A draw by chance of ``count`` of the ``items``; a wrong draw is refused by the clauses ``cites``."""
    return Choice(
        commands=(Deal,),
        answers=lambda rules, game, subject: Arrangements(what, subject, items(rules, game), count(rules, game)),
        refusal=lambda rules, game, subject, command: deal_refusal(
            what, subject, command, cites(rules, game) if callable(cites) else cites
        ),
        happens=lambda rules, game, subject, command: happens(rules, game, command.outcome),
    )


def one(rules: Rules, game: Game) -> int:
    """The count for draws of a single item."""
    return 1


def _draw_of(kind: str) -> Choice:
    """The draw of a kind of loot: as many tokens from the supply as are laid out."""
    return drawn(
        DRAWS[kind],
        items=lambda rules, game: tuple(f"${value}" for value in left_in_supply(rules, game, kind)),
        count=lambda rules, game: _count(rules, game, kind),
        happens=lambda rules, game, outcome: _laid_out(rules, game, kind, tuple(int(value[1:]) for value in outcome)),
        cites=lambda rules, game: rules.supply[kind].blind,
    )


CHOICES = {
    "train": Choice(
        commands=(Deal,),
        answers=lambda rules, game, subject: Arrangements("train", "", rules.cars_to_choose, _cars_wanted(rules, game)),
        refusal=lambda rules, game, subject, command: deal_refusal(
            "train", "", command, (*_cars_cites(rules, game), "setup.train.free-choice")
        ),
        happens=lambda rules, game, subject, command: _coupled(rules, game, command.outcome),
    ),
    **{DRAWS[kind]: _draw_of(kind) for kind in KINDS},
    "round-cards": _out_of_the_right_cards(
        drawn(
            "round-cards",
            items=round_cards,
            count=_rounds_wanted,
            happens=lambda rules, game, outcome: [
                (
                    RoundCardsDrawn(outcome),
                    ("setup.rounds.by-player-count", *_drawn_by(game), *_drawn_from(rules, game)),
                )
            ],
            cites=_deck_of_rounds,
        ),
        lambda agreed: agreed.rounds,
    ),
    "station": _out_of_the_right_cards(
        drawn(
            "station",
            items=stations,
            count=one,
            happens=lambda rules, game, outcome: [
                (StationDrawn(outcome[0]), ("setup.rounds.station-last", *_drawn_from(rules, game)))
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
