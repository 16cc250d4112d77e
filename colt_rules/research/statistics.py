"""Statistics of random games: who wins, from which seat, with confidence limits.

The native engine plays and counts. Only integers are stored, so the same seed gives the same figures on any machine
and number of threads, and partial counts can be added. Rates and limits are computed on demand.

**A shared victory is a win for everybody who shares it**, as in the books. So the wins of a table add up to slightly
more than its games, or to less where a game can end without a winner; each rate is still relative to the number of
games, as the limits require. A player with several bandits wins once with each of them, and players who win together
win once each.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

import msgspec
from attrs import asdict, evolve, fields_dict, frozen

from colt_rules.players.play import modules_of, table_of, variants
from colt_rules.research.native import native_engine
from colt_rules.research.session import check_seed
from colt_rules.safe_text import one_of

FORMAT = 1
"""The version of the file format."""
SURE = 1.959963984540054
"""The number of standard deviations on either side that contain 95 % of a normal distribution."""
BATCH = 5_000
"""How many games between two reports of progress."""


class BadStatistics(ValueError):
    """The file is not a valid statistics file; the message says what was expected, what was found, and what to do."""


class NothingToPlay(ValueError):
    """No requested game can be played; the message says which can."""


# --- counts


@frozen
class Limits:
    """The bounds of a 95 % confidence interval."""

    low: float
    high: float


def wilson(hits: float, trials: int) -> Limits:
    """The limits of a rate by Wilson's score interval; 0 to 1 without trials.

    Unlike the normal approximation it never leaves 0 to 1 and is valid for rare events. A hit may count in part.
    """
    if not trials:
        return Limits(0.0, 1.0)
    rate, weight = hits / trials, SURE**2 / trials
    middle = (rate + weight / 2) / (1 + weight)
    half = SURE * sqrt(rate * (1 - rate) / trials + weight / (4 * trials)) / (1 + weight)
    return Limits(max(0.0, middle - half), min(1.0, middle + half))


def mean_limits(total: int, squares: int, trials: int) -> Limits:
    """The limits of a mean, from the sum of the values, the sum of their squares and their number."""
    if trials < 2:
        return Limits(float("-inf"), float("inf"))
    mean = total / trials
    half = SURE * sqrt(max(0.0, (squares / trials - mean * mean) / (trials - 1)))
    return Limits(mean - half, mean + half)


@frozen
class PlayerResults:
    """The results of a character or a seat."""

    games: int
    wins: int
    """The number of wins, shared ones included."""
    shared: int
    money: int
    """The sum of its final money, or its side's, over all games."""
    squares: int
    """The sum of the squares of these amounts."""

    @property
    def rate(self) -> float:
        """The win rate."""
        return self.wins / self.games if self.games else 0.0

    @property
    def limits(self) -> Limits:
        """The limits of the rate."""
        return wilson(self.wins, self.games)

    @property
    def mean(self) -> float:
        """The average final money."""
        return self.money / self.games if self.games else 0.0

    @property
    def mean_limits(self) -> Limits:
        """The limits of the mean."""
        return mean_limits(self.money, self.squares, self.games)

    def __add__(self, other: "PlayerResults") -> "PlayerResults":
        return PlayerResults(*map(sum, zip(_numbers(self), _numbers(other), strict=True)))


@frozen
class GainResults:
    """The results of a thing that a player can get and that may pay something at the end."""

    offered: int
    """How often it could be had, in all games."""
    taken: int
    """How often a player had it at the end."""
    wins: int
    """How often this player won."""
    money: int
    squares: int

    @property
    def share(self) -> float:
        """How often a player had it, of all times that it could be had."""
        return self.taken / self.offered if self.offered else 0.0

    @property
    def mean(self) -> float:
        """The average amount that it pays its owner."""
        return self.money / self.taken if self.taken else 0.0

    @property
    def mean_limits(self) -> Limits:
        """The limits of the mean."""
        return mean_limits(self.money, self.squares, self.taken)

    @property
    def rate(self) -> float:
        """The win rate of its owner."""
        return self.wins / self.taken if self.taken else 0.0

    @property
    def limits(self) -> Limits:
        """The limits of the rate."""
        return wilson(self.wins, self.taken)

    def __add__(self, other: "GainResults") -> "GainResults":
        return GainResults(*map(sum, zip(_numbers(self), _numbers(other), strict=True)))


