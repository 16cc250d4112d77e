"""Forged logs: a real game up to one step, that step done wrongly, and its consequences.

Bots play games from fixed seeds; the first step that can be done wrongly in the wanted way is used. All hashes are
recomputed, so that only the rules can find the fault.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache
from random import Random
from typing import TypeAlias, TypeVar

from attrs import frozen

from colt_rules.commands import AgreeOnRuling, Command
from colt_rules.events import Cited, Event
from colt_rules.kernel import NEW, Accepted, awaiting, decide, fold, settle
from colt_rules.log.codec import command_object, to_json
from colt_rules.log.entries import Header, Recording, new_header, recording
from colt_rules.model.names import TABLE
from colt_rules.model.state import Game
from colt_rules.modules import MODULES
from tests.rules.sittings import sitting
from tests.tables import pick

E = TypeVar("E", bound=Event)

SEEDS = 200
"""The number of games that are searched for a step."""

TABLES = {
    "four": sitting(stations=True),
    "six": sitting(players=6, stations=True),
    "expert": sitting(variant="expert", seats=("ghost", "cheyenne", "tuco", "doc"), stations=True),
    "duo": sitting(variant="duo", stations=True),
    "team": sitting(variant="team", stations=True),
    "horses": sitting("fr-horses", "horses"),
    "stagecoach": sitting(modules=("base", "horses", "stagecoach"), stations=True),
    **{module: sitting(variant=module, stations=True) for module in MODULES[MODULES.index("mei") :]},
    "ru-base": sitting("ru-base", stations=True),
    "pl-base": sitting("pl-base", players=6),
    "pl-expert": sitting("pl-base", "expert"),
    "pl-duo": sitting("pl-base", "duo"),
    "fr-team": sitting("fr-horses", "team"),
    "draw-first": sitting(stations=True),
    "actions-only": sitting(variant="duo", stations=True),
    "hidden-pawns": sitting("pl-base", "duo"),
    "all-bullets": sitting("pl-base"),
}
"""The games to be forged, by name: after their edition, variant or house rule. A module can be the name too."""


def start_of(table: str) -> str:
    """The StartGame of a table as JSON."""
    return to_json(command_object(TABLES[table])).decode()


HOUSE_RULES = {
    "draw-first": AgreeOnRuling(TABLE, "ruling.speeding-up.order-free", "draw-first"),
    "actions-only": AgreeOnRuling(TABLE, "ruling.duo.any-chosen-card", "actions-only"),
    "hidden-pawns": AgreeOnRuling(TABLE, "ruling.duo.placement-in-turn", "hidden"),
    "all-bullets": AgreeOnRuling(TABLE, "ruling.tie-break.to-the-letter", "all"),
}
"""By table: the house rules agreed on."""


@frozen
class Step:
    """A command with its events."""

    before: Game
    command: Command
    events: tuple[Cited, ...]

    def find(self, kind: type[E]) -> tuple[int, E] | None:
        """The index of the first event of this kind, and the event."""
        return next(((at, event) for at, (event, _) in enumerate(self.events) if isinstance(event, kind)), None)

    def citing(self, clause: str) -> int:
        """The index of the first event that cites this clause; -1 if no event does."""
        return next((at for at, (_, cites) in enumerate(self.events) if clause in cites), -1)

    def at(self, place: int) -> Game:
        """The position right before one of the events."""
        return fold((event for event, _ in self.events[:place]), self.before)


@frozen
class Wrong:
    """What the log has instead of a step."""

    events: tuple[Cited, ...]
    at: int | None
    """The index of the first wrong event; None if the command itself is refused."""
    command: Command | None = None
    """Another command, if it differs."""
    kind: str = "event"


Told: TypeAlias = tuple[Command, tuple[Cited, ...]]
"""A command and its events, as in a log."""

Doing: TypeAlias = Callable[[Step], Wrong | None]
"""Does a step wrongly; returns None if the step is not suitable."""


class Then(Enum):
    """What follows the wrong step."""

    PLAYS_ON = "An honest engine with one wrong move: from the position it leads to, bots play to the end."
    AS_IT_WAS = "Somebody edited the log: the rest is that of the real game, though it may no longer fit."
    ENDS = "Nothing: no game could go on from there."


@frozen
class Place:
    """Where a log departs from the rules, and by which clause."""

    kind: str
    command: int
    event: int
    """0 if the command is at fault."""
    clause: str


@frozen
class Forged:
    """A game and its faults, in order."""

    header: Header
    told: tuple[Told, ...]
    places: tuple[Place, ...]

    def log(self, cited: bool = True) -> Recording:
        """The log of the forged game. Without citations it is like the logs of some other engines."""
        return recording(
            self.header,
            [(command, events if cited else [(event, ()) for event, _ in events]) for command, events in self.told],
        )


@cache
def game(table: str, seed: int) -> tuple[Step, ...]:
    """A whole random game at one of the tables."""
    return tuple(steps(table, seed))


def steps(table: str, seed: int) -> Iterator[Step]:
    """The steps of a random game at one of the tables."""
    house_rules: tuple[Command, ...] = (HOUSE_RULES[table],) if table in HOUSE_RULES else ()
    return _played(NEW, Random(seed), (*house_rules, TABLES[table]))


def _played(game: Game, random: Random, first: Sequence[Command] = ()) -> Iterator[Step]:
    """The steps of a random game from a position to its end, after the given ones."""
    given = iter(first)
    while open_now := awaiting(game):
        command = next(given, None) or pick(random, game, random.choice(open_now).actor)
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), (command, verdict)
        yield Step(game, command, verdict.events)
        game = verdict.after


def forged(table: str, wrongs: Sequence[tuple[Doing, str]], then: Then) -> Forged:
    """The first game in which these steps can be done wrongly, one after the other; each breaks a clause."""
    for seed in range(SEEDS):
        made = _forged(table, seed, list(wrongs), then)
        if made:
            return made
    raise LookupError(f"expected a step for {wrongs} in {SEEDS} games at the table {table}, found none")


def _forged(table: str, seed: int, wrongs: list[tuple[Doing, str]], then: Then) -> Forged | None:
    told: list[Told] = []
    places: list[Place] = []
    steps = iter(game(table, seed))
    while step := next(steps, None):
        wrong = wrongs[0][0](step) if wrongs else None
        command, events = step.command, step.events
        if wrong:
            command, events = wrong.command or step.command, wrong.events
            if then is Then.PLAYS_ON:
                rest = settle(fold((event for event, _ in events), step.before))
                events += rest.events
                steps = _played(rest.after, Random(seed))
            elif then is Then.ENDS:
                steps = iter(())
            places.append(_place(wrong, wrongs.pop(0)[1], told, events))
        told.append((command, events))
    if wrongs:
        return None
    start = TABLES[table]
    header = new_header(f"{table}-{seed}", start.edition, start.modules, start.seats)
    return Forged(header, tuple(told), tuple(places))


def _place(wrong: Wrong, clause: str, told: list[Told], events: Sequence[Cited]) -> Place:
    """The place of the wrong step after the previous ones."""
    if wrong.at is None:
        return Place("refused", len(told) + 1, 0, clause)
    assert wrong.at < len(events), "there is no such event"
    return Place(wrong.kind, len(told) + 1, sum(len(one) for _, one in told) + wrong.at + 1, clause)
