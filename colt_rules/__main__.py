"""``python -m colt_rules`` runs the command ``colt`` where it is not on the path."""

from colt_rules.cli.main import colt

colt(prog_name="python -m colt_rules")
