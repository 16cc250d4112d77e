"""What each module of the game is to people and tools: notation, pictures, sentences, bots, words."""
