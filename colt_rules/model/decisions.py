"""Moved to colt_rules.decisions (temporary)."""

from colt_rules.decisions import *  # noqa
from colt_rules.decisions import Answers, Arrangements, Decision
