"""A patch: what it changes, whether it still fits, and how it is written to a project."""
