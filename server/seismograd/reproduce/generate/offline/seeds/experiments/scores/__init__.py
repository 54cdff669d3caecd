"""Metrics and other figures."""
