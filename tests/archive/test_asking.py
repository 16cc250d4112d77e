"""Every question has the answer of a plain count over the folded logs, asked of an archive and of either store."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from typing import Any

import pytest

from colt_rules.archive.asking import QUESTIONS, Asked, ask
from colt_rules.archive.asking_places import NotAnswered, opened_to_ask
from colt_rules.archive.asking_relations import Chosen
from colt_rules.conformance.cases.board import sketch_of
from colt_rules.conformance.notation import BadSketch
from colt_rules.events import EVENTS, ActionIdle, Event, GameEnded, RoundStarted, RulingAgreed
from colt_rules.kernel.evolve import evolve
from colt_rules.log.replay import replay
from colt_rules.model.state import NEW, Game
from colt_rules.research.statistics import wilson
from colt_rules.rules.base.scoring import level_on_money
from colt_rules.rules.rulebook import rules_of
from tests.archive.asked import asked_archive, asked_file, asked_server, logs, where

__all__ = ["asked_archive", "asked_file", "asked_server", "where"]

Fact = dict[str, Any]


def answered(where: str, question: str, chosen: Chosen = Chosen(), **asked: Any) -> list[Fact]:  # noqa: B008 - frozen
    """The answer to a question, with the names of the columns."""
    with opened_to_ask(where, chosen) as place:
        answer = ask(place, QUESTIONS[question], Asked(**asked))
        return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


@cache
def ends() -> Mapping[str, Game]:
    """By game: the position that it ends with, of those that are over."""
    positions = {game: replay(log) for game, log in logs().items()}
    return {game: end for game, end in positions.items() if end.phase == "over"}


def winners(end: Game) -> set[str]:
    return {one.seat for one in end.ranking if one.rank == 1}


def cited(*types: type[Event]) -> Iterator[tuple[str, str]]:
    """Every game with a clause that one of its events cites, of events of these types if any are named."""
    for game, log in logs().items():
        for one in log.events:
            if not types or isinstance(one.event, types):
                yield from ((game, clause) for clause in one.cites)


def by_clause(all_: Iterable[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """By clause: how often, and in how many games."""
    pairs = list(all_)
    times, games = Counter(clause for _, clause in pairs), Counter(clause for _, clause in set(pairs))
    return {clause: (times[clause], games[clause]) for clause in times}


# --- who wins


def test_who_wins_by_character(where: str) -> None:
    counted: Counter[tuple[int, str]] = Counter()
    won: Counter[tuple[int, str]] = Counter()
    for end in ends().values():
        for bandit, figure in end.figures.items():
            key = len(end.options.seats), bandit
            counted[key] += 1
            won[key] += figure.seat in winners(end)
    found = answered(where, "characters", each=("players",))
    assert {(one["players"], one["who"]): (one["games"], one["wins"]) for one in found} == {
        key: (counted[key], won[key]) for key in counted
    }
    for one in found:
        limits = wilson(one["wins"], one["games"])
        assert (one["rate"], one["low"], one["high"]) == (one["wins"] / one["games"], limits.low, limits.high)
    rates = [(one["players"], -one["rate"]) for one in found]
    assert rates == sorted(rates)


def test_who_wins_by_order_of_play(where: str) -> None:
    counted: Counter[tuple[str, int]] = Counter()
    won: Counter[tuple[str, int]] = Counter()
    for game, end in ends().items():
        begun = next(one.event for one in logs()[game].events if isinstance(one.event, RoundStarted))
        seats = end.options.seats
        for turn in range(len(seats)):
            seat = seats[(seats.index(begun.first) + turn) % len(seats)]
            counted[end.options.edition, turn + 1] += 1
            won[end.options.edition, turn + 1] += seat in winners(end)
    found = answered(where, "seats", each=("edition",))
    assert {(one["edition"], one["turn"]): (one["games"], one["wins"]) for one in found} == {
        key: (counted[key], won[key]) for key in counted
    }


def test_what_share_ends_in_a_tie(where: str) -> None:
    level = shared = nobody = 0
    for game, end in ends().items():
        rules = rules_of(end)
        sides = {rules.side(end.options.seats, seat) for seat in winners(end)}
        won_by_money = not rules.won(end) and end.ranking[0].rank == 1
        level += won_by_money and len(level_on_money(rules, end, end.ranking)) > 1
        shared += len(sides) > 1
        nobody += not sides
        assert isinstance(logs()[game].events[-1].event, GameEnded)
    assert (level, shared) > (0, 0), "some kept game ends in either way"
    found = answered(where, "ties")
    counted = {one["ending"]: (one["games"], one["total"]) for one in found}
    assert counted == {
        name: (number, len(ends()))
        for name, number in zip(("level", "shared", "nobody"), (level, shared, nobody), strict=True)
    }


# --- clauses


def test_which_clauses_are_cited_most(where: str) -> None:
    found = answered(where, "most-cited")
    assert {one["clause"]: (one["times"], one["games"]) for one in found} == by_clause(cited())
    assert {one["total"] for one in found} == {len(logs())}
    assert [one["games"] for one in found] == sorted((one["games"] for one in found), reverse=True)
    assert found[0]["rate"] == 1


def test_which_clauses_leave_a_card_without_effect(where: str) -> None:
    found = answered(where, "no-effect")
    assert {one["clause"]: (one["times"], one["games"]) for one in found} == by_clause(cited(ActionIdle))


def test_on_which_rulings_games_rest(where: str) -> None:
    applied = by_clause(cited(*(kind for kind in EVENTS.values() if kind is not RulingAgreed)))
    rulings = {clause: counts for clause, counts in applied.items() if clause.startswith("ruling.")}
    at_the_end = by_clause(cited(GameEnded))
    assert {one["clause"]: (one["times"], one["games"], one["ends"]) for one in answered(where, "rulings")} == {
        clause: (*counts, at_the_end.get(clause, (0, 0))[1]) for clause, counts in rulings.items()
    }


def test_in_which_games_a_clause_is_cited(where: str) -> None:
    clause = "ruling.end.still-level"
    found = answered(where, "with-clause", clause=clause)
    expected = {
        game: [one.seq for one in log.events if clause in one.cites]
        for game, log in logs().items()
        if any(clause in one.cites for one in log.events)
    }
    assert expected
    assert {one["game"]: (one["times"], one["first"]) for one in found} == {
        game: (len(events), events[0]) for game, events in expected.items()
    }


# --- games


def test_which_games_are_the_longest(where: str) -> None:
    lengths = sorted(((-log.closing.events, game) for game, log in logs().items()))
    found = answered(where, "longest")
    assert [(one["game"], one["events"]) for one in found] == [(game, -events) for events, game in lengths]
    for one in found:
        log = logs()[one["game"]]
        assert (one["edition"], one["modules"]) == (log.header.edition, " ".join(log.header.modules))
        assert (one["players"], one["commands"]) == (len(log.header.seats), log.closing.commands)


POLISH = Chosen(editions=("pl-base",))


@cache
def sketches(game: str) -> list[str]:
    """The position after each event of a game, drawn; empty before its board is complete."""
    positions = accumulate((one.event for one in logs()[game].events), evolve, initial=NEW)
    return ["" if one.phase in ("new", "setup") else sketch_of(one) for one in positions]


def test_in_which_games_a_position_occurs(where: str) -> None:
    games = [game for game, log in logs().items() if log.header.edition == "pl-base"]
    sketch = sketches(games[0])[300]
    expected = {}
    for game in games:
        drawn = sketches(game)
        if sketch in drawn:
            begins = [at for at, one in enumerate(drawn) if one == sketch and (not at or drawn[at - 1] != sketch)]
            expected[game] = len(begins), begins[0]
    assert games[0] in expected
    found = answered(where, "with-position", POLISH, position=sketch)
    assert {one["game"]: (one["times"], one["first"]) for one in found} == expected


def drawn(*cells: str) -> str:
    """A sketch of a train with these things inside its cars, and whatever else there is."""
    return "\n".join(
        [f"roof | {' | '.join('...' for _ in cells)} |", f"inside | {' | '.join(f'{one} ...' for one in cells)} |"]
    )


def test_a_position_may_leave_open_what_else_there_is(asked_archive: str) -> None:
    first = answered(asked_archive, "with-position", POLISH, position=drawn("M", "", "", "", ""))
    assert first
    assert {len(ends()[one["game"]].train) for one in first} == {5}
    exactly = drawn("M", "", "", "", "").replace("...", "")
    assert not answered(asked_archive, "with-position", POLISH, position=exactly)


@pytest.mark.parametrize(
    ("sketch", "message"),
    [
        ("nonsense", "expected the rows roof and inside"),
        (drawn("tucco", "", ""), "perhaps tuco"),
        (drawn("purse:300", "", ""), "values are not compared"),
    ],
)
def test_a_sketch_that_cannot_be_read_is_refused(asked_archive: str, sketch: str, message: str) -> None:
    with pytest.raises(BadSketch, match=message):
        answered(asked_archive, "with-position", position=sketch)


# --- a part of the games


@pytest.mark.parametrize(
    "chosen",
    [
        Chosen(players=(4, 6)),
        Chosen(("ru-base", "fr-horses")),
        Chosen(modules=(("base",),)),
        Chosen(("ru-full",), (), (3,)),
    ],
)
def test_every_relation_is_narrowed_to_the_chosen_games(where: str, chosen: Chosen) -> None:
    expected = {
        game
        for game, log in logs().items()
        if log.header.edition in (chosen.editions or (log.header.edition,))
        and log.header.modules in (chosen.modules or (log.header.modules,))
        and len(log.header.seats) in (chosen.players or (len(log.header.seats),))
    }
    assert expected
    with opened_to_ask(where, chosen) as place:
        for name in ("games", "modules", "players", "turns", "lines", "cites"):
            assert {game for (game,) in place.query(f"SELECT DISTINCT game FROM {name}").rows} == expected, name


def test_a_line_has_its_number_in_the_log(where: str) -> None:
    game = "game-1"
    log = logs()[game]
    with opened_to_ask(where, Chosen()) as place:
        sql = f"SELECT line, command, number, kind, type, version, actor FROM lines WHERE game = '{game}' ORDER BY line"
        found = list(place.query(sql).rows)
    assert found == [
        (
            line,
            one.command if one.seq else one.number,
            one.seq or None,
            "event" if one.seq else "command",
            one.type,
            one.version,
            one.actor,
        )
        for line, one in enumerate(log.entries, 2)
    ]


def test_who_has_played_in_a_game_that_is_not_over(where: str) -> None:
    with opened_to_ask(where, Chosen()) as place:
        found = list(place.query("SELECT seat, bandit, rank, money, won FROM players WHERE game = 'game-1'").rows)
    assert sorted(found) == sorted((seat, seat, None, None, None) for seat in logs()["game-1"].header.seats)


def test_a_folder_without_an_archive_is_told_from_one(tmp_path: Any) -> None:
    with pytest.raises(NotAnswered, match="colt log archive"), opened_to_ask(str(tmp_path), Chosen()):
        pass
