"""Data sets, loaders and splits."""
