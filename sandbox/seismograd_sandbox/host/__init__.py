"""Where code runs that nobody has to trust: the side of whoever asks for it."""
