"""A drink for the Marshal where he is a player: he takes the flask and may use it."""

from typing import Any

import pytest

from colt_rules.commands import Deal, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.decisions import Decision
from colt_rules.events import MarshalMoved
from colt_rules.kernel import awaiting, settle
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import UseFlask
from colt_rules.rules.horses.events import FlaskCardPlayed, FlaskEmptied, FlaskTurned, FlaskUsed
from colt_rules.rules.horses.model import horses_of
from colt_rules.rules.marshal.events import FlaskKept, NoFlaskFound, PlusOffered
from colt_rules.rules.marshal.model import MARSHAL
from tests.rules.marshal.endings import round_end
from tests.rules.marshal.tables import WITH_HORSES
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

TAKEN = "happening.drink-for-the-marshal.taken"
USED = "happening.drink-for-the-marshal.used"
TWO_CARDS = "happening.drink-for-the-marshal.two-cards"
HIS_PLACE = "ruling.drink-for-the-marshal.his-place"
SKETCH = """
    car    |       | mail         | dining     | baggage | prison |
    roof   |       | tuco above   |            | belle   |        |
    inside | ghost | marshal here | doc        |         |        |
    beside |       |              | stagecoach |         |        |
"""


def drink(here: str = "", above: str = "") -> Game:
    """The end of a round with this happening, and flasks at the Marshal's place or on his roof."""
    sketch = SKETCH.replace("here", here).replace("above", above)
    return round_end("drink-for-the-marshal.2-4", sketch, modules=WITH_HORSES)


@pytest.mark.clause("happening.drink-for-the-marshal.taken", "ruling.drink-for-the-marshal.his-place")
@pytest.mark.parametrize("flask", ["whisky", "whisky:half", "whisky:old"])
def test_the_flask_at_his_place_is_his_and_he_goes_nowhere(flask: str) -> None:
    game = drink(flask)
    verdict = settle(game)
    assert told(verdict, FlaskKept) == [FlaskKept(1, "whisky-1", "mail.inside")]
    assert cited(verdict, FlaskKept) == (TAKEN, HIS_PLACE)
    assert told(verdict, MarshalMoved) == []
    marshal = verdict.after.figures[MARSHAL]
    assert (marshal.place, marshal.loot) == ("mail.inside", ("whisky-1",))
    assert horses_of(verdict.after).flasks == horses_of(game).flasks


@pytest.mark.clause("happening.drink-for-the-marshal.taken", "ruling.drink-for-the-marshal.his-place")
def test_a_flask_elsewhere_is_not_his() -> None:
    verdict = settle(drink(above="whisky"))
    assert told(verdict, NoFlaskFound) == [NoFlaskFound(1, "mail.inside")]
    assert cited(verdict, NoFlaskFound) == (TAKEN, HIS_PLACE)
    assert verdict.after.figures[MARSHAL].loot == ()
    assert verdict.after.round.number == 2


@pytest.mark.clause("happening.drink-for-the-marshal.taken")
def test_without_the_happening_the_flask_stays_there() -> None:
    sketch = SKETCH.replace("here", "whisky").replace("above", "")
    verdict = settle(round_end("tunnel.2-4", sketch, modules=WITH_HORSES))
    assert told(verdict, FlaskKept) == told(verdict, NoFlaskFound) == []


@pytest.mark.clause("ruling.drink-for-the-marshal.his-place")
def test_of_several_flasks_chance_picks_one() -> None:
    game = settle(drink("whisky whisky:old", above="whisky")).after
    assert awaiting(game) == (Decision("chance", "flask-for-the-marshal", ""),)

    def deal(token: str) -> Deal:
        return Deal("chance", "flask-for-the-marshal", "", (token,))

    assert answers(game, "chance") == [deal("whisky-1"), deal("whisky-2")]
    assert refusal(game, deal("whisky-3")) == (TAKEN, HIS_PLACE)
    assert told(accepted(game, deal("whisky-2")), FlaskKept) == [FlaskKept(1, "whisky-2", "mail.inside")]


# --- in Schemin'


def scheming(flask: str, **fields: Any) -> Game:
    """The Marshal is to act, with this flask on his sheet and two plus cards in hand."""
    plain: dict[str, Any] = {
        "modules": WITH_HORSES,
        "card": "safe-place.2-4",
        "rounds": ["bridge.2-4"],
        "seats": [MARSHAL, "ghost", "tuco", "doc", "belle"],
        "loot": {MARSHAL: [flask]},
        "hands": {
            MARSHAL: ["marshal-move-plus", "marshal-floor-change-plus", "marshal-fire"],
            **{bandit: [f"{bandit}-move"] for bandit in ("ghost", "tuco", "doc", "belle")},
        },
    }
    return board(SKETCH.replace("here", "").replace("above", ""), **plain | fields)


def play(card: str) -> PlayCard:
    return PlayCard(MARSHAL, f"{MARSHAL}-{card}", False)


USE = UseFlask(MARSHAL, "whisky-1")


@pytest.mark.clause("happening.drink-for-the-marshal.used")
def test_he_uses_his_flask_twice_like_a_bandit() -> None:
    verdict = accepted(scheming("whisky"), USE)
    assert USED in cited(verdict, FlaskUsed)
    assert told(verdict, FlaskTurned) == [FlaskTurned("whisky-1")]
    last = accepted(scheming("whisky:half"), USE)
    assert told(last, FlaskEmptied) == [FlaskEmptied(MARSHAL, "whisky-1")]
    assert last.after.figures[MARSHAL].loot == ()


@pytest.mark.clause("happening.drink-for-the-marshal.used")
def test_he_uses_none_that_is_not_his() -> None:
    game = scheming("jewel", loot={"ghost": ["whisky"]})
    assert refusal(game, USE) == ("whisky.use",)
    ghost = after(game, play("fire"))
    assert USED not in cited(accepted(ghost, UseFlask("ghost", "whisky-1")), FlaskUsed)


@pytest.mark.clause("happening.drink-for-the-marshal.two-cards")
def test_old_whisky_brings_two_cards_and_a_plus_no_third() -> None:
    game = after(scheming("whisky:old"), USE)
    for card in ("move-plus", "floor-change-plus"):
        verdict = accepted(game, play(card))
        assert TWO_CARDS in cited(verdict, FlaskCardPlayed)
        assert told(verdict, PlusOffered) == []
        game = verdict.after
    assert awaiting(game)[0].actor == "ghost"


@pytest.mark.clause("happening.drink-for-the-marshal.two-cards")
def test_after_classic_whisky_a_plus_card_brings_another() -> None:
    verdict = accepted(after(scheming("whisky"), USE), play("move-plus"))
    assert TWO_CARDS not in cited(verdict, FlaskCardPlayed)
    assert told(verdict, PlusOffered) == [PlusOffered(1)]
    assert awaiting(after(verdict.after, play("fire")))[0].actor == "ghost"
