"""The box of the stagecoach is what the books list."""

import pytest

from colt_rules.rules.stagecoach.box import EXTRAS


def test_pieces_bullets_and_a_strongbox() -> None:
    assert {id: piece.count for id, piece in EXTRAS.pieces.items()} == {"stagecoach": 1, "shotgun": 1}
    assert EXTRAS.neutral_bullets == 3
    ((id, strongbox),) = EXTRAS.tokens.items()
    assert (id, strongbox.count, strongbox.values[0].value) == ("strongbox", 1, 1000)
    assert not (*EXTRAS.actions, *EXTRAS.action_cards)
    assert not hasattr(EXTRAS, "flasks")


def test_its_facts_are_all_of_it() -> None:
    assert len(list(EXTRAS.facts())) == 1 + 1 + 13 + 8 + 2


@pytest.mark.parametrize(
    ("id", "ransom", "ransom_for", "needs", "burden"),
    [
        ("poodle", 1000, None, None, "neutral-bullet-each-round"),
        ("banker", 1000, None, "strongbox", None),
        ("minister", 900, None, None, "one-card-fewer"),
        ("teacher", 800, None, None, "no-punch"),
        ("zealot", 700, None, None, "no-ride"),
        ("old-lady", 500, "jewel", None, "one-roof"),
        ("poker-player", 250, "purse", None, "no-power"),
        ("photographer", 200, "bullet", None, "face-up"),
    ],
)
def test_hostages(
    id: str,
    ransom: int,
    ransom_for: str | None,
    needs: str | None,
    burden: str | None,
) -> None:
    hostage = EXTRAS.hostages[id]
    assert (hostage.ransom, hostage.ransom_for, hostage.needs, hostage.burden) == (
        ransom,
        ransom_for,
        needs,
        burden,
    )
    assert len(EXTRAS.hostages) == 8


@pytest.mark.parametrize(
    ("id", "turns", "plans"),
    [
        ("attack-plans.2-4", "M T S S", 2),
        ("drink-for-the-marshal.2-4", "S S T T S", 1),
        ("panting-horses.2-4", "M S D S", 0),
        ("higher-speed.2-4", "S T S", 1),
        ("shotgun-rage.2-4", "S T M S", 1),
        ("attack-plans.5-6", "M T S", 2),
        ("panting-horses.5-6", "M S D", 0),
        ("drink-for-the-marshal.5-6", "S T T S", 1),
        ("higher-speed.5-6", "S S T S", 1),
        ("shotgun-rage.5-6", "S T M S", 1),
        ("mortal-bullet", "S S T S", 0),
        ("sharing-the-loot", "S S T S", 0),
        ("escape", "S S T S S", 0),
    ],
)
def test_turns_and_plans_are_those_on_the_card(id: str, turns: str, plans: int) -> None:
    kinds = {"S": "standard", "T": "tunnel", "D": "speeding-up", "M": "melee"}
    card = EXTRAS.round_cards[id]
    assert (tuple(kinds[letter] for letter in turns.split()), plans) == (card.turns, card.plans)
    assert card.plans_confidence == "single-source"


def test_five_cards_a_range_then_three_stations() -> None:
    players = [card.players for card in EXTRAS.round_cards.values()]
    assert players == [(2, 4)] * 5 + [(5, 6)] * 5 + [None] * 3


def test_a_card_is_called_after_its_happening() -> None:
    for id, card in EXTRAS.round_cards.items():
        name = id.partition(".")[0]
        assert card.happening == (None if name == "attack-plans" else name)
