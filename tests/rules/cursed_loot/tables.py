"""Modules that cursed loot is played with, alone and with boxes that have loot of their own."""

ALONE = ("base", "cursed-loot")
WITH_STAGECOACH = ("base", "horses", "stagecoach", "cursed-loot")
WITH_MARSHAL = ("base", "mei", "marshal", "cursed-loot")
WITH_EVERYTHING = ("base", "horses", "stagecoach", "mei", "marshal", "cursed-loot")
