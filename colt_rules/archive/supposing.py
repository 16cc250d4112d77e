"""Asks of many logs, by their names, how the games would have ended under other rules."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, TypeAlias, get_args

from colt_rules.archive.judging import Share
from colt_rules.archive.logs import LogName, NotReadable, opened
from colt_rules.archive.overview import EXAMPLES, MOST_NAMED, Group
from colt_rules.archive.sharing import Failed
from colt_rules.log.errors import LogError
from colt_rules.model.record import record
from colt_rules.referee.rankings import ranking_difference
from colt_rules.referee.story import Story
from colt_rules.referee.what_if import NotAllowed, OtherRules, WhatIf, what_if
from colt_rules.safe_text import clipped

Outcome: TypeAlias = Literal[
    "winner", "places", "money", "bullets", "course", "nothing", "unknown", "unfinished", "forbidden", "unreadable"
]
"""What would differ in a game.

- ``winner``: who wins; ``places``: a place in the ranking, but no winner; ``money``: money, but no place;
  ``bullets``: the bullets that are counted, but no money.
- ``course``: some events, but not the result; ``nothing``: no event.
- ``unknown``: the log does not say what somebody would have chosen or drawn; ``unfinished``: the game is not over.
- ``forbidden``: such a game cannot be set up under the other rules; ``unreadable``: the log is broken.
"""
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
WITHOUT_RESULT: tuple[Outcome, ...] = ("unknown", "unfinished", "forbidden", "unreadable")


@record
class Supposed:
    """What would differ in one game."""

    outcome: Outcome
    why: str = ""
    """Why a log is unreadable."""


def suppose(name: LogName, asked: OtherRules) -> Supposed:
    """What would differ in one game."""
    try:
        with opened(name) as pieces:
            story = Story.read(pieces)
        return Supposed("unreadable", clipped(story.broken)) if story.broken else _supposed(story, asked)
    except LogError as error:
        return Supposed("unreadable", clipped(str(error.problems[0])))
    except NotReadable as error:
        return Supposed("unreadable", clipped(str(error)))


def _supposed(story: Story, asked: OtherRules) -> Supposed:
    if not story.position(story.head.events).ranking:
        return Supposed("unfinished")
    try:
        return Supposed(outcome_of(what_if(story, asked)))
    except NotAllowed:
        return Supposed("forbidden")


def outcome_of(found: WhatIf) -> Outcome:
    """What differs between two courses of a game that is over in the log."""
    if found.fork is None:
        return "nothing"
    if found.winner_differs is None:
        return "unknown"
    if found.winner_differs:
        return "winner"
    return ranking_difference(found.here.ranking, found.there.ranking) or "course"


def suppose_all(
    names: Iterable[LogName], asked: OtherRules, share: Share, done: Callable[[int], object]
) -> dict[Outcome, Group]:
    """By what would differ: the games, with the first examples. ``done`` is called after each."""
    groups = {outcome: Group(MOST_NAMED if outcome == "unreadable" else EXAMPLES) for outcome in OUTCOMES}
    for name, result in share(partial(suppose, asked=asked), names):
        found = Supposed("unreadable", result.why) if isinstance(result, Failed) else result
        groups[found.outcome].add(name, found.why)
        done(1)
    return groups
