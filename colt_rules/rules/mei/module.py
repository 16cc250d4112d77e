"""Mei as a bandit of the base game."""

from colt_rules.rules.mei import setup, table
from colt_rules.rules.mei.added_clauses import added_clauses
from colt_rules.rules.mei.box import EXTRAS
from colt_rules.rules.mei.floor_change import bar_other_ways, farther
from colt_rules.rules.module import Module

MODULE = Module(
    name="mei",
    characters=EXTRAS.characters,
    supply=setup.supply,
    fits=table.fits,
    forbids=table.forbids,
    table=table.table,
    reaches={"floor-change": farther},
    bars={"floor-change": bar_other_ways},
    added_clauses=added_clauses,
)
