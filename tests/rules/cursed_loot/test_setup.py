"""Cursed loot is mixed in before anything is drawn, whatever else is in the supply."""

import pytest

from colt_rules.commands import Deal
from colt_rules.events import LootPlaced, LootSetAside, SeatTaken
from colt_rules.kernel import NEW, Accepted, awaiting
from colt_rules.model.names import kind_of
from colt_rules.model.state import Game
from colt_rules.rules.marshal.commands import NameLoot
from colt_rules.rules.rulebook import rules_of
from colt_rules.rules.stagecoach.setup import STRONGBOX
from tests.rules.cursed_loot.tables import WITH_EVERYTHING, WITH_MARSHAL, WITH_STAGECOACH, sitting
from tests.rules.marshal.tables import SEVEN
from tests.rules.marshal.tables import sitting as with_marshal
from tests.rules.sittings import sitting as any_sitting
from tests.rules.sittings import told, until
from tests.tables import CARS, deal, drawn
from tests.verdicts import accepted, after, refusal

WHOSE = "ruling.cursed.whose-tokens"
PURSES = ("cursed.mixed", "cursed.purses", "ruling.cursed.split")
JEWELS = ("cursed.mixed", "cursed.jewels", "ruling.cursed.face-down")
STRONGBOXES = ("cursed.strongbox", "ruling.cursed.face-down")
PRINTED = ("setup.loot.as-printed",)


def counted(game: Game) -> dict[str, int]:
    """How many tokens of each value chance can draw."""
    return {value: drawn(game).items.count(value) for value in drawn(game).items}


def cites_of(verdict: Accepted, kind: str) -> set[tuple[str, ...]]:
    """What each token of a kind rests on that was placed or set aside."""
    loot = (LootPlaced, LootSetAside)
    found = {cites for event, cites in verdict.events if isinstance(event, loot) and kind_of(event.token) == kind}
    assert all(cites[-1] == WHOSE for cites in found)
    return {cites[:-1] for cites in found}


# --- alone


@pytest.mark.clause("cursed.purses", "cursed.mixed", "ruling.cursed.split", "setup.purse.starting")
@pytest.mark.clause("ruling.cursed.whose-tokens")
def test_four_small_purses_are_drawn_from_and_nobody_starts_with_one() -> None:
    begun = accepted(NEW, sitting())
    assert {event.value for event in told(begun, SeatTaken)} == {250}
    assert counted(begun.after) == {
        "$250": 4,
        "$300": 2,
        "$350": 2,
        "$400": 2,
        "$450": 2,
        "$500": 2,
        "$1": 2,
        "$2": 2,
    }
    row = ["$1", "$1", "$2", "$2", "$500"]
    verdict = deal(begun.after, *row)
    assert [event.value for event in told(verdict, LootPlaced)] == [int(value[1:]) for value in row]
    assert cites_of(verdict, "purse") == {(*PRINTED, "setup.loot.purses-blind", *PURSES)}
    for wrong in (["$1", "$1", "$1", *row[3:]], row[1:], ["$5", *row[1:]]):
        refused = refusal(begun.after, Deal("chance", "purses", "", tuple(wrong)))
        assert refused == ("setup.loot.purses-blind", *PURSES)


@pytest.mark.clause("ruling.cursed.split")
@pytest.mark.parametrize(("claim", "ones"), [("three-of-one", 3), ("three-of-two", 1)])
def test_a_table_may_claim_another_split(claim: str, ones: int) -> None:
    purses = counted(until("purses", sitting(), f"ruling.cursed.split={claim}"))
    assert (purses["$1"], purses["$2"]) == (ones, 4 - ones)
    assert rules_of(NEW).supply["purse"].values.count(1) == 0


