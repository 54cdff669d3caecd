"""Suspect lines of the project, and other lines in their place that may take the bug away."""
