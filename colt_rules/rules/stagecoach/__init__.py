"""The stagecoach with its guard and its hostages: the other half of the expansion Horses & Stagecoach."""
