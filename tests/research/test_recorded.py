"""Recorded games are counted as random games are, and what cannot be counted says why."""

import pytest

from colt_rules.log.entries import Recording
from colt_rules.log.redaction import redacted
from colt_rules.research.recorded import NotCounted, count_log, statistics_of
from colt_rules.research.statistics import GainResults, KindResults
from tests.logs import kept_games, text_of
from tests.stores import cut


def counted(name: str) -> KindResults:
    return count_log([text_of(kept_games()[name])])


def test_a_game_counts_by_order_of_play_and_by_character() -> None:
    table = counted("house-rules-duo")
    assert (table.edition, table.variant, table.players) == ("ru-full", "duo", 3)
    log = kept_games()["house-rules-duo"]
    first = next(one.event.first for one in log.events if one.type == "RoundStarted")  # type: ignore[attr-defined]
    standing = {one.seat: one for one in log.events[-1].event.ranking}  # type: ignore[attr-defined]
    seats = log.header.seats
    at = seats.index(first)
    assert [seat.money for seat in table.ended.seats] == [standing[one].money for one in (*seats[at:], *seats[:at])]
    assert [seat.wins for seat in table.ended.seats] == [1, 0, 0]
    assert {name for name, one in table.ended.characters.items() if one.wins} == {"ghost", "tuco"}


def test_ties_and_shared_victories_are_counted() -> None:
    tie = counted("polish-tie").ended
    assert (tie.level, tie.shared, tie.otherwise) == (1, 0, 1)
    shared = counted("three-plain").ended
    assert (shared.level, shared.shared, [seat.shared for seat in shared.seats]) == (1, 1, [1, 1, 0])


def test_players_who_win_together_do_not_share_a_victory() -> None:
    team = counted("team-four").ended
    assert (team.shared, [seat.wins for seat in team.seats]) == (0, [0, 0, 1, 1])


def test_the_marshal_counts_as_a_character() -> None:
    ended = counted("stagecoach-marshal-four").ended
    assert (len(ended.seats), len(ended.characters)) == (4, 4)
    assert ended.characters["marshal"].money == 0


def test_what_a_hostage_brought_is_counted() -> None:
    brought = counted("stagecoach-marshal-flasks").ended.brought["hostage"]
    assert brought["zealot"] == GainResults(1, 0, 0, 0, 0)
    assert brought["minister"] == GainResults(1, 1, 0, 900, 810_000)


def test_tables_are_apart_by_edition_variant_and_players() -> None:
    some = [counted(name) for name in ("polish-base", "polish-tie", "russian-base", "polish-base")]
    assert [(table.edition, table.players, table.ended.games) for table in statistics_of(some).tables] == [
        ("pl-base", 4, 1),
        ("pl-base", 6, 2),
        ("ru-base", 4, 1),
    ]


def broken(log: Recording) -> bytes:
    return text_of(log).replace(b'"first":', b'"furst":', 1)


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("unfinished", text_of(cut(kept_games()["russian-base"], 20)), "not over after"),
        ("redacted", b"".join(line + b"\n" for line in redacted(kept_games()["russian-base"], "tuco")), "one role"),
        ("broken", broken(kept_games()["russian-base"]), "furst"),
        ("broken", text_of(kept_games()["russian-base"])[:-40], "line feed"),
        ("broken", b"\xff\xfe\x00", "UTF-16"),
        ("broken", b"", "empty file"),
        ("broken", b"[" * 100_000 + b"\n", "expected"),
    ],
)
def test_what_cannot_be_counted_says_why(kind: str, text: bytes, why: str) -> None:
    with pytest.raises(NotCounted, match=why) as error:
        count_log([text])
    assert error.value.kind == kind
