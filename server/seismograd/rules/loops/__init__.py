"""Training loops: the order of their steps, and the modes they run in."""
