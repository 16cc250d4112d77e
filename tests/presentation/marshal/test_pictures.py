"""Pictures of games with a Marshal among the players: his figure, the cell, his sheet, as far as each role sees it."""

import re
from typing import Any

import pytest

from colt_rules.conformance.cases.board import board
from colt_rules.events import BanditMoved
from colt_rules.model.changes import with_part
from colt_rules.model.record import changed
from colt_rules.model.state import Game
from colt_rules.pictures import SHARED, train_svg
from colt_rules.pictures.happening import Step, happening
from colt_rules.pictures.scene import modules_drawn, rank_in_words
from colt_rules.pictures.stage import picture_of
from colt_rules.pictures.text import train_text
from colt_rules.rules.marshal.commands import Arrest
from colt_rules.rules.marshal.model import Holding, MarshalPlayer, Payment, Reflexes, marshal_of
from colt_rules.views import REFEREE, glimpse
from tests.pictures.looking import described, signs, uses
from tests.pictures.watching import watched

GAME = board(
    """
    car    |                      | mail        | dining  | prison |
    roof   |                      | tuco        |         | django |
    inside | marshal mailbag:1200 | ghost purse | mailbag | purse  |
    """,
    modules=("base", "mei", "marshal"),
    pile=["marshal-move-plus", "ghost-move"],
    number=2,
    cell=["doc", "belle"],
    fallen=["cheyenne"],
    brawlers=["silver", "bronze"],
    punches={"ghost": ["gold"]},
    posters=["doc"],
    prisoners=["companion-of-doc"],
    companions={"tuco": "companion-of-ghost"},
    recaptured=["companion-of-tuco"],
    wounds={"tuco": ["knee"]},
    shown=["warrant-ghost"],
)


def with_marshal(**fields: Any) -> Game:
    """The position with this of its Marshal."""
    return with_part(GAME, "marshal", changed(marshal_of(GAME), **fields))


def test_the_description_tells_who_is_in_the_cell_and_who_has_what() -> None:
    assert described(GAME) == (
        "Locomotive: on the roof nothing; inside the Marshal, a mailbag of $1200. "
        "Mail car: on the roof Tuco; inside Ghost, a purse of $250. "
        "Dining car: on the roof nothing; inside a mailbag of $200. "
        "Prison car: on the roof Django; inside a purse of $250; in the cell Belle, Doc. "
        "The Marshal has the brawler card Silver punch, the brawler card Bronze punch, "
        "the left cylinder with 5 bullets, the right cylinder with 6 bullets, the poster of Doc, "
        "the companion of Tuco, the goal Warrant for Ghost, the goal Warrant for Cheyenne, the 3 goals to come. "
        "Tuco has the companion of Ghost, the open bullet Wounded knee. Ghost has the brawler card Golden punch. "
        "Beside the train: a strongbox of $1000, the companion of Doc. Cheyenne fell off the train."
    )


def test_the_marshal_is_a_figure_with_a_star_and_not_by_colour_alone() -> None:
    figures = uses(GAME, "marshal")
    assert len(figures) == 2  # in the locomotive, and before what lies on his sheet
    assert 'class="badge"' in train_svg(GAME)
    assert not {"M", "Ma"} & {*signs(GAME)}
    moved = changed(GAME, figures={**GAME.figures, "marshal": changed(GAME.figures["marshal"], place="dining.roof")})
    assert uses(moved, "marshal")[0] != figures[0]


def test_who_is_in_the_cell_is_behind_bars_above_the_corridor() -> None:
    (purse,) = [at for at in uses(GAME, "purse") if at[0] > 340]
    belle, doc = [at for at in uses(GAME, "person") if at[0] > 340 and 50 < at[1] < purse[1]]
    assert belle[1] == doc[1]
    bars = re.findall(r'class="bars" d="([^"]+)"', train_svg(GAME))
    assert len(bars) == 1
    assert len(bars[0].split("M")) > 5
    freed = board(
        "car | | mail | prison |\nroof | | | |\ninside | marshal | ghost | doc |", modules=("base", "mei", "marshal")
    )
    assert "inside Doc; in the cell nobody." in described(freed)


@pytest.mark.clause("goal.current-known-to-marshal", "goal.future-unknown", "ruling.mailbags.face-down")
def test_a_bandit_sees_neither_goals_that_are_not_shown_nor_the_value_of_mail() -> None:
    seen = described(glimpse(GAME, "ghost"))
    assert "the goal Warrant for Ghost, the 1 goal face down, the 3 goals to come." in seen
    assert "Cheyenne," not in seen
    assert {"1200", "200"} & {*signs(glimpse(GAME, "ghost"))} == set()
    assert "the goal Warrant for Cheyenne, the 3 goals to come." in described(glimpse(GAME, "marshal"))


