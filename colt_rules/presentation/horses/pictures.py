"""Horses and whisky in a picture: horses are below the car they are beside, a flask shows its contents."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from colt_rules.model.names import Token
from colt_rules.pictures.showing import ACTOR, Announces, Fails, Goes
from colt_rules.pictures.slots import Added, Face, Look, Pictures, Row, Thing
from colt_rules.pictures.words import ENGLISH
from colt_rules.rules.horses import commands as c
from colt_rules.rules.horses import events as e
from colt_rules.rules.horses.model import Horses
from colt_rules.views import View

HORSE = Thing("horse", "horse", "", 45, 36)
FLASK = "whisky"
"""The kind of token that flasks are."""
SIGNS = {"classic": "I", "old": "II"}
"""By contents of a flask: the sign on it instead of a word."""


def _scene(horses: Horses) -> Added:
    return Added(rows=(Row(HORSE, "horse", Counter(horses.stands.values()), horses.stands),))


def _flask(horses: Horses | None, token: Token) -> Face:
    """A flask with its contents, if known."""
    flask = horses.flasks.get(token) if horses else None
    half, whisky = (flask.used, flask.kind or "") if flask else (False, "")
    start = ["half"] if half else []
    return Face(
        thing=Thing("half" if half else "flask", FLASK, whisky, font="small" if len(whisky) > 3 else ""),
        name=" ".join([*start, *([whisky] if whisky else []), FLASK]),
        short=" ".join([*start, *([whisky] if whisky == "old" else []), FLASK][:2]),
        words=f"a {'half-empty ' if half else ''}flask{f' of {whisky} whisky' if whisky else ''}",
        id=f"{whisky}-{FLASK}" if whisky else FLASK,
        sign=SIGNS.get(whisky, ""),
    )


def _phase(horses: Any, seen: View) -> Iterator[str]:
    """The progress of the horse attack, and of using a flask."""
    if attack := horses.attack:
        yield f"horse attack at {attack.car}, {', '.join(map(ENGLISH.called, attack.riders))} riding"
        for seat in attack.chosen:
            bandits = attack.hidden[seat]
            boards = "?" if bandits is None else ", ".join(map(ENGLISH.called, bandits)) or "nobody"
            yield f"{ENGLISH.called(seat)} has chosen: {boards}"
    if pour := horses.pour:
        yield f"{ENGLISH.called(pour.seat)} has {ENGLISH.number(pour.cards, 'card')} to play for {pour.kind} whisky"


PICTURES = Pictures(
    scene=_scene,
    phase=_phase,
    tokens={FLASK: _flask},
    shows={
        e.BoardingShown: (Announces(),),
        e.FlaskUsed: (Announces(),),
        e.FlaskTurned: (Announces(),),
        e.FlaskCardMissing: (Fails("seat"),),
        c.Ride: (Goes(ACTOR, "to"),),
        c.BoardCar: (Goes(ACTOR, "car"),),
    },
    icons={"ride": '<path d="M7 29V16A6 8 0 0 1 19 16V29" stroke-width="4"/>'},
    looks=(
        Look(
            "rows",
            style={"horse": "fill:#6d4a2f"},
            dark={"horse": "fill:#b98a5f"},
            shapes='<path id="colt-horse" d="M2 12L8 5L10 0L13 4Q18 6 21 12Q28 14 34 11Q39 10 41 14Q45 19 44 29Q42 27'
            " 41 20Q40 24 39 26L43 34L40 36L35 28L34 35H31L32 25Q27 26 22 23L20 29L21 36H18L16 29L11 34L9 32L14 26"
            'Q15 20 14 14L6 17Q2 16 2 12Z" stroke-width="1"/>',
        ),
        Look(
            "tokens",
            style={FLASK: "fill:#e0a33a", "small": "font-size:12px"},
            shapes='<path id="colt-flask" d="M18 2H27V7H34Q41 7 41 14V21Q41 27 34 27H11Q4 27 4 21V14Q4 7 11 7H18Z"/>'
            '<g id="colt-half"><use href="#colt-flask" fill="#fff"/>'
            '<path d="M4 16H41V21Q41 27 34 27H11Q4 27 4 21Z" stroke-width="1"/></g>',
        ),
    ),
)
