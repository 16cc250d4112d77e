"""What is told of two bandits a player: a sentence for each event and command."""

from collections.abc import Callable, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.referee.wording import card_name, name_of, names_of
from colt_rules.rules.duo import commands as c
from colt_rules.rules.duo import events as e


def _pawns_hidden(it: Any) -> str:
    if it.last is None:
        return f"{name_of(it.seat)} hid a pawn in each hand"
    return f"{name_of(it.seat)} hid {name_of(it.last)} for the last car and {name_of(it.before)} for the car before it"


def _card_added(it: Any) -> str:
    hidden = ", face down" if it.face_down else ""
    return f"{name_of(it.seat)} added {card_name(it.card, it.seat)} to the Fire just played{hidden}"


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    e.TeamsDrawn: lambda it: f"teams were drawn: {'; '.join(map(names_of, it.teams))}",
    e.TeamChosen: lambda it: f"{name_of(it.seat)} took {names_of(it.bandits)}",
    e.PawnsHidden: _pawns_hidden,
    e.CardChosen: lambda it: f"{name_of(it.seat)} took {card_name(it.card)} out of the deck",
    e.CardAdded: _card_added,
    e.NoCardAdded: lambda it: f"{name_of(it.seat)} added no card to the Fire just played",
}
COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    c.ChooseTeam: lambda it: f"takes {names_of(it.bandits)}",
    c.PlaceBandits: lambda it: f"puts {name_of(it.last)} into the last car and the other bandit before it",
    c.ChooseCard: lambda it: f"takes {card_name(it.card)} out of the deck",
    c.AddNoCard: lambda it: "adds no card to the Fire just played",
}
