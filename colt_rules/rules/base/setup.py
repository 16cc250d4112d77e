"""Getting ready: every step looks whether it is done and, if not, says what is due."""

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
"""How many rounds are played."""
STARTING_PURSE: Numbers = {
    "setup.purse.starting": 250,
}
"""What the purse that a bandit starts with is worth."""
BY_CHOICE: Cites = ("setup.rounds.chosen", "ruling.setup.chosen-rounds")
"""What it rests on that the round deck is drawn from cards that the table has named."""
MIXING = "ruling.setup.mixing"
LEFT_OUT = f"{MIXING}=left-out"


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
    return [seat_taken(rules, game, seat, seat, action_cards(rules, seat), cites) for seat in game.options.seats]


def seat_taken(rules: Rules, game: Game, seat: Seat, bandit: Bandit, cards: tuple[Card, ...], cites: Cites) -> Cited:
    """A player takes a bandit with all that belongs to it."""
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
    """The locomotive leads; behind it as many cars as players, chosen by the table or drawn, then the train's tail."""
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
"""The kinds of loot that are laid out, in the order in which chance is asked for those that are drawn."""
DRAWS = {PURSE: "purses", JEWEL: "jewels", STRONGBOX: "strongboxes"}
"""By kind: what chance is asked for."""
ASIDE = "strongbox-2"
UNDRAWN = 0
"""The value of a token of the supply until it is known which one it is."""
PURSES, JEWELS, STRONGBOXES = (
    Pool(BOX.purse_values, ("setup.loot.purses-blind",)),
    Pool((BOX.jewel_value,) * BOX.jewels),
    Pool((BOX.strongbox_value,) * BOX.strongboxes),
)


def supply(rules: Rules, before: Supply) -> Supply:
    """Purses differ and are drawn blind; jewels are all alike, and so are strongboxes."""
    return {PURSE: PURSES, JEWEL: JEWELS, STRONGBOX: STRONGBOXES}


def left_in_supply(rules: Rules, game: Game, kind: str) -> tuple[int, ...]:
    """What the tokens of a kind are worth that nobody has and that lie nowhere yet."""
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
    """Each car gets the loot printed in it; which purses these are is drawn blind, the rest leaves the game."""
    kind = _to_draw(rules, game)
    return (Decision(CHANCE, DRAWS[kind], ""),) if kind else None


def is_laid_out(rules: Rules, game: Game) -> bool:
    """Whether the loot of the cars and of the locomotive lies there, so that other things can follow."""
    return bool(game.floor) and not _to_draw(rules, game)


def _to_draw(rules: Rules, game: Game) -> str | None:
    """The next kind of loot that is drawn unseen; as they are laid out in order, it comes after all that lie there."""
    if ASIDE in game.aside:  # of the last kind: every step of the set-up asks, and need not look at each token
        return None
    laid = {kind_of(token) for tokens in (*game.floor.values(), game.aside) for token in tokens}
    to_come = [*takewhile(lambda kind: kind not in laid, reversed(KINDS))]
    pools = rules.supply
    return next((kind for kind in reversed(to_come) if pools[kind].blind and _count(rules, game, kind)), None)


def _count(rules: Rules, game: Game, kind: str) -> int:
    """How many tokens of a kind are laid out: as the cars say, and one strongbox besides those in the locomotive."""
    if kind == STRONGBOX:
        placed = [event for event, _ in rules.in_locomotive if isinstance(event, LootPlaced)]
        return 1 + sum(kind_of(event.token) == kind for event in placed)
    cars = [rules.components.cars[car] for car in game.train[1:]]
    return sum([car.purses if kind == PURSE else car.jewels for car in cars])


def _laid_out(rules: Rules, game: Game, kind: str, drawn: tuple[int, ...]) -> list[Cited]:
    """Tokens of a kind, worth this much, are laid out, and with them the kinds after it that are all alike."""
    pools = rules.supply
    alike = takewhile(lambda other: not pools[other].blind, KINDS[KINDS.index(kind) + 1 :])
    return _filled(rules, game, {kind: drawn} | {other: pools[other].values for other in alike})


