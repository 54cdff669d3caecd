"""Whether a script shows what was reported, and not something of its own making."""
