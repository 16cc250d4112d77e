"""Getting ready with a Marshal: everybody's things, goals, prison car, where everybody starts."""

from collections import Counter

import pytest

from colt_rules.commands import Deal
from colt_rules.decisions import Decision
from colt_rules.events import (
    BanditPlaced,
    FirstPlayerDrawn,
    HandDrawn,
    LootPlaced,
    LootSetAside,
    MarshalPlaced,
    NeutralBulletsStacked,
    RoundStarted,
    SeatTaken,
    TrainBuilt,
)
from colt_rules.kernel import NEW, Accepted, awaiting
from colt_rules.model.state import Game
from colt_rules.rules.horses.commands import BoardCar, HidePawns
from colt_rules.rules.horses.events import AttackReached, FlaskPlaced
from colt_rules.rules.marshal.commands import FinishNaming, NameBullets, NameLoot
from colt_rules.rules.marshal.events import (
    CylinderLoaded,
    GoalsDealt,
    GoalsDrawn,
    MarshalSeated,
    PrisonersDrawn,
)
from colt_rules.rules.marshal.model import CELL, CORRIDOR, MARSHAL, marshal_of
from colt_rules.rules.stagecoach.events import HorsesRemoved, HostagesDrawn
from tests.rules.coaches import ALL
from tests.rules.marshal.tables import MODULES, SEVEN, WITH_HORSES, dealt, sitting
from tests.rules.prisons import prison
from tests.rules.sittings import cited, claiming, simple_answer, told, until
from tests.tables import CARS, deal, drawn
from tests.verdicts import accepted, after, answers, refusal

IN_A_CYLINDER = tuple(
    f"marshal-bullet-{kind}" for kind in ("disarmed", "knee", "shoulder", "gotcha", "drop-the-mail", "golden")
)
SPECIALS = ("scratches", "dodged-bullets", "golden-bullet", "delivered-mail", "keys", "full-of-lead", "arch-enemy")


def seating(modules: tuple[str, ...] = MODULES) -> Accepted:
    """All that comes when the table has no card to name, and takes the round cards as they are."""
    verdict = accepted(after(NEW, sitting(modules=modules)), FinishNaming("table"))
    while awaiting(verdict.after)[0].actor == "table":
        verdict = accepted(verdict.after, simple_answer(verdict.after, "table"))
    return verdict


def next_deal(game: Game) -> Accepted:
    """Chance deals as things lie."""
    return accepted(game, simple_answer(game, "chance"))


# --- everybody's things


@pytest.mark.clause("prison.setup.no-marshal-card", "prison.setup.idea-card", "prison.setup.posters")
def test_every_bandit_has_an_idea_instead_of_the_marshal_card() -> None:
    verdict = seating()
    taken = told(verdict, SeatTaken)
    assert [event.seat for event in taken] == list(SEVEN[:3])
    for event in taken:
        kinds = Counter(card.removeprefix(f"{event.seat}-") for card in event.cards)
        assert kinds == Counter(
            {"move": 2, "floor-change": 2, "fire": 2, "robbery": 2, "punch": 1, "brilliant-idea": 1}
        )
        assert event.value == 250
    assert cited(verdict, SeatTaken)[-3:] == (
        "prison.setup.no-marshal-card",
        "prison.setup.idea-card",
        "prison.setup.posters",
    )
    assert marshal_of(verdict.after).posters == ()


@pytest.mark.clause("marshal-player.seat", "marshal-player.deck", "marshal-player.brawlers", "marshal-player.no-purse")
def test_the_marshal_has_his_own_ten_cards_three_brawlers_and_no_purse() -> None:
    verdict = seating()
    (seated,) = told(verdict, MarshalSeated)
    kinds = Counter(card.removeprefix("marshal-") for card in seated.cards)
    assert kinds == Counter(
        {"fire": 3, "move": 2, "arrest": 2, "floor-change": 1, "move-plus": 1, "floor-change-plus": 1}
    )
    assert seated.brawlers == ("gold", "silver", "bronze")
    assert cited(verdict, MarshalSeated) == (
        "marshal-player.seat",
        "marshal-player.deck",
        "marshal-player.brawlers",
        "marshal-player.no-purse",
    )
    figure = verdict.after.figures[MARSHAL]
    assert (figure.seat, figure.loot, figure.powers) == (MARSHAL, (), ())
    assert f"purse-{MARSHAL}" not in verdict.after.values