def _filled(rules: Rules, game: Game, values: Mapping[str, tuple[int, ...]]) -> list[Cited]:
    """Each car gets what is printed in it, as far as it is of these kinds; strongboxes come last.

    The name of a token says nothing of its value.
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
    """Marshal and strongbox start in the locomotive."""
    place, cites = inside(LOCOMOTIVE), ("setup.locomotive.marshal-and-strongbox",)
    return ((LootPlaced("strongbox-1", UNDRAWN, place), cites), (MarshalPlaced(place), cites))


@clause("setup.strongbox.second-aside", "setup.neutral-bullets.thirteen")
def _locomotive(rules: Rules, strongboxes: Iterator[int]) -> list[Cited]:
    """What belongs in the locomotive stands there; the second strongbox and thirteen neutral bullets lie beside."""
    beside = ("setup.strongbox.second-aside", "setup.loot.rest-away")
    blind = rules.supply[STRONGBOX].blind
    return [
        *(_as_drawn(cited, strongboxes, blind) for cited in rules.in_locomotive),
        (LootSetAside(ASIDE, next(strongboxes)), (*beside, *blind)),
        (NeutralBulletsStacked(rules.components.neutral_bullets), ("setup.neutral-bullets.thirteen",)),
    ]


def _as_drawn(cited: Cited, strongboxes: Iterator[int], blind: Cites) -> Cited:
    """A strongbox has the value of the next one, and rests also on what says that it was drawn unseen."""
    event, cites = cited
    if isinstance(event, LootPlaced) and kind_of(event.token) == STRONGBOX:
        return LootPlaced(event.token, next(strongboxes), event.place), (*cites, *blind)
    return cited


@clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven", "setup.rounds.station-last")
def stack_rounds(rules: Rules, game: Game) -> StepResult:
    """Five of the seven round cards for this number of players, or four of them and a station at the bottom."""
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
    """The stations, which are for any number of players."""
    return tuple(card.id for card in rules.components.round_cards.values() if card.station)


def _rounds_wanted(rules: Rules, game: Game) -> int:
    rounds = rules.number(ROUNDS)
    return rounds - 1 if game.options.stations else rounds


@clause("setup.rounds.by-player-count", "setup.rounds.five-of-seven", "setup.rounds.station-last")
def _deck_of_rounds(rules: Rules, game: Game) -> Cites:
    """What forbids another row of round cards: they match the players and are five, or four with a station."""
    number = "setup.rounds.station-last" if game.options.stations else "setup.rounds.five-of-seven"
    return ("setup.rounds.by-player-count", number)


@clause("setup.rounds.five-of-seven", "setup.rounds.station-last", "setup.rounds.station-always")
def _drawn_by(game: Game) -> Cites:
    """Which clause says how many round cards are drawn: four where a station follows, in some editions always."""
    if holds("setup.rounds.station-always", game.options.edition):
        return ("setup.rounds.station-always",)
    return ("setup.rounds.station-last",) if game.options.stations else ("setup.rounds.five-of-seven",)


Row: TypeAlias = Callable[[Agreed], tuple[str, ...]]


def _named(game: Game, row: Row) -> tuple[str, ...]:
    """The cards that the table has agreed to draw from; none where it has named none, or was not asked."""
    agreed = game.agreed or None
    return row(agreed) if agreed else ()


def has_named(game: Game) -> bool:
    """Whether the table has named cards to draw from."""
    return bool(_named(game, lambda agreed: agreed.rounds))


@clause("ruling.setup.mixing")
def are_mixed_in(rules: Rules, named: bool) -> bool:
    """Whether the cards of other boxes join those of the base game: not if the table named some, or leaves them out."""
    return not named and not rules.agreed(LEFT_OUT)


def _drawn_from(rules: Rules, game: Game) -> Cites:
    """What says which cards the round deck is drawn from, where boxes have more than the base game."""
    if has_named(game):
        return BY_CHOICE
    more = rules.components.round_cards.keys() - BOX.round_cards.keys()
    return (MIXING,) if more and not settled(MIXING, game.options.edition) else ()


@clause("ruling.setup.mixing")
def _left_out(rules: Rules, game: Game) -> frozenset[str]:
    """The cards of other boxes, where the table agrees that they are left out and has named none."""
    if has_named(game) or not rules.agreed(LEFT_OUT):
        return frozenset()
    return frozenset(rules.components.round_cards.keys() - BOX.round_cards.keys())


@clause("setup.rounds.chosen", "ruling.setup.chosen-rounds", "ruling.setup.mixing")
def _out_of_the_right_cards(choice: Choice, row: Row) -> Choice:
    """Only the cards that the table named are drawn from, or those of the base game where it leaves the rest out."""

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


def _draw_of(kind: str) -> Choice:
    """Of all tokens of a kind that are in the supply as many are drawn as are laid out."""
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
