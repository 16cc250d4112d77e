"""Loads, checks and queries the specification. It imports no code of the rules."""
