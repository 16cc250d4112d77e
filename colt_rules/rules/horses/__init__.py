"""Horses and whisky: half of the expansion Horses & Stagecoach, and all of it that first games may use."""
