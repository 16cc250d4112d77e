"""What the Marshal's bullets do to those who are hit."""

from typing import Any

import pytest

from colt_rules.events import (
    BulletGiven,
    Event,
    LootPlaced,
    LootTaken,
    StealinEnded,
)
from colt_rules.kernel import fold, settle
from colt_rules.model.state import Game
from colt_rules.rules.marshal.bullets import return_bullets
from colt_rules.rules.marshal.commands import FireCylinders
from colt_rules.rules.marshal.events import (
    BulletLaidOpen,
    BulletsReturned,
    MailbagSecured,
    PrisonerFreed,
    PrisonerRecaptured,
)
from colt_rules.rules.marshal.model import LEFT, MARSHAL, RIGHT, marshal_of
from colt_rules.rules.marshal.setup import bullet
from colt_rules.rules.rulebook import rules_of
from tests.rules.prisons import idle, prison
from tests.verdicts import after, answers, happens, lay, refusal

AT_ONCE = "ruling.marshal-bullet.counts-at-once"
DROP = "marshal-bullet.drop-the-mail"
TWO = "ruling.marshal-bullet.two-mailbags"


def firing(kind: str, *since: Event, **fields: Any) -> Game:
    """The Marshal about to fire bullets of one kind at Doc and Ghost."""
    return prison(
        """
        car    |      | a | b         | prison |
        roof   | tuco |   |           |        |
        inside |      |   | doc ghost |        |
        """,
        **{"marshal": "a.inside", "cards": ("marshal-fire", "doc-move")} | fields,
        cylinders={LEFT: (kind, "golden"), RIGHT: (kind, "golden")},
        since=since,
    )


def shot(left: str | None, right: str | None = None, mailbag: str | None = None) -> FireCylinders:
    return FireCylinders(MARSHAL, left, right, mailbag)


def effects(game: Game, command: FireCylinders) -> list[Any]:
    """What happens besides the shots themselves."""
    return [(event, cites) for event, cites in happens(game, command) if isinstance(event, BulletLaidOpen | Instant)]


Instant = PrisonerRecaptured | MailbagSecured


def wounded(kind: str, *bandits: str) -> tuple[Event, ...]:
    """Bullets of a kind that these have just got."""
    return tuple(
        event
        for bandit in bandits
        for event in (
            BulletGiven(MARSHAL, bandit, bandit, bullet(kind), 11),
            BulletLaidOpen(bandit, bandit, bullet(kind)),
        )
    )


# --- bullets that last


@pytest.mark.clause("marshal-bullet.lasting", "marshal-bullet.into-the-deck")
@pytest.mark.parametrize("kind", ["disarmed", "knee", "shoulder"])
def test_a_bullet_whose_effect_lasts_lies_open_and_is_in_no_deck(kind: str) -> None:
    game = firing(kind)
    assert effects(game, shot("doc", "ghost")) == [
        (BulletLaidOpen(hit, hit, bullet(kind)), ("marshal-bullet.lasting", f"marshal-bullet.{kind}", AT_ONCE))
        for hit in ("doc", "ghost")
    ]
    then = after(game, shot("doc"))
    assert marshal_of(then).wounds == {"doc": (bullet(kind),)}
    assert bullet(kind) not in then.cards["doc"].deck


@pytest.mark.clause("marshal-bullet.disarmed", "marshal-bullet.knee", "marshal-bullet.shoulder")
@pytest.mark.parametrize(("kind", "spoiled"), [("disarmed", "fire"), ("knee", "floor-change"), ("shoulder", "punch")])
def test_for_the_rest_of_the_round_one_kind_of_card_does_nothing(kind: str, spoiled: str) -> None:
    since = (*wounded(kind, "doc"), *wounded(kind, "doc"))
    game = firing("golden", *since, cards=(), marshal="a.inside")
    assert idle(game, f"doc-{spoiled}") == ("stealin.obligatory", f"marshal-bullet.{kind}")
    for other in {"fire", "floor-change", "punch"} - {spoiled}:
        assert answers(settle(lay(game, f"doc-{other}")).after, "doc")
    assert answers(settle(lay(game, f"ghost-{spoiled}")).after, "ghost")


@pytest.mark.clause("marshal-bullet.lasting", "ruling.marshal-bullet.how-long", "ruling.marshal-bullet.counts-at-once")
def test_after_the_happening_lasting_bullets_go_back_among_the_cards() -> None:
    game = firing("golden", *wounded("knee", "ghost", "doc"), *wounded("shoulder", "doc"), cards=())
    events = [event for event, _ in settle(game).events]
    returned = [event for event in events if isinstance(event, BulletsReturned)]
    assert returned == [
        BulletsReturned("doc", "doc", (bullet("shoulder"), bullet("knee"))),
        BulletsReturned("ghost", "ghost", (bullet("knee"),)),
    ]
    assert events.index(returned[0]) > next(n for n, event in enumerate(events) if isinstance(event, StealinEnded))
    (_, cites), *_ = [cited for cited in settle(game).events if isinstance(cited[0], BulletsReturned)]
    order = "ruling.order.first-player-clockwise"
    assert cites == ("marshal-bullet.lasting", "ruling.marshal-bullet.how-long", order)
    then = fold(returned, game)
    assert marshal_of(then).wounds == {}
    assert then.cards["doc"].deck[:2] == (bullet("shoulder"), bullet("knee"))
    assert return_bullets(rules_of(then), then) is None


