"""Who can be arrested, and what it costs."""

import pytest

from colt_rules.events import BanditMoved
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import Arrest
from colt_rules.rules.marshal.events import PosterTaken
from colt_rules.rules.marshal.model import CELL, MARSHAL, marshal_of
from tests.rules.coaches import ALL
from tests.rules.prisons import idle, prison
from tests.verdicts import after, answers, back, happens, refusal

SKETCH = """
    car    |     | a           | b      | prison |
    roof   | doc | tuco        |        |        |
    inside |     | ghost belle | django |        |
"""


def at(place: str, card: str = "marshal-arrest", **fields: object) -> Game:
    """The Marshal at a place, about to arrest somebody."""
    return prison(SKETCH, marshal=place, cards=(card,), **fields)  # type: ignore[arg-type]  # options of a board


@pytest.mark.clause("arrest.target", "ruling.arrest.belle")
def test_he_arrests_whoever_is_in_his_car_and_on_his_level() -> None:
    game = at("a.inside")
    assert answers(game, MARSHAL) == [Arrest(MARSHAL, "ghost"), Arrest(MARSHAL, "belle")]
    for elsewhere in ("tuco", "django", "doc", "cheyenne", MARSHAL):
        assert refusal(game, Arrest(MARSHAL, elsewhere)) == ("arrest.target",)
    assert answers(at("a.roof"), MARSHAL) == [Arrest(MARSHAL, "tuco")]


@pytest.mark.clause("arrest.to-the-cell", "arrest.poster", "ruling.arrest.takes-nothing")
def test_the_bandit_goes_to_the_cell_with_all_its_loot_and_the_poster_to_the_marshal() -> None:
    game = at("a.inside", loot={"ghost": ["purse"]})
    assert happens(game, Arrest(MARSHAL, "ghost")) == [
        (
            BanditMoved("ghost", "a.inside", CELL, "arrest"),
            ("arrest.target", "arrest.to-the-cell", "ruling.arrest.takes-nothing", "prison-car.cell"),
        ),
        (PosterTaken("ghost"), ("arrest.poster",)),
        back("marshal-arrest"),
    ]
    then = after(game, Arrest(MARSHAL, "ghost"))
    assert then.figures["ghost"].place == CELL
    assert then.figures["ghost"].loot == ("purse-1",)
    assert marshal_of(then).posters == ("ghost",)


@pytest.mark.clause("arrest.again", "arrest.poster.kept", "prison-car.cell")
def test_a_second_arrest_brings_no_second_poster() -> None:
    game = at("a.inside", since=(PosterTaken("ghost"),))
    moved, returned = happens(game, Arrest(MARSHAL, "ghost"))
    cites = ("arrest.target", "arrest.to-the-cell", "arrest.again", "arrest.poster.kept", "prison-car.cell")
    assert moved == (BanditMoved("ghost", "a.inside", CELL, "arrest"), cites)
    assert returned == back("marshal-arrest")
    assert marshal_of(after(game, Arrest(MARSHAL, "ghost"))).posters == ("ghost",)


@pytest.mark.clause("ruling.arrest.belle")
def test_belles_power_does_not_save_her_unless_the_table_claims_so() -> None:
    (_, cites), *_ = happens(at("a.inside"), Arrest(MARSHAL, "belle"))
    assert cites == ("arrest.target", "arrest.to-the-cell", "ruling.arrest.belle", "prison-car.cell")
    claimed = at("a.inside", rulings=["ruling.arrest.belle=safe"])
    assert answers(claimed, MARSHAL) == [Arrest(MARSHAL, "ghost")]
    assert refusal(claimed, Arrest(MARSHAL, "belle")) == ("belle.not-if-another", "ruling.arrest.belle")


@pytest.mark.clause("ruling.arrest.nobody-there", "ruling.arrest.not-from-the-cell")
def test_with_nobody_at_his_place_nothing_happens_and_the_cell_is_another_place() -> None:
    nobody = prison(SKETCH, marshal="b.roof")
    assert idle(nobody, "marshal-arrest") == ("stealin.obligatory", "ruling.arrest.nobody-there")
    corridor = "prison.inside"
    beside_the_cell = prison(SKETCH, marshal=corridor, cell=("ghost",))
    assert idle(beside_the_cell, "marshal-arrest") == ("stealin.obligatory", "ruling.arrest.nobody-there")
    moved = BanditMoved("belle", "a.inside", corridor, "move")
    with_belle = at(corridor, cell=("ghost",), since=(moved,))
    assert answers(with_belle, MARSHAL) == [Arrest(MARSHAL, "belle")]
    assert refusal(with_belle, Arrest(MARSHAL, "ghost")) == ("arrest.target", "ruling.arrest.not-from-the-cell")


COACH = """
    car    |     | a     | b          | prison | stagecoach |
    roof   | doc | tuco  |            |        |            |
    inside |     | ghost |            |        | {within}   |
    beside |     |       | stagecoach |        |            |
"""


@pytest.mark.clause("arrest.not-the-shotgun")
def test_the_shotgun_is_never_arrested() -> None:
    alone = prison(COACH.format(within="belle"), marshal="stagecoach.roof", modules=ALL)
    why = ("stealin.obligatory", "ruling.arrest.nobody-there", "arrest.not-the-shotgun")
    assert idle(alone, "marshal-arrest") == why
    game = prison(COACH.format(within="belle"), marshal="stagecoach.inside", modules=ALL, cards=("marshal-arrest",))
    assert answers(game, MARSHAL) == [Arrest(MARSHAL, "belle")]
    assert refusal(game, Arrest(MARSHAL, "shotgun")) == ("arrest.not-the-shotgun",)
