"""A game that people and bots play at one table.

A sitting says who has to choose, plays for bots and chance, one command at a time, and judges what people choose. It
keeps the log. **What it tells a role is what that role may see**: its view, its choices, its events as in a redacted
log. A page or a client of a server knows nothing else.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import takewhile
from random import Random, SystemRandom
from typing import Any, TypeAlias, cast

from attrs import asdict

from colt_rules.commands import AgreeOnRuling, Command, StartGame
from colt_rules.decisions import Answers, Arrangements, Decision
from colt_rules.kernel import NEW, Accepted, Refused, decide, legal_by
from colt_rules.kernel.evolve import evolve
from colt_rules.log.choices import ways_of
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.entries import Head, beginning, closing_of, extend, new_header
from colt_rules.log.lines import parse_lines
from colt_rules.log.redaction import redacted
from colt_rules.model.names import CHANCE, TABLE, Car, Seat
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.players.bots import outlook_of
from colt_rules.players.dealer import Dealer
from colt_rules.players.evaluation import Reason
from colt_rules.players.play import Bot, GameRefused, new_game
from colt_rules.players.searching import USUAL_EFFORT, Effort
from colt_rules.playing.strengths import ADVISER, STRENGTHS
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import REFEREE, SPECTATOR, SeenCommand, glimpse, roles, view, view_command, view_event, view_legal

Data: TypeAlias = dict[str, Any]
"""What is told, as plain data: views, events and commands as on the wire."""

PERSON = "person"
"""Who plays a seat that no bot plays."""
OPTIONS = ("edition", "modules", "powers", "happenings", "stations", "train")
"""What a setup and the command ``StartGame`` have in common, besides the seats."""
SEEDS = 2**53
"""Seeds are integers below this one, which every number of JavaScript can hold."""


class NotAtThisTable(ValueError):
    """Nobody of this name sits here, or a bot does; or the command is another player's."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self.role = role[:80]


class CannotAdvise(ValueError):
    """This person has nothing to choose now."""


class CannotTakeBack(ValueError):
    """There is nothing to take back, or others would lose what they chose."""


class NoSuchCommand(ValueError):
    """There was no command with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"number: expected that of a command, got {number}")


class Departed(ValueError):
    """The lines of a log are not those of the rules."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


@record
class Setup:
    """The agreement before a game: what is played, who sits where, and who plays for each seat."""

    seats: tuple[Seat, ...]
    players: tuple[str, ...]
    """For each seat ``person`` or the strength of a bot."""
    edition: str = "ru-full"
    modules: tuple[str, ...] = ("base",)
    powers: bool = True
    happenings: bool = True
    stations: bool = True
    train: tuple[Car, ...] = ()
    """The cars that the table agreed on, from the front; empty to draw them."""
    house_rules: tuple[str, ...] = ()
    """Each ``ruling=answer``."""
    practice: bool = True
    """Whether choices can be taken back."""

    def commands(self) -> tuple[Command, ...]:
        """The commands of the table with which the game begins."""
        agreed = (AgreeOnRuling(TABLE, ruling, answer) for ruling, _, answer in map(_parted, self.house_rules))
        options = {name: getattr(self, name) for name in OPTIONS}
        return *agreed, new_game(self.seats, **options)


def _parted(house_rule: str) -> tuple[str, str, str]:
    return house_rule.partition("=")