@pytest.mark.clause("marshal-player.deck.ride")
def test_with_horses_he_has_a_ride_too() -> None:
    verdict = seating(WITH_HORSES)
    (seated,) = told(verdict, MarshalSeated)
    assert seated.cards[-1] == "marshal-ride"
    assert len(seated.cards) == 11
    assert "marshal-player.deck.ride" in cited(verdict, MarshalSeated)
    assert all(
        event.cards[-2:] == (f"{event.seat}-ride", f"{event.seat}-brilliant-idea") for event in told(verdict, SeatTaken)
    )


# --- goals


@pytest.mark.clause("goal.warrants.in-play", "goal.warrants.two")
def test_two_warrants_are_drawn_among_those_against_bandits_in_play() -> None:
    game = dealt("warrants")
    assert drawn(game).items == ("warrant-ghost", "warrant-cheyenne", "warrant-django")
    assert drawn(game).count == 2
    verdict = deal(game, "warrant-django", "warrant-ghost")
    assert told(verdict, GoalsDrawn) == [GoalsDrawn(("warrant-django", "warrant-ghost"))]
    assert cited(verdict, GoalsDrawn)[:2] == ("goal.warrants.in-play", "goal.warrants.two")
    for wrong in (("warrant-tuco", "warrant-ghost"), ("warrant-ghost",), ("scratches", "keys"), drawn(game).items):
        refused = refusal(game, Deal("chance", "warrants", "", wrong))
        assert refused == ("goal.warrants.in-play", "goal.warrants.two")


@pytest.mark.clause("goal.specials.three", "goal.specials.few-bandits")
@pytest.mark.parametrize(("bandits", "goals"), [(2, SPECIALS[:5]), (3, SPECIALS[:5]), (4, SPECIALS), (7, SPECIALS)])
def test_three_special_goals_are_drawn_among_five_or_all_seven(bandits: int, goals: tuple[str, ...]) -> None:
    game = dealt("special-goals", bandits=bandits)
    assert drawn(game).items == goals
    verdict = deal(game, *goals[-3:])
    few = ("goal.specials.few-bandits",) if len(goals) == 5 else ()
    assert cited(verdict, GoalsDrawn) == ("goal.specials.three", *few, "goal.future-unknown")
    for wrong in (goals[:2], goals[:4], ("scratches", "keys", "warrant-ghost")):
        assert refusal(game, Deal("chance", "special-goals", "", wrong)) == ("goal.specials.three", *few)
    arch_enemy = Deal("chance", "special-goals", "", ("scratches", "keys", "arch-enemy"))
    if few:
        assert refusal(game, arch_enemy) == ("goal.specials.three", *few)
    else:
        accepted(game, arch_enemy)


@pytest.mark.clause("goal.five-shuffled")
def test_the_five_are_shuffled_together() -> None:
    game = dealt("goals")
    five = marshal_of(game).goals_drawn
    assert (drawn(game).items, drawn(game).count) == (five, 5)
    verdict = deal(game, *reversed(five))
    assert told(verdict, GoalsDealt) == [GoalsDealt(tuple(reversed(five)))]
    assert cited(verdict, GoalsDealt)[0] == "goal.five-shuffled"
    assert marshal_of(verdict.after).future == tuple(reversed(five))
    assert marshal_of(verdict.after).goals_drawn == ()
    for wrong in (five[:4], (*five[:4], "arch-enemy")):
        assert refusal(game, Deal("chance", "goals", "", wrong)) == ("goal.five-shuffled",)


# --- cylinders


@pytest.mark.clause("marshal-player.cylinders", "ruling.cylinders.kinds")
def test_both_cylinders_hold_six_bullets_the_golden_one_last() -> None:
    verdict = next_deal(dealt("goals"))
    assert told(verdict, CylinderLoaded) == [CylinderLoaded(side, IN_A_CYLINDER) for side in ("left", "right")]
    assert cited(verdict, CylinderLoaded) == ("marshal-player.cylinders", "ruling.cylinders.kinds")
    assert verdict.after.figures[MARSHAL].bullets == 12


