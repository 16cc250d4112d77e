"""Words for people: one short sentence for every event and every command, and for what an event changed.

A sentence is made from the data alone. What a role may not see is nothing (``None``) there and is told as what
everybody sees of it: a card, a purse, six cards. Words that no book knows, as another engine may write them, stay as
they are.

What a module tells is its part ``told``, which has as many of these as it needs: ``EVENTS``, ``COMMANDS``, ``DEALS``
and ``MOVED`` add rows to the tables below; ``NAMES`` (of figures and seats), ``CARS``, ``PLACES``, ``CARDS`` (by what
follows the owner) and ``WORTHLESS`` (by kind, tokens that are worth nothing) say what its things are called;
``changes`` tells what is otherwise in its state.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.model.names import Token
from colt_rules.model.state import Cards, Figure, Game
from colt_rules.modules import check_complete, parts
from colt_rules.referee.wording import (
    action_name,
    at,
    car_name,
    card_name,
    cards_of,
    happening_name,
    laid_card,
    name_of,
    names_of,
    number_of,
    of_modules,
    off,
    round_name,
    row,
    to,
    token_name,
)
from colt_rules.views.events import SeenEvent


def describe_event(event: e.Event) -> str:
    """An event as a sentence."""
    return _sentence(TOLD_EVENTS[event.__class__](event))


def describe_seen_event(seen: SeenEvent) -> str:
    """An event as a sentence for somebody who sees it like this; tokens come with the values that the role may know."""
    return _sentence(TOLD_EVENTS[e.EVENTS[seen.type]](_Seen(seen.data)))


def describe_command(command: c.Command) -> str:
    """A command as a sentence."""
    return _sentence(f"{name_of(command.actor)} {TOLD_COMMANDS[command.__class__](command)}")


def describe_kind(type: str | None) -> str:
    """The kind of a command, for somebody who may know no more of it; maybe not even that."""
    return type or "a command of a secret kind"


def describe_changes(before: Game, after: Game) -> tuple[str, ...]:
    """What has changed, as sentences; only what everybody sees, so how many cards, not which."""
    return tuple(_sentence(change) for changes in CHANGES for change in changes(before, after))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('!') else '.'}"


class _Seen:
    """What a role sees of an event, with nothing in the place of what it does not see."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def __getattr__(self, name: str) -> Any:
        return self._data.get(name)


# --- events


def _value(it: Any) -> int | None:
    """What a token is worth: no field of most events, but added to what a role sees of them."""
    value: int | None = getattr(it, "value", None)
    return value


def _game_started(it: Any) -> str:
    advanced = {"powers": it.powers, "happenings": it.happenings, "stations": it.stations}
    played = [name for name, there in advanced.items() if there]
    left = [name for name, there in advanced.items() if not there]
    phrases = [f"with {row(played)}"] * bool(played) + [f"without {row(left)}"] * bool(left)
    return f"{names_of(it.seats)} play {it.edition} ({', '.join(it.modules)}), {' and '.join(phrases)}"


def _seat_taken(it: Any) -> str:
    taken = name_of(it.bandit) if it.seat == it.bandit else f"{name_of(it.seat)} with {name_of(it.bandit)}"
    purse = token_name(it.purse, it.value)
    return f"{taken} sat down: {number_of(len(it.cards), 'card')}, {number_of(it.bullets, 'bullet')}, {purse}"


def _turn_started(it: Any) -> str:
    order = tuple(dict.fromkeys(it.order))
    hidden = ", face down" if it.face_down else ""
    return f"turn {it.turn + 1} began, {it.kind}{hidden}: {names_of(order)} act in this order"


MOVED: dict[str, str] = {
    "move": "moved",
    "climb": "climbed",
    "push": "was pushed",
    "knock": "was knocked back",
    "flight": "fled",
    **of_modules("MOVED"),
}
"""By how a bandit came to another place: what it did, or what was done to it."""


def _bandit_moved(it: Any) -> str:
    moved = MOVED.get(it.how) or f"was moved by {happening_name(it.how)}"
    return f"{name_of(it.bandit)} {moved} {off(it.start)} {to(it.to)}"


