"""Hypothesis strategies for games: tables to play at, games under way, positions on a board, commands.

They are public as ``colt_rules.testing``. Everything they draw shrinks to something smaller of its kind: fewer bandits,
fewer cars, less loot, earlier in the game.
"""

from typing import Any

from attrs import Attribute
from hypothesis import strategies as st

from colt_rules.commands import COMMANDS, Command, StartGame
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, Accepted, awaiting, decide, legal
from colt_rules.log.codec import read_command
from colt_rules.model.names import CHANCE, LOCOMOTIVE, TABLE, Token, inside, roof
from colt_rules.model.state import Game
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import action_cards
from colt_rules.rules.rulebook import EDITIONS, MODULES

BANDITS = tuple(BOX.characters)
CARS = tuple(BOX.cars)


@st.composite
def tables(draw: st.DrawFn) -> StartGame:
    """A game that can be set up: three to six bandits, any of the advanced rules, a chosen train or a drawn one."""
    seats = draw(st.permutations(BANDITS))[: draw(st.integers(3, len(BANDITS)))]
    happenings = draw(st.booleans())
    train = draw(st.permutations(CARS))[: len(seats)] if draw(st.booleans()) else []
    return StartGame(
        actor=TABLE,
        edition=draw(st.sampled_from(EDITIONS)),
        modules=MODULES[:1],
        seats=tuple(seats),
        powers=draw(st.booleans()),
        happenings=happenings,
        stations=happenings and draw(st.booleans()),
        train=tuple(train),
    )


@st.composite
def games(draw: st.DrawFn, most: int = 60) -> tuple[Command, ...]:
    """The commands of a game from its beginning, each of which is accepted: at most so many, to its end at most."""
    command: Command = draw(tables())
    played, game = [command], _after(NEW, command)
    for _ in range(draw(st.integers(0, most))):
        if not awaiting(game):
            break
        command = draw(legal_commands(game))
        played.append(command)
        game = _after(game, command)
    return tuple(played)


@st.composite
def positions(draw: st.DrawFn) -> Game:
    """A position in the Stealin' phase as a board shows it, in which somebody has to act or the round is over."""
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
        powers=draw(st.booleans()),
        loot={bandit: draw(st.lists(_loot(), max_size=2)) for bandit in seats},
        bullets={bandit: len(BOX.bullets) - draw(st.integers(0, len(BOX.bullets))) for bandit in seats},
        neutral=BOX.neutral_bullets - draw(st.integers(0, BOX.neutral_bullets)),
        card=draw(st.sampled_from(sorted(BOX.round_cards))),
        rounds=draw(st.lists(st.sampled_from(sorted(BOX.round_cards)), max_size=1)),
    )


def _loot() -> st.SearchStrategy[str]:
    return st.sampled_from(["purse", "jewel", "strongbox", "purse:300", "purse:500"])


def legal_commands(game: Game) -> st.SearchStrategy[Command]:
    """A command that is accepted in this position, from whoever has to decide; nothing if the game is over."""
    actors = dict.fromkeys(decision.actor for decision in awaiting(game))
    return st.one_of([_answers(game, actor) for actor in actors])


def _answers(game: Game, actor: str) -> st.SearchStrategy[Command]:
    if actor == TABLE:
        return tables()
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
    if field.name == "outcome":
        return st.lists(st.sampled_from(words["card"]), max_size=3)
    needed = field.type == Token
    return st.sampled_from([word for word in words[field.name] if word is not None or not needed])


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Game, Command]:
    """A position, and a command that comes in it."""
    game = draw(positions())
    return game, draw(commands(game))


def vocabulary(game: Game) -> dict[str, list[Any]]:
    """By name of a field of a command: what could stand there in this position, sensibly or not."""
    tokens = [*(game.values or ["none"]), None]
    places = [place for car in game.train for place in (inside(car), roof(car))] or ["nowhere"]
    cards = sorted({card for cards in game.cards.values() for card in (*cards.hand, *cards.deck)}) or ["none"]
    return {
        "what": ["deck", "train", "purses", "round-cards", "station", "first-player"],
        "subject": ["", *game.options.seats],
        "outcome": [[]],
        "card": cards,
        "face_down": [False, True],
        "to": places,
        "target": list(game.figures) or ["nobody"],
        "token": tokens,
        "keep": [False, True],
    }


def _after(game: Game, command: Command) -> Game:
    verdict = decide(game, command)
    assert isinstance(verdict, Accepted), verdict
    return verdict.after
