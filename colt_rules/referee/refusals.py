"""Why the rules refuse a command, in words of the game, derived from the position and the command."""

from itertools import islice

from colt_rules.commands import Command, form_problems
from colt_rules.kernel import Refused, awaiting
from colt_rules.model.state import Game
from colt_rules.referee.prose import ENGLISH, describe_awaited, tell, text
from colt_rules.referee.telling import describe_command
from colt_rules.rules.rulebook import rules_of

SHOWN = 3
"""How many possible answers are named."""


def describe_refusal(game: Game, command: Command, refused: Refused, lang: str = ENGLISH) -> str:
    """Why a command is refused in a position, without capital and full stop; the clauses are given separately."""
    if problems := form_problems(command):
        return refused.message if lang == ENGLISH else tell(lang, "refusal.form", problems=problems)
    decisions = awaiting(game)
    if not decisions:
        return tell(lang, "refusal.over")
    asked = [one for one in decisions if one.actor == command.actor]
    if not asked:
        return tell(lang, "refusal.out-of-turn", actor=command.actor, waits=describe_awaited(decisions, lang))
    rules = rules_of(game)
    for decision in asked:
        choice = rules.choices[decision.kind]
        if command.__class__ in choice.commands:
            some = list(islice(choice.answers(rules, game, decision.subject), SHOWN + 1))
            if not some:
                return tell(lang, "refusal.nothing")
            answers = [describe_command(one, lang, game).removesuffix(".") for one in some[:SHOWN]]
            key = "refusal.one-of-many" if len(some) > SHOWN else "refusal.none-of"
            return tell(lang, key, answers=text(lang, "refusal.between").join(answers))
    return tell(lang, "refusal.other-kind", kinds=[one.kind for one in asked])
