"""Families of crashes: one file a family, each with its patterns of messages."""
