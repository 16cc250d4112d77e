"""The stagecoach with the Shotgun and the hostages: the other half of the expansion Horses & Stagecoach."""
