"""Plays games: a dealer for chance, bots for seats, and the loop.

All randomness is here, outside the rules.
"""
