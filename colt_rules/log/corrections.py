"""Decides whether a correction explains why an older log departs from the current rules.

Only two kinds of departure can be explained:

- The rules gave another answer then, which the current rules can still give: as if the table had agreed on it, or as if
  an edition did not differ. The command is decided again by the rules as they were.
- Events of the types that a correction names are elsewhere or rest on other clauses. All other events must be the
  same, in the same order, and everything must lead to the same position, at once or before anybody but chance acts.
  So nobody chose in an impossible position, and missing events or false cards, loot and places are never explained.

Whatever version the header names, a correction older than a module or a house rule of the game explains nothing.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from colt_rules.commands import AgreeOnRuling, Command
from colt_rules.decisions import Answers, Decision
from colt_rules.events import EVENT_NAMES, Cited, Event, RulingAgreed
from colt_rules.kernel.decide import Accepted, Refused, Verdict, awaiting_by, decide_by, legal_by
from colt_rules.kernel.fold import fold
from colt_rules.log.dating import applying
from colt_rules.log.entries import CommandEntry, EventEntry, Header, in_versions_of
from colt_rules.model.names import CHANCE
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.registry import published
from colt_rules.registry.corrections import Correction
from colt_rules.rules.editions import settled
from colt_rules.rules.module import Rules
from colt_rules.rules.rulebook import rules_of

LONGEST = 20
"""How many commands of chance can lie between an event and its right place."""


def former_rules(game: Game, corrections: Iterable[Correction]) -> Rules:
    """The rules of a game as they were before these corrections, as far as the current rules support that."""
    rules, edition = rules_of(game), game.options.edition
    corrections = applying(corrections, game.options.modules, game.options.rulings)
    answered = {house_rule.partition("=")[0] for house_rule in rules.house_rules}
    given = {
        house_rule
        for one in corrections
        for house_rule in one.former_defaults
        for ruling in [house_rule.partition("=")[0]]
        if ruling not in answered and not settled(ruling, edition)
    }
    unknown = {id for one in corrections for id in one.new_differences}
    if not given and unknown <= rules.absent:
        return rules
    return changed(rules, house_rules=rules.house_rules | given, absent=rules.absent | unknown)


def as_logged(verdict: Verdict, logged: Sequence[EventEntry]) -> Verdict:
    """The verdict on a command with its events reduced to what the versions of the logged events can express."""
    if isinstance(verdict, Refused) or not any(entry.newest.earlier for entry in logged):
        return verdict
    events, cites = zip(*verdict.events, strict=True)
    return changed(verdict, events=tuple(zip(in_versions_of(events, logged), cites, strict=True)))


@record
class HistoricalRules:
    """The rules at the time when a log was written."""

    corrections: tuple[Correction, ...] = ()
    """The corrections since then."""

    @classmethod
    def of(cls, header: Header) -> "HistoricalRules":
        """The time of the log with this header."""
        return cls(published.corrections().since(header.spec))

    def decide(self, game: Game, command: Command) -> Verdict:
        """The verdict on a command."""
        return decide_by(former_rules(game, self.corrections), game, command)

    def awaiting(self, game: Game) -> tuple[Decision, ...]:
        """The open decisions."""
        return awaiting_by(former_rules(game, self.corrections), game)

    def legal(self, game: Game, actor: str) -> Answers:
        """Every command that is accepted from this actor."""
        return legal_by(former_rules(game, self.corrections), game, actor)

    def explains(self, game: Game, command: CommandEntry, events: Sequence[EventEntry]) -> bool:
        """Whether a command that departs from the current rules was right then, or only recorded in another order."""
        stretch = Stretch(game, self.corrections, cites=False)
        return stretch.follow(command, events) and stretch.is_settled

    def corrected(self, game: Game, command: CommandEntry, events: Sequence[EventEntry]) -> tuple[Correction, ...]:
        """The corrections that explain why a command departs from the current rules; empty if none explain it."""
        stretch = Stretch(game, self.corrections, cites=any(one.cites for one in events))
        return stretch.needed() if stretch.follow(command, events) and stretch.is_settled else ()


class Stretch:
    """Consecutive commands of a log whose departures corrections may explain together."""

    def __init__(self, game: Game, corrections: Sequence[Correction], cites: bool) -> None:
        self.start = game
        self.game = game
        """The state by the events of the log."""
        self.steps: list[tuple[CommandEntry, Sequence[EventEntry]]] = []
        self._right = game
        """The state by the commands and the rules as they were."""
        self._corrections = corrections = applying(corrections, game.options.modules, game.options.rulings)
        self._cites = cites
        self._types = {type for one in corrections for type in one.events}
        self._dependent_events = {type for one in corrections for type in one.dependent_events}
        self._logged: list[Cited] = []
        """The events of these types in the log."""
        self._due: list[Cited] = []
        """The events of these types by the rules."""

    def follow(self, command: CommandEntry, events: Sequence[EventEntry]) -> bool:
        """Add a command and return whether the stretch may still be explained with it."""
        if self.steps and (command.actor != CHANCE or len(self.steps) == LONGEST):
            return False
        self.steps.append((command, events))
        try:
            verdict = self._decided(command, events)
            self.game = fold((one.event for one in events), self.game)
        except Exception:  # a false log can lead to any position
            return False
        if isinstance(verdict, Refused):
            return False
        self._right = verdict.after
        logged, others = self._split_by_type([(one.event, one.cites) for one in events])
        due, right = self._split_by_type(verdict.events)
        self._logged += logged
        self._due += due
        return [self._comparable(one) for one in others] == [self._comparable(one) for one in right]

    def _decided(self, logged: CommandEntry, events: Sequence[EventEntry]) -> Verdict:
        """The verdict of the rules as they were."""
        game, command = self._right, logged.command
        if isinstance(command, AgreeOnRuling) and game.phase == "new" and self._could_be_agreed(command):
            agreed = RulingAgreed(command.ruling, command.answer)
            return Accepted(((agreed, (command.ruling,)),), fold([agreed], game), ())
        return as_logged(decide_by(former_rules(game, self._corrections), game, command), events)

    def _could_be_agreed(self, command: AgreeOnRuling) -> bool:
        """Whether this answer could be agreed on then, and the game has agreed on no other for the question."""
        answered = [
            house_rule.partition("=")[0] for house_rule in published.house_rules_in_use(self._right.options.rulings)
        ]
        open_then = [house_rule for one in self._corrections for house_rule in one.former_house_rules]
        return f"{command.ruling}={command.answer}" in open_then and command.ruling not in answered

    @property
    def is_settled(self) -> bool:
        """Whether the log has reached the state by the rules, and corrections cover every difference on the way.

        The log has as many events of each type as the rules require.
        """
        counted = [Counter(EVENT_NAMES[event.__class__] for event, _ in told) for told in (self._logged, self._due)]
        return self.game == self._right and counted[0] == counted[1] and self.is_fitting

    @property
    def is_fitting(self) -> bool:
        """Whether corrections cover every event that differs."""
        due = list(self._due)
        more: list[Cited] = []
        for event, cites in self._logged:
            same = [one for one in due if one[0] == event]
            if not same:
                more.append((event, cites))
                continue
            # Of several equal events, take the one with the most similar clauses.
            one = min(same, key=lambda other: len({*other[1]} ^ {*cites}))
            due.remove(one)
            if self._cites and not {*one[1]} ^ {*cites} <= self._clauses(event):
                return False
        both = {EVENT_NAMES[one[0].__class__] for one in more} & {EVENT_NAMES[one[0].__class__] for one in due}
        if not both <= self._dependent_events:
            return False  # the content of an event differs
        return all(self._clauses(event) & {*cites} or not (cites or self._cites) for event, cites in (*more, *due))

    def needed(self) -> tuple[Correction, ...]:
        """The corrections that are necessary for the explanation."""
        needed = [one for one in self._corrections if self._is_about(one)]
        for one in list(needed):
            fewer = [other for other in needed if other is not one]
            if self._is_settled_by(fewer):
                needed = fewer
        return tuple(needed)

    def _is_settled_by(self, corrections: Sequence[Correction]) -> bool:
        again = Stretch(self.start, corrections, self._cites)
        return all(again.follow(*step) for step in self.steps) and again.is_settled

    def _is_about(self, one: Correction) -> bool:
        otherwise = {EVENT_NAMES[event.__class__] for event, _ in (*self._logged, *self._due)}
        return bool(one.former_defaults or one.former_house_rules or one.new_differences or otherwise & {*one.events})

    def _split_by_type(self, events: Iterable[Cited]) -> tuple[list[Cited], list[Cited]]:
        """The events of the types that corrections name, and the others."""
        named: list[Cited] = []
        others: list[Cited] = []
        for one in events:
            (named if EVENT_NAMES[one[0].__class__] in self._types else others).append(one)
        return named, others

    def _clauses(self, event: Event) -> set[str]:
        """The clauses that an event of this type may cite in one version but not in the other."""
        name = EVENT_NAMES[event.__class__]
        return {id for one in self._corrections if name in one.events for id in one.clauses}

    def _comparable(self, one: Cited) -> tuple[object, frozenset[str]]:
        """An event with its clauses as a set, or without them if the log has no citations."""
        return one[0], frozenset(one[1] if self._cites else ())