def _bandit_stayed(it: Any) -> str:
    # A shot may leave its target where it is for more reasons than one; the clauses of the event say which.
    why = "and is not knocked back" if it.how == "knock" else "because the train ends there"
    return f"{name_of(it.bandit)} stays {at(it.place)} {why}"


def _bullet_given(it: Any) -> str:
    hit = f"{name_of(it.shooter)} shot {name_of(it.target)}, who got {card_name(it.bullet)}"
    return f"{hit}; {number_of(it.left, 'bullet')} left"


def _happening_started(it: Any) -> str:
    due = f"; {names_of(it.due)} still choose" if it.due else ""
    return f"what the round card brings happens now: {happening_name(it.happening)}{due}"


def _pickpocketed(it: Any) -> str:
    return f"{name_of(it.bandit)} chose {token_name(it.token) if it.token else 'no purse'} in the pickpocketing"


def _game_ended(it: Any) -> str:
    ranking = (f"{one.rank}. {name_of(one.seat)} ${one.money:,}{_money_of(one.seat, it.lines)}" for one in it.ranking)
    return f"the game is over: {', '.join(ranking) or 'nobody is ranked'}"


def _money_of(seat: str, lines: Iterable[e.ScoreLine]) -> str:
    """What a player's money comes from, if it is more than one thing."""
    sums: Counter[str] = Counter()
    for one in lines:
        if one.seat == seat:
            sums[one.line] += one.amount
    return f" ({', '.join(f'{line} ${sum:,}' for line, sum in sums.items())})" if len(sums) > 1 else ""


def _round_started(it: Any) -> str:
    # Where hands come first there is no card yet.
    card = "" if it.card == "" else f": {round_name(it.card)}"
    return f"round {it.number} began{card}; {name_of(it.first)} is first player"


def _agreed(it: Any) -> str:
    rows = row(map(round_name, it.rounds)), row(map(round_name, it.stations), "no station")
    return f"{rows[0]}; {rows[1]}" if it.rounds or it.stations else "all there are"


