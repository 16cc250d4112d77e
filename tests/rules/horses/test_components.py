"""The box of horses and whisky is what the books list."""

from colt_rules.rules.horses.box import EXTRAS


def test_one_ride_card_six_horses_and_six_flasks_of_which_one_list_counts_seven() -> None:
    assert EXTRAS.module == "horses"
    assert EXTRAS.actions == {"ride": 1}
    assert {id: piece.count for id, piece in EXTRAS.pieces.items()} == {"horse": 6}
    assert {id: (flask.count, flask.listed, flask.uses) for id, flask in EXTRAS.flasks.items()} == {
        "classic": (5, 6, 2),
        "old": (1, 1, 2),
    }


def test_there_is_nothing_of_what_it_does_not_add() -> None:
    assert EXTRAS.neutral_bullets == 0
    assert not (*EXTRAS.tokens, *EXTRAS.bullet_cards, *EXTRAS.round_cards)
    assert not hasattr(EXTRAS, "hostages")


def test_its_facts_are_all_of_it() -> None:
    assert [fact.id for fact in EXTRAS.facts()] == ["ride", "classic", "old", "horse"]
