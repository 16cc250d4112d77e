"""The adapter protocol, and the reference as an engine that speaks it."""
