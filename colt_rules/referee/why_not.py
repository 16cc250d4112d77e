"""Why something is not allowed: every clause that forbids a command, and the nearest commands that were legal."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import Any

import attrs

from colt_rules.commands import Command
from colt_rules.decisions import Answers, how_many
from colt_rules.events import ActionIdle
from colt_rules.kernel import Accepted, Refused, awaiting, decide, legal
from colt_rules.model.names import Cites
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.referee.explain import Citation, cited, seen_by
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.story import Moment, Step, Story
from colt_rules.referee.telling import describe_seen_event
from colt_rules.referee.verdicts import judged
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import REFEREE, SeenCommand, View, view_command, view_event, view_outcome
from colt_rules.views.roles import known_role

NEAREST = 3
"""How many legal commands are named."""
SEARCHED = 10_000
"""Among more answers than these nobody looks for the nearest; then they are made from the command that was given."""


class NotForRole(ValueError):
    """What a command would do is for its actor and the referee only: it gives away that actor's cards."""


class CannotJudge(ValueError):
    """The log leads to a position that no game leads to."""


@record
class Near:
    """A legal command that is like the one in question."""

    command: Command
    differs: tuple[str, ...]
    """In which fields, ``type`` and ``actor`` among them."""
    clauses: tuple[Citation, ...]
    """What allows it: the clauses that its choice rests on."""


@record
class WhyNot:
    """What the rules say of a command that somebody might have given in the place of another."""

    step: Step
    """The command in whose place it is judged; what it says is not for every role."""
    instead_of: SeenCommand
    """That command, as far as the role may know."""
    command: Command
    allowed: bool
    message: str
    """Of the refusal."""
    clauses: tuple[Citation, ...]
    """Every clause that forbids it; if it is allowed, those that its choice rests on."""
    leads_to: tuple[str, ...] | None
    """If it is allowed: what would have happened, as sentences; None where the role may not know. Of the command that
    was given everybody knows what they saw."""
    nearest: tuple[Near, ...]
    """If it is not: legal commands, nearest first."""
    before: Game | View
    """The position, as the role may see it."""

    @property
    def given(self) -> bool:
        """Whether it is the command that was given."""
        return self.command == self.step.command.command


def why_not(story: Story, seq: int, command: Command, role: str = REFEREE, lang: str = ENGLISH) -> WhyNot:
    """What the rules say of a command in the place of the one that led to this event.

    Where a card could do nothing, nobody was asked: what it is meant to do is judged right there.
    """
    moment = story.moment(seq)
    step = moment.step
    end = story.position(story.head.events)
    if known_role(end, role) not in (REFEREE, command.actor):
        raise NotForRole(f"what a command of {command.actor} comes to is for {command.actor} and the referee to know")
    verdict = judged(step.before, command)
    if verdict is None:
        raise CannotJudge(f"the rules cannot judge anything before command {step.command.number}: no game leads there")
    given = view_command(step.command.command, role, end, step.events[0].event)
    if idle := _idle(moment, command):
        forbidding, nothing = cited(idle, end.options), tell(lang, "refusal.idle")
        return WhyNot(step, given, command, False, nothing, forbidding, (), (), seen_by(role, moment.before))
    options, before = end.options, seen_by(role, step.before)
    if isinstance(verdict, Refused):
        near = tuple(
            Near(one, _differing(command, one), cited(what_allows(step.before, one), options))
            for one in nearest(step, command, role)
        )
        why = describe_refusal(step.before, command, verdict, lang)
        return WhyNot(step, given, command, False, why, cited(verdict.clauses, options), (), near, before)
    seen = view_outcome(verdict, role)
    if seen is None and command == step.command.command:
        witnessed = (view_event(entry.event, role, end, entry.cites) for entry in step.events)
        seen = tuple(one for one in witnessed if one)
    allowing = cited(what_allows(step.before, command), options)
    leads_to = None if seen is None else tuple(describe_seen_event(one, lang) for one in seen)
    return WhyNot(step, given, command, True, "", allowing, leads_to, (), before)


