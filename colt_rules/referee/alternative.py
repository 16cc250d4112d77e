"""How another story goes on after it has parted from the one in the log, with the answers that the log has.

A command may come at another moment there, or at none. So each is taken for what it is, the answer to a question: who
decides what, at which card of which turn. Whenever the other game asks the same question, it gets the answer that the
log has. What it does not ask is left out. What only the other game asks the table to agree on, before the game, nobody
has agreed on: where a table may agree on nothing, that is the answer. Where it asks something else, or may not take the
answer, it ends: nobody knows what would have been chosen or drawn, and nothing is made up, least of all chance.
"""

from collections import Counter
from typing import TypeAlias

import attrs

from colt_rules.commands import Command, Deal
from colt_rules.decisions import Arrangements, Decision
from colt_rules.kernel import Accepted, Verdict
from colt_rules.log.corrections import Day
from colt_rules.model.names import CHANCE, TABLE, Cites
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.referee.prose import ENGLISH, tell, text
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.story import Step
from colt_rules.rules.editions import EDITIONS

Question: TypeAlias = tuple[str | int, ...]
"""Who has to decide what, and when in the game that is. Nobody has to decide two things at once, but the same thing can
come up again before the round has gone on; then the answers are given in their order."""


@record
class Stop:
    """Why the other game could not be followed any further."""

    number: int
    """The command of the log that was not given; 0 if all were."""
    why: str
    clauses: Cites
    """What forbids the command, if it was refused."""


class Course:
    """The other story after the fork: its position, and the answers of the log that it has not asked for yet."""

    def __init__(self, command: Command, verdict: Accepted, steps: list[Step], day: Day, lang: str) -> None:
        self._day = day
        self._lang = lang
        self.game = verdict.after
        self.command = command
        """The last one given."""
        self.events = verdict.events
        """What came of it."""
        self.stop: Stop | None = None
        self.unagreed: list[Command] = []
        """What the table was asked that the log does not ask it, and did not agree on."""
        self._last = steps[0].command.number - 1 if steps else 0
        """The last command of the log that was given."""
        self._asked: Counter[Question] = Counter()
        """How often each question has been answered so far."""
        self._answers: dict[tuple[Question, int], Step] = {}
        """By question, and how often it has been asked before: the command of the log."""
        before: Counter[Question] = Counter()
        for step in steps:
            if question := _question(step, day):
                self._answers[question, before[question]] = step
                before[question] += 1

    def run(self, over: bool) -> None:
        """Go on as long as the log has the answers; ``over`` says whether it goes to the end of its game."""
        while self.stop is None and (open_now := _questions(self.game, self._day)):
            known = next((each for each in open_now if (each, self._asked[each]) in self._answers), None)
            if known:
                self._give(known)
            elif nothing := _nothing_agreed(self.game, self._day):
                self._accept(nothing)
                self.unagreed.append(nothing)
            elif over or self._later():
                asking = text(self._lang, "question.or").join(
                    asked_of(decision, self._lang) for decision in self._day.awaiting(self.game)
                )
                self._stop_at(self._later(), tell(self._lang, "question.no-answer", question=asking))
            else:
                return  # both games are as long as the log

    def _give(self, question: Question) -> None:
        step = self._answers[question, self._asked[question]]
        command = step.command.command
        verdict = self._accept(command)
        if isinstance(verdict, Accepted):
            self._last = step.command.number
            del self._answers[question, self._asked[question]]
            self._asked[question] += 1
            return
        why = _misfit(self.game, command, self._day, self._lang)
        self._stop_at([step], why or describe_refusal(self.game, command, verdict, self._lang), verdict.clauses)

    def _accept(self, command: Command) -> Verdict:
        verdict = self._day.decide(self.game, command)
        if isinstance(verdict, Accepted):
            self.game, self.events, self.command = verdict.after, verdict.events, command
        return verdict

    def _stop_at(self, steps: list[Step], why: str, clauses: Cites = ()) -> None:
        self.stop = Stop(steps[0].command.number if steps else 0, why, clauses)

    def _later(self) -> list[Step]:
        """The commands of the log that come after the last one given."""
        return [step for step in self._answers.values() if step.command.number > self._last]

    @property
    def left_out(self) -> tuple[Step, ...]:
        """What the log has before the last command given, or before its end, and nobody asked for."""
        left = [step for step in self._answers.values() if self.stop is None or step.command.number < self._last]
        return tuple(left)

    def log_stands_at(self, end: Game) -> Game:
        """The position of the log where this story stopped."""
        return next((step.before for step in self._later()), end)


def _nothing_agreed(game: Game, day: Day) -> Command | None:
    """The answer that the table agrees on nothing, where it is asked to agree before the game and may not.

    A table that was never asked has agreed on nothing, so this is no choice that is made up: it names no card.
    """
    if game.phase != "setup" or all(decision.actor != TABLE for decision in day.awaiting(game)):
        return None
    first: Command | None = next(iter(day.legal(game, TABLE)), None)
    named = (
        [getattr(first, field.name) for field in attrs.fields(first.__class__) if field.name != "actor"]
        if first
        else [""]
    )
    return None if any(named) or not named else first


def _questions(game: Game, day: Day) -> list[Question]:
    """What is open in a position."""
    now = game.round
    when = (now.number, now.turn, len(now.order), len(now.pile), now.happened)
    return [(decision.actor, decision.kind, decision.subject, *when) for decision in day.awaiting(game)]


def _question(step: Step, day: Day) -> Question | None:
    """The question that a command of the log answers; none where the log does not go by its own rules.

    What an edition asks that nobody knows is taken to be what the baseline asks.
    """
    try:
        known = step.before.options.edition in EDITIONS
        before = step.before if known else changed(step.before, options=changed(step.before.options, edition=""))
        return next((question for question in _questions(before, day) if question[0] == step.command.actor), None)
    except Exception:  # a false log can lead to any position
        return None


def _misfit(game: Game, command: Command, day: Day, lang: str) -> str:
    """Why what chance has brought in the log cannot come about here, if that is a matter of what lies there."""
    answers = day.legal(game, CHANCE)
    if not isinstance(command, Deal) or not isinstance(answers, Arrangements):
        return ""
    laid, there = Counter(command.outcome), Counter(answers.items)
    gone = list((laid - there).elements())
    new = list((there - laid).elements()) if answers.count == len(answers.items) else []
    reasons = [tell(lang, f"question.{key}", ids=ids) for key, ids in (("gone", gone), ("new", new)) if ids]
    if not reasons:
        return ""
    why = text(lang, "question.and").join(reasons)
    return tell(lang, "question.misfit", what=command.what, owner=command.subject, why=why)


def asked_of(decision: Decision, lang: str = ENGLISH) -> str:
    """An open decision in words."""
    about = decision.subject if decision.subject != decision.actor else ""
    return tell(lang, "question.asked", actor=decision.actor, kind=decision.kind, about=about)
