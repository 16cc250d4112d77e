"""Who sits at the table: a dealer for chance, bots for seats, and the loop that lets them play.

Everything random lives here, outside the rules.
"""