@pytest.mark.clause("cursed.jewels", "cursed.mixed", "ruling.cursed.face-down")
def test_jewels_are_drawn_too_two_small_ones_among_them() -> None:
    game = until("jewels", sitting())
    printed = sum(rules_of(game).cars[car].jewels for car in CARS[:4])
    assert (counted(game), drawn(game).count) == ({"$500": 6, "$5": 2}, printed)
    assert not any(kind_of(token) == "jewel" for token in game.values)
    row = ["$5", *["$500"] * (printed - 1)]
    verdict = deal(game, *row)
    assert [(event.token, event.value) for event in told(verdict, LootPlaced)] == [
        (f"jewel-{number}", int(value[1:])) for number, value in enumerate(row, 1)
    ]
    assert cites_of(verdict, "jewel") == {(*PRINTED, *JEWELS)}
    assert awaiting(verdict.after)[0].kind == "strongboxes"
    for wrong in (["$5"] * printed, [*row, "$500"], ["$1", *row[1:]]):
        assert refusal(game, Deal("chance", "jewels", "", tuple(wrong))) == JEWELS


@pytest.mark.clause("cursed.strongbox", "ruling.cursed.face-down", "setup.strongbox.second-aside")
@pytest.mark.parametrize(("cab", "aside"), [(10, 1000), (1000, 10), (1000, 1000)])
def test_any_of_three_strongboxes_is_in_the_locomotive_and_another_waits(cab: int, aside: int) -> None:
    game = until("strongboxes", sitting())
    assert (counted(game), drawn(game).count) == ({"$1000": 2, "$10": 1}, 2)
    verdict = deal(game, f"${cab}", f"${aside}")
    assert told(verdict, LootPlaced) == [LootPlaced("strongbox-1", cab, "locomotive.inside")]
    assert told(verdict, LootSetAside) == [LootSetAside("strongbox-2", aside)]
    assert all(cites[-2:] == STRONGBOXES for cites in cites_of(verdict, "strongbox"))
    assert refusal(game, Deal("chance", "strongboxes", "", ("$10", "$10"))) == STRONGBOXES
    assert refusal(game, Deal("chance", "strongboxes", "", ("$10",))) == STRONGBOXES


@pytest.mark.clause("cursed.jewels", "cursed.strongbox")
def test_without_cursed_loot_chance_is_asked_for_purses_alone() -> None:
    game = until("purses", sitting("base"))
    verdict = deal(game, *drawn(game).items[: drawn(game).count])
    assert awaiting(verdict.after)[0].kind == "round-cards"
    assert {event.value for event in told(verdict, LootPlaced) if kind_of(event.token) != "purse"} == {500, 1000}


# --- with other modules


@pytest.mark.clause("ruling.cursed.one-supply", "cursed.strongbox", "horses.setup.strongbox-and-shotgun")
@pytest.mark.parametrize("modules", [WITH_STAGECOACH, WITH_EVERYTHING])
def test_the_strongbox_on_the_stagecoach_is_drawn_from_what_is_left(modules: tuple[str, ...]) -> None:
    marshal = "marshal" in modules
    seats = ("tuco", "marshal", "doc", "mei") if marshal else ("tuco", "belle", "doc", "ghost")
    game = until("strongboxes", sitting(*modules, seats=seats))
    assert (counted(game), drawn(game).count) == ({"$1000": 3, "$10": 1}, 1 if marshal else 2)
    laid = deal(game, *["$1000"] * drawn(game).count).after
    game = until("coach-strongbox", laid)
    assert (counted(game), drawn(game).count) == ({"$1000": 2 if marshal else 1, "$10": 1}, 1)
    verdict = deal(game, "$10")
    coach = next((event, cites) for event, cites in verdict.events if isinstance(event, LootPlaced))
    assert coach == (
        LootPlaced(STRONGBOX, 10, "stagecoach.roof"),
        ("horses.setup.strongbox-and-shotgun", *STRONGBOXES, "ruling.cursed.one-supply", WHOSE),
    )
    refused = refusal(game, Deal("chance", "coach-strongbox", "", ("$500",)))
    assert refused == ("horses.setup.strongbox-and-shotgun", *STRONGBOXES, "ruling.cursed.one-supply")


