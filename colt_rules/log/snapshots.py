"""Snapshots: the state after some command, stored so that a long game need not be folded from its start.

A snapshot is not part of the log and can be rebuilt from it. It is used only if it fits the chain of hashes, its
digest is right, and states have the same shape in this version of the program; otherwise the events are folded.

These checks find damage, not forgery: anyone who can write the table can recompute a digest, and no line of the log
holds the state. So a writable store trusts only snapshots that it has derived from the events itself, once for each
game. A read-only store trusts any intact snapshot, because nothing is appended to what it shows.
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
"""The number of events between snapshots. Most base games are shorter, so only long games pay for snapshots."""

_decode = msgspec.json.Decoder(Game).decode


@record
class Snapshot:
    """A snapshot as stored."""

    head: Head
    """The end of the log at that moment."""
    state: str
    """The state as canonical JSON."""
    digest: str
    """The digest of head and state."""

    @property
    def is_intact(self) -> bool:
        """Whether the digest is right."""
        return self.digest == _digest(self.head, self.state)

    @property
    def game(self) -> Game:
        """The state itself."""
        return _decode(self.state)


def snapshot_of(head: Head, game: Game) -> Snapshot:
    """The snapshot of a game whose log ends at ``head``."""
    state = to_json(game).decode()
    return Snapshot(head, state, _digest(head, state))


@cache
def shape() -> str:
    """A digest of the fields of a state and of ``EVERY`` in this version; snapshots with another digest are ignored."""
    fields = {cls.__name__: [field.name for field in attrs.fields(cls)] for cls in classes_of(Game)}
    return digest([EVERY, fields])[:16]


def _digest(head: Head, state: str) -> str:
    return sha256(f"{shape()} {head.commands} {head.events} {head.hash}\n{state}".encode()).hexdigest()
