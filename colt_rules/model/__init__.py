"""The nouns of the game: places, cards, tokens, the state. No rule and no flow lives here."""
