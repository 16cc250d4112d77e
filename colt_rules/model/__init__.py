"""The data of the game: places, cards, tokens, the state. It contains no rules and no flow."""
