"""Marshal & Prisoners: one of the players is the Marshal, and the train has a prison car."""