@pytest.mark.clause("ruling.marshal-bullet.expert")
def test_in_the_expert_variant_they_lie_on_top_of_the_deck() -> None:
    game = firing("golden", *wounded("knee", "doc"), cards=(), modules=("base", "expert"))
    (cited,) = return_bullets(rules_of(game), game) or ()
    cites = ("marshal-bullet.lasting", "ruling.marshal-bullet.how-long", "ruling.marshal-bullet.expert")
    assert cited == (BulletsReturned("doc", "doc", (bullet("knee"),)), cites)
    assert fold([cited[0]], game).cards["doc"].deck[0] == bullet("knee")


# --- bullets that work at once


@pytest.mark.clause("marshal-bullet.gotcha")
def test_gotcha_takes_a_prisoner_and_the_power_with_it() -> None:
    freed = PrisonerFreed("doc", "companion-of-tuco", "tuco")
    game = firing("gotcha", freed)
    cited = (PrisonerRecaptured("doc", "companion-of-tuco", "tuco"), ("marshal-bullet.gotcha",))
    assert effects(game, shot("doc", "ghost")) == [cited]
    then = after(game, shot("doc"))
    assert then.figures["doc"].powers == ("doc",)
    assert marshal_of(then).recaptured == ("companion-of-tuco",)
    assert marshal_of(then).companions == {}
    assert effects(firing("golden", freed), shot("doc")) == []


@pytest.mark.clause("marshal-bullet.gotcha")
@pytest.mark.parametrize("powers", [True, False])
def test_a_companion_of_ones_own_gave_no_power_to_take(powers: bool) -> None:
    game = firing("gotcha", PrisonerFreed("ghost", "companion-of-ghost", None), powers=powers)
    cited = (PrisonerRecaptured("ghost", "companion-of-ghost", None), ("marshal-bullet.gotcha",))
    assert effects(game, shot("ghost")) == [cited]
    assert after(game, shot("ghost")).figures["ghost"].powers == (("ghost",) if powers else ())


def bags(bandit: str, *numbers: int) -> tuple[Event, ...]:
    """Mailbags that a bandit has robbed."""
    tokens = [f"mailbag-{number}" for number in numbers]
    laid = [LootPlaced(token, 200, "b.inside") for token in tokens]
    return (*laid, *(LootTaken(bandit, token, "b.inside") for token in tokens))


@pytest.mark.clause("marshal-bullet.drop-the-mail")
def test_drop_the_bag_takes_a_mailbag_and_nothing_else() -> None:
    game = firing("drop-the-mail", *bags("doc", 1), loot={"doc": ["purse"]})
    assert effects(game, shot("doc", "ghost")) == [(MailbagSecured("doc", "mailbag-1"), (DROP,))]
    then = after(game, shot("doc"))
    assert then.figures["doc"].loot == ("purse-1",)
    assert marshal_of(then).mailbags == ("mailbag-1",)
    assert effects(firing("golden", *bags("doc", 1)), shot("doc")) == []


@pytest.mark.clause("ruling.marshal-bullet.two-mailbags")
def test_of_two_mailbags_he_takes_the_one_he_points_at() -> None:
    game = firing("drop-the-mail", *bags("doc", 1, 2))
    at_doc = [shot("doc", None, mailbag) for mailbag in ("mailbag-1", "mailbag-2", None)]
    assert [command for command in answers(game, MARSHAL) if command in at_doc] == at_doc[:2]
    assert refusal(game, shot("doc")) == (DROP, TWO)
    assert refusal(game, shot("doc", None, "mailbag-3")) == (DROP, TWO)
    assert refusal(game, shot("ghost", None, "mailbag-1")) == (DROP, TWO)
    assert effects(game, shot("ghost", "doc", "mailbag-2")) == [(MailbagSecured("doc", "mailbag-2"), (DROP, TWO))]


@pytest.mark.clause("ruling.marshal-bullet.two-mailbags")
def test_where_the_table_claims_so_he_takes_both() -> None:
    game = firing("drop-the-mail", *bags("doc", 1, 2), rulings=[f"{TWO}=both"])
    assert refusal(game, shot("doc", None, "mailbag-1")) == (DROP, TWO)
    taken = [(MailbagSecured("doc", f"mailbag-{number}"), (DROP, TWO)) for number in (1, 2)]
    assert effects(game, shot("doc")) == taken
