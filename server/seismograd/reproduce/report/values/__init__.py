"""Values that a report gives to things: in code, on command lines, in settings and in sentences."""
