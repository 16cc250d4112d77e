"""What a prisoner gives to the bandit who has freed it."""

import pytest

from colt_rules.commands import Deal, Fire, PlayCard, Punch
from colt_rules.events import BanditMoved, BulletGiven, CardPlayed, HandDrawn, LootSnatched, RoundStarted
from colt_rules.kernel import awaiting, evolve, settle
from colt_rules.model.names import Bandit, Cites
from colt_rules.model.state import Game
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.rules.marshal.commands import FreePrisoner
from colt_rules.rules.marshal.events import PrisonerFreed, PrisonerRecaptured
from colt_rules.rules.marshal.prisoners import borrows, has_own_companion, power_of
from colt_rules.rules.stagecoach.commands import TakeHostage
from colt_rules.rules.stagecoach.events import PowersLost
from tests.rules.coaches import ALL, WITHIN
from tests.rules.jails import jail
from tests.rules.sittings import cited, told
from tests.verdicts import accepted, after, answers, refusal

SKETCH = """
    car    |  | a    | b     | prison |
    roof   |  |      | ghost |        |
    inside |  | tuco | belle | doc    |
"""
BORROWED = ("prisoner.another-power",)


def freed(bandit: Bandit, whose: str, power: str | None = "") -> PrisonerFreed:
    """A bandit has the companion of this one, with the power unless the test says otherwise."""
    return PrisonerFreed(bandit, f"companion-of-{whose}", whose if power == "" else power)


# --- powers


@pytest.mark.clause("prisoner.companion", "prisoner.another-power", "prisoner.own-companion")
def test_another_bandits_companion_gives_that_bandits_power_and_ones_own_gives_none() -> None:
    game = jail(SKETCH)
    assert {power_of(game, "doc", prisoner) for prisoner in EXTRAS.prisoners} == {
        *("ghost", "cheyenne", "django", "tuco", "belle", "mei"),
        None,
    }
    assert power_of(game, "doc", "companion-of-doc") is None
    assert has_own_companion(jail(SKETCH, since=(freed("doc", "doc", None),)), "doc")
    assert not has_own_companion(jail(SKETCH, since=(freed("doc", "mei"),)), "doc")


@pytest.mark.clause("ruling.prisoner.powers-left-out")
def test_without_powers_a_prisoner_gives_none() -> None:
    game = jail(SKETCH, "doc-brilliant-idea", "tuco-move", powers=False)
    verdict = accepted(game, FreePrisoner("doc", "companion-of-mei"))
    assert told(verdict, PrisonerFreed) == [PrisonerFreed("doc", "companion-of-mei", None)]
    assert cited(verdict, PrisonerFreed)[-2:] == ("prisoner.companion", "ruling.prisoner.powers-left-out")
    assert verdict.after.figures["doc"].powers == ()
    own = accepted(game, FreePrisoner("doc", "companion-of-doc"))
    assert cited(own, PrisonerFreed)[-2:] == ("prisoner.companion", "prisoner.own-companion")


@pytest.mark.clause("prisoner.another-power.while-held")
def test_the_power_is_gone_with_the_prisoner() -> None:
    game = jail(SKETCH, since=(freed("doc", "tuco"),))
    assert borrows(game, "doc", "tuco")
    assert not borrows(game, "tuco", "tuco")
    taken = evolve(game, PrisonerRecaptured("doc", "companion-of-tuco", "tuco"))
    assert not borrows(taken, "doc", "tuco")
    assert taken.figures["doc"].powers == ("doc",)


@pytest.mark.clause("prisoner.another-power")
def test_with_tucos_power_anybody_shoots_through_the_roof() -> None:
    game = jail(SKETCH, "belle-fire", since=(freed("belle", "tuco"),))
    assert Fire("belle", "ghost") in answers(game, "belle")
    assert cited(accepted(game, Fire("belle", "ghost")), BulletGiven)[-1:] == BORROWED