@pytest.mark.clause("ruling.cylinders.kinds")
def test_by_a_claim_chance_lays_five_bullets_on_the_golden_one() -> None:
    game = dealt("cylinder", "ruling.cylinders.kinds=drawn")
    assert awaiting(game) == (Decision("chance", "cylinder", "left"),)
    row = ("gotcha", "knee", "drop-the-mail", "disarmed", "shoulder")
    verdict = deal(game, *row)
    loaded = CylinderLoaded("left", tuple(f"marshal-bullet-{kind}" for kind in (*row, "golden")))
    assert told(verdict, CylinderLoaded) == [loaded]
    assert verdict.awaiting == (Decision("chance", "cylinder", "right"),)
    for wrong in (row[:4], (*row[:4], "golden"), (*row, "golden")):
        assert refusal(game, Deal("chance", "cylinder", "left", wrong)) == ("ruling.cylinders.kinds",)
    assert refusal(game, Deal("chance", "cylinder", "right", row)) == ("ruling.command.form",)


@pytest.mark.clause("ruling.cylinders.kinds")
@pytest.mark.parametrize("claims", [(), ("ruling.cylinders.kinds=drawn",)])
def test_what_the_table_has_named_is_in_the_cylinder(claims: tuple[str, ...]) -> None:
    six = ("golden", "knee", "knee", "gotcha", "drop-the-mail", "knee")
    game = after(claiming(*claims), sitting())
    game = until("train", after(game, NameBullets("table", "right", six)))
    assert marshal_of(game).cylinders["right"] == tuple(f"marshal-bullet-{kind}" for kind in six)
    assert marshal_of(game).cylinders["left"] == IN_A_CYLINDER


# --- train, loot, prisoners


@pytest.mark.clause("prison.setup.prison-car-last")
def test_the_prison_car_follows_the_others() -> None:
    verdict = deal(dealt("train"), *CARS[:4])
    assert told(verdict, TrainBuilt) == [TrainBuilt(("locomotive", *CARS[:4], "prison"))]
    assert cited(verdict, TrainBuilt)[-1] == "prison.setup.prison-car-last"


@pytest.mark.clause("prison.setup.mailbags", "ruling.mailbags.face-down", "marshal-player.neutral-bullets-stay")
def test_two_mailbags_lie_in_the_locomotive_and_one_strongbox_waits() -> None:
    filled = next_deal(dealt("purses"))
    assert not told(filled, MarshalPlaced)
    assert not [event for event in told(filled, LootPlaced) if event.place == "locomotive.inside"]
    assert len(told(filled, LootSetAside)) == 1
    assert cited(filled, NeutralBulletsStacked)[-1] == "marshal-player.neutral-bullets-stay"
    assert filled.after.neutral == 13
    assert sorted(drawn(filled.after).items) == ["$1200", "$200"]
    laid = deal(filled.after, "$1200", "$200")
    assert told(laid, LootPlaced) == [
        LootPlaced("mailbag-1", 1200, "locomotive.inside"),
        LootPlaced("mailbag-2", 200, "locomotive.inside"),
    ]
    cites = ("prison.setup.mailbags", "ruling.mailbags.face-down")
    assert cited(laid, LootPlaced) == cites
    for wrong in (("$200",), ("$200", "$200"), ("$200", "$1000")):
        assert refusal(filled.after, Deal("chance", "mailbags", "", wrong)) == cites


@pytest.mark.clause("prison.setup.prisoners", "ruling.prisoners.open")
def test_three_of_seven_prisoners_are_drawn() -> None:
    game = dealt("prisoners")
    assert drawn(game).items == tuple(f"companion-of-{bandit}" for bandit in SEVEN)
    three = ("companion-of-mei", "companion-of-ghost", "companion-of-doc")
    verdict = deal(game, *three)
    assert told(verdict, PrisonersDrawn) == [PrisonersDrawn(three)]
    assert cited(verdict, PrisonersDrawn) == ("prison.setup.prisoners", "ruling.prisoners.open")
    assert marshal_of(verdict.after).prisoners == three
    for wrong in (three[:2], (*three, "companion-of-belle")):
        assert refusal(game, Deal("chance", "prisoners", "", wrong)) == ("prison.setup.prisoners",)


