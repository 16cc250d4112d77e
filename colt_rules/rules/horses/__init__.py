"""Horses and whisky: the half of the expansion Horses & Stagecoach that first games may use alone."""
