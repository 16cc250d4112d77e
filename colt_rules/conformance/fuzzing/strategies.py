"""Hypothesis strategies for games: tables to play at, games under way, positions on a board, commands.

They are public as ``colt_rules.testing``. Everything they draw shrinks to something smaller of its kind: fewer bandits,
fewer cars, less loot, earlier in the game.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from attrs import Attribute
from hypothesis import strategies as st

from colt_rules.commands import COMMANDS, ClaimRuling, Command, StartGame
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, Accepted, awaiting, decide, legal
from colt_rules.log.codec import read_command
from colt_rules.model.names import CHANCE, LOCOMOTIVE, TABLE, Token, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.base.table import Tables, claims_left
from colt_rules.rules.editions import EDITIONS, holds
from colt_rules.rules.module import Table

BANDITS = tuple(BOX.characters)
CARS = tuple(BOX.cars)


def tables() -> st.SearchStrategy[StartGame]:
    """A game that can be set up: any edition and variant, the players it is for, its advanced rules, any train."""
    return _tables(NEW)


@st.composite
def _tables(draw: st.DrawFn, game: Game) -> StartGame:
    """What the table can agree on with the answers that it has claimed."""
    start, wanted = draw(st.sampled_from(_kinds(game.options.rulings)))
    # As many draws for every kind of game: one that needs fewer would count as smaller.
    players = sorted(wanted.cars)[draw(st.integers(0, 3)) % len(wanted.cars)]
    order = tuple(draw(st.permutations(BANDITS)))
    names = order if wanted.chosen else wanted.names
    train = draw(st.permutations(CARS))[: wanted.cars[players]] if draw(st.booleans()) else []
    return changed(start, seats=names[:players], train=tuple(train))


@lru_cache(maxsize=256)
def _kinds(rulings: tuple[str, ...]) -> list[tuple[StartGame, Table]]:
    """Every kind of game, the plainest first."""
    return list(Tables(changed(NEW, options=changed(NEW.options, rulings=rulings))).kinds())


@st.composite
def games(draw: st.DrawFn, most: int = 60) -> tuple[Command, ...]:
    """The commands of a game from its beginning, each of which is accepted: what the table claims, what it agrees on,
    then at most so many, to its end at most."""
    played: list[Command] = []
    game = NEW
    for _ in range(draw(st.integers(0, 2))):
        played.append(draw(st.sampled_from(claims_left(game))))
        game = _after(game, played[-1])
    command: Command = draw(_tables(game))
    played.append(command)
    game = _after(game, command)
    for _ in range(draw(st.integers(0, most))):
        if not awaiting(game):
            break
        command = draw(legal_commands(game))
        played.append(command)
        game = _after(game, command)
    return tuple(played)


@st.composite
def positions(draw: st.DrawFn, editions: Sequence[str] = EDITIONS) -> Game:
    """A position in the Stealin' phase as a board shows it, in which somebody has to act or the round is over.

    It is of the base game, in any of these editions.
    """
    edition = draw(st.sampled_from(editions))
    cars = draw(st.permutations(CARS))[: draw(st.integers(2, len(CARS)))]
    train = [LOCOMOTIVE, *cars]
    seats = draw(st.permutations(BANDITS))[: draw(st.integers(3, len(BANDITS)))]
    marshal = draw(st.sampled_from(train))
    places = [place for car in train for place in (inside(car), roof(car)) if place != inside(marshal)]
    words: dict[str, list[str]] = {place: [] for car in train for place in (inside(car), roof(car))}
    for bandit in seats:
        words[draw(st.sampled_from(places))].append(bandit)
    words[inside(marshal)].append("M")
    for place in words:
        words[place] += draw(st.lists(_loot(), max_size=2))
    cards = [card for bandit in seats for card in sorted(set(action_cards(bandit)))]
    rows = {
        "car": ["", *cars],
        "roof": [" ".join(words[roof(car)]) for car in train],
        "inside": [" ".join(words[inside(car)]) for car in train],
    }
    return board(
        "\n".join(f"{name} | {' | '.join(cells)} |" for name, cells in rows.items()),
        pile=draw(st.lists(st.sampled_from(cards), min_size=1, max_size=4, unique=True)),
        seats=seats,
        first=draw(st.sampled_from(seats)),
        powers=holds(edition, "setup.advanced.always") or draw(st.booleans()),
        loot={bandit: draw(st.lists(_loot(), max_size=2)) for bandit in seats},
        bullets={bandit: len(BOX.bullets) - draw(st.integers(0, len(BOX.bullets))) for bandit in seats},
        neutral=BOX.neutral_bullets - draw(st.integers(0, BOX.neutral_bullets)),
        card=draw(st.sampled_from(sorted(BOX.round_cards))),
        rounds=draw(st.lists(st.sampled_from(sorted(BOX.round_cards)), max_size=1)),
        edition=edition,
    )


def _loot() -> st.SearchStrategy[str]:
    return st.sampled_from(["purse", "jewel", "strongbox", "purse:300", "purse:500"])


def legal_commands(game: Game) -> st.SearchStrategy[Command]:
    """A command that is accepted in this position, from whoever has to decide; nothing if the game is over."""
    actors = dict.fromkeys(decision.actor for decision in awaiting(game))
    return st.one_of([_answers(game, actor) for actor in actors])


def _answers(game: Game, actor: str) -> st.SearchStrategy[Command]:
    if actor == TABLE:
        return st.one_of(_tables(game), st.sampled_from(claims_left(game)))
    answers = legal(game, actor)
    if isinstance(answers, Arrangements):
        rows, count = answers, answers.count
        return st.permutations(rows.items).map(lambda row: rows.deal(tuple(row[:count])))
    return st.sampled_from(list(answers))


@st.composite
def commands(draw: st.DrawFn, game: Game) -> Command:
    """Any well-formed command that speaks of this position, legal or not: of any actor, place, card or token."""
    wanted = draw(st.booleans())
    if wanted and awaiting(game):
        return draw(legal_commands(game))
    name = draw(st.sampled_from([name for name in COMMANDS if name != "StartGame"]))
    words = vocabulary(game)
    actors = [*game.options.seats, CHANCE, TABLE]
    data: dict[str, Any] = {"type": name, "actor": draw(st.sampled_from(actors))}
    for field in COMMANDS[name].__attrs_attrs__[1:]:
        data[field.name] = draw(_values(field, words))
    return read_command(data)


def _values(field: "Attribute[Any]", words: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    if field.type == tuple[str, ...]:
        return st.lists(st.sampled_from(words[field.name]), max_size=3)
    needed = field.type == Token
    return st.sampled_from([word for word in words[field.name] if word is not None or not needed])


@st.composite
def scenes(draw: st.DrawFn, editions: Sequence[str] = EDITIONS) -> tuple[Game, Command]:
    """A position of one of these editions, and a command that comes in it."""
    game = draw(positions(editions))
    return game, draw(commands(game))


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """By name of a field of a command: what could stand there in this position, sensibly or not."""
    tokens = [*(game.values or ["none"]), None]
    places = [place for car in game.train for place in (inside(car), roof(car))] or ["nowhere"]
    cards = sorted({card for cards in game.cards.values() for card in (*cards.hand, *cards.deck)}) or ["none"]
    bandits = list(game.figures) or list(BANDITS)
    claims = [claim for claim in claims_left(NEW) if isinstance(claim, ClaimRuling)]
    return {
        "ruling": sorted({claim.ruling for claim in claims}),
        "answer": sorted({claim.answer for claim in claims}),
        "what": ["deck", "discard", "train", "purses", "partners", "round-cards", "station", "first-player"],
        "subject": ["", *game.options.seats],
        "outcome": cards,
        "bandits": bandits,
        "last": bandits,
        "card": cards,
        "cards": cards,
        "face_down": [False, True],
        "to": places,
        "target": bandits,
        "token": tokens,
        "keep": [False, True],
    }


def _after(game: Game, command: Command) -> Game:
    verdict = decide(game, command)
    assert isinstance(verdict, Accepted), verdict
    return verdict.after