TOLD_EVENTS: dict[type[e.Event], Callable[[Any], str]] = {
    e.RulingClaimed: lambda it: f"the table claimed its own answer to {it.ruling}: {it.answer}",
    e.GameStarted: _game_started,
    e.RoundCardsAgreed: lambda it: f"the table agreed on the round cards to draw from: {_agreed(it)}",
    e.TrainBuilt: lambda it: f"the train stands: {row(map(car_name, it.cars))}",
    e.SeatTaken: _seat_taken,
    e.LootPlaced: lambda it: f"{token_name(it.token, it.value)} was put {to(it.place)}",
    e.LootSetAside: lambda it: f"{token_name(it.token, it.value)} waits beside the train",
    e.MarshalPlaced: lambda it: f"the Marshal was put {to(it.place)}",
    e.NeutralBulletsStacked: lambda it: f"{number_of(it.count, 'neutral bullet')} lie ready",
    e.RoundCardsDrawn: lambda it: (
        f"{number_of(it.count, 'round card')} were drawn"
        if it.cards is None
        else f"round cards were drawn: {row(map(round_name, it.cards))}"
    ),
    e.StationDrawn: lambda it: f"{round_name(it.card)} was drawn as the station",
    e.FirstPlayerDrawn: lambda it: f"{name_of(it.seat)} was drawn as first player",
    e.BanditPlaced: lambda it: f"{name_of(it.bandit)} starts {at(it.place)}",
    e.RoundStarted: _round_started,
    e.RoundCardRevealed: lambda it: f"the round card was turned up: {round_name(it.card)}",
    e.DeckShuffled: lambda it: f"the deck of {name_of(it.seat)} was shuffled",
    e.HandDrawn: lambda it: f"{name_of(it.seat)} drew the hand for the round: {cards_of(it)}",
    e.TurnStarted: _turn_started,
    e.CardPlayed: lambda it: f"{name_of(it.seat)} played {laid_card(it.card, it.seat, it.face_down)}",
    e.CardsDrawn: lambda it: f"{name_of(it.seat)} drew instead of playing a card: {cards_of(it)}",
    e.HandReturned: lambda it: f"{name_of(it.seat)} put {cards_of(it)} back on top of the deck",
    e.PileTurned: lambda it: "Schemin' is over; the pile was turned over and Stealin' begins",
    e.CardRevealed: lambda it: f"{card_name(it.card)} comes to be carried out",
    e.CardReturned: lambda it: f"{card_name(it.card)} went back on top of the deck of {name_of(it.seat)}",
    e.ActionTaken: lambda it: f"{name_of(it.bandit)} carries out {action_name(it.action)}",
    e.ActionIdle: lambda it: f"{name_of(it.bandit)}'s {action_name(it.action)} could do nothing",
    e.BanditMoved: _bandit_moved,
    e.BanditStayed: _bandit_stayed,
    e.BulletGiven: _bullet_given,
    e.NeutralBulletGiven: lambda it: f"{name_of(it.bandit)} got a neutral bullet; {it.left} left in the pile",
    e.BulletUncounted: lambda it: f"the bullet that {name_of(it.bandit)} just got is left out of the tie-break",
    e.NeutralBulletsShort: lambda it: f"too few neutral bullets are left for {names_of(it.bandits)}, so nobody got one",
    e.NeutralBulletsRemoved: lambda it: f"what was left of the neutral bullets left the game: {it.count}",
    e.LootTaken: lambda it: f"{name_of(it.bandit)} took {token_name(it.token, _value(it))} {at(it.place)}",
    e.LootDropped: lambda it: (
        f"{name_of(it.bandit)} lost {token_name(it.token, _value(it))}, which lies {at(it.place)} now"
    ),
    e.LootSnatched: lambda it: f"{name_of(it.bandit)} lost {token_name(it.token, _value(it))} to {name_of(it.by)}",
    e.LootLost: lambda it: f"{name_of(it.bandit)} lost {token_name(it.token, _value(it))}, which left the game",
    e.LootKept: lambda it: f"{name_of(it.bandit)} should lose a token and has none to lose",
    e.StrongboxBrought: lambda it: f"{token_name(it.token)} was brought {to(it.place)}",
    e.MarshalMoved: lambda it: f"the Marshal went {off(it.start)} {to(it.to)}",
    e.MarshalStayed: lambda it: f"the Marshal stays {at(it.place)}: the train ends there",
    e.StealinEnded: lambda it: "the last card of the pile is done and Stealin' is over",
    e.HappeningStarted: _happening_started,
    e.PickpocketAnswered: _pickpocketed,
    e.RansomPaid: lambda it: f"{name_of(it.bandit)} was paid ${it.amount:,}",
    e.RoundEnded: lambda it: f"round {it.number} is over; {name_of(it.first)} is first player of the next",
    e.GameEnded: _game_ended,
    **of_modules("EVENTS"),
}
check_complete(e.EVENTS.values(), TOLD_EVENTS, "a sentence", "told", "EVENTS")
"""By type: the sentence without its capital and full stop, from an event or what is seen of it."""


# --- commands


def _starts(it: c.StartGame) -> str:
    named = f", with the train {row(map(car_name, it.train))}" if it.train else ""
    return f"sets up a game: {_game_started(it)}{named}"


def _deals(it: c.Deal) -> str:
    whose = f" of {name_of(it.subject)}" if it.subject else ""
    dealt = ", ".join(map(DEALS.get(it.what, name_of), it.outcome))
    return f"lays out the {it.what.replace('-', ' ')}{whose}: {dealt or 'nothing'}"


DEALS: dict[str, Callable[[str], str]] = {
    "train": car_name,
    "round-cards": round_name,
    "station": round_name,
    "deck": card_name,
    **of_modules("DEALS"),
}
"""By what chance lays out: what a word of the row is called; anything else is called as a bandit or a seat would be."""


def _punches(it: c.Punch) -> str:
    target, token = name_of(it.target), token_name(it.token)
    lost = f", keeps {token}" if it.keep else f", who loses {token}," if it.token else ""
    return f"punches {target}{lost} and pushes {target} {to(it.to)}"


