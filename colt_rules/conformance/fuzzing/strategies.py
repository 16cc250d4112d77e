"""Hypothesis strategies for games: tables, games in progress, positions on a board, commands.

They are public as ``colt_rules.testing``. Everything they draw shrinks to something smaller of its kind: fewer bandits,
fewer cars, less loot, earlier in the game.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from types import NoneType
from typing import Any, TypeVar, get_args

from attrs import fields, frozen
from hypothesis import strategies as st

from colt_rules.commands import COMMANDS, AgreeOnRuling, Command, Deal, StartGame
from colt_rules.conformance.cases.board import FEWEST_CARS, board, deck_of, has_pawn
from colt_rules.conformance.cases.drawing import CARS as NAMES
from colt_rules.conformance.cases.drawing import write_drawing
from colt_rules.conformance.notations import ELSEWHERE, NOTATIONS, SCHEMING, in_play, places_of, sketch_with
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, Accepted, awaiting, decide, legal
from colt_rules.log.class_source import id_kinds
from colt_rules.log.codec import read_command
from colt_rules.model.names import CHANCE, LOCOMOTIVE, TABLE, inside
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from colt_rules.registry.registry import registry
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import ROUNDS
from colt_rules.rules.base.table import Tables, house_rules_left
from colt_rules.rules.editions import EDITIONS, holds
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import module, rulebook, rules_of

T = TypeVar("T")
MOST_HOUSE_RULES = 12
"""The most answers that a table agrees on in a drawn position."""
BASE_GAMES = tuple((edition, MODULES[:1]) for edition in EDITIONS)
"""The base game in each edition."""

DEALT = tuple(
    dict.fromkeys(what for name in MODULES for what, choice in module(name).choices.items() if Deal in choice.commands)
)
"""What chance is asked for."""


def tables() -> st.SearchStrategy[StartGame]:
    """A game that can be set up: any edition and variant, the players it is for, its advanced rules, any train."""
    return _tables(NEW)


@st.composite
def _tables(draw: st.DrawFn, game: Game) -> StartGame:
    """An agreement of the table that is possible with the answers it has agreed on."""
    # The variant is drawn first: otherwise one with many options would come up more often. Each variant needs the same
    # number of draws: one that needs fewer would count as smaller.
    options, sizes = _most(game.options.rulings)
    kinds = draw(st.sampled_from(_kinds(game.options.rulings)))
    start, rules = kinds[draw(st.integers(0, options - 1)) % len(kinds)]
    wanted = rules.table
    players = wanted.players[draw(st.integers(0, sizes - 1)) % len(wanted.players)]
    order = draw(st.permutations(wanted.names if wanted.chosen else tuple(rules.components.characters)))
    train = draw(st.permutations(rules.cars_to_choose))[: wanted.train(players)] if draw(st.booleans()) else []
    return changed(start, seats=wanted.seated(order, players), train=tuple(train))


@lru_cache(maxsize=256)
def _kinds(rulings: tuple[str, ...]) -> list[list[tuple[StartGame, Rules]]]:
    """Every kind of game, the plainest first, grouped by edition and variant."""
    found: dict[tuple[str, tuple[str, ...]], list[tuple[StartGame, Rules]]] = {}
    for start, rules in Tables(changed(NEW, options=changed(NEW.options, rulings=rulings))).kinds():
        found.setdefault((start.edition, start.modules), []).append((start, rules))
    return list(found.values())


@lru_cache(maxsize=256)
def _most(rulings: tuple[str, ...]) -> tuple[int, int]:
    """The largest number of kinds of game in a variant, and the largest number of player counts in a kind."""
    known = _kinds(rulings)
    return max(map(len, known)), max(len(rules.table.players) for kinds in known for _, rules in kinds)


@st.composite
def games(draw: st.DrawFn, most: int = 60) -> tuple[Command, ...]:
    """The commands of a game from its beginning, all accepted.

    House rules, the agreement of the table, then at most ``most`` others.
    """
    played: list[Command] = []
    game = NEW
    for _ in range(draw(st.integers(0, 2))):
        played.append(draw(st.sampled_from(house_rules_left(game))))
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
def positions(draw: st.DrawFn, editions: Sequence[str] = EDITIONS, modules: tuple[str, ...] = MODULES[:1]) -> Game:
    """A position in the Stealin' phase of a board, in which a player has to act or the round is over.

    It is of the base game, perhaps with more modules, in one of these editions. If a module draws something that exists
    in the Schemin' phase only, the position is in that phase.
    """
    edition = draw(st.sampled_from(editions))
    rules, added = rulebook(modules, edition), sketch_with(modules)
    cars, bandits, table = rules.cars_to_choose, tuple(rules.components.characters), rules.table
    train = [LOCOMOTIVE, *draw(st.permutations(cars))[: draw(st.integers(FEWEST_CARS, len(cars)))], *rules.last_cars]
    columns = [*train, *added.columns]
    fewest = min(table.players) - len(table.required)
    riders = draw(st.permutations(bandits))[: draw(st.integers(fewest, len(bandits)))]
    seats = [*table.required, *riders]
    pawn = [inside(draw(st.sampled_from(train)))] if has_pawn(rules) else []
    places = [place for place in places_of(columns) if place not in pawn]
    words: dict[str, list[str]] = {place: [] for place in places_of(columns)}
    for bandit in seats:
        words[draw(st.sampled_from(places))].append(bandit)
    for place in pawn:
        words[place].append("M")
    for place in words:
        words[place] += draw(st.lists(_loot(modules), max_size=2))
    cards = [card for seat in seats for card in sorted(set(deck_of(rules, seat, {seat: seat})))]
    more: dict[str, Any] = {}
    for sampled in (NOTATIONS[name].sampled for name in modules if name in NOTATIONS):
        cells, options = sampled(RandomChoices(draw), train, seats) if sampled else ({}, {})
        for cell, there in cells.items():
            words.setdefault(cell, []).extend(there)
        more |= options
    gone = {bandit for option in ELSEWHERE for bandit in more.get(option, ())}
    words = {cell: [word for word in there if word not in gone] for cell, there in words.items()}
    rows = (NAMES, "roof", "inside", *added.rows)
    pile = draw(st.lists(st.sampled_from(cards), min_size=1, max_size=4, unique=True))
    rounds = draw(st.lists(st.sampled_from(sorted(rules.components.round_cards)), max_size=1))
    if any(more.get(option) for option in SCHEMING):
        more["hands"] = {seat: draw(_hand(rules, seat, pile)) for seat in seats}
    return board(
        write_drawing(columns, rows, words),
        pile=pile,
        seats=seats,
        first=draw(st.sampled_from(seats)),
        powers=holds("setup.advanced.always", edition) or draw(st.booleans()),
        loot={bandit: draw(st.lists(_loot(modules), max_size=2)) for bandit in seats},
        bullets={bandit: len(BOX.bullets) - draw(st.integers(0, len(BOX.bullets))) for bandit in riders},
        neutral=rules.components.neutral_bullets - draw(st.integers(0, rules.components.neutral_bullets)),
        card=draw(st.sampled_from(sorted(rules.components.round_cards))),
        rounds=rounds,
        number=draw(st.integers(1, rules.number(ROUNDS) - len(rounds))),
        rulings=draw(_rulings(edition)),
        edition=edition,
        modules=modules,
        **more,
    )


@lru_cache
def _rulings(edition: str) -> st.SearchStrategy[list[str]]:
    """Answers that a table can agree on, each ``ruling=answer``, at most one per question."""
    open_ = {ruling.id: ruling.house_rules(edition) for ruling in registry().rulings.values()}
    house_rules = [f"{id}={answer}" for id, answers in open_.items() for answer in answers]
    return st.lists(
        st.sampled_from(house_rules),
        max_size=MOST_HOUSE_RULES,
        unique_by=lambda house_rule: house_rule.partition("=")[0],
    ).map(sorted)


def _hand(rules: Rules, seat: str, pile: Sequence[str]) -> st.SearchStrategy[list[str]]:
    """Some of the cards that a player has not played."""
    left = Counter(deck_of(rules, seat, {seat: seat})) - Counter(pile)
    return st.permutations(sorted(left.elements())).map(lambda cards: cards[:6])


def _loot(modules: tuple[str, ...]) -> st.SearchStrategy[str]:
    several = [word for word, loot in sketch_with(modules).loot.items() if not loot.token]
    return st.sampled_from(["purse", "jewel", "strongbox", "purse:300", "purse:500", *several])


@frozen
class RandomChoices:
    """Random choices for modules, drawn by Hypothesis."""

    draw: st.DrawFn

    def one(self, items: Sequence[T]) -> T:
        """One of the items."""
        return self.draw(st.sampled_from(items))

    def several(self, items: Sequence[T], most: int, *, unique: bool = False) -> list[T]:
        """At most ``most`` of the items."""
        return self.draw(st.lists(st.sampled_from(items), max_size=most, unique=unique))

    def number(self, least: int, most: int) -> int:
        """A number between the two, inclusive."""
        return self.draw(st.integers(least, most))


def legal_commands(game: Game) -> st.SearchStrategy[Command]:
    """A command that is accepted in this position, from an actor who has to decide.

    After the end of the game there is no such command.
    """
    actors = dict.fromkeys(decision.actor for decision in awaiting(game))
    return st.one_of([_answers(game, actor) for actor in actors])


def _answers(game: Game, actor: str) -> st.SearchStrategy[Command]:
    if actor == TABLE and game.phase == "new":
        return st.one_of(_tables(game), st.sampled_from(house_rules_left(game)))
    answers = legal(game, actor)
    if isinstance(answers, Arrangements):
        rows, count = answers, answers.count
        return st.permutations(rows.items).map(lambda row: rows.deal(tuple(row[:count])))
    return st.integers(0, len(answers) - 1).map(answers.__getitem__)  # may be too many to list


@st.composite
def commands(draw: st.DrawFn, game: Game) -> Command:
    """Any well-formed command with names of this position, legal or not: of any actor, place, card or token."""
    wanted = draw(st.booleans())
    if wanted and awaiting(game):
        return draw(legal_commands(game))
    name = draw(st.sampled_from([name for name in COMMANDS if name != "StartGame"]))
    actors = [*game.options.seats, CHANCE, TABLE]
    data: dict[str, Any] = {"type": name, "actor": draw(st.sampled_from(actors))}
    words = vocabulary(game, COMMANDS[name])
    for field in fields(COMMANDS[name])[1:]:
        several = field.type == tuple[str, ...]
        word = st.sampled_from(words[field.name])
        data[field.name] = draw(st.lists(word, max_size=3) if several else word)
    return read_command(data)


@st.composite
def scenes(draw: st.DrawFn, kinds: Sequence[tuple[str, tuple[str, ...]]] = BASE_GAMES) -> tuple[Game, Command]:
    """A position in one of these editions and sets of modules, and a command."""
    edition, modules = draw(st.sampled_from(kinds))
    game = draw(positions((edition,), modules))
    return game, draw(commands(game))


def vocabulary(game: Game, command: type[Command]) -> dict[str, list[Any]]:
    """By field of a command: values to try there in this position, sensible or not."""
    kinds, ids, texts = id_kinds(command), _ids(game), _texts(game)
    words: dict[str, list[Any]] = {}
    for field in fields(command)[1:]:
        if field.type is bool:
            words[field.name] = [False, True]
        else:
            named = ids[kinds[field.name]] if field.name in kinds else texts[field.name]
            words[field.name] = [*named, *([None] if NoneType in get_args(field.type) else [])]
    return words


def _ids(game: Game) -> dict[str, list[str]]:
    """By kind of id: the ids in this position, or other ids of the kind if it has none."""
    modules = in_play(game)
    added = sketch_with(modules).columns
    options = [option for name in modules for option in NOTATIONS[name].options.values()]
    places = places_of([*game.train, *added]) or ["nowhere"]
    cards = sorted({card for cards in game.cards.values() for card in (*cards.hand, *cards.deck)})
    return {
        "Seat": list(game.options.seats),
        "Bandit": list(game.figures or rules_of(game).components.characters),
        "Car": [*(game.train or rules_of(game).components.cars), *added],
        "Place": [*places, *(option.place for option in options if option.place)],
        "Card": cards or ["none"],
        "Token": list(game.values) or ["none"],
    }


def _texts(game: Game) -> dict[str, list[str]]:
    """By field of a command that holds no ids: values to try there."""
    round_cards = rules_of(game).components.round_cards.values()
    house_rules = [house_rule for house_rule in house_rules_left(NEW) if isinstance(house_rule, AgreeOnRuling)]
    return {
        "ruling": sorted({house_rule.ruling for house_rule in house_rules}),
        "answer": sorted({house_rule.answer for house_rule in house_rules}),
        "what": list(DEALT),
        "rounds": sorted(card.id for card in round_cards if not card.station),
        "stations": sorted(card.id for card in round_cards if card.station) or ["none"],
        "subject": ["", *game.options.seats],
        "outcome": _ids(game)["Card"],
        **{field: there for each in NOTATIONS.values() for field, there in each.vocabulary(game).items()},
    }


def _after(game: Game, command: Command) -> Game:
    verdict = decide(game, command)
    assert isinstance(verdict, Accepted), verdict
    return verdict.after