def _idle(moment: Moment, command: Command) -> Cites:
    """What keeps a card from doing this, at the moment at which it could do nothing; nothing at any other."""
    idle, game = moment.entry.event, moment.before
    if not isinstance(idle, ActionIdle) or game.figures[idle.bandit].seat != command.actor:
        return ()
    rules = rules_of(game)
    choice = rules.choices[idle.action]
    if command.__class__ not in choice.commands:
        return ()
    return tuple(dict.fromkeys((*choice.refusal(rules, game, idle.bandit, command), *moment.entry.cites)))


def what_allows(game: Game, command: Command) -> Cites:
    """The clauses that a legal command's own events rest on, without those of what follows by itself."""
    verdict = decide(game, command)
    assert isinstance(verdict, Accepted), "it is legal"
    own = len(_happens(game, command))
    return tuple(dict.fromkeys(id for _, cites in verdict.events[:own] for id in cites))


def _happens(game: Game, command: Command) -> list[Any]:
    """What a legal command itself brings about."""
    rules = rules_of(game)
    for decision in awaiting(game):
        choice = rules.choices[decision.kind]
        answers = choice.answers(rules, game, decision.subject)
        if decision.actor == command.actor and command.__class__ in choice.commands and command in answers:
            return choice.happens(rules, game, decision.subject, command)
    raise AssertionError("it is legal")


# --- the nearest


def nearest(step: Step, command: Command, role: str = REFEREE) -> tuple[Command, ...]:
    """The legal commands that are most like this one, of its actor or else of whoever had to decide.

    First those of the same type, with the least to change; then any others. A role sees no options but its own.
    """
    game = step.before
    given = step.command.command if role in (REFEREE, step.command.actor) else None
    actors = dict.fromkeys(decision.actor for decision in awaiting(game))
    asked = [command.actor] if command.actor in actors else [one for one in actors if role in (REFEREE, one)]
    found = chain.from_iterable(_candidates(legal(game, actor), command, given) for actor in asked)
    return tuple(sorted(found, key=lambda one: _distance(command, one))[:NEAREST])


def _candidates(answers: Answers, command: Command, given: Command | None) -> list[Command]:
    """All answers; where they are too many, as all shuffles of a deck are, what lies on the way to the given one."""
    if how_many(answers) <= SEARCHED:
        return list(answers)
    if given is None:  # a role knows nothing of what another one gave
        return list(islice(answers, NEAREST))
    return [one for one in _between(command, given) if one in answers] or list(islice(answers, NEAREST))


def _between(command: Command, given: Command) -> Iterator[Command]:
    """The command with any of its fields as in the given one, fewest first."""
    if command.__class__ is not given.__class__:
        yield given
        return
    fields = _differing(command, given)
    for some in chain.from_iterable(combinations(fields, count) for count in range(len(fields) + 1)):
        yield changed(command, **{field: getattr(given, field) for field in some})


def _distance(one: Command, two: Command) -> tuple[bool, bool, int]:
    """How unlike two commands are: another actor, another type, and how much differs in the fields they share."""
    shared = [field.name for field in attrs.fields(one.__class__)[1:] if hasattr(two, field.name)]
    apart = sum(_apart(getattr(one, name), getattr(two, name)) for name in shared)
    return one.actor != two.actor, one.__class__ is not two.__class__, apart


def _apart(one: object, two: object) -> int:
    """How unlike two values are: nothing, one, or as many as are in one row and not in the other."""
    if one == two or not (isinstance(one, tuple) and isinstance(two, tuple)):
        return int(one != two)
    here, there = Counter(one), Counter(two)
    return max(1, ((here - there) + (there - here)).total())


def _differing(one: Command, two: Command) -> tuple[str, ...]:
    """The fields in which two commands differ."""
    if one.__class__ is not two.__class__:
        return ("type",) if one.actor == two.actor else ("actor", "type")
    return tuple(
        field.name for field in attrs.fields(one.__class__) if getattr(one, field.name) != getattr(two, field.name)
    )
