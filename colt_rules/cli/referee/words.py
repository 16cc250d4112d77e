"""What the commands of the referee share: clauses, events and rankings, for programs and people."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from colt_rules.events import Cited
    from colt_rules.model.state import Game, Standing


def texts_of(ids: Iterable[str], lang: str) -> dict[str, dict[str, str]]:
    """By id: title and text of a clause, or question and answer of a ruling; empty texts for an unknown id."""
    from colt_rules.registry.registry import UnknownId, registry

    texts = {}
    for id in dict.fromkeys(ids):
        try:
            found = registry().find(id)
        except UnknownId:
            texts[id] = {"title": "", "text": ""}
            continue
        texts[id] = {"title": found.title.in_language(lang), "text": found.text.in_language(lang)}
    return texts


def event_facts(cited: "Cited", lang: str) -> dict[str, Any]:
    """An event for programs, with its clauses and a sentence."""
    from colt_rules.events import EVENT_NAMES
    from colt_rules.log.codec import to_data
    from colt_rules.referee.telling import describe_event

    event, cites = cited
    name = EVENT_NAMES[event.__class__]
    return {"type": name, "data": to_data(event), "cites": list(cites), "sentence": describe_event(event, lang)}


def ranking_facts(ranking: "Iterable[Standing]") -> list[dict[str, Any]]:
    """A ranking for programs."""
    return [{"rank": one.rank, "seat": one.seat, "money": one.money, "bullets": one.bullets} for one in ranking]


def final_ranking(game: "Game") -> list[dict[str, Any]]:
    """The ranking of a finished game, for programs, with what decides a rank besides money."""
    from colt_rules.pictures.scene import rank_in_words

    rows = []
    for facts in ranking_facts(game.ranking):
        besides, clauses = rank_in_words(game, facts["seat"]), shut_out(game, facts["seat"])
        rows.append(facts | ({"besides": besides} if besides else {}) | ({"cannot_win": clauses} if clauses else {}))
    return rows


def shut_out(game: "Game", seat: str) -> tuple[str, ...]:
    """The clauses by which a player's bandits cannot win; empty if one of the bandits can."""
    from colt_rules.rules.rulebook import rules_of

    excluded = rules_of(game).who_cannot_win(game)
    clauses = [excluded.get(bandit, ()) for bandit, figure in game.figures.items() if figure.seat == seat]
    return tuple(dict.fromkeys(id for each in clauses for id in each)) if all(clauses) else ()
