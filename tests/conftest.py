"""What all tests share: records that nobody can change, and the helpers beside this file."""

import os
import sys
from pathlib import Path

# Read when `colt_rules.model.record` is imported, so it has to stand before any import of the package.
os.environ["COLT_RULES_FROZEN"] = "1"

# Tests import the helpers as `tests.verdicts`; pytest's importlib mode puts nothing on the path by itself.
sys.path.insert(0, str(Path(__file__).parents[1]))
