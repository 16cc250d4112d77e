"""Puts published cases to the rules where they run, such as in a visitor's browser."""

import json
import platform

from colt_rules.conformance.cases.published import read_published
from colt_rules.conformance.running.expectations import surprises
from colt_rules.conformance.running.results import counts_of
from colt_rules.conformance.running.verify import verified


def prove(cases: str) -> str:
    """How the rules answer these cases, one a line: the number of checks by status, and every departure in words."""
    results = [verified(run) for line in cases.splitlines() for run in read_published(line)]
    return json.dumps(
        {
            "python": platform.python_version(),
            "runs": len(results),
            "checks": counts_of(results),
            "departures": [departure for result in results for departure in surprises(result, {})],
        }
    )
