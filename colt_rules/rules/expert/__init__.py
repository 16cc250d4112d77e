"""The expert variant: each player has a discard pile and keeps cards from round to round."""
