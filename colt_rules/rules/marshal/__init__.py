"""Marshal & Prisoners: one player is the Marshal, and the train has a prison car."""
