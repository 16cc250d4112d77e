"""Soak test: many random games, each checked by writing its log, reading it back and replaying it."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import BytesIO
from itertools import product
from random import Random
from typing import TypeAlias

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.kernel import Accepted
from colt_rules.log.codec import digest
from colt_rules.log.entries import new_header, recording
from colt_rules.log.lines import parse_lines, write_lines
from colt_rules.log.replay import replay
from colt_rules.log.verifying import check
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed, record
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import any_seats, new_game, play, table_of, variants
from colt_rules.processes import end_with_parent
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import what_forbids
from colt_rules.rules.rulebook import rulebook

Kind: TypeAlias = tuple[str, str]
"""An edition and a variant."""

HABITS = (1.0, 0.5, 0.1)
"""The probabilities that a table gives the usual answer; the last is for tables that state what their cards show."""
BATCH = 25
"""How many games a worker plays before it reports."""


@record
class GameSetup:
    """What a table agreed on: its house rules and the game."""

    house_rules: tuple[AgreeOnRuling, ...]
    start: StartGame
    usual: float
    """The probability that it gives the usual answer in later decisions, such as what is printed on its cards."""


@record
class SoakResult:
    """The result of one game. ``problem`` is empty if it passed."""

    seed: int
    kind: Kind
    players: int
    house_rules: int
    """How many answers the table agreed on."""
    events: int
    problem: str


@record
class KindTally:
    """The results of the games of one kind."""

    kind: Kind
    games: int
    with_house_rules: int
    """How many of the games agreed on an answer."""
    events: int
    failed: int


def any_game(seed: int, kinds: Sequence[Kind], with_house_rules: float = 0.5) -> GameSetup:
    """A game of one of these kinds with random size, options and house rules; the same for the same seed.

    The kinds alternate from seed to seed; ``with_house_rules`` is the probability that a table agrees on something.
    """
    random = Random(seed)
    edition, variant = kinds[seed % len(kinds)]
    modules = variants()[edition, variant]
    house_rules = _any_house_rules(random, edition) if random.random() < with_house_rules else ()
    answers = tuple(f"{house_rule.ruling}={house_rule.answer}" for house_rule in house_rules)
    table = table_of(edition, modules)
    players = random.choice(table.players)
    cars = rulebook(modules, edition).cars_to_choose
    plain = new_game(
        any_seats(random, table, players),
        edition=edition,
        modules=modules,
        train=tuple(random.sample(cars, table.train(players))) if random.random() < 0.5 else (),
    )
    games = (
        changed(plain, powers=powers, happenings=happenings, stations=stations)
        for powers, happenings, stations in product((False, True), repeat=3)
    )
    start = random.choice([game for game in games if not what_forbids(game, answers)])
    return GameSetup(house_rules, start, random.choice(HABITS))


def _any_house_rules(random: Random, edition: str) -> tuple[AgreeOnRuling, ...]:
    """The commands that agree on some house rules of this edition, chosen at random."""
    open_ = {ruling.id: ruling.house_rules(edition) for ruling in registry().rulings.values()}
    return tuple(
        AgreeOnRuling(TABLE, id, random.choice(answers))
        for id, answers in open_.items()
        if answers and random.random() < 0.3
    )


def played(agreed: GameSetup, seed: int) -> Iterator[tuple[Command, Accepted]]:
    """The steps of this game when random bots play it; the same for the same seed."""
    bots = {seat: RandomBot(seed + number) for number, seat in enumerate(agreed.start.seats)}
    return play(agreed.start, Dealer(seed, agreed.usual), bots, agreed.house_rules)


def try_game(seed: int, kinds: Sequence[Kind]) -> SoakResult:
    """Play one game, write its log, read it back, fold it, and decide every command again."""
    agreed = any_game(seed, kinds)
    start = agreed.start
    steps: list[tuple[Command, Accepted]] = []
    try:
        steps.extend(played(agreed, seed))
        problem = _problem(start, steps)
    except Exception as error:  # whatever it is, the seed that shows it must be reported
        problem = f"{error.__class__.__name__}: {error}"
    events = sum(len(verdict.events) for _, verdict in steps)
    return SoakResult(seed, kinds[seed % len(kinds)], len(start.seats), len(agreed.house_rules), events, problem)


def _problem(start: StartGame, steps: list[tuple[Command, Accepted]]) -> str:
    end = steps[-1][1].after
    header = new_header("soak", start.edition, start.modules, start.seats)
    file = BytesIO()
    write_lines(recording(header, [(command, verdict.events) for command, verdict in steps]), file)
    again = parse_lines([file.getvalue()])
    if end.phase != "over":
        return f"expected the game to be over, got phase {end.phase}"
    if digest(replay(again)) != digest(end):
        return "expected the log to lead to the same final state, got another"
    departures = check(again)
    return str(departures[0]) if departures else ""


def soak(games: int, first_seed: int, workers: int, kinds: Sequence[Kind]) -> Iterator[SoakResult]:
    """Play this many games of these kinds in several processes and yield their outcomes."""
    seeds = range(first_seed, first_seed + games)
    try_one = partial(try_game, kinds=kinds)
    if workers == 1:
        yield from map(try_one, seeds)
        return
    with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
        yield from pool.map(try_one, seeds, chunksize=BATCH)


def tallies(outcomes: Iterable[SoakResult]) -> list[KindTally]:
    """The results of the games of each kind, in the order of the kinds."""
    by_kind: dict[Kind, list[SoakResult]] = {kind: [] for kind in variants()}
    for outcome in outcomes:
        by_kind[outcome.kind].append(outcome)
    return [
        KindTally(
            kind,
            games=len(played),
            with_house_rules=sum(outcome.house_rules > 0 for outcome in played),
            events=sum(outcome.events for outcome in played),
            failed=sum(outcome.problem != "" for outcome in played),
        )
        for kind, played in by_kind.items()
        if played
    ]
