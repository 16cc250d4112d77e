"""Commands become a full log, or the first refused one is reported with its line."""

import json
import random
from functools import cache

import pytest

from colt_rules.log.codec import command_object
from colt_rules.log.errors import Departure
from colt_rules.log.lines import LONGEST_LINE, parse_lines
from colt_rules.log.playing import NotPlayed, log_of, play_commands
from colt_rules.log.verifying import check
from colt_rules.players.bots import RandomBot
from colt_rules.players.dealer import Dealer
from colt_rules.players.play import modules_of, new_game, play
from colt_rules.research.native import native_engine
from tests.research.needing import needs_native

SEATS = ("tuco", "ghost", "belle")


@cache
def commands() -> tuple[bytes, ...]:
    """The commands of a whole game, a line each."""
    bots = {seat: RandomBot(number) for number, seat in enumerate(SEATS)}
    return tuple(line(command_object(command)) for command, _ in play(new_game(SEATS), Dealer(1), bots))


def line(command: object) -> bytes:
    return json.dumps(command).encode() + b"\n"


def departures(log: list[bytes]) -> list[Departure]:
    return check(parse_lines(log))


def test_the_commands_of_a_game_make_its_log() -> None:
    steps = list(play_commands(commands()))
    assert steps[-1].verdict.after.phase == "over"
    log = list(log_of("a-game", steps))
    recording = parse_lines(log)
    assert recording.header.game == "a-game"
    assert recording.header.seats == SEATS
    assert departures(log) == []
    assert b'"cites":[' in b"".join(log)


def test_a_game_need_not_be_over() -> None:
    steps = list(play_commands(commands()[:50]))
    assert steps[-1].verdict.awaiting
    assert departures(list(log_of("a-part", steps))) == []


def test_lines_may_come_together_and_have_empty_ones_between() -> None:
    pieces = [commands()[0] + b"\n" + commands()[1], b"".join(commands()[2:5]) + commands()[5].rstrip()]
    assert [step.line for step in play_commands(pieces)] == [1, 3, 4, 5, 6, 7]


WRONG = {
    "no JSON": (b"StartGame\n", "JSON"),
    "no object": (b"[]\n", "an object with a type"),
    "no such command": (b'{"type":"Fly","actor":"tuco"}\n', "Fly"),
    "a field is missing": (b'{"type":"Fire","actor":"tuco"}\n', "target"),
    "somebody else": (b'{"type":"DrawCards","actor":"tuco"}\n', r"expected chance .* to act, got tuco"),
    "too long": (b'"' + b"x" * LONGEST_LINE + b'"\n', "more than 1,000,000 bytes"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_first_refused_line_is_reported(name: str) -> None:
    wrong, message = WRONG[name]
    with pytest.raises(NotPlayed, match=rf"^line 3: .*{message}") as told:
        list(play_commands([*commands()[:2], wrong, *commands()[2:]]))
    assert told.value.line == 3
    assert told.value.clauses or name == "too long"


def test_a_forbidden_command_is_reported_with_what_is_expected() -> None:
    place = next(number for number, one in enumerate(commands()) if b'"PlayCard"' in one)
    other = json.loads(commands()[place]) | {"card": "tuco-bullet-1"}
    with pytest.raises(NotPlayed, match=r"expected .*PlayCard by") as told:
        list(play_commands([*commands()[:place], line(other)]))
    assert told.value.line == place + 1
    assert told.value.clauses


def test_nothing_follows_the_end_of_a_game() -> None:
    with pytest.raises(NotPlayed, match="the game is over"):
        list(play_commands([*commands(), commands()[-1]]))


@pytest.mark.parametrize("lines", [[], [b"\n"]])
def test_a_log_needs_a_game_that_is_started(lines: list[bytes]) -> None:
    with pytest.raises(NotPlayed, match="expected StartGame by table, got the end"):
        list(log_of("nothing", play_commands(lines)))


@needs_native
@pytest.mark.parametrize(
    "kind", [("ru-full", "base"), ("pl-base", "expert"), ("fr-horses", "stagecoach"), ("ru-full", "stagecoach")]
)
def test_what_the_native_engine_played_follows_the_rules(kind: tuple[str, str]) -> None:
    choices = random.Random(7)
    for seed in range(3):
        game = native_engine().Game.new(kind[0], modules_of(*kind), [*SEATS, "doc"], seed)
        while not game.over:
            game.apply(choices.randrange(game.legal_count()))
        steps = list(play_commands(map(line, game.commands)))
        assert [row.seat for row in steps[-1].verdict.after.ranking if row.rank == 1] == game.winners
        assert departures(list(log_of("native", steps))) == []