def test_goals_tell_at_the_end_whether_they_were_met() -> None:
    judged = with_marshal(met=("warrant-ghost",))
    assert "the goal Warrant for Ghost (met), the goal Warrant for Cheyenne (not met)" in described(judged)
    shown = ("warrant-ghost", "warrant-cheyenne")
    assert rank_in_words(with_marshal(met=shown[:1], shown=shown), "marshal") == ["1 of 2 goals met"]
    assert rank_in_words(with_marshal(met=shown[:1], shown=shown), "ghost") == []
    assert rank_in_words(GAME, "marshal") == []


def test_mail_in_safety_lies_on_his_sheet() -> None:
    secured = with_marshal(mailbags=("mailbag-2",))
    assert len(uses(secured, "mailbag")) == len(uses(GAME, "mailbag")) + 1
    assert "the companion of Tuco" in described(secured)
    assert "the poster of Doc, the mailbag, the companion of Tuco" in described(secured)


def test_a_game_and_the_view_of_the_referee_are_one_picture() -> None:
    for game in (GAME, with_marshal(future=None, goals_drawn=("keys",))):
        assert train_svg(game) == train_svg(glimpse(game, REFEREE))
        assert train_text(game) == train_text(glimpse(game, REFEREE))


def test_every_shape_that_is_used_is_there() -> None:
    picture = train_svg(GAME)
    used = set(re.findall(r'href="#(colt-[a-z]+)"', picture))
    assert used <= set(re.findall(r'id="(colt-[a-z]+)"', picture))
    own = "".join(look.shapes for look in modules_drawn()["marshal"].looks)
    assert set(re.findall(r'id="(colt-[a-z]+)"', own)) <= used
    assert SHARED in picture


def test_in_a_terminal_the_cell_is_above_the_corridor() -> None:
    assert train_text(GAME, 76).split("\n")[:7] == [
        "                          Tuco                                 Django",
        "┌─────────────────┐┌─────────────────┐┌─────────────────┐┌─────────────────┐",
        "│                 ││                 ││                 ││    Belle Doc    │",
        "│     MARSHAL     ││      Ghost      ││                 ││##### cell ######│",
        "│  mailbag $1200  ││      $250       ││  mailbag $200   ││      $250       │",
        "└─o─────────────o─┘└─o─────────────o─┘└─o─────────────o─┘└─o─────────────o─┘",
        "    locomotive            mail              dining             prison",
    ]
    text = train_text(GAME, 300)
    assert "Stealin'; Marshal's Move + is carried out" in text
    assert "Cheyenne fell off the train, strongbox $1000, companion of Doc, 13 neutral bullets" in text
    assert train_text(GAME, ascii=True).isascii()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"plus": 1}, "the Marshal may play 1 card more"),
        ({"searching": "doc"}, "the deck of Doc is to be shuffled"),
        ({"payment": Payment("doc", "tuco")}, "Doc owes Tuco a loot token"),
        (
            {"holding": Holding(2, ("doc",), 2, {"tuco": ("tuco-move",)})},
            "Doc to hold back cards; Tuco holds back 1 card",
        ),
        ({"reflexes": Reflexes(2, ("doc", "tuco"), False)}, "Doc, Tuco may lay a card"),
    ],
)
def test_what_is_half_done_is_told(fields: dict[str, Any], words: str) -> None:
    assert words in train_text(with_marshal(**fields), 300)
    assert words not in train_text(GAME, 300)


def test_names_that_nobody_knows_are_drawn_as_they_are() -> None:
    strange = MarshalPlayer(brawlers=("mud",), current=("fame",), posters=("zorro",), wounds={"doc": ("flu",)})
    told = described(with_part(GAME, "marshal", strange))
    for words in ("the brawler card mud", "the poster of zorro", "the goal fame", "the open bullet flu"):
        assert words in told


def test_an_arrest_is_seen_whether_it_is_done_or_refused() -> None:
    done = happening([Step(GAME, None, ((BanditMoved("ghost", "mail.inside", "prison.cell", "arrest"), True),))])
    assert done.stops == {"ghost": ("mail.inside", "prison.cell")}
    assert dict(picture_of(done).occupants)["prison.cell"] == ("belle", "doc", "ghost")
    refused = watched(GAME, Arrest("marshal", "ghost"))
    assert [(mark.kind, mark.end, mark.struck) for mark in refused.marks][-1] == ("goes", "prison.cell", True)
