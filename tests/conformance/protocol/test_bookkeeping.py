"""What no rule depends on is not compared: which fields these are, and when."""

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from colt_rules.conformance.cases.board import board
from colt_rules.conformance.cases.suite import suite
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.bookkeeping import (
    BOOKKEEPING,
    EVENTS,
    STATE,
    VIEW,
    ledger,
    plain_event,
    plain_events,
    published_bookkeeping,
    unordered_decks,
)
from colt_rules.conformance.protocol.reference import event_message
from colt_rules.events import EVENTS as TYPES
from colt_rules.kernel import Accepted
from colt_rules.log.codec import to_data, to_json
from colt_rules.log.errors import Malformed
from colt_rules.log.submission import judge
from colt_rules.model.state import Game
from colt_rules.rules.rulebook import rules_of
from colt_rules.views import view

SKETCH = """
car    |   | mail | dining | baggage |
roof   |   | tuco |        |         |
inside | M | doc  | ghost  |         |
"""
SKETCH_OF_ALL = """
car    |         | mail | dining | prison | stagecoach |
roof   |         | tuco |        |        |            |
inside | marshal | doc  | purse  | ghost  |            |
"""
HANDS = {"tuco": ["tuco-fire", "tuco-move", "tuco-fire"], "doc": ["doc-move"], "ghost": ["ghost-fire"]}
SCHEMIN = board(SKETCH, hands=HANDS, loot={"tuco": ["purse", "jewel"]})
STEALIN = board(SKETCH, pile=["tuco-move", "doc-move"])
EXPERT = board(SKETCH, pile=["tuco-move", "doc-move"], modules=("base", "expert"))


def plain(game: Game) -> Any:
    return ledger(rules_of(game), game).state(to_data(game))


def cards(game: Game, **changes: Any) -> Game:
    return evolve(game, cards={**game.cards, "tuco": evolve(game.cards["tuco"], **changes)})


@pytest.mark.parametrize(
    "other",
    [
        cards(SCHEMIN, hand=("tuco-fire", "tuco-fire", "tuco-move")),
        evolve(SCHEMIN, round=evolve(SCHEMIN.round, draws=())),
        evolve(
            SCHEMIN, figures={**SCHEMIN.figures, "tuco": evolve(SCHEMIN.figures["tuco"], loot=("jewel-1", "purse-1"))}
        ),
    ],
    ids=["hand", "draws", "loot"],
)
def test_what_differs_in_bookkeeping_alone_is_the_same(other: Game) -> None:
    assert to_json(plain(other)) == to_json(plain(SCHEMIN))


@pytest.mark.parametrize(
    "other",
    [
        cards(SCHEMIN, hand=("tuco-fire", "tuco-move")),
        cards(SCHEMIN, hand=("tuco-move", "tuco-move", "tuco-fire")),
        cards(SCHEMIN, deck=tuple(reversed(SCHEMIN.cards["tuco"].deck))),
        evolve(SCHEMIN, round=evolve(SCHEMIN.round, order=())),
    ],
    ids=["a card less", "another card", "the deck that is drawn from", "the order of the turn"],
)
def test_what_differs_in_more_is_not(other: Game) -> None:
    assert to_json(plain(other)) != to_json(plain(SCHEMIN))


def test_a_deck_counts_as_it_lies_where_somebody_draws_from_it_before_a_shuffle() -> None:
    everybody = frozenset(STEALIN.cards)
    for game, unordered in (
        (STEALIN, everybody),
        (SCHEMIN, frozenset()),
        (evolve(SCHEMIN, round=evolve(SCHEMIN.round, undealt=("doc",))), {"doc"}),
        (EXPERT, frozenset()),
        (evolve(EXPERT, phase="over"), everybody),
        (evolve(EXPERT, phase="schemin", round=evolve(EXPERT.round, undealt=("doc",))), {"doc"}),
        (evolve(EXPERT, phase="schemin", round=evolve(EXPERT.round, number=2, undealt=("doc",))), frozenset()),
        (evolve(STEALIN, phase="setup"), everybody),
    ):
        assert unordered_decks(rules_of(game), game) == unordered
    turned = cards(STEALIN, deck=tuple(reversed(STEALIN.cards["tuco"].deck)))
    assert plain(turned) == plain(STEALIN)