def _words(data: Any) -> set[str]:
    """All texts in data."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, Mapping):
        return _words(list(data.values()))
    return {word for one in data for word in _words(one)} if isinstance(data, list | tuple) else set()


@record
class Turn:
    """A command with what it led to, and the lines of the log for it."""

    command: Command
    before: Game
    verdict: Accepted
    lines: tuple[bytes, ...]
    head: Head
    """The end of the log after it."""


@record
class Why:
    """A command as a role sees it, with what speaks for it."""

    seen: SeenCommand
    before: Game
    chosen: bool
    """Whether a player chose it, not chance or the table."""
    reason: Reason | None
    """What speaks for it; None if that is not told."""


class Sitting:
    """A game that is being played. It is mutable; what it returns is plain data."""

    def __init__(
        self, setup: Setup, seed: int | None = None, name: str = "game", effort: Effort = USUAL_EFFORT
    ) -> None:
        """Begin a game with bots that search this much; raises ``GameRefused`` if the rules refuse it."""
        wrong = [who for who in setup.players if who != PERSON and who not in STRENGTHS]
        if wrong or len(setup.players) != len(setup.seats):
            expected = f"{PERSON} or {' or '.join(STRENGTHS)} for each of the {len(setup.seats)} seats"
            raise ValueError(f"players: expected {expected}; got {', '.join(setup.players)[:200]}")
        self.setup = setup
        self.seed = SystemRandom().randrange(SEEDS) if seed is None else seed
        self.name = name
        self.effort = effort
        self._turns: list[Turn] = []
        self.game: Game = NEW
        """The position."""
        self._waited: tuple[Decision, ...] = ()
        for command in setup.commands():
            self._happen(command)

    @classmethod
    def of_log(cls, log: bytes, players: Iterable[str] = (), **options: Any) -> "Sitting":
        """Go on with the game of a log; by default people play all seats.

        The commands are decided again. Raises ``LogError`` if the log cannot be read, and ``Departed`` if its events
        are not those that the rules give.
        """
        recording = parse_lines(log.splitlines(keepends=True))
        commands = [entry.command for entry in recording.commands]
        first = list(takewhile(lambda command: not isinstance(command, StartGame), commands))
        start = commands[len(first)] if len(first) < len(commands) else None
        if not isinstance(start, StartGame):
            raise Departed(1)
        sat = tuple(players) or (PERSON,) * len(start.seats)
        setup = Setup(
            start.seats,
            sat,
            **{name: getattr(start, name) for name in OPTIONS},
            house_rules=tuple(f"{one.ruling}={one.answer}" for one in first if isinstance(one, AgreeOnRuling)),
            practice=options.pop("practice", True),
        )
        sitting = cls(setup, name=recording.header.game, **options)
        for command in commands[len(first) + 1 :]:
            if isinstance(sitting._try(command), Refused):
                raise Departed(len(sitting.log().splitlines()))
        ours, theirs = sitting.log().splitlines(), log.splitlines()
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
            if one != other:
                raise Departed(number)
        if len(ours) != len(theirs):
            raise Departed(min(len(ours), len(theirs)) + 1)
        return sitting

    # --- who plays

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(seat for seat, who in zip(self.setup.seats, self.setup.players, strict=True) if who == PERSON)

    @property
    def number(self) -> int:
        """How many events there were."""
        return self._turns[-1].head.events

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._turns) and not self._waited

    def _may_ask(self, role: str) -> str:
        """The role, if a person has it; when the game is over everything is open to all."""
        if role == SPECTATOR or role in self.people or (self.over and role in roles(self.game)):
            return role
        raise NotAtThisTable(role)

    # --- what a role is told

    def look(self, role: str) -> Data:
        """What a role sees now: its view, its choices, who has to choose, and how many events there were."""
        self._may_ask(role)
        answers = view_legal(self.game, role, role) if self._has_to_choose(role) else ()
        return {
            "role": role,
            "number": self.number,
            "over": self.over,
            "people": list(self.people),
            "waits": [{"actor": one.actor, "kind": one.kind, "subject": one.subject} for one in self._waited],
            "choices": ways_of(answers),
            "can_take_back": self._is_taken_back(role) is not None,
            "view": to_data(view(self.game, role)),
        }

    def _has_to_choose(self, role: str) -> bool:
        return any(one.actor == role for one in self._waited)

    def moments(self, role: str, after: int = 0) -> list[Data]:
        """The events after this number as a role sees them, each with its command and the position after it."""
        self._may_ask(role)
        return [moment for turn in self._turns if turn.head.events > after for moment in self._told(turn, role, after)]

    def _told(self, turn: Turn, role: str, after: int) -> Iterator[Data]:
        position, events = turn.before, turn.verdict.events
        first = events[0][0] if events else None
        seen = view_command(turn.command, role, self.game, first)
        command = {
            "number": turn.head.commands,
            "actor": turn.command.actor,
            "type": seen.type,
            "data": to_data(seen.command) if seen.command else None,
        }
        for number, (event, cites) in enumerate(events, turn.head.events - len(events) + 1):
            position = evolve(position, event)
            if number > after:
                there = role if role in roles(position) else SPECTATOR
                yield {
                    "number": number,
                    **to_data(view_event(event, role, self.game, cites)),
                    "command": command,
                    "view": to_data(glimpse(position, there)),
                }

    # --- what happens

    def choose(self, role: str, command: Command) -> Refused | None:
        """Carry out what a person chose, or return the refusal."""
        verdict = self._try(self._own(role, command))
        return verdict if isinstance(verdict, Refused) else None

    def judge(self, role: str, command: Command) -> Refused | None:
        """The refusal of a command that is not given, or None if it is allowed."""
        verdict = decide(self.game, self._own(role, command))
        return verdict if isinstance(verdict, Refused) else None

    def _own(self, role: str, command: Command) -> Command:
        if command.actor != role or role not in self.people:
            raise NotAtThisTable(command.actor)
        return command

    def advance(self) -> bool:
        """Carry out one command of a bot, of chance or of the table; False if a person has to choose first."""
        waited = next((one for one in self._waited if one.actor not in self.people), None)
        if waited is None:
            return False
        answers = legal_by(rules_of(self.game), self.game, waited.actor, self._waited)
        self._happen(self._answer(waited.actor, answers))
        return True

    def hint(self, role: str) -> tuple[Command, Reason]:
        """What a strong bot would choose in a person's place, and why, from what the person sees.

        Raises ``CannotAdvise``.
        """
        self._may_ask(role)
        if not self._has_to_choose(role):
            raise CannotAdvise(role)
        answers = legal_by(rules_of(self.game), self.game, role, self._waited)
        command = self._bot(ADVISER, role).choose(partial(view, self.game, role), answers)
        return command, outlook_of(view(self.game, role)).reason(command)

    def why(self, role: str, number: int) -> Why:
        """What speaks for a command that was given, as far as it follows from what this role saw at that moment.

        Of another player's command that is told only to those who saw all of it. Raises ``NoSuchCommand``.
        """
        self._may_ask(role)
        turn = next((turn for turn in self._turns if turn.head.commands == number), None)
        if turn is None:
            raise NoSuchCommand(number)
        command, events = turn.command, turn.verdict.events
        seen = view_command(command, role, self.game, events[0][0] if events else None)
        if command.actor in (CHANCE, TABLE):
            return Why(seen, turn.before, False, None)
        if seen.command is None and not self._sees_whole(turn, role):
            return Why(seen, turn.before, True, None)
        reason = outlook_of(view(turn.before, role), command.actor).reason(command)
        return Why(changed(seen, command=command), turn.before, True, reason)

    def _sees_whole(self, turn: Turn, role: str) -> bool:
        """Whether the events tell a role every word of a command."""
        shown = [view_event(event, role, self.game) for event, _ in turn.verdict.events]
        if not shown or shown[0].hidden:
            return False
        told = _words([one.data for one in shown])
        return _words(asdict(turn.command, recurse=False)) <= told

    def _answer(self, actor: str, answers: Answers) -> Command:
        """What chance, the table or a bot answers. Each has a seed of its own, so that a game can go on later."""
        if actor == CHANCE:
            return Dealer(self._seed(actor)).deal(cast(Arrangements, answers))
        if actor == TABLE:
            return next(iter(answers))
        strength = self.setup.players[self.setup.seats.index(actor)]
        return self._bot(strength, actor).choose(partial(view, self.game, actor), answers)

    def _bot(self, strength: str, seat: Seat) -> Bot:
        return STRENGTHS[strength](self._seed(seat), self.effort)

    def _seed(self, actor: str) -> int:
        return Random(f"{self.seed} {len(self._turns)} {actor}").randrange(SEEDS)

    def take_back(self, role: str) -> None:
        """Undo everything since a person's last choice; raises ``CannotTakeBack``."""
        self._may_ask(role)
        number = self._is_taken_back(role)
        if number is None:
            raise CannotTakeBack(role)
        turn = self._turns[number]
        del self._turns[number:]
        before = self._turns[-1].verdict
        self.game, self._waited = turn.before, before.awaiting

    def _is_taken_back(self, role: str) -> int | None:
        """The index of the last choice of the only person, if this is practice."""
        if not self.setup.practice or self.people != (role,):
            return None
        return next((at for at in reversed(range(len(self._turns))) if self._turns[at].command.actor == role), None)

    def _try(self, command: Command) -> Accepted | Refused:
        verdict = decide(self.game, command)
        if isinstance(verdict, Accepted):
            self._record(command, verdict)
        return verdict

    def _happen(self, command: Command) -> None:
        verdict = self._try(command)
        if isinstance(verdict, Refused):
            raise GameRefused(command, verdict)

    def _record(self, command: Command, verdict: Accepted) -> None:
        head = self._turns[-1].head if self._turns else beginning(self._header())
        _, lines, head = extend(head, command, verdict.events)
        self._turns.append(Turn(command, self.game, verdict, tuple(lines), head))
        self.game, self._waited = verdict.after, verdict.awaiting

    # --- the log

    def _header(self) -> Any:
        return new_header(self.name, self.setup.edition, self.setup.modules, self.setup.seats)

    def log(self) -> bytes:
        """The whole log so far, which holds every secret: for safekeeping, and for all when the game is over."""
        lines = (to_json(self._header()), *(line for turn in self._turns for line in turn.lines))
        return b"".join(line + b"\n" for line in (*lines, to_json(closing_of(self._turns[-1].head))))

    def log_for(self, role: str) -> bytes:
        """The log as a role may have it: redacted until the game is over."""
        self._may_ask(role)
        log = self.log()
        if self.over or role == REFEREE:
            return log
        return b"".join(line + b"\n" for line in redacted(parse_lines(log.splitlines(keepends=True)), role))
