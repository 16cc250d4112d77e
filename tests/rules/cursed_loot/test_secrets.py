"""No byte reveals where the cursed loot is, until a rule reveals it."""

from collections.abc import Callable, Iterator
from random import Random

import pytest

from colt_rules.commands import Command, Punch, Rob
from colt_rules.conformance.cases.board import board
from colt_rules.kernel import Accepted, Refused, decide
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import FinishNaming, NameLoot
from colt_rules.views import SPECTATOR
from tests.conftest import THOROUGH
from tests.rules.cursed_loot.tables import ALONE, WITH_EVERYTHING, WITH_MARSHAL, WITH_STAGECOACH
from tests.rules.sittings import sitting
from tests.test_two_worlds import Step, Worlds, a_secret_after, bytes_of, from_a_server, played_on, told_apart

REST_OF_THE_GAME = 500
JEWELS = NameLoot("table", ("jewel", "jewel", "purse"))
WHERE: dict[tuple[str, ...], tuple[str, ...]] = {
    ALONE: ("purses", "jewels", "strongboxes"),
    WITH_STAGECOACH: ("jewels", "strongboxes", "coach-strongbox"),
    WITH_MARSHAL: ("jewels", "strongboxes", "prison-jewels"),
    WITH_EVERYTHING: ("strongboxes", "coach-strongbox"),
    ("base", "expert", "cursed-loot"): ("jewels",),
    ("base", "team", "cursed-loot"): ("strongboxes",),
    ("base", "duo", "cursed-loot"): ("jewels",),
}
"""By modules that are played: the decisions of the set-up whose answers are secrets."""
EACH = [(modules, kind) for modules, kinds in WHERE.items() for kind in kinds]


def opening(modules: tuple[str, ...]) -> tuple[Command, ...]:
    """The first commands of a game."""
    variant = next((name for name in ("expert", "team", "duo", "marshal") if name in modules), "base")
    naming = (JEWELS, FinishNaming("table")) if "marshal" in modules else ()
    start = sitting(variant=variant, modules=modules, stations=True)
    return (start, *naming)


@pytest.mark.clause("cursed.purses", "ruling.cursed.face-down", "cursed.jewels", "cursed.strongbox")
@pytest.mark.parametrize(("modules", "kind"), EACH)
def test_every_draw_is_kept_secret(modules: tuple[str, ...], kind: str) -> None:
    """By no byte from a server with any modules; in the pages of the referee, each kind once if there is no time."""
    every = THOROUGH or modules == next(first for first, kinds in WHERE.items() if kind in kinds)
    assert told_apart(a_secret_after(opening(modules), kind), bytes_of if every else from_a_server) == ""


@pytest.mark.clause("ruling.cursed.face-down")
@pytest.mark.parametrize("modules", [ALONE, WITH_EVERYTHING])
@pytest.mark.parametrize("kind", ["jewels", "strongboxes"])
def test_it_is_kept_until_the_game_tells_it(modules: tuple[str, ...], kind: str) -> None:
    both = played_on(a_secret_after(opening(modules), kind), Random(kind), REST_OF_THE_GAME)
    assert len(both.one) > both.secret + 20
    assert told_apart(both, from_a_server) == ""


@pytest.mark.parametrize("kind", ["jewels", "strongboxes"])
def test_a_planted_leak_is_caught(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    both = [a_secret_after(opening(ALONE), kind, number) for number in range(2)]
    monkeypatch.setattr("colt_rules.views.records.open_kinds", lambda modules: {"jewel", "strongbox"})
    assert any(told_apart(worlds, from_a_server) for worlds in both)


# --- what is done with a token

ROOM = """
    car    |       | mail         | dining |
    roof   | ghost |              |        |
    inside | M     | tuco doc {0} {1} |      |
"""


def done_with(kind: str) -> tuple[Command, ...]:
    """Tuco takes a token, Doc knocks it out of his hands and takes another."""
    first, second = f"{kind}-1", f"{kind}-2"
    return Rob("tuco", first), Punch("doc", "tuco", first, "dining.inside", False), Rob("doc", second)


def both_ways(kind: str, cursed: str, act: Callable[[Game, Command], Accepted | Refused] = decide) -> Iterator[Worlds]:
    """For all who see none of them: two worlds in which the two tokens of a kind are exchanged, and what is done."""
    pile = ("tuco-robbery", "doc-punch", "doc-robbery", "ghost-move")
    steps: list[list[Step]] = []
    for tokens in ((kind, cursed), (cursed, kind)):
        game, world = board(ROOM.format(*tokens), modules=ALONE, pile=pile), []
        for command in done_with(kind):
            verdict = act(game, command)
            assert isinstance(verdict, Accepted), verdict
            world.append(Step(command, verdict))
            game = verdict.after
        steps.append(world)
    yield from (Worlds(kind, role, 0, *steps) for role in ("ghost", SPECTATOR))


@pytest.mark.clause("ruling.cursed.face-down")
@pytest.mark.parametrize(("kind", "cursed"), [("jewel", "jewel:5"), ("strongbox", "strongbox:10")])
def test_nothing_that_is_done_with_a_token_tells_its_value(kind: str, cursed: str) -> None:
    """This holds for a robbery and a punch: for what is seen, what is legal afterwards, and what is cited."""
    for both in both_ways(kind, cursed):
        assert told_apart(both, from_a_server) == ""


def cites_by_value(game: Game, command: Command) -> Accepted | Refused:
    """A leak: what is done with a cursed token rests on one clause more."""
    verdict = decide(game, command)
    if not isinstance(verdict, Accepted) or game.values.get(getattr(command, "token", ""), 500) > 10:
        return verdict
    return changed(verdict, events=tuple((event, (*cites, "cursed.jewels")) for event, cites in verdict.events))


def test_a_citation_that_depends_on_the_value_is_caught() -> None:
    for both in both_ways("jewel", "jewel:5", cites_by_value):
        assert "event" in told_apart(both, from_a_server)
