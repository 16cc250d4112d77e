"""Pictures of games with horses and whisky."""

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.pictures.text import train_text
from colt_rules.rules.horses.commands import Ride
from colt_rules.views import glimpse
from tests.pictures.looking import described, signs, uses
from tests.pictures.watching import looks, picture, watched

GAME = board(
    """
    car    |       | mail        | dining             |
    roof   | tuco  | ghost doc   |                    |
    inside | M     | whisky:old  | whisky:half whisky |
    beside | horse | horse horse |                    |
    """,
    modules=("base", "horses"),
    pile=["ghost-ride"],
    loot={"doc": ["whisky:old"]},
)


def test_horses_without_a_stagecoach_are_told_and_drawn() -> None:
    assert described(GAME).startswith(
        "Locomotive: on the roof Tuco; inside the Marshal; beside it 1 horse. "
        "Mail car: on the roof Doc, Ghost; inside a flask of old whisky; beside it 2 horses. "
    )
    assert len(uses(GAME, "horse")) == 3
    assert train_text(GAME).split("\n")[6] == "       horse            2 horses"


@pytest.mark.clause("ruling.whisky.who-knows")
def test_what_is_in_a_flask_is_drawn_for_those_who_know_it() -> None:
    assert (signs(GAME).count("old"), signs(GAME).count("classic")) == (2, 2)
    doc, tuco = glimpse(GAME, "doc"), glimpse(GAME, "tuco")
    assert (signs(doc).count("old"), signs(doc).count("classic")) == (1, 1)
    assert (signs(tuco).count("old"), signs(tuco).count("classic")) == (0, 1)
    for position in (GAME, doc, tuco):
        assert (len(uses(position, "flask")), len(uses(position, "half"))) == (3, 1)
    assert "old whisky" not in described(tuco) + train_text(tuco, 200)
    assert "old whisky" in train_text(doc, 200)


def test_a_ride_shows_where_the_horse_and_its_rider_went() -> None:
    it = watched(GAME, Ride("ghost", "dining.inside"))
    went = {mark.start.name for mark in it.marks if mark.kind == "goes"}
    assert "ghost" in went
    horse = next(name for name in went if name.startswith("horse"))
    assert it.stops[horse] == ("mail", "dining")
    shown = picture(GAME, Ride("ghost", "dining.inside"))
    assert len(looks(shown, "ghost")) == 2  # the outlines of both
    assert {"horse", "old-whisky", "classic-whisky"} <= {entry.id for entry in shown.legend}


def test_a_refused_ride_is_struck_out() -> None:
    (mark,) = watched(GAME, Ride("ghost", "mail.roof")).marks
    assert (mark.kind, mark.end, mark.struck) == ("goes", "mail.roof", True)
