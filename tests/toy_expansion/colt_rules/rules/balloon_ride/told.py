"""What is told of the balloon: a sentence for each event and each command, and for what changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.model.state import Game
from colt_rules.referee.wording import name_of, to, token_name
from colt_rules.rules.balloon_ride.commands import ThrowSandbag
from colt_rules.rules.balloon_ride.events import SandbagPlaced, SandbagThrown
from colt_rules.rules.balloon_ride.model import BALLOON, SANDBAG, balloon_of


def sandbag_name(kind: str | None) -> str:
    """What a sandbag is, if that is known."""
    return f"{kind or 'some'} sandbag"


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    SandbagPlaced: lambda it: f"{token_name(it.token)} was put {to(it.place)}: a {sandbag_name(it.kind)}",
    SandbagThrown: lambda it: f"{name_of(it.bandit)} threw a {sandbag_name(it.kind)}; the balloon is {it.height} up",
}
COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    ThrowSandbag: lambda it: f"throws {token_name(it.token)}",
}
DEALS = {"sandbags": sandbag_name}
CARS = {BALLOON: "the balloon"}
WORTHLESS = {SANDBAG: "sandbag"}


def changes(before: Game, after: Game) -> Iterator[str]:
    """What changed of the balloon."""
    if balloon_of(before).height != balloon_of(after).height:
        yield f"the balloon is {balloon_of(after).height} up"
