"""Positions drawn as a person would draw them, for tests and cases."""
