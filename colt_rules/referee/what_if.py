"""The same commands under other rules, or another choice at one point: where the story forks, and how it ends then.

The game is played again from its first command. The agreement of the table is changed as asked; the rest follows the
log, by the rules of its day. As long as both games have the same events they run together; the first command after
which they differ, or which is refused, is the fork. Naming another edition, or another answer, is the question and
not yet a fork; nor is citing another clause for the same events.

``alternative`` continues the other game after the fork. If it ends early there is the money so far instead of a
ranking.
"""

from collections.abc import Iterable
from itertools import islice, takewhile, zip_longest
from typing import Protocol, TypeAlias

from colt_rules.commands import AgreeOnRuling, Command, StartGame, command_text
from colt_rules.decisions import Decision
from colt_rules.events import Cited, Event, GameEnded, GameStarted
from colt_rules.kernel import NEW, Accepted, Refused, Verdict, fold
from colt_rules.log.corrections import HistoricalRules, as_logged
from colt_rules.model.names import CHANCE, TABLE, Cites, Seat
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game, Standing
from colt_rules.referee.alternative import OtherGame, StopReason
from colt_rules.referee.explain import edition_differences
from colt_rules.referee.prose import ENGLISH
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.story import Step, Story
from colt_rules.referee.why_not import what_allows
from colt_rules.registry.differences import PointOfDifference
from colt_rules.registry.published import ruling_in_use
from colt_rules.registry.registry import registry
from colt_rules.rules.rulebook import rulebook
from colt_rules.safe_text import clipped

OURS = "ours"
"""Stands for the answer that holds if the table agrees on none."""


# --- what is asked


class Alternative(Protocol):
    """What is to be different."""

    def given(self, step: Step) -> list[Command]:
        """The commands that replace this one of the log."""
        ...


@record
class OtherRules:
    """The same choices by the rules of another edition, or with another answer to an open question."""

    edition: str = ""
    """The other edition; empty if the edition stays the same."""
    ruling: str = ""
    answer: str = ""

    def given(self, step: Step) -> list[Command]:
        """The command itself, except for the agreement of the table: a house rule comes right before the start."""
        command = step.command.command
        if isinstance(command, AgreeOnRuling) and ruling_in_use(command.ruling) == self.ruling:
            return []
        if not isinstance(command, StartGame):
            return [command]
        house_rules = [AgreeOnRuling(TABLE, self.ruling, self.answer)] if self.answer not in ("", OURS) else []
        return [*house_rules, changed(command, edition=self.edition or command.edition)]


@record
class OtherChoice:
    """Another command in place of a command of the log, followed by the same commands as in the log."""

    command: Command
    number: int
    """The number of the command in the log."""

    def given(self, step: Step) -> list[Command]:
        """The command of this step; for the step with the number above, the other command."""
        return [self.command if step.command.number == self.number else step.command.command]


class UnknownRule(ValueError):
    """There is no such edition, ruling or answer; the message lists the known ones."""


def other_edition(edition: str) -> OtherRules:
    """The rules of another edition."""
    known = registry().editions
    if edition not in known:
        raise UnknownRule(f"expected an edition, one of {', '.join(known)}; got {clipped(edition)}")
    return OtherRules(edition=edition)


def other_ruling(ruling: str, answer: str) -> OtherRules:
    """Another answer to an open question: an answer that a table can agree on, or our answer."""
    open_rulings = {
        one.id: [OURS, *(other.id for other in one.rejected if other.house_rule)]
        for one in registry().rulings.values()
        if any(other.house_rule for other in one.rejected)
    }
    if ruling not in open_rulings:
        raise UnknownRule(
            "expected a ruling that has another answer to agree on, one of\n"
            + "".join(f"  {id}={' or '.join(answers)}\n" for id, answers in open_rulings.items())
            + f"got {clipped(ruling)}"
        )
    if answer not in open_rulings[ruling]:
        raise UnknownRule(f"expected an answer to {ruling}, {' or '.join(open_rulings[ruling])}; got {clipped(answer)}")
    return OtherRules(ruling=ruling, answer=answer)


def other_choice(story: Story, seq: int, command: Command) -> OtherChoice:
    """Another command in place of the command that led to this event."""
    return OtherChoice(command, story.moment(seq).step.command.number)


# --- the result


class NotAllowed(ValueError):
    """What was asked cannot be played: the refused command, why, and where in the log."""

    def __init__(self, step: Step, command: Command, refused: Refused) -> None:
        super().__init__(f"{command_text(command)} is not allowed: {refused.message}")
        self.step = step
        self.command = command
        self.refused = refused


