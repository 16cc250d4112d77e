"""Two bandits for each player; in the Polish book, the game for two."""
