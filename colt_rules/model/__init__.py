"""The nouns of the game: places, cards, tokens, the state, open decisions. No rule and no flow lives here."""
