"""Fault patterns: one folder a family, one file a rule."""