@frozen
class Results:
    """How the games of one table ended."""

    games: int
    level: int
    """Games with a tie on money for the first place."""
    shared: int
    """Games with more than one winner; a side counts as one."""
    nobody: int
    """Games without a winner."""
    otherwise: int
    """Games that would have other winners if every bullet counted in the tie-break, in editions that omit some."""
    seats: tuple[PlayerResults, ...]
    """By turn in the first round: the first player, the next one clockwise, and so on."""
    characters: Mapping[str, PlayerResults]
    brought: Mapping[str, Mapping[str, GainResults]]
    """By kind and thing that a player can get: its results."""

    @property
    def average(self) -> float:
        """The win rate of all seats together, which each seat would have if all were equal."""
        seats = sum(seat.games for seat in self.seats)
        return sum(seat.wins for seat in self.seats) / seats if seats else 0.0

    def __add__(self, other: "Results") -> "Results":
        counts = {name: getattr(self, name) + getattr(other, name) for name in _COUNTS}
        seats = tuple(one + more for one, more in zip(self.seats, other.seats, strict=True))
        kinds = dict.fromkeys((*self.brought, *other.brought))
        brought = {kind: _merged(self.brought.get(kind, {}), other.brought.get(kind, {})) for kind in kinds}
        characters = _merged(self.characters, other.characters)
        return Results(**counts, seats=seats, characters=characters, brought=brought)


_COUNTS = ("games", "level", "shared", "nobody", "otherwise")


