"""Two loot tokens by one Robbery, for whoever has the own companion."""

import pytest

from colt_rules.commands import Rob
from colt_rules.events import BanditMoved, LootTaken
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import RobTwo
from colt_rules.rules.marshal.events import PrisonerFreed
from tests.rules.coaches import ALL, ON_TOP
from tests.rules.jails import jail
from tests.verdicts import answers, back, happens, refusal

SKETCH = """
    car    |  | a                      | b     | prison |
    roof   |  | jewel                  |       |        |
    inside |  | doc purse purse jewel  | belle | ghost  |
"""
OWN = PrisonerFreed("doc", "companion-of-doc", None)
TWO = ("prisoner.own-companion", "ruling.prisoner.two-by-one")


def robbing(*happened: PrisonerFreed, sketch: str = SKETCH) -> Game:
    return jail(sketch, "doc-robbery", since=happened)


@pytest.mark.clause("prisoner.own-companion", "ruling.prisoner.two-by-one")
def test_with_the_own_companion_any_two_tokens_can_be_taken_or_only_one() -> None:
    game = robbing(OWN)
    tokens = ["purse-1", "purse-2", "jewel-1"]
    pairs = [("jewel-1", "purse-1"), ("jewel-1", "purse-2"), ("purse-1", "purse-2")]
    assert answers(game, "doc") == [
        *(Rob("doc", token) for token in tokens),
        *(RobTwo("doc", pair) for pair in pairs),
    ]
    purse = (*TWO, "robbery.unseen", "ruling.robbery.which-purse")
    assert happens(game, RobTwo("doc", ("jewel-1", "purse-2"))) == [
        (LootTaken("doc", "jewel-1", "a.inside"), TWO),
        (LootTaken("doc", "purse-2", "a.inside"), purse),
        back("doc-robbery"),
    ]


@pytest.mark.clause("prisoner.own-companion", "robbery.take-one")
@pytest.mark.parametrize("companion", [None, PrisonerFreed("doc", "companion-of-mei", "mei")])
def test_without_the_own_companion_a_robbery_takes_one(companion: PrisonerFreed | None) -> None:
    game = robbing(*([companion] if companion else []))
    assert all(isinstance(answer, Rob) for answer in answers(game, "doc"))
    assert refusal(game, RobTwo("doc", ("jewel-1", "purse-1"))) == ("robbery.take-one", "prisoner.own-companion")


@pytest.mark.clause("ruling.prisoner.two-by-one")
def test_two_are_named_by_name_and_lie_where_the_robber_is() -> None:
    game = robbing(OWN)
    assert refusal(game, RobTwo("doc", ("purse-1", "jewel-1"))) == ("ruling.command.form",)
    assert refusal(game, RobTwo("doc", ("jewel-1", "jewel-2"))) == ("robbery.take-one", "prisoner.own-companion")
    for wrong in ((), ("purse-1",), ("purse-1", "purse-1"), ("jewel-1", "purse-1", "purse-2")):
        assert refusal(game, RobTwo("doc", wrong)) == TWO
    one = robbing(OWN, sketch=SKETCH.replace("doc purse purse jewel ", "doc purse             "))
    assert answers(one, "doc") == [Rob("doc", "purse-1")]


@pytest.mark.clause("shotgun.guards-strongbox", "prisoner.own-companion")
def test_a_strongbox_that_is_guarded_cannot_be_one_of_the_two() -> None:
    sketch = """
        car    |   | a          | b     | prison | stagecoach       |
        roof   |   |            |       |        | purse purse      |
        inside |   | doc        | belle | ghost  |                  |
        beside |   | stagecoach |       |        |
    """
    climbed = BanditMoved("doc", "a.inside", ON_TOP, "move")
    game = jail(sketch, "doc-robbery", since=(OWN, climbed), modules=ALL)
    assert answers(game, "doc")[2:] == [RobTwo("doc", ("purse-1", "purse-2"))]
    strongbox = next(token for token in game.floor[ON_TOP] if token.startswith("strongbox"))
    assert refusal(game, RobTwo("doc", ("purse-1", strongbox))) == ("shotgun.guards-strongbox",)
