"""Optional dependencies of the research tests, which are skipped with a reason if one is missing."""

import pytest

from colt_rules.research.native import HOW_TO_INSTALL, native

INSTALLED = native() is not None
needs_native = pytest.mark.skipif(not INSTALLED, reason=f"needs the native engine: {HOW_TO_INSTALL}")
PACKAGES = "needs numpy and pettingzoo: pip install 'colt-rules[research]'"

ENGINES = [pytest.param("native", marks=needs_native), "reference"]
"""Each engine, for tests of both."""

LEARNING = "needs sb3-contrib, which brings PyTorch and is large: pip install 'colt-rules[learn]'"
OPENSPIEL = "needs OpenSpiel: pip install 'colt-rules[openspiel]'"
