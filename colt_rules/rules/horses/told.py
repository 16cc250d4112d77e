"""What is told of horses and whisky: a sentence for each event and command, and for what changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from colt_rules.commands import Command
from colt_rules.events import Event
from colt_rules.model.state import Game
from colt_rules.referee.wording import (
    at,
    car_name,
    cards_of,
    laid_card,
    lowered,
    name_of,
    names_of,
    number_of,
    to,
    token_name,
)
from colt_rules.rules.horses import commands as c
from colt_rules.rules.horses import events as e
from colt_rules.rules.horses.box import EXTRAS
from colt_rules.rules.horses.model import horses_of

WORTHLESS = {"whisky": "flask"}
MOVED = {"ride": "rode"}


def horse_name(horse: str) -> str:
    """What a horse is called."""
    return horse.replace("-", " ")


def whisky_name(kind: str | None) -> str:
    """What is in a flask, if that is known."""
    if kind is None:
        return "whisky"
    return lowered(EXTRAS.flasks[kind].name.en) if kind in EXTRAS.flasks else kind


def _filled(kind: str | None) -> str:
    return "face down" if kind is None else f"face down: {whisky_name(kind)}"


def _boards(it: Any) -> str:
    return f"{names_of(it.boards)} board{'' if len(it.boards) > 1 else 's'}" if it.boards else "nobody boards"


def _boarding_sealed(it: Any) -> str:
    chosen = "who boards" if it.boards is None else f"that {_boards(it)}"
    return f"{name_of(it.seat)} settled in secret {chosen}"


def _boarding_shown(it: Any) -> str:
    return f"{name_of(it.seat)} opened the hand: {_boards(it) if it.boards else 'nobody boards, all ride on'}"


def _horse_ridden(it: Any) -> str:
    rode = f"{name_of(it.bandit)} mounted {horse_name(it.horse)}"
    if it.start == it.to:
        return f"{rode}, which stayed beside {car_name(it.to)}"
    return f"{rode} and rode from {car_name(it.start)} to {car_name(it.to)}"


def _flask_used(it: Any) -> str:
    drawn = "to draw and then " if it.draw else ""
    played = f"{drawn}to play {number_of(it.cards, 'card')}"
    whose = "" if it.seat == it.bandit else f" of {name_of(it.bandit)}"
    return f"{name_of(it.seat)} used {token_name(it.token)}{whose}, {whisky_name(it.kind)}, {played}"


def _flask_card_played(it: Any) -> str:
    left = f"; {number_of(it.left, 'card')} still to play for it" if it.left else ""
    return f"{name_of(it.seat)} played {laid_card(it.card, it.seat, it.face_down)}, for the flask{left}"


EVENTS: Mapping[type[Event], Callable[[Any], str]] = {
    e.FlaskPlaced: lambda it: f"{token_name(it.token)} was put {to(it.place)}, {_filled(it.kind)}",
    e.AttackReached: lambda it: f"in the horse attack {car_name(it.car)} came up; {names_of(it.riders)} still ride",
    e.BoardingSealed: _boarding_sealed,
    e.BoardingShown: _boarding_shown,
    e.HorseLeft: lambda it: f"{name_of(it.bandit)} left {horse_name(it.horse)} beside {car_name(it.car)}",
    e.AttackEnded: lambda it: "everybody has boarded, and the horses belong to nobody from now on",
    e.HorseRidden: _horse_ridden,
    e.FlaskUsed: _flask_used,
    e.FlaskTurned: lambda it: f"{token_name(it.token)} is half empty now",
    e.FlaskEmptied: lambda it: f"{token_name(it.token)} of {name_of(it.bandit)} is empty and left the game",
    e.FlaskCardsDrawn: lambda it: f"{name_of(it.seat)} drew for the flask: {cards_of(it)}",
    e.FlaskCardPlayed: _flask_card_played,
    e.FlaskCardMissing: lambda it: f"{name_of(it.seat)} had no action card to play for the flask",
}
COMMANDS: Mapping[type[Command], Callable[[Any], str]] = {
    c.HidePawns: lambda it: f"settles in secret that {_boards(it)}",
    c.BoardCar: lambda it: f"boards {car_name(it.car)}",
    c.Ride: lambda it: f"rides and gets off {at(it.to)}",
    c.UseFlask: lambda it: f"uses {token_name(it.token)}",
}
DEALS = {"flasks": whisky_name}


def changes(before: Game, after: Game) -> Iterator[str]:
    """What changed of horses and flasks."""
    was, now = horses_of(before), horses_of(after)
    for horse in dict.fromkeys((*was.stands, *now.stands)):
        if horse not in now.stands:
            yield f"{horse_name(horse)} is no more beside the train"
        elif was.stands.get(horse) != now.stands[horse]:
            yield f"{horse_name(horse)} stands beside {car_name(now.stands[horse])}"
    for token, flask in now.flasks.items():
        if flask.used and not (token in was.flasks and was.flasks[token].used):
            yield f"{token_name(token)} is half empty"
