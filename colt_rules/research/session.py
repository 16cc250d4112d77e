"""A running game for programs that choose, on either engine.

A session says which seat has to choose, lists the choices, takes one of them by its index, and answers for chance
itself. It is mutable; the values it returns are plain data of the wire contract (``events/schemas``): commands, views
and rankings as in JSON.

Two sessions are equal if they are at the same position on the same engine; chance to come and the way there do not
count. Copies and pickles play on as the original does.

Both engines list choices in the same order, that of the canonical JSON of the commands, so an index means the same
choice. Chance differs: **a seed reproduces a game on the same engine only.**

Simultaneous decisions are answered one after the other. No seat sees another's answer before the rules reveal it,
because each sees only its view.
"""

from collections.abc import Sequence
from operator import index
from typing import Any, Protocol, TypeAlias, cast

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.decisions import Arrangements, Decision
from colt_rules.kernel import NEW, Accepted, Refused, decide, decide_by, legal_by
from colt_rules.log.codec import command_object, to_data, to_json
from colt_rules.model.names import CHANCE, TABLE, Seat
from colt_rules.model.state import Game
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import GameRefused
from colt_rules.research.memory import Memory
from colt_rules.research.native import HOW_TO_INSTALL, EngineMissing, native, native_engine
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import view

Data: TypeAlias = dict[str, Any]
"""A command, a view or a line of a ranking, as in JSON."""

NATIVE, REFERENCE = ENGINES = ("native", "reference")
"""The engines, the fast one first."""
SEEDS = 2**63
"""Seeds are integers from 0 up to, but not including, this one."""


class NoSuchChoice(ValueError):
    """No choice has this index; the message gives the valid range."""


class Session(Protocol):
    """A running game. The caller chooses for the seats; the session makes the choices of chance and of the table."""

    @property
    def engine(self) -> str:
        """The name of the engine."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        ...

    @property
    def actor(self) -> Seat | None:
        """The seat that has to choose, the first if several have to; None when the game is over."""
        ...

    @property
    def kind(self) -> str:
        """The kind of the decision; empty when the game is over."""
        ...

    @property
    def count(self) -> int:
        """How many choices there are."""
        ...

    @property
    def choices(self) -> Sequence[Data]:
        """The choices as commands, in the order of their canonical JSON."""
        ...

    def take(self, index: int) -> None:
        """Take the choice at this index, with everything that follows from it."""
        ...

    def view(self, role: str) -> Data:
        """The view of a seat, the spectator or the referee."""
        ...

    def memory(self, seat: str) -> Data:
        """What a seat has seen so far beside its view, since the session began (``memory.Remembered``)."""
        ...

    def copy(self, seed: int | None = None) -> "Session":
        """An independent copy of the game; a seed changes chance from here on."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def ranking(self) -> Sequence[Data]:
        """Rows of rank, seat, money and bullets, best first; empty before the end."""
        ...

    @property
    def commands(self) -> Sequence[Data]:
        """All commands so far, including those of chance, from which the reference can make a full log."""
        ...


def new_session(
    start: StartGame, *, seed: int = 0, house_rules: Sequence[AgreeOnRuling] = (), engine: str | None = None
) -> Session:
    """A new game on this engine; by default on the native one if it supports the game, else on the reference.

    ``start`` comes from ``colt_rules.players.play.new_game``. Raises ``GameRefused`` if the rules refuse the game.
    """
    seed = check_seed(seed)
    if not isinstance(start, StartGame):
        raise TypeError(f"start: expected a StartGame, as players.play.new_game makes it; got {start!r}")
    if strange := [house_rule for house_rule in house_rules if not isinstance(house_rule, AgreeOnRuling)]:
        raise TypeError(f"house_rules: expected each to be an AgreeOnRuling, got {strange[0]!r}")
    if engine not in (*ENGINES, None):
        raise EngineMissing(f"engine: expected {' or '.join(ENGINES)}, or nothing for the best one; got {engine!r}")
    lacking = why_not_native(start)
    if engine == NATIVE and lacking:
        raise EngineMissing(lacking)
    if engine == REFERENCE or lacking:
        return ReferenceSession.new(start, seed, house_rules)
    return NativeSession.new(start, seed, house_rules)


