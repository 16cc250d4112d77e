"""Choices and actions with what other modules say about them: more answers, answers that are barred, idle cards.

Everything is put together once, when the rules of a game are assembled. A choice that nobody extends stays as it is,
so that a game without such modules pays nothing for them.
"""

from collections.abc import Callable
from typing import Any

from colt_rules.commands import Command
from colt_rules.decisions import Answers, either
from colt_rules.events import Cited
from colt_rules.model.names import Bandit, Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.module import Action, Bar, Choice, Hinder, Rules


def with_answers(choice: Choice, more: Choice) -> Choice:
    """A choice with more answers, which are distinguished from its own by the type of the command."""

    def part(command: Command) -> Choice:
        return more if command.__class__ in more.commands else choice

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        added = more.answers(rules, game, subject)
        return either(choice.answers(rules, game, subject), added) if added else choice.answers(rules, game, subject)

    def refusal(rules: Rules, game: Game, subject: str, command: Any) -> Cites:
        return part(command).refusal(rules, game, subject, command)

    def happens(rules: Rules, game: Game, subject: str, command: Any) -> list[Cited]:
        return part(command).happens(rules, game, subject, command)

    return Choice((*choice.commands, *more.commands), answers, refusal, happens)


def with_bar(choice: Choice, bar: Bar) -> Choice:
    """A choice without the answers that are barred; whatever is refused is refused by the bar as well."""

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        return [answer for answer in choice.answers(rules, game, subject) if not bar(rules, game, subject, answer)]

    def refusal(rules: Rules, game: Game, subject: str, command: Any) -> Cites:
        barred = bar(rules, game, subject, command)
        if barred and command in choice.answers(rules, game, subject):
            return barred
        return tuple(dict.fromkeys((*choice.refusal(rules, game, subject, command), *barred)))

    return changed(choice, answers=answers, refusal=refusal)


def never_idle_with(action: Action, choice: Choice, more: Choice) -> Action:
    """An action with more answers: it does nothing only where these have none either."""

    def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
        return () if more.answers(rules, game, bandit) else action.idle(rules, game, bandit)

    return Action(choice, idle)


def idle_if_barred(action: Action, choice: Choice, bar: Bar) -> Action:
    """An action some of whose answers are barred: where all of them are, the card does nothing."""

    def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
        impossible = action.idle(rules, game, bandit)
        if impossible:
            return impossible
        barred: dict[str, None] = {}
        for answer in action.choice.answers(rules, game, bandit):
            cites = bar(rules, game, bandit, answer)
            if not cites:
                return ()
            barred |= dict.fromkeys(cites)
        return tuple(barred)

    return Action(choice, idle)


def hindered(name: str, action: Action, hinders: tuple[Hinder, ...]) -> Action:
    """An action that also does nothing where a module hinders it; that comes before any other reason."""
    own: Callable[[Rules, Game, Bandit], Reasons] = action.idle

    def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
        hindering = tuple(id for hinder in hinders for id in hinder(rules, game, bandit, name))
        return hindering or own(rules, game, bandit)

    return Action(action.choice, idle)
