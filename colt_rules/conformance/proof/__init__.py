"""Proof that the suite finds faults: wrong readings of the rules, run as engines."""
