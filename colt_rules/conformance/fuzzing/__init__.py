"""Random games on two engines: where they part, made small, as a case."""
