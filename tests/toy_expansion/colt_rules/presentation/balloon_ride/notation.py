"""How the balloon is written in a case.

    car    |      | mail          | dining  | balloon |
    roof   | tuco |               |         | doc     |
    inside | M    | ghost sandbag | sandbag:heavy | |

The column ``balloon`` is no car of the train: its cells are the places of the balloon. The option ``height`` says how
high it is.
"""

from collections.abc import Mapping, Sequence

from colt_rules.conformance.notation import (
    Choosing,
    Drawing,
    Loot,
    Notation,
    Option,
    OptionValues,
    Sample,
    SketchWords,
    Written,
)
from colt_rules.model.changes import with_part
from colt_rules.model.names import Car, Seat, Token, inside, roof
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.rules.balloon_ride.model import BALLOON, MODULE_NAME, SANDBAG, balloon_of

WORDS = {SANDBAG: "light", f"{SANDBAG}:heavy": "heavy"}
"""By word: the kind of sandbag."""
HEIGHT = "height"


def read(game: Game, drawing: Drawing, options: OptionValues, words: Mapping[Token, str]) -> Game:
    """The sandbags; the height is copied."""
    sandbags = {token: WORDS[word] for token, word in words.items() if word in WORDS}
    return with_part(game, MODULE_NAME, changed(balloon_of(game), sandbags=sandbags))


def write(game: Game) -> Written:
    """The word for each sandbag."""
    word_for = {kind: word for word, kind in WORDS.items()}
    return Written(tokens={token: word_for[kind] for token, kind in balloon_of(game).sandbags.items()})


def sampled(choosing: Choosing, train: Sequence[Car], seats: Sequence[Seat]) -> Sample:
    """A balloon at any height; sandbags are drawn like all loot."""
    return {}, {HEIGHT: choosing.number(0, 5)}


NOTATION = Notation(
    sketch=SketchWords(places=(inside(BALLOON), roof(BALLOON)), loot=dict.fromkeys(WORDS, Loot(SANDBAG, 0))),
    options={HEIGHT: Option(int, 0, "balloon-ride: how high the balloon is.", copied=True)},
    read=read,
    write=write,
    sampled=sampled,
    pages={"rows.what": "with the balloon `sandbags`"},
)