@record
class GameSide:
    """One of the two games at the same moment."""

    command: Command
    events: tuple[Cited, ...]
    """The events from the first that differs up to where both games have the same events again, if they do."""
    asks: tuple[Decision, ...]
    """The open decisions afterwards."""
    before: Game
    """The position in which the command was given."""
    refused: Refused | None = None
    why: str = ""
    """The refusal in words, or empty."""

    @property
    def cites(self) -> Cites:
        """The clauses that these events, or the refusal, cite."""
        return self.refused.clauses if self.refused else _all_cited(self.events)


@record
class Parting:
    """A command with different results in the two games."""

    number: int
    """The number of the command in the log."""
    seq: int
    """The number in the log, present or future, of the first event that differs."""
    here: GameSide
    """The result in the log."""
    there: GameSide
    """The result in the other game."""
    points: tuple[PointOfDifference, ...] = ()
    """The differences of the editions that show here; the first edition is the log's."""
    sound: bool = True
    """Whether the rules of the game agree with the log here; if not, the log itself is doubtful."""

    @property
    def only_here(self) -> Cites:
        """The clauses that only the log cites."""
        return _less(self.here.cites, self.there.cites)

    @property
    def only_there(self) -> Cites:
        """The clauses that only the other game cites."""
        return _less(self.there.cites, self.here.cites)


@record
class Ending:
    """How far a game got."""

    ranking: tuple[Standing, ...]
    """The ranking; empty if the game is not over."""
    money: dict[Seat, int]
    """By seat: the loot and ransom gained, without what only the end adds or subtracts."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners, if the game is over."""
        return tuple(standing.seat for standing in self.ranking if standing.rank == 1)


@record
class WhatIf:
    """Two courses of one game: the course in the log, and the other."""

    fork: Parting | None
    """The command at which the two games diverge; None if nothing changes."""
    end: Parting | None
    """The two ends, if both games are over and the ends differ and come after the fork."""
    commands: int
    """The number of commands in the log."""
    left_out: tuple[Step, ...]
    """The commands of the log that the other game did not ask for."""
    stop: StopReason | None
    here: Ending
    """The log at its end or, if the other game stopped, at that point."""
    there: Ending
    unagreed: tuple[Command, ...] = ()
    """What only the other game asks the table to agree on; it never did, so it agrees on nothing."""

    @property
    def winner_differs(self) -> bool | None:
        """Whether another player wins; None unless both games are over."""
        if not self.here.ranking or not self.there.ranking:
            return None
        return set(self.here.winners) != set(self.there.winners)


def what_if(story: Story, asked: Alternative, lang: str = ENGLISH) -> WhatIf:
    """Play the game as it was and as it would have been; raise ``NotAllowed`` if the rules refuse what is asked."""
    end = story.position(story.head.events)
    day = HistoricalRules.of(story.header)
    parted = _together(story, asked, day)
    if parted is None:
        return WhatIf(None, None, story.head.commands, (), None, _ending(end), _ending(end))
    step, command, game, verdict = parted
    steps = list(story.steps(step.command.number))
    fork = _fork(steps[0], command, game, verdict, day, lang)
    course = (
        OtherGame(command, verdict, steps[1:], day, lang)
        if isinstance(verdict, Accepted)
        else OtherGame(command, Accepted((), game, day.awaiting(game)), steps, day, lang)
    )
    course.run(over=bool(end.ranking))
    here = end if course.stop is None else course.log_stands_at(end)
    return WhatIf(
        fork=fork,
        end=_end(steps[1:], course, end, day),
        commands=story.head.commands,
        left_out=course.left_out,
        stop=course.stop,
        here=_ending(here),
        there=_ending(course.game),
        unagreed=tuple(course.unagreed),
    )


# --- until the fork

_Parted: TypeAlias = tuple[Step, Command, Game, Verdict]
"""The step of the log, the command given, the position it was given in, and the verdict."""


def _together(story: Story, asked: Alternative, day: HistoricalRules) -> _Parted | None:
    """Where the games diverge; None if they do not."""
    game = NEW
    for step in story.steps():
        for command in asked.given(step):
            verdict = day.decide(game, command)
            if isinstance(verdict, Refused) and (game.phase == "new" or command != step.command.command):
                raise NotAllowed(step, command, verdict)
            if not isinstance(command, AgreeOnRuling) and _differs_at(step, verdict) is not None:
                if command == step.command.command and day.explains(game, step.command, step.events):
                    game = fold([entry.event for entry in step.events], game)
                    continue
                return step, command, game, verdict
            assert isinstance(verdict, Accepted), "a refusal has no events, and every command of a log has some"
            game = verdict.after
    return None


def _differs_at(step: Step, verdict: Verdict) -> int | None:
    """The index of the first event that differs; None if all are the same."""
    verdict = as_logged(verdict, step.events)
    there = verdict.events if isinstance(verdict, Accepted) else ()
    pairs = zip_longest((entry.event for entry in step.events), (event for event, _ in there))
    return next((at for at, (one, other) in enumerate(pairs) if not _same(one, other)), None)


