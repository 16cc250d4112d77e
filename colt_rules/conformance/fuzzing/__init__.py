"""Random games on two engines: finds differences, shrinks them, and writes them as cases."""