def test_a_view_has_the_same_bookkeeping() -> None:
    books = ledger(rules_of(SCHEMIN), SCHEMIN)
    one, other = (
        books.view(to_data(view(game, "tuco")))
        for game in (SCHEMIN, cards(SCHEMIN, hand=("tuco-fire", "tuco-fire", "tuco-move")))
    )
    assert one == other
    assert books.view({"seats": {"tuco": {"hand": ["b", "a"]}}}) == {"seats": {"tuco": {"hand": ["a", "b"]}}}
    assert books.view({"seats": {"tuco": {"hand": None}}}) == {"seats": {"tuco": {"hand": None}}}


def test_an_event_has_its_bookkeeping_and_no_other() -> None:
    returned = {"type": "HandReturned", "data": {"seat": "tuco", "cards": ["b", "a"]}}
    assert plain_event(returned)["data"] == {"seat": "tuco", "cards": ["a", "b"]}
    shuffled = {"type": "DeckShuffled", "data": {"seat": "tuco", "deck": ["b", "a"]}}
    assert plain_event(shuffled) == shuffled


def test_events_that_take_tokens_in_a_row_have_no_order_among_themselves() -> None:
    jewel, purse = ({"type": "LootTaken", "data": {"bandit": "tuco", "token": name}} for name in ("jewel-1", "purse-1"))
    moved = {"type": "BanditMoved", "data": {"bandit": "tuco"}}
    assert plain_events([moved, purse, jewel]) == plain_events([moved, jewel, purse])
    assert plain_events([purse, moved, jewel]) != plain_events([jewel, moved, purse])
    given = [{"type": "BulletGiven", "data": {"target": name}} for name in ("tuco", "doc")]
    assert plain_events(given) != plain_events(given[::-1])


def test_nothing_may_be_left_out() -> None:
    for field in ("draws", "order"):
        state = to_data(SCHEMIN)
        del state["round"][field]
        with pytest.raises(Malformed, match=field):
            p.read_response({"type": "folded", "seq": 1, "state": state}, p.Log(1, ()))


def test_every_path_leads_to_a_field() -> None:
    """A misspelt path would leave its field compared."""
    everything = board(SKETCH_OF_ALL, hands=HANDS, modules=("base", "horses", "stagecoach", "mei", "marshal"))
    data = {STATE: to_data(everything), VIEW: to_data(view(everything, "referee"))}
    for entry in BOOKKEEPING:
        if entry.of == EVENTS:
            assert entry.path in TYPES
        elif entry.of in data:
            found = data[entry.of]
            for key in entry.keys:
                found = found[key] if key != "*" else next(iter(found.values() if isinstance(found, dict) else found))
        else:
            assert entry.path in {field.name for field in TYPES[entry.of].__attrs_attrs__}


def test_the_list_is_published_as_data() -> None:
    assert {"of": STATE, "path": "round.draws", "compared": "not"}.items() <= next(published_bookkeeping()).items()
    assert len(list(published_bookkeeping())) == len(BOOKKEEPING)


def turned(game: Game) -> Game:
    """The position with everything reversed whose order does not count.

    Loot stays: which token a bandit has owned longest matters to a rule.
    """
    unordered = unordered_decks(rules_of(game), game) if game.options.modules else frozenset()
    cards = {
        seat: evolve(
            own,
            hand=own.hand[::-1],
            deck=own.deck[::-1] if seat in unordered else own.deck,
            discard=own.discard[::-1],
            borrowed=own.borrowed[::-1],
        )
        for seat, own in game.cards.items()
    }
    floor = {place: tokens[::-1] for place, tokens in game.floor.items()}
    return evolve(game, cards=cards, floor=floor, aside=game.aside[::-1])


def told(game: Game, commands: Iterable[Any]) -> list[Any]:
    """The compared part of each command's result."""
    answers: list[Any] = []
    for command in commands:
        verdict = judge(game, command)
        if not isinstance(verdict, Accepted):
            return [*answers, set(verdict.clauses)]
        game = verdict.after
        answers.append((plain_events([to_data(event_message(each)) for each in verdict.events]), plain(game)))
    return answers


def test_no_rule_rests_on_an_order_that_counts_for_nothing() -> None:
    """So an engine that keeps these things in another order, or in none, agrees in every case."""
    runs = suite().runs
    assert [run.name for run in runs if told(run.given, run.commands) != told(turned(run.given), run.commands)] == []
