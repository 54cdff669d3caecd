"""Which image a project runs in: chosen, built for its requirements, or whatever is there."""
