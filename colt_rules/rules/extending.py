"""Applies the changes of modules to the choices of others: more answers, forbidden answers, disabled cards.

This is done once, when the rules of a game are assembled. A choice that no module changes stays the same object, so a
game without such modules pays nothing for them.
"""

from collections.abc import Sequence
from typing import Any

from colt_rules.decisions import Answers, either
from colt_rules.events import Cited
from colt_rules.model.names import Bandit, Cites, Reasons
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.module import Choice, Disabled, Forbidden, Rules


def with_answers(choice: Choice, more: Choice) -> Choice:
    """A choice with more answers; an action card does nothing only if there are no added answers either."""
    own_idle, both_have = choice.idle, {*choice.commands} & {*more.commands}

    def part(rules: Rules, game: Game, subject: str, command: Any) -> Choice:
        if command.__class__ in both_have:
            return more if command in more.answers(rules, game, subject) else choice
        return more if command.__class__ in more.commands else choice

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        added = more.answers(rules, game, subject)
        return either(choice.answers(rules, game, subject), added) if added else choice.answers(rules, game, subject)

    def refusal(rules: Rules, game: Game, subject: str, command: Any) -> Cites:
        return part(rules, game, subject, command).refusal(rules, game, subject, command)

    def happens(rules: Rules, game: Game, subject: str, command: Any) -> list[Cited]:
        return part(rules, game, subject, command).happens(rules, game, subject, command)

    def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
        return () if own_idle is None or more.answers(rules, game, bandit) else own_idle(rules, game, bandit)

    commands = tuple(dict.fromkeys((*choice.commands, *more.commands)))
    return Choice(commands, answers, refusal, happens, idle if own_idle else None)


def any_of(rules: Sequence[Forbidden]) -> Forbidden:
    """Forbids what any of these functions forbids, by the clauses of all of them."""
    if len(rules) == 1:
        return rules[0]
    return lambda *of: tuple(dict.fromkeys(id for forbidden in rules for id in forbidden(*of)))


def without_forbidden(choice: Choice, forbidden: Forbidden) -> Choice:
    """A choice without the forbidden answers; an action card all of whose answers are forbidden does nothing.

    A refusal also cites the clauses that forbid the command.
    """
    own_idle = choice.idle

    def answers(rules: Rules, game: Game, subject: str) -> Answers:
        found = choice.answers(rules, game, subject)
        return [answer for answer in found if not forbidden(rules, game, subject, answer)]

    def refusal(rules: Rules, game: Game, subject: str, command: Any) -> Cites:
        reasons = forbidden(rules, game, subject, command)
        if reasons and command in choice.answers(rules, game, subject):
            return reasons
        return tuple(dict.fromkeys((*choice.refusal(rules, game, subject, command), *reasons)))

    def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
        impossible = own_idle(rules, game, bandit) if own_idle else ()
        if impossible:
            return impossible
        reasons: dict[str, None] = {}
        for answer in choice.answers(rules, game, bandit):
            cites = forbidden(rules, game, bandit, answer)
            if not cites:
                return ()
            reasons |= dict.fromkeys(cites)
        return tuple(reasons)

    return changed(choice, answers=answers, refusal=refusal, idle=idle if own_idle else None)


def idle_if_disabled(name: str, choice: Choice, disabled: tuple[Disabled, ...]) -> Choice:
    """A choice whose action card also does nothing if a module disables it, by that module's clauses alone."""
    own_idle = choice.idle
    if own_idle is None or not disabled:
        return choice

    def idle(rules: Rules, game: Game, bandit: Bandit) -> Reasons:
        reasons = tuple(id for each in disabled for id in each(rules, game, bandit, name))
        return reasons or own_idle(rules, game, bandit)

    return changed(choice, idle=idle)