@pytest.mark.clause("ruling.cursed.one-supply")
def test_chance_is_asked_for_the_stagecoach_even_if_only_one_value_is_left() -> None:
    """Whether it is asked must not tell where the cursed strongbox is."""
    game = deal(until("strongboxes", sitting(*WITH_STAGECOACH)), "$10", "$1000").after
    game = until("coach-strongbox", game)
    assert counted(game) == {"$1000": 2}


@pytest.mark.clause("ruling.cursed.one-supply", "horses.setup.strongbox-and-shotgun")
def test_without_cursed_loot_the_stagecoach_has_its_own_strongbox() -> None:
    game = until("hostages", sitting("base", "horses", "stagecoach"))
    assert game.values[STRONGBOX] == 1000
    assert "coach-strongbox" not in {decision.kind for decision in awaiting(game)}


@pytest.mark.clause("cursed.strongbox", "prison.setup.mailbags", "marshal-player.no-purse", "cursed.purses")
def test_with_mailbags_one_strongbox_is_drawn_and_waits() -> None:
    begun = until("purses", with_marshal(4, modules=WITH_MARSHAL, train=CARS[:4]))
    assert counted(begun)["$250"] == 9 - 4
    assert (counted(begun)["$1"], counted(begun)["$2"]) == (2, 2)
    game = until("strongboxes", begun)
    assert drawn(game).count == 1
    verdict = deal(game, "$10")
    assert told(verdict, LootSetAside) == [LootSetAside("strongbox-2", 10)]
    assert not any(kind_of(event.token) == "strongbox" for event in told(verdict, LootPlaced))
    assert awaiting(verdict.after)[0].kind == "mailbags"


@pytest.mark.clause("cursed.purses", "mei.purse")
def test_seven_start_with_a_purse_of_250_each() -> None:
    game = until("purses", sitting("base", "mei", "cursed-loot", seats=SEVEN, train=()))
    assert counted(game)["$250"] == 2
    assert sorted(game.values.values()) == [250] * 7


@pytest.mark.clause("cursed.jewels", "cursed.purses", "ruling.prison-car.loot")
def test_what_a_table_names_for_the_prison_car_is_drawn_from_the_same_supply() -> None:
    begun = after(NEW, with_marshal(modules=WITH_MARSHAL, train=CARS[:4]))
    game = until("prison-purses", after(begun, NameLoot("table", ("jewel", "jewel", "jewel", "purse"))))
    laid = deal(game, drawn(game).items[0])
    game = until("prison-jewels", laid.after)
    assert drawn(game).count == 3
    assert sorted(counted(game)) == ["$5", "$500"]
    assert drawn(game).items.count("$5") == 2 - list(game.values.values()).count(5)
    row = drawn(game).items[:3]
    verdict = deal(game, *row)
    assert [(event.value, event.place) for event in told(verdict, LootPlaced)] == [
        (int(value[1:]), "prison.inside") for value in row
    ]
    assert cites_of(verdict, "jewel") == {(*PRINTED, "ruling.prison-car.loot", *JEWELS)}
    refused = refusal(game, Deal("chance", "prison-jewels", "", ("$5",) * 3))
    assert refused == (*JEWELS, "ruling.prison-car.loot")
    assert len({token for token in verdict.after.values if kind_of(token) == "jewel"}) == 3 + sum(
        rules_of(game).cars[car].jewels for car in CARS[:4]
    )


@pytest.mark.clause("cursed.mixed")
@pytest.mark.parametrize("variant", ["duo", "team", "expert"])
def test_variants_draw_from_the_same_supply(variant: str) -> None:
    start = any_sitting(variant=variant, modules=("base", variant, "cursed-loot"))
    asked = [kind for kind in ("purses", "jewels", "strongboxes") if counted(until(kind, start))]
    assert asked == ["purses", "jewels", "strongboxes"]
