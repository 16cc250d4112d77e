"""Statistics of recorded games: each is counted from its log, in the same way as random games are.

Only finished games count, because an unfinished one has no winner, and only complete logs, because a redacted one does
not say who has what. The chain is checked and the events are folded; the rules are not checked, ``colt audit`` does
that.
"""

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Literal, TypeAlias

from attrs import evolve

from colt_rules.events import RoundStarted
from colt_rules.log.entries import Batch, EventEntry
from colt_rules.log.errors import LogError
from colt_rules.log.lines import LogReader
from colt_rules.log.redaction import is_redacted
from colt_rules.log.replay import replay_on
from colt_rules.log.verifying import verify_read
from colt_rules.model.names import Seat
from colt_rules.model.state import NEW, Game, Standing
from colt_rules.modules import parts
from colt_rules.players.play import variant_of, variants
from colt_rules.research.statistics import FORMAT, GainResults, KindResults, PlayerResults, Results, Statistics
from colt_rules.rules.module import Gain, Rules
from colt_rules.rules.rulebook import rules_of

RECORDED = "recorded games"
"""Stands for the engine in statistics of recorded games."""

LeftOut: TypeAlias = Literal["redacted", "unfinished", "broken"]
"""Why a game is not counted."""
Side: TypeAlias = tuple[Seat, ...]
"""The seats that win together."""


class NotCounted(ValueError):
    """A game cannot be counted: ``kind`` says why in a word, the message in a sentence."""

    def __init__(self, kind: LeftOut, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def count_log(pieces: Iterable[bytes]) -> KindResults:
    """The table of one game, from its log in pieces of whole lines; raises ``NotCounted``."""
    waiting = iter(pieces)
    first = next(waiting, b"")
    if is_redacted(first):
        raise NotCounted("redacted", "it is redacted for one role")
    game, leader = NEW, ""

    def watch(batch: Batch) -> None:
        nonlocal game, leader
        entries = [entry if isinstance(entry, EventEntry) else None for entry in batch.entries]
        game = replay_on(game, entries, batch.number)
        if not leader:
            begun = (entry.event for entry in entries if entry)
            leader = next((event.first for event in begun if isinstance(event, RoundStarted)), "")

    try:
        found = verify_read(LogReader(chain([first], waiting)), watch=watch)
    except LogError as error:
        raise NotCounted("broken", str(error.problems[0])) from error
    if not found.sound:
        raise NotCounted("broken", str(found.faults[0]))
    if not game.ranking:
        raise NotCounted("unfinished", f"it is not over after {found.head.events} events")
    edition, modules = game.options.edition, game.options.modules
    return KindResults(edition, _variant(edition, modules), len(game.options.seats), modules, _counted(game, leader))


@cache
def _variant(edition: str, modules: tuple[str, ...]) -> str:
    """The name of the variant with these modules; their names if no such game can be played any more."""
    return variant_of(modules, [others for (by, _), others in variants().items() if by == edition])


def _counted(game: Game, leader: Seat) -> Results:
    """How one game ended."""
    rules, seats = rules_of(game), game.options.seats
    winners = {standing.seat for standing in game.ranking if standing.rank == 1}
    won = {side for side in rules.sides(game) if winners.intersection(side)}
    level = _level(rules, game)
    fared = {one.seat: _fared(one, shared=len(won) > 1) for one in game.ranking}
    first = seats.index(leader)
    return Results(
        games=1,
        level=int(len(level) > 1),
        shared=int(len(won) > 1),
        nobody=int(not won),
        otherwise=int(len(level) > 1 and _with_fewest_bullets(game, level) != won),
        seats=tuple(fared[seat] for seat in (*seats[first:], *seats[:first])),
        characters={name: fared[figure.seat] for name, figure in game.figures.items() if figure.seat in fared},
        brought=_brought(rules, game, winners),
    )


def _fared(one: Standing, shared: bool) -> PlayerResults:
    won = one.rank == 1
    return PlayerResults(1, int(won), int(won and shared), one.money, one.money**2)


def _brought(rules: Rules, game: Game, winners: set[Seat]) -> dict[str, dict[str, GainResults]]:
    """What the things brought that a player could get, by kind."""
    found: dict[str, dict[str, GainResults]] = {}
    for module, part in parts("gains"):
        for kind, gains in part.GAINS.items() if module in game.options.modules else ():
            for gain in gains(rules, game):
                things, one = found.setdefault(kind, {}), _gained(game, gain, winners)
                things[gain.thing] = things[gain.thing] + one if gain.thing in things else one
    return found


def _gained(game: Game, gain: Gain, winners: set[Seat]) -> GainResults:
    if not gain.owner:
        return GainResults(1, 0, 0, 0, 0)
    return GainResults(1, 1, int(game.figures[gain.owner].seat in winners), gain.amount, gain.amount**2)


def _level(rules: Rules, game: Game) -> list[Side]:
    """The sides with the most money, of those with a bandit who can win."""
    excluded = rules.who_cannot_win(game)
    able = {figure.seat for bandit, figure in rules.bandits(game).items() if bandit not in excluded}
    money = {one.seat: one.money for one in game.ranking}
    sides = [side for side in rules.sides(game) if able.intersection(side)]
    most = max((money[side[0]] for side in sides), default=0)
    return [side for side in sides if money[side[0]] == most]


def _with_fewest_bullets(game: Game, sides: list[Side]) -> set[Side]:
    """The sides that received the fewest bullets, every bullet counted."""
    counted = {one.seat: one.bullets for one in game.ranking}
    bullets = {side: counted[side[0]] + sum(game.cards[seat].uncounted for seat in side) for side in sides}
    return {side for side in sides if bullets[side] == min(bullets.values())}


def statistics_of(tables: Iterable[KindResults]) -> Statistics:
    """These tables, one for each edition, variant and number of players; none if there are none."""
    found: dict[tuple[str, tuple[str, ...], int], KindResults] = {}
    for table in tables:
        kind = (table.edition, table.modules, table.players)
        before = found.get(kind)
        found[kind] = evolve(before, ended=before.ended + table.ended) if before else table
    rows = tuple(_sorted(found[kind]) for kind in sorted(found))
    return Statistics(FORMAT, RECORDED, "", 0, sum(table.ended.games for table in rows), rows)


def _sorted(table: KindResults) -> KindResults:
    """The same table, independent of the order in which games were counted."""
    ended = table.ended
    brought = {module: dict(sorted(things.items())) for module, things in sorted(ended.brought.items())}
    return evolve(table, ended=evolve(ended, characters=dict(sorted(ended.characters.items())), brought=brought))
