"""Compares two rankings of one game: whether places differ, or only what was counted."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from colt_rules.model.state import Standing

RankingDifference: TypeAlias = Literal["places", "money", "bullets", ""]
"""The most important difference of two rankings; empty if they are the same."""


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
