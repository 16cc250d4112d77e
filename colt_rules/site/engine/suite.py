"""The suite as it travels with the engine: published cases in groups, each a file of its own."""

from collections.abc import Iterable, Mapping

from colt_rules.conformance.cases.expand import Run, exported
from colt_rules.conformance.cases.export import FORMAT
from colt_rules.log.codec import to_json

GROUP = 240
"""The runs in a group: each is loaded when the one before it is done."""


def groups(runs: Iterable[Run]) -> Mapping[str, bytes]:
    """By name: a group of runs, each as a published case of its own, a line each."""
    lines = [to_json({"format": FORMAT, **exported([run])}) for run in runs]
    starts = range(0, len(lines), GROUP)
    return {f"suite-{start // GROUP:02}": b"\n".join(lines[start : start + GROUP]) for start in starts}
