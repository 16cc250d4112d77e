"""A game that people and bots play together: what a page in a browser or a server asks an engine, and its answers."""
