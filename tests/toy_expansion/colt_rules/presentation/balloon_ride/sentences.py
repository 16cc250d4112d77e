"""The changes of the balloon, for sentences; sentences.toml has the sentences."""

from collections.abc import Iterator

from colt_rules.model.state import Game
from colt_rules.referee.sentences import Change
from colt_rules.rules.balloon_ride.model import balloon_of


def changes(before: Game, after: Game) -> Iterator[Change]:
    """The changes of the balloon."""
    if balloon_of(before).height != balloon_of(after).height:
        yield "height", {"height": balloon_of(after).height}
