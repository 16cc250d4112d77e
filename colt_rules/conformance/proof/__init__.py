"""The proof that the suite bites: wrong readings of the rules, run as engines."""
