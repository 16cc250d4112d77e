"""Measures what the kept games cover together, and searches for games that cover what is missing.

Modules are covered in pairs, because games of every combination would be too many. Editions need no games of their own:
the fold does not depend on the edition, and the cases of the suite, which run in every edition, show the differences.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeAlias, TypeVar

from colt_rules.commands import COMMANDS, AgreeOnRuling
from colt_rules.events import EVENTS, GameEnded
from colt_rules.kernel import NEW
from colt_rules.log.entries import NEWEST, Recording
from colt_rules.log.lines import read_lines
from colt_rules.log.schemas import vocabularies
from colt_rules.players.kept_games import KeptGame, play_kept_game
from colt_rules.players.play import table_of, variants
from colt_rules.players.soak import Kind, any_game
from colt_rules.registry.published import house_rules_in_use
from colt_rules.registry.registry import registry
from colt_rules.rules.base.table import house_rules_left

T = TypeVar("T")
S = TypeVar("S")
Shown: TypeAlias = tuple[str, str]
"""A kind of thing that a game can show, such as ``event``, and its name."""
WORDS = {
    "happening": "HappeningStarted.happening",
    "turn": "TurnStarted.kind",
    "action": "ActionTaken.action",
    "way to move": "BanditMoved.how",
    "deal": "Deal.what",
    "score line": "ScoreLine.line",
}
"""By kind of thing: the field of an event, a command or a score line whose values must all occur."""


@cache
def house_rule_modules() -> dict[str, frozenset[str]]:
    """By answer that can be agreed on: the modules that its question is about."""
    known = registry()
    return {
        f"{house_rule.ruling}={house_rule.answer}": frozenset(
            known.clauses[id].module for id in known.rulings[house_rule.ruling].completes
        )
        for house_rule in house_rules_left(NEW)
    }


def demanded() -> set[Shown]:
    """Everything that must occur in at least one kept game; commands and events in their newest versions."""
    wanted = {("event", name) for name in EVENTS} | {("command", name) for name in COMMANDS}
    wanted |= {("house_rule", answer) for answer in house_rule_modules()}
    wanted |= {(kind, word) for kind, field in WORDS.items() for word in vocabularies()[field]}
    for (edition, _), modules in variants().items():
        wanted |= {("players", str(players)) for players in table_of(edition, modules).players}
        wanted |= {("pair", " ".join(pair)) for pair in combinations(modules, 2)}
    return wanted


def shown(log: Recording) -> set[Shown]:
    """Everything that occurs in a game, including cited clauses; a house rule counts only with its modules."""
    header = log.header
    found = {("pair", " ".join(pair)) for pair in combinations(header.modules, 2)}
    found.add(("players", str(len(header.seats))))
    found |= {("command", given.type) for given in log.commands if given.version == NEWEST[given.type]}
    found |= {("event", entry.type) for entry in log.events if entry.version == NEWEST[entry.type]}
    for given in log.commands:
        found |= _words(given.type, given.command)
        if isinstance(given.command, AgreeOnRuling):
            (answer,) = house_rules_in_use([f"{given.command.ruling}={given.command.answer}"])
            if answer in house_rule_modules() and house_rule_modules()[answer] <= {*header.modules}:
                found.add(("house_rule", answer))
    for entry in log.events:
        found |= _words(entry.type, entry.event)
        found |= {("clause", id) for id in entry.cites}
        if isinstance(entry.event, GameEnded):
            found.update(*(_words("ScoreLine", line) for line in entry.event.lines))
    return found


def _words(type: str, data: object) -> set[Shown]:
    """The values of the fields in ``WORDS`` that a command, an event or a score line has."""
    fields = ((kind, field.partition(".")) for kind, field in WORDS.items())
    return {(kind, getattr(data, name)) for kind, (of, _, name) in fields if of == type}


def shown_in(folder: Path) -> set[Shown]:
    """Everything that occurs in the games of a folder."""
    return set().union(*(shown(read_lines(path)) for path in sorted(folder.glob("*.jsonl"))))


def search(kinds: Sequence[Kind], seeds: Iterable[int], missing: set[Shown]) -> Iterator[tuple[KeptGame, set[Shown]]]:
    """Play games of these kinds, one per seed, until nothing is missing; yield each with what it adds."""
    left = set(missing)
    with_house_rules = 0.5 if any(kind == "house_rule" for kind, _ in missing) else 0
    for seed in seeds:
        if not left:
            return
        agreed = any_game(seed, kinds, with_house_rules)
        kept = KeptGame(agreed.start, seed, agreed.house_rules)
        found = shown(play_kept_game("searched", kept)) & missing
        left -= found
        yield kept, found


def fewest(tried: Iterable[tuple[T, set[S]]]) -> Iterator[tuple[T, set[S]]]:
    """A small set of these games that covers as much as all: each time the game that adds most, with what it adds."""
    left = list(tried)
    while left:
        game, adds = max(left, key=lambda each: len(each[1]))
        if not adds:
            return
        yield game, adds
        left = [(other, found - adds) for other, found in left]
