"""Why something is not allowed: every clause that forbids a command, and the nearest legal commands."""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain, combinations, islice
from typing import Any

import attrs

from colt_rules.commands import Command
from colt_rules.decisions import Answers, how_many
from colt_rules.events import ActionIdle
from colt_rules.kernel import Accepted, Refused, Verdict, awaiting, decide, legal
from colt_rules.model.names import Cites
from colt_rules.model.record import changed, record
from colt_rules.model.state import Game
from colt_rules.referee.explain import Citation, cited, seen_by
from colt_rules.referee.prose import ENGLISH, tell
from colt_rules.referee.refusals import describe_refusal
from colt_rules.referee.story import Moment, Step, Story
from colt_rules.referee.telling import describe_seen_event
from colt_rules.referee.verdicts import verdict_on
from colt_rules.rules.module import Choice
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import REFEREE, SeenCommand, View, view_command, view_event, view_outcome
from colt_rules.views.roles import known_role

NEAREST = 3
"""How many legal commands are named."""
SEARCHED = 10_000
"""The most answers that are searched for the nearest; of more, the nearest are made from the given command."""


class NotForRole(ValueError):
    """The effect of a command is for its actor and the referee only: it reveals the actor's cards."""


class CannotJudge(ValueError):
    """The log leads to a position that no game reaches."""


@record
class Near:
    """A legal command similar to the command in question."""

    command: Command
    differs: tuple[str, ...]
    """The fields that differ, possibly ``type`` and ``actor``."""
    clauses: tuple[Citation, ...]
    """The clauses that allow it."""


@record
class WhyNot:
    """The verdict of the rules on a command in place of another."""

    step: Step
    """The command that it replaces; its content is not for every role."""
    instead_of: SeenCommand
    """The command that it replaces, as far as the role may know it."""
    command: Command
    allowed: bool
    message: str
    """The message of the refusal."""
    clauses: tuple[Citation, ...]
    """Every clause that forbids the command; if it is allowed, the clauses that allow it."""
    leads_to: tuple[str, ...] | None
    """If it is allowed: what would have happened, as sentences; None if the role may not know.

    What happened after the command that was given is known to everybody who saw it.
    """
    nearest: tuple[Near, ...]
    """The nearest legal commands, nearest first, if the command is not allowed."""
    before: Game | View
    """The position, as the role may see it."""

    @property
    def given(self) -> bool:
        """Whether it is the command that was given."""
        return self.command == self.step.command.command


def why_not(story: Story, seq: int, command: Command, role: str = REFEREE, lang: str = ENGLISH) -> WhyNot:
    """The verdict of the rules on a command in place of the command that led to this event.

    If a card had no effect, nobody was asked: its intended use is judged at that moment.
    """
    moment = story.moment(seq)
    step = moment.step
    end = story.position(story.head.events)
    check_role(end, role, command.actor, lang)
    verdict = _verdict(step, command, lang)
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
        seen = tuple(view_event(entry.event, role, end, entry.cites) for entry in step.events)
    allowing = cited(what_allows(step.before, command), options)
    leads_to = None if seen is None else tuple(describe_seen_event(one, lang) for one in seen)
    return WhyNot(step, given, command, True, "", allowing, leads_to, (), before)


def check_role(end: Game, role: str, actor: str, lang: str = ENGLISH) -> None:
    """Raise `NotForRole` if a role may not know what the rules say of an actor's commands."""
    if known_role(end, role) not in (REFEREE, actor):
        raise NotForRole(tell(lang, "explain.not-for-role", actor=actor))


def _verdict(step: Step, command: Command, lang: str) -> Verdict:
    verdict = verdict_on(step.before, command)
    if verdict is None:
        raise CannotJudge(tell(lang, "explain.cannot-judge", number=str(step.command.number)))
    return verdict


def forbidding(moment: Moment, command: Command, lang: str = ENGLISH) -> Cites:
    """The clauses that forbid a command at a moment; none if it is allowed."""
    if idle := _idle(moment, command):
        return idle
    verdict = _verdict(moment.step, command, lang)
    return verdict.clauses if isinstance(verdict, Refused) else ()


