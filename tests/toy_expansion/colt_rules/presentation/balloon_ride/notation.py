"""How the balloon is written in a case.

    car    |      | mail          | dining  | balloon |
    roof   | tuco |               |         | doc     |
    inside | M    | ghost sandbag | sandbag:heavy | |

The column ``balloon`` is no car of the train: its cells are the places of the balloon. The option ``height`` says how
high it is.
"""

from collections.abc import Collection, Mapping, Sequence

from colt_rules.conformance.notation import (
    Choosing,
    Drawing,
    Loot,
    Notation,
    OfThoseLeft,
    Option,
    OptionValues,
    Piece,
    Sample,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import Car, Seat, Token
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.balloon_ride.model import BALLOON, MODULE_NAME, SANDBAG, BalloonRide, balloon_of

PLAIN = "light"
WORDS = {SANDBAG: PLAIN, f"{SANDBAG}:heavy": "heavy"}
"""The words for sandbags."""
HEIGHT = "height"

# --- read


def put(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The balloon at its height, with its sandbags."""
    sandbags = {token: WORDS[word] for token, word in words.items() if word in WORDS}
    return with_part(game, MODULE_NAME, BalloonRide(sandbags, options[HEIGHT]))


# --- write


def word(balloon: BalloonRide, token: Token) -> str:
    """The word for a sandbag."""
    return next((word for word, kind in WORDS.items() if balloon.sandbags.get(token) == kind), "")


def option_values(balloon: BalloonRide) -> OptionValues:
    """How high the balloon is."""
    return {HEIGHT: balloon.height}


# --- take apart and leave out


def pieces(balloon: BalloonRide, tokens: Sequence[Token]) -> list[Piece]:
    """The pieces of a sketch by which sandbags are not light."""
    return [("heavy", token) for token in tokens if balloon.sandbags.get(token, PLAIN) != PLAIN]


def without(balloon: BalloonRide, gone: Collection[Piece], of_those_left: OfThoseLeft) -> BalloonRide:
    """The balloon with these sandbags made light."""
    sandbags = {token: PLAIN if ("heavy", token) in gone else kind for token, kind in balloon.sandbags.items()}
    return changed(balloon, sandbags=sandbags)


# --- draw at random


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """A balloon at any height; sandbags are drawn like all loot."""
    return {}, {HEIGHT: choosing.number(0, 5)}


NOTATION = Notation(
    options={HEIGHT: Option(int, 0, "balloon-ride: how high the balloon is.")},
    columns=(BALLOON,),
    loot=dict.fromkeys(WORDS, Loot(SANDBAG, 0)),
    put=put,
    word=word,
    option_values=option_values,
    apart=balloon_of,
    pieces=pieces,
    without=without,
    plain={HEIGHT: 0},
    dealt=("sandbags",),
    sampled=sampled,
    pages={"rows.what": "with the balloon `sandbags`"},
)
