"""Abstract evaluation: run Python over what is known, and let the unknown stay unknown."""
