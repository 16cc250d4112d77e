"""Mei as a bandit of the base game."""

from colt_rules.rules.mei import setup, table
from colt_rules.rules.mei.added_clauses import added_clauses
from colt_rules.rules.mei.box import EXTRAS
from colt_rules.rules.mei.floor_change import DIAGONAL_CLIMB, forbid_other_ways
from colt_rules.rules.module import Change, Components, Module

MODULE = Module(
    name="mei",
    forbids=(table.forbids,),
    seating=(table.table,),
    components=Components(characters=EXTRAS.characters, loot=(setup.supply,)),
    changes=(Change("floor-change", DIAGONAL_CLIMB, forbid_other_ways),),
    added_clauses=(added_clauses,),
)
