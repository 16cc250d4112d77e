"""Random games on two engines: where they differ, made small, as a case."""
