"""Tables to play at: games set up as a test needs them, with given draws of chance."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, cast

from colt_rules.commands import Command, Deal, StartGame
from colt_rules.decisions import Arrangements
from colt_rules.kernel import NEW, Accepted, awaiting, decide, legal
from colt_rules.model.names import TABLE
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from tests.verdicts import accepted, after

BANDITS = ("ghost", "cheyenne", "django", "tuco", "doc", "belle")
CARS = ("baggage", "second-class", "first-class", "dining", "private-saloon", "mail")


def table(players: int = 4, **fields: Any) -> StartGame:
    """A StartGame for this number of players with chosen cars, powers and happenings; ``fields`` change it."""
    plain = StartGame("table", "ru-full", ("base",), BANDITS[:players], True, True, False, CARS[:players])
    return changed(plain, **fields)


def drawn(game: Game) -> Arrangements:
    """What chance is asked for."""
    options = legal(game, "chance")
    assert isinstance(options, Arrangements)
    return options


def deal(game: Game, *row: str) -> Accepted:
    """Chance lays out this row for what is open."""
    (decision,) = awaiting(game)
    return accepted(game, Deal("chance", decision.kind, decision.subject, row))


def until(kind: str, start: StartGame) -> Game:
    """The game of this table as soon as this kind of decision is open; chance deals everything in order, unshuffled."""
    game = after(NEW, start)
    while awaiting(game)[0].kind != kind:
        options = drawn(game)
        game = deal(game, *options.items[: options.count]).after
    return game


def pick(random: Random, game: Game, actor: str) -> Command:
    """Any answer, without listing all of them; of a table mostly the first, since it could name cards for long."""
    options = legal(game, actor)
    if isinstance(options, Arrangements):
        return options.deal(tuple(random.sample(options.items, options.count)))
    listed = cast(Sequence[Command], options)
    return listed[0] if actor == TABLE and random.random() < 0.7 else random.choice(listed)


def play(start: StartGame, seed: int) -> Iterator[tuple[Game, Command, Accepted]]:
    """Each step of a random game: the position, the command, and what it brought."""
    random, game = Random(seed), NEW
    command: Command = start
    while True:
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), (command, verdict)
        yield game, command, verdict
        game = verdict.after
        if not verdict.awaiting:
            return
        command = pick(random, game, random.choice(verdict.awaiting).actor)
