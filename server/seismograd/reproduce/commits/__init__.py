"""The project at other commits, beside the user's checkout and without touching it."""
