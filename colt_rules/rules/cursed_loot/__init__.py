"""Cursed Loot: tokens of little value, mixed with the others, so that all loot lies face down."""