def naming_loot(*loot: str) -> Game:
    """The table has named the loot of the prison car, and the mailbags are laid next."""
    game = after(NEW, sitting(train=CARS[:4]))
    return until("mailbags", after(game, NameLoot("table", loot)))


@pytest.mark.clause("ruling.prison-car.loot")
def test_no_loot_lies_in_the_prison_car_unless_the_table_names_some() -> None:
    game = dealt("deck")
    assert not {CORRIDOR, CELL} & set(game.floor)


@pytest.mark.clause("ruling.prison-car.loot")
def test_named_purses_are_drawn_from_the_rest_and_lie_in_the_corridor() -> None:
    game = next_deal(naming_loot("jewel", "purse", "purse")).after
    assert (drawn(game).what, drawn(game).count) == ("prison-purses", 2)
    taken = sum(token.startswith("purse") for token in game.values)
    assert len(drawn(game).items) == 19 - taken
    verdict = deal(game, "$500", "$450")
    placed = told(verdict, LootPlaced)
    assert [(event.value, event.place) for event in placed] == [(500, CORRIDOR), (450, CORRIDOR), (500, CORRIDOR)]
    assert len({event.token for event in placed} - set(game.values)) == 3
    assert cited(verdict, LootPlaced)[:2] == ("setup.loot.as-printed", "ruling.prison-car.loot")
    assert "setup.loot.purses-blind" in cited(verdict, LootPlaced)
    for wrong in (("$500",), ("$500", "$500", "$450"), ("$1200", "$500")):
        refused = refusal(game, Deal("chance", "prison-purses", "", wrong))
        assert refused == ("setup.loot.purses-blind", "ruling.prison-car.loot")


@pytest.mark.clause("ruling.prison-car.loot")
def test_jewels_are_laid_without_asking_chance_as_many_as_are_left() -> None:
    verdict = next_deal(naming_loot("jewel", "jewel", "jewel"))
    jewels = [event for event in told(verdict, LootPlaced) if event.token.startswith("jewel")]
    assert [event.place for event in jewels] == [CORRIDOR] * 2
    assert "prison-purses" not in {decision.kind for decision in verdict.awaiting}
    assert sum(token.startswith("jewel") for token in verdict.after.values) == 6


# --- where everybody starts


@pytest.mark.clause(
    "marshal-player.first-player",
    "marshal-player.starts-in-the-locomotive",
    "prison.setup.placement.even",
    "prison.setup.placement.odd",
    "ruling.prison-car.from-the-tail",
)
def test_the_marshal_begins_and_the_others_are_counted_from_him() -> None:
    game = dealt("station", bandits=4, train=CARS[:4])
    assert game.figures[MARSHAL].place == "locomotive.inside"
    verdict = next_deal(game)
    assert told(verdict, FirstPlayerDrawn) == [FirstPlayerDrawn(MARSHAL)]
    assert cited(verdict, FirstPlayerDrawn) == ("marshal-player.first-player", "setup.first-player.holds-rounds")
    even, odd = f"{CARS[3]}.inside", f"{CARS[2]}.inside"
    assert [(event.bandit, event.place) for event in told(verdict, BanditPlaced)] == [
        ("cheyenne", even),
        ("django", odd),
        ("tuco", even),
        ("ghost", odd),
    ]
    cites = [cites for event, cites in verdict.events if isinstance(event, BanditPlaced)]
    assert cites[:2] == [
        ("prison.setup.placement.even", "setup.placement.inside", "ruling.prison-car.from-the-tail"),
        ("prison.setup.placement.odd", "setup.placement.inside", "ruling.prison-car.from-the-tail"),
    ]
    (started,) = told(verdict, RoundStarted)
    assert started.order == (MARSHAL, "cheyenne", "django", "tuco", "ghost")


