"""Two bandits a player; in the Polish book the game for two."""