def why_not_native(start: StartGame) -> str:
    """Why the native engine cannot play this game, and what to do; empty if it can."""
    package = native()
    if package is None:
        return f"expected the package colt_native, got none: {HOW_TO_INSTALL}, or take engine='{REFERENCE}'"
    for what, known, wanted in (
        ("editions", package.EDITIONS, {start.edition}),
        ("modules", package.MODULES, set(start.modules)),
    ):
        if unknown := wanted - set(known):
            return (
                f"expected {what} that the native engine plays ({', '.join(known)}), got {', '.join(sorted(unknown))}: "
                f"take engine='{REFERENCE}'"
            )
    return ""


def check_seed(seed: object) -> int:
    """The seed as an int; raises ``ValueError`` if it is not an integer in range."""
    number = None if isinstance(seed, bool) else as_int(seed)
    if number is None or not 0 <= number < SEEDS:
        raise ValueError(f"seed: expected a whole number from 0 to 2**63 - 1, got {seed!r}")
    return number


def as_int(number: object) -> int | None:
    """An integer of any library, such as numpy, as an int; None for anything else."""
    try:
        return index(number)  # type: ignore[arg-type]  # raises TypeError for what is no integer
    except TypeError:
        return None


def _checked(number: int, at: Session) -> int:
    """The index of a choice; raises ``NoSuchChoice`` for any other."""
    if at.over:
        raise NoSuchChoice(f"expected no choice, since the game is over; got the choice {number!r}: begin another one")
    chosen = as_int(number)
    if chosen is None or not 0 <= chosen < at.count:
        raise NoSuchChoice(
            f"expected a choice of {at.actor} ({at.kind}) from 0 to {at.count - 1}, got {number!r}: see `choices`"
        )
    return chosen


class ReferenceSession:
    """A game on the reference. The dealer answers for chance, and the table always gives the usual answer."""

    engine = REFERENCE

    def __init__(self, game: Game, awaiting: tuple[Decision, ...], seed: int, played: list[Command]) -> None:
        self.game = game
        self._rules = rules_of(game)
        self._waited = awaiting
        self._seed, self._deals = seed, 0
        self._played = played
        self._memory = Memory().after(game)
        self._listed: tuple[list[Data], list[Command]] | None = None
        self._deal_all()

    @classmethod
    def new(cls, start: StartGame, seed: int, house_rules: Sequence[AgreeOnRuling] = ()) -> "ReferenceSession":
        """A new game."""
        game, agreed = NEW, [*house_rules, start]
        waited: tuple[Decision, ...] = ()
        for command in agreed:
            verdict = decide(game, command)
            if isinstance(verdict, Refused):
                raise GameRefused(command, verdict)
            game, waited = verdict.after, verdict.awaiting
        return cls(game, waited, seed, agreed)

    def _deal_all(self) -> None:
        """Answer for chance and for the table until a seat has to choose. Each draw has its own seed."""
        while self._waited and (actor := self._waited[0].actor) in (CHANCE, TABLE):
            answers = legal_by(self._rules, self.game, actor, self._waited)
            if actor == CHANCE:
                self._deals += 1
                dealer = Dealer(self._seed * 10_000 + self._deals)
                self._happen(dealer.deal(cast(Arrangements, answers)))
            else:
                self._happen(next(iter(answers)))

    def _happen(self, command: Command) -> None:
        verdict = decide_by(self._rules, self.game, command, self._waited)
        assert isinstance(verdict, Accepted), f"expected a listed command to be accepted, got {verdict}"
        self.game, self._waited, self._listed = verdict.after, verdict.awaiting, None
        self._memory = self._memory.after(self.game, verdict.events)
        self._played.append(command)

    def _list(self) -> tuple[list[Data], list[Command]]:
        """The choices in order, as plain data and as commands."""
        if self._listed is None:
            answers = legal_by(self._rules, self.game, self._waited[0].actor, self._waited) if self._waited else ()
            rows = sorted(((command_object(command), command) for command in answers), key=lambda row: to_json(row[0]))
            self._listed = [shown for shown, _ in rows], [command for _, command in rows]
        return self._listed

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        return self.game.options.seats

    @property
    def actor(self) -> Seat | None:
        """The seat that has to choose."""
        return self._waited[0].actor if self._waited else None

    @property
    def kind(self) -> str:
        """The kind of the decision."""
        return self._waited[0].kind if self._waited else ""

    @property
    def count(self) -> int:
        """How many choices there are."""
        return len(self._list()[0])

    @property
    def choices(self) -> Sequence[Data]:
        """The choices as commands, in order."""
        return self._list()[0]

    def take(self, index: int) -> None:
        """Take the choice at this index."""
        self._happen(self._list()[1][_checked(index, self)])
        self._deal_all()

    def view(self, role: str) -> Data:
        """The view of a role."""
        return cast(Data, to_data(view(self.game, role)))

    def memory(self, seat: str) -> Data:
        """What a seat has seen so far."""
        return cast(Data, to_data(self._memory.of(seat)))

    def copy(self, seed: int | None = None) -> "ReferenceSession":
        """An independent copy."""
        twin = ReferenceSession(self.game, self._waited, self._seed, list(self._played))
        twin._deals, twin._listed, twin._memory = self._deals, self._listed, self._memory
        if seed is not None:
            twin._seed, twin._deals = check_seed(seed), 0
        return twin

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._waited

    @property
    def ranking(self) -> Sequence[Data]:
        """The final ranking."""
        return cast(list[Data], to_data(self.game.ranking))

    @property
    def commands(self) -> Sequence[Data]:
        """All commands so far."""
        return [command_object(command) for command in self._played]

    def __copy__(self) -> "ReferenceSession":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "ReferenceSession":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceSession) and self.game == other.game

    def __hash__(self) -> int:
        return hash(to_json(to_data(self.game)))

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_rules": None, "_listed": None}  # both follow from the game

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._rules = rules_of(self.game)


