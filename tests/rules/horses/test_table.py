"""With what horses and whisky can be played."""

import pytest

from colt_rules.events import GameStarted, NeutralBulletsStacked
from colt_rules.kernel import NEW
from colt_rules.rules.stagecoach.model import stagecoach_of
from tests.rules.horses.tables import seated
from tests.rules.sittings import cited, simple_answer, sitting, told, until
from tests.tables import drawn
from tests.verdicts import accepted, refusal

ALONE = ("base", "horses")


@pytest.mark.clause("horses.setup.first-games", "ruling.horses.first-games")
def test_in_french_a_table_may_take_horses_and_whisky_alone() -> None:
    verdict = accepted(NEW, sitting("fr-horses", modules=ALONE))
    assert {"horses.setup.first-games", "ruling.horses.first-games"} <= set(cited(verdict, GameStarted))


@pytest.mark.clause("horses.setup.first-games")
def test_in_russian_the_stagecoach_comes_with_them() -> None:
    cites = ("horses.setup.stagecoach", "ruling.horses.first-games")
    assert refusal(NEW, sitting("ru-full", modules=ALONE)) == cites


def test_where_no_book_tells_of_them_that_alone_is_the_reason() -> None:
    assert refusal(NEW, sitting("ru-base", modules=ALONE)) == ("ruling.edition.modules",)
    assert refusal(NEW, sitting("pl-base", modules=ALONE)) == ("ruling.edition.modules",)


@pytest.mark.clause("ruling.horses.first-games")
def test_nothing_else_of_the_expansion_is_in_such_a_game() -> None:
    game = until("purses", seated())
    filled = accepted(game, simple_answer(game, "chance"))
    assert told(filled, NeutralBulletsStacked) == [NeutralBulletsStacked(13)]
    game = until("round-cards", filled.after)
    assert len(drawn(game).items) == 7
    game = until("station", game)
    assert len(drawn(game).items) == 3
    assert stagecoach_of(game).car == ""
    assert "strongbox-3" not in game.values
