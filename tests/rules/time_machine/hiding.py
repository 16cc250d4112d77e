"""Games in which a bandit hides, which is rare in random games."""

from collections.abc import Iterator
from functools import cache
from random import Random

from colt_rules.commands import Command, StartGame
from colt_rules.kernel import NEW, Accepted, awaiting, decide, legal
from colt_rules.model.state import Game
from colt_rules.players.play import variants
from colt_rules.rules.editions import EDITIONS
from colt_rules.rules.time_machine.model import MACHINE, NAME
from tests.rules.sittings import sitting
from tests.tables import pick
from tests.test_two_worlds import Step, Worlds, played_on, twin

KINDS = [kind for kind, modules in variants().items() if NAME in modules]
"""Everything that the time machine is played with."""
SCHEMING = 200
"""More commands than a Schemin' phase has."""


@cache
def steps_to_hiding(start: StartGame, seed: object) -> tuple[Step, ...]:
    """A game up to the moment at which somebody has hidden, by players who are eager for the time machine."""
    for number in range(40):
        random = Random(f"{seed} {number}")
        steps = list(_played(start, random))
        if steps[-1].verdict.after.phase != "over":
            return tuple(steps)
    raise AssertionError(f"nobody ever hides with {start}")


def _played(start: StartGame, random: Random) -> Iterator[Step]:
    game, command = NEW, None
    while game.phase != "over":
        asked = [] if game is NEW else awaiting(game)
        hides = any(open_.kind == "hide" for open_ in asked)
        command = _eager(game, random, random.choice(asked).actor) if asked else start
        verdict = decide(game, command)
        assert isinstance(verdict, Accepted), verdict
        yield Step(command, verdict)
        if hides:
            return
        game = verdict.after


def _eager(game: Game, random: Random, actor: str) -> Command:
    """Any answer, but into the time machine wherever one leads there, and nobody out of it."""
    if actor not in game.options.seats:
        return pick(random, game, actor)
    answers = legal(game, actor)
    goes = [answer for answer in answers if getattr(answer, "to", "") == MACHINE] if len(answers) < 50 else []
    return random.choice(goes) if goes else pick(random, game, actor)


@cache
def worlds_of(start: StartGame, seed: object = 0) -> tuple[Worlds, ...]:
    """For each role that may not know: two worlds that differ in where a bandit hides, until the game tells it."""
    steps = steps_to_hiding(start, seed)
    random = Random(f"{seed}")
    found = twin(steps[-2].verdict.after, steps[-1], random)
    assert found
    other, blind = found
    begun = (Worlds("hide", role, len(steps) - 1, list(steps), [*steps[:-1], other]) for role in blind)
    return tuple(played_on(one, Random(f"{seed}"), SCHEMING) for one in begun)


def table_for(variant: str, edition: str = EDITIONS[0]) -> StartGame:
    """A table at which the time machine is played in this variant."""
    return sitting(edition, variant, stations=True)
