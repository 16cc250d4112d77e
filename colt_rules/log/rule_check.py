"""Checks a log against the rules: decides each command again from the state that the events before it led to."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest
from typing import Any

from colt_rules.commands import COMMAND_NAMES
from colt_rules.events import EVENT_NAMES, Cited
from colt_rules.kernel.decide import Accepted, Refused, Verdict, decide_by
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.log.chain import Place
from colt_rules.log.codec import to_json
from colt_rules.log.corrections import Stretch, as_logged
from colt_rules.log.entries import Batch, CommandEntry, EventEntry
from colt_rules.log.errors import Departure
from colt_rules.log.replay import misfit
from colt_rules.model.record import changed, record
from colt_rules.model.state import NEW
from colt_rules.registry.corrections import Correction
from colt_rules.rules.rulebook import rules_of
from colt_rules.safe_text import clipped, listed

MOST_EXPLAINED = 1_000
"""No more explained departures than this are collected."""

LONGEST = 4_000
"""How many characters of an event or a command a departure quotes."""


@record
class Logged:
    """A command in a log, with the events that follow it."""

    line: int
    command: CommandEntry
    events: list[EventEntry]

    def place(self, number: int) -> Place:
        """The place of the event with this index, else of the last event; without events, of the command."""
        at = min(number, len(self.events) - 1)
        return self.line + 1 + at, self.command.number, self.events[at].seq if self.events else 0


class Judge:
    """Follows a log and reports where it departs from the rules.

    - ``refused``: the rules do not allow the command.
    - ``event``, ``cites``: the command leads to other events, or they rest on other clauses.
    - ``position``: the events lead to an impossible position; nothing after it is checked.

    ``corrections`` are those later than the specification that the log was written with.
    """

    def __init__(self, corrections: Sequence[Correction] = ()) -> None:
        self.corrections = corrections
        self.explained: list[Departure] = []
        """Departures that corrections explain, so that they are no faults."""
        self._stretch: tuple[Stretch, list[Logged], Departure] | None = None
        """Commands that corrections may still explain, and the first departure among them."""
        self.game = NEW
        """The state after the events followed so far."""
        self.ended = False
        """Whether nothing more can be checked."""
        self._open: list[Any] = []
        """The entries of the last command, which is complete when the next one or the end follows."""
        self._line = 0
        """The line of the first of these entries."""
        self._agreed: Accepted | None = None
        """The last command that the rules agreed with."""

    def follow(self, batch: Batch) -> list[Departure]:
        """The departures in these lines, except the last command, whose events may not all be here yet."""
        if self.ended:
            return []
        if not self._open:
            self._line = batch.number
        entries = [*self._open, *batch.entries]
        if not batch.well_formed:
            entries = entries[: entries.index(None)]
        starts = [at for at, entry in enumerate(entries) if not entry.seq]
        found: list[Departure] = []
        for start, end in pairwise([*([] if starts[:1] == [0] else [0]), *starts]):
            found += self._departures_of(entries[start:end])
        self._open = entries[starts[-1] if starts else 0 :]
        # The content of a malformed line is unknown, so nothing after it can be checked.
        self.ended = self.ended or not batch.well_formed
        return found

    def finish(self) -> list[Departure]:
        """The departures in the last command."""
        found = self._departures_of(self._open)
        if self._stretch and not self.ended:
            found += self._unexplained() if self.game.phase == "over" or not self._stretch[0].is_fitting else []
        return found

    def _departures_of(self, entries: list[Any]) -> list[Departure]:
        """The departures in the entries of one command; events without a command are only applied."""
        if self.ended or not entries:
            return []
        line, self._line = self._line, self._line + len(entries)
        first, *events = entries
        if first.seq:
            return self.apply(Logged(line - 1, first, entries))
        return self.judged(Logged(line, first, events))

    def judged(self, logged: Logged) -> list[Departure]:
        """The departures of a command that no correction explains; its events are applied."""
        return self._continue_stretch(logged) if self._stretch else self._decided(logged, bool(self.corrections))

    def _decided(self, logged: Logged, explaining: bool) -> list[Departure]:
        """The departures of a command by the current rules."""
        # If the last command was right, its verdict has the open decisions already.
        waited = self._agreed.awaiting if self._agreed and self._agreed.after is self.game else None
        try:
            verdict = decide_by(rules_of(self.game), self.game, logged.command.command, waited)
        except Exception:
            # A false log can lead to an impossible position, in which the behaviour of the rules is undefined.
            expected, got = "a position in which the command can be judged", "one that no game can reach"
            unasked = Departure("position", logged.line, logged.command.number, 0, expected, got, ())
            if explaining:
                return self._begin_stretch(logged, unasked)
            self.ended = True
            return [unasked]
        verdict = as_logged(verdict, logged.events)
        if not isinstance(verdict, Refused) and self.comparable_events(logged, verdict.events) == verdict.events:
            self.game, self._agreed = verdict.after, verdict
            return []
        departure = self.departure(logged, verdict)
        if explaining:
            return self._begin_stretch(logged, departure)
        self.on_departure(logged, departure, verdict)
        return [departure, *self.apply(logged)]

    def _begin_stretch(self, logged: Logged, departure: Departure) -> list[Departure]:
        """The departures of a command unless corrections may explain it."""
        self._stretch = Stretch(self.game, self.corrections, self.asks_for_cites), [], departure
        return self._continue_stretch(logged)

    def _continue_stretch(self, logged: Logged) -> list[Departure]:
        """Follow a command that may be explained together with those before it.

        If it is not, the departures of all of them.
        """
        assert self._stretch
        stretch, held, departure = self._stretch
        held.append(logged)
        if not stretch.follow(logged.command, logged.events):
            return self._unexplained()
        self.game = stretch.game
        if stretch.is_settled:
            needed = stretch.needed()
            if not needed:
                return self._unexplained()
            self._stretch = None
            if len(self.explained) < MOST_EXPLAINED:
                self.explained.append(changed(departure, explained=needed))
        return []

    def _unexplained(self) -> list[Departure]:
        """The departures of the commands that no correction explains."""
        assert self._stretch
        (stretch, (first, *others), _), self._stretch = self._stretch, None
        self.game = stretch.start
        found = self._decided(first, False)
        for logged in others:
            found += [] if self.ended else Judge.judged(self, logged)
        return found

    @property
    def asks_for_cites(self) -> bool:
        """Whether the clauses that events cite are compared with the rules."""
        return True

    def on_departure(self, logged: Logged, departure: Departure, verdict: Verdict) -> None:
        """Called where the log departs; subclasses override it to follow what should have happened."""

    def comparable_events(self, logged: Logged, right: tuple[Cited, ...]) -> tuple[Cited, ...]:
        """The logged events, in the form in which they are compared with the right ones."""
        return tuple([(one.event, one.cites) for one in logged.events])

    def departure(self, logged: Logged, verdict: Verdict) -> Departure:
        """How a command departs from the verdict of the rules."""
        if isinstance(verdict, Refused):
            command = logged.command.command
            text = clipped(f"{COMMAND_NAMES[command.__class__]} {to_json(command).decode()}", LONGEST)
            wanted = f"a legal command ({verdict.message})"
            return Departure("refused", logged.line, logged.command.number, 0, wanted, text, verdict.clauses)
        told = self.comparable_events(logged, verdict.events)
        for number, (right, said) in enumerate(zip_longest(verdict.events, told)):
            if right != said:
                kind = "cites" if right and said and right[0] == said[0] else "event"
                clauses = right[1] if right else ()
                return Departure(kind, *logged.place(number), _text(right), _text(said), clauses)
        raise AssertionError("expected a departure, got equal events")

    def apply(self, logged: Logged) -> list[Departure]:
        """Apply the events, whatever the rules say; a departure if one does not fit the position."""
        for number, one in enumerate(logged.events):
            try:
                self.game = EVOLVE[one.event.__class__](self.game, one.event)
            except Exception:  # a false log can lead to any position
                self.ended = True
                said = _text((one.event, one.cites))
                return [Departure("position", *logged.place(number), "an event that fits", said, (), misfit(one))]
        return []


def _text(cited: Cited | None) -> str:
    if cited is None:
        return "nothing more from this command"
    event, cites = cited
    told = clipped(f"{EVENT_NAMES[event.__class__]} {to_json(event).decode()}", LONGEST)
    return f"{told} citing {listed(cites) or 'nothing'}"
