"""Logs from before a correction of when rumours come."""

from itertools import count

from msgspec.structs import replace

from colt_rules.commands import Command, StartGame
from colt_rules.events import Cited
from colt_rules.log.entries import new_header, recording
from colt_rules.log.judging import Judge
from colt_rules.log.lines import Reader
from colt_rules.log.verifying import verify_read
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.table import play
from colt_rules.registry import published
from colt_rules.rules.marshal.events import GoalRumoured
from colt_rules.rules.stagecoach.events import ShotgunMet, ShotgunMoved, StagecoachFellBack, StagecoachStayed
from tests.logs import text_of
from tests.rules.sittings import sitting


def game_with_rumours() -> tuple[StartGame, list[tuple[Command, tuple[Cited, ...]]], int]:
    """A game in which nobody runs from the Shotgun after rumours, and the command that draws the goal."""
    start = sitting("ru-full", "stagecoach+marshal", players=5)
    for seed in count():
        bots = {seat: RandomBot(seed + number) for number, seat in enumerate(start.seats)}
        steps = [(command, right.events) for command, right in play(start, Dealer(seed, usual=1), bots)]
        for at, (_, events) in enumerate(steps):
            kinds = [type(event) for event, _ in events]
            if kinds[0] is GoalRumoured and ShotgunMet not in kinds:
                return start, steps, at
    raise AssertionError("games come without end")


def test_an_older_log_in_which_the_stagecoach_fell_back_before_the_rumours_is_explained() -> None:
    start, steps, at = game_with_rumours()
    early = (StagecoachFellBack, StagecoachStayed, ShotgunMoved)
    (command, before), (draw, events) = steps[at - 1 : at + 1]
    fell_back = tuple(one for one in events if isinstance(one[0], early))
    steps[at - 1] = (command, (*before, *fell_back))
    steps[at] = (draw, tuple(one for one in events if one not in fell_back))
    header = replace(new_header("old", start.edition, start.modules, start.seats), spec="1.3.0")
    log = Reader([text_of(recording(header, steps))])
    found = verify_read(log, judge=Judge(published.corrections().since("1.3.0")))
    assert found.sound, found.departures[0]
    (one,) = [one for departure in found.explained for one in departure.explained]
    assert "stagecoach.falls-back" in one.clauses