TOLD_COMMANDS: dict[type[c.Command], Callable[[Any], str]] = {
    c.ClaimRuling: lambda it: f"claims its own answer to {it.ruling}: {it.answer}",
    c.StartGame: _starts,
    c.AgreeOnRoundCards: lambda it: f"agrees on the round cards to draw from: {_agreed(it)}",
    c.Deal: _deals,
    c.PlayCard: lambda it: f"plays {laid_card(it.card, it.actor, it.face_down)}",
    c.DrawCards: lambda it: "draws instead of playing a card",
    c.Move: lambda it: f"moves {to(it.to)}",
    c.ChangeFloor: lambda it: f"climbs {to(it.to)}",
    c.Fire: lambda it: f"fires at {name_of(it.target)}",
    c.Rob: lambda it: f"takes {token_name(it.token)}",
    c.Punch: _punches,
    c.MoveMarshal: lambda it: f"sends the Marshal {to(it.to)}",
    c.Pickpocket: lambda it: f"picks {token_name(it.token)}" if it.token else "picks no purse",
    **of_modules("COMMANDS"),
}
check_complete(c.COMMANDS.values(), TOLD_COMMANDS, "a sentence", "told", "COMMANDS")
"""By type: what the actor does, without the actor."""


# --- changes


def _changes(before: Game, after: Game) -> Iterator[str]:
    if before.phase != after.phase:
        yield f"the phase is {after.phase}"
    if before.train != after.train:
        yield f"the train is {row(map(car_name, after.train))}"
    if before.marshal != after.marshal:
        yield f"the Marshal is {at(after.marshal)}"
    for bandit, figure in after.figures.items():
        yield from _figure_changes(name_of(bandit), before.figures.get(bandit, NOBODY), figure)
    for seat, cards in after.cards.items():
        was = before.cards.get(seat, NO_CARDS)
        for what in ("hand", "deck", "discard"):
            now, then = len(getattr(cards, what)), len(getattr(was, what))
            if now != then:
                name = "discard pile" if what == "discard" else what
                yield f"the {name} of {name_of(seat)} has {number_of(now, 'card')}, not {then}"
    for place in dict.fromkeys((*before.floor, *after.floor)):
        yield from _tokens_changed(f"lies {at(place)}", before.floor.get(place, ()), after.floor.get(place, ()))
    yield from _tokens_changed("waits beside the train", before.aside, after.aside)
    if before.neutral != after.neutral:
        yield f"{number_of(max(after.neutral, 0), 'neutral bullet')} left in the pile"
    yield from _round_changes(before, after)


NO_CARDS = Cards((), ())
NOBODY = Figure("", "", (), 0, (), 0)
"""What a player and a bandit have that are not in the game yet."""


def _figure_changes(name: str, was: Figure, now: Figure) -> Iterator[str]:
    if was.place != now.place:
        yield f"{name} is {at(now.place)}"
    yield from _tokens_changed(f"is with {name}", was.loot, now.loot)
    if was.bullets != now.bullets:
        yield f"{name} has {number_of(now.bullets, 'bullet')}, not {was.bullets}"
    if was.ransom != now.ransom:
        yield f"{name} has been paid ${now.ransom:,}"


def _tokens_changed(where: str, was: tuple[Token, ...], now: tuple[Token, ...]) -> Iterator[str]:
    for token in now:
        if token not in was:
            yield f"{token_name(token)} {where}"
    verb, _, rest = where.partition(" ")
    for token in was:
        if token not in now:
            yield f"{token_name(token)} {verb} no more {rest}"


def _round_changes(before: Game, after: Game) -> Iterator[str]:
    was, now = before.round, after.round
    if (was.number, was.card) != (now.number, now.card):
        yield f"round {now.number} is played: {round_name(now.card)}"
    if len(before.rounds) != len(after.rounds):
        yield f"{number_of(len(after.rounds), 'card')} left in the round deck"
    if was.order != now.order:
        yield f"still to act in this turn: {names_of(now.order)}"
    if len(was.pile) != len(now.pile):
        yield f"the common pile has {number_of(len(now.pile), 'card')}, not {len(was.pile)}"
    if was.current != now.current:
        yield f"{card_name(now.current.card)} is being carried out" if now.current else "no card is being carried out"
    if was.due != now.due:
        yield f"still to choose in the happening: {names_of(now.due)}"
    if was.keeping != now.keeping:
        yield f"still to say which cards to keep: {names_of(now.keeping)}"


CHANGES: tuple[Callable[[Game, Game], Iterable[str]], ...] = (
    _changes,
    *(part.changes for _, part in parts("told") if hasattr(part, "changes")),
)
"""What is otherwise, of the base game and of every module."""
