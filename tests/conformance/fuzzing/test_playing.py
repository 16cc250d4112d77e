"""Games and drawn positions on two engines, until they part."""

import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from colt_rules.cli.conformance.options import reference
from colt_rules.conformance.fuzzing.pair import Pair
from colt_rules.conformance.fuzzing.playing import explore, play
from colt_rules.conformance.running.interview import Adapter

SECONDS = 60.0


@contextmanager
def pair_with(mutant: str = "") -> Iterator[Pair]:
    """The reference and a wrong reading of it, or the reference twice."""
    pair = Pair(Adapter(reference(mutant=mutant)))
    try:
        yield pair
    finally:
        pair.close()


def test_drawn_positions_show_what_is_rare_in_games() -> None:
    with pair_with("station.pickpocketing/in-company") as pair:
        met = explore(pair, 5, time.monotonic() + SECONDS)
    assert met is not None
    ((game, _), *_) = met.history
    assert game.round.card == "pickpocketing"


def test_the_reference_does_not_part_from_itself_in_drawn_positions() -> None:
    with pair_with() as pair:
        assert explore(pair, 3, time.monotonic() + SECONDS) is None
        assert pair.compared > 100


def test_no_position_is_tried_when_the_time_is_over() -> None:
    with pair_with("station.pickpocketing/in-company") as pair:
        assert explore(pair, 5, time.monotonic()) is None
        assert pair.compared == 0


def test_tables_that_cannot_be_played_at_are_tried() -> None:
    with pair_with("ruling.setup.stations-are-happenings/plain-station") as pair:
        found = (play(pair, seed, time.monotonic() + SECONDS) for seed in range(0, 20, 2))
        met = next(met for met in found if met)
    ((_, command),) = met.history
    assert met.difference.kind == "verdict"
    assert command["type"] == "StartGame"
    assert command["stations"]
    assert not command["happenings"]


FORGETFUL = """
import sys
from colt_rules.conformance.protocol import messages as p
from colt_rules.conformance.protocol.reference import Reference

engine, asked = Reference(), 0
for line in sys.stdin.buffer:
    request = p.read_request(line)
    answer = engine.answer(request)
    if isinstance(request, p.Command):
        asked += 1
        if asked % 3 == 0:
            answer = p.Skipped(request.seq, "every third one I leave out")
            engine.game = before
    before = engine.game
    sys.stdout.buffer.write(p.to_line(answer))
    sys.stdout.buffer.flush()
    if isinstance(request, p.Stop):
        break
"""


def test_an_engine_that_skips_something_is_put_back_into_the_game(tmp_path: Path) -> None:
    path = tmp_path / "forgetful.py"
    path.write_text(FORGETFUL, encoding="utf-8")
    pair = Pair(Adapter(shlex.join([sys.executable, str(path)])))
    try:
        assert play(pair, 1, time.monotonic() + SECONDS) is None
        assert pair.compared > 100
    finally:
        pair.close()
