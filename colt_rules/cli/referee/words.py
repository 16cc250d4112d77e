"""What the commands of the referee say alike: clauses, events and rankings, for programs and people."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from colt_rules.events import Cited
    from colt_rules.model.state import Game, Standing


def texts_of(ids: Iterable[str], lang: str) -> dict[str, dict[str, str]]:
    """By id: title and text of a clause, or question and answer of a ruling; an id that nobody knows says nothing."""
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


def event_facts(cited: "Cited") -> dict[str, Any]:
    """An event for programs, with its clauses and a sentence."""
    from colt_rules.events import EVENT_NAMES
    from colt_rules.log.codec import to_data
    from colt_rules.referee.telling import describe_event

    event, cites = cited
    name = EVENT_NAMES[event.__class__]
    return {"type": name, "data": to_data(event), "cites": list(cites), "sentence": describe_event(event)}


def ranking_facts(ranking: "Iterable[Standing]") -> list[dict[str, Any]]:
    """A ranking for programs."""
    return [{"rank": one.rank, "seat": one.seat, "money": one.money, "bullets": one.bullets} for one in ranking]


def final_ranking(game: "Game") -> list[dict[str, Any]]:
    """The ranking of a game that is over, for programs, with what a rank rests on besides money, in words."""
    from colt_rules.pictures.scene import rank_in_words

    return [
        {**facts, **({"besides": words} if (words := rank_in_words(game, facts["seat"])) else {})}
        for facts in ranking_facts(game.ranking)
    ]
