"""One short sentence for every event and every command, and for what an event changed.

A sentence is made from the data alone, in four languages. What a role may not see is ``None`` and is described by what
everybody sees of it: a card, a purse, six cards. Unknown words, as another engine may write them, stay unchanged.

The sentences of a module are in its file ``sentences.toml`` (`colt_rules/referee/vocabulary.py`). Its part
``sentences`` has what is not text: the names of its things (``NAMED``), and ``changes``, which finds the changes in its
state.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import attrs

from colt_rules import commands as c
from colt_rules import events as e
from colt_rules.kernel import awaiting
from colt_rules.languages import LANGUAGES
from colt_rules.model.names import Seat, Token
from colt_rules.model.state import Cards, Figure, Game
from colt_rules.modules import check_complete, parts
from colt_rules.referee.sentences import Change, Data, Untold
from colt_rules.referee.vocabulary import game_teller, languages_of, teller
from colt_rules.rules.rulebook import rules_of
from colt_rules.views.events import SeenEvent


def describe_event(event: e.Event, lang: str = "en") -> str:
    """An event as a sentence."""
    return _sentence("events", e.EVENT_NAMES[event.__class__], _data(event), lang)


def describe_seen_event(seen: SeenEvent, lang: str = "en") -> str:
    """An event as a sentence for a role that sees this much of it, with the token values that the role may know."""
    return _sentence("events", seen.type, seen.data, lang)


def describe_command(command: c.Command, lang: str = "en", game: Game | None = None) -> str:
    """A command as a sentence; in a position, the bandit that acts is named, if the player has several."""
    data = _data(command)
    if game:
        data["actor"] = who_acts(game, command.actor, (command.__class__,))
    return _sentence("commands", c.COMMAND_NAMES[command.__class__], data, lang)


def who_acts(game: Game, actor: Seat, types: Iterable[type[c.Command]]) -> str:
    """The bandit that carries out one of these types of commands in this position, or the actor."""
    with suppress(Exception):  # a false log can lead to any position
        choices = rules_of(game).choices
        for open_ in awaiting(game):
            answers = open_.actor == actor and not {*types}.isdisjoint(choices[open_.kind].commands)
            figure = game.figures.get(open_.subject)
            if answers and figure and figure.seat == actor:
                return open_.subject
    return actor


def describe_kind(type: str | None, lang: str = "en") -> str:
    """The kind of a command, for a role that may not know more, or may not know even the kind."""
    secret: str = teller(lang).vocabulary["secret"]
    return teller(lang).word(type, "command") if type else secret


def describe_beginning(lang: str = "en") -> str:
    """The sentence for the start, before any event."""
    return teller(lang).sentence({"": teller(lang).vocabulary["beginning"]}, {})


def describe_changes(before: Game, after: Game, lang: str = "en") -> tuple[str, ...]:
    """The visible changes as sentences: the number of cards, not which."""
    found = (change for changes in CHANGES for change in changes(before, after))
    return tuple(_sentence("changes", what, data, lang) for what, data in found)


def _sentence(table: str, type: str, data: Data, lang: str) -> str:
    """A sentence in this language, or in English if it is missing or one of its words is."""
    speaker = game_teller(lang)
    try:
        return speaker.sentence(speaker.vocabulary[table][type], data)
    except Untold:
        return _sentence(table, type, data, "en")


def _data(message: e.Event | c.Command) -> dict[str, Any]:
    return {name: getattr(message, name) for name in _FIELDS[message.__class__]}


_KINDS: tuple[Any, ...] = (*e.EVENTS.values(), *c.COMMANDS.values())
_FIELDS = {kind: tuple(field.name for field in attrs.fields(kind)) for kind in _KINDS}


def check_sentences() -> None:
    """Raise `IncompleteModule` if an event or a command lacks a sentence in a language."""
    for table, types in (("events", e.EVENTS), ("commands", c.COMMANDS)):
        for lang in LANGUAGES:
            told = {kind for type, kind in types.items() if lang in languages_of(table, type)}
            check_complete(types.values(), told, f"a sentence in {lang}", "sentences.toml", f"[{table}]")


check_sentences()


# --- changes


def _changes(before: Game, after: Game) -> Iterator[Change]:
    if before.phase != after.phase:
        yield "phase", {"phase": after.phase}
    if before.train != after.train:
        yield "train", {"cars": after.train}
    if before.marshal != after.marshal:
        yield "marshal", {"place": after.marshal}
    for bandit, figure in after.figures.items():
        yield from _figure_changes({"bandit": bandit}, before.figures.get(bandit, NOBODY), figure)
    for seat, cards in after.cards.items():
        was = before.cards.get(seat, NO_CARDS)
        for what in ("hand", "deck", "discard"):
            now, then = len(getattr(cards, what)), len(getattr(was, what))
            if now != then:
                yield what, {"seat": seat, "now": now, "was": then}
    for place in dict.fromkeys((*before.floor, *after.floor)):
        yield from _tokens_changed("lies", {"place": place}, before.floor.get(place, ()), after.floor.get(place, ()))
    yield from _tokens_changed("waits", {}, before.aside, after.aside)
    if before.neutral != after.neutral:
        yield "neutral-bullets", {"now": max(after.neutral, 0)}
    yield from _round_changes(before, after)


NO_CARDS = Cards((), ())
NOBODY = Figure("", "", (), 0, (), 0)
"""The cards of a player and the figure of a bandit not yet in the game."""


def _figure_changes(who: dict[str, Any], was: Figure, now: Figure) -> Iterator[Change]:
    if was.place != now.place:
        yield "place", {**who, "place": now.place}
    yield from _tokens_changed("carries", who, was.loot, now.loot)
    if was.bullets != now.bullets:
        yield "bullets", {**who, "now": now.bullets, "was": was.bullets}
    if was.ransom != now.ransom:
        yield "ransom", {**who, "amount": now.ransom}


def _tokens_changed(
    what: str, where: dict[str, Any], was: tuple[Token, ...], now: tuple[Token, ...]
) -> Iterator[Change]:
    yield from ((what, {**where, "token": token}) for token in now if token not in was)
    yield from ((f"{what}-no-more", {**where, "token": token}) for token in was if token not in now)


def _round_changes(before: Game, after: Game) -> Iterator[Change]:
    was, now = before.round, after.round
    if (was.number, was.card) != (now.number, now.card):
        yield "round", {"number": now.number, "card": now.card}
    if len(before.rounds) != len(after.rounds):
        yield "rounds-left", {"now": len(after.rounds)}
    if was.order != now.order:
        yield "order", {"order": now.order}
    if len(was.pile) != len(now.pile):
        yield "pile", {"now": len(now.pile), "was": len(was.pile)}
    if was.current != now.current:
        yield "current", {"card": now.current.card if now.current else ""}
    if was.due != now.due:
        yield "due", {"due": now.due}
    if was.keeping != now.keeping:
        yield "keeping", {"seats": now.keeping}


CHANGES: tuple[Callable[[Game, Game], Iterable[Change]], ...] = (
    _changes,
    *(part.changes for _, part in parts("sentences") if hasattr(part, "changes")),
)
"""The functions that find changes, of the base game and of every module."""
