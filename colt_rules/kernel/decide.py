"""Decides commands: events or a refusal.

``decide`` accepts exactly the commands that ``legal`` lists, because both call the same function of the rules. A
command also triggers everything that follows without a choice, so a state at rest either waits for an actor or is
that of a finished game.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

from colt_rules.commands import COMMAND_NAMES, Command, command_text, form_problems
from colt_rules.decisions import Answers, Decision, Lazy, either
from colt_rules.events import EVENT_NAMES, Cited
from colt_rules.kernel.evolve import EVOLVE
from colt_rules.kernel.fold import fold
from colt_rules.model.names import Cites
from colt_rules.model.record import record
from colt_rules.model.state import Game
from colt_rules.registry.clause import clause
from colt_rules.rules.module import Rules, Step, StepResult
from colt_rules.rules.rulebook import rules_of
from colt_rules.safe_text import clipped

OUT_OF_FORM = "ruling.command.form"
NO_STEPS: Mapping[str, Step] = {}
"""The steps of a game that is over."""
SHOWN = 3
"""How many answers a refusal names."""
TURNS_OF_EVENTS = (None,) * 1_000
"""Safety limit for cascading events. No game comes near it, but an impossible position may cascade for ever.

A tuple, because every command iterates over it, and that is faster than over a range.
"""


class NotAtRest(ValueError):
    """The state is not at rest: events are due that need no choice. ``settle`` applies them.

    ``settle`` raises this as well, for an impossible position in which such events never end.
    """


@record
class Accepted:
    """The command is accepted: the events, each with its clauses, the state after them and the open decisions."""

    events: tuple[Cited, ...]
    after: Game
    awaiting: tuple[Decision, ...]


@record
class Refused:
    """The command is refused and nothing has changed: every clause that forbids it, and a message."""

    clauses: Cites
    message: str


Verdict: TypeAlias = Accepted | Refused


def awaiting(game: Game) -> tuple[Decision, ...]:
    """The open decisions: usually one, and none when the game is over."""
    return awaiting_by(rules_of(game), game)


def legal(game: Game, actor: str) -> Answers:
    """Every command that ``decide`` accepts from this actor now."""
    return legal_by(rules_of(game), game, actor)


def legal_by(rules: Rules, game: Game, actor: str, waited: tuple[Decision, ...] | None = None) -> Answers:
    """Every command that these rules accept from this actor now.

    ``waited`` is the open decisions, if the caller already knows them from ``Accepted``.
    """
    answers: Answers = ()
    for decision in awaiting_by(rules, game) if waited is None else waited:
        if decision.actor == actor:
            open_now = rules.choices[decision.kind].answers(rules, game, decision.subject)
            # A caller may change the list it gets; the cached answers must stay the same.
            _listed[:] = rules, game, decision, tuple(open_now) if isinstance(open_now, list) else open_now
            answers = either(answers, open_now) if answers else open_now
    return answers


_listed: list[Any] = [None] * 4
"""Cache of the last call of ``legal``: rules, game, decision, answers. Most commands are one of these answers."""


def _answers(rules: Rules, game: Game, decision: Decision) -> Answers:
    """The commands that answer a decision, from the cache if they were just listed."""
    by, at, due, listed = _listed
    if at is game and due is decision and by is rules:
        return cast("Answers", listed)
    return rules.choices[decision.kind].answers(rules, game, decision.subject)


def decide(game: Game, command: Command) -> Verdict:
    """Accept a command with everything that follows from it, or refuse it with the clauses that forbid it."""
    return decide_by(rules_of(game), game, command)


def decide_by(rules: Rules, game: Game, command: Command, waited: tuple[Decision, ...] | None = None) -> Verdict:
    """Accept or refuse a command by these rules; ``waited`` as for ``legal_by``."""
    actor = getattr(command, "actor", None)
    for decision in awaiting_by(rules, game) if waited is None else waited:
        if decision.actor == actor:
            choice = rules.choices[decision.kind]
            if command.__class__ in choice.commands:
                answer = _among(_answers(rules, game, decision), command)
                if answer is not None:
                    return _settle(rules, game, choice.happens(rules, game, decision.subject, answer))
    return _refuse(rules, game, command)


def _among(answers: Answers, command: Command) -> Command | None:
    """The answer that is the command or, if the command is well-formed, equals it; else None.

    Equality alone is not enough: 1 equals True.
    """
    if isinstance(answers, (tuple, list)):
        listed: Command
        for listed in answers:
            if listed is command:
                return listed
    return command if not form_problems(command) and command in answers else None


def awaiting_by(rules: Rules, game: Game) -> tuple[Decision, ...]:
    """The open decisions by these rules."""
    for step in rules.steps.get(game.phase, NO_STEPS).values():
        due = step(rules, game)
        if due is not None:
            if isinstance(due, list):
                raise NotAtRest(
                    f"expected a state that waits for somebody, got one in which {_names(due)} is due: settle it"
                )
            return due
    return ()


def settle(game: Game) -> Accepted:
    """Apply everything that happens without a choice, from any position."""
    return _settle(rules_of(game), game, [])


def _settle(rules: Rules, game: Game, events: list[Cited]) -> Accepted:
    """Apply the events and everything that follows from them without a choice."""
    if game.phase == "new":
        rules = rules_of(fold((event for event, _ in events), game))  # from now on the rules that the table agreed on
    happened: list[Cited] = []
    follows, steps = rules.follows, rules.steps
    for _ in TURNS_OF_EVENTS:
        if rules.added_clauses:
            events = rules.cited(game, events)
        if follows:
            events = _followed(rules, game, events)
        for event, _ in events:
            game = EVOLVE[event.__class__](game, event)
        happened += events
        due: StepResult = ()
        for step in steps.get(game.phase, NO_STEPS).values():
            due = step(rules, game)
            if due is not None:
                break
        if isinstance(due, list):
            events = due
        else:
            return Accepted(tuple(happened), game, due or ())
    raise NotAtRest(
        f"expected a position of a game, got one in which {_names(events)} never ends: "
        "change the parts of it that contradict each other"
    )


def _followed(rules: Rules, game: Game, events: list[Cited]) -> list[Cited]:
    """These events, each followed by the events it triggers directly."""
    happened: list[Cited] = []
    for event, cites in events:
        brought = [cited for follow in rules.follows for cited in follow(rules, game, event)]
        game = EVOLVE[event.__class__](game, event)
        happened.append((event, cites))
        if brought:
            more = _followed(rules, game, rules.cited(game, brought))
            game = fold((each for each, _ in more), game)
            happened += more
    return happened


@clause("ruling.command.form")
def _refuse(rules: Rules, game: Game, command: Command) -> Refused:
    """A command that is malformed, out of turn or against the rules is refused with the clauses that forbid it.

    The message says what is expected instead.
    """
    problems = form_problems(command)
    if problems:
        return Refused((OUT_OF_FORM,), "; ".join(problems))
    open_decisions = awaiting_by(rules, game)
    if not open_decisions:
        return Refused(
            (OUT_OF_FORM, *rules.turns.order.get(game.phase, ())), "the game is over: nothing is open any more"
        )
    asked = [decision for decision in open_decisions if decision.actor == command.actor]
    waited = " or ".join(f"{decision.actor} ({decision.kind})" for decision in open_decisions)
    if not asked:
        return Refused(
            (OUT_OF_FORM, *rules.whose_turn(game, open_decisions, command)),
            f"expected {waited} to act, got {clipped(command.actor)}",
        )
    came = COMMAND_NAMES[command.__class__]
    for decision in asked:
        choice = rules.choices[decision.kind]
        if command.__class__ in choice.commands:
            answers = choice.answers(rules, game, decision.subject)
            return Refused(
                choice.refusal(rules, game, decision.subject, command),
                f"expected {_some(answers, command)}; got {clipped(command_text(command))}",
            )
    wanted = " or ".join(
        dict.fromkeys(COMMAND_NAMES[kind] for decision in asked for kind in rules.choices[decision.kind].commands)
    )
    return Refused(
        (OUT_OF_FORM, *rules.turns.order.get(game.phase, ())), f"expected {wanted} from {command.actor}, got {came}"
    )


def _some(answers: Answers, command: Command) -> str:
    """The answers in words: all if they are few, the first ones if they are many, a description if they are lazy."""
    if isinstance(answers, Lazy):
        return clipped(answers.instead_of(command))
    first = " or ".join(map(command_text, answers[:SHOWN]))
    return first if len(answers) <= SHOWN else f"one of {len(answers):,} answers such as {first}"


def _names(events: list[Cited]) -> str:
    return ", ".join(dict.fromkeys(EVENT_NAMES[event.__class__] for event, _ in events))
