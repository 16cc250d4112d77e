"""Speed figures: each with its spread, and as a ratio to a fixed loop so that machines can be compared."""
