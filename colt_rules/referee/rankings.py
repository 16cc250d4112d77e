"""Rankings: what a standing counts, and whether two rankings of one game differ in places or only in what counts."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from colt_rules.model.state import Game, Standing
from colt_rules.pictures.scene import rank_in_words
from colt_rules.referee.prose import ENGLISH, translated
from colt_rules.referee.vocabulary import teller

RankingDifference: TypeAlias = Literal["places", "money", "bullets", ""]
"""The most important difference of two rankings; empty if they are the same."""


def what_counts(standing: Standing, lang: str = ENGLISH, position: Game | None = None) -> str:
    """What a standing counts, in words: money, or what a module ranks this player by, best told by the position."""
    ranked_by = rank_in_words(position, standing.seat) if position else []
    if ranked_by:
        return ", ".join(translated(words, lang) for words in ranked_by)
    return teller(lang).counts({"seat": standing.seat, "money": standing.money})


def ranking_difference(one: Iterable[Standing], other: Iterable[Standing]) -> RankingDifference:
    """How two rankings differ. Bullets come last: they only decide a tie."""
    here, there = ({standing.seat: standing for standing in ranking} for ranking in (one, other))
    if _each(here, "rank") != _each(there, "rank"):
        return "places"
    if _each(here, "money") != _each(there, "money"):
        return "money"
    return "bullets" if _each(here, "bullets") != _each(there, "bullets") else ""


def _each(ranking: dict[str, Standing], field: str) -> dict[str, int]:
    return {seat: getattr(standing, field) for seat, standing in ranking.items()}
