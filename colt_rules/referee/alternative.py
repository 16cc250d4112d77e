"""Continues another course of a game after the fork, using the answers that the log has.

A command may come at another moment there, or never. So each is treated as the answer to a question: who decides what,
at which card of which turn. Whenever the other game asks the same question, it gets the log's answer. Answers it does
not ask for are left out. If only the other game asks the table for an agreement before the game, the answer is that it
agrees on nothing, where that is allowed. If it asks anything else, or does not allow the answer, it ends: the choice or
draw is unknown, and nothing is invented, least of all chance.
"""

from collections import Counter
from typing import TypeAlias

import attrs

from colt_rules.commands import Command, Deal
from colt_rules.decisions import Arrangements, Decision
from colt_rules.kernel import Accepted, Verdict
from colt_rules.log.corrections import HistoricalRules
from colt_rules.model.names import CHANCE, TABLE, Cites
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.referee.prose import ENGLISH, tell, text
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.story import Step
from colt_rules.rules.editions import EDITIONS

Question: TypeAlias = tuple[str | int, ...]
"""Who has to decide what, and when in the game.

Nobody has to decide two things at once, but the same question can come up again before the round has moved on; then the
answers are used in their order.
"""


@record
class StopReason:
    """Why the other game could not be continued."""

    number: int
    """The command of the log that was not used; 0 if all were."""
    why: str
    clauses: Cites
    """What forbids the command, if it was refused."""


class OtherGame:
    """The other game after the fork: its position, and the answers of the log that it has not asked for yet."""

    def __init__(self, command: Command, verdict: Accepted, steps: list[Step], day: HistoricalRules, lang: str) -> None:
        self._day = day
        self._lang = lang
        self.game = verdict.after
        self.command = command
        """The last command played."""
        self.events = verdict.events
        """The events of ``command``."""
        self.stop: StopReason | None = None
        self.unagreed: list[Command] = []
        """What only the other game asked the table, which agreed on nothing."""
        self._last = steps[0].command.number - 1 if steps else 0
        """The last command of the log that was used."""
        self._asked: Counter[Question] = Counter()
        """How often each question has been answered."""
        self._answers: dict[tuple[Question, int], Step] = {}
        """By question and how often it was asked before: the command of the log."""
        before: Counter[Question] = Counter()
        for step in steps:
            if question := _question(step, day):
                self._answers[question, before[question]] = step
                before[question] += 1

    def run(self, over: bool) -> None:
        """Continue as long as the log has the answers; ``over``: whether the log reaches the end of its game."""
        while self.stop is None and (open_now := _questions(self.game, self._day)):
            known = next((each for each in open_now if (each, self._asked[each]) in self._answers), None)
            if known:
                self._give(known)
            elif nothing := _nothing_agreed(self.game, self._day):
                self._accept(nothing)
                self.unagreed.append(nothing)
            elif over or self._later():
                asking = text(self._lang, "question.or").join(
                    describe_decision(decision, self._lang) for decision in self._day.awaiting(self.game)
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
        self.stop = StopReason(steps[0].command.number if steps else 0, why, clauses)

    def _later(self) -> list[Step]:
        """The commands of the log that come after the last one given."""
        return [step for step in self._answers.values() if step.command.number > self._last]

    @property
    def left_out(self) -> tuple[Step, ...]:
        """The unused commands of the log before the last one used, or before its end."""
        left = [step for step in self._answers.values() if self.stop is None or step.command.number < self._last]
        return tuple(left)

    def log_stands_at(self, end: Game) -> Game:
        """The position of the log where the other game stopped."""
        return next((step.before for step in self._later()), end)


def _nothing_agreed(game: Game, day: HistoricalRules) -> Command | None:
    """The answer that the table agrees on nothing, if it is asked before the game and may say so; else None.

    A table that was never asked has agreed on nothing, so this invents no choice: it names no card.
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


def _questions(game: Game, day: HistoricalRules) -> list[Question]:
    """The open questions of a position."""
    now = game.round
    when = (now.number, now.turn, len(now.order), len(now.pile), now.happened)
    return [(decision.actor, decision.kind, decision.subject, *when) for decision in day.awaiting(game)]


def _question(step: Step, day: HistoricalRules) -> Question | None:
    """The question that a command of the log answers; None if the log does not follow its own rules at this command.

    An unknown edition is assumed to ask what the baseline asks.
    """
    try:
        known = step.before.options.edition in EDITIONS
        before = step.before if known else changed(step.before, options=changed(step.before.options, edition=""))
        return next((question for question in _questions(before, day) if question[0] == step.command.actor), None)
    except Exception:  # a false log can lead to any position
        return None


def _misfit(game: Game, command: Command, day: HistoricalRules, lang: str) -> str:
    """Why the log's draw is impossible here because other items are there; empty if that is not the reason."""
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


def describe_decision(decision: Decision, lang: str = ENGLISH) -> str:
    """An open decision in words."""
    about = decision.subject if decision.subject != decision.actor else ""
    return tell(lang, "question.asked", actor=decision.actor, kind=decision.kind, about=about)
