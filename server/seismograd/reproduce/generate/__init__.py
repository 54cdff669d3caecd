"""Generators propose scripts; only the validator decides."""
