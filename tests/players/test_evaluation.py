"""A bot evaluates choices only by the values that modules assign."""

from colt_rules.commands import DrawCards, PlayCard
from colt_rules.conformance.cases.board import board
from colt_rules.players.evaluation import PURSE, Outlook, Prospects, Values
from colt_rules.views import view

SEEN = view(board("roof | | | |\ninside | M | tuco purse jewel | doc ghost |", pile=["tuco-move", "tuco-move"]), "tuco")


def test_things_without_a_value_are_worth_nothing() -> None:
    outlook = Outlook(SEEN, Values())
    assert [outlook.worth(DrawCards("tuco")), outlook.of_card("tuco-move"), outlook.of_card("tuco-bullet-1")] == [
        0,
        0,
        0,
    ]
    assert outlook.acting().offers({"mail.roof"}) == 0


def test_loot_is_worth_its_visible_value_unless_a_module_overrides_it() -> None:
    (place,) = SEEN.floor
    assert Outlook(SEEN, Values()).acting().loot(place) == [500, PURSE]
    assert Outlook(SEEN, Values(tokens={"purse": 700})).acting().loot(place) == [700, 500]


def test_a_module_says_what_its_cards_and_commands_are_worth_and_where_they_lead() -> None:
    values = Values(
        commands={PlayCard: lambda outlook, it: 1 + outlook.of_card(it.card)},
        plans={"fly": lambda of: 10 * len(of.reach)},
        ways={"move": lambda of, places: {*places, "balloon.roof"}},
        offers={"view": lambda of, places: 50 * ("balloon.roof" in places)},
    )
    outlook = Outlook(SEEN, values)
    assert outlook.worth(PlayCard("tuco", "tuco-fly", face_down=False)) == 21
    assert outlook.acting().offers(outlook.acting().reach) == 50


def test_a_module_says_from_where_a_bandit_will_act_that_is_not_on_the_board() -> None:
    starts = {"base": lambda seen, bandit: "sky" if bandit == "tuco" else "", "expert": lambda seen, bandit: "nowhere"}
    outlook = Outlook(SEEN, Values(starts=starts))
    assert outlook.acting().reach == {"sky"}
    assert Prospects(outlook, "doc").reach == {Prospects(outlook, "doc").me.place}
