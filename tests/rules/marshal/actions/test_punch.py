"""What a Punch against the Marshal brings."""

from typing import Any

import pytest

from colt_rules.commands import Punch
from colt_rules.events import BanditMoved, LootPlaced, LootTaken
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import PunchMarshal
from colt_rules.rules.marshal.events import BrawlerTaken, FlaskKept, MailbagSecured
from colt_rules.rules.marshal.model import MARSHAL, marshal_of
from tests.rules.coaches import ALL
from tests.rules.prisons import idle, prison
from tests.verdicts import after, answers, back, happens, refusal

TAKEN = ("marshal-player.punched", "marshal-player.punched.brawler")
PUSHED = ("marshal-player.punched", "marshal-player.punched.pushed")
MOVED = (*PUSHED, "marshal-player.no-meeting")


def beside(*bandits: str, card: str = "tuco-punch", marshal: str = "a.inside", **fields: Any) -> Game:
    """Tuco and these in one car, about to punch."""
    return prison(
        f"""
        car    |     | a                        | b     | prison |
        roof   | doc |                          |       |        |
        inside |     | tuco {" ".join(bandits)} | ghost |        |
        """,
        **{"marshal": marshal, "cards": (card,)} | fields,
    )


@pytest.mark.clause("marshal-player.punched", "marshal-player.punched.pushed")
def test_who_is_with_him_can_punch_him_into_an_adjacent_car() -> None:
    game = beside()
    assert answers(game, "tuco") == [PunchMarshal("tuco", place) for place in ("locomotive.inside", "b.inside")]
    for far in ("prison.inside", "a.inside", "b.roof"):
        assert refusal(game, PunchMarshal("tuco", far)) == ("marshal-player.punched.pushed",)
    above = beside("django", marshal="a.roof")
    assert refusal(above, PunchMarshal("tuco", "b.inside")) == ("marshal-player.punched",)
    assert idle(beside(marshal="a.roof", cards=()), "tuco-punch") == (
        "stealin.obligatory",
        "ruling.action.nobody-there",
    )


@pytest.mark.clause("marshal-player.punched.brawler", "marshal-player.punched.pushed")
def test_the_puncher_takes_the_top_brawler_card_before_he_is_pushed() -> None:
    game = beside()
    assert happens(game, PunchMarshal("tuco", "b.inside")) == [
        (BrawlerTaken("tuco", "gold"), TAKEN),
        (BanditMoved(MARSHAL, "a.inside", "b.inside", "push"), MOVED),
        back("tuco-punch"),
    ]
    then = after(game, PunchMarshal("tuco", "b.inside"))
    assert marshal_of(then).brawlers == ("silver", "bronze")
    assert marshal_of(then).punches == {"tuco": ("gold",)}
    assert then.figures[MARSHAL].place == "b.inside"


@pytest.mark.clause("ruling.marshal-player.no-brawler-left")
def test_with_no_brawler_left_he_is_only_pushed() -> None:
    game = beside(since=tuple(BrawlerTaken("doc", card) for card in ("gold", "silver", "bronze")))
    moved = BanditMoved(MARSHAL, "a.inside", "locomotive.inside", "push")
    assert happens(game, PunchMarshal("tuco", "locomotive.inside")) == [
        (moved, (*PUSHED, "ruling.marshal-player.no-brawler-left")),
        back("tuco-punch"),
    ]


@pytest.mark.clause("ruling.marshal-player.cheyenne")
def test_cheyenne_takes_a_brawler_card_like_anybody() -> None:
    game = beside("cheyenne", card="cheyenne-punch")
    assert {type(command) for command in answers(game, "cheyenne")} == {Punch, PunchMarshal}
    taken, moved, _ = happens(game, PunchMarshal("cheyenne", "locomotive.inside"))
    assert taken == (BrawlerTaken("cheyenne", "gold"), TAKEN)
    assert moved[1] == (*PUSHED, "ruling.marshal-player.cheyenne")


@pytest.mark.clause("marshal-player.punched.keeps-mail")
def test_a_punch_makes_him_drop_no_mailbag() -> None:
    secured = (
        LootPlaced("mailbag-1", 200, "b.inside"),
        LootTaken("ghost", "mailbag-1", "b.inside"),
        MailbagSecured("ghost", "mailbag-1"),
    )
    game = beside(since=secured)
    assert {type(command) for command in answers(game, "tuco")} == {PunchMarshal}
    brawler, mail = "marshal-player.punched.brawler", "marshal-player.punched.keeps-mail"
    assert refusal(game, Punch("tuco", MARSHAL, "mailbag-1", "b.inside", False)) == (
        "punch.loot.chosen",
        brawler,
        mail,
    )
    assert refusal(game, Punch("tuco", MARSHAL, None, "b.inside", False)) == (brawler,)
    _, (_, cites), _ = happens(game, PunchMarshal("tuco", "locomotive.inside"))
    assert cites == (*PUSHED, mail)
    assert marshal_of(after(game, PunchMarshal("tuco", "b.inside"))).mailbags == ("mailbag-1",)


@pytest.mark.clause("happening.drink-for-the-marshal.not-knocked-off")
def test_a_punch_makes_him_drop_no_flask() -> None:
    sketch = """
        car    |     | a            | b     | prison | stagecoach |
        roof   | doc |              |       |        |            |
        inside |     | tuco whisky  | ghost |        |            |
        beside |     |              |       | stagecoach |        |
    """
    game = prison(
        sketch,
        marshal="a.inside",
        modules=ALL,
        cards=("tuco-punch",),
        since=(FlaskKept(1, "whisky-1", "a.inside"),),
    )
    assert game.figures[MARSHAL].loot == ("whisky-1",)
    kept = "happening.drink-for-the-marshal.not-knocked-off"
    assert {type(command) for command in answers(game, "tuco")} == {PunchMarshal}
    refused = refusal(game, Punch("tuco", MARSHAL, "whisky-1", "b.inside", False))
    assert refused == ("marshal-player.punched.brawler", kept)
    _, (_, cites), _ = happens(game, PunchMarshal("tuco", "locomotive.inside"))
    assert cites == (*PUSHED, kept)


@pytest.mark.clause("ruling.marshal-player.belle")
def test_belle_cannot_be_punched_while_the_marshal_can() -> None:
    game = beside("belle")
    assert {type(command) for command in answers(game, "tuco")} == {PunchMarshal}
    refused = refusal(game, Punch("tuco", "belle", "purse-1", "b.inside", False))
    assert refused[-1] == "ruling.marshal-player.belle"
    with_django = beside("belle", "django")
    refused = refusal(with_django, Punch("tuco", "belle", None, "b.inside", False))
    assert refused == ("belle.not-if-another",)
    alone = beside("belle", marshal="b.roof")
    pushed = [Punch("tuco", "belle", None, to, False) for to in ("locomotive.inside", "b.inside")]
    assert answers(alone, "tuco") == pushed
