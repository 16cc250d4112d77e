"""The examples on the page about testing in Python run."""

import re
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "testing-in-python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_every_example_holds(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        "from hypothesis import HealthCheck, settings\n"
        "settings.register_profile('page', max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))\n"
        "settings.load_profile('page')\n"
    )
    pytester.makepyfile(**{f"test_example_{number}": example for number, example in enumerate(EXAMPLES)})
    pytester.syspathinsert(ROOT)
    pytester.runpytest_inprocess("-p", "no:colt").assert_outcomes(passed=5)


def test_every_strategy_and_option_is_on_the_page() -> None:
    from colt_rules import testing
    from colt_rules.testing import plugin

    options = re.findall(r'"(--colt-[a-z-]+)"', Path(plugin.__file__).read_text(encoding="utf-8"))
    assert len(set(options)) == 7
    assert [name for name in (*testing.__all__, *options) if f"`{name}" not in PAGE] == []
