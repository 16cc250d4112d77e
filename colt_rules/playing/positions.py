"""A position that somebody tried out or put together, in the notation of cases."""

from typing import Any

from attrs import evolve

from colt_rules.conformance.cases.background import EVERYWHERE
from colt_rules.conformance.cases.case import written_command, written_given, written_verdict
from colt_rules.conformance.cases.yaml import write_document
from colt_rules.conformance.fuzzing.sketching import board_of, commands_of, given_of, take_apart
from colt_rules.kernel import Accepted, Verdict
from colt_rules.log.submission import judge
from colt_rules.model.names import Card, Cites
from colt_rules.model.state import Game


class NotDrawable(ValueError):
    """No board of a case can show this position, such as one in the middle of the set-up."""


def redrawn(game: Game, card: Card = "") -> Game:
    """The position as a board of a case gives it, in which what is to be decided follows from the cards.

    With a card, it is the one that is carried out next; raises ``NotDrawable``, or ``BadCase`` with the reason.
    """
    sketch = take_apart(game, ())
    if sketch is None:
        raise NotDrawable
    if card:
        decks = {seat: tuple(one for one in deck if one != card) for seat, deck in sketch.decks.items()}
        discards = {seat: tuple(one for one in cards if one != card) for seat, cards in sketch.discards.items()}
        sketch = evolve(
            sketch, pile=(card,), decks=decks, discards=discards, hands=None, actor="", turn=0, acted=0, draws={}
        )
    return board_of(sketch)


def case_text(game: Game, commands: tuple[Any, ...]) -> str:
    """A position and the commands tried in it as a case; what the last one leads to is what the case expects."""
    sketch = take_apart(game, commands)
    if sketch is None:
        raise NotDrawable
    verdict: Verdict | None = None
    for command in commands:
        verdict = judge(game, command)
        game = verdict.after if isinstance(verdict, Accepted) else game
    clauses = _clauses(verdict) if verdict else ()
    return write_document(
        {
            "id": f"{clauses[0]}/tried" if clauses else "",
            "title": "",
            "clauses": list(clauses),
            "editions": [sketch.edition],
            "modules": list(sketch.modules),
            "given": written_given(given_of(sketch)),
            "when": [written_command(command) for command in commands_of(sketch)],
            "then": [written_verdict(verdict)] if verdict else [],
        }
    )


def _clauses(verdict: Verdict) -> Cites:
    """The clauses behind a verdict, without those behind nearly every one."""
    if not isinstance(verdict, Accepted):
        return verdict.clauses
    cited = (id for _, cites in verdict.events for id in cites)
    return tuple(id for id in dict.fromkeys(cited) if id not in EVERYWHERE)