@pytest.mark.clause("ruling.prison-car.from-the-tail")
def test_by_a_claim_only_ordinary_cars_are_counted_from_the_tail() -> None:
    claim = "ruling.prison-car.from-the-tail=ordinary-cars"
    placed = told(next_deal(dealt("station", claim, bandits=2, train=CARS[:4])), BanditPlaced)
    assert [event.place for event in placed] == [f"{CARS[2]}.inside", f"{CARS[1]}.inside"]


@pytest.mark.clause("ruling.marshal-player.plays-like-others")
def test_he_draws_six_cards_like_the_others() -> None:
    game = dealt("deck")
    assert awaiting(game)[0].subject == MARSHAL
    verdict = next_deal(game)
    (hand,) = told(verdict, HandDrawn)
    assert len(hand.cards) == 6
    assert cited(verdict, HandDrawn)[-1] == "ruling.marshal-player.plays-like-others"
    assert "ruling.marshal-player.plays-like-others" not in cited(next_deal(verdict.after), HandDrawn)


# --- with horses


@pytest.mark.clause("prison.setup.attack", "marshal-player.no-attack")
def test_only_bandits_ride_and_the_last_ordinary_car_comes_up_first() -> None:
    verdict = next_deal(dealt("station", modules=WITH_HORSES, train=CARS[:4]))
    assert told(verdict, AttackReached) == [AttackReached(CARS[3], SEVEN[:3])]
    cites = cited(verdict, AttackReached)
    assert cites.count("prison.setup.attack") == cites.count("marshal-player.no-attack") == 1
    assert [decision.actor for decision in verdict.awaiting] == list(SEVEN[:3])
    assert verdict.after.figures[MARSHAL].place == "locomotive.inside"


@pytest.mark.clause("prison.setup.attack")
def test_who_rides_alone_cannot_name_the_prison_car() -> None:
    game = dealt("attack", modules=WITH_HORSES, train=CARS[:4])
    for seat in SEVEN[:3]:
        game = after(game, HidePawns(seat, () if seat == "django" else (seat,)))
    assert answers(game, "django") == [BoardCar("django", car) for car in reversed(CARS[:3])]
    assert "prison.setup.attack" in refusal(game, BoardCar("django", "prison"))


@pytest.mark.clause("ruling.prison-car.whisky")
def test_the_prison_car_gets_a_flask() -> None:
    verdict = next_deal(dealt("flasks", modules=WITH_HORSES))
    placed = [(event.place, cites) for event, cites in verdict.events if isinstance(event, FlaskPlaced)]
    assert len(placed) == 5
    assert placed[-1][0] == CORRIDOR
    assert ["ruling.prison-car.whisky" in cites for _, cites in placed] == [False] * 4 + [True]


@pytest.mark.clause("ruling.marshal-player.counted")
def test_there_is_one_hostage_fewer_than_bandits() -> None:
    game = dealt("hostages", modules=WITH_HORSES)
    assert drawn(game).count == 2
    assert cited(next_deal(game), HostagesDrawn) == ("horses.setup.hostages", "ruling.marshal-player.counted")
    claim = "ruling.horses.hostages-by-bandits=players"
    assert drawn(dealt("hostages", claim, modules=WITH_HORSES)).count == 2


@pytest.mark.clause("ruling.marshal-player.counted")
@pytest.mark.parametrize(("fourth", "horses"), [("ghost", 2), ("", 1)])
def test_for_panting_horses_he_is_counted(fourth: str, horses: int) -> None:
    sketch = f"""
        car    |   | a     | b           | c    | prison | stagecoach |
        roof   |   | belle |             | tuco |        |            |
        inside |   |       | doc         |      | {fourth} |          |
        beside |   | horse | horse horse |      |        |            |
    """
    game = prison(
        sketch,
        marshal="locomotive.inside",
        cards=("tuco-move",),
        modules=ALL,
        card="panting-horses.2-4",
        rounds=("tunnel.2-4",),
    )
    (move, *_) = answers(game, "tuco")
    verdict = accepted(game, move)
    (removed,) = told(verdict, HorsesRemoved)
    assert len(removed.horses) == horses
    assert "ruling.marshal-player.counted" in cited(verdict, HorsesRemoved)
