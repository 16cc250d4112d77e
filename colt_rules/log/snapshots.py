"""Snapshots: the state after some command, kept so that nobody has to fold a long game from its beginning.

A snapshot is no part of the log and can be made again from it. It counts only if it fits the chain of hashes, is
whole, and has the shape that a state has in this version of the program; otherwise the events are folded.

All that shows no more than that nobody has damaged it: whoever can write the table can count a digest again, and no
line of the log holds the state. So a store that may be written believes only what it has made from the events itself,
once for each game; then it remembers. One that is only read takes a snapshot's word: nothing is built on what it shows.
"""

from functools import cache
from hashlib import sha256

import attrs
import msgspec

from colt_rules.log.codec import classes_of, digest, to_json
from colt_rules.log.entries import Head
from colt_rules.model.record import record
from colt_rules.model.state import Game

EVERY = 1_000
"""In events. Most games of the base box are no longer, so that few games pay for what only long ones need."""

_decode = msgspec.json.Decoder(Game).decode


@record
class Snapshot:
    """A snapshot as a store keeps it."""

    head: Head
    """Where the log ended then."""
    state: str
    """Canonical JSON."""
    digest: str
    """Of the two."""

    @property
    def is_whole(self) -> bool:
        """Whether it is what was written."""
        return self.digest == _digest(self.head, self.state)

    @property
    def game(self) -> Game:
        """The state itself."""
        return _decode(self.state)


def snapshot_of(head: Head, game: Game) -> Snapshot:
    """The snapshot of a game at the place where its log ends now."""
    state = to_json(game).decode()
    return Snapshot(head, state, _digest(head, state))


@cache
def shape() -> str:
    """What a state is made of in this version of the program, and where snapshots are made: others do not count."""
    fields = {cls.__name__: [field.name for field in attrs.fields(cls)] for cls in classes_of(Game)}
    return digest([EVERY, fields])[:16]


def _digest(head: Head, state: str) -> str:
    return sha256(f"{shape()} {head.commands} {head.events} {head.hash}\n{state}".encode()).hexdigest()
