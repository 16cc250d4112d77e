"""Whether a game can reach a position: counts what is in it against the table, the box and the cards.

What is reported is certain: no game by the rules has such a position. The absence of a report is no proof. A drawn
board shows only the loot that matters and the rounds still mentioned, so only a surplus is reported, never a lack; what
was played before is ignored.
"""

from collections import Counter
from collections.abc import Iterator

from colt_rules.conformance.notations import NOTATIONS, in_play
from colt_rules.model.names import NEUTRAL_BULLET, bullet_card, car_of, kind_of
from colt_rules.model.state import Game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import DRAWS, ROUNDS, STARTING_PURSE
from colt_rules.rules.rulebook import rules_of


def unreachable(game: Game) -> tuple[str, ...]:
    """Why no game reaches this position, each reason in words; empty if nothing rules it out."""
    if not game.train:
        return ()
    of_modules = (reason for module in in_play(game) for reason in NOTATIONS[module].unreachable(game))
    return (*_train(game), *_loot(game), *of_modules, *_bullets(game), *_rounds(game))


def _train(game: Game) -> Iterator[str]:
    """The number of players decides the length of the train, and the Marshal never leaves it."""
    rules, players, cars = rules_of(game), len(game.options.seats), game.train[1:]
    counted = rules.table.cars(players)
    wanted = None if counted is None else counted + len(rules.last_cars)
    if wanted is not None and len(cars) != wanted:
        yield f"cars: expected {wanted} behind the locomotive for {players} players, got {len(cars)}"
    if game.marshal and car_of(game.marshal) not in game.train:
        yield f"marshal: expected him on the train, got him at {game.marshal}"


def _loot(game: Game) -> Iterator[str]:
    """The cars hold what is printed in them, each bandit brings a purse, and the box limits tokens by value."""
    rules = rules_of(game)
    cars = [rules.components.cars[car] for car in game.train[1:]]
    purses = Counter(value for token, value in game.values.items() if kind_of(token) == "purse")
    named = [kind for module in in_play(game) for kind in NOTATIONS[module].named_loot(game)]
    bandits, printed = len(rules_of(game).bandits(game)), sum(car.purses for car in cars) + named.count("purse")
    if purses.total() > printed + bandits:
        got = purses.total()
        yield f"purses: expected at most {printed} printed in these cars and {bandits} of the bandits, got {got}"
    own = rules.number(STARTING_PURSE)
    if (blind := purses.total() - purses[own]) > printed:
        yield f"purses: expected at most {printed} worth more than ${own}, as these cars show, got {blind}"
    for kind, pool in rules.supply.items():
        there = Counter(value for token, value in game.values.items() if kind_of(token) == kind)
        for value, count in there.items():
            if count > (most := pool.values.count(value)):
                yield f"{DRAWS[kind]}: expected at most {most} of ${value}, as in the box, got {count}"
    jewels = sum(kind_of(token) == "jewel" for token in game.values)
    most = sum(car.jewels for car in cars) + named.count("jewel")
    if jewels > most:
        yield f"jewels: expected at most {most}, as these cars show, got {jewels}"


def _bullets(game: Game) -> Iterator[str]:
    """A bullet card that has left its stack is among the cards of a player it hit."""
    rules = rules_of(game)
    received = Counter(card for cards in game.cards.values() for card in (*cards.hand, *cards.deck, *cards.discard))
    for bandit, figure in rules.bandits(game).items():
        shot = [bullet_card(bandit, number) for number in BOX.bullets if number > figure.bullets]
        if nowhere := [card for card in shot if not received[card]]:
            cards = ", ".join(sorted(nowhere))
            yield f"bullets: expected {cards} with a player, since {bandit} has {figure.bullets} left; got it nowhere"
    hit, left, all_ = received[NEUTRAL_BULLET], game.neutral, rules.components.neutral_bullets
    removed = not left and rules.holds("neutral-bullets.pile-removed")
    if left >= 0 and hit + left != all_ and not removed:
        yield f"bullets: expected {all_} neutral ones, got {left} left and {hit} received"


def _rounds(game: Game) -> Iterator[str]:
    """There are five rounds, each with its own card, and a station is the last."""
    cards = [card for card in (game.round.card, *game.rounds) if card]
    opened = game.round.number - (not game.round.card)  # before its card is turned up, the card is still in the deck
    if opened + len(game.rounds) > (rounds := rules_of(game).number(ROUNDS)):
        yield f"rounds: expected at most {rounds}, got {opened} begun and {len(game.rounds)} to come"
    if twice := [card for card, count in Counter(cards).items() if count > 1]:
        yield f"rounds: expected each card once, got {', '.join(twice)} more often"
    stations = [card for card in cards[:-1] if rules_of(game).components.round_cards[card].station]
    if stations:
        yield f"rounds: expected a station only as the last card, got cards after {', '.join(stations)}"