@pytest.mark.clause("ruling.prisoner.django-through-the-roof")
def test_a_shot_through_the_roof_knocks_nobody_back_even_with_djangos_power() -> None:
    sketch = SKETCH.replace("belle", "django")
    game = jail(sketch, "django-fire", since=(freed("django", "tuco"),))
    verdict = accepted(game, Fire("django", "ghost"))
    assert cited(verdict, BulletGiven)[-2:] == (*BORROWED, "ruling.prisoner.django-through-the-roof")
    assert not told(verdict, BanditMoved)


@pytest.mark.clause("prisoner.another-power")
def test_with_djangos_power_a_shot_knocks_back() -> None:
    game = jail(SKETCH, "tuco-fire", since=(freed("tuco", "django"),), marshal="locomotive.roof")
    verdict = accepted(game, Fire("tuco", "belle"))
    assert told(verdict, BanditMoved) == [BanditMoved("belle", "b.inside", "prison.inside", "knock")]
    assert BORROWED[0] in cited(verdict, BanditMoved)


@pytest.mark.clause("prisoner.another-power")
def test_with_cheyennes_power_a_purse_is_kept() -> None:
    together = (freed("doc", "cheyenne"), BanditMoved("tuco", "a.inside", "prison.inside", "move"))
    game = jail(SKETCH, "doc-punch", since=together, loot={"tuco": ["purse"]})
    verdict = accepted(game, Punch("doc", "tuco", "purse-1", "b.inside", True))
    assert cited(verdict, LootSnatched)[-1:] == BORROWED


def dealing(*happened: PrisonerFreed) -> Game:
    """A new round in which tuco is to draw a hand."""
    game = jail(SKETCH, since=happened, rounds=["bridge.2-4"])
    seats = game.options.seats
    return settle(evolve(game, RoundStarted(2, "bridge.2-4", "tuco", seats))).after


@pytest.mark.clause("ruling.prisoner.when-it-helps", "prisoner.another-power")
def test_docs_power_helps_with_the_next_hand_and_his_own_companion_gives_him_no_eighth_card() -> None:
    def hand(game: Game, seat: str) -> tuple[int, Cites]:
        while awaiting(game)[0].subject != seat:
            due = awaiting(game)[0].subject
            game = after(game, Deal("chance", "deck", due, game.cards[due].deck))
        verdict = accepted(game, Deal("chance", "deck", seat, game.cards[seat].deck))
        return len(told(verdict, HandDrawn)[0].cards), cited(verdict, HandDrawn)

    seven = (*BORROWED, "ruling.prisoner.when-it-helps")
    assert hand(dealing(freed("tuco", "doc")), "tuco") == (7, ("doc.seven-cards", *seven))
    assert hand(dealing(), "tuco") == (6, ("schemin.hand-of-six",))
    assert hand(dealing(freed("doc", "doc", None)), "doc") == (7, ("doc.seven-cards",))


@pytest.mark.clause("ruling.prisoner.when-it-helps")
def test_ghosts_power_helps_in_the_next_first_turn() -> None:
    hands = {"tuco": ["tuco-move"], "belle": [], "ghost": [], "doc": []}
    game = jail(SKETCH, hands=hands, since=(freed("tuco", "ghost"),), first="tuco")
    hidden = accepted(game, PlayCard("tuco", "tuco-move", True))
    assert cited(hidden, CardPlayed)[-2:] == (*BORROWED, "ruling.prisoner.when-it-helps")
    shown = accepted(game, PlayCard("tuco", "tuco-move", False))
    assert BORROWED[0] not in cited(shown, CardPlayed)


