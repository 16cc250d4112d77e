"""The figures of the referee, for ``colt bench referee``."""

import random
import time
from collections.abc import Iterator
from io import BytesIO

from colt_rules.bench.figures import Goal, Measurement, check_measured
from colt_rules.bench.log_figures import long_game, peak_memory, pieces, played, text_of
from colt_rules.log.lines import pieces_of
from colt_rules.referee.audit import audit
from colt_rules.referee.story import Story

SHORT, LONG = 1_000, 100_000
"""Events of the measured logs."""
JUMPS = 100


AUDIT = Goal("audit", "games audited, as a share of playing them ({:,.0f}/s)", "part", 0.4)
GAME = Goal("game", "auditing the game that takes longest", "s", 0.05)
JUMP = Goal("jump", f"the longest of {JUMPS} jumps to any event of {LONG:,}", "s", 0.02)
MEMORY = Goal("memory", f"walking through {LONG:,} events ({{:.0f}} MB), more than through {SHORT:,}", "MB", 25)


def measure(repeats: int, games: int) -> Iterator[Measurement]:
    """Yield every figure as soon as it is measured."""
    auditing = Auditing(games)
    auditing.share()  # warm up
    yield AUDIT.measured(repeats, lambda _: auditing.share(), auditing.rate())
    yield GAME.measured(repeats, lambda _: auditing.longest())
    story = Story.read(pieces("long", long_game(LONG)))
    yield JUMP.measured(repeats, lambda repeat: longest_jump(story, repeat))
    yield MEMORY.measured(
        min(repeats, 2),
        lambda _: (peak_memory(walk_long, LONG) - peak_memory(walk_long, SHORT)) / 2**20,
        story_size(LONG) / 2**20,
    )


class Auditing:
    """Plays and audits games in alternation; measures processor time."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._texts = [text_of(f"bench-{seed}", list(played(seed))) for seed in range(games)]

    def rate(self) -> float:
        """Games audited per second, each from its file in memory."""
        return self._games / sum(map(_audit_seconds, self._texts))

    def share(self) -> float:
        """The speed of auditing as a share of the speed of playing."""
        start = time.process_time()
        for seed in range(self._games):
            for _ in played(seed):
                pass
        playing = time.process_time() - start
        return playing / sum(map(_audit_seconds, self._texts))

    def longest(self) -> float:
        """Seconds for the slowest game."""
        return max(map(_audit_seconds, self._texts))


def _audit_seconds(text: bytes) -> float:
    start = time.process_time()
    check_measured("the audit", audit(pieces_of(BytesIO(text))).sound, "a game of bots is not sound")
    return time.process_time() - start


def longest_jump(story: Story, seed: int) -> float:
    """Seconds for the slowest of some jumps, each to an event and the positions before and after it."""
    longest = 0.0
    for seq in random.Random(seed).choices(range(1, story.head.events + 1), k=JUMPS):
        start = time.process_time()
        check_measured("a jump", story.moment(seq).after == story.position(seq), f"event {seq} leads elsewhere")
        longest = max(longest, time.process_time() - start)
    return longest


def story_size(events: int) -> int:
    """The file size in bytes of a story of this length."""
    return sum(map(len, pieces("long", long_game(events))))


def walk_long(events: int) -> None:
    """Read a log of this length and jump about in it."""
    longest_jump(Story.read(pieces("long", long_game(events))), 0)
