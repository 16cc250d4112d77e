"""Cursed Loot as a module of the game."""

from colt_rules.rules.cursed_loot.added_clauses import added_clauses
from colt_rules.rules.cursed_loot.setup import supply
from colt_rules.rules.module import Components, Module

MODULE = Module(name="cursed-loot", components=Components(loot=(supply,)), added_clauses=(added_clauses,))