@pytest.mark.clause("ruling.prisoner.poker-player")
def test_the_poker_player_takes_the_own_power_and_not_that_of_a_prisoner() -> None:
    sketch = """
        car    |   | a          | b     | prison | stagecoach |
        roof   |   |            | ghost |        | tuco       |
        inside |   |            | belle | doc    |            |
        beside |   | stagecoach |       |        |
    """
    game = jail(
        sketch,
        "tuco-floor-change",
        "belle-move",
        modules=ALL,
        hostages=["poker-player"],
        since=(freed("tuco", "mei"),),
    )
    inside = after(game, answers(game, "tuco")[0])
    assert inside.figures["tuco"].place == WITHIN
    verdict = accepted(inside, TakeHostage("tuco", "poker-player"))
    assert cited(verdict, PowersLost)[-1] == "ruling.prisoner.poker-player"
    assert verdict.after.figures["tuco"].powers == ("mei",)
    captor = jail(SKETCH, "doc-brilliant-idea", modules=ALL, captors={"doc": "poker-player"})
    freeing = accepted(captor, FreePrisoner("doc", "companion-of-mei"))
    assert cited(freeing, PrisonerFreed)[-1] == "ruling.prisoner.poker-player"


# --- Belle first


TOGETHER = """
    car    |  | a    | b              | prison |
    roof   |  |      |                |        |
    inside |  | tuco | belle ghost    | doc    |
"""


@pytest.mark.clause("prisoner.belle-first")
def test_of_belle_and_whoever_has_her_companion_it_is_belle_who_cannot_be_shot() -> None:
    game = jail(TOGETHER, "doc-fire", since=(freed("ghost", "belle"),))
    assert answers(game, "doc") == [Fire("doc", "ghost")]
    assert refusal(game, Fire("doc", "belle")) == ("belle.not-if-another", "prisoner.belle-first")
    assert cited(accepted(game, Fire("doc", "ghost")), BulletGiven)[-1] == "prisoner.belle-first"


@pytest.mark.clause("prisoner.belle-first")
def test_of_the_two_it_is_belle_who_cannot_be_punched() -> None:
    came = BanditMoved("doc", "prison.inside", "b.inside", "move")
    game = jail(TOGETHER, "doc-punch", since=(freed("ghost", "belle"), came))
    assert {answer.target for answer in answers(game, "doc") if isinstance(answer, Punch)} == {"ghost"}
    punch = Punch("doc", "belle", None, "a.inside", False)
    assert refusal(game, punch) == ("belle.not-if-another", "prisoner.belle-first")
    verdict = accepted(game, Punch("doc", "ghost", None, "a.inside", False))
    assert cited(verdict, BanditMoved)[-1] == "prisoner.belle-first"


@pytest.mark.clause("ruling.prisoner.belle-and-a-third", "prisoner.another-power")
def test_beside_a_third_neither_of_them_can_be_chosen() -> None:
    came = BanditMoved("tuco", "a.inside", "b.inside", "move")
    game = jail(TOGETHER, "doc-fire", since=(freed("ghost", "belle"), came))
    assert answers(game, "doc") == [Fire("doc", "tuco")]
    third = "ruling.prisoner.belle-and-a-third"
    assert refusal(game, Fire("doc", "belle")) == ("belle.not-if-another", third)
    assert refusal(game, Fire("doc", "ghost")) == ("belle.not-if-another", *BORROWED, third)
    assert cited(accepted(game, Fire("doc", "tuco")), BulletGiven)[-1] == third


@pytest.mark.clause("prisoner.another-power")
def test_belles_companion_alone_protects_like_belle_and_alone_with_the_shooter_nobody_is_safe() -> None:
    came = BanditMoved("tuco", "a.inside", "b.inside", "move")
    away = BanditMoved("belle", "b.inside", "a.inside", "move")
    game = jail(TOGETHER, "doc-fire", since=(freed("ghost", "belle"), came, away))
    assert answers(game, "doc") == [Fire("doc", "tuco")]
    assert refusal(game, Fire("doc", "ghost")) == ("belle.not-if-another", *BORROWED)
    alone = jail(TOGETHER, "doc-fire", since=(freed("ghost", "belle"), away))
    assert answers(alone, "doc") == [Fire("doc", "ghost")]
    assert "prisoner.belle-first" not in cited(accepted(alone, Fire("doc", "ghost")), BulletGiven)
