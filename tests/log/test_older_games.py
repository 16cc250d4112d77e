"""What each correction excuses in an older log, and that it excuses nothing beside it."""

from typing import Any

from attrs import evolve

from colt_rules.conformance.cases.board import board
from colt_rules.events import ActionIdle, Cited
from colt_rules.kernel import Accepted
from colt_rules.log.codec import read_command
from colt_rules.log.entries import new_header, recording
from colt_rules.log.explaining import Day
from colt_rules.log.judge import judge
from colt_rules.model.state import Game
from colt_rules.registry.published import corrections
from colt_rules.rules.stagecoach.events import BanditRan

OUT = ("stealin.obligatory", "station.deadly-fall.out-of-the-game")
COPIED = (*OUT, "idea.by-place", "idea.copy", "idea.copy.skipped", "ruling.idea.copied-as-ones-own")


def is_excused(game: Game, command: Any, events: tuple[Cited, ...], since: str) -> bool:
    """Whether a log of an older specification may say that these events followed from a command."""
    header = new_header("old", game.options.edition, game.options.modules, game.options.seats)
    told = recording(header, [(read_command(command), events)])
    day = Day(corrections().since(since))
    return bool(day.corrected(game, told.commands[0], list(told.events)))


def test_the_idea_of_somebody_out_of_the_game_was_told_as_a_copy() -> None:
    game = board(
        """
        car    |         | second-class | mail | dining | baggage | prison |
        roof   |         | belle        |      |        |         |        |
        inside | marshal |              | tuco |        | doc     |        |
        """,
        modules=("base", "mei", "marshal"),
        fallen=["ghost"],
        card="deadly-fall",
        number=5,
        pile=["belle-floor-change", "ghost-brilliant-idea", "doc-move"],
    )
    command = {"type": "ChangeFloor", "actor": "belle", "to": "second-class.inside"}
    verdict = judge(game, command)
    assert isinstance(verdict, Accepted)

    def with_idle(action: str, *cites: str) -> tuple[Cited, ...]:
        return tuple(
            (evolve(event, action=action), cites) if isinstance(event, ActionIdle) else (event, own)
            for event, own in verdict.events
        )

    assert with_idle("brilliant-idea", *OUT) == verdict.events
    assert is_excused(game, command, with_idle("floor-change", *COPIED), since="1.3.0")
    assert not is_excused(game, command, with_idle("floor-change", *COPIED), since="1.4.0")
    assert not is_excused(game, command, with_idle("floor-change", "stealin.obligatory"), since="1.3.0")


def test_whoever_met_the_shotgun_on_the_locomotive_ran_into_the_time_machine() -> None:
    game = board(
        """
        car    |            | mail | dining | stagecoach | time-machine |
        roof   | shotgun    |      | doc    |            |              |
        inside | tuco       | M    | ghost  |            |              |
        beside | stagecoach |      |        |
        """,
        modules=("base", "horses", "stagecoach", "time-machine"),
        pile=["tuco-floor-change", "ghost-move"],
    )
    climbed = judge(game, {"type": "ChangeFloor", "actor": "tuco", "to": "locomotive.roof"})
    assert isinstance(climbed, Accepted)
    met = climbed.after
    command = {"type": "Run", "actor": "tuco", "to": "time-machine.inside"}
    assert not isinstance(judge(met, command), Accepted)
    claiming = evolve(met, options=evolve(met.options, rulings=("ruling.time-machine.flight=into-it",)))
    ran = judge(claiming, command)
    assert isinstance(ran, Accepted)
    then = ("ruling.time-machine.like-a-roof", "shotgun.meeting.flight", "shotgun.never-together")
    events = tuple((event, then if isinstance(event, BanditRan) else cites) for event, cites in ran.events)
    assert is_excused(met, command, events, since="1.3.0")
    assert not is_excused(met, command, events, since="1.4.0")
    moved = tuple(
        (evolve(event, to="dining.roof") if isinstance(event, BanditRan) else event, cites) for event, cites in events
    )
    assert not is_excused(met, command, moved, since="1.3.0")
