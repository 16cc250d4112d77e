"""Two rankings are reported to differ only in what differs."""

import pytest

from colt_rules.languages import LANGUAGES
from colt_rules.model.state import Standing
from colt_rules.referee.rankings import RankingDifference, ranking_difference, what_counts
from colt_rules.referee.telling import describe_command, describe_event
from tests.referee.test_explain import story

ONE = (Standing(1, "tuco", 900, 2), Standing(2, "belle", 700, 0))


@pytest.mark.parametrize(
    ("other", "differ"),
    [
        (ONE, ""),
        (tuple(reversed(ONE)), ""),
        ((Standing(1, "tuco", 900, 2), Standing(2, "belle", 700, 1)), "bullets"),
        ((Standing(1, "tuco", 900, 3), Standing(2, "belle", 650, 0)), "money"),
        ((Standing(2, "tuco", 900, 2), Standing(1, "belle", 900, 0)), "places"),
        ((), "places"),
    ],
)
def test_what_matters_most_is_named(other: tuple[Standing, ...], differ: RankingDifference) -> None:
    assert ranking_difference(ONE, other) == differ


# --- what counts


def test_a_rank_that_rests_on_goals_is_not_told_by_money() -> None:
    game = story("expert-marshal-three")
    end = game.position(game.head.events)
    marshal = next(one for one in end.ranking if one.seat == "marshal")
    other = next(one for one in end.ranking if one.seat != "marshal")
    told = {lang: what_counts(marshal, lang) for lang in LANGUAGES}
    assert told == {"en": "by goals", "ru": "по целям", "fr": "aux Objectifs", "pl": "według Zadań"}
    assert what_counts(marshal, "en", end).endswith(" goals met")
    assert what_counts(marshal, "ru", end).startswith("целей достигнуто: ")
    assert what_counts(other) == what_counts(other, "en", end) == f"${other.money:,}"
    for lang in LANGUAGES:
        over = describe_event(game.moment(game.head.events).entry.event, lang)
        assert told[lang] in over
        assert "$0" not in over


def test_a_player_with_two_bandits_is_told_by_the_one_that_acts() -> None:
    game = story("french-two")
    step = game.moment(57).step
    assert describe_command(step.command.command, "en", step.before).startswith("Cheyenne punches Tuco, who loses ")
    assert describe_command(step.command.command, "pl", step.before).startswith("Cheyenne uderza Tuco")
    shuffled = next(step for step in game.steps() if step.command.actor == "chance")
    assert describe_command(shuffled.command.command, "en", shuffled.before).startswith("Chance ")
    laid = next(step for step in game.steps() if step.command.type == "PlayCard")
    assert describe_command(laid.command.command, "en", laid.before).startswith("Player ")