@frozen
class GameKind:
    """A kind of game: edition, variant and number of players."""

    edition: str
    variant: str
    players: int

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the variant."""
        return modules_of(self.edition, self.variant)

    def seed(self, first: int) -> int:
        """The first seed of this kind, far from the seeds of other kinds, so that no two play the same games."""
        named = f"{first} {self.edition} {self.variant} {self.players}"
        return int.from_bytes(sha256(named.encode()).digest()[:7], "big")


@frozen
class KindResults:
    """One kind of game and its results."""

    edition: str
    variant: str
    players: int
    modules: tuple[str, ...]
    ended: Results


@frozen
class Statistics:
    """The results of many games, and what is needed to reproduce them."""

    format: int
    engine: str
    """The engine and its version."""
    suite: str
    """The version of the conformance suite that the engine was tested with."""
    seed: int
    games: int
    tables: tuple[KindResults, ...]


# --- counting


def playable(
    editions: Collection[str] = (), wanted: Collection[str] = (), players: Collection[int] = ()
) -> tuple[GameKind, ...]:
    """Every kind of game that the native engine plays, limited to these editions, variants and numbers of players."""
    native = native_engine("tally")
    known = [
        (edition, variant)
        for (edition, variant), modules in variants().items()
        if edition in native.EDITIONS and set(modules) <= set(native.MODULES)
    ]
    found = tuple(
        GameKind(edition, variant, number)
        for edition, variant in known
        for number in table_of(edition, modules_of(edition, variant)).players
        if (edition in editions or not editions)
        and (variant in wanted or not wanted)
        and (number in players or not players)
    )
    if not found:
        asked = (("editions", editions), ("variants", wanted), ("players", players))
        got = "; ".join(f"{what} {', '.join(map(str, names))}" for what, names in asked if names)
        can = f"{', '.join(native.EDITIONS)} with the modules {', '.join(native.MODULES)}"
        raise NothingToPlay(
            f"expected something that the native engine plays, got {got}. It plays {can}; docs/variants.md says which "
            "of them go together, and with how many players"
        )
    return found


def count(
    kinds: Sequence[GameKind],
    each: int,
    seed: int = 0,
    threads: int = 1,
    *,
    suite: str = "",
    done: Callable[[int], None] = lambda games: None,
) -> Statistics:
    """Play this many random games of each kind and count the results; ``done`` is called with the size of each batch.

    Characters and seating order are random, and every choice has the same probability. The same seed gives the same
    figures, independent of the other kinds, the threads and the batches.
    """
    native, seed = native_engine("tally"), check_seed(seed)
    tables = tuple(
        KindResults(
            kind.edition, kind.variant, kind.players, kind.modules, _ended(native, kind, each, seed, threads, done)
        )
        for kind in kinds
    )
    name = f"colt-native {native.__version__}"
    return Statistics(FORMAT, name, suite, seed, sum(table.ended.games for table in tables), tables)


def _ended(native: Any, kind: GameKind, games: int, seed: int, threads: int, done: Callable[[int], None]) -> Results:
    total: Results | None = None
    seats = table_of(kind.edition, kind.modules)
    for begun in range(0, games, BATCH):
        some = min(BATCH, games - begun)
        counted = native.tally(
            kind.edition,
            kind.modules,
            seats.names,
            kind.players,
            kind.seed(seed) + begun,
            some,
            threads,
            required=seats.required,
            drawn=seats.chosen,
        )
        part = msgspec.convert(counted, Results)
        total = total + part if total else part
        done(some)
    assert total is not None, "expected at least one game of each kind"
    return total


def published() -> Path:
    """The published statistics file: inside the package when installed, in ``docs`` of a checkout."""
    installed = Path(__file__).with_name("statistics.json")
    return installed if installed.exists() else Path(__file__).parents[2] / "docs" / "statistics.json"


def filtered(
    statistics: Statistics, editions: Collection[str] = (), wanted: Collection[str] = (), players: Collection[int] = ()
) -> Statistics:
    """The tables of these editions, variants and numbers of players; an empty filter means all."""
    found = tuple(
        table
        for table in statistics.tables
        if (table.edition in editions or not editions)
        and (table.variant in wanted or not wanted)
        and (table.players in players or not players)
    )
    if not found:
        there = dict.fromkeys(f"{table.edition} {table.variant}" for table in statistics.tables)
        asked = " ".join([*editions, *wanted, *(f"{number} players" for number in players)])
        raise BadStatistics(f"expected games that were counted, {one_of(asked, there)}; got {asked}")
    return evolve(statistics, games=sum(table.ended.games for table in found), tables=found)


def pooled(tables: Iterable[KindResults]) -> dict[str, dict[str, GainResults]]:
    """By kind and thing: the results of what players can get, over several tables."""
    found: dict[str, dict[str, GainResults]] = {}
    for table in tables:
        for kind, things in table.ended.brought.items():
            found[kind] = _merged(found.get(kind, {}), things)
    return found


# --- writing and reading


def statistics_json(statistics: Statistics) -> str:
    """The statistics as JSON with a line for each table, so that versions of the file can be compared."""
    data = {key: value for key, value in asdict(statistics).items() if key != "tables"}
    head = msgspec.json.encode(data).decode()[1:-1].replace(',"', ',\n "').replace('":', '": ')
    rows = ",\n  ".join(msgspec.json.encode(asdict(table)).decode() for table in statistics.tables)
    return f'{{{head},\n "tables": [\n  {rows}\n ]}}\n'


def read(text: str | bytes, where: str = "the statistics") -> Statistics:
    """The statistics in a file; raises ``BadStatistics`` for anything else."""
    remedy = "give a file that `colt stats --keep` has written"
    try:
        data = msgspec.json.decode(text)
        found = data.get("format") if isinstance(data, dict) else None
        if found != FORMAT:
            raise BadStatistics(f"{where}: expected statistics of format {FORMAT}, got {found!r}; {remedy}")
        return _sound(msgspec.convert(data, Statistics), where, remedy)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadStatistics(f"{where}: expected statistics, got something else ({error}); {remedy}") from error


def _sound(statistics: Statistics, where: str, remedy: str) -> Statistics:
    """The statistics unchanged; raises ``BadStatistics`` if their numbers are inconsistent."""
    for table in statistics.tables:
        it = f"{where}: {table.edition} {table.variant} with {table.players} players"
        ended = table.ended
        if ended.games < 1 or len(ended.seats) != table.players:
            raise BadStatistics(f"{it}: expected games, and a row for each seat, got something else; {remedy}")
        rows = (*ended.seats, *ended.characters.values())
        if any(not 0 <= row.shared <= row.wins <= row.games <= ended.games for row in rows):
            raise BadStatistics(f"{it}: expected no more wins than games, got more; {remedy}")
        if any(getattr(ended, name) > ended.games for name in _COUNTS):
            raise BadStatistics(
                f"{it}: expected every count to be at most the number of games, got a larger one; {remedy}"
            )
    if statistics.games != sum(table.ended.games for table in statistics.tables):
        raise BadStatistics(f"{where}: expected as many games as the tables have, got {statistics.games}; {remedy}")
    return statistics


def statistics_facts(statistics: Statistics) -> dict[str, Any]:
    """The statistics as plain data, with every rate and its limits."""
    data = asdict(statistics)
    for table, row in zip(statistics.tables, data["tables"], strict=True):
        ended = row.pop("ended")
        it = table.ended
        row |= {name: ended[name] for name in _COUNTS} | {"average": it.average}
        row["seats"] = [_with_rates(seat) for seat in it.seats]
        row["characters"] = {name: _with_rates(one) for name, one in it.characters.items()}
        row["brought"] = {
            kind: {name: _with_rates(one) for name, one in things.items()} for kind, things in it.brought.items()
        }
    return data


def _with_rates(one: PlayerResults | GainResults) -> dict[str, Any]:
    rate, mean = one.limits, one.mean_limits
    return {
        **{name: value for name, value in asdict(one).items() if name != "squares"},
        "rate": one.rate,
        "rate_low": rate.low,
        "rate_high": rate.high,
        "mean": one.mean,
        "mean_low": mean.low if isfinite(mean.low) else None,
        "mean_high": mean.high if isfinite(mean.high) else None,
    }


def _numbers(one: PlayerResults | GainResults) -> Iterator[int]:
    return (getattr(one, name) for name in fields_dict(one.__class__))


def _merged(some: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The union of both, with values of common keys added."""
    both = {**some, **more}
    return {name: some[name] + more[name] if name in some and name in more else one for name, one in both.items()}
