"""``python -m colt_rules`` is the command ``colt``, for where it is not on the path."""

from colt_rules.cli.main import colt

colt(prog_name="python -m colt_rules")
