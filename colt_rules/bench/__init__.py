"""How fast it is: each figure with its spread, and as a ratio to a fixed loop so that machines compare."""
