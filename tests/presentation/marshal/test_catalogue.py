"""The things of the Marshal and his prisoners on the pages."""

import pytest

from colt_rules.registry.components import Fact
from colt_rules.rules.marshal.box import EXTRAS
from colt_rules.site.pages.numbers import kind_of, numbers_of
from colt_rules.site.pages.things import KINDS
from tests.site.reading import reader_of_the_specification

OWN = ("marshal-card", "marshal-bullet", "brawler", "mailbag", "goal", "prisoner", "poster")


def told(fact: Fact) -> list[str]:
    return list(numbers_of(reader_of_the_specification("en"), fact))


def test_each_kind_is_listed_after_what_it_is_like() -> None:
    after = {"marshal-card": "action-card", "marshal-bullet": "bullet-card", "mailbag": "token", "goal": "station-card"}
    assert {*OWN} <= {*KINDS}
    for kind, like in after.items():
        between = KINDS[KINDS.index(like) + 1 : KINDS.index(kind)]
        assert KINDS.index(like) < KINDS.index(kind)
        assert not {"character", "action-card", "round-card", "car", "token", "bullet-card", "piece"} & {*between}


@pytest.mark.parametrize("table", ["marshal_cards", "marshal_bullets", "brawlers", "mailbags", "goals", "prisoners"])
def test_every_thing_is_of_its_kind_and_has_something_to_tell(table: str) -> None:
    for fact in getattr(EXTRAS, table).values():
        assert kind_of(fact) == table.replace("_", "-").removesuffix("s")
        assert told(fact)


def test_cards_are_told_with_how_many_he_has() -> None:
    assert told(EXTRAS.marshal_cards["fire"]) == [f"in his deck: {EXTRAS.marshal_cards['fire'].count}"]
    assert told(EXTRAS.marshal_cards["ride"])[1] == "only in games with: Ride"


def test_bullets_tell_what_they_stop_and_the_others_nothing_of_it() -> None:
    knee, golden = (EXTRAS.marshal_bullets[kind] for kind in ("knee", "golden"))
    assert told(knee)[-1] == "stops for the round: Floor change"
    assert len(told(golden)) == len(told(knee)) - 1


def test_goals_tell_against_whom_or_for_how_many() -> None:
    assert told(EXTRAS.goals["warrant-doc"]) == ["against: Doc"]
    assert told(EXTRAS.goals["full-of-lead"]) == ["fewest bandits: 4"]
    assert told(EXTRAS.goals["scratches"]) == ["fewest bandits: 2"]


def test_what_is_worth_money_tells_how_much() -> None:
    assert [told(brawler) for brawler in EXTRAS.brawlers.values()] == [
        ["worth: $800"],
        ["worth: $500"],
        ["worth: $300"],
    ]
    assert {told(mailbag)[0] for mailbag in EXTRAS.mailbags.values()} == {"worth: $200", "worth: $1200"}
    assert told(EXTRAS.prisoners["companion-of-doc"]) == ["companion of: Doc", "worth: $200"]
    assert told(EXTRAS.posters["wanted"])[-1] == f"worth: ${EXTRAS.posters['wanted'].value}"
