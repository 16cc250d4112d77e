"""What the kept games show between them, what they have to show, and games that show what is still missing.

Modules are covered in pairs, each with each and with every edition: games of every combination would be too many.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import TypeAlias, TypeVar

from colt_rules.commands import COMMANDS, ClaimRuling
from colt_rules.events import EVENTS, BanditMoved, GameEnded, HappeningStarted, TurnStarted
from colt_rules.kernel import NEW
from colt_rules.log.entries import NEWEST, Recording
from colt_rules.log.lines import read_lines
from colt_rules.log.schemas import vocabularies
from colt_rules.players.keep import Kept, played
from colt_rules.players.soak import Kind, any_game
from colt_rules.players.table import table_of, variants
from colt_rules.registry.published import claims_in_use
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import claims_left
from colt_rules.rules.rulebook import rulebook

T = TypeVar("T")
S = TypeVar("S")
Shown: TypeAlias = tuple[str, str]
"""A kind of thing that a game can show, such as an event, and which of them."""
Pair: TypeAlias = tuple[str, str]
"""Two modules, or an edition and a module."""


def pairs_of(edition: str, modules: Sequence[str]) -> set[Pair]:
    """The pairs that come up in a game with these modules."""
    return {*combinations(modules, 2), *product((edition,), modules)}


@cache
def claims_about() -> dict[str, frozenset[str]]:
    """Every answer that can be claimed, with the modules that its question is about."""
    known = registry()
    return {
        f"{claim.ruling}={claim.answer}": frozenset(
            known.clauses[id].module for id in known.rulings[claim.ruling].completes
        )
        for claim in claims_left(NEW)
    }


def demanded() -> set[Shown]:
    """All that must come up in one of the kept games or another, commands and events in their newest versions."""
    wanted = {("event", name) for name in EVENTS} | {("command", name) for name in COMMANDS}
    wanted |= {("claim", answer) for answer in claims_about()}
    wanted |= {("score line", line) for line in vocabularies()["ScoreLine.line"]}
    wanted |= {("way to move", how) for how in vocabularies()["BanditMoved.how"]}
    for (edition, _), modules in variants().items():
        rules = rulebook(modules, edition)
        wanted |= {("happening", name) for name in rules.happenings} | {("turn", name) for name in rules.turns}
        wanted |= {("players", str(players)) for players in table_of(edition, modules).players}
        wanted |= {("pair", " ".join(pair)) for pair in pairs_of(edition, modules)}
    return wanted


def shown(log: Recording) -> set[Shown]:
    """All that comes up in a game, the clauses of its events among it; a claim only if it bears on the game."""
    header = log.header
    found = {("pair", " ".join(pair)) for pair in pairs_of(header.edition, header.modules)}
    found.add(("players", str(len(header.seats))))
    found |= {("command", given.type) for given in log.commands if given.version == NEWEST[given.type]}
    found |= {("event", entry.type) for entry in log.events if entry.version == NEWEST[entry.type]}
    for given in log.commands:
        if isinstance(given.command, ClaimRuling):
            (answer,) = claims_in_use([f"{given.command.ruling}={given.command.answer}"])
            if answer in claims_about() and claims_about()[answer] <= {*header.modules}:
                found.add(("claim", answer))
    for entry in log.events:
        found |= {("clause", id) for id in entry.cites}
        if isinstance(entry.event, HappeningStarted):
            found.add(("happening", entry.event.happening))
        elif isinstance(entry.event, TurnStarted):
            found.add(("turn", entry.event.kind))
        elif isinstance(entry.event, BanditMoved):
            found.add(("way to move", entry.event.how))
        elif isinstance(entry.event, GameEnded):
            found |= {("score line", line.line) for line in entry.event.lines}
    return found


def shown_in(folder: Path) -> set[Shown]:
    """All that the games of a folder show between them."""
    return set().union(*(shown(read_lines(path)) for path in sorted(folder.glob("*.jsonl"))))


def search(kinds: Sequence[Kind], seeds: Iterable[int], missing: set[Shown]) -> Iterator[tuple[Kept, set[Shown]]]:
    """Play games of these kinds, one a seed, until all that is missing was seen, each with what it shows of that."""
    left = set(missing)
    claiming = 0.5 if any(kind == "claim" for kind, _ in missing) else 0
    for seed in seeds:
        if not left:
            return
        agreed = any_game(seed, kinds, claiming)
        kept = Kept(agreed.start, seed, agreed.claims)
        found = shown(played("searched", kept)) & missing
        left -= found
        yield kept, found


def fewest(tried: Iterable[tuple[T, set[S]]]) -> Iterator[tuple[T, set[S]]]:
    """Few of these games that show as much as all of them, always the one that adds most, each with what it adds."""
    left = list(tried)
    while left:
        game, adds = max(left, key=lambda each: len(each[1]))
        if not adds:
            return
        yield game, adds
        left = [(other, found - adds) for other, found in left]
