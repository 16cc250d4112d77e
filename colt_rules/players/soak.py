"""Many random games, each held against itself: its log, written and read again, must lead to the same end."""

import os
import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from multiprocessing import parent_process
from random import Random
from threading import Thread

from colt_rules.commands import Command, StartGame
from colt_rules.kernel import Accepted
from colt_rules.log.codec import digest
from colt_rules.log.entries import new_header, recording
from colt_rules.log.lines import parse_lines, write_lines
from colt_rules.log.replay import check, replay
from colt_rules.model.record import record
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import new_game, play
from colt_rules.rules.base.box import BOX
from colt_rules.rules.base.setup import FEWEST_PLAYERS, MOST_PLAYERS

ADVANCED = ((False, False), (True, False), (True, True))
"""Happenings and stations, in every combination there is."""

BATCH = 25
"""Games a worker plays before it reports."""


@record
class Outcome:
    """How one game went. ``problem`` is empty if all was well."""

    seed: int
    players: int
    powers: bool
    happenings: bool
    stations: bool
    events: int
    problem: str


def any_game(seed: int) -> StartGame:
    """A game of any size and kind that the base box allows, the same for the same seed."""
    random = Random(seed)
    players = FEWEST_PLAYERS + seed % (MOST_PLAYERS - FEWEST_PLAYERS + 1)
    happenings, stations = random.choice(ADVANCED)
    return new_game(
        tuple(random.sample(list(BOX.characters), players)),
        powers=random.random() < 0.5,
        happenings=happenings,
        stations=stations,
        train=tuple(random.sample(list(BOX.cars), players)) if random.random() < 0.5 else (),
    )


def try_game(seed: int) -> Outcome:
    """Play one game, write its log, read it, fold it, decide every command again."""
    start = any_game(seed)
    steps: list[tuple[Command, Accepted]] = []
    try:
        bots = {seat: RandomBot(seed + number) for number, seat in enumerate(start.seats)}
        steps.extend(play(start, Dealer(seed), bots))
        problem = _problem(start, steps)
    except Exception as error:  # whatever it is, the seed that shows it must be told
        problem = f"{error.__class__.__name__}: {error}"
    events = sum(len(verdict.events) for _, verdict in steps)
    return Outcome(seed, len(start.seats), start.powers, start.happenings, start.stations, events, problem)


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


def soak(games: int, first_seed: int, workers: int) -> Iterator[Outcome]:
    """Try so many games in several processes; outcomes come as they are ready."""
    seeds = range(first_seed, first_seed + games)
    if workers == 1:
        yield from map(try_game, seeds)
        return
    with ProcessPoolExecutor(workers, initializer=_end_with_parent) as pool:
        yield from pool.map(try_game, seeds, chunksize=BATCH)


def _end_with_parent() -> None:
    """No worker outlives the process it works for, whatever ended that; an interrupt is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def kinds(outcomes: Iterable[Outcome]) -> Counter[str]:
    """How many games of each kind were played."""
    counted: Counter[str] = Counter()
    for outcome in outcomes:
        counted[f"{outcome.players} bandits"] += 1
        counted["with powers" if outcome.powers else "without powers"] += 1
        counted["with stations" if outcome.stations else "without stations"] += 1
        counted["with happenings" if outcome.happenings else "without happenings"] += 1
    return counted
