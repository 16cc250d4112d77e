"""Cases: how they are written, read, expanded and published."""
