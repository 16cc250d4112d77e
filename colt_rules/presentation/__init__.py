"""The presentation of each module to people and tools: notation, pictures, sentences, bots, words."""