def _same(one: Event | None, other: Event | None) -> bool:
    """Whether two events are the same, apart from the edition that the table agreed on."""
    if isinstance(one, GameStarted) and isinstance(other, GameStarted):
        return changed(one, edition=other.edition) == other
    return one == other


def _fork(step: Step, command: Command, game: Game, verdict: Verdict, day: HistoricalRules, lang: str) -> Parting:
    """The result of the command at which the games diverge."""
    at = _differs_at(step, verdict)
    assert at is not None, "they part here"
    own = _own_verdict(step, day)
    here = GameSide(step.command.command, _logged(step, day)[at:], own.awaiting if own else (), step.before)
    if isinstance(verdict, Refused):
        why = describe_refusal(game, command, verdict, lang)
        there, after = GameSide(command, (), day.awaiting(game), game, verdict, why), game
    else:
        there, after = GameSide(command, verdict.events[at:], verdict.awaiting, game), verdict.after
        same = _same_at_the_end(here, there)
        here, there = (changed(side, events=side.events[: len(side.events) - same]) for side in (here, there))
    shown = {*here.cites, *there.cites, *_open_to(here, there, step.after, day), *_open_to(there, here, after, day)}
    return Parting(
        number=step.command.number,
        seq=step.events[0].seq + at,
        here=here,
        there=there,
        points=_points(step.after, after, shown),
        sound=own is not None,
    )


def _same_at_the_end(here: GameSide, there: GameSide) -> int:
    """The length of the common end of both sides."""
    pairs = zip(reversed(here.events), reversed(there.events), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0][0] == pair[1][0], pairs))


def _logged(step: Step, day: HistoricalRules) -> tuple[Cited, ...]:
    """The log's events of a command; if the game's own rules lead to the same events, with the clauses that they cite.

    A log from another engine may have no citations.
    """
    own = _own_verdict(step, day)
    return own.events if own else tuple((entry.event, entry.cites) for entry in step.events)


def _own_verdict(step: Step, day: HistoricalRules) -> Accepted | None:
    """The verdict of the game's own rules, or None if its events are not the events in the log."""
    try:
        verdict = day.decide(step.before, step.command.command)
    except Exception:  # a false log can lead to any position
        return None
    return verdict if isinstance(verdict, Accepted) and _differs_at(step, verdict) is None else None


def _open_to(side: GameSide, other: GameSide, after: Game, day: HistoricalRules) -> Cites:
    """If one game waits for a decision and the other goes on: the clauses behind the possible answers."""
    if side.events or side.refused or side.asks == other.asks:
        return ()
    actors = dict.fromkeys(decision.actor for decision in side.asks if decision.actor != CHANCE)
    answers = (answer for actor in actors for answer in islice(day.legal(after, actor), MANY))
    return tuple(id for answer in answers for id in what_allows(after, answer))


MANY = 200
"""More answers than a card has; if there are more, all cite the same clauses."""


def _points(here: Game, there: Game, shown: set[str]) -> tuple[PointOfDifference, ...]:
    """The differences of the editions of two games that involve these clauses."""
    found = edition_differences(here.options.edition, there.options.edition)
    return tuple(point for point in found if shown & {*point.first, *point.second})


def _all_cited(events: Iterable[Cited]) -> Cites:
    return tuple(dict.fromkeys(id for _, cites in events for id in cites))


def _less(some: Cites, others: Cites) -> Cites:
    return tuple(id for id in some if id not in others)


# --- the end


def _end(steps: list[Step], course: OtherGame, end: Game, day: HistoricalRules) -> Parting | None:
    """The two ends of the game, if they differ and come after the fork."""
    here = _game_ended(_logged(steps[-1], day)) if steps else ()
    there = _game_ended(course.events)
    if not here or not there or here[0][0] == there[0][0]:
        return None
    last = steps[-1]
    return Parting(
        number=last.command.number,
        seq=last.events[-1].seq,
        here=GameSide(last.command.command, here, (), last.before),
        there=GameSide(course.command, there, (), course.game),
        points=_points(end, course.game, {*_all_cited(here), *_all_cited(there)}),
    )


def _game_ended(events: Iterable[Cited]) -> tuple[Cited, ...]:
    return tuple((event, cites) for event, cites in events if isinstance(event, GameEnded))


def _ending(game: Game) -> Ending:
    """How far a game got; as in scoring, only bandits' loot is counted."""
    money = dict.fromkeys(game.options.seats, 0)
    # Modules decide who is a bandit; the edition may be unknown.
    for figure in rulebook(game.options.modules).bandits(game).values():
        gained = sum(game.values[token] for token in figure.loot) + figure.ransom
        money[figure.seat] = money.get(figure.seat, 0) + gained
    return Ending(game.ranking, money)