class NativeSession:
    """A game on the native engine, which has its own random generator. ``game`` is its object, for direct fast use."""

    engine = NATIVE

    def __init__(self, game: Any, seats: tuple[Seat, ...]) -> None:
        self.game = game
        self.seats = seats
        self._order: list[int] | None = None

    @classmethod
    def new(cls, start: StartGame, seed: int, house_rules: Sequence[AgreeOnRuling] = ()) -> "NativeSession":
        """A new game. If it is refused, the reference raises the error, because that names the clauses."""
        package = native_engine()
        try:
            game = package.Game.new(
                start.edition,
                list(start.modules),
                list(start.seats),
                seed,
                powers=start.powers,
                happenings=start.happenings,
                stations=start.stations,
                train=list(start.train),
                house_rules=[(house_rule.ruling, house_rule.answer) for house_rule in house_rules],
            )
        except package.Refused:
            ReferenceSession.new(start, seed, house_rules)
            raise
        return cls(game, start.seats)

    @property
    def order(self) -> list[int]:
        """The indexes of the choices in the engine, in the order of the session."""
        if self._order is None:
            self._order = self.game.order()
        return self._order

    @property
    def actor(self) -> Seat | None:
        """The seat that has to choose."""
        return cast("Seat | None", self.game.actor)

    @property
    def kind(self) -> str:
        """The kind of the decision."""
        return "" if self.game.over else cast(str, self.game.awaiting[0][1])

    @property
    def count(self) -> int:
        """How many choices there are."""
        return 0 if self.game.over else cast(int, self.game.legal_count())

    @property
    def choices(self) -> Sequence[Data]:
        """The choices as commands, in order."""
        return [self.game.command(number) for number in self.order]

    def take(self, index: int) -> None:
        """Take the choice at this index."""
        self.game.apply(self.order[_checked(index, self)])
        self._order = None

    def view(self, role: str) -> Data:
        """The view of a role."""
        return cast(Data, self.game.view(role))

    def memory(self, seat: str) -> Data:
        """What a seat has seen so far."""
        return cast(Data, self.game.memory(seat))

    def copy(self, seed: int | None = None) -> "NativeSession":
        """An independent copy."""
        twin = NativeSession(self.game.copy(), self.seats)
        if seed is not None:
            twin.game.reseed(check_seed(seed))
        return twin

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return cast(bool, self.game.over)

    @property
    def ranking(self) -> Sequence[Data]:
        """The final ranking."""
        return cast(list[Data], self.game.ranking)

    @property
    def commands(self) -> Sequence[Data]:
        """All commands so far."""
        return cast(list[Data], self.game.commands)

    def __copy__(self) -> "NativeSession":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "NativeSession":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeSession) and bool(self.game == other.game)

    def __hash__(self) -> int:
        return hash(self.game)