def why_forbidden(moment: Moment, command: Command, lang: str = ENGLISH) -> str:
    """Why a command is forbidden at a moment, in words."""
    if _idle(moment, command):
        return tell(lang, "refusal.idle")
    verdict = _verdict(moment.step, command, lang)
    return describe_refusal(moment.step.before, command, verdict, lang) if isinstance(verdict, Refused) else ""


def idle_choice(moment: Moment, actor: str, types: Collection[type[Command]]) -> Choice | None:
    """The choice that a card of this actor was for, at the moment at which it had no effect; None at any other."""
    idle, game = moment.entry.event, moment.before
    if not isinstance(idle, ActionIdle) or game.figures[idle.bandit].seat != actor:
        return None
    choice = rules_of(game).choices[idle.action]
    return choice if set(types) & set(choice.commands) else None


def _idle(moment: Moment, command: Command) -> Cites:
    """What keeps a card from doing this, at the moment at which it had no effect; empty at any other."""
    choice = idle_choice(moment, command.actor, (command.__class__,))
    if choice is None:
        return ()
    idle, game = moment.entry.event, moment.before
    assert isinstance(idle, ActionIdle), "the card had no effect"
    forbids = choice.refusal(rules_of(game), game, idle.bandit, command)
    return tuple(dict.fromkeys((*forbids, *moment.entry.cites)))


def what_allows(game: Game, command: Command) -> Cites:
    """The clauses cited by a legal command's own events, without events that follow automatically."""
    verdict = decide(game, command)
    assert isinstance(verdict, Accepted), "it is legal"
    own = len(_happens(game, command))
    return tuple(dict.fromkeys(id for _, cites in verdict.events[:own] for id in cites))


def _happens(game: Game, command: Command) -> list[Any]:
    """The events of a legal command itself."""
    rules = rules_of(game)
    for decision in awaiting(game):
        choice = rules.choices[decision.kind]
        answers = choice.answers(rules, game, decision.subject)
        if decision.actor == command.actor and command.__class__ in choice.commands and command in answers:
            return choice.happens(rules, game, decision.subject, command)
    raise AssertionError("it is legal")


# --- the nearest


def nearest(step: Step, command: Command, role: str = REFEREE) -> tuple[Command, ...]:
    """The legal commands most similar to this one, of its actor or else of those who had to decide.

    Those of the same type come first, with the least to change; then any others. A role sees only its own options.
    """
    game = step.before
    given = step.command.command if role in (REFEREE, step.command.actor) else None
    actors = dict.fromkeys(decision.actor for decision in awaiting(game))
    asked = [command.actor] if command.actor in actors else [one for one in actors if role in (REFEREE, one)]
    found = chain.from_iterable(_candidates(legal(game, actor), command, given) for actor in asked)
    return tuple(sorted(found, key=lambda one: _distance(command, one))[:NEAREST])


def _candidates(answers: Answers, command: Command, given: Command | None) -> list[Command]:
    """All answers, if they are few.

    If there are too many, such as all shuffles of a deck: the answers between the given command and this one.
    """
    if how_many(answers) <= SEARCHED:
        return list(answers)
    if given is None:  # a role may not know another's command
        return list(islice(answers, NEAREST))
    return [one for one in _between(command, given) if one in answers] or list(islice(answers, NEAREST))


def _between(command: Command, given: Command) -> Iterator[Command]:
    """The command with some of its fields as in the given one, fewest first."""
    if command.__class__ is not given.__class__:
        yield given
        return
    fields = _differing(command, given)
    for some in chain.from_iterable(combinations(fields, count) for count in range(len(fields) + 1)):
        yield changed(command, **{field: getattr(given, field) for field in some})


def _distance(one: Command, two: Command) -> tuple[bool, bool, int]:
    """The distance of two commands: another actor, another type, and how much differs in the shared fields."""
    shared = [field.name for field in attrs.fields(one.__class__)[1:] if hasattr(two, field.name)]
    apart = sum(_apart(getattr(one, name), getattr(two, name)) for name in shared)
    return one.actor != two.actor, one.__class__ is not two.__class__, apart


def _apart(one: object, two: object) -> int:
    """The distance of two values: 0, 1, or the number of items that are in only one of two rows."""
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
